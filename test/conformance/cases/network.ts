import { Area } from '../case.js';
import { externalService, ingress, manifest, service } from '../objects.js';

export const area = new Area('network');

area.creates('a headless service', 'services', () => service('one', { clusterIP: 'None' }));
area.creates('a service by node port', 'services', () => service('one', { type: 'NodePort' }));
area.creates('a balanced service', 'services', () =>
  service('one', { type: 'LoadBalancer', externalTrafficPolicy: 'Local' }),
);
area.creates('a service by external name', 'services', () => externalService('one'));
area.creates('a service by external name without one', 'services', () => externalService('one', {}));
area.creates('a service without ports', 'services', () => service('one', { ports: [] }));
area.creates('a service with two unnamed ports', 'services', () =>
  service('one', { ports: [{ port: 80 }, { port: 81 }] }),
);
area.creates('a service with one port twice', 'services', () =>
  service('one', {
    ports: [
      { name: 'a', port: 80 },
      { name: 'b', port: 80 },
    ],
  }),
);
area.creates('a service of a type nobody knows', 'services', () => service('one', { type: 'Magic' }));
area.creates('a service with a port out of range', 'services', () => service('one', { ports: [{ port: 0 }] }));
area.creates('a service with an address outside of the range', 'services', () =>
  service('one', { clusterIP: '192.0.2.1' }),
);
area.creates('a service with an address that is none', 'services', () => service('one', { clusterIP: 'here' }));
area.creates('session affinity and its default', 'services', () => service('one', { sessionAffinity: 'ClientIP' }));
area.creates('an ingress without anything', 'ingresses', () =>
  manifest('networking.k8s.io/v1', 'Ingress', 'one', { spec: {} }),
);
area.creates('an ingress path without a type', 'ingresses', () =>
  ingress('one', {
    rules: [{ http: { paths: [{ path: '/', backend: { service: { name: 'w', port: { number: 80 } } } }] } }],
  }),
);
area.creates('an ingress host that is none', 'ingresses', () => ingress('one', { rules: [{ host: 'Not A Host' }] }));
