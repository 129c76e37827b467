import type { Container, Lifecycle, PodOS, Probe } from '../../generated/kinds/core-v1.js';
import { forbidden, invalid, notSupported, required } from '../field-error.js';
import type { FieldError } from '../field-error.js';
import { httpHeaderName, NOT_NEGATIVE, portName, portNumber } from '../names.js';
import { checked } from './labels.js';
import type { Loose } from './loose.js';
import { isEmpty } from './loose.js';

type Handler = Pick<Loose<Probe>, 'exec' | 'grpc' | 'httpGet' | 'tcpSocket'> & { sleep?: { seconds?: number } };

/** A port by its number or its name. */
export function validatePort(field: string, port: number | string | undefined): FieldError[] {
  if (typeof port === 'string') return checked(field, port, portName);
  return portNumber(port ?? 0).map((detail) => invalid(field, port ?? 0, detail));
}

export const notNegative = (field: string, value: number | undefined): FieldError[] =>
  (value ?? 0) < 0 ? [invalid(field, value, NOT_NEGATIVE)] : [];

/** What each kind of handler must have, in the order the server looks at them. */
const HANDLERS: {
  readonly [Name in keyof Handler]-?: (action: NonNullable<Handler[Name]>, field: string) => FieldError[];
} = {
  exec: ({ command }, field) => ((command ?? []).length === 0 ? [required(`${field}.command`)] : []),
  httpGet: ({ path, port, scheme, httpHeaders }, field) => [
    ...(isEmpty(path) ? [required(`${field}.path`)] : []),
    ...validatePort(`${field}.port`, port),
    ...(scheme === 'HTTP' || scheme === 'HTTPS' ? [] : [notSupported(`${field}.scheme`, scheme, ['HTTP', 'HTTPS'])]),
    ...(httpHeaders ?? []).flatMap(({ name }) => checked(`${field}.httpHeaders`, name ?? '', httpHeaderName)),
  ],
  tcpSocket: ({ port }, field) => validatePort(`${field}.port`, port),
  grpc: ({ port }, field) => validatePort(`${field}.port`, port),
  sleep: () => [],
};

function validateHandler(handler: Handler, grace: number | undefined, field: string): FieldError[] {
  const errors: FieldError[] = [];
  let known = false;
  for (const name of ['exec', 'httpGet', 'tcpSocket', 'grpc', 'sleep'] as const) {
    const action = handler[name];
    if (action === undefined) continue;
    if (known) errors.push(forbidden(`${field}.${name}`, 'may not specify more than 1 handler type'));
    else
      errors.push(...(HANDLERS[name] as (action: unknown, field: string) => FieldError[])(action, `${field}.${name}`));
    if (!known && name === 'sleep' && grace !== undefined) {
      const seconds = handler.sleep?.seconds ?? 0;
      if (seconds < 0 || seconds > grace) {
        const detail = `must be non-negative and less than terminationGracePeriodSeconds (${String(grace)})`;
        errors.push(invalid(`${field}.sleep`, seconds, detail));
      }
    }
    known = true;
  }
  return known ? errors : [...errors, required(field, 'must specify a handler type')];
}

const COUNTS = [
  'initialDelaySeconds',
  'timeoutSeconds',
  'periodSeconds',
  'successThreshold',
  'failureThreshold',
] as const;

/** The three probes of a container. Only readiness may need several successes; only the others may set a grace period. */
export function validateProbes(container: Loose<Container>, grace: number | undefined, field: string): FieldError[] {
  const errors: FieldError[] = [];
  for (const name of ['livenessProbe', 'readinessProbe', 'startupProbe'] as const) {
    const probe = container[name];
    if (probe === undefined) continue;
    const path = `${field}.${name}`;
    const { exec, httpGet, tcpSocket, grpc } = probe;
    const handler = Object.fromEntries(
      Object.entries({ exec, httpGet, tcpSocket, grpc }).filter(([, action]) => action !== undefined),
    ) as Handler;
    errors.push(...validateHandler(handler, grace, path));
    for (const count of COUNTS) errors.push(...notNegative(`${path}.${count}`, probe[count]));
    const own = probe.terminationGracePeriodSeconds;
    if (own !== undefined && own <= 0) {
      errors.push(invalid(`${path}.terminationGracePeriodSeconds`, own, 'must be greater than 0'));
    }
    if (name === 'readinessProbe') {
      if (own !== undefined) {
        errors.push(invalid(`${path}.terminationGracePeriodSeconds`, own, 'must not be set for readinessProbes'));
      }
    } else if (probe.successThreshold !== 1) {
      errors.push(invalid(`${path}.successThreshold`, probe.successThreshold ?? 0, 'must be 1'));
    }
  }
  return errors;
}

export function validateLifecycle(
  { postStart, preStop, stopSignal }: Loose<Lifecycle>,
  grace: number | undefined,
  os: Loose<PodOS> | undefined,
  field: string,
): FieldError[] {
  const errors: FieldError[] = [];
  if (postStart !== undefined) errors.push(...validateHandler(postStart, grace, `${field}.postStart`));
  if (preStop !== undefined) errors.push(...validateHandler(preStop, grace, `${field}.preStop`));
  if (stopSignal !== undefined && os === undefined) {
    errors.push(forbidden(`${field}.stopSignal`, 'may not be set for containers with empty `spec.os.name`'));
  }
  return errors;
}
