import type { FieldPath } from './field-path.js';

/**
 * `in` and `notin` stand for `=`, `==` and `!=` too: those are sets of one.
 * `notin`, and so `!=`, also holds for objects that do not have the label.
 */
export type LabelOperator = 'in' | 'notin' | 'exists' | 'absent' | '>' | '<';

// The server compares as signed 64-bit integers.
const LARGEST = 2n ** 63n - 1n;
const SMALLEST = -(2n ** 63n);

/** The integer a text stands for; undefined when it is none, or beyond 64 bits. */
export function integerOf(text: string): bigint | undefined {
  if (!/^[+-]?[0-9]+$/.test(text)) return undefined;
  const value = BigInt(text.startsWith('+') ? text.slice(1) : text);
  return value > LARGEST || value < SMALLEST ? undefined : value;
}

/** One condition on one label, checked when it was made. */
export class LabelRequirement {
  readonly name: string;
  readonly operator: LabelOperator;
  /** Sorted, each once. Empty for `exists` and `absent`, one integer for `>` and `<`. */
  readonly values: readonly string[];
  /** Where the label stands in an object. */
  readonly path: FieldPath;
  readonly #bound: bigint | undefined;

  constructor(name: string, operator: LabelOperator, values: Iterable<string> = []) {
    this.name = name;
    this.operator = operator;
    this.values = [...new Set(values)].sort();
    this.path = ['metadata', 'labels', name];
    this.#bound = operator === '>' || operator === '<' ? integerOf(this.values[0] ?? '') : undefined;
  }

  /** Whether an object with this value of the label meets it; undefined: the object has no such label. */
  matches(value: string | undefined): boolean {
    if (value === undefined) return this.operator === 'notin' || this.operator === 'absent';
    switch (this.operator) {
      case 'in':
        return this.values.includes(value);
      case 'notin':
        return !this.values.includes(value);
      case 'exists':
        return true;
      case 'absent':
        return false;
      default: {
        const number = integerOf(value);
        if (number === undefined || this.#bound === undefined) return false;
        return this.operator === '>' ? number > this.#bound : number < this.#bound;
      }
    }
  }

  toString(): string {
    const [only] = this.values;
    switch (this.operator) {
      case 'exists':
        return this.name;
      case 'absent':
        return `!${this.name}`;
      case 'in':
        return this.values.length === 1 ? `${this.name}=${only}` : `${this.name} in (${this.values.join(',')})`;
      case 'notin':
        return this.values.length === 1 ? `${this.name}!=${only}` : `${this.name} notin (${this.values.join(',')})`;
      default:
        return `${this.name}${this.operator}${only}`;
    }
  }
}

/** Whether no object can meet all of them: they ask for two things of one label that exclude each other. */
export function contradict(requirements: readonly LabelRequirement[]): boolean {
  return groups(requirements).some(excludes);
}

function groups(requirements: readonly LabelRequirement[]): LabelRequirement[][] {
  const byName = new Map<string, LabelRequirement[]>();
  for (const requirement of requirements) {
    const group = byName.get(requirement.name);
    if (group === undefined) byName.set(requirement.name, [requirement]);
    else group.push(requirement);
  }
  return [...byName.values()];
}

function excludes(group: readonly LabelRequirement[]): boolean {
  if (group.every((requirement) => requirement.matches(undefined))) return false;
  if (group.some(({ operator }) => operator === 'absent')) return true;
  const listed = group.find(({ operator }) => operator === 'in');
  if (listed === undefined) return false;
  return !listed.values.some((value) => group.every((requirement) => requirement.matches(value)));
}
