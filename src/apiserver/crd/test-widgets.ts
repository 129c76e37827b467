/** A CRD and objects of its kind. */

export { DEFINITIONS } from './definition.js';

export const CRDS = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';
export const WIDGETS = '/apis/example.com/v1/namespaces/default/widgets';

export interface Spec {
  [field: string]: unknown;
  names: Record<string, unknown>;
  versions: Record<string, unknown>[];
}

export const schema = (): Record<string, unknown> => ({
  type: 'object',
  properties: {
    spec: {
      type: 'object',
      properties: { size: { type: 'integer', default: 3, maximum: 100 }, color: { type: 'string' } },
    },
    status: { type: 'object', properties: { ready: { type: 'boolean' }, replicas: { type: 'integer' } } },
  },
});

export const definition = (change: (spec: Spec) => void = () => undefined, name = 'widgets.example.com'): object => {
  const spec: Spec = {
    group: 'example.com',
    scope: 'Namespaced',
    names: { plural: 'widgets', kind: 'Widget', shortNames: ['wd'] },
    versions: [
      {
        name: 'v1',
        served: true,
        storage: true,
        schema: { openAPIV3Schema: schema() },
        subresources: { status: {}, scale: { specReplicasPath: '.spec.size', statusReplicasPath: '.status.replicas' } },
        selectableFields: [{ jsonPath: '.spec.color' }],
        additionalPrinterColumns: [{ name: 'Color', type: 'string', jsonPath: '.spec.color' }],
      },
      {
        name: 'v1beta1',
        served: true,
        storage: false,
        schema: { openAPIV3Schema: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true } },
      },
    ],
  };
  change(spec);
  return { apiVersion: 'apiextensions.k8s.io/v1', kind: 'CustomResourceDefinition', metadata: { name }, spec };
};
export const widget = (name: string, more: object = {}, metadata: object = {}): object => ({
  apiVersion: 'example.com/v1',
  kind: 'Widget',
  metadata: { name, ...metadata },
  ...more,
});
