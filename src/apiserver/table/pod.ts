import type { ApiObject } from '../contract.js';
import { since } from './duration.js';
import { at, condition, count, items, text } from './read.js';
import type { Part } from './read.js';

/** What a walk over the containers of a pod finds. */
interface Summary {
  ready: number;
  total: number;
  reason: string;
  restarts: number;
  /** When a container last ended, as a time in milliseconds. */
  lastEnd: number;
}

const endOf = (status: Part): number => Date.parse(text(status, 'lastState.terminated.finishedAt')) || 0;

/** The word for a container that ended: its reason, else its signal, else its code. */
function endingOf(status: Part): string {
  const reason = text(status, 'state.terminated.reason');
  if (reason !== '') return reason;
  const signal = count(status, 'state.terminated.signal');
  return signal === 0 ? `ExitCode:${String(count(status, 'state.terminated.exitCode'))}` : `Signal:${String(signal)}`;
}

const endedWell = (status: Part): boolean =>
  at(status, 'state.terminated') !== undefined && count(status, 'state.terminated.exitCode') === 0;

/** READY, STATUS and RESTARTS of a pod, as `kubectl get` has always summed them up. */
export function podCells(pod: ApiObject, now: Date): readonly unknown[] {
  const summary = summaryOf(pod);
  const restarts =
    summary.restarts !== 0 && summary.lastEnd !== 0
      ? `${String(summary.restarts)} (${since(new Date(summary.lastEnd).toISOString(), now)} ago)`
      : String(summary.restarts);
  return [
    pod.metadata.name,
    `${String(summary.ready)}/${String(summary.total)}`,
    summary.reason,
    restarts,
    since(pod.metadata.creationTimestamp, now),
    text(items(pod, 'status.podIPs')[0], 'ip', '<none>'),
    text(pod, 'spec.nodeName', '<none>'),
    text(pod, 'status.nominatedNodeName', '<none>'),
    readinessGates(pod),
  ];
}

/** A pod that ended is a completed row, which `kubectl get --watch` and old clients tell apart. */
export function podConditions(pod: ApiObject): readonly Readonly<Record<string, unknown>>[] | undefined {
  const phase = text(pod, 'status.phase');
  if (phase !== 'Succeeded' && phase !== 'Failed') return undefined;
  const message = phase === 'Succeeded' ? 'The pod has completed successfully.' : 'The pod failed.';
  return [{ type: 'Completed', status: 'True', reason: phase, message }];
}

function summaryOf(pod: ApiObject): Summary {
  const sidecars = new Set(
    items(pod, 'spec.initContainers')
      .filter((container) => container['restartPolicy'] === 'Always')
      .map((container) => container['name']),
  );
  const summary: Summary = {
    ready: 0,
    total: items(pod, 'spec.containers').length + sidecars.size,
    reason: text(pod, 'status.reason', text(pod, 'status.phase')),
    restarts: 0,
    lastEnd: 0,
  };
  if (
    items(pod, 'status.conditions').some(
      (each) => each['reason'] === 'SchedulingGated' && each['type'] === 'PodScheduled',
    )
  ) {
    summary.reason = 'SchedulingGated';
  }
  const sidecarRestarts = { restarts: 0, lastEnd: 0 };
  const initialising = sumInitContainers(pod, sidecars, summary, sidecarRestarts);
  if (!initialising || condition(pod, 'Initialized')?.['status'] === 'True') {
    Object.assign(summary, sidecarRestarts);
    sumContainers(pod, summary);
  }
  if (pod.metadata.deletionTimestamp !== undefined) {
    const phase = text(pod, 'status.phase');
    if (text(pod, 'status.reason') === 'NodeLost') summary.reason = 'Unknown';
    else if (phase !== 'Succeeded' && phase !== 'Failed') summary.reason = 'Terminating';
  }
  return summary;
}

/** Whether initialisation is under way or failed. Only the first container that is not done counts. */
function sumInitContainers(
  pod: ApiObject,
  sidecars: ReadonlySet<unknown>,
  summary: Summary,
  sidecarRestarts: { restarts: number; lastEnd: number },
): boolean {
  for (const [index, status] of items(pod, 'status.initContainerStatuses').entries()) {
    const restarts = count(status, 'restartCount');
    summary.restarts += restarts;
    summary.lastEnd = Math.max(summary.lastEnd, endOf(status));
    const isSidecar = sidecars.has(status['name']);
    if (isSidecar) {
      sidecarRestarts.restarts += restarts;
      sidecarRestarts.lastEnd = Math.max(sidecarRestarts.lastEnd, endOf(status));
    }
    if (endedWell(status)) continue;
    if (isSidecar && status['started'] === true) {
      if (status['ready'] === true) summary.ready++;
      continue;
    }
    const waiting = text(status, 'state.waiting.reason');
    if (at(status, 'state.terminated') !== undefined) summary.reason = `Init:${endingOf(status)}`;
    else if (waiting !== '' && waiting !== 'PodInitializing') summary.reason = `Init:${waiting}`;
    else summary.reason = `Init:${String(index)}/${String(items(pod, 'spec.initContainers').length)}`;
    return true;
  }
  return false;
}

function sumContainers(pod: ApiObject, summary: Summary): void {
  let running = false;
  let failure = '';
  for (const status of [...items(pod, 'status.containerStatuses')].reverse()) {
    summary.restarts += count(status, 'restartCount');
    summary.lastEnd = Math.max(summary.lastEnd, endOf(status));
    const waiting = text(status, 'state.waiting.reason');
    if (waiting !== '') summary.reason = waiting;
    else if (at(status, 'state.terminated') !== undefined) {
      summary.reason = endingOf(status);
      if (!endedWell(status)) failure = summary.reason;
    } else if (status['ready'] === true && at(status, 'state.running') !== undefined) {
      running = true;
      summary.ready++;
    }
  }
  // One container that is done does not make the pod done.
  if (summary.reason !== 'Completed') return;
  if (running && condition(pod, 'Ready')?.['status'] === 'True') summary.reason = 'Running';
  else if (failure !== '') summary.reason = failure;
  else if (running) summary.reason = 'NotReady';
}

function readinessGates(pod: ApiObject): string {
  const gates = items(pod, 'spec.readinessGates');
  if (gates.length === 0) return '<none>';
  const open = gates.filter((gate) => condition(pod, String(gate['conditionType']))?.['status'] === 'True');
  return `${String(open.length)}/${String(gates.length)}`;
}
