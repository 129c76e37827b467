import { KubeInformerError } from '../errors/index.js';
import type { FieldPath } from './field-path.js';
import { ANY_LABELS, labelBits } from './label-bits.js';
import { labelNameFault, labelValueFault } from './label-name.js';
import { parseLabelSelector } from './label-parser.js';
import { LabelRequirement, contradict } from './label-requirement.js';
import type { ObjectRecord } from './record.js';

/** The form label selectors have inside objects, in `spec.selector` for one. */
export interface LabelSelectorSpec {
  readonly matchLabels?: Readonly<Record<string, string>> | undefined;
  readonly matchExpressions?:
    | readonly {
        readonly key: string;
        readonly operator: 'In' | 'NotIn' | 'Exists' | 'DoesNotExist' | (string & {});
        readonly values?: readonly string[];
      }[]
    | undefined;
}

/** Everything a label selector can be made of. */
export type LabelSelectorInput = string | LabelSelectorSpec | LabelSelector;

/** A field that must have one of some values, for those who can look objects up by it. */
export interface PinnedField {
  readonly path: FieldPath;
  readonly values: readonly string[];
}

const OPERATORS = new Map([
  ['In', 'in'],
  ['NotIn', 'notin'],
  ['Exists', 'exists'],
  ['DoesNotExist', 'absent'],
] as const);

/**
 * A compiled label selector: all of its requirements must hold.
 *
 * @example
 * const selector = LabelSelector.parse('app=web,tier in (front, back),!canary');
 * selector.matches((name) => pod.metadata.labels?.[name]);
 */
export class LabelSelector {
  /** Matches every object. */
  static readonly everything = new LabelSelector([]);

  /**
   * Matches no object. Its text asks for a label to be there and not there, so it still matches
   * nothing after a trip to the server; an empty text would match everything.
   */
  static readonly nothing = new LabelSelector([
    new LabelRequirement('nothing', 'exists'),
    new LabelRequirement('nothing', 'absent'),
  ]);

  /** In canonical order, each once. */
  readonly requirements: readonly LabelRequirement[];
  /** Whether it is known to match no object: two requirements exclude each other. */
  readonly matchesNothing: boolean;
  readonly #text: string;
  /** What every object that matches has among its `labelBits`. */
  readonly #bits: number;

  private constructor(requirements: readonly LabelRequirement[]) {
    const byText = new Map(requirements.map((requirement) => [requirement.toString(), requirement]));
    // By key, as Kubernetes writes them; the text decides between two on one key.
    const sorted = [...byText].sort(([a, { name: left }], [b, { name: right }]) =>
      left === right ? (a < b ? -1 : 1) : left < right ? -1 : 1,
    );
    const texts = sorted.map(([text]) => text);
    this.requirements = sorted.map(([, requirement]) => requirement);
    this.matchesNothing = contradict(this.requirements);
    this.#text = texts.join(',');
    this.#bits = this.requirements.reduce((bits, requirement) => bits | bitsOf(requirement), 0);
  }

  /** Reads the text form. Throws `ERR_INVALID_SELECTOR`, with the position and what belongs there. */
  static parse(text: string): LabelSelector {
    return new LabelSelector(parseLabelSelector(text));
  }

  /** Takes any form; undefined and `{}` match everything. Throws `ERR_INVALID_SELECTOR`, also for a map of labels. */
  static from(input: LabelSelectorInput | undefined): LabelSelector {
    if (input === undefined) return LabelSelector.everything;
    if (input instanceof LabelSelector) return input;
    return typeof input === 'string' ? LabelSelector.parse(input) : new LabelSelector(requirementsOf(input));
  }

  /** Whether it has no requirement and so matches every object. */
  get isEmpty(): boolean {
    return this.requirements.length === 0;
  }

  /** Whether labels match, given a way to read one; undefined stands for a label that is not there. */
  matches(readLabel: (name: string) => string | undefined): boolean {
    return this.requirements.every((requirement) => requirement.matches(readLabel(requirement.name)));
  }

  /** Whether an object matches. Reads only the labels that are asked for, and does not make the object. */
  matchesRecord(record: Pick<ObjectRecord, 'label'> & { readonly labelBits?: number }): boolean {
    const bits = record.labelBits ?? ANY_LABELS;
    if ((bits & this.#bits) !== this.#bits) return false;
    for (const requirement of this.requirements) {
      if (!requirement.matches(record.label(requirement.name))) return false;
    }
    return true;
  }

  /** The labels that must have one of some values. */
  pinned(): PinnedField[] {
    return this.requirements.filter(({ operator }) => operator === 'in');
  }

  /** The text form, which `parse` reads back; the same for selectors of the same requirements in any order. */
  toString(): string {
    return this.#text;
  }
}

/** Those that all labels have which meet it. */
function bitsOf({ name, operator, values }: LabelRequirement): number {
  if (operator !== 'in') return 0;
  return values.reduce((bits, value) => bits & labelBits(name, value), -1);
}

function requirementsOf(spec: LabelSelectorSpec): LabelRequirement[] {
  assertSpec(spec);
  const requirements: LabelRequirement[] = [];
  for (const [name, value] of Object.entries(spec.matchLabels ?? {})) {
    requirements.push(checked(`matchLabels[${JSON.stringify(name)}]`, name, 'in', [value]));
  }
  for (const [index, { key, operator, values = [] }] of (spec.matchExpressions ?? []).entries()) {
    const where = `matchExpressions[${index}]`;
    const known = OPERATORS.get(operator as 'In');
    if (known === undefined) {
      throw invalid(where, `the operator ${JSON.stringify(operator)} is none of ${[...OPERATORS.keys()].join(', ')}`);
    }
    const takesValues = operator === 'In' || operator === 'NotIn';
    if (takesValues !== values.length > 0) {
      throw invalid(where, takesValues ? `${operator} needs at least one value` : `${operator} takes no values`);
    }
    requirements.push(checked(where, key, known, values));
  }
  return requirements;
}

/**
 * A map of labels is a `LabelSelectorSpec` to the compiler. It would ask for nothing and match every object, also those
 * that are to be deleted.
 */
function assertSpec(spec: unknown): void {
  if (typeof spec !== 'object' || spec === null) {
    throw invalid('its beginning', `${String(spec)} is neither text nor { matchLabels, matchExpressions }`);
  }
  for (const key of Object.keys(spec)) {
    if (key === 'matchLabels' || key === 'matchExpressions') continue;
    throw invalid(
      JSON.stringify(key),
      `a selector has matchLabels and matchExpressions, and no ${JSON.stringify(key)}. For a map of labels write ` +
        '{ matchLabels: labels }',
    );
  }
}

function checked(
  where: string,
  name: string,
  operator: LabelRequirement['operator'],
  values: readonly string[],
): LabelRequirement {
  const nameFault = typeof name === 'string' ? labelNameFault(name) : 'is not text';
  if (nameFault !== undefined) throw invalid(where, `the label name ${JSON.stringify(name)} ${nameFault}`);
  for (const value of values) {
    const fault = typeof value === 'string' ? labelValueFault(value) : 'is not text';
    if (fault !== undefined) throw invalid(where, `the label value ${JSON.stringify(value)} ${fault}`);
  }
  return new LabelRequirement(name, operator, values);
}

function invalid(where: string, what: string): KubeInformerError {
  return new KubeInformerError('ERR_INVALID_SELECTOR', `Cannot read the label selector at ${where}: ${what}.`);
}
