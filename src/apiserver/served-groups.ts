/**
 * The built-in groups and versions that are served, as a kube-apiserver without feature gates serves them, in the
 * order it lists them: kubectl resolves a name that several groups have to the first. Alpha and beta versions are off.
 */
export const SERVED_GROUPS: readonly (readonly [group: string, versions: readonly string[]])[] = [
  ['', ['v1']],
  ['apiregistration.k8s.io', ['v1']],
  ['apps', ['v1']],
  ['events.k8s.io', ['v1']],
  ['authentication.k8s.io', ['v1']],
  ['authorization.k8s.io', ['v1']],
  ['autoscaling', ['v2', 'v1']],
  ['batch', ['v1']],
  ['certificates.k8s.io', ['v1']],
  ['networking.k8s.io', ['v1']],
  ['policy', ['v1']],
  ['rbac.authorization.k8s.io', ['v1']],
  ['storage.k8s.io', ['v1']],
  ['admissionregistration.k8s.io', ['v1']],
  ['apiextensions.k8s.io', ['v1']],
  ['scheduling.k8s.io', ['v1']],
  ['coordination.k8s.io', ['v1']],
  ['node.k8s.io', ['v1']],
  ['discovery.k8s.io', ['v1']],
  ['resource.k8s.io', ['v1']],
  ['flowcontrol.apiserver.k8s.io', ['v1']],
];

/** Whether a built-in version is served. */
export function isServed(group: string, version: string): boolean {
  return SERVED_GROUPS.some(([name, versions]) => name === group && versions.includes(version));
}
