import type { Exchange, RawExchange } from './exchange.js';

type Plain = Record<string, unknown>;

// What Kubernetes appends to a generateName, and how long a name may be before it is cut.
const GENERATED = /^[bcdfghjklmnpqrstvwxz2456789]{5}$/;
// Those that begin with zeros are a case's own.
const UID = /(?!00000000)[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;
const TIME = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z/g;
const NODE_PORT = /:3\d{4}\//g;
const DURATION = /^(\d+[smhdy])+$/;

// Times that a server writes are near now; those that a case writes are years away.
const NEAR_MS = 3 * 24 * 3_600_000;

// Versions above are a case's own idea of the future.
const FUTURE = 100_000_000;

const isPlain = (value: unknown): value is Plain =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * Makes the answers of two servers comparable. What each server chooses for itself becomes a placeholder, the same one
 * for the same value within a case; the placeholders of versions are numbered by their order, so that a version that is
 * equal, older or newer where it must not be still shows.
 */
export function normalise(exchanges: readonly RawExchange[], context: { ns: string; host: string }): Exchange[] {
  const seen = new Seen(context);
  const sorted = exchanges.map(({ body, events, ...rest }) => ({
    ...rest,
    ...(body === undefined ? {} : { body: inOrder(body) }),
    ...(events === undefined ? {} : { events: events.map(inOrder) }),
  }));
  for (const exchange of sorted) seen.learn([exchange.body, exchange.events]);
  return sorted.map(({ request, status, headers, body, events, brief }) => ({
    request: seen.text(request),
    status,
    ...(brief
      ? {}
      : {
          headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, seen.text(value)])),
          ...(body === undefined ? {} : { body: seen.value(body, '') }),
          ...(events === undefined ? {} : { events: events.map((event) => seen.value(event, '')) }),
        }),
  }));
}

/** Keys in alphabetical order: no client may depend on it, and what is found first must not either. */
function inOrder(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inOrder);
  if (!isPlain(value)) return value;
  return Object.fromEntries(
    Object.keys(value)
      .sort()
      .map((key) => [key, inOrder(value[key])]),
  );
}

class Seen {
  readonly #ns: string;
  readonly #host: string;
  readonly #uids = new Map<string, string>();
  readonly #versions = new Set<number>();
  readonly #generated = new Map<string, string>();
  readonly #addresses = new Map<string, string>();
  #ranks: number[] | undefined;

  constructor({ ns, host }: { ns: string; host: string }) {
    this.#ns = ns;
    this.#host = host;
  }

  /** Takes note of the versions and generated names in a value, wherever they stand. */
  learn(value: unknown): void {
    if (Array.isArray(value)) {
      for (const item of value) this.learn(item);
    }
    if (!isPlain(value)) return;
    const { metadata } = value;
    if (isPlain(metadata) && typeof metadata['uid'] === 'string') {
      const version = metadata['resourceVersion'];
      if (typeof version === 'string' && /^\d+$/.test(version)) this.#versions.add(Number(version));
      this.#learnName(metadata['generateName'], metadata['name']);
    }
    if (typeof value['clusterIP'] === 'string') this.#address(value['clusterIP']);
    for (const item of Object.values(value)) this.learn(item);
  }

  #address(text: string): string {
    if (!/^\d+\.\d+\.\d+\.\d+$/.test(text)) return text;
    if (!this.#addresses.has(text)) this.#addresses.set(text, `$address${this.#addresses.size + 1}`);
    return this.#addresses.get(text) ?? text;
  }

  #learnName(prefix: unknown, name: unknown): void {
    if (typeof prefix !== 'string' || prefix === '' || typeof name !== 'string' || this.#generated.has(name)) return;
    const kept = prefix.slice(0, name.length - 5);
    if (!name.startsWith(kept) || !GENERATED.test(name.slice(kept.length))) return;
    this.#generated.set(name, `${kept}$generated${this.#generated.size + 1}`);
  }

  /** How many of the case's object versions are not newer. */
  #rank(version: number): number {
    this.#ranks ??= [...this.#versions].sort((a, b) => a - b);
    return this.#ranks.filter((other) => other <= version).length;
  }

  /** An object's own version has a number of its own; that of a list lies at or after the one it names. */
  #version(text: string, isObject: boolean): string {
    if (!/^\d+$/.test(text) || text === '0') return text;
    const rank = this.#rank(Number(text));
    return isObject ? `$version${rank}` : `$from${rank}`;
  }

  text(text: string): string {
    let result = text.replaceAll(this.#ns, '$ns').replaceAll(this.#host, '$host');
    for (const [name, placeholder] of this.#generated) {
      result = result
        .replaceAll(name, placeholder)
        .replaceAll(name.replaceAll(this.#ns, '$ns'), placeholder.replaceAll(this.#ns, '$ns'));
    }
    result = result.replace(UID, (uid) => {
      if (!this.#uids.has(uid)) this.#uids.set(uid, `$uid${this.#uids.size + 1}`);
      return this.#uids.get(uid) ?? uid;
    });
    result = result.replace(TIME, (time) =>
      Math.abs(Date.parse(time) - Date.now()) > NEAR_MS ? time : time.includes('.') ? '$microTime' : '$time',
    );
    result = result.replace(/(resourceVersion=)(\d+)/g, (all, before: string, digits: string) =>
      this.#rank(Number(digits)) > 0 && Number(digits) < FUTURE ? `${before}${this.#version(digits, false)}` : all,
    );
    result = result.replace(
      /(resource ?version(?: in the precondition| in record)?[^0-9a-z]{0,8})(\d+)/gi,
      (all, before: string, digits: string) =>
        this.#versions.has(Number(digits)) ? `${before}${this.#version(digits, true)}` : all,
    );
    result = result.replace(/(too old resource version: \S+ \()\d+/g, '$1$oldest');
    return result.replace(/(current: )\d+/g, '$1$current').replace(/continue=[\w%-]{40,}/g, 'continue=$continue');
  }

  value(value: unknown, key: string, isObject = false): unknown {
    if (Array.isArray(value)) {
      const items = value.map((item) => this.value(item, key));
      return key === 'managedFields' ? items.sort(byManager) : items;
    }
    if (isPlain(value)) {
      const holdsUid = typeof value['uid'] === 'string';
      return Object.fromEntries(
        Object.entries(value)
          // What a column means is told in the words of each server.
          .filter(([name]) => !(key === 'columnDefinitions' && name === 'description'))
          .map(([name, inner]) => [this.text(name), this.value(inner, name, holdsUid)]),
      );
    }
    if (typeof value === 'number') return key === 'nodePort' || key === 'healthCheckNodePort' ? '$port' : value;
    if (typeof value !== 'string') return value;
    if (key === 'resourceVersion') return this.#version(value, isObject);
    // The real server names itself after its program, and the program of the tests after its sources.
    if (key === 'manager') return value.replace(/^apiserver-[0-9a-f]{16}$/, 'kube-apiserver');
    if (key === 'continue' && value.length > 20) return '$continue';
    if (key === 'token' && value.length > 100) return '$token';
    if (key === 'clusterIP' || key === 'clusterIPs') return this.#address(value);
    if (key === 'cells') {
      if (DURATION.test(value)) return '$age';
      return this.text(this.#addresses.get(value) ?? value.replace(NODE_PORT, ':$$port/'));
    }
    return this.text(value);
  }
}

// Entries are sorted by time, to the second: which of two comes first may depend on when the second began.
function byManager(a: unknown, b: unknown): number {
  const key = (entry: unknown): string => {
    const { manager, operation, subresource, apiVersion } = entry as Plain;
    return JSON.stringify([operation, manager, subresource, apiVersion]);
  };
  return key(a) < key(b) ? -1 : 1;
}
