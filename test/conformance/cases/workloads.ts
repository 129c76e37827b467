import { Area } from '../case.js';
import { cronJob, daemonSet, deployment, job, manifest, podSpec, statefulSet, template } from '../objects.js';

export const area = new Area('workloads');
const SECCOMP = 'seccomp.security.alpha.kubernetes.io/pod';

area.creates('a deployment without a selector', 'deployments', () =>
  manifest('apps/v1', 'Deployment', 'one', { spec: { template: template() } }),
);
area.creates('a deployment whose template its selector misses', 'deployments', () =>
  deployment('one', { template: template({ app: 'other' }) }),
);
area.creates('an empty selector', 'deployments', () => deployment('one', { selector: {} }));
area.creates('a selector with an operator nobody knows', 'deployments', () =>
  deployment('one', { selector: { matchExpressions: [{ key: 'app', operator: 'Like', values: ['x'] }] } }),
);
area.creates('a strategy nobody knows', 'deployments', () => deployment('one', { strategy: { type: 'Slow' } }));
area.creates('a strategy that contradicts itself', 'deployments', () =>
  deployment('one', { strategy: { type: 'Recreate', rollingUpdate: { maxSurge: 1 } } }),
);
area.creates('a rollout that cannot move', 'deployments', () =>
  deployment('one', { strategy: { rollingUpdate: { maxSurge: 0, maxUnavailable: 0 } } }),
);
area.creates('a percentage that is none', 'deployments', () =>
  deployment('one', { strategy: { rollingUpdate: { maxSurge: 'half' } } }),
);
area.creates('a template that does not restart', 'deployments', () =>
  deployment('one', { template: template({ app: 'web' }, { restartPolicy: 'Never' }) }),
);
area.creates('zero replicas stay zero', 'deployments', () =>
  deployment('one', { replicas: 0, revisionHistoryLimit: 0 }),
);
area.creates('claims of a stateful set', 'statefulsets', () =>
  statefulSet('one', {
    volumeClaimTemplates: [
      {
        metadata: { name: 'data' },
        spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } },
      },
    ],
    podManagementPolicy: 'Parallel',
  }),
);
area.creates('a stateful set with a policy nobody knows', 'statefulsets', () =>
  statefulSet('one', { podManagementPolicy: 'Slow' }),
);
area.creates('a daemon set that waits for deletion', 'daemonsets', () =>
  daemonSet('one', { updateStrategy: { type: 'OnDelete' } }),
);
area.creates('an indexed job', 'jobs', () =>
  job('one', { completionMode: 'Indexed', completions: 3, parallelism: 2, backoffLimitPerIndex: 1 }),
);
area.creates('a job that always restarts', 'jobs', () => job('one', { template: { spec: podSpec() } }));
area.creates('a job with a selector of its own', 'jobs', () =>
  job('one', { selector: { matchLabels: { app: 'web' } } }),
);
area.creates('a suspended job', 'jobs', () =>
  job('one', { suspend: true, ttlSecondsAfterFinished: 5, backoffLimit: 0, activeDeadlineSeconds: 10 }),
);
area.creates('a schedule that is none', 'cronjobs', () => cronJob('one', { schedule: 'now and then' }));
area.creates('a schedule in a time zone', 'cronjobs', () =>
  cronJob('one', { timeZone: 'Etc/UTC', concurrencyPolicy: 'Forbid', successfulJobsHistoryLimit: 0 }),
);
area.creates('a time zone nobody knows', 'cronjobs', () => cronJob('one', { timeZone: 'Moon/Base' }));
area.creates('a name too long for a cron job', 'cronjobs', () => cronJob('x'.repeat(53)));
area.creates('a template with the annotation of the old seccomp', 'deployments', () => {
  const annotated = { metadata: { labels: { app: 'web' }, annotations: { [SECCOMP]: 'runtime/default' } } };
  return deployment('one', { template: { ...template(), ...annotated } });
});
area.add('update', 'a daemon set without its template generation', async (api) => {
  await api.given('daemonsets', daemonSet('one'));
  await api.update('daemonsets', daemonSet('one', { minReadySeconds: 5 }));
  await api.update('daemonsets', daemonSet('one', { template: template({ app: 'web', more: 'x' }) }));
});
area.add('apply', 'a daemon set, whose template generation nobody applies', async (api) => {
  await api.apply('daemonsets', daemonSet('one'), 'me');
  await api.apply('daemonsets', daemonSet('one', { minReadySeconds: 5 }), 'me');
});
