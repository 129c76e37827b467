import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { ApiObject } from '../contract.js';
import { StatusError } from '../status-error.js';
import type { FieldValidation } from './contract.js';
import { applyDefaults, builtInSchema, customSchema, parseBody, validateCustom, forgetEmptyLists } from './index.js';
import { gadget } from './test-gadget.js';

interface Recorded {
  readonly name: string;
  readonly kind: string;
  readonly fieldValidation?: FieldValidation;
  readonly mediaType?: string;
  readonly body: string;
  readonly code: number;
  readonly message?: string;
  readonly reason?: string;
  readonly details?: { readonly causes?: readonly { readonly field: string; readonly message: string }[] };
  readonly object?: Record<string, unknown>;
  readonly warnings?: string;
}

const VERSIONS: Readonly<Record<string, string>> = { Deployment: 'apps/v1', Role: 'rbac.authorization.k8s.io/v1' };

const gadgets = customSchema('read.test/v1', 'Gadget', gadget);

const records = readFileSync(new URL('./fixtures/bodies.jsonl', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as Recorded);

type Outcome = { object: ApiObject; problems: readonly string[] } | { code: number; message: string | undefined };

async function read(record: Recorded): Promise<Outcome> {
  const schema = record.kind === 'Gadget' ? gadgets : builtInSchema(VERSIONS[record.kind] ?? 'v1', record.kind);
  const body = { mediaType: record.mediaType ?? 'application/json', bytes: Buffer.from(record.body) };
  try {
    return await parseBody(body, schema, record.fieldValidation ?? 'Warn');
  } catch (error) {
    if (!(error instanceof StatusError)) throw error;
    return { code: error.status.code, message: error.status.message };
  }
}

/** Parsers of YAML differ in how they put what is wrong. */
const withoutYamlDetail = (message: string | undefined): string | undefined =>
  message?.replace(/yaml: .*(?= \()/, 'yaml');

const warningsOf = (problems: readonly string[]): string | undefined =>
  problems.length === 0 ? undefined : problems.map((text) => `299 - ${JSON.stringify(text)}`).join(', ');

describe('a body is read as a kube-apiserver was recorded to read it', () => {
  for (const record of records) {
    it(record.name, async () => {
      const outcome = await read(record);
      if (record.code === 400 || record.code === 415) {
        if ('object' in outcome) throw new Error(`was read, instead of: ${record.message ?? ''}`);
        expect({ code: outcome.code, message: withoutYamlDetail(outcome.message) }).toEqual({
          code: record.code,
          message: withoutYamlDetail(record.message),
        });
        return;
      }
      if (!('object' in outcome)) throw new Error(outcome.message);
      expect(warningsOf(outcome.problems)).toEqual(record.warnings);
      if (record.kind !== 'Gadget') {
        if (record.kind === 'ConfigMap' || record.kind === 'Role') {
          // What was recorded came back from the storage.
          forgetEmptyLists(outcome.object);
          const { metadata: _, ...object } = outcome.object;
          if (record.object !== undefined) expect(object).toEqual(record.object);
        }
        return;
      }
      applyDefaults(gadget, outcome.object);
      const found = validateCustom(gadget, outcome.object).map(({ field, text }) => `${field}: ${text}`);
      const causes = (record.details?.causes ?? []).map(({ field, message }) => `${field}: ${message}`);
      expect(found.sort()).toEqual(causes.sort());
      if (record.object !== undefined) {
        const { metadata: _, ...object } = outcome.object;
        expect(object).toEqual(record.object);
      }
    });
  }
});
