import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** How a child ended, and the JSON it printed last, if it did. */
export interface ChildResult {
  readonly code: number | null;
  readonly result: unknown;
  readonly stderr: string;
}

/**
 * Runs a case in a process of its own, so that no run inherits another's heap. The case prints one
 * line of JSON.
 */
export async function runCase(
  name: string,
  args: readonly string[],
  nodeFlags: readonly string[] = [],
): Promise<ChildResult> {
  const file = fileURLToPath(new URL(`../cases/${name}.ts`, import.meta.url));
  const flags = ['--expose-gc', '--import', 'tsx', '-C', 'kube-informer-source', ...nodeFlags];
  const child = spawn(process.execPath, [...flags, file, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
  let stdout = '';
  let stderr = '';
  child.stdout.on('data', (chunk: Buffer) => (stdout += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
  const code = await new Promise<number | null>((resolve) => child.on('close', resolve));
  const last = stdout.trim().split('\n').at(-1) ?? '';
  return { code, result: code === 0 ? (JSON.parse(last) as unknown) : undefined, stderr };
}
