import type { ClusterEntry } from './entries.js';
import { kubeConfigError } from './kubeconfig-error.js';

/** The URL of a cluster: with its path, without query and fragment. A server without a scheme is https, as for kubectl. */
export function serverOf(cluster: Pick<ClusterEntry, 'name' | 'origin' | 'server'>): URL {
  const where = `cluster "${cluster.name}" (kubeconfig ${cluster.origin})`;
  if (cluster.server === '') throw kubeConfigError(`There is no server for ${where}. Add its URL.`);
  const text = cluster.server.includes('://') ? cluster.server : `https://${cluster.server}`;
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || (url.protocol !== 'https:' && url.protocol !== 'http:')) {
    throw kubeConfigError(`The server of ${where} is not an http or https URL. Correct it.`);
  }
  if (url.username !== '' || url.password !== '') {
    throw kubeConfigError(
      `The server of ${where} has a user name or password in its URL. Move them to username and password of the user.`,
    );
  }
  url.search = '';
  url.hash = '';
  return url;
}
