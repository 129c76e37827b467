import { spawn } from 'node:child_process';

/** Runs a program to its end, and rejects when it fails. Its output is shown. */
export async function runCommand([program = '', ...args]: readonly string[], folder: string): Promise<void> {
  const child = spawn(program, args, { cwd: folder, stdio: ['ignore', 'inherit', 'inherit'] });
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  if (code !== 0) throw new Error(`\`${[program, ...args].join(' ')}\` ended with ${String(code)}; see above.`);
}
