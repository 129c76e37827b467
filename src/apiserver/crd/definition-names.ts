import type { Condition, Definition, DefinitionNames } from './definition.js';

/** What the names of a CRD come to beside those of the others of its group. */
export interface NamesOutcome {
  readonly accepted: DefinitionNames;
  readonly condition: Omit<Condition, 'lastTransitionTime'>;
}

const EMPTY: DefinitionNames = { plural: '', kind: '' };

/**
 * Accepts each name that is free in the group, and keeps the accepted one where it is not. `others` are the CRDs of the
 * group, this one included: what it was granted before stays its own.
 */
export function acceptNames(definition: Definition, others: Iterable<Definition>): NamesOutcome {
  const resources = new Set<string>();
  const kinds = new Set<string>();
  for (const { status } of others) {
    const names = status?.acceptedNames ?? EMPTY;
    for (const name of [names.plural, names.singular ?? '', ...(names.shortNames ?? [])]) resources.add(name);
    for (const name of [names.kind, names.listKind ?? '']) kinds.add(name);
  }
  const wanted = definition.spec.names;
  const old = definition.status?.acceptedNames ?? EMPTY;
  const accepted: DefinitionNames = { ...old };
  let condition: NamesOutcome['condition'] = {
    type: 'NamesAccepted',
    status: 'True',
    reason: 'NoConflicts',
    message: 'no conflicts found',
  };
  const refuse = (reason: string, message: string): void => {
    condition = { type: 'NamesAccepted', status: 'False', reason, message };
  };
  const settle = (field: 'kind' | 'listKind' | 'plural' | 'singular', used: ReadonlySet<string>): void => {
    const name = wanted[field] ?? '';
    if (name !== (old[field] ?? '') && used.has(name)) {
      refuse(`${field.charAt(0).toUpperCase()}${field.slice(1)}Conflict`, `${JSON.stringify(name)} is already in use`);
    } else if (name !== '') {
      accepted[field] = name;
    }
  };
  settle('plural', resources);
  settle('singular', resources);
  const taken = (wanted.shortNames ?? []).filter(
    (name) => old.shortNames?.includes(name) !== true && resources.has(name),
  );
  if (taken.length > 0) {
    const texts = taken.map((name) => `${JSON.stringify(name)} is already in use`);
    refuse('ShortNamesConflict', texts.length === 1 ? (texts[0] as string) : `[${texts.join(', ')}]`);
  } else if (wanted.shortNames === undefined) delete accepted.shortNames;
  else accepted.shortNames = [...wanted.shortNames];
  settle('kind', kinds);
  settle('listKind', kinds);
  if (wanted.categories === undefined) delete accepted.categories;
  else accepted.categories = [...wanted.categories];
  return { accepted: inOrder(accepted), condition };
}

/** In the order Go writes the fields. */
function inOrder(names: DefinitionNames): DefinitionNames {
  const { plural, singular, shortNames, kind, listKind, categories } = names;
  return {
    plural,
    ...(singular === undefined ? {} : { singular }),
    ...(shortNames === undefined ? {} : { shortNames }),
    kind,
    ...(listKind === undefined ? {} : { listKind }),
    ...(categories === undefined ? {} : { categories }),
  };
}
