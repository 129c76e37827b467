import { existsSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ROOT, filesBelow, readText } from './support/repository.js';

const documents = filesBelow().filter((file) => file.endsWith('.md') && !file.startsWith('api/'));

/** The text without code, in which neither headings nor links mean anything. */
function prose(file: string): string {
  return readText(file)
    .replace(/^(`{3,}|~{3,})[^\n]*\n[\s\S]*?^\1[^\n]*$/gm, '')
    .replace(/<!--[\s\S]*?-->/g, '');
}

/** The anchors GitHub gives to the headings of a document, and those written by hand. */
function anchors(file: string): Set<string> {
  const found = new Set<string>();
  for (const [, heading = ''] of prose(file).matchAll(/^#{1,6} +(.+?) *#*$/gm)) {
    const text = heading.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1').toLowerCase();
    const slug = text.replace(/[^\p{L}\p{N}\p{M}_ -]/gu, '').replaceAll(' ', '-');
    let anchor = slug;
    for (let repeat = 1; found.has(anchor); repeat += 1) anchor = `${slug}-${repeat}`;
    found.add(anchor);
  }
  for (const [, id = ''] of prose(file).matchAll(/<a (?:id|name)="([^"]+)"/g)) found.add(id);
  return found;
}

/** The targets of a document's links and pictures that are neither web addresses nor mail. */
function relativeLinks(file: string): string[] {
  const text = prose(file).replace(/`[^`\n]*`/g, '');
  const inline = [...text.matchAll(/\]\(<?([^)\s>]+)>?(?:\s+"[^"]*")?\)/g)];
  const byReference = [...text.matchAll(/^\[[^\]]+\]:\s*<?(\S+?)>?\s*$/gm)];
  const html = [...text.matchAll(/<(?:a|img|source)\b[^>]*?\b(?:href|src|srcset)="([^"\s]+)"/g)];
  return [...inline, ...byReference, ...html]
    .map(([, target = '']) => target)
    .filter((target) => !/^([a-z][a-z0-9+.-]*:|\/\/)/i.test(target));
}

/** What is wrong with a link, if anything. */
function fault(from: string, link: string): string | undefined {
  const [path = '', anchor] = link.split('#', 2).map(decodeURIComponent);
  const target = path === '' ? from : normalize(join(dirname(from), path));
  if (!existsSync(join(ROOT, target))) return `${from}: ${link}: there is no ${target}`;
  if (anchor === undefined || !target.endsWith('.md') || anchors(target).has(anchor)) return undefined;
  return `${from}: ${link}: ${target} has no heading "${anchor}"`;
}

describe('docs/errors.md', () => {
  const union = /export type ErrorCode =([^;]+);/.exec(readText('src/errors/base.ts'))?.[1] ?? '';
  const codes = [...union.matchAll(/'(ERR_[A-Z0-9_]+)'/g)].map(([, code = '']) => code);

  it('is held against a list of codes that was found', () => {
    expect(codes.length).toBeGreaterThan(10);
  });

  it('has one section for each error code, and none for a code that does not exist', () => {
    const headings = [...prose('docs/errors.md').matchAll(/^#{2,4} +`?(ERR_[A-Z0-9_]+)`?/gm)].map(([, code]) => code);
    expect(headings.sort()).toEqual(codes.sort());
  });
});

describe('every relative link', () => {
  it.each(documents)('in %s leads somewhere', (file) => {
    const faults = relativeLinks(file).map((link) => fault(file, link));
    expect(faults.filter((found) => found !== undefined)).toEqual([]);
  });
});
