// Written by scripts/generate from the Go types of Kubernetes. Do not edit: run `npm run generate`.
import type { EventSource, ObjectReference } from './core-v1.js';
import type { ListMeta, ObjectMeta } from './meta-v1.js';

export interface Event {
  readonly apiVersion: 'events.k8s.io/v1beta1';
  readonly kind: 'Event';
  readonly metadata: ObjectMeta;
  readonly eventTime: string | null;
  readonly series?: EventSeries;
  readonly reportingController?: string;
  readonly reportingInstance?: string;
  readonly action?: string;
  readonly reason?: string;
  readonly regarding: ObjectReference;
  readonly related?: ObjectReference;
  readonly note?: string;
  readonly type?: string;
  readonly deprecatedSource: EventSource;
  readonly deprecatedFirstTimestamp?: string | null;
  readonly deprecatedLastTimestamp?: string | null;
  readonly deprecatedCount?: number;
}

export interface EventList {
  readonly apiVersion: 'events.k8s.io/v1beta1';
  readonly kind: 'EventList';
  readonly metadata: ListMeta;
  readonly items: readonly Event[];
}

export interface EventSeries {
  readonly count: number;
  readonly lastObservedTime: string | null;
}
