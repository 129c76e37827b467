import type { ApiObject, TableLayout } from '../contract.js';
import { humanDuration, since } from './duration.js';
import { layout } from './layout.js';
import { podCells, podConditions } from './pod.js';
import { at, condition, count, items, size, text } from './read.js';
import { labelsText, selectorText } from './selectors.js';

const age = ({ metadata }: ApiObject, now: Date): string => since(metadata.creationTimestamp, now);

const containers = (object: ApiObject, path: string): [names: string, images: string] => {
  const all = items(object, `${path}.containers`);
  return [all.map((each) => text(each, 'name')).join(','), all.map((each) => text(each, 'image')).join(',')];
};

const holds = (object: ApiObject, type: string): boolean => condition(object, type)?.['status'] === 'True';

/** In the order in which one hides the next. */
const JOB_STATES: readonly (readonly [condition: string, shown: string])[] = [
  ['Complete', 'Complete'],
  ['Failed', 'Failed'],
  ['', 'Terminating'],
  ['Suspended', 'Suspended'],
  ['FailureTarget', 'FailureTarget'],
  ['SuccessCriteriaMet', 'SuccessCriteriaMet'],
];

function jobState(job: ApiObject): string {
  const found = JOB_STATES.find(([type]) =>
    type === '' ? job.metadata.deletionTimestamp !== undefined : holds(job, type),
  );
  return found?.[1] ?? 'Running';
}

function completions(job: ApiObject): string {
  const done = count(job, 'status.succeeded');
  const wanted = at(job, 'spec.completions');
  if (typeof wanted === 'number') return `${String(done)}/${String(wanted)}`;
  const parallelism = count(job, 'spec.parallelism');
  return parallelism > 1 ? `${String(done)}/1 of ${String(parallelism)}` : `${String(done)}/1`;
}

function jobDuration(job: ApiObject, now: Date): string {
  const started = Date.parse(text(job, 'status.startTime'));
  if (Number.isNaN(started)) return '';
  const ended = Date.parse(text(job, 'status.completionTime'));
  return humanDuration((Number.isNaN(ended) ? now.getTime() : ended) - started);
}

const replicas = (object: ApiObject, now: Date, selector: string): readonly unknown[] => [
  object.metadata.name,
  count(object, 'spec.replicas'),
  count(object, 'status.replicas'),
  count(object, 'status.readyReplicas'),
  age(object, now),
  ...containers(object, 'spec.template.spec'),
  selector,
];

const REPLICAS =
  'Name | Desired:integer | Current:integer | Ready:integer | Age | Containers!1 | Images!1 | Selector!1';

/** What runs: pods and what makes them. */
export const workloadLayouts: Readonly<Record<string, TableLayout>> = {
  pods: layout(
    'Name | Ready | Status | Restarts | Age | IP!1 | Node!1 | Nominated Node!1 | Readiness Gates!1',
    podCells,
    podConditions,
  ),
  podtemplates: layout('Name | Containers | Images | Pod Labels', (object) => [
    object.metadata.name,
    ...containers(object, 'template.spec'),
    labelsText(object, 'template.metadata.labels'),
  ]),
  replicationcontrollers: layout(REPLICAS, (object, now) => replicas(object, now, labelsText(object, 'spec.selector'))),
  'replicasets.apps': layout(REPLICAS, (object, now) => replicas(object, now, selectorText(object, 'spec.selector'))),
  'deployments.apps': layout(
    'Name | Ready | Up-to-date | Available | Age | Containers!1 | Images!1 | Selector!1',
    (object, now) => [
      object.metadata.name,
      `${String(count(object, 'status.readyReplicas'))}/${String(count(object, 'spec.replicas'))}`,
      count(object, 'status.updatedReplicas'),
      count(object, 'status.availableReplicas'),
      age(object, now),
      ...containers(object, 'spec.template.spec'),
      selectorText(object, 'spec.selector'),
    ],
  ),
  'statefulsets.apps': layout('Name | Ready | Age | Containers!1 | Images!1', (object, now) => [
    object.metadata.name,
    `${String(count(object, 'status.readyReplicas'))}/${String(count(object, 'spec.replicas'))}`,
    age(object, now),
    ...containers(object, 'spec.template.spec'),
  ]),
  'daemonsets.apps': layout(
    'Name | Desired:integer | Current:integer | Ready:integer | Up-to-date:integer | Available:integer | Node Selector | Age | Containers!1 | Images!1 | Selector!1',
    (object, now) => [
      object.metadata.name,
      count(object, 'status.desiredNumberScheduled'),
      count(object, 'status.currentNumberScheduled'),
      count(object, 'status.numberReady'),
      count(object, 'status.updatedNumberScheduled'),
      count(object, 'status.numberAvailable'),
      labelsText(object, 'spec.template.spec.nodeSelector'),
      age(object, now),
      ...containers(object, 'spec.template.spec'),
      selectorText(object, 'spec.selector'),
    ],
  ),
  'controllerrevisions.apps': layout('Name | Controller | Revision | Age', (object, now) => {
    const owner = object.metadata.ownerReferences?.find((reference) => reference.controller === true);
    const group = owner?.apiVersion.split('/').slice(0, -1).join('/') ?? '';
    const kind = (owner?.kind ?? '').toLowerCase() + (group === '' ? '' : `.${group}`);
    return [
      object.metadata.name,
      owner === undefined ? '<none>' : `${kind}/${owner.name}`,
      count(object, 'revision'),
      age(object, now),
    ];
  }),
  'jobs.batch': layout(
    'Name | Status | Completions | Duration | Age | Containers!1 | Images!1 | Selector!1',
    (object, now) => [
      object.metadata.name,
      jobState(object),
      completions(object),
      jobDuration(object, now),
      age(object, now),
      ...containers(object, 'spec.template.spec'),
      selectorText(object, 'spec.selector'),
    ],
  ),
  'cronjobs.batch': layout(
    'Name | Schedule | Timezone | Suspend:boolean | Active:integer | Last Schedule | Age | Containers!1 | Images!1 | Selector!1',
    (object, now) => [
      object.metadata.name,
      text(object, 'spec.schedule'),
      text(object, 'spec.timeZone', '<none>'),
      at(object, 'spec.suspend') === undefined ? '<unset>' : at(object, 'spec.suspend') === true ? 'True' : 'False',
      size(object, 'status.active'),
      at(object, 'status.lastScheduleTime') === undefined
        ? '<none>'
        : since(at(object, 'status.lastScheduleTime'), now),
      age(object, now),
      ...containers(object, 'spec.jobTemplate.spec.template.spec'),
      selectorText(object, 'spec.jobTemplate.spec.selector'),
    ],
  ),
  'scales.autoscaling': layout('Name | Desired:integer | Available:integer | Age', (object, now) => [
    object.metadata.name,
    count(object, 'spec.replicas'),
    count(object, 'status.replicas'),
    age(object, now),
  ]),
  'poddisruptionbudgets.policy': layout(
    'Name | Min Available | Max Unavailable | Allowed Disruptions:integer | Age',
    (object, now) => [
      object.metadata.name,
      text(object, 'spec.minAvailable', 'N/A'),
      text(object, 'spec.maxUnavailable', 'N/A'),
      count(object, 'status.disruptionsAllowed'),
      age(object, now),
    ],
  ),
  'horizontalpodautoscalers.autoscaling': layout(
    'Name | Reference | Targets | MinPods | MaxPods | Replicas | Age',
    (object, now) => [
      object.metadata.name,
      `${text(object, 'spec.scaleTargetRef.kind')}/${text(object, 'spec.scaleTargetRef.name')}`,
      hpaTargets(object),
      text(object, 'spec.minReplicas', '<unset>'),
      count(object, 'spec.maxReplicas'),
      count(object, 'status.currentReplicas'),
      age(object, now),
    ],
  ),
};

// Two metrics fit into the column of a terminal.
const SHOWN_METRICS = 2;

function hpaTargets(hpa: ApiObject): string {
  const metrics = items(hpa, 'spec.metrics');
  if (metrics.length === 0) return '<none>';
  const texts = metrics.map((metric, index) => {
    const type = text(metric, 'type');
    const source = type.slice(0, 1).toLowerCase() + type.slice(1);
    const current = at(items(hpa, 'status.currentMetrics')[index], `${source}.current`);
    const percent = (part: unknown, path: string, instead: string): string =>
      at(part, path) === undefined ? instead : `${text(part, path)}%`;
    const average = text(metric, `${source}.target.averageValue`);
    if (type === 'Resource' || type === 'ContainerResource') {
      const name = text(metric, `${source}.name`);
      if (average !== '') return `${name}: ${text(current, 'averageValue', '<unknown>')}/${average}`;
      const target = percent(metric, `${source}.target.averageUtilization`, '<auto>');
      return `${name}: ${percent(current, 'averageUtilization', '<unknown>')}/${target}`;
    }
    if (type === 'Pods') return `${text(current, 'averageValue', '<unknown>')}/${average}`;
    if (average !== '') return `${text(current, 'averageValue', '<unknown>')}/${average} (avg)`;
    return `${text(current, 'value', '<unknown>')}/${text(metric, `${source}.target.value`)}`;
  });
  const shown = texts.slice(0, SHOWN_METRICS).join(', ');
  return texts.length > SHOWN_METRICS ? `${shown} + ${String(texts.length - SHOWN_METRICS)} more...` : shown;
}
