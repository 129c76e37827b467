import { readFileSync } from 'node:fs';

const { version: published } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
  version: string;
};

/** The version of this package. */
export const version = published;
