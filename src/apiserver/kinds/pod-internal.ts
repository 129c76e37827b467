import type { PodSpec } from '../../generated/kinds/core-v1.js';
import { INTERNAL_TYPES } from './internal-types.js';
import type { Loose } from './loose.js';
import type { Template } from './workload.js';

type Fields = readonly (readonly [name: string, type: string])[];

let parsed: ReadonlyMap<string, Fields> | undefined;

function typesOf(): ReadonlyMap<string, Fields> {
  parsed ??= new Map(
    INTERNAL_TYPES.trim()
      .split('\n')
      .map((line) => {
        const [name = '', ...fields] = line.split(' ');
        return [name, fields.map((field) => [field.split(':')[0] ?? '', field.split(':')[1] ?? 's'] as const)];
      }),
  );
  return parsed;
}

const ZEROS: Readonly<Record<string, unknown>> = { s: '', i: 0, b: false, q: '0', map: null, J: null };

function internal(value: unknown, type: string): unknown {
  if (type.startsWith('*')) return value === undefined || value === null ? null : internal(value, type.slice(1));
  if (type.startsWith('[]')) {
    return Array.isArray(value) ? value.map((item: unknown) => internal(item, type.slice(2))) : null;
  }
  if (type === 'map') {
    if (value === undefined || value === null) return null;
    // Go writes maps in the order of their keys.
    return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
  }
  const fields = typesOf().get(type);
  if (fields === undefined) return value ?? ZEROS[type] ?? null;
  const given = new Map(Object.entries(value ?? {}).map(([name, inner]) => [name.toLowerCase(), inner as unknown]));
  return Object.fromEntries(fields.map(([name, inner]) => [name, internal(given.get(name.toLowerCase()), inner)]));
}

/** A value as the named struct of the server. */
export const internalStruct = (value: unknown, type: string): unknown => internal(value, type);

/** What the spec of a pod has and its internal struct keeps with the security context. */
const MOVED = ['hostNetwork', 'hostPID', 'hostIPC', 'shareProcessNamespace', 'hostUsers'] as const;

/** The spec of a pod as the server has it inside: every field there, under Go's names. */
export function internalPodSpec(spec: Loose<PodSpec>): unknown {
  const moved = Object.fromEntries(MOVED.map((name) => [name, spec[name]]));
  return internal({ ...spec, securityContext: { ...spec.securityContext, ...moved } }, 'PodSpec');
}

/** The same of a template. Its metadata has the names that users know. */
export const internalTemplate = ({ metadata, spec }: Template): unknown => ({
  ...metadata,
  Spec: internalPodSpec(spec ?? {}),
});
