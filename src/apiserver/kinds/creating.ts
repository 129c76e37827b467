import type { ApiObject } from '../contract.js';

const created = new WeakSet<ApiObject>();

/** Says that an object is new: `prepareForCreate` does, for rules that no later change has to follow. */
export const markNew = (object: ApiObject): void => {
  created.add(object);
};

/** Whether `validate` is looking at a creation. */
export const isNew = (object: ApiObject): boolean => created.has(object);
