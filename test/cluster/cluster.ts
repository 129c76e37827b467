import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** A user of a test cluster: `admin` is in system:masters, `alice` in devs, `bob` in ops. */
export type UserName = 'admin' | 'alice' | 'bob';

/** One user, with two ways to prove it. */
export interface ClusterUser {
  readonly name: string;
  readonly uid: string;
  readonly groups: readonly string[];
  readonly token: string;
  readonly clientCertFile: string;
  readonly clientKeyFile: string;
}

/** What is known of a cluster, as plain data: it goes from vitest's main process to the one that runs a test. */
export interface ClusterDescription {
  /** False for `$TEST_KUBECONFIG`: it has no users of ours, may hold objects of others, and is not ours to stop. */
  readonly managed: boolean;
  readonly rbac: boolean;
  /** The process of kube-apiserver, if it is on this machine. */
  readonly pid: number | undefined;
  readonly server: string;
  /** Has two contexts per user: `alice` with her token, `alice-cert` with her client certificate. The current is `admin`. */
  readonly kubeconfig: string;
  /** Signs the server's certificate; undefined where the system's own list is meant to be used. */
  readonly caFile: string | undefined;
  /** Signs the client certificates; it is another one. */
  readonly clientCAFile: string | undefined;
  readonly serviceAccountIssuer: string | undefined;
  readonly users: Readonly<Record<UserName, ClusterUser>> | undefined;
}

/** A running API server. */
export class Cluster {
  #description: ClusterDescription;

  constructor(description: ClusterDescription) {
    this.#description = description;
  }

  /** All that is known of it, as plain data. */
  get description(): ClusterDescription {
    return this.#description;
  }

  get managed(): boolean {
    return this.#description.managed;
  }

  get rbac(): boolean {
    return this.#description.rbac;
  }

  get pid(): number | undefined {
    return this.#description.pid;
  }

  get server(): string {
    return this.#description.server;
  }

  get kubeconfig(): string {
    return this.#description.kubeconfig;
  }

  get caFile(): string | undefined {
    return this.#description.caFile;
  }

  get clientCAFile(): string | undefined {
    return this.#description.clientCAFile;
  }

  get serviceAccountIssuer(): string | undefined {
    return this.#description.serviceAccountIssuer;
  }

  /** The users. Only a managed cluster has them: `describe.skipIf(!cluster.managed)`. */
  get users(): Readonly<Record<UserName, ClusterUser>> {
    const { users } = this.#description;
    if (users === undefined)
      throw new Error('The cluster of TEST_KUBECONFIG has no users of ours: skip this test there');
    return users;
  }

  /** The resident memory of the server in bytes. Of our own server, that includes etcd. */
  memory(): number {
    const { pid } = this;
    if (pid === undefined)
      throw new Error('The cluster of TEST_KUBECONFIG is not on this machine: skip this test there');
    if (process.platform !== 'linux') return Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)])) * 1_024;
    const kilobytes = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
    return Number(kilobytes) * 1_024;
  }

  /** For a cluster that came back with another process. */
  protected describe(description: ClusterDescription): void {
    this.#description = description;
  }
}
