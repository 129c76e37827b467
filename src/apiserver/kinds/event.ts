import type { Event } from '../../generated/kinds/core-v1.js';
import type { ApiObject, Strategy, WriteContext } from '../contract.js';
import { invalid, required } from '../field-error.js';
import type { FieldError } from '../field-error.js';
import { sameInGo } from '../json.js';
import { IMMUTABLE, qualifiedName } from '../names.js';
import { invalidError } from '../status-error.js';
import { isNew, markNew } from './creating.js';
import { checked } from './labels.js';
import { as, isEmpty } from './loose.js';
import type { Loose } from './loose.js';

/** Characters: so that an event stays a line in a list. */
const MAX_WORD = 128;
const MAX_MESSAGE = 1024;

const tooLong = (field: string, text: string | undefined, max: number): FieldError[] =>
  Buffer.byteLength(text ?? '') > max ? [invalid(field, '', `can have at most ${String(max)} characters`)] : [];

const isStrict = ({ resource }: WriteContext): boolean => resource.group === 'events.k8s.io';

function validateWhere(event: Loose<Event>, namespace: string): FieldError[] {
  const about = event.involvedObject?.namespace ?? '';
  const isTimed = !isEmpty(event.eventTime);
  const withoutNamespace = isTimed ? ['default', 'kube-system'] : ['', 'default'];
  const fits = about === '' ? withoutNamespace.includes(namespace) : isTimed || namespace === about;
  return fits ? [] : [invalid('involvedObject.namespace', about, 'does not match event.namespace')];
}

/** The rules of an event with a time, that is of the newer kind. */
function validateTimed(event: Loose<Event>, reporter: string): FieldError[] {
  const { reportingComponent = '', reportingInstance, action, reason, message } = event;
  const must = (field: string, value: string | undefined): FieldError[] => [
    ...(isEmpty(value) ? [required(field)] : []),
    ...tooLong(field, value, MAX_WORD),
  ];
  return [
    ...(reportingComponent === '' ? [required(reporter)] : []),
    ...checked(reporter, reportingComponent, qualifiedName),
    ...must('reportingInstance', reportingInstance),
    ...must('action', action),
    ...must('reason', reason),
    ...tooLong('message', message, MAX_MESSAGE),
  ];
}

function validateSeries({ series }: Loose<Event>): FieldError[] {
  if (series === undefined) return [];
  const errors: FieldError[] = [];
  if ((series.count ?? 0) < 2) errors.push(invalid('series.count', '', 'should be at least 2'));
  if (isEmpty(series.lastObservedTime)) errors.push(required('series.lastObservedTime'));
  return errors;
}

/** What the newer version asks of a new event beyond the older one. */
function validateStrictly(event: Loose<Event>): FieldError[] {
  const errors = validateSeries(event);
  if (isEmpty(event.eventTime)) errors.push(required('eventTime'));
  if (event.type !== 'Normal' && event.type !== 'Warning') {
    errors.push(invalid('type', '', `has invalid value: ${event.type ?? ''}`));
  }
  const unset = (field: string, isSet: boolean): void => {
    if (isSet) errors.push(invalid(field, '', 'needs to be unset'));
  };
  unset('firstTimestamp', !isEmpty(event.firstTimestamp));
  unset('lastTimestamp', !isEmpty(event.lastTimestamp));
  unset('count', (event.count ?? 0) !== 0);
  unset('source', !isEmpty(event.source?.component) || !isEmpty(event.source?.host));
  return errors;
}

const FIXED = [
  'involvedObject',
  'reason',
  'message',
  'source',
  'firstTimestamp',
  'lastTimestamp',
  'count',
  'reason',
  'type',
  'eventTime',
  'action',
  'related',
] as const;

const CORE_EVENT = { group: '', resource: 'events', kind: 'Event', groupResource: 'events' };

/** Whatever version an event comes in, refusals are about the kind that is kept. */
function refuseStrictly(object: ApiObject, errors: FieldError[], context: WriteContext): FieldError[] {
  if (!isStrict(context) || errors.length === 0) return errors;
  throw invalidError(CORE_EVENT, object.metadata.name ?? '', errors);
}

/** The rules of events. They are kept in `v1`; which rules hold depends on the version they come in. */
export const eventStrategy: Strategy = {
  createOnUpdate: true,
  prepareForCreate(object) {
    markNew(object);
  },
  validate(object, context) {
    const event = as<Event>(object);
    const reporter = isStrict(context) ? 'reportingController' : 'reportingComponent';
    const errors = validateWhere(event, object.metadata.namespace ?? '');
    if (!isEmpty(event.eventTime)) errors.push(...validateTimed(event, reporter));
    if (isStrict(context) && isNew(object)) errors.push(...validateStrictly(event));
    return refuseStrictly(object, errors, context);
  },
  validateUpdate(object: ApiObject, old: ApiObject, context) {
    if (!isStrict(context)) return [];
    const errors = sameInGo(object.series, old.series) ? [] : validateSeries(as<Event>(object));
    for (const field of FIXED) {
      if (!sameInGo(object[field], old[field])) errors.push(invalid(field, object[field] ?? null, IMMUTABLE));
    }
    if (object.reportingComponent !== old.reportingComponent) {
      errors.push(invalid('reportingController', object.reportingComponent, IMMUTABLE));
    }
    if (object.reportingInstance !== old.reportingInstance) {
      errors.push(invalid('reportingInstance', object.reportingInstance, IMMUTABLE));
    }
    return refuseStrictly(object, errors, context);
  },
};
