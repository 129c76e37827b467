import {
  apply,
  create,
  data,
  deployment,
  fails,
  json,
  lastApplied,
  merge,
  pod,
  put,
  strategic,
  x,
  y,
} from './test-steps.js';
import type { Sequence } from './test-steps.js';

/** Who owns what: sequences of applies with updates among them. */
export const applySequences: readonly Sequence[] = [
  {
    name: 'cm grow and shrink',
    resource: 'configmaps',
    steps: [
      apply('m1', data({ a: '1' })),
      apply('m1', data({ a: '1' }), { why: 'the same again' }),
      apply('m1', data({ a: '1', b: '2' })),
      apply('m1', data({ b: '2' }), { why: 'gives a up' }),
      apply('m1', {}, { why: 'gives all up' }),
      apply('m1', data({ c: '1' })),
    ],
  },
  {
    name: 'cm shared value',
    resource: 'configmaps',
    steps: [
      apply('m1', data({ a: '1' })),
      apply('m2', data({ a: '1' }), { why: 'shares it' }),
      apply('m2', data({ b: '1' }), { why: 'gives it up, m1 keeps it' }),
      apply('m1', data({ c: '1' }), { why: 'nobody has it' }),
    ],
  },
  {
    name: 'cm conflict',
    resource: 'configmaps',
    steps: [
      apply('m1', data({ a: '1', b: '1' })),
      apply('m2', data({ a: '2' }), fails),
      apply('m2', data({ a: '2', b: '2' }), { ...fails, why: 'two fields' }),
      apply('m2', data({ a: '2' }), { force: true }),
      apply('m1', data({ a: '1', b: '1' }), fails),
      apply('m1', data({ b: '1' }), { why: 'gives up what it lost' }),
      apply('m3', data({ a: '3', b: '3' }), { ...fails, why: 'two managers' }),
      apply('m3', data({ a: '3', b: '3' }), { force: true }),
    ],
  },
  {
    name: 'cm created by update',
    resource: 'configmaps',
    steps: [
      create(data({ a: '1', b: '1' }), { manager: 'poster' }),
      apply('m1', data({ a: '1' }), { why: 'same value' }),
      apply('m1', data({ a: '2' }), fails),
      apply('m1', data({ a: '2' }), { force: true }),
      apply('m1', data({}), { why: 'an empty map is applied' }),
      put(data({ a: '9', c: '3' }), { manager: 'putter' }),
      put(data({ a: '9', c: '3' }), { manager: 'putter', why: 'no change' }),
      put(data({ c: '3' }), { manager: 'other', why: 'removes' }),
    ],
  },
  {
    name: 'cm metadata',
    resource: 'configmaps',
    steps: [
      apply('m1', { metadata: { labels: { a: '1' }, annotations: { x: 'y' }, finalizers: ['t.io/a'] } }),
      apply('m2', { metadata: { labels: { b: '1' }, finalizers: ['t.io/b'] } }),
      apply('m1', { metadata: { labels: { a: '1' } } }, { why: 'gives finalizer and annotation up' }),
      apply('m3', { metadata: { finalizers: ['t.io/c', 't.io/b'] } }, { why: 'order' }),
      apply('m2', { metadata: { labels: { b: null } } }, { why: 'null' }),
      apply('m3', { metadata: { finalizers: ['t.io/c', 't.io/c'] } }, fails),
    ],
  },
  {
    name: 'cm owner references',
    resource: 'configmaps',
    steps: [
      apply('m1', { metadata: { ownerReferences: [{ apiVersion: 'v1', kind: 'Pod', name: 'p', uid: 'u1' }] } }),
      apply('m2', { metadata: { ownerReferences: [{ apiVersion: 'v1', kind: 'Pod', name: 'q', uid: 'u2' }] } }),
      apply('m2', { metadata: { ownerReferences: [{ apiVersion: 'v1', kind: 'Pod', name: 'r', uid: 'u1' }] } }, fails),
      apply('m1', {}, { why: 'removes its own' }),
    ],
  },
  {
    name: 'cm reset',
    resource: 'configmaps',
    steps: [
      create(data({ a: '1' }, { labels: { l: '1' } })),
      merge({ metadata: { managedFields: [] } }, { why: 'reset' }),
      merge({ data: { b: '1' } }, { why: 'not tracked' }),
      apply('m1', data({ a: '1', c: '1' }), { why: 'before first apply' }),
      apply('m1', data({ a: '2' }), fails),
      json([{ op: 'replace', path: '/metadata/managedFields', value: [{}] }], { why: 'reset again' }),
      put(data({ z: '1' }), { why: 'still not tracked' }),
    ],
  },
  {
    name: 'cm many updaters',
    resource: 'configmaps',
    steps: [
      create(data({ k0: '0' }), { manager: 'u0' }),
      ...Array.from({ length: 12 }, (_, at) =>
        merge({ data: { [`k${String(at + 1)}`]: '1' } }, { manager: `u${String(at + 1).padStart(2, '0')}` }),
      ),
    ],
  },
  {
    name: 'cm kubectl migrates',
    resource: 'configmaps',
    steps: [
      create(
        data(
          { a: '1', b: '1' },
          { annotations: lastApplied({ apiVersion: 'v1', kind: 'ConfigMap', data: { a: '1', b: '1' } }) },
        ),
        { manager: 'kubectl-client-side-apply' },
      ),
      apply('other', data({ a: '2' }), fails),
      apply('kubectl', data({ a: '2' }), { why: 'its own client-side apply is no conflict' }),
      merge({ data: { b: '5' } }, { manager: 'edit' }),
      apply('kubectl', data({ a: '3', b: '7' }), { ...fails, why: 'b is not as it was applied' }),
    ],
  },
  {
    name: 'deploy containers',
    resource: 'deployments',
    steps: [
      apply('m1', deployment({ containers: [x, y] }, { replicas: 2 })),
      apply('m2', deployment({ containers: [{ name: 'x', env: [{ name: 'A', value: '1' }] }] }), { why: 'adds env' }),
      apply('m2', deployment({ containers: [{ name: 'x', image: 'x:2' }] }), fails),
      apply('m1', deployment({ containers: [x] }, { replicas: 2 }), { why: 'drops y' }),
      apply('m1', deployment({ containers: [x] }), { why: 'gives replicas up' }),
      apply('m2', deployment({ containers: [{ name: 'x' }] }), { why: 'env goes' }),
      apply('m1', deployment({ containers: [{ ...x, image: 'x:3' }] })),
    ],
  },
  {
    name: 'deploy replicas hand over',
    resource: 'deployments',
    steps: [
      apply('m1', deployment({ containers: [x] }, { replicas: 3 })),
      apply('scaler', { spec: { replicas: 3 } }, { why: 'shares' }),
      apply('m1', deployment({ containers: [x] }), { why: 'gives up, scaler keeps' }),
      apply('scaler', { spec: { replicas: 5 } }),
      merge({ spec: { replicas: 7 } }, { manager: 'edit' }),
      apply('scaler', { spec: { replicas: 5 } }, fails),
      apply('scaler', { spec: { replicas: 5 } }, { force: true }),
    ],
  },
  {
    name: 'deploy ports and env',
    resource: 'deployments',
    steps: [
      apply(
        'm1',
        deployment({
          containers: [
            {
              ...x,
              ports: [{ containerPort: 80 }, { containerPort: 53, protocol: 'UDP' }],
              env: [
                { name: 'A', value: '1' },
                { name: 'B', value: '2' },
              ],
            },
          ],
        }),
      ),
      apply(
        'm2',
        deployment({
          containers: [
            {
              name: 'x',
              ports: [{ containerPort: 53, protocol: 'TCP', name: 'dns' }],
              env: [{ name: 'C', value: '3' }],
            },
          ],
        }),
      ),
      apply(
        'm1',
        deployment({
          containers: [
            {
              ...x,
              ports: [{ containerPort: 80, name: 'web' }],
              env: [
                { name: 'B', value: '2' },
                { name: 'A', value: '1' },
              ],
            },
          ],
        }),
        { why: 'reorders' },
      ),
      apply(
        'm1',
        deployment({ containers: [{ ...x, ports: [{ containerPort: 80 }, { containerPort: 80, protocol: 'TCP' }] }] }),
        fails,
      ),
      apply('m1', deployment({ containers: [{ image: 'z' }] }), { ...fails, why: 'no name' }),
      apply('m1', deployment({ containers: [null] }), fails),
      apply('m1', deployment({ containers: ['x'] }), fails),
      apply('m1', deployment({ containers: { x } }), fails),
    ],
  },
  {
    name: 'deploy order of containers',
    resource: 'deployments',
    steps: [
      apply('m1', deployment({ containers: ['a', 'b', 'c', 'd'].map((name) => ({ name, image: 'i' })) })),
      apply('m2', deployment({ containers: ['d', 'n', 'b'].map((name) => ({ name, image: 'i' })) }), { why: 'weaves' }),
      apply('m1', deployment({ containers: ['c', 'a'].map((name) => ({ name, image: 'i' })) }), {
        why: 'reorders and drops',
      }),
      apply('m3', deployment({ containers: ['z', 'a'].map((name) => ({ name, image: 'i' })) })),
    ],
  },
  {
    name: 'deploy atomic parts',
    resource: 'deployments',
    steps: [
      apply(
        'm1',
        deployment({
          containers: [{ ...x, args: ['a', 'b'] }],
          nodeSelector: { d: '1' },
          tolerations: [{ key: 'k', operator: 'Exists' }],
          volumes: [{ name: 'v', emptyDir: {} }],
        }),
      ),
      apply('m2', deployment({ containers: [{ name: 'x', args: ['a'] }] }), fails),
      apply('m2', deployment({ containers: [x], nodeSelector: { e: '1' } }), fails),
      apply('m2', deployment({ containers: [x], tolerations: [] }), fails),
      apply('m2', deployment({ containers: [x], volumes: [{ name: 'v', configMap: { name: 'c' } }] }), {
        ...fails,
        why: 'two sources',
      }),
      apply('m1', deployment({ containers: [x], volumes: [{ name: 'v', emptyDir: { medium: 'Memory' } }] })),
      apply('m1', deployment({ containers: [x] }), { why: 'volumes go' }),
    ],
  },
  {
    name: 'deploy by update then apply',
    resource: 'deployments',
    steps: [
      create(deployment({ containers: [x, y] })),
      strategic(pod({ containers: [{ name: 'x', image: 'x:5' }] }), { manager: 'set-image' }),
      apply('m1', deployment({ containers: [{ name: 'x', image: 'x:5' }] }), { why: 'same image' }),
      apply('m1', deployment({ containers: [{ name: 'x', image: 'x:6' }] }), fails),
      apply('m1', deployment({ containers: [{ name: 'x', image: 'x:6' }] }), { force: true }),
      json([{ op: 'remove', path: '/spec/template/spec/containers/1' }], { manager: 'remover' }),
      apply('status', { status: { replicas: 3, observedGeneration: 1 } }, { subresource: 'status' }),
      apply(
        'status',
        { status: { replicas: 4, conditions: [{ type: 'Available', status: 'True' }] } },
        { subresource: 'status' },
      ),
      apply('m9', { status: { replicas: 9 } }, { why: 'status is not for the main resource' }),
      merge({ status: { replicas: 8 } }, { subresource: 'status', manager: 'controller' }),
      apply('status', { status: { replicas: 4 } }, { ...fails, subresource: 'status' }),
    ],
  },
  {
    name: 'deploy wrong',
    resource: 'deployments',
    steps: [
      apply('m1', deployment({ containers: [x] }, { foo: 1 }), fails),
      apply('m1', deployment({ containers: [x] }, { replicas: 'x' }), fails),
      apply('m1', deployment('x'), fails),
      apply('m1', { ...deployment({ containers: [x] }), metadata: { managedFields: [{}] } }, fails),
      apply('m1', { ...deployment({ containers: [x] }), metadata: { labels: { a: 1 } } }, fails),
      apply('m1', deployment({ containers: [x], hostNetwork: 'yes' }), fails),
      apply('m1', deployment({ containers: [{ ...x, resources: { limits: { cpu: {} } } }] }), fails),
    ],
  },
  {
    name: 'svc ports',
    resource: 'services',
    steps: [
      apply('m1', { spec: { selector: { a: 'b' }, ports: [{ name: 'dns', port: 53, protocol: 'UDP' }] } }),
      apply('m2', { spec: { ports: [{ name: 'dnst', port: 53, protocol: 'TCP' }] } }),
      apply('m2', { spec: { selector: { c: 'd' } } }, fails),
      apply('m2', { spec: { ports: [{ name: 'web', port: 80, targetPort: 'http' }] } }, { why: 'replaces its port' }),
    ],
  },
  {
    name: 'widget lists',
    resource: 'widgets',
    steps: [
      apply('m1', {
        spec: { size: 1, tags: ['a', 'b'], items: [{ name: 'a', value: '1' }, { name: 'b' }], list: ['x'] },
      }),
      apply('m2', { spec: { tags: ['c', 'a'], items: [{ name: 'c' }, { name: 'a', extra: 'e' }] } }),
      apply('m2', { spec: { items: [{ name: 'a', value: '2' }] } }, fails),
      apply('m2', { spec: { list: ['x'] } }, { why: 'same list' }),
      apply('m2', { spec: { list: ['x', 'y'] } }, fails),
      apply('m1', { spec: { tags: ['b'], items: [{ name: 'b' }] } }, { why: 'gives up half' }),
      apply('m1', { spec: { tags: [], items: [] } }, { why: 'empty lists' }),
      apply('m1', { spec: { tags: ['b', 'b'] } }, fails),
    ],
  },
  {
    name: 'widget ports',
    resource: 'widgets',
    steps: [
      apply('m1', { spec: { ports: [{ port: 1 }, { port: 1, protocol: 'UDP' }] } }),
      apply('m2', { spec: { ports: [{ port: 1, protocol: 'TCP' }] } }),
      apply('m1', { spec: { ports: [{ port: 2 }] } }),
      put({ spec: { ports: [{ port: 3 }, { port: 1 }] } }, { manager: 'putter' }),
      apply('m1', { spec: { ports: [{ protocol: 'TCP' }] } }, fails),
    ],
  },
  {
    name: 'widget maps',
    resource: 'widgets',
    steps: [
      apply('m1', {
        spec: { labels: { a: '1' }, atomic: { a: '1' }, nested: { a: 'x', b: { c: 1 } }, free: {}, port: 80 },
      }),
      apply('m2', { spec: { labels: { b: '1' }, nested: { b: { d: 2 } }, port: 80 } }),
      apply('m2', { spec: { atomic: { b: '1' } } }, fails),
      apply('m2', { spec: { atomic: { b: '1' } } }, { force: true }),
      apply('m1', { spec: { nested: { b: {} } } }, { ...fails, why: 'an object that loses all is null' }),
      apply('m1', { spec: {} }),
      apply('m2', {}, { ...fails, why: 'nothing left' }),
    ],
  },
  {
    name: 'widget open parts',
    resource: 'widgets',
    steps: [
      apply('m1', { spec: { any: { a: { b: 1 }, l: [1, 2] }, keep: { known: 'k', other: { z: 1 } } } }),
      apply('m2', { spec: { any: { a: { c: 2 } }, keep: { other: { y: 2 } } } }),
      apply('m2', { spec: { any: { l: [1] } } }, fails),
      apply('m2', { spec: { any: { a: 'text' } } }, fails),
      apply('m1', { spec: { any: 'text' } }, { why: 'm2 has parts of it' }),
      apply('m1', { spec: { any: 'text' } }, { force: true }),
      apply('m1', { spec: { maybe: null, name: null } }, { ...fails, why: 'nulls' }),
      apply('m1', { spec: { maybe: null } }, { why: 'a null that may be' }),
      apply('m1', { spec: { free: { x: 1 } } }, { why: 'pruned, yet owned' }),
      apply('m1', { spec: { unknown: 1 } }, fails),
      apply('m1', { spec: { size: 'x' } }, fails),
    ],
  },
  {
    name: 'widget status',
    resource: 'widgets',
    steps: [
      create({ spec: { size: 1 }, status: { phase: 'x' } }),
      apply('c', { status: { phase: 'Ready' } }, { subresource: 'status' }),
      apply(
        'c',
        { spec: { size: 5 }, status: { phase: 'Ready', count: 1 } },
        { subresource: 'status', why: 'spec is ignored' },
      ),
      apply('m', { spec: { size: 1 }, status: { phase: 'No' } }, { why: 'status is ignored' }),
      put({ spec: { size: 2 }, status: { phase: 'No' } }, { manager: 'p' }),
      merge({ status: { count: null } }, { subresource: 'status', manager: 'p' }),
    ],
  },
  {
    name: 'widget updates',
    resource: 'widgets',
    steps: [
      create({
        metadata: { labels: { a: 'b' } },
        spec: { size: 1, tags: ['a'], items: [{ name: 'a' }], any: { a: 1 } },
      }),
      merge({ spec: { items: [{ name: 'b', value: '1' }], tags: null } }, { manager: 'e' }),
      json(
        [
          { op: 'add', path: '/spec/any/b', value: { c: [1] } },
          { op: 'remove', path: '/spec/any/a' },
        ],
        { manager: 'j' },
      ),
      merge({ spec: { any: 5, unknown: 1 } }, { manager: 'e' }),
      merge({ spec: { size: 'x' } }, { ...fails, manager: 'e' }),
      merge({ metadata: { labels: 'x' } }, { ...fails, manager: 'e' }),
      json([
        { op: 'test', path: '/spec/size', value: 1 },
        { op: 'replace', path: '/spec/size', value: 2 },
      ]),
      json([{ op: 'test', path: '/spec/size', value: 1 }], fails),
    ],
  },
];
