/** What a suite found: whether its targets were met; undefined when it has none and only prints figures. */
export type SuiteResult = boolean | undefined;

/** The last line of a run, and its exit code. */
export function conclusion(results: readonly SuiteResult[]): { readonly says: string; readonly code: number } {
  const judged = results.filter((result) => result !== undefined);
  if (judged.length === 0) return { says: 'No target was judged: these figures are there to be compared.', code: 0 };
  if (judged.includes(false)) return { says: 'Some target was missed: see above.', code: 1 };
  return { says: 'Every target was met.', code: 0 };
}
