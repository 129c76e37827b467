import type { Clock } from '../base/clock.js';
import { realClock } from '../base/clock.js';
import { deferred } from '../base/deferred.js';
import type { Logger } from '../base/logger.js';
import { consoleLogger } from '../base/logger.js';
import { KubeInformerError } from '../errors/index.js';
import { assertKnownOptions } from '../meta/index.js';
import type { KnownOptions } from '../meta/index.js';
import {
  Authenticator,
  KnownUsers,
  RbacAuthorizer,
  ServiceAccountTokens,
  alwaysAllow,
  forbiddenBy,
  gatekeeperOf,
  makeCertificates,
  reviewVerbs,
  tokenRequestHandler,
  withEscalationCheck,
} from './access/index.js';
import type { Authority, UserOptions } from './access/index.js';
import { bootstrap } from './bootstrap.js';
import type { ApiObject, ManagedFieldsEntry, ResourceRequest } from './contract.js';
import { createCatalogue } from './crd/index.js';
import { discoveryOf } from './discovery/index.js';
import { listen } from './http/index.js';
import type { Faults, Listener } from './http/index.js';
import { convert } from './kinds/index.js';
import { kubeconfigText } from './kubeconfig.js';
import { trackUpdate } from './patch/index.js';
import { readingVerbs } from './reading/index.js';
import { builtInSchema } from './schema/index.js';
import { readServerKeys, writeServerKeys } from './server-keys.js';
import { openStorage } from './storage/index.js';
import type { Storage } from './storage/index.js';
import { timestamp } from './timestamp.js';
import { allVerbs } from './verbs.js';
import { writingVerbs } from './writing/index.js';

/** How the embedded API server is set up. Everything has a default that suits a test. */
export interface ApiServerOptions {
  /** Where to listen: the loopback address unless given. */
  readonly host?: string | undefined;
  /** 0, any free one, unless given. */
  readonly port?: number | undefined;
  /**
   * TLS with a generated certificate, HTTP/2 and HTTP/1.1; the default. Without it plain HTTP/1.1, over which
   * neither kubectl nor this library's client sends a token: set `anonymous` to let them in.
   */
  readonly tls?: boolean | undefined;
  /** Who may do what: everybody who is known everything, unless `rbac`. */
  readonly authorization?: 'alwaysAllow' | 'rbac' | undefined;
  /**
   * Whether requests without credentials are taken, as the user system:anonymous. As in a kube-apiserver, by default
   * they are with RBAC, which gives them next to nothing, and refused without it.
   */
  readonly anonymous?: boolean | undefined;
  /** Users beside `admin`, each with a token. */
  readonly users?: readonly UserOptions[] | undefined;
  /** Keeps objects, users' tokens and certificates in a directory. Without it nothing outlives the server. */
  readonly dataDir?: string | undefined;
  /** How often watches that want them get bookmarks: every minute unless given, as from a kube-apiserver. */
  readonly bookmarkIntervalMs?: number | undefined;
  /** How many changes of each resource a watch can go back. */
  readonly historySize?: number | undefined;
  /** Names in the Host header that are taken beside localhost and addresses, and in the certificate. */
  readonly allowedHosts?: readonly string[] | undefined;
  readonly clock?: Clock | undefined;
  readonly logger?: Logger | undefined;
}

/** How a user of a kubeconfig says who they are. */
export interface KubeconfigOptions {
  /** A client certificate in place of the token. Needs TLS. */
  readonly certificate?: boolean | undefined;
}

/** A Kubernetes API server in this process. */
export interface ApiServer extends AsyncDisposable {
  readonly url: string;
  /** What its certificate is signed by, as PEM; undefined without TLS. */
  readonly ca: string | undefined;
  /** The bearer token of `admin`, who may do everything. */
  readonly token: string;
  /** The text of a kubeconfig for a user: `admin` unless given, or one of `users`. */
  kubeconfig(user?: string, options?: KubeconfigOptions): string;
  /** Its objects, for tests that want to look behind the API. */
  readonly storage: Storage;
  /** Misbehaviour on request. */
  readonly faults: Faults;
  /** Ends watches, closes every connection. May be called again. */
  stop(): Promise<void>;
}

const ADMIN = 'admin';
// What kube-apiserver sends them at.
const BOOKMARK_INTERVAL_MS = 60_000;

/**
 * Starts an API server that real clients cannot tell from a kube-apiserver without controllers, where it matters.
 *
 * @example
 * await using server = await startApiServer();
 * await writeFile('kubeconfig', server.kubeconfig());
 */
export async function startApiServer(options: ApiServerOptions = {}): Promise<ApiServer> {
  assertOptions(options);
  const { clock = realClock, logger = consoleLogger, host = '127.0.0.1', port = 0, tls = true, dataDir } = options;
  const rbac = options.authorization === 'rbac';
  const storage = await openStorage({
    clock,
    ...(dataDir === undefined ? {} : { dataDir }),
    ...(options.historySize === undefined ? {} : { historySize: options.historySize }),
  });
  try {
    const kept = dataDir === undefined ? undefined : await readServerKeys(dataDir);
    const users = new KnownUsers(usersOf(options.users ?? [], kept?.tokens ?? {}));
    const lookup = (groupResource: string, key: string): ApiObject | undefined =>
      storage.get(groupResource, key)?.object;
    const tokens = new ServiceAccountTokens({
      clock,
      lookup,
      ...(kept === undefined ? {} : { key: kept.serviceAccountKey }),
    });
    const certificates =
      tls || kept !== undefined || dataDir !== undefined
        ? makeCertificates({
            hosts: [host, ...(options.allowedHosts ?? [])],
            ...(kept === undefined ? {} : { authority: kept.authority }),
          })
        : undefined;
    const authorizer = rbac ? new RbacAuthorizer(storage) : alwaysAllow;
    const authenticator = new Authenticator({ users, tokens, anonymous: options.anonymous ?? rbac });
    const plain = createCatalogue(storage);
    const catalogue = authorizer instanceof RbacAuthorizer ? withEscalationCheck(plain, authorizer) : plain;

    const track = (request: ResourceRequest, object: ApiObject): ManagedFieldsEntry[] =>
      trackUpdate({
        schema: builtInSchema(object.apiVersion, object.kind),
        before: undefined,
        after: object,
        manager: request.query.get('fieldManager') ?? request.agent,
        subresource: request.subresource,
        now: timestamp(clock.now()),
      });
    const writing = writingVerbs({
      storage,
      clock,
      catalogue,
      convert,
      authorizeCreate: (request) => {
        const { resource, subresource, namespace, name, user, path } = request;
        const { group } = resource;
        const attributes = { user, verb: 'create', isResource: true, group, resource: resource.resource };
        const full = { ...attributes, subresource, namespace, name, path };
        const { allowed, reason } = authorizer.authorize(full);
        if (!allowed) throw forbiddenBy(full, reason);
      },
      subresources: { 'serviceaccounts/token': tokenRequestHandler({ tokens, clock, lookup, track }) },
    });
    const reading = readingVerbs({
      storage,
      clock,
      convert,
      bookmarkIntervalMs: options.bookmarkIntervalMs ?? BOOKMARK_INTERVAL_MS,
    });
    const reviews = reviewVerbs({ authenticator, authorizer, clock, track });
    const ready = deferred();
    const listener = await listen(
      {
        ready: ready.promise,
        catalogue,
        storage,
        clock,
        logger,
        convert,
        verbs: allVerbs({ storage, reading, writing, reviews }),
        gatekeeper: gatekeeperOf(authenticator, authorizer),
        discovery: discoveryOf({ catalogue }),
        allowedHosts: [host, ...(options.allowedHosts ?? [])],
      },
      {
        host,
        port,
        ...(tls && certificates !== undefined
          ? { tls: { ...certificates.serving, clientCa: certificates.authority.cert } }
          : {}),
      },
    );
    try {
      const clientCa = tls ? certificates?.authority.cert : undefined;
      await bootstrap({ storage, catalogue, writing, clock, port: listener.port, rbac, clientCa });
      if (dataDir !== undefined && certificates !== undefined) {
        const { cert, key } = certificates.authority;
        const names = [ADMIN, ...(options.users ?? []).map(({ name }) => name)];
        await writeServerKeys(dataDir, {
          authority: { cert, key },
          serviceAccountKey: tokens.pem,
          tokens: { ...kept?.tokens, ...Object.fromEntries(names.map((name) => [name, users.get(name)?.token ?? ''])) },
        });
      }
      ready.resolve();
      return new RunningApiServer(listener, storage, users, tls ? certificates?.authority : undefined);
    } catch (error) {
      ready.resolve();
      await listener.stop();
      throw error;
    }
  } catch (error) {
    await storage.close();
    throw error;
  }
}

const KNOWN: KnownOptions<ApiServerOptions> = {
  host: true,
  port: true,
  tls: true,
  authorization: true,
  anonymous: true,
  users: true,
  dataDir: true,
  bookmarkIntervalMs: true,
  historySize: true,
  allowedHosts: true,
  clock: true,
  logger: true,
};

/** A word for RBAC that is none would allow everything, and let a test of permissions pass. */
function assertOptions(options: ApiServerOptions): void {
  const attempted = 'Cannot start an API server';
  assertKnownOptions(options, KNOWN, attempted);
  const authorization: unknown = options.authorization;
  if (authorization !== undefined && authorization !== 'rbac' && authorization !== 'alwaysAllow') {
    throw new KubeInformerError(
      'ERR_INVALID_ARGUMENT',
      `${attempted}: authorization is ${JSON.stringify(authorization)}; it is 'alwaysAllow' or 'rbac'.`,
    );
  }
  for (const user of (options.users ?? []) as readonly unknown[]) {
    const name = typeof user === 'object' && user !== null ? (user as { name?: unknown }).name : undefined;
    if (typeof name === 'string' && name !== '') continue;
    throw new KubeInformerError(
      'ERR_INVALID_ARGUMENT',
      `${attempted}: ${JSON.stringify(user)} is no user. Give each as an object with a name: { name: 'bob' }.`,
    );
  }
}

/** `admin` and the given ones, with the tokens they had before. */
function usersOf(given: readonly UserOptions[], tokens: Readonly<Record<string, string>>): UserOptions[] {
  return [{ name: ADMIN, groups: ['system:masters'] }, ...given].map((user) => {
    const token = user.token ?? tokens[user.name];
    return token === undefined ? user : { ...user, token };
  });
}

class RunningApiServer implements ApiServer {
  readonly storage: Storage;
  readonly #listener: Listener;
  readonly #users: KnownUsers;
  readonly #authority: Authority | undefined;
  #stopped: Promise<void> | undefined;

  constructor(listener: Listener, storage: Storage, users: KnownUsers, authority: Authority | undefined) {
    this.#listener = listener;
    this.storage = storage;
    this.#users = users;
    this.#authority = authority;
    this.url = listener.url;
  }

  readonly url: string;

  get ca(): string | undefined {
    return this.#authority?.cert;
  }

  get token(): string {
    return this.#users.get(ADMIN)?.token ?? '';
  }

  get faults(): Faults {
    return this.#listener.faults;
  }

  kubeconfig(user: string = ADMIN, options: KubeconfigOptions = {}): string {
    const known = this.#users.get(user);
    if (known === undefined) {
      throw new KubeInformerError(
        'ERR_INVALID_ARGUMENT',
        `Cannot make a kubeconfig for "${user}": the API server does not know this user. Name it in the option "users".`,
      );
    }
    const access = { server: this.url, user, ...(this.ca === undefined ? {} : { ca: this.ca }) };
    if (options.certificate !== true) return kubeconfigText({ ...access, token: known.token });
    if (this.#authority === undefined) {
      throw new KubeInformerError(
        'ERR_INVALID_ARGUMENT',
        `Cannot make a kubeconfig with a certificate for "${user}": the API server speaks plain HTTP. Start it with TLS.`,
      );
    }
    return kubeconfigText({ ...access, certificate: this.#authority.client(user, known.user.groups) });
  }

  stop(): Promise<void> {
    return (this.#stopped ??= this.#stop());
  }

  async #stop(): Promise<void> {
    await this.#listener.stop();
    await this.storage.close();
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.stop();
  }
}
