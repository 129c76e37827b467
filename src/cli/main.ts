import { KubeInformerError } from '../index.js';
import { UsageError } from './command.js';
import type { Command, Io } from './command.js';
import { playground } from './playground/index.js';
import { serve } from './serve.js';
import { version } from './version.js';
import { watch } from './watch.js';

const COMMANDS: readonly Command[] = [playground, serve, watch];

const usage = (): string =>
  `kube-informer: Kubernetes informers for TypeScript

  kube-informer <command> [options]

${COMMANDS.map(({ name, summary }) => `  ${name.padEnd(12)} ${summary}`).join('\n')}

  kube-informer <command> --help tells more; --version prints the version.
`;

/** Runs a command line and resolves to its exit code: 0, 1 for what failed, 2 for what cannot be meant. */
export async function main(args: readonly string[], io: Io): Promise<number> {
  const [name, ...rest] = args;
  if (name === undefined || name === '--help' || name === '-h' || name === 'help') {
    io.out(usage());
    return 0;
  }
  if (name === '--version') {
    io.out(`${version}\n`);
    return 0;
  }
  const command = COMMANDS.find((candidate) => candidate.name === name);
  if (command === undefined) {
    io.err(`There is no command "${name}".\n\n${usage()}`);
    return 2;
  }
  if (rest.includes('--help') || rest.includes('-h')) {
    io.out(command.usage);
    return 0;
  }
  try {
    return await command.run(rest, io);
  } catch (error) {
    if (error instanceof UsageError) {
      io.err(`${error.message}\nSee: kube-informer ${command.name} --help\n`);
      return 2;
    }
    // What is ours says what to do; anything else is a bug, whose stack helps.
    io.err(
      `${error instanceof KubeInformerError ? `${error.code}: ${error.message}` : String((error as Error).stack)}\n`,
    );
    return 1;
  }
}
