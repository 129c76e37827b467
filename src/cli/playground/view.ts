import { messageOf } from '../../errors/index.js';
import type { InformerStatus } from '../../index.js';
import type { TerminalSize } from '../terminal.js';
import { NAMESPACE } from './workload.js';

/** One change that a handler was told of. */
export interface Seen {
  readonly at: number;
  readonly word: 'add' | 'delete' | 'update';
  readonly resource: string;
  readonly key: string;
  readonly resync: boolean;
  /** What there is to say of the object: its phase, its replicas. May be empty. */
  readonly detail: string;
}

/** All that a view shows. */
export interface Picture {
  readonly now: number;
  readonly url: string;
  readonly kubeconfig: string;
  readonly informers: readonly { readonly status: InformerStatus; readonly eventsPerSecond: number }[];
  /** The newest last. */
  readonly recent: readonly Seen[];
}

const COLUMNS = ['INFORMER', 'PHASE', 'VERSION', 'OBJECTS', 'EVENTS/S', 'QUEUE', 'RESYNC'] as const;

/** What stands above the live part, and once at the top of plain output. */
export function introduction(url: string, kubeconfig: string): string[] {
  return [
    `Informers follow the namespace ${NAMESPACE} of ${url}. Look in:`,
    // Lines are cut to the terminal: alone, this one fits into 80 columns, to be copied whole.
    `kubectl --kubeconfig ${kubeconfig} get pods -A -w`,
    '',
  ];
}

/** The pipeline of every informer, and what just happened, as lines that fit into the terminal with one to spare. */
export function view(picture: Picture, size: TerminalSize): string[] {
  const rows = picture.informers.map(({ status, eventsPerSecond }) => [
    status.name,
    status.synced ? status.phase : `${status.phase} (first list)`,
    status.resourceVersion === '' ? '-' : status.resourceVersion,
    String(status.objects),
    eventsPerSecond.toFixed(1),
    String(status.queueDepth + status.handlers.reduce((sum, { backlog }) => sum + backlog, 0)),
    status.nextResyncAt === undefined
      ? '-'
      : `in ${String(Math.max(0, Math.ceil((status.nextResyncAt - picture.now) / 1_000)))} s`,
  ]);
  const errors = picture.informers.flatMap(({ status }) =>
    status.failures > 0 && status.lastError !== undefined
      ? [`${status.name}: ${messageOf(status.lastError.error)}; ${status.lastError.action}`]
      : [],
  );
  const head = [...introduction(picture.url, picture.kubeconfig), ...table([COLUMNS, ...rows]), ...errors, ''];
  // Two lines below for the hint, one for the cursor.
  const room = Math.max(0, size.rows - head.length - 3);
  // Counted from the start, since the last 0 lines cannot be asked for: slice(-0) is all of them.
  const seen = picture.recent.slice(Math.max(0, picture.recent.length - room)).map((each) => seenLine(each));
  const lines = [...head, ...seen, '', 'Ctrl-C ends it.'];
  return lines.slice(0, Math.max(0, size.rows - 1)).map((line) => line.slice(0, size.columns));
}

/** One change as a line, with the words of the handlers that were called. */
export function seenLine({ at, word, resource, key, resync, detail }: Seen): string {
  return `${new Date(at).toISOString().slice(11, 19)}  ${word.padEnd(6)}  ${resource.padEnd(12)}  ${key.padEnd(24)}  ${resync ? '(resync) ' : ''}${detail}`.trimEnd();
}

/** One line that tells how an informer is, for output that is no terminal. */
export function statusLine(status: InformerStatus, eventsPerSecond: number): string {
  return `${status.name}: ${status.phase}, ${String(status.objects)} objects at version ${status.resourceVersion || '-'}, ${eventsPerSecond.toFixed(1)} events/s`;
}

function table(rows: readonly (readonly string[])[]): string[] {
  const widths = COLUMNS.map((_, column) => Math.max(...rows.map((row) => (row[column] ?? '').length)));
  return rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('   ')
      .trimEnd(),
  );
}
