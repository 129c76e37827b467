import { spawn } from 'node:child_process';
import { relative } from 'node:path';

/** Runs a program to its end, and rejects when it fails. Its output is shown. */
export async function runCommand([program = '', ...args]: readonly string[], folder: string): Promise<void> {
  const child = spawn(program, args, { cwd: folder, stdio: ['ignore', 'inherit', 'inherit'] });
  const what = `\`${[program, ...args].join(' ')}\` in ${relative(process.cwd(), folder) || '.'}`;
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', (cause) => {
      reject(new Error(`${what} could not be started: ${cause.message}.`, { cause }));
    });
    child.once('close', resolve);
  });
  if (code !== 0) throw new Error(`${what} ended with ${String(code)}; see above.`);
}
