import { describe, expect, it } from 'vitest';
import { defaulted, entriesOf, nowOf, recorded, resetFieldsOf, schemaOf } from './test-fixtures.js';
import { trackUpdate } from './track-update.js';

describe('creations and replacements are owned as a kube-apiserver was recorded to write them', () => {
  for (const record of recorded('update')) {
    it(record.name, () => {
      const schema = schemaOf(record);
      const after = defaulted(record, schema.normalise(record.body).object);
      const entries = trackUpdate({
        schema,
        before: record.before ?? undefined,
        after,
        manager: record.manager,
        subresource: record.subresource ?? '',
        now: nowOf(record),
        resetFields: resetFieldsOf(record),
      });
      expect(entries).toEqual(entriesOf(record.after));
    });
  }
});
