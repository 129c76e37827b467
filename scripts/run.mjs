// `node scripts/run.mjs <command> [arguments]`: makes a fresh or half-installed clone ready, then becomes the program.
// Node built-ins only, since it runs before anything is installed. npm's own pre-scripts cannot do this: they are skipped
// with --ignore-scripts, and NODE_ENV=production would leave the development tools out.
import { fileURLToPath } from 'node:url';
import { build, buildIsStale } from './lib/build.mjs';
import { COMMANDS } from './lib/commands.mjs';
import { cleanEnvironment, install, installIsStale } from './lib/install.mjs';
import { endLike, runProgram } from './lib/program.mjs';

/**
 * @param {string | undefined} name
 * @param {readonly string[]} args
 */
async function main(name, args) {
  const command = name !== undefined && Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (command === undefined) {
    console.error(`run: unknown command "${name ?? ''}"; the commands are ${Object.keys(COMMANDS).join(', ')}`);
    return { code: 2, killed: false };
  }
  const root = fileURLToPath(new URL('..', import.meta.url));
  const env = cleanEnvironment(process.env);

  if (installIsStale(root)) {
    console.error('run: installing what package-lock.json names');
    const installed = await install(root, env);
    if (installed.code !== 0 || installed.signal !== undefined) {
      console.error(`run: the install did not finish, so "${name}" was not started. ${installed.output}`.trim());
      return { ...installed, code: installed.code || 1 };
    }
  }
  if (command.needsBuild && buildIsStale(root)) {
    console.error('run: building dist');
    const built = await build(root, { env });
    if (built.code !== 0 || built.signal !== undefined) {
      console.error(`run: the build did not finish, so "${name}" was not started. ${built.output}`.trim());
      return { ...built, code: built.code || 1 };
    }
  }
  return runProgram(process.execPath, [...(command.flags ?? []), command.program, ...(command.args ?? []), ...args], {
    cwd: root,
    env,
  });
}

endLike(await main(process.argv[2], process.argv.slice(3)));
