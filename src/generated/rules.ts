// Written by scripts/generate from the Go types of Kubernetes. Do not edit: run `npm run generate`.
import { mergeRules } from './merge-rules.js';

/** How one field merges, what it may hold and what it is when nobody says. */
export interface FieldRule {
  /** Of a strategic merge patch: `merge`, `replace`, `retainKeys`, or two of them with a comma. */
  readonly patchStrategy?: string;
  readonly patchMergeKey?: string;
  /** Of server-side apply. */
  readonly listType?: 'atomic' | 'map' | 'set';
  readonly listKeys?: readonly string[];
  readonly mapType?: 'atomic' | 'granular';
  readonly enum?: readonly string[];
  readonly default?: unknown;
}

/** What a server knows about a message beyond its types. */
export interface MessageRules {
  readonly required?: readonly string[];
  readonly mapType?: 'atomic' | 'granular';
  readonly fields?: Readonly<Record<string, FieldRule>>;
}

const indexed = new Map<string, ReadonlyMap<string, string>>();

function linesOf(apiVersion: string): ReadonlyMap<string, string> {
  let lines = indexed.get(apiVersion);
  if (lines === undefined) {
    lines = new Map(
      (Object.hasOwn(mergeRules, apiVersion) ? (mergeRules[apiVersion] as string) : '')
        .trim()
        .split('\n')
        .map((line) => [line.slice(0, line.indexOf(' ')), line.slice(line.indexOf(' ') + 1)]),
    );
    indexed.set(apiVersion, lines);
  }
  return lines;
}

/** The rules of a message by its Go name, `PodSpec` of `v1`; undefined when it has none. Parsed on each call: keep the result. */
export function rulesOf(apiVersion: string, message: string): MessageRules | undefined {
  const line = linesOf(apiVersion).get(message);
  return line === undefined ? undefined : (JSON.parse(line) as MessageRules);
}
