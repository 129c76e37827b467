function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  const names = Object.keys(value).sort();
  return Object.fromEntries(names.map((name) => [name, sorted((value as Record<string, unknown>)[name])]));
}

/** YAML as the real server writes it: keys sorted, lists not indented. The library is loaded when first needed. */
export async function yamlOf(value: unknown): Promise<string> {
  const { dump } = await import('js-yaml');
  return dump(sorted(value), { noRefs: true, seqNoIndent: true });
}
