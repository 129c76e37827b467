import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { startApiServer } from '../apiserver/index.js';
import { messageOf } from '../errors/index.js';
import { parse, portOf } from './arguments.js';
import { UsageError, aborted } from './command.js';
import type { Command, Io } from './command.js';

const USAGE = `kube-informer serve: a Kubernetes API server in one process, on this machine only

  kube-informer serve [--port N] [--kubeconfig FILE] [--data DIR] [--authorization rbac] [--insecure]

  --port N              the port, 0 for any free one          (default 0)
  --kubeconfig FILE     where to write how to reach it        (default kube-informer.kubeconfig)
  --data DIR            keep objects and keys in this folder; without it both are new at each start
  --authorization MODE  always-allow, or rbac to enforce roles and bindings (default always-allow)
  --insecure            plain HTTP. Clients send no token over it: who has none is let in
                        too, so that every program on this machine may do everything

It prints "ready URL" once the kubeconfig is written, and ends on Ctrl-C. Without --data
the kubeconfig is removed then.

  kubectl --kubeconfig kube-informer.kubeconfig get namespaces
`;

const AUTHORIZATION: Readonly<Record<string, 'alwaysAllow' | 'rbac'>> = { 'always-allow': 'alwaysAllow', rbac: 'rbac' };

/** `kube-informer serve`. */
export const serve: Command = {
  name: 'serve',
  summary: 'run a Kubernetes API server on this machine',
  usage: USAGE,
  run: async (args: readonly string[], io: Io): Promise<number> => {
    const { values, positionals } = parse(args, {
      port: { type: 'string', default: '0' },
      kubeconfig: { type: 'string', default: 'kube-informer.kubeconfig' },
      data: { type: 'string' },
      authorization: { type: 'string', default: 'always-allow' },
      insecure: { type: 'boolean', default: false },
    });
    if (positionals.length > 0) throw new UsageError(`serve takes no argument "${positionals[0] as string}".`);
    const authorization = AUTHORIZATION[values.authorization];
    if (authorization === undefined) {
      throw new UsageError(`--authorization is always-allow or rbac, not "${values.authorization}".`);
    }
    if (values.insecure && authorization === 'rbac') {
      throw new UsageError(
        '--insecure and --authorization rbac exclude each other: without TLS no client says who it is.',
      );
    }
    const server = await startApiServer({
      port: portOf(values.port),
      tls: !values.insecure,
      ...(values.insecure ? { anonymous: true } : {}),
      authorization,
      ...(values.data === undefined ? {} : { dataDir: resolve(values.data) }),
    });
    const kubeconfig = resolve(values.kubeconfig);
    try {
      const text = server.kubeconfig();
      await writeKubeconfig(kubeconfig, text);
      io.out(`ready ${server.url}\n`);
      io.out(`  export KUBECONFIG='${kubeconfig}'\n`);
      await aborted(io.signal);
      // Keys are new at the next start: it would lead to nobody.
      if (values.data === undefined) await removeIfUnchanged(kubeconfig, text);
    } finally {
      await server.stop();
    }
    return 0;
  },
};

async function writeKubeconfig(path: string, text: string): Promise<void> {
  try {
    await writeWhole(path, text);
  } catch (error) {
    throw new UsageError(`Cannot write the kubeconfig to ${path}: ${messageOf(error)}. Choose another --kubeconfig.`);
  }
}

/** Another server may have written its own in the same place since. */
async function removeIfUnchanged(path: string, text: string): Promise<void> {
  const found = await readFile(path, 'utf8').catch(() => undefined);
  if (found === text) await rm(path, { force: true });
}

/** Whoever waits for the file finds all of it: it gets its name when it is complete. It holds a token, so it is private. */
export async function writeWhole(path: string, text: string): Promise<void> {
  const unfinished = `${path}.${String(process.pid)}.tmp`;
  try {
    await writeFile(unfinished, text, { mode: 0o600 });
    await rename(unfinished, path);
  } catch (error) {
    await rm(unfinished, { force: true });
    throw error;
  }
}
