import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** `kube-informer serve`, as a user starts it. Resolves when it has said that it is ready. */
export async function serve(folder: string): Promise<{ kubeconfig: string; stop(): Promise<void> }> {
  const kubeconfig = join(folder, 'kubeconfig');
  const args = ['serve', '--port', '0', '--authorization', 'rbac', '--kubeconfig', kubeconfig];
  const child = spawn(process.execPath, ['--import', 'tsx', '-C', 'kube-informer-source', 'src/cli/bin.ts', ...args], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = once(child, 'exit');
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const { value } = (await lines.next()) as { value: string | undefined };
  if (value?.startsWith('ready https://127.0.0.1:') !== true) {
    child.kill();
    throw new Error(`kube-informer serve said ${value ?? 'nothing'}`);
  }
  return {
    kubeconfig,
    stop: async () => {
      child.kill('SIGTERM');
      await exited;
    },
  };
}
