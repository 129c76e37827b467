import { isIP } from 'node:net';

// What in-cluster clients call the API server. None of them is a public name, so no page can have it as its origin.
const CLUSTER_NAMES = [
  'kubernetes',
  'kubernetes.default',
  'kubernetes.default.svc',
  'kubernetes.default.svc.cluster.local',
];

/** The host of a `Host` header, without its port; undefined when it is none. */
function hostOf(header: string): string | undefined {
  const match = /^(?:\[([0-9a-f:.]+)\]|([^:[\]]+))(?::\d+)?$/i.exec(header);
  return (match?.[1] ?? match?.[2])?.toLowerCase().replace(/\.$/, '');
}

/**
 * Whether a request may name this host. A page in a browser can make its own name point to 127.0.0.1 and then talk to
 * us as if we were its server; it cannot make the browser send another name than its own. Addresses cannot be
 * pointed elsewhere, so they are all taken.
 */
export function isAllowedHost(header: string | undefined, allowed: readonly string[]): boolean {
  // Only HTTP/1.0 has none, and browsers do not speak it.
  if (header === undefined) return true;
  const host = hostOf(header);
  if (host === undefined) return false;
  if (isIP(host) !== 0 || host === 'localhost' || host.endsWith('.localhost')) return true;
  return CLUSTER_NAMES.includes(host) || allowed.some((name) => name.toLowerCase() === host);
}
