import type { KubernetesObject, ObjectRecord } from '../meta/index.js';
import type { Segment } from './backlog.js';
import { added } from './notification.js';

/** The cache as adds, for a handler that joins. Each is made when it is read: joining a large cache costs one array. */
export function replayOf<T extends KubernetesObject>(records: readonly ObjectRecord<T>[]): Segment<T> {
  return {
    length: records.length,
    at: (index) => {
      const record = records[index];
      return record === undefined ? undefined : added(record, true);
    },
  };
}
