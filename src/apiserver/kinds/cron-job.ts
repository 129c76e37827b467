import type { CronJob } from '../../generated/kinds/batch-v1.js';
import type { Strategy } from '../contract.js';
import { invalid, notSupported, required } from '../field-error.js';
import type { FieldError } from '../field-error.js';
import { isNew, markNew } from './creating.js';
import { scheduleProblem } from './cron-schedule.js';
import { validateJobSpec } from './job.js';
import { as, isEmpty, fill } from './loose.js';
import { notNegative } from './pod-probes.js';
import { defaultTemplate, keepStatus } from './workload.js';

/** Room for the 11 characters that the controller puts behind the name of each job. */
const MAX_NAME = 52;
/** Finished jobs that are kept to look at. */
const SUCCESSFUL_HISTORY = 3;
const FAILED_HISTORY = 1;
const POLICIES = ['Allow', 'Forbid', 'Replace'];

function validateTimeZone(zone: string | undefined): FieldError[] {
  const field = 'spec.timeZone';
  if (zone === undefined) return [];
  if (zone === '') return [invalid(field, zone, 'timeZone must be nil or non-empty string')];
  const isOdd = zone
    .split('/')
    .some((part) => part === '.' || part === '..' || part.startsWith('-') || !/^[A-Za-z.\-_0-9+]{1,14}$/.test(part));
  if (isOdd) return [invalid(field, zone, `unknown time zone ${zone}`)];
  const errors: FieldError[] = [];
  if (zone.toLowerCase() === 'local') {
    const detail = 'timeZone must be an explicit time zone as defined in https://www.iana.org/time-zones';
    errors.push(invalid(field, zone, detail));
  }
  try {
    new Intl.DateTimeFormat('en', { timeZone: zone });
  } catch {
    if (zone !== 'Local') errors.push(invalid(field, zone, `unknown time zone ${zone}`));
  }
  return errors;
}

function validateSchedule(schedule: string): FieldError[] {
  const field = 'spec.schedule';
  if (schedule === '') return [required(field)];
  const problem = scheduleProblem(schedule);
  const errors = problem === undefined ? [] : [invalid(field, schedule, problem)];
  if (schedule.includes('TZ')) {
    errors.push(invalid(field, schedule, 'cannot use TZ or CRON_TZ in schedule, use timeZone field instead'));
  }
  return errors;
}

/** The rules of cron jobs. */
export const cronJobStrategy: Strategy = {
  generation: true,
  default(object) {
    const spec = (as<CronJob>(object).spec ??= {});
    if (isEmpty(spec.concurrencyPolicy)) spec.concurrencyPolicy = 'Allow';
    spec.suspend ??= false;
    spec.successfulJobsHistoryLimit ??= SUCCESSFUL_HISTORY;
    spec.failedJobsHistoryLimit ??= FAILED_HISTORY;
    const template = (spec.jobTemplate ??= {});
    template.metadata ??= {};
    defaultTemplate(((template.spec ??= {}).template ??= {}));
    for (const { onPodConditions } of template.spec.podFailurePolicy?.rules ?? []) {
      for (const condition of onPodConditions ?? []) fill(condition, 'status', 'True');
    }
  },
  prepareForCreate(object) {
    markNew(object);
    object.status = {};
  },
  prepareForUpdate: keepStatus,
  validate(object) {
    const spec = as<CronJob>(object).spec ?? {};
    const job = spec.jobTemplate?.spec ?? {};
    const errors = [
      ...validateSchedule(spec.schedule ?? ''),
      ...notNegative('spec.startingDeadlineSeconds', spec.startingDeadlineSeconds),
      ...validateTimeZone(spec.timeZone),
    ];
    const policy = spec.concurrencyPolicy;
    if (isEmpty(policy)) errors.push(required('spec.concurrencyPolicy'));
    else if (!POLICIES.includes(policy)) errors.push(notSupported('spec.concurrencyPolicy', policy, POLICIES));
    errors.push(...validateJobSpec(job, 'spec.jobTemplate.spec'));
    if (job.selector !== undefined) {
      errors.push(invalid('spec.jobTemplate.spec.selector', job.selector, '`selector` will be auto-generated'));
    }
    if (job.manualSelector === true) {
      errors.push(notSupported('spec.jobTemplate.spec.manualSelector', true, ['nil', 'false']));
    }
    errors.push(
      ...notNegative('spec.successfulJobsHistoryLimit', spec.successfulJobsHistoryLimit),
      ...notNegative('spec.failedJobsHistoryLimit', spec.failedJobsHistoryLimit),
    );
    const { name = '' } = object.metadata;
    if (isNew(object) && name.length > MAX_NAME) {
      errors.push(invalid('metadata.name', name, `must be no more than ${String(MAX_NAME)} characters`));
    }
    return errors;
  },
};
