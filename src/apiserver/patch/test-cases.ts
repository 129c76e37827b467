import { applySequences } from './test-apply-cases.js';
import { create, data, deployment, fails, json, merge, pod, strategic, x, y } from './test-steps.js';
import type { More, Sequence, Step } from './test-steps.js';

const base = deployment(
  {
    containers: [
      {
        ...x,
        env: [
          { name: 'A', value: '1' },
          { name: 'B', value: '2' },
        ],
        ports: [{ containerPort: 80 }, { containerPort: 81, name: 'b' }],
        args: ['a', 'b'],
      },
      y,
    ],
    volumes: [
      { name: 'v', emptyDir: {} },
      { name: 'w', configMap: { name: 'c' } },
    ],
    nodeSelector: { a: '1' },
    tolerations: [{ key: 'k', operator: 'Exists' }],
    imagePullSecrets: [{ name: 's1' }, { name: 's2' }],
    hostAliases: [{ ip: '1.2.3.4', hostnames: ['h'] }],
  },
  { replicas: 2 },
  { labels: { l: '1' }, annotations: { n: '1' }, finalizers: ['t.io/a', 't.io/b'] },
);

type OneStep = readonly [body: unknown, why: string, more?: More];

const strategicSteps: readonly OneStep[] = [
  [pod({ containers: [{ name: 'x', image: 'x:2' }] }), 'one field of one container'],
  [pod({ containers: [{ name: 'z', image: 'z:1' }] }), 'a new container'],
  [
    pod({
      containers: [
        { name: 'y', image: 'y:2' },
        { name: 'z', image: 'z' },
      ],
    }),
    'a change and an addition',
  ],
  [pod({ containers: [{ name: 'y', $patch: 'delete' }] }), 'delete an item'],
  [pod({ containers: [{ $patch: 'replace' }, { name: 'q', image: 'q' }] }), 'replace a list'],
  [pod({ containers: [{ name: 'x', $patch: 'replace', image: 'r' }] }), 'replace directive among items', fails],
  [pod({ $setElementOrder_containers: 1 }), 'an order that is none', fails],
  [pod({ '$setElementOrder/containers': [{ name: 'y' }, { name: 'x' }] }), 'only the order'],
  [
    pod({
      '$setElementOrder/containers': [{ name: 'y' }, { name: 'n' }, { name: 'x' }],
      containers: [{ name: 'n', image: 'n' }],
    }),
    'order and addition',
  ],
  [
    pod({ '$setElementOrder/containers': [{ name: 'x' }], containers: [{ name: 'y', image: 'y:3' }] }),
    'an order that does not fit',
    fails,
  ],
  [pod({ containers: [{ image: 'q' }] }), 'no merge key', fails],
  [pod({ containers: ['q'] }), 'items of another type', fails],
  [pod({ containers: {} }), 'a map for a list', fails],
  [pod('x'), 'a text for a struct', fails],
  [{ spec: { replicas: 'x' } }, 'a text for a number', fails],
  [{ metadata: { labels: { l: 1 } } }, 'a number for a text', fails],
  [
    pod({
      containers: [
        {
          name: 'x',
          env: [
            { name: 'B', value: '3' },
            { name: 'C', value: '4' },
          ],
        },
      ],
    }),
    'nested lists',
  ],
  [pod({ containers: [{ name: 'x', env: [{ name: 'A', $patch: 'delete' }] }] }), 'delete in a nested list'],
  [pod({ containers: [{ name: 'x', env: null }] }), 'null for a list'],
  [pod({ containers: [{ name: 'x', ports: [{ containerPort: 80, name: 'web' }] }] }), 'by container port'],
  [pod({ containers: [{ name: 'x', args: ['c'] }] }), 'a list that is replaced'],
  [pod({ tolerations: [] }), 'an empty list'],
  [pod({ nodeSelector: { b: '2' } }), 'a map'],
  [pod({ nodeSelector: { a: null, b: '2' } }), 'null in a map'],
  [pod({ nodeSelector: { $patch: 'replace', c: '3' } }), 'replace a map'],
  [pod({ nodeSelector: { $patch: 'delete' } }), 'delete a map'],
  [pod({ nodeSelector: { $patch: 'merge', c: '3' } }), 'an unknown directive', fails],
  [
    pod({ volumes: [{ name: 'v', $retainKeys: ['name', 'hostPath'], hostPath: { path: '/x' } }] }),
    'retain keys of an item',
  ],
  [
    pod({ volumes: [{ name: 'w', $retainKeys: ['name'], hostPath: { path: '/x' } }] }),
    'retain keys that do not fit',
    fails,
  ],
  [pod({ volumes: [{ name: 'w', configMap: { defaultMode: 256 } }] }), 'inside a volume'],
  [{ spec: { strategy: { $retainKeys: ['type'], type: 'Recreate' } } }, 'retain keys of a struct'],
  [{ spec: { strategy: { type: 'Recreate', rollingUpdate: null } } }, 'null for a struct'],
  [{ spec: { strategy: { $retainKeys: 'type' } } }, 'retain keys that are no list', fails],
  [{ metadata: { finalizers: ['t.io/c'] } }, 'a set grows'],
  [{ metadata: { finalizers: ['t.io/b', 't.io/c', 't.io/a'] } }, 'a set in another order'],
  [{ metadata: { '$deleteFromPrimitiveList/finalizers': ['t.io/a'] } }, 'delete from a set'],
  [{ metadata: { '$deleteFromPrimitiveList/finalizers': ['t.io/a'], finalizers: ['t.io/d'] } }, 'delete and add'],
  [{ metadata: { '$setElementOrder/finalizers': ['t.io/b', 't.io/a'] } }, 'the order of a set'],
  [
    { metadata: { '$setElementOrder/finalizers': ['t.io/b', 't.io/e', 't.io/a'], finalizers: ['t.io/e'] } },
    'order and addition of a set',
  ],
  [{ metadata: { '$setElementOrder/nothing': ['a'] } }, 'the order of an unknown list', fails],
  [{ metadata: { labels: { m: '2', l: null }, annotations: null } }, 'labels and annotations'],
  [{ metadata: { labels: { a: null, deep: '1' } }, spec: { minReadySeconds: 5, foo: 1 } }, 'unknown fields warn'],
  [{ spec: { foo: 1 } }, 'unknown fields strictly', { ...fails, fieldValidation: 'Strict' }],
  [{ spec: { foo: 1 } }, 'unknown fields ignored', { fieldValidation: 'Ignore' }],
  [pod({ imagePullSecrets: [{ name: 's3' }, { name: 's1' }] }), 'secrets by name'],
  [
    pod({
      hostAliases: [
        { ip: '1.2.3.4', hostnames: ['h2'] },
        { ip: '5.6.7.8', hostnames: ['g'] },
      ],
    }),
    'aliases by address',
  ],
  [
    pod({
      initContainers: [
        {
          name: 'i',
          image: 'i',
          env: [
            { name: 'A', $patch: 'delete' },
            { name: 'B', value: null },
          ],
        },
      ],
    }),
    'directives in what is new',
  ],
  [{ spec: { template: { metadata: { annotations: { a: '1', b: null } } } } }, 'nulls in what is new'],
  [{}, 'nothing'],
  ['[]', 'a list', fails],
  ['{"a":', 'no JSON', fails],
  [{ $patch: 'foo' }, 'an unknown directive at the root', fails],
  [{ kind: 'Pod', apiVersion: 'v9', metadata: { labels: { k: 'v' } } }, 'another kind is ignored'],
];

const jsonSteps: readonly OneStep[] = [
  [[{ op: 'test', path: '/data/a', value: '2' }], 'a test that fails', fails],
  [[{ op: 'test', path: '/data/z', value: null }], 'a test for nothing'],
  [[{ op: 'remove', path: '/data/z' }], 'remove nothing', fails],
  [[{ op: 'replace', path: '/data/z', value: '1' }], 'replace nothing'],
  [[{ op: 'add', path: '/binaryData/z', value: '1' }], 'add to nothing', fails],
  [[{ op: 'add', path: '/metadata/finalizers/0', value: 't.io/0' }], 'insert first'],
  [[{ op: 'add', path: '/metadata/finalizers/-', value: 't.io/z' }], 'append'],
  [[{ op: 'add', path: '/metadata/finalizers/-1', value: 't.io/y' }], 'count from the end'],
  [[{ op: 'add', path: '/metadata/finalizers/9', value: 't.io/y' }], 'beyond the end', fails],
  [[{ op: 'add', path: '/metadata/finalizers/x', value: 't.io/y' }], 'no index', fails],
  [[{ op: 'remove', path: '/metadata/finalizers/-1' }], 'remove the last'],
  [[{ op: 'move', from: '/data/a', path: '/data/moved' }], 'move'],
  [[{ op: 'move', from: '/data/q', path: '/data/moved' }], 'move nothing', fails],
  [[{ op: 'copy', from: '/metadata/annotations/b~1c', path: '/data/copied' }], 'copy an escaped key'],
  [[{ op: 'copy', from: '/data/q', path: '/data/copied' }], 'copy nothing'],
  [[{ op: 'foo', path: '/data/a' }], 'an unknown operation', fails],
  [[{ op: 'add', value: '1' }], 'no path', fails],
  [[{ op: 'add', path: '/data/q' }], 'no value'],
  [{ op: 'add' }, 'no list', fails],
  ['[{', 'no JSON', fails],
  [[{ op: 'add', path: 1 }], 'a path that is a number', fails],
  [[{ op: 'replace', path: '/data', value: { only: '1' } }], 'replace a map'],
  [[{ op: 'add', path: 'x/unknown', value: '1' }], 'no leading slash, and unknown'],
  [[], 'no operations'],
  [
    [
      { op: 'add', path: '/data/x', value: '1' },
      { op: 'remove', path: '/data/nothing' },
    ],
    'all or nothing',
    fails,
  ],
  [[{ op: 'remove', path: '/kind' }], 'no kind'],
];

const mergeSteps: readonly OneStep[] = [
  [{ data: { a: null, n: '1' } }, 'remove and add'],
  [{ metadata: { finalizers: ['t.io/q'] } }, 'lists are replaced'],
  [{ metadata: { labels: { l: null, m: null } } }, 'nulls'],
  [{ data: null }, 'remove a map'],
  [{ data: { n: '1' }, unknown: { a: null } }, 'unknown'],
  [{ unknown: 1 }, 'unknown and ignored', { fieldValidation: 'Ignore' }],
  [[], 'a list', fails],
  ['"x"', 'a text', fails],
  ['{"a":', 'no JSON', fails],
  ['', 'nothing at all', fails],
  [{}, 'an empty patch'],
  [{ metadata: { annotations: { 'b/c': { a: 1 } } } }, 'a map for a text', fails],
  [{ immutable: 'x' }, 'a text for a boolean', fails],
];

const inOneBatch = (make: (body: unknown, more: More) => Step, list: readonly OneStep[]): Step[] =>
  list.map(([body, why, more]) => make(body, { why, ...more }));

export const sequences: readonly Sequence[] = [
  ...applySequences,
  // Each step on a fresh object: what one does shall not depend on another.
  ...strategicSteps.map(([body, why, more], index): Sequence => ({
    name: `smp ${String(index + 1).padStart(2, '0')}`,
    resource: 'deployments',
    steps: [create(base, { unrecorded: true }), strategic(body, { why, manager: 'p', ...more })],
  })),
  {
    name: 'json patches',
    resource: 'configmaps',
    steps: [
      create(data({ a: '1' }, { labels: { l: '1' }, annotations: { 'b/c': '2' }, finalizers: ['t.io/a'] })),
      ...inOneBatch(json, jsonSteps),
    ],
  },
  {
    name: 'merge patches',
    resource: 'configmaps',
    steps: [
      create(data({ a: '1' }, { labels: { l: '1' }, annotations: { 'b/c': '2' }, finalizers: ['t.io/a'] })),
      ...inOneBatch(merge, mergeSteps),
    ],
  },
];
