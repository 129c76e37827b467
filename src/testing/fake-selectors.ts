import { messageOf } from '../errors/index.js';
import { FieldSelector, LabelSelector, PlainRecord } from '../meta/index.js';
import type { KubernetesObject } from '../meta/index.js';
import type { ListOptions } from '../reflector/index.js';
import { apiError } from './fake-errors.js';

/**
 * Whether an object is selected by the options of a request. Any field may be named, where a server
 * takes a few of each kind. Throws 400 for a selector that cannot be read, as the API server does.
 */
export function compileSelectors(options: ListOptions): (object: KubernetesObject) => boolean {
  const labels = parse(() => LabelSelector.from(options.labelSelector));
  const fields = parse(() => FieldSelector.from(options.fieldSelector));
  if (labels.isEmpty && fields.isEmpty) return () => true;
  return (object) => {
    const record = new PlainRecord(object);
    return labels.matchesRecord(record) && fields.matchesRecord(record);
  };
}

function parse<S>(read: () => S): S {
  try {
    return read();
  } catch (error) {
    throw apiError(400, { message: messageOf(error) });
  }
}
