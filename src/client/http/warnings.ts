import type { RequestName } from './failure.js';

/** A `Warning: 299` header of the API server: a deprecated version, an unknown field, an admission policy's word. */
export interface Warning {
  readonly text: string;
  /** Who warns; `-` when it does not say. */
  readonly agent: string;
  readonly request: RequestName;
}

/** One value of a Warning header, taken apart. */
export interface WarningValue {
  readonly code: number;
  readonly agent: string;
  readonly text: string;
}

/**
 * Reads `Warning` headers (RFC 7234 §5.5): `299 - "text" "date"`, several in a header, several headers.
 * Reading stops at the first value that is malformed: what follows cannot be told apart.
 */
export function parseWarnings(header: string | readonly string[] | undefined): WarningValue[] {
  const found: WarningValue[] = [];
  for (const line of typeof header === 'string' ? [header] : (header ?? [])) {
    // Sticky: each match starts where the last one ended, so a long header is read once.
    const value = /\s*(\d{3}) ([^\s",]+) "((?:[^"\\]|\\.)*)"(?: "[^"]*")?\s*(?:,|$)/gsy;
    for (let match = value.exec(line); match !== null; match = value.exec(line)) {
      const [, code = '', agent = '', quoted = ''] = match;
      found.push({ code: Number(code), agent, text: printable(quoted.replace(/\\(.)/gs, '$1')) });
      if (value.lastIndex >= line.length) break;
    }
  }
  return found;
}

// The text goes to a log or a terminal, and comes from whoever may set a header on the way.
function printable(text: string): string {
  return text.replace(/[\u0000-\u001f\u007f-\u009f]/g, ' ');
}

// Enough for every deprecated version and unknown field of a program; a server that makes texts up does not fill memory.
const MOST_REMEMBERED = 1_000;

/** Hands each warning text on once. */
export class WarningSink {
  readonly #deliver: (warning: Warning) => void;
  readonly #seen = new Set<string>();

  /** `deliver` must not throw. */
  constructor(deliver: (warning: Warning) => void) {
    this.#deliver = deliver;
  }

  /** The texts of the 299 warnings in `header`, in order, those seen before included. */
  take(header: string | readonly string[] | undefined, request: RequestName): string[] {
    if (header === undefined) return [];
    const texts: string[] = [];
    for (const { code, agent, text } of parseWarnings(header)) {
      if (code !== 299 || text === '') continue;
      texts.push(text);
      if (this.#seen.has(text)) continue;
      if (this.#seen.size >= MOST_REMEMBERED) this.#seen.clear();
      this.#seen.add(text);
      this.#deliver({ text, agent, request });
    }
    return texts;
  }
}
