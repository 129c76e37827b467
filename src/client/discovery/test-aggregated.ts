// What a kube-apiserver 1.36 answered, with a custom resource of two versions and an APIService whose server is down;
// most of its resources were left out.
/** By path, in the aggregated form. */
export const AGGREGATED: Readonly<Record<string, unknown>> = {
  '/api': {
    kind: 'APIGroupDiscoveryList',
    apiVersion: 'apidiscovery.k8s.io/v2',
    metadata: {},
    items: [
      {
        metadata: {},
        versions: [
          {
            version: 'v1',
            resources: [
              {
                resource: 'events',
                responseKind: { group: '', version: '', kind: 'Event' },
                scope: 'Namespaced',
                singularResource: 'event',
                verbs: ['create', 'delete', 'deletecollection', 'get', 'list', 'patch', 'update', 'watch'],
                shortNames: ['ev'],
              },
              {
                resource: 'namespaces',
                responseKind: { group: '', version: '', kind: 'Namespace' },
                scope: 'Cluster',
                singularResource: 'namespace',
                verbs: ['create', 'delete', 'get', 'list', 'patch', 'update', 'watch'],
                shortNames: ['ns'],
                subresources: [
                  {
                    subresource: 'status',
                    responseKind: { group: '', version: '', kind: 'Namespace' },
                    verbs: ['get', 'patch', 'update'],
                  },
                ],
              },
              {
                resource: 'pods',
                responseKind: { group: '', version: '', kind: 'Pod' },
                scope: 'Namespaced',
                singularResource: 'pod',
                verbs: ['create', 'delete', 'deletecollection', 'get', 'list', 'patch', 'update', 'watch'],
                shortNames: ['po'],
                categories: ['all'],
                subresources: [
                  {
                    subresource: 'eviction',
                    responseKind: { group: 'policy', version: 'v1', kind: 'Eviction' },
                    verbs: ['create'],
                  },
                  { subresource: 'log', responseKind: { group: '', version: '', kind: 'Pod' }, verbs: ['get'] },
                  {
                    subresource: 'status',
                    responseKind: { group: '', version: '', kind: 'Pod' },
                    verbs: ['get', 'patch', 'update'],
                  },
                ],
              },
              {
                resource: 'services',
                responseKind: { group: '', version: '', kind: 'Service' },
                scope: 'Namespaced',
                singularResource: 'service',
                verbs: ['create', 'delete', 'deletecollection', 'get', 'list', 'patch', 'update', 'watch'],
                shortNames: ['svc'],
                categories: ['all'],
                subresources: [
                  {
                    subresource: 'status',
                    responseKind: { group: '', version: '', kind: 'Service' },
                    verbs: ['get', 'patch', 'update'],
                  },
                ],
              },
            ],
            freshness: 'Current',
          },
        ],
      },
    ],
  },
  '/apis': {
    kind: 'APIGroupDiscoveryList',
    apiVersion: 'apidiscovery.k8s.io/v2',
    metadata: {},
    items: [
      {
        metadata: { name: 'apps' },
        versions: [
          {
            version: 'v1',
            resources: [
              {
                resource: 'deployments',
                responseKind: { group: '', version: '', kind: 'Deployment' },
                scope: 'Namespaced',
                singularResource: 'deployment',
                verbs: ['create', 'delete', 'deletecollection', 'get', 'list', 'patch', 'update', 'watch'],
                shortNames: ['deploy'],
                categories: ['all'],
                subresources: [
                  {
                    subresource: 'scale',
                    responseKind: { group: 'autoscaling', version: 'v1', kind: 'Scale' },
                    verbs: ['get', 'patch', 'update'],
                  },
                  {
                    subresource: 'status',
                    responseKind: { group: '', version: '', kind: 'Deployment' },
                    verbs: ['get', 'patch', 'update'],
                  },
                ],
              },
            ],
            freshness: 'Current',
          },
        ],
      },
      {
        metadata: { name: 'events.k8s.io' },
        versions: [
          {
            version: 'v1',
            resources: [
              {
                resource: 'events',
                responseKind: { group: '', version: '', kind: 'Event' },
                scope: 'Namespaced',
                singularResource: 'event',
                verbs: ['create', 'delete', 'deletecollection', 'get', 'list', 'patch', 'update', 'watch'],
                shortNames: ['ev'],
              },
            ],
            freshness: 'Current',
          },
        ],
      },
      {
        metadata: { name: 'autoscaling' },
        versions: [
          {
            version: 'v2',
            resources: [
              {
                resource: 'horizontalpodautoscalers',
                responseKind: { group: '', version: '', kind: 'HorizontalPodAutoscaler' },
                scope: 'Namespaced',
                singularResource: 'horizontalpodautoscaler',
                verbs: ['create', 'delete', 'deletecollection', 'get', 'list', 'patch', 'update', 'watch'],
                shortNames: ['hpa'],
                categories: ['all'],
                subresources: [
                  {
                    subresource: 'status',
                    responseKind: { group: '', version: '', kind: 'HorizontalPodAutoscaler' },
                    verbs: ['get', 'patch', 'update'],
                  },
                ],
              },
            ],
            freshness: 'Current',
          },
          {
            version: 'v1',
            resources: [
              {
                resource: 'horizontalpodautoscalers',
                responseKind: { group: '', version: '', kind: 'HorizontalPodAutoscaler' },
                scope: 'Namespaced',
                singularResource: 'horizontalpodautoscaler',
                verbs: ['create', 'delete', 'deletecollection', 'get', 'list', 'patch', 'update', 'watch'],
                shortNames: ['hpa'],
                categories: ['all'],
                subresources: [
                  {
                    subresource: 'status',
                    responseKind: { group: '', version: '', kind: 'HorizontalPodAutoscaler' },
                    verbs: ['get', 'patch', 'update'],
                  },
                ],
              },
            ],
            freshness: 'Current',
          },
        ],
      },
      {
        metadata: { name: 'example.com' },
        versions: [
          {
            version: 'v1',
            resources: [
              {
                resource: 'widgets',
                responseKind: { group: 'example.com', version: 'v1', kind: 'Widget' },
                scope: 'Namespaced',
                singularResource: 'widget',
                verbs: ['delete', 'deletecollection', 'get', 'list', 'patch', 'create', 'update', 'watch'],
                shortNames: ['wd'],
                categories: ['all'],
                subresources: [
                  {
                    subresource: 'status',
                    responseKind: { group: 'example.com', version: 'v1', kind: 'Widget' },
                    verbs: ['get', 'patch', 'update'],
                  },
                ],
              },
            ],
            freshness: 'Current',
          },
          {
            version: 'v1beta1',
            resources: [
              {
                resource: 'widgets',
                responseKind: { group: 'example.com', version: 'v1beta1', kind: 'Widget' },
                scope: 'Namespaced',
                singularResource: 'widget',
                verbs: ['delete', 'deletecollection', 'get', 'list', 'patch', 'create', 'update', 'watch'],
                shortNames: ['wd'],
                categories: ['all'],
                subresources: [
                  {
                    subresource: 'status',
                    responseKind: { group: 'example.com', version: 'v1beta1', kind: 'Widget' },
                    verbs: ['get', 'patch', 'update'],
                  },
                ],
              },
            ],
            freshness: 'Current',
          },
        ],
      },
      { metadata: { name: 'metrics.k8s.io' }, versions: [{ version: 'v1beta1', freshness: 'Stale' }] },
    ],
  },
};
