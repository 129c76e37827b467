/** What test-record.ts asks of a real server: a sequence is one object; each step is recorded with the object before it. */
export interface Sequence {
  readonly name: string;
  readonly resource: 'configmaps' | 'deployments' | 'services' | 'widgets';
  readonly steps: readonly Step[];
}

export interface Step extends More {
  readonly do: 'apply' | 'create' | 'json' | 'merge' | 'put' | 'strategic';
  readonly body: unknown;
}

export interface More {
  readonly manager?: string;
  readonly force?: boolean;
  readonly subresource?: string;
  readonly fieldValidation?: string;
  /** What the step shows. */
  readonly why?: string;
  /** Whether the server is expected to refuse. */
  readonly fails?: boolean;
  /** Only there for what comes after it. */
  readonly unrecorded?: boolean;
}

export const apply = (manager: string, body: object, more: More = {}): Step => ({
  do: 'apply',
  manager,
  body,
  ...more,
});
export const create = (body: unknown, more: More = {}): Step => ({ do: 'create', body, ...more });
export const put = (body: unknown, more: More = {}): Step => ({ do: 'put', body, ...more });
export const merge = (body: unknown, more: More = {}): Step => ({ do: 'merge', body, ...more });
export const json = (body: unknown, more: More = {}): Step => ({ do: 'json', body, ...more });
export const strategic = (body: unknown, more: More = {}): Step => ({ do: 'strategic', body, ...more });

export const fails = { fails: true };

export const data = (entries: object, metadata: object = {}): object => ({ metadata, data: entries });

export const deployment = (podSpec: unknown, spec: object = {}, metadata: object = {}): object => ({
  metadata,
  spec: {
    selector: { matchLabels: { app: 'a' } },
    ...spec,
    template: { metadata: { labels: { app: 'a' } }, spec: podSpec },
  },
});
export const x = { name: 'x', image: 'x:1' };
export const y = { name: 'y', image: 'y:1' };
export const pod = (spec: unknown): object => ({ spec: { template: { spec } } });

export const lastApplied = (body: object): object => ({
  'kubectl.kubernetes.io/last-applied-configuration': `${JSON.stringify(body)}\n`,
});
