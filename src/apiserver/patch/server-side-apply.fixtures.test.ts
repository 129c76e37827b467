import { describe, expect, it } from 'vitest';
import { validateCustom } from '../schema/index.js';
import { serverSideApply } from './server-side-apply.js';
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
import { widget } from './test-widget.js';

describe('server-side apply does what a kube-apiserver was recorded to do', () => {
  for (const record of recorded('apply')) {
    it(record.name, () => {
      const outcome = attempt(() =>
        serverSideApply({
          schema: schemaOf(record),
          live: record.before ?? undefined,
          applied: record.body,
          manager: record.manager,
          force: record.force ?? false,
          subresource: record.subresource ?? '',
          now: nowOf(record),
          resetFields: resetFieldsOf(record),
        }),
      );
      if (record.after === undefined) {
        if ('result' in outcome && record.code === 422) {
          // The server refused the result, which is not ours to do; for custom objects we can check why.
          if (record.kind === 'Widget') expect(validateCustom(widget, outcome.result)).not.toEqual([]);
          return;
        }
        expect(outcome).toEqual({ status: comparableStatus(record.status) });
        return;
      }
      if ('status' in outcome) throw new Error(JSON.stringify(outcome.status));
      expect(comparable(record, defaulted(record, outcome.result))).toEqual(comparable(record, record.after));
    });
  }
});
