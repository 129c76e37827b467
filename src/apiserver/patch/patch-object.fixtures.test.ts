import { describe, expect, it } from 'vitest';
import type { ApiObject } from '../contract.js';
import type { Body } from '../http/contract.js';
import { patchObject } from './patch-object.js';
import {
  attempt,
  comparable,
  comparableStatus,
  defaulted,
  nowOf,
  recorded,
  resetFieldsOf,
  schemaOf,
} from './test-fixtures.js';
import type { Recorded } from './test-fixtures.js';
import { trackUpdate } from './track-update.js';

const TYPES: Readonly<Record<string, string>> = {
  merge: 'application/merge-patch+json',
  json: 'application/json-patch+json',
  strategic: 'application/strategic-merge-patch+json',
};

const bodyOf = (record: Recorded): Body => ({
  mediaType: TYPES[record.do] as string,
  bytes: Buffer.from(typeof record.body === 'string' ? record.body : JSON.stringify(record.body)),
});

function patched(record: Recorded): { object: ApiObject; problems: readonly string[] } {
  const before = record.before as ApiObject;
  const { object, problems } = patchObject({
    schema: schemaOf(record),
    object: before,
    body: bodyOf(record),
    fieldValidation: record.fieldValidation ?? 'Warn',
  });
  defaulted(record, object);
  const entries = trackUpdate({
    schema: schemaOf(record),
    before,
    after: object,
    manager: record.manager,
    subresource: record.subresource ?? '',
    now: nowOf(record),
    resetFields: resetFieldsOf(record),
  });
  if (entries.length > 0) object.metadata.managedFields = entries;
  else delete object.metadata.managedFields;
  return { object, problems };
}

const warningsOf = (problems: readonly string[]): string | undefined =>
  problems.length === 0 ? undefined : problems.map((text) => `299 - ${JSON.stringify(text)}`).join(', ');

for (const file of ['json', 'merge', 'strategic']) {
  describe(`a ${file} patch does what a kube-apiserver was recorded to do`, () => {
    for (const record of recorded(file)) {
      it(record.name, () => {
        const outcome = attempt(() => patched(record));
        if (record.after === undefined) {
          // The kind refused the result, which is not ours to do.
          if ('result' in outcome && /^(?:Deployment\.apps|Widget\.recorded\.test) /.test(record.status?.message ?? ''))
            return;
          expect(outcome).toEqual({ status: comparableStatus(record.status) });
          return;
        }
        if ('status' in outcome) throw new Error(JSON.stringify(outcome.status));
        expect(comparable(record, outcome.result.object)).toEqual(comparable(record, record.after));
        expect(warningsOf(outcome.result.problems)).toEqual(record.warnings);
      });
    }
  });
}
