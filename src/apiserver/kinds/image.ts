// A path of lower-case parts, behind a host that has a dot, a port or a capital; then a tag or a digest.
const PART = '[a-z0-9]+(?:(?:\\.|_|__|-+)[a-z0-9]+)*';
const HOST =
  '(?:(?:[a-zA-Z0-9](?:[a-zA-Z0-9-]*[a-zA-Z0-9])?)(?:\\.[a-zA-Z0-9](?:[a-zA-Z0-9-]*[a-zA-Z0-9])?)*(?::[0-9]+)?/)?';
const IMAGE = new RegExp(
  `^${HOST}${PART}(?:/${PART})*(?::(\\w[\\w.-]{0,127}))?(@[A-Za-z][\\w+.-]*:[0-9a-fA-F]{32,})?$`,
);

/** When an image is pulled, by its tag: `latest` (said, or meant by saying nothing) may be another one tomorrow. */
export function pullPolicyOf(image: string): 'Always' | 'IfNotPresent' {
  const match = IMAGE.exec(image);
  if (match === null) return 'IfNotPresent';
  const [, tag, digest] = match;
  return tag === 'latest' || (tag === undefined && digest === undefined) ? 'Always' : 'IfNotPresent';
}
