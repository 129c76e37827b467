import { invalid } from '../field-error.js';
import type { FieldError } from '../field-error.js';
import type { DefinitionNames } from './definition.js';

const LABEL = '[a-z]([-a-z0-9]*[a-z0-9])?';
const LABEL_FORM = new RegExp(`^${LABEL}$`);
// Of DNS.
const MAX_LABEL = 63;

/** What is wrong with a name that has to be a DNS label of the older, stricter kind. */
export function dns1035Problems(name: string): string[] {
  const problems: string[] = [];
  if (Buffer.byteLength(name) > MAX_LABEL) problems.push(`must be no more than ${String(MAX_LABEL)} characters`);
  if (!LABEL_FORM.test(name)) {
    problems.push(
      `a DNS-1035 label must consist of lower case alphanumeric characters or '-', start with an alphabetic character, and end with an alphanumeric character (e.g. 'my-name',  or 'abc-123', regex used for validation is '${LABEL}')`,
    );
  }
  return problems;
}

/** What is wrong with the names of a CRD that are there. */
export function namesErrors(names: DefinitionNames, field: string): FieldError[] {
  const errors: FieldError[] = [];
  const check = (path: string, name: string | undefined, options: { readonly mixedCase?: boolean } = {}): void => {
    if (name === undefined || name === '') return;
    const problems = dns1035Problems(options.mixedCase === true ? name.toLowerCase() : name);
    if (problems.length === 0) return;
    const prefix = options.mixedCase === true ? 'may have mixed case, but should otherwise match: ' : '';
    errors.push(invalid(`${field}.${path}`, name, prefix + problems.join(',')));
  };
  check('plural', names.plural);
  check('singular', names.singular);
  check('kind', names.kind, { mixedCase: true });
  check('listKind', names.listKind, { mixedCase: true });
  names.shortNames?.forEach((name, index) => {
    check(`shortNames[${String(index)}]`, name);
  });
  if (names.kind !== '' && names.kind === names.listKind) {
    errors.push(invalid(`${field}.listKind`, names.listKind, 'kind and listKind may not be the same'));
  }
  names.categories?.forEach((name, index) => {
    check(`categories[${String(index)}]`, name);
  });
  return errors;
}
