import { execFileSync } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { build } from '../../../scripts/lib/build.mjs';
import { cleanEnvironment } from '../../../scripts/lib/install.mjs';
import { ROOT, readText } from './repository.js';

interface Manifest {
  readonly name: string;
  readonly files: readonly string[];
  readonly dependencies?: Readonly<Record<string, string>>;
}

/** The package as users get it: built from the present source, packed by npm, unpacked into a project of a user. */
export class PackedPackage {
  readonly #scratch: string;
  /** Every file in the tarball, as npm lists it. */
  readonly files: readonly string[];
  /** A project that has the package installed, and nothing else but its dependencies. */
  readonly consumer: string;

  private constructor(scratch: string, files: readonly string[]) {
    this.#scratch = scratch;
    this.files = files;
    this.consumer = join(scratch, 'consumer');
  }

  static async make(): Promise<PackedPackage> {
    const scratch = realpathSync(mkdtempSync(join(tmpdir(), 'kube-informer-pack-')));
    const manifest = JSON.parse(readText('package.json')) as Manifest;
    const staged = join(scratch, 'staged');
    mkdirSync(staged);
    const built = await build(ROOT, { outDir: join(staged, 'dist') });
    if (built.code !== 0) throw new Error('the package does not build; see the output of the compiler above');
    for (const file of ['package.json', ...manifest.files.filter((name) => name !== 'dist')]) {
      if (existsSync(join(ROOT, file))) copyFileSync(join(ROOT, file), join(staged, file));
    }

    const env = cleanEnvironment(process.env);
    const options = { cwd: staged, env, encoding: 'utf8', shell: process.platform === 'win32' } as const;
    const printed = execFileSync('npm', ['pack', '--json', '--ignore-scripts', '--pack-destination', scratch], options);
    const [packed] = JSON.parse(printed) as [{ filename: string; files: { path: string }[] }];

    const installed = join(scratch, 'consumer', 'node_modules', manifest.name);
    mkdirSync(installed, { recursive: true });
    execFileSync('tar', ['-xzf', join(scratch, packed.filename), '-C', installed, '--strip-components=1']);
    // Node's own types, which every TypeScript user has, and what the package depends on.
    for (const name of ['@types/node', ...Object.keys(manifest.dependencies ?? {})]) {
      const link = join(scratch, 'consumer', 'node_modules', name);
      mkdirSync(dirname(link), { recursive: true });
      symlinkSync(join(ROOT, 'node_modules', name), link, 'junction');
    }
    return new PackedPackage(
      scratch,
      packed.files.map((file) => file.path),
    );
  }

  /** Runs a program of the user's project with a Node flag or two, and gives back what it printed. */
  runInConsumer(file: string, text: string, flags: readonly string[] = []): string {
    writeFileSync(join(this.consumer, file), text);
    return execFileSync(process.execPath, [...flags, file], {
      cwd: this.consumer,
      env: cleanEnvironment(process.env),
      encoding: 'utf8',
    });
  }

  remove(): void {
    rmSync(this.#scratch, { recursive: true, force: true });
  }
}
