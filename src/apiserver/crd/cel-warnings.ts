import type { JsonSchema } from '../schema/index.js';

const RULES = 'x-kubernetes-validations';

/** Whether a schema has rules in the expression language, anywhere in it. */
export function hasCelRules(schema: unknown): boolean {
  if (typeof schema !== 'object' || schema === null) return false;
  if (Array.isArray(schema)) return schema.some(hasCelRules);
  const entries = Object.entries(schema);
  if (entries.some(([name, value]) => name === RULES && Array.isArray(value) && value.length > 0)) return true;
  return entries.some(([, value]) => hasCelRules(value));
}

/** What is said with every write of an object whose schema has such rules: they were not evaluated. */
export const celWarnings = (groupResource: string, schema: JsonSchema): readonly string[] =>
  hasCelRules(schema) ? [`the ${RULES} of ${groupResource} were not checked: this server does not evaluate them`] : [];
