// Where each resource of the suite lives. Written down here, not taken from the tables of the package, which the
// servers share.
interface Place {
  readonly base: string;
  readonly namespaced: boolean;
}

const NAMESPACED: Readonly<Record<string, string>> = {
  'api/v1':
    'bindings configmaps endpoints events limitranges persistentvolumeclaims pods podtemplates replicationcontrollers ' +
    'resourcequotas secrets serviceaccounts services',
  'apis/apps/v1': 'deployments replicasets statefulsets daemonsets controllerrevisions',
  'apis/batch/v1': 'jobs cronjobs',
  'apis/networking.k8s.io/v1': 'ingresses networkpolicies',
  'apis/policy/v1': 'poddisruptionbudgets',
  'apis/coordination.k8s.io/v1': 'leases',
  'apis/autoscaling/v2': 'horizontalpodautoscalers',
  'apis/autoscaling/v1': 'horizontalpodautoscalers.v1',
  'apis/discovery.k8s.io/v1': 'endpointslices',
  'apis/events.k8s.io/v1': 'events.events.k8s.io',
  'apis/rbac.authorization.k8s.io/v1': 'roles rolebindings',
  'apis/authorization.k8s.io/v1': 'localsubjectaccessreviews',
};
const CLUSTER_SCOPED: Readonly<Record<string, string>> = {
  'api/v1': 'namespaces nodes persistentvolumes',
  'apis/rbac.authorization.k8s.io/v1': 'clusterroles clusterrolebindings',
  'apis/apiextensions.k8s.io/v1': 'customresourcedefinitions',
  'apis/storage.k8s.io/v1': 'storageclasses',
  'apis/scheduling.k8s.io/v1': 'priorityclasses',
  'apis/authorization.k8s.io/v1': 'selfsubjectaccessreviews selfsubjectrulesreviews subjectaccessreviews',
  'apis/authentication.k8s.io/v1': 'tokenreviews selfsubjectreviews',
};

const PLACES = new Map<string, Place>();
for (const [table, namespaced] of [[NAMESPACED, true] as const, [CLUSTER_SCOPED, false] as const]) {
  for (const [base, names] of Object.entries(table)) {
    for (const name of names.split(' ')) PLACES.set(name, { base, namespaced });
  }
}

/**
 * The path of a resource or of one object. `resource` is a name above, or for custom ones `widgets.group/version`, with
 * a leading `*` when it is cluster-scoped. An empty namespace means all of them.
 */
export function resourcePath(resource: string, namespace: string, name: string, subresource: string): string {
  const known = PLACES.get(resource);
  const custom = /^(\*?)([a-z]+)\.([^/]+)\/(v\w+)$/.exec(resource);
  const place =
    known ?? (custom === null ? undefined : { base: `apis/${custom[3]}/${custom[4]}`, namespaced: custom[1] === '' });
  if (place === undefined) throw new Error(`The suite does not know where ${resource} live`);
  const plural = known === undefined ? custom?.[2] : resource.split('.')[0];
  return [
    '',
    place.base,
    ...(place.namespaced && namespace !== '' ? ['namespaces', namespace] : []),
    plural,
    ...(name === '' ? [] : [name]),
    ...(subresource === '' ? [] : [subresource]),
  ].join('/');
}
