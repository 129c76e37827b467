import { expect } from 'vitest';
import { HpackDecoder } from '../../src/client/http2/hpack-decoder.js';
import type { Header } from '../../src/client/http2/static-table.js';

interface Block {
  readonly first: boolean;
  readonly headers: readonly Header[];
  readonly bytes: string;
}

/** Reads blocks of HTTP/2 headers that Go wrote, a line of JSON each, and compares them with what it wrote. */
export function checkHeaderBlocks(lines: readonly string[]): void {
  let decoder = new HpackDecoder();
  for (const line of lines) {
    const { first, headers, bytes } = JSON.parse(line) as Block;
    if (first) decoder = new HpackDecoder();
    expect(decoder.decode(Buffer.from(bytes, 'base64'), Infinity).headers).toEqual(headers);
  }
}
