import type { ApiObject, TableColumn, TableLayout } from '../contract.js';
import { since } from './duration.js';

/** A printer column as a CRD declares it. */
export interface PrinterColumn {
  readonly name: string;
  readonly type: string;
  readonly jsonPath: string;
  readonly format?: string;
  readonly description?: string;
  readonly priority?: number;
}

const NAME: TableColumn = { name: 'Name', type: 'string', format: 'name', description: '', priority: 0 };
const AGE: PrinterColumn = { name: 'Age', type: 'date', jsonPath: '.metadata.creationTimestamp' };

/** The layout of a custom kind: its name, then its printer columns, or its age when it has none. */
export function customTableLayout(columns: readonly PrinterColumn[] | undefined): TableLayout {
  const shown = columns === undefined || columns.length === 0 ? [AGE] : columns;
  const paths = shown.map(({ jsonPath }) => parseJsonPath(jsonPath));
  return {
    columns: [
      NAME,
      ...shown.map(({ name, type, format = '', description = '', priority = 0 }) => ({
        name,
        type,
        format,
        description,
        priority,
      })),
    ],
    cells: (object: ApiObject, now: Date) => [
      object.metadata.name,
      ...shown.map((column, index) => cellOf(column.type, readJsonPath(object, paths[index] ?? []), now)),
    ],
  };
}

/** A value in the type of its column; null when it is of another. */
function cellOf(type: string, value: unknown, now: Date): unknown {
  if (value === undefined || value === null) return null;
  switch (type) {
    case 'integer':
      return typeof value === 'number' ? Math.trunc(value) : null;
    case 'number':
      return typeof value === 'number' ? value : null;
    case 'boolean':
      return typeof value === 'boolean' ? value : null;
    case 'date':
      return typeof value === 'string' ? (Number.isNaN(Date.parse(value)) ? '<invalid>' : since(value, now)) : null;
    default:
      return typeof value === 'string' ? value : JSON.stringify(value);
  }
}

/** One step of a path: a name, an index, every item, or the items whose field has a value. */
type Step = { readonly field: string; readonly value: string } | number | string;

const STEP =
  /\.([^.[\]]+)|\[\s*(?:'([^']*)'|"([^"]*)"|(-?\d+)|(\*)|\?\(\s*@\.([^=\s]+)\s*==\s*["']([^"']*)["']\s*\))\s*\]/gy;

/** The steps of the JSONPath dialect of printer columns. What does not parse selects nothing. */
export function parseJsonPath(path: string): readonly Step[] {
  const source = path.startsWith('.') || path.startsWith('[') ? path : `.${path}`;
  const steps: Step[] = [];
  STEP.lastIndex = 0;
  let end = 0;
  for (let match = STEP.exec(source); match !== null; match = STEP.exec(source)) {
    const [, name, single, double, index, all, field, value] = match;
    if (field !== undefined && value !== undefined) steps.push({ field, value });
    else if (index !== undefined) steps.push(Number(index));
    else steps.push(all ?? name ?? single ?? double ?? '');
    end = STEP.lastIndex;
  }
  return end === source.length ? steps : ['\0'];
}

/** The first value a path selects. */
export function readJsonPath(object: unknown, steps: readonly Step[]): unknown {
  let values: unknown[] = [object];
  for (const step of steps) values = values.flatMap((value) => follow(value, step));
  return values[0];
}

function follow(value: unknown, step: Step): unknown[] {
  if (typeof value !== 'object' || value === null) return [];
  if (typeof step === 'object') {
    const { field, value: wanted } = step;
    return Array.isArray(value)
      ? value.filter((item) => String((item as Record<string, unknown> | null)?.[field]) === wanted)
      : [];
  }
  if (step === '*') return Object.values(value);
  if (Array.isArray(value)) {
    const found: unknown = typeof step === 'number' ? value.at(step) : undefined;
    return found === undefined ? [] : [found];
  }
  return Object.hasOwn(value, step) ? [(value as Record<string | number, unknown>)[step]] : [];
}
