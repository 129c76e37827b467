import { describe, expect, it } from 'vitest';
import type { InformerStatus } from '../../index.js';
import { introduction, seenLine, view } from './view.js';
import type { Picture, Seen } from './view.js';

const status: InformerStatus = {
  name: 'pods',
  phase: 'watching',
  since: 0,
  synced: true,
  objects: 12,
  resourceVersion: '345',
  readResourceVersion: '345',
  queueDepth: 1,
  lagMs: 0,
  lastEventAt: 0,
  lastError: undefined,
  failures: 0,
  retryAt: undefined,
  lists: {},
  disconnectedSince: undefined,
  watchListRefused: false,
  nextResyncAt: 4_200,
  unknownFields: 0,
  stale: [],
  handlers: [],
};

const seen = (key: string): Seen => ({ at: 0, word: 'add', resource: 'pods', key, resync: false, detail: 'Running' });
const picture = (recent: readonly Seen[], of: InformerStatus = status): Picture => ({
  now: 1_000,
  url: 'https://127.0.0.1:1',
  kubeconfig: '/tmp/k',
  informers: [{ status: of, eventsPerSecond: 2.5 }],
  recent,
});

describe('view', () => {
  it('shows phase, version, objects, rate, queue and the seconds to the next resync of each informer', () => {
    const line = view(picture([]), { columns: 200, rows: 40 }).find((each) => each.startsWith('pods'));
    expect(line?.split(/ {3,}/)).toEqual(['pods', 'watching', '345', '12', '2.5', '1', 'in 4 s']);
  });

  it('has its introduction, and the command in it, whole on a terminal of 80 columns', () => {
    const [url, kubeconfig] = ['https://127.0.0.1:65535', '/tmp/kube-informer-abcdef/kubeconfig'];
    const lines = view({ ...picture([]), url, kubeconfig }, { columns: 80, rows: 24 });
    expect(lines).toEqual(expect.arrayContaining(introduction(url, kubeconfig)));
    expect(lines).toContain(`kubectl --kubeconfig ${kubeconfig} get pods -A -w`);
  });

  it('says that a first list is under way', () => {
    const lines = view(picture([], { ...status, synced: false, phase: 'streaming' }), { columns: 200, rows: 40 });
    expect(lines.join('\n')).toContain('streaming (first list)');
  });

  it('shows the error of an informer that is failing, and what is done about it', () => {
    const failing = { ...status, failures: 1, lastError: { error: new Error('refused'), at: 0, action: 'retrying' } };
    expect(view(picture([], failing), { columns: 200, rows: 40 }).join('\n')).toContain('pods: refused; retrying');
  });

  it('is never larger than the terminal, and drops the oldest changes', () => {
    const recent = Array.from({ length: 100 }, (_, index) => seen(`playground/web-${String(index)}`));
    const lines = view(picture(recent), { columns: 60, rows: 20 });
    expect(lines.length).toBeLessThan(20);
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(60);
    expect(lines.join('\n')).toContain('web-99');
    expect(lines.join('\n')).not.toContain('web-0 ');
  });

  it.each([1, 2, 5, 8, 9, 10])('leaves a line free for the cursor even of %d rows, too few for all of it', (rows) => {
    const lines = view(picture([seen('a/a'), seen('a/b'), seen('a/c')]), { columns: 60, rows });
    expect(lines.length).toBeLessThan(rows);
  });
});

describe('seenLine', () => {
  it('tells a resync from a change', () => {
    expect(seenLine({ ...seen('a/b'), word: 'update', resync: true })).toMatch(/update\s+pods\s+a\/b\s+\(resync\)/);
  });

  it('ends with what there is to say of the object', () => {
    expect(seenLine(seen('a/b'))).toMatch(/ Running$/);
  });
});
