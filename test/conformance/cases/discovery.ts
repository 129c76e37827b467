import { Area } from '../case.js';
import type { Plain } from '../probe.js';
import { PROTOBUF, YAML } from '../representation.js';

export const area = new Area('discovery');
const AGGREGATED = 'application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList,application/json';

// The hash names how a kind is stored, which is the server's own affair.
const resources = ({ resources: all, ...rest }: Plain): unknown => ({
  ...rest,
  resources: (all as Plain[]).map(({ storageVersionHash: _, ...resource }) => resource),
});

// Groups that other cases make come and go.
const ours = (group: string): boolean => !group.endsWith('.example.com') && group !== 'apiregistration.k8s.io';
const groups = ({ groups: all, ...rest }: Plain): unknown => ({
  ...rest,
  groups: (all as Plain[]).filter(({ name }) => ours(String(name))),
});
const aggregated = ({ items, metadata: _, ...rest }: Plain): unknown => ({
  ...rest,
  items: (items as { metadata: { name?: string }; versions: Plain[] }[])
    .filter(({ metadata }) => ours(metadata.name ?? ''))
    .map(({ metadata, versions }) => ({
      name: metadata.name,
      versions: versions.map(({ version, freshness, resources: all }) => ({
        version,
        freshness,
        resources: (all as Plain[]).map(({ resource }) => resource),
      })),
    })),
});

area.add('discovery', 'the core versions', (api) =>
  api.ask('GET', '/api', { pick: ({ serverAddressByClientCIDRs: _, ...rest }) => rest }),
);
area.add('discovery', 'the groups', (api) => api.ask('GET', '/apis', { pick: groups }));
area.add('discovery', 'the core, aggregated', (api) =>
  api.ask('GET', '/api', { accept: AGGREGATED, pick: aggregated }),
);
area.add('discovery', 'the groups, aggregated', (api) =>
  api.ask('GET', '/apis', { accept: AGGREGATED, pick: aggregated }),
);
area.add('discovery', 'a resource in full, aggregated', (api) =>
  api.ask('GET', '/apis', {
    accept: AGGREGATED,
    pick: ({ items }) => (items as { metadata: { name: string } }[]).find(({ metadata }) => metadata.name === 'apps'),
  }),
);
area.add('discovery', 'aggregated has an etag that spares the second time', async (api) => {
  const first = await api.ask('GET', '/api', { accept: AGGREGATED, brief: true });
  await api.ask('GET', '/api', { accept: AGGREGATED, headers: { 'if-none-match': first.header('etag') } });
});
const GROUPS = [
  'admissionregistration.k8s.io/v1',
  'apiextensions.k8s.io/v1',
  'apps/v1',
  'authentication.k8s.io/v1',
  'authorization.k8s.io/v1',
  'autoscaling/v1',
  'autoscaling/v2',
  'batch/v1',
  'certificates.k8s.io/v1',
  'coordination.k8s.io/v1',
  'discovery.k8s.io/v1',
  'events.k8s.io/v1',
  'flowcontrol.apiserver.k8s.io/v1',
  'networking.k8s.io/v1',
  'node.k8s.io/v1',
  'policy/v1',
  'rbac.authorization.k8s.io/v1',
  'resource.k8s.io/v1',
  'scheduling.k8s.io/v1',
  'storage.k8s.io/v1',
];
area.add('discovery', 'the resources of the core', (api) => api.ask('GET', '/api/v1', { pick: resources }));
area.each(
  'discovery',
  Object.fromEntries(GROUPS.map((group) => [group, group])),
  (group) => `the resources of ${group}`,
  (api, group) => api.ask('GET', `/apis/${group}`, { pick: resources }),
);
area.add('discovery', 'one group', (api) => api.ask('GET', '/apis/apps'));
area.add('discovery', 'one group of two versions', (api) => api.ask('GET', '/apis/autoscaling'));
area.add('discovery', 'a group that is not there', (api) => api.ask('GET', '/apis/nonsense.example.com'));
area.add('discovery', 'a version that is not there', (api) => api.ask('GET', '/apis/apps/v9'));
area.add('discovery', 'a core version that is not there', (api) => api.ask('GET', '/api/v9'));
area.add('discovery', 'a slash at the end', (api) => api.ask('GET', '/apis/apps/v1/', { pick: resources }));
area.add('discovery', 'as YAML', (api) => api.ask('GET', '/apis/policy/v1', { accept: YAML, pick: resources }));
area.add('discovery', 'as protobuf', (api) => api.ask('GET', '/apis/policy/v1', { accept: PROTOBUF, pick: resources }));
area.add('discovery', 'the version', (api) =>
  api.ask('GET', '/version', { pick: ({ major, minor, gitVersion }) => ({ major, minor, gitVersion }) }),
);
area.each(
  'discovery',
  { healthz: '/healthz', livez: '/livez', readyz: '/readyz' },
  (name) => `${name} says ok`,
  (api, path) => api.ask('GET', path),
);
area.add('discovery', 'one check of readyz', (api) => api.ask('GET', '/readyz/ping'));
area.add('discovery', 'a check that is not there', (api) => api.ask('GET', '/readyz/nonsense'));
area.add('discovery', 'readyz in words', (api) =>
  api.ask('GET', '/readyz?verbose', {
    pick: (body) => (body as unknown as string).split('\n').at(-2),
  }),
);
area.add('discovery', 'the paths of the root', (api) =>
  api.ask('GET', '/', {
    pick: ({ paths }) =>
      (paths as string[]).filter((path) =>
        /^\/(api|apis|healthz|livez|readyz|openapi|version)(\/(v1|apps|apps\/v1|v2|v3))?$/.test(path),
      ),
  }),
);
area.add('discovery', 'OpenAPI v3 names a document for each version', (api) =>
  api.ask('GET', '/openapi/v3', {
    pick: ({ paths }) =>
      Object.keys(paths as Plain)
        .filter(
          (path) =>
            path === 'api/v1' ||
            path === 'version' ||
            (/^apis\/[^/]+\/v\w+$/.test(path) && !/example\.com|apiregistration/.test(path)),
        )
        .sort(),
  }),
);
area.add('discovery', 'OpenAPI v3 of a version says what a patch may take', async (api) => {
  const root = await api.ask('GET', '/openapi/v3', { brief: true });
  const { serverRelativeURL } = (root.at('paths') as Record<string, { serverRelativeURL: string }>)['apis/apps/v1'] as {
    serverRelativeURL: string;
  };
  await api.ask('GET', serverRelativeURL, {
    unnamed: true,
    pick: ({ openapi, paths }) => {
      const patch = (paths as Record<string, { patch: Plain }>)[
        '/apis/apps/v1/namespaces/{namespace}/deployments/{name}'
      ]?.patch;
      return {
        openapi,
        gvk: patch?.['x-kubernetes-group-version-kind'],
        action: patch?.['x-kubernetes-action'],
        parameters: (patch?.['parameters'] as Plain[]).map(({ name }) => name).sort(),
      };
    },
  });
});
area.add('discovery', 'OpenAPI v3 of a kind: its fields, their types and how lists merge', async (api) => {
  const root = await api.ask('GET', '/openapi/v3', { brief: true });
  const { serverRelativeURL } = (root.at('paths') as Record<string, { serverRelativeURL: string }>)['api/v1'] as {
    serverRelativeURL: string;
  };
  await api.ask('GET', serverRelativeURL, {
    unnamed: true,
    pick: ({ components }) => {
      const schemas = (
        components as {
          schemas: Record<
            string,
            { properties: Record<string, Plain>; required?: string[]; 'x-kubernetes-group-version-kind'?: unknown }
          >;
        }
      ).schemas;
      return ['Pod', 'PodSpec', 'Container', 'ContainerPort', 'ConfigMap', 'Service'].map((name) => {
        const schema = schemas[`io.k8s.api.core.v1.${name}`];
        return {
          name,
          gvk: schema?.['x-kubernetes-group-version-kind'],
          required: schema?.required,
          fields: Object.entries(schema?.properties ?? {})
            .sort()
            .map(([field, { type, format, ...rest }]) => ({
              field,
              type,
              format,
              ...Object.fromEntries(Object.entries(rest).filter(([key]) => key.startsWith('x-'))),
            })),
        };
      });
    },
  });
});
area.add('discovery', 'OpenAPI v2 has the definitions', (api) =>
  api.ask('GET', '/openapi/v2', {
    pick: ({ swagger, definitions }) => ({
      swagger,
      deployment: (definitions as Record<string, Plain>)['io.k8s.api.apps.v1.Deployment']?.[
        'x-kubernetes-group-version-kind'
      ],
    }),
  }),
);
area.add('discovery', 'an OpenAPI document that is not there', (api) => api.ask('GET', '/openapi/v3/apis/nonsense/v1'));
