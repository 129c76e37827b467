// What Kubernetes accepts: letters and digits at both ends, with "-", "_" and "." between.
const NAME = /^[A-Za-z0-9](?:[-A-Za-z0-9_.]*[A-Za-z0-9])?$/;
const DNS_SUBDOMAIN = /^[a-z0-9](?:[-a-z0-9]*[a-z0-9])?(?:\.[a-z0-9](?:[-a-z0-9]*[a-z0-9])?)*$/;

// The limits of a DNS label and of a DNS name.
const LONGEST_NAME = 63;
const LONGEST_PREFIX = 253;

const SHAPE = 'must begin and end with a letter or digit, with only letters, digits, "-", "_" and "." between';

/** Why `name` cannot be the name of a label (`app`, `example.com/app`); undefined when it can. */
export function labelNameFault(name: string): string | undefined {
  const parts = name.split('/');
  if (parts.length > 2) return 'has more than one slash';
  const [prefix, short] = parts.length === 2 ? (parts as [string, string]) : [undefined, name];
  if (prefix !== undefined) {
    if (prefix === '') return 'has nothing before the slash';
    if (prefix.length > LONGEST_PREFIX) return `has more than ${LONGEST_PREFIX} characters before the slash`;
    if (!DNS_SUBDOMAIN.test(prefix)) return 'must have a lower-case DNS name before the slash';
  }
  if (short === '') return 'is empty';
  if (short.length > LONGEST_NAME) return `has more than ${LONGEST_NAME} characters`;
  return NAME.test(short) ? undefined : SHAPE;
}

/** Why `value` cannot be the value of a label; undefined when it can. The empty one can. */
export function labelValueFault(value: string): string | undefined {
  if (value === '') return undefined;
  if (value.length > LONGEST_NAME) return `has more than ${LONGEST_NAME} characters`;
  return NAME.test(value) ? undefined : SHAPE;
}
