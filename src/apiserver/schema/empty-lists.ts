import { CODE, TIMES, messageTypeOf } from '../../wire/codec/index.js';
import type { Field, MessageType } from '../../wire/codec/index.js';
import type { ApiObject } from '../contract.js';
import type { Json } from '../json.js';
import { isObject } from '../json.js';

/** The fields of a type in or below which a list stands that Go writes even when it is empty. */
const found = new WeakMap<MessageType, readonly Field[]>();

function fieldsOf(type: MessageType): readonly Field[] {
  let fields = found.get(type);
  if (fields === undefined) {
    // A type that refers to itself is taken to have some, which costs a look at most.
    found.set(type, type.slots);
    fields = type.slots.filter(
      (field) => isKept(field) || (field.code === CODE.MESSAGE && fieldsOf(field.inner).length > 0),
    );
    found.set(type, fields);
  }
  return fields;
}

const isKept = (field: Field): boolean => field.times === TIMES.LIST && !field.omitAbsent;

/**
 * Makes null of the empty lists of a built-in object. Rules and owners of fields see that a client sent `[]`, but the
 * storage of a kube-apiserver speaks protobuf, in which an empty list is none, and null is what comes back.
 */
export function forgetEmptyLists(object: ApiObject): void {
  const type = messageTypeOf(object.apiVersion, object.kind);
  if (type !== undefined) forgetIn(type, object);
}

function forgetIn(type: MessageType, object: Json): void {
  for (const field of fieldsOf(type)) {
    const value = object[field.json];
    if (Array.isArray(value) && value.length === 0 && isKept(field)) object[field.json] = null;
    else if (field.code !== CODE.MESSAGE) continue;
    else if (field.times === TIMES.LIST || field.times === TIMES.MAP) {
      for (const item of Object.values((value ?? {}) as Json)) if (isObject(item)) forgetIn(field.inner, item);
    } else if (isObject(value)) forgetIn(field.inner, value);
  }
}
