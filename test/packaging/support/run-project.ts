import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { ROOT } from './repository.js';

/** What the stand-in for npm was called with. */
export interface NpmCall {
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

/** How a run ended, with everything it printed. */
export interface Ended {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** A run under way. */
export interface Run {
  readonly process: ChildProcess;
  /** Resolves once the program has printed a line with this text; rejects if it ends before that. */
  printed(text: string): Promise<void>;
  readonly ended: Promise<Ended>;
}

// Records each call, and does what the last step of a real install does.
const FAKE_NPM = `
import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs';
appendFileSync('npm-calls.jsonl', JSON.stringify({ args: process.argv.slice(2), env: process.env }) + '\\n');
if (process.env.FAKE_NPM_EXIT) process.exit(Number(process.env.FAKE_NPM_EXIT));
mkdirSync('node_modules', { recursive: true });
writeFileSync('node_modules/.package-lock.json', '{}');
`;

// Stands where scripts/test.mjs is, so that no tool has to be installed.
const PROBE = `
const [mode] = process.argv.slice(2);
console.log('probe ' + JSON.stringify({ args: process.argv.slice(2), NODE_ENV: process.env.NODE_ENV ?? null }));
if (mode === 'exit') process.exitCode = 7;
if (mode === 'wait' || mode === 'handle') setInterval(() => undefined, 1_000);
if (mode === 'handle') {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.on(signal, () => {
      console.log('probe got ' + signal);
      process.exit(9);
    });
  }
}
if (mode === 'wait' || mode === 'handle') console.log('probe is ready');
`;

/** A project in a temporary folder with our scripts, a lockfile, a program that tells how it was started, and no network. */
export class RunProject {
  readonly root = realpathSync(mkdtempSync(join(tmpdir(), 'kube-informer-run-')));

  constructor() {
    cpSync(join(ROOT, 'scripts'), join(this.root, 'scripts'), { recursive: true });
    this.write('package.json', '{ "name": "fixture", "type": "module" }');
    this.write('package-lock.json', '{}');
    this.write('npm-cli.mjs', FAKE_NPM);
    this.write('scripts/test.mjs', PROBE);
  }

  write(path: string, text: string): void {
    mkdirSync(dirname(join(this.root, path)), { recursive: true });
    writeFileSync(join(this.root, path), text);
  }

  /** Writes what npm writes last, so that the install counts as complete; `ageSeconds` makes it that much older. */
  markInstalled({ ageSeconds = 0 } = {}): void {
    this.write('node_modules/.package-lock.json', '{}');
    const time = Date.now() / 1_000 - ageSeconds;
    utimesSync(join(this.root, 'node_modules/.package-lock.json'), time, time);
  }

  /** The calls of npm so far, oldest first. */
  npmCalls(): NpmCall[] {
    const file = join(this.root, 'npm-calls.jsonl');
    if (!existsSync(file)) return [];
    const lines = readFileSync(file, 'utf8').trim().split('\n');
    return lines.map((line) => JSON.parse(line) as NpmCall);
  }

  /** Starts `node scripts/run.mjs`, or another script, with what npm sets in the environment. */
  start(args: readonly string[], env: Readonly<Record<string, string>> = {}, script = 'scripts/run.mjs'): Run {
    return this.#spawn(process.execPath, [script, ...args], env);
  }

  /** Starts `node scripts/run.mjs` below a shell that passes no signal on; `process` of the run is the shell. */
  startThroughShell(args: readonly string[]): Run {
    // The second command keeps the shell from turning itself into the first.
    return this.#spawn('sh', ['-c', '"$0" "$@"; :', process.execPath, 'scripts/run.mjs', ...args], {});
  }

  #spawn(file: string, args: readonly string[], env: Readonly<Record<string, string>>): Run {
    const npm = { npm_execpath: join(this.root, 'npm-cli.mjs'), npm_lifecycle_event: 'test' };
    const process_ = spawn(file, args, {
      cwd: this.root,
      env: { PATH: process.env['PATH'], ...npm, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const lines: string[] = [];
    let stderr = '';
    process_.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
    const reader = createInterface(process_.stdout);
    reader.on('line', (line) => lines.push(line));
    const ended = once(process_, 'close').then(([code, signal]: unknown[]) => ({
      code: code as number | null,
      signal: signal as NodeJS.Signals | null,
      stdout: lines.join('\n'),
      stderr,
    }));
    const printed = (text: string): Promise<void> =>
      new Promise((resolve, reject) => {
        const seen = (): void => {
          if (lines.some((line) => line.includes(text))) resolve();
        };
        reader.on('line', seen);
        reader.on('close', () => {
          reject(new Error(`the run ended before it printed "${text}": ${stderr}`));
        });
        seen();
      });
    return { process: process_, printed, ended };
  }

  /** Runs to the end. */
  run(args: readonly string[], env?: Readonly<Record<string, string>>, script?: string): Promise<Ended> {
    return this.start(args, env, script).ended;
  }

  remove(): void {
    rmSync(this.root, { recursive: true, force: true });
  }
}
