import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inspect } from 'node:util';

/** A directory that is gone when the test is over. */
export interface TestDirectory extends AsyncDisposable {
  readonly path: string;
  write(name: string, text: string): Promise<string>;
  /** A program of Node.js; returns its path. */
  program(name: string, source: string): Promise<string>;
}

export async function testDirectory(): Promise<TestDirectory> {
  const path = await mkdtemp(join(tmpdir(), 'kube-informer-'));
  const write = async (name: string, text: string): Promise<string> => {
    const file = join(path, name);
    await writeFile(file, text);
    return file;
  };
  return {
    path,
    write,
    program: async (name, source) => {
      const file = await write(name, `#!${process.execPath}\n${source}\n`);
      await chmod(file, 0o755);
      return file;
    },
    [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }),
  };
}

/** Everything that printing `value` can show: inspect to any depth with hidden properties, JSON, and text. */
export function everythingShown(value: unknown): string {
  const shown = [
    inspect(value, { depth: Infinity, showHidden: true, getters: true, maxStringLength: Infinity }),
    inspect(value),
    JSON.stringify(value),
    String(value),
  ];
  if (value instanceof Error) shown.push(value.message, value.stack ?? '', everythingShown(value.cause));
  return shown.join('\n');
}

/** What a promise rejects with. */
export async function rejection(promise: Promise<unknown>): Promise<Error> {
  try {
    await promise;
  } catch (error) {
    return error as Error;
  }
  throw new Error('it was fulfilled');
}
