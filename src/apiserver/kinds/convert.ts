import type { ApiObject } from '../contract.js';
import { autoscalerToV1, autoscalerToV2 } from './convert-autoscaler.js';
import { eventToCore, eventToEvents } from './convert-event.js';

type Conversion = (object: ApiObject) => ApiObject;

/** By kind and target version; the source is told by the object itself. */
const CONVERSIONS: Readonly<Record<string, Conversion>> = {
  'Event v1': eventToCore,
  'Event events.k8s.io/v1': eventToEvents,
  'HorizontalPodAutoscaler autoscaling/v1': autoscalerToV1,
  'HorizontalPodAutoscaler autoscaling/v2': autoscalerToV2,
};

/**
 * An object of a built-in kind in another version of its group. The given one is not changed, and may share parts with
 * the result. Versions whose fields are the same differ in `apiVersion` only.
 */
export function convert(object: ApiObject, toApiVersion: string): ApiObject {
  if (object.apiVersion === toApiVersion) return object;
  const conversion = CONVERSIONS[`${object.kind} ${toApiVersion}`];
  return conversion === undefined ? { ...object, apiVersion: toApiVersion } : conversion(object);
}
