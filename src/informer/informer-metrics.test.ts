import { describe, expect, it } from 'vitest';
import type { MetricsProvider } from '../base/metrics.js';
import type { ReflectorTransition } from '../reflector/index.js';
import { InformerMetrics } from './informer-metrics.js';

function collect(): { provider: MetricsProvider; series: Map<string, number[]> } {
  const series = new Map<string, number[]>();
  const note = (name: string, labels: object): ((value?: number) => void) => {
    const values: number[] = [];
    series.set(`${name} ${JSON.stringify(labels)}`, values);
    return (value = 1) => values.push(value);
  };
  const provider: MetricsProvider = {
    counter: (name, _, labels) => ({ inc: note(name, labels) }),
    gauge: (name, _, labels) => ({ set: note(name, labels) }),
    histogram: (name, _, labels) => ({ observe: note(name, labels) }),
  };
  return { provider, series };
}

const transition = (fields: Partial<ReflectorTransition>): ReflectorTransition => ({
  at: 0,
  from: 'connecting',
  to: 'watching',
  because: 'accepted',
  resourceVersion: '1',
  ...fields,
});

describe('metrics', () => {
  it('have the names of client-go where it has them, and the label of the informer', () => {
    const { provider, series } = collect();
    const metrics = new InformerMetrics(provider, { name: 'pods' });
    metrics.transition(transition({}));
    metrics.transition(transition({ to: 'waiting', error: new Error('refused') }));
    metrics.transition(transition({ to: 'connecting', prime: { reason: 'initial', objects: 7, durationMs: 1_500 } }));
    metrics.processed(20, { resourceVersion: '123', size: 7 }, 4);
    metrics.backlog('web', 9);
    expect(Object.fromEntries(series)).toEqual({
      'informer_queued_items {"name":"pods"}': [4],
      'informer_processing_latency_seconds {"name":"pods"}': [0.02],
      'informer_store_resource_version {"name":"pods"}': [123],
      'informer_store_objects {"name":"pods"}': [7],
      'reflector_failures_total {"name":"pods"}': [1],
      'reflector_watching {"name":"pods"}': [1, 0, 0],
      'reflector_lists_total {"name":"pods"}': [1],
      'reflector_list_duration_seconds {"name":"pods"}': [1.5],
      'reflector_items_per_list {"name":"pods"}': [7],
      'reflector_watches_total {"name":"pods"}': [1],
      'informer_handler_backlog {"name":"pods","handler":"web"}': [9],
    });
  });

  it.each([
    ['12345678901234567890', 678901234567890],
    ['', undefined],
    ['abc', undefined],
  ])('show of the resourceVersion %j its last exact digits, or nothing', (version, expected) => {
    const { provider, series } = collect();
    new InformerMetrics(provider, {}).processed(0, { resourceVersion: version, size: 0 }, 0);
    expect(series.get('informer_store_resource_version {}')).toEqual(expected === undefined ? [] : [expected]);
  });

  it('ask for the series of a handler once', () => {
    const { provider, series } = collect();
    const metrics = new InformerMetrics(provider, {});
    metrics.backlog('web', 1);
    metrics.backlog('web', 2);
    expect(series.get('informer_handler_backlog {"handler":"web"}')).toEqual([1, 2]);
  });

  it('do not pass on what a provider throws', () => {
    const fail = (): never => {
      throw new Error('full');
    };
    const broken: MetricsProvider = {
      counter: () => ({ inc: fail }),
      gauge: () => ({ set: fail }),
      histogram: () => ({ observe: fail }),
    };
    const metrics = new InformerMetrics(broken, {});
    metrics.transition(transition({}));
    metrics.processed(1, { resourceVersion: '1', size: 1 }, 1);
    metrics.backlog('web', 1);
  });
});
