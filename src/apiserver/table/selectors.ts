import { at, items } from './read.js';
import type { Part } from './read.js';

/** Labels as `a=1,b=2`; `<none>` for none. */
export function labelsText(part: unknown, path: string): string {
  const labels = at(part, path);
  if (typeof labels !== 'object' || labels === null) return '<none>';
  const texts = Object.entries(labels as Readonly<Record<string, string>>)
    .map(([name, value]) => `${name}=${value}`)
    .sort();
  return texts.length === 0 ? '<none>' : texts.join(',');
}

const SIGNS: Readonly<Record<string, (key: string, values: string) => string>> = {
  In: (key, values) => `${key} in (${values})`,
  NotIn: (key, values) => `${key} notin (${values})`,
  Exists: (key) => key,
  DoesNotExist: (key) => `!${key}`,
};

/** A label selector in the short form; `<none>` for one that selects everything or is not there. */
export function selectorText(part: unknown, path: string): string {
  const selector = at(part, path);
  if (selector === undefined) return '<none>';
  const labels = labelsText(selector, 'matchLabels');
  const expressions = items(selector, 'matchExpressions').map(expressionText);
  const texts = [...(labels === '<none>' ? [] : [labels]), ...expressions];
  return texts.length === 0 ? '<none>' : texts.join(',');
}

function expressionText(expression: Part): string {
  const values = [...((expression['values'] as readonly string[] | undefined) ?? [])].sort().join(',');
  const sign = SIGNS[String(expression['operator'])];
  return sign === undefined ? '<error>' : sign(String(expression['key']), values);
}
