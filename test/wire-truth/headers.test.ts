import { expect, it } from 'vitest';
import { checkHeaderBlocks } from './header-blocks.js';
import { readLines } from './support.js';

// Written by `go run . --headers --instances 100 --seed 1` beside this file.
it('blocks of headers that Go wrote are read as it wrote them', () => {
  const lines = readLines('headers.jsonl.gz');
  expect(lines.length).toBeGreaterThan(100);
  checkHeaderBlocks(lines);
});
