/** The texts of what is wrong with names, labels and the like. They go over the wire, so they are the real server's. */

const LABEL = '[a-z0-9]([-a-z0-9]*[a-z0-9])?';
const SUBDOMAIN = `${LABEL}(\\.${LABEL})*`;
const QUALIFIED = '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]';
const LABEL_VALUE = `(${QUALIFIED})?`;

const DNS_LABEL = new RegExp(`^${LABEL}$`);
const DNS_SUBDOMAIN = new RegExp(`^${SUBDOMAIN}$`);
const QUALIFIED_NAME = new RegExp(`^${QUALIFIED}$`);
const LABEL_VALUE_FORM = new RegExp(`^${LABEL_VALUE}$`);

// The limits of DNS (RFC 1035), which Kubernetes took over for names and for the parts of label keys.
const MAX_LABEL = 63;
const MAX_SUBDOMAIN = 253;

const tooLong = (max: number): string => `must be no more than ${String(max)} characters`;
// The real server has two texts for the same rule, the younger one for keys and values of labels.
const tooManyBytes = (max: number): string => `must be no more than ${String(max)} bytes`;
const example = (names: readonly string[]): string =>
  names
    .map((name) => `'${name}', `)
    .join(' or ')
    .slice(0, -2);

function badForm(rule: string, format: string, names: readonly string[]): string {
  return `${rule} (e.g. ${example(names)}, regex used for validation is '${format}')`;
}

const bytesOf = (text: string): number => Buffer.byteLength(text);

/** What is wrong with a name that has to be a DNS label: namespaces, and services in part. */
export function dnsLabelProblems(name: string): string[] {
  const problems = bytesOf(name) > MAX_LABEL ? [tooLong(MAX_LABEL)] : [];
  if (!DNS_LABEL.test(name)) {
    problems.push(
      badForm(
        "a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must start and end with an alphanumeric character",
        LABEL,
        ['my-name', '123-abc'],
      ),
    );
  }
  return problems;
}

/** What is wrong with a name that has to be a DNS subdomain: most names. */
export function dnsSubdomainProblems(name: string, limit = tooLong): string[] {
  const problems = bytesOf(name) > MAX_SUBDOMAIN ? [limit(MAX_SUBDOMAIN)] : [];
  if (!DNS_SUBDOMAIN.test(name)) {
    problems.push(
      badForm(
        "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character",
        SUBDOMAIN,
        ['example.com'],
      ),
    );
  }
  return problems;
}

const KEY_RULE =
  "must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character";
const KEY_EXAMPLES = ['MyName', 'my.name', '123-abc'];

/** What is wrong with the key of a label or annotation, or with a finalizer. */
export function qualifiedNameProblems(key: string): string[] {
  const parts = key.split('/');
  if (parts.length > 2) {
    return [
      `a valid label key ${badForm(KEY_RULE, QUALIFIED, KEY_EXAMPLES)} with an optional DNS subdomain prefix and '/' (e.g. 'example.com/MyName')`,
    ];
  }
  const name = parts.at(-1) as string;
  const problems: string[] = [];
  if (parts.length === 2) {
    const prefix = parts[0] as string;
    if (prefix === '') problems.push('prefix part must be non-empty');
    else problems.push(...dnsSubdomainProblems(prefix, tooManyBytes).map((text) => `prefix part ${text}`));
  }
  if (name === '') problems.push('name part must be non-empty');
  else if (bytesOf(name) > MAX_LABEL) problems.push(`name part ${tooManyBytes(MAX_LABEL)}`);
  if (!QUALIFIED_NAME.test(name)) problems.push(`name part ${badForm(KEY_RULE, QUALIFIED, KEY_EXAMPLES)}`);
  return problems;
}

/** What is wrong with the value of a label. */
export function labelValueProblems(value: string): string[] {
  const problems = bytesOf(value) > MAX_LABEL ? [tooManyBytes(MAX_LABEL)] : [];
  if (!LABEL_VALUE_FORM.test(value)) {
    problems.push(
      badForm(`a valid label must be an empty string or ${KEY_RULE.slice('must '.length)}`, LABEL_VALUE, [
        'MyValue',
        'my_value',
        '12345',
      ]),
    );
  }
  return problems;
}

/** What keeps a name out of a path, whatever its kind. A prefix is what a name is generated from. */
export function pathSegmentProblems(name: string, options: { prefix?: boolean } = {}): string[] {
  if (options.prefix !== true && (name === '.' || name === '..')) return [`may not be '${name}'`];
  return ['/', '%'].filter((part) => name.includes(part)).map((part) => `may not contain '${part}'`);
}

/** Names are generated from these: no vowels, no look-alikes, so that neither words nor misreadings come out. */
const ALPHABET = 'bcdfghjklmnpqrstvwxz2456789';
const SUFFIX_LENGTH = 5;
// A name of 63 characters is a DNS label, which some kinds ask for.
const MAX_BASE = MAX_LABEL - SUFFIX_LENGTH;

/** A name that begins with `base` and ends in five random characters. `random` is as Math.random. */
export function generateName(base: string, random: () => number): string {
  let suffix = '';
  for (let i = 0; i < SUFFIX_LENGTH; i += 1) suffix += ALPHABET.charAt(Math.floor(random() * ALPHABET.length));
  return base.slice(0, MAX_BASE) + suffix;
}

/** A prefix ending in a dash is fine for a name that goes on: the dash is taken as if a letter followed. */
export const asPrefix = (name: string): string =>
  name.length > 1 && name.endsWith('-') ? `${name.slice(0, -2)}a` : name;
