/** Every place where two JSON values differ, as `path: expected … got …`. Empty when they are equal. */
export function differences(expected: unknown, actual: unknown, path = ''): string[] {
  if (Object.is(expected, actual)) return [];
  if (Array.isArray(expected) && Array.isArray(actual)) {
    const inner = expected
      .slice(0, actual.length)
      .flatMap((item, index) => differences(item, actual[index], `${path}[${index}]`));
    const missing = expected
      .slice(actual.length)
      .map((item, index) => `${path}[${actual.length + index}]: missing ${show(item)}`);
    const extra = actual
      .slice(expected.length)
      .map((item, index) => `${path}[${expected.length + index}]: extra ${show(item)}`);
    return [...inner, ...missing, ...extra];
  }
  if (isPlain(expected) && isPlain(actual)) {
    return [...new Set([...Object.keys(expected), ...Object.keys(actual)])].sort().flatMap((key) => {
      const place = path === '' ? key : `${path}.${key}`;
      if (!(key in actual)) return [`${place}: missing ${show(expected[key])}`];
      if (!(key in expected)) return [`${place}: extra ${show(actual[key])}`];
      return differences(expected[key], actual[key], place);
    });
  }
  return [`${path}: expected ${show(expected)} got ${show(actual)}`];
}

const isPlain = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

// Longer values make a report nobody reads.
const SHOWN = 400;

function show(value: unknown): string {
  const text = value === undefined ? 'undefined' : JSON.stringify(value);
  return text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text;
}
