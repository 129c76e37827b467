import type { ApiObject, TableColumn, TableLayout } from '../contract.js';

const COLUMN = /^(.*?)(?::(\w+))?(!1)?$/;

/**
 * Columns from one line, as `Name | Desired:integer | Images!1`: the type after a colon where it is not a string, `!1`
 * for those that only `-o wide` shows. Descriptions are left empty.
 */
export function columnsOf(line: string): readonly TableColumn[] {
  return line.split(' | ').map((word) => {
    const [, name = '', type = 'string', wide] = COLUMN.exec(word) as RegExpExecArray;
    return { name, type, format: name === 'Name' ? 'name' : '', description: '', priority: wide === undefined ? 0 : 1 };
  });
}

/** A layout of a line of columns and what fills them. */
export function layout(line: string, cells: TableLayout['cells'], conditions?: TableLayout['conditions']): TableLayout {
  return { columns: columnsOf(line), cells, ...(conditions === undefined ? {} : { conditions }) };
}

/** What a resource without a layout of its own gets. */
export const plainLayout: TableLayout = layout('Name | Created At:date', ({ metadata }: ApiObject) => [
  metadata.name,
  metadata.creationTimestamp ?? null,
]);
