/**
 * The forms of names and values. Each function gives what is wrong, one text a rule, in the words of the real server
 * (they are compared by clients and tests); an empty list is a valid value. Lengths are in bytes, as Go counts.
 */
export type Check = (value: string) => string[];

const LABEL = '[a-z0-9]([-a-z0-9]*[a-z0-9])?';
const SUBDOMAIN = `${LABEL}(\\.${LABEL})*`;
const UNDERSCORE_LABEL = '_?[a-z0-9]([-_a-z0-9]*[a-z0-9])?';
const UNDERSCORE_SUBDOMAIN = `${UNDERSCORE_LABEL}(\\.${UNDERSCORE_LABEL})*`;
const QUALIFIED = '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]';

const bytes = (text: string): number => Buffer.byteLength(text);
const whole = (pattern: string): RegExp => new RegExp(`^(?:${pattern})$`);

/** A rule that is a pattern, with examples of what fits. */
export function pattern(message: string, regex: string, ...examples: readonly string[]): string {
  const shown = examples.map((example) => `'${example}', `).join(' or ');
  return `${message} (${shown === '' ? '' : `e.g. ${shown}`}regex used for validation is '${regex}')`;
}

const tooLong = (max: number): string => `must be no more than ${String(max)} characters`;
const tooManyBytes = (max: number): string => `must be no more than ${String(max)} bytes`;

/** A range with both ends in it. */
export const between = (low: number, high: number): string =>
  `must be between ${String(low)} and ${String(high)}, inclusive`;

export const NOT_NEGATIVE = 'must be greater than or equal to 0';
export const IMMUTABLE = 'field is immutable';
/** The largest int32, the bound of ids and deadlines. */
export const MAX_INT32 = 2 ** 31 - 1;

const SUBDOMAIN_RE = whole(SUBDOMAIN);
const LABEL_RE = whole(LABEL);

const SUBDOMAIN_MESSAGE = pattern(
  "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character",
  SUBDOMAIN,
  'example.com',
);
const LABEL_MESSAGE = pattern(
  "a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must start and end with an alphanumeric character",
  LABEL,
  'my-name',
  '123-abc',
);

/** `a.b-c.d`, at most 253 long: most names of objects. */
export function dnsSubdomain(value: string): string[] {
  const errors: string[] = [];
  if (bytes(value) > 253) errors.push(tooLong(253));
  if (!SUBDOMAIN_RE.test(value)) errors.push(SUBDOMAIN_MESSAGE);
  return errors;
}

/** As `dnsSubdomain`, with underscores: search paths of resolvers. */
export function dnsSubdomainWithUnderscore(value: string): string[] {
  const errors: string[] = [];
  if (bytes(value) > 253) errors.push(tooLong(253));
  if (!whole(UNDERSCORE_SUBDOMAIN).test(value)) {
    errors.push(
      pattern(
        "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '_', '-' or '.', and must start and end with an alphanumeric character",
        UNDERSCORE_SUBDOMAIN,
        'example.com',
      ),
    );
  }
  return errors;
}

/** One label of a DNS name: containers, volumes, namespaces. */
export function dnsLabel(value: string): string[] {
  const errors: string[] = [];
  if (bytes(value) > 63) errors.push(tooLong(63));
  if (!LABEL_RE.test(value)) errors.push(SUBDOMAIN_RE.test(value) ? 'must not contain dots' : LABEL_MESSAGE);
  return errors;
}

/** `*.example.com`: hosts of ingresses. */
export function wildcardSubdomain(value: string): string[] {
  const errors: string[] = [];
  const regex = `\\*\\.${SUBDOMAIN}`;
  if (bytes(value) > 253) errors.push(tooLong(253));
  if (!whole(regex).test(value)) {
    errors.push(
      pattern(
        "a wildcard DNS-1123 subdomain must start with '*.', followed by a valid DNS subdomain, which must consist of lower case alphanumeric characters, '-' or '.' and end with an alphanumeric character",
        regex,
        '*.example.com',
      ),
    );
  }
  return errors;
}

const QUALIFIED_MESSAGE = pattern(
  "must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character",
  QUALIFIED,
  'MyName',
  'my.name',
  '123-abc',
);

/** A key of a label or annotation, a finalizer, a resource: `name` or `example.com/name`. */
export function qualifiedName(value: string): string[] {
  const parts = value.split('/');
  if (parts.length > 2) {
    return [
      `a valid label key ${QUALIFIED_MESSAGE} with an optional DNS subdomain prefix and '/' (e.g. 'example.com/MyName')`,
    ];
  }
  const errors: string[] = [];
  const name = parts.at(-1) as string;
  if (parts.length === 2) {
    const prefix = parts[0] as string;
    if (prefix === '') errors.push('prefix part must be non-empty');
    else {
      if (bytes(prefix) > 253) errors.push(`prefix part ${tooManyBytes(253)}`);
      if (!SUBDOMAIN_RE.test(prefix)) errors.push(`prefix part ${SUBDOMAIN_MESSAGE}`);
    }
  }
  if (name === '') errors.push('name part must be non-empty');
  else if (bytes(name) > 63) errors.push(`name part ${tooManyBytes(63)}`);
  if (!whole(QUALIFIED).test(name)) errors.push(`name part ${QUALIFIED_MESSAGE}`);
  return errors;
}

/** A value of a label. */
export function labelValue(value: string): string[] {
  const errors: string[] = [];
  const regex = `(${QUALIFIED})?`;
  if (bytes(value) > 63) errors.push(tooManyBytes(63));
  if (!whole(regex).test(value)) {
    errors.push(
      pattern(
        "a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character",
        regex,
        'MyValue',
        'my_value',
        '12345',
      ),
    );
  }
  return errors;
}

export const portNumber = (port: number): string[] => (port >= 1 && port <= 65535 ? [] : [between(1, 65535)]);

/** A name of a port, as in the IANA registry. */
export function portName(value: string): string[] {
  const errors: string[] = [];
  if (bytes(value) > 15) errors.push(tooLong(15));
  if (!/^[-a-z0-9]+$/.test(value)) {
    errors.push('must contain only alpha-numeric characters (a-z, 0-9), and hyphens (-)');
  }
  if (!/[a-z]/.test(value)) errors.push('must contain at least one letter (a-z)');
  if (value.includes('--')) errors.push('must not contain consecutive hyphens');
  if (value.startsWith('-') || value.endsWith('-')) errors.push('must not begin or end with a hyphen');
  return errors;
}

function directorySteps(value: string): string[] {
  if (value === '.') return ["must not be '.'"];
  if (value === '..') return ["must not be '..'"];
  return value.startsWith('..') ? ["must not start with '..'"] : [];
}

/** A key of a ConfigMap or Secret, which may become a file. */
export function configKey(value: string): string[] {
  const errors: string[] = [];
  const regex = '[-._a-zA-Z0-9]+';
  if (bytes(value) > 253) errors.push(tooLong(253));
  if (!whole(regex).test(value)) {
    errors.push(
      pattern(
        "a valid config key must consist of alphanumeric characters, '-', '_' or '.'",
        regex,
        'key.name',
        'KEY_NAME',
        'key-name',
      ),
    );
  }
  return [...errors, ...directorySteps(value)];
}

/** A name of an environment variable. */
export function envName(value: string): string[] {
  if (value === '') return ['environment variable name must be non-empty'];
  if (/^[\x20-\x3c\x3e-\x7e]*$/.test(value)) return [];
  return ["a valid environment variable name must consist only of printable ASCII characters other than '='"];
}

export function httpHeaderName(value: string): string[] {
  const regex = '[-A-Za-z0-9]+';
  if (whole(regex).test(value)) return [];
  return [pattern("a valid HTTP header must consist of alphanumeric characters or '-'", regex, 'X-Header-Name')];
}

export function percent(value: string): string[] {
  if (/^[0-9]+%$/.test(value)) return [];
  return [pattern("a valid percent string must be a numeric string followed by an ending '%'", '[0-9]+%', '1%', '93%')];
}

/** A segment of a path: what every name must be at least. RBAC names are no more than that. */
export function pathSegment(value: string): string[] {
  return value === '.' || value === '..' ? [`may not be '${value}'`] : pathSegmentPrefix(value);
}

/** What a segment of a path may begin with. */
export const pathSegmentPrefix = (value: string): string[] =>
  ['/', '%'].filter((text) => value.includes(text)).map((text) => `may not contain '${text}'`);
