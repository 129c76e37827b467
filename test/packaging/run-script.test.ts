import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { COMMANDS } from '../../scripts/lib/commands.mjs';
import { ROOT, readText } from './support/repository.js';
import { RunProject } from './support/run-project.js';

let project: RunProject;

beforeEach(() => {
  project = new RunProject();
});

afterEach(() => {
  project.remove();
});

describe('scripts/run.mjs installs', () => {
  it('everything, development packages included, when nothing is installed', async () => {
    const ended = await project.run(['test']);
    expect(ended).toMatchObject({ code: 0, stdout: expect.stringContaining('probe ') as string });
    expect(project.npmCalls().map((call) => call.args.slice(0, 2))).toEqual([['ci', '--include=dev']]);
  });

  it('again after an install that was killed half way', async () => {
    mkdirSync(join(project.root, 'node_modules/vitest'), { recursive: true });
    expect((await project.run(['test'])).code).toBe(0);
    expect(project.npmCalls()).toHaveLength(1);
  });

  it('again when the lockfile is newer than the install', async () => {
    project.markInstalled({ ageSeconds: 60 });
    expect((await project.run(['test'])).code).toBe(0);
    expect(project.npmCalls()).toHaveLength(1);
  });

  it('nothing when the install is newer than the lockfile', async () => {
    project.markInstalled({ ageSeconds: -60 });
    expect((await project.run(['test'])).code).toBe(0);
    expect(project.npmCalls()).toEqual([]);
  });

  it.each(['NODE_ENV', 'npm_config_production', 'NPM_CONFIG_PRODUCTION'])(
    'development packages although %s asks for production',
    async (name) => {
      await project.run(['test'], { [name]: name === 'NODE_ENV' ? 'production' : 'true' });
      expect(project.npmCalls().map((call) => Object.keys(call.env))).toEqual([expect.not.arrayContaining([name])]);
    },
  );

  it.each(['npm_config_ignore_scripts', 'NPM_CONFIG_IGNORE_SCRIPTS', 'npm_config_ignore-scripts', 'npm_config_omit'])(
    'a whole package although %s asks for less',
    async (name) => {
      await project.run(['test'], { [name]: name.endsWith('omit') ? 'dev' : 'true' });
      expect(project.npmCalls().map((call) => Object.keys(call.env))).toEqual([expect.not.arrayContaining([name])]);
    },
  );

  it('with the other npm settings of the user, such as a cache', async () => {
    await project.run(['test'], { npm_config_cache: '/somewhere' });
    expect(project.npmCalls()[0]?.env).toMatchObject({ npm_config_cache: '/somewhere' });
  });

  it('and does not start the program when the install fails', async () => {
    const ended = await project.run(['test'], { FAKE_NPM_EXIT: '3' });
    expect(ended.code).toBe(3);
    expect(ended.stdout).not.toContain('probe');
    expect(ended.stderr).toContain('install did not finish');
  });
});

describe('scripts/run.mjs becomes the program', () => {
  beforeEach(() => {
    project.markInstalled();
  });

  it('and passes extra arguments on as they are', async () => {
    const { stdout } = await project.run(['test', 'print', '--flag', 'two words', '']);
    expect(stdout).toContain('"args":["print","--flag","two words",""]');
  });

  it('and ends with its exit code', async () => {
    expect(await project.run(['test', 'exit'])).toMatchObject({ code: 7, signal: null });
  });

  it('and gives it an environment without NODE_ENV, so that tests run the same everywhere', async () => {
    const { stdout } = await project.run(['test'], { NODE_ENV: 'production' });
    expect(stdout).toContain('"NODE_ENV":null');
  });

  it.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)('and passes %s on to it', async (signal) => {
    const run = project.start(['test', 'handle']);
    await run.printed('probe is ready');
    run.process.kill(signal);
    const { code, stdout } = await run.ended;
    expect(stdout).toContain(`probe got ${signal}`);
    expect(code).toBe(9);
  });

  // dash, the shell of npm on many systems, dies of a SIGTERM without a word to its child.
  it('and stops it when npm goes away without passing the signal on', async () => {
    const run = project.startThroughShell(['test', 'handle']);
    await run.printed('probe is ready');
    run.process.kill('SIGKILL');
    expect((await run.ended).stdout).toContain('probe got SIGTERM');
  });

  it('and dies of the signal that killed it', async () => {
    const run = project.start(['test', 'wait']);
    await run.printed('probe is ready');
    run.process.kill('SIGTERM');
    expect(await run.ended).toMatchObject({ code: null, signal: 'SIGTERM' });
  });
});

describe('the commands of scripts/run.mjs', () => {
  it.each([[[]], [['no-such-command']], [['toString']]])('are listed in one line when asked for %j', async (args) => {
    const ended = await project.run(args);
    expect(ended.code).toBe(2);
    expect(ended.stderr.trim().split('\n')).toEqual([
      expect.stringContaining('start, test, check, test:cluster, test:wire, test:model, conformance:record, bench'),
    ]);
    expect(project.npmCalls()).toEqual([]);
  });

  it.each(Object.entries(COMMANDS))(
    '%s names a program that exists, or is built',
    (_name, { program, needsBuild = false }) => {
      const source = needsBuild ? program.replace(/^dist(.*)\.js$/, 'src$1.ts') : program;
      expect(existsSync(join(ROOT, source))).toBe(true);
    },
  );

  it('each have an npm script of the same name', () => {
    const { scripts } = JSON.parse(readText('package.json')) as { scripts: Record<string, string> };
    expect(scripts).toMatchObject(
      Object.fromEntries(Object.keys(COMMANDS).map((name) => [name, `node scripts/run.mjs ${name}`])),
    );
  });
});
