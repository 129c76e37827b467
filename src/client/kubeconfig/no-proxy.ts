import { BlockList, isIP } from 'node:net';

/**
 * Whether a request to `host:port` goes past the proxy by the rules of `NO_PROXY` that Go programs follow:
 * `*`; `domain` and its subdomains; `.domain` and `*.domain`, its subdomains alone; an address; a CIDR block; each but
 * the block optionally with `:port`. `localhost` and loopback addresses always go direct. `host` is without brackets.
 */
export function bypassesProxy(host: string, port: string, noProxy: string): boolean {
  const name = host.toLowerCase();
  if (name === 'localhost' || isLoopback(name)) return true;
  return noProxy.split(',').some((entry) => matches(entry.trim().toLowerCase(), name, port));
}

function isLoopback(host: string): boolean {
  return isIP(host) === 4 ? host.startsWith('127.') : isIP(host) === 6 && contains('::1', 128, host);
}

function matches(entry: string, host: string, port: string): boolean {
  if (entry === '') return false;
  if (entry === '*') return true;
  const block = /^([0-9a-f.:]+)\/(\d{1,3})$/.exec(entry);
  if (block?.[1] !== undefined) return contains(block[1], Number(block[2]), host);

  const [name, wantedPort] = splitPort(entry);
  if (wantedPort !== '' && wantedPort !== port) return false;
  const family = isIP(name);
  if (family !== 0) return contains(name, family === 4 ? 32 : 128, host);
  if (name === '') return false;
  const domain = name.startsWith('*.') ? name.slice(1) : name;
  if (domain.startsWith('.')) return host.endsWith(domain);
  return host === domain || host.endsWith(`.${domain}`);
}

function splitPort(entry: string): [name: string, port: string] {
  // Brackets without a port are no address to Go, so that such an entry matches nothing.
  const bracketed = /^\[([^\]]*)\]:(\d*)$/.exec(entry);
  if (bracketed !== null) return [bracketed[1] ?? '', bracketed[2] ?? ''];
  // An IPv6 address without brackets has colons, and no port.
  if (isIP(entry) !== 0) return [entry, ''];
  const colon = entry.lastIndexOf(':');
  return colon < 0 ? [entry, ''] : [entry.slice(0, colon), entry.slice(colon + 1)];
}

function contains(network: string, prefix: number, host: string): boolean {
  const [family, hostFamily] = [isIP(network), isIP(host)];
  if (family === 0 || family !== hostFamily || prefix > (family === 4 ? 32 : 128)) return false;
  const block = new BlockList();
  block.addSubnet(network, prefix, family === 4 ? 'ipv4' : 'ipv6');
  return block.check(host, hostFamily === 4 ? 'ipv4' : 'ipv6');
}
