/** The two halves of an apiVersion: `apps/v1` is `v1` of `apps`, `v1` is of the core group, which is called `''`. */
export function groupVersionOf(apiVersion: string): { group: string; version: string } {
  const slash = apiVersion.lastIndexOf('/');
  return { group: apiVersion.slice(0, Math.max(slash, 0)), version: apiVersion.slice(slash + 1) };
}
