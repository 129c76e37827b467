// Written by scripts/generate from the Go types of Kubernetes. Do not edit: run `npm run generate`.
import type { JobSpec } from './batch-v1.js';
import type { ObjectReference } from './core-v1.js';
import type { ListMeta, ObjectMeta, TemplateMeta } from './meta-v1.js';

export interface CronJob {
  readonly apiVersion: 'batch/v1beta1';
  readonly kind: 'CronJob';
  readonly metadata: ObjectMeta;
  readonly spec: CronJobSpec;
  readonly status: CronJobStatus;
}

export interface CronJobList {
  readonly apiVersion: 'batch/v1beta1';
  readonly kind: 'CronJobList';
  readonly metadata: ListMeta;
  readonly items: readonly CronJob[];
}

export interface CronJobSpec {
  readonly schedule: string;
  readonly timeZone?: string;
  readonly startingDeadlineSeconds?: number;
  readonly concurrencyPolicy?: string;
  readonly suspend?: boolean;
  readonly jobTemplate: JobTemplateSpec;
  readonly successfulJobsHistoryLimit?: number;
  readonly failedJobsHistoryLimit?: number;
}

export interface CronJobStatus {
  readonly active?: readonly ObjectReference[];
  readonly lastScheduleTime?: string;
  readonly lastSuccessfulTime?: string;
}

export interface JobTemplateSpec {
  readonly metadata?: TemplateMeta;
  readonly spec?: JobSpec;
}
