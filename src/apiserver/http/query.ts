const ESCAPES = /%(?![0-9a-fA-F]{2})/;

/** The parameters of a URL. As in Go, one that is not written properly is as if it were not there. */
export function queryOf(url: string): URLSearchParams {
  const at = url.indexOf('?');
  if (at === -1) return new URLSearchParams();
  const pairs = url.slice(at + 1).split('&');
  return new URLSearchParams(pairs.filter((pair) => !ESCAPES.test(pair) && !pair.includes(';')).join('&'));
}
