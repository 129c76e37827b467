/** Writes DER: what X.509 certificates are made of. Only the few types that they need. */

/** One element: a tag, the length in as few bytes as it takes (Go refuses others), the parts. */
function element(tag: number, ...parts: readonly Uint8Array[]): Buffer {
  const body = Buffer.concat(parts);
  if (body.length < 0x80) return Buffer.concat([Buffer.from([tag, body.length]), body]);
  const length: number[] = [];
  for (let left = body.length; left > 0; left = Math.floor(left / 256)) length.unshift(left % 256);
  return Buffer.concat([Buffer.from([tag, 0x80 | length.length, ...length]), body]);
}

export const sequence = (...parts: readonly Uint8Array[]): Buffer => element(0x30, ...parts);
export const set = (...parts: readonly Uint8Array[]): Buffer => element(0x31, ...parts);
export const octetString = (bytes: Uint8Array): Buffer => element(0x04, bytes);
export const utf8String = (text: string): Buffer => element(0x0c, Buffer.from(text));
export const boolean = (value: boolean): Buffer => element(0x01, Buffer.from([value ? 0xff : 0]));

/** `unused` bits at the end do not count. */
export const bitString = (bytes: Uint8Array, unused = 0): Buffer => element(0x03, Buffer.from([unused]), bytes);

/** A positive integer from its bytes, most significant first. */
export function integer(bytes: Uint8Array): Buffer {
  let start = 0;
  while (start < bytes.length - 1 && bytes[start] === 0) start++;
  const shortest = bytes.subarray(start);
  // A first bit that is set would make it negative.
  return (shortest[0] ?? 0) >= 0x80 ? element(0x02, Buffer.from([0]), shortest) : element(0x02, shortest);
}

export function objectIdentifier(dotted: string): Buffer {
  const [first = 0, second = 0, ...rest] = dotted.split('.').map(Number);
  const bytes = [first * 40 + second, ...rest].flatMap((arc) => {
    const groups: number[] = [arc % 128];
    for (let left = Math.floor(arc / 128); left > 0; left = Math.floor(left / 128)) groups.unshift((left % 128) | 0x80);
    return groups;
  });
  return element(0x06, Buffer.from(bytes));
}

/** With four digits for the year: the older form of time ends in 2049. */
export const generalizedTime = (date: Date): Buffer =>
  element(0x18, Buffer.from(`${date.toISOString().slice(0, 19).replaceAll(/[-:T]/g, '')}Z`));

/** `[n]` around what has its own tag. */
export const explicit = (n: number, inner: Uint8Array): Buffer => element(0xa0 | n, inner);

/** `[n]` in place of the tag of a text or bytes. */
export const implicit = (n: number, bytes: Uint8Array): Buffer => element(0x80 | n, bytes);

export function pem(label: string, bytes: Uint8Array): string {
  const lines =
    Buffer.from(bytes)
      .toString('base64')
      .match(/.{1,64}/g) ?? [];
  return [`-----BEGIN ${label}-----`, ...lines, `-----END ${label}-----`, ''].join('\n');
}
