import { ApiStatusError } from '../../errors/index.js';
import { AGGREGATED } from './test-aggregated.js';
import { UNAGGREGATED } from './test-unaggregated.js';
import type { GetJson } from './types.js';

/** A server that answers as it did when its answers were recorded. */
export class CannedServer {
  /** `path accept` of every request. */
  readonly requests: { readonly path: string; readonly accept: string }[] = [];
  /** False plays a server before 1.26. */
  aggregated = true;
  /** Answers that come before the recorded ones; an Error is thrown. */
  readonly answers = new Map<string, unknown>();
  /** Awaited before any answer. */
  gate: Promise<void> = Promise.resolve();
  /** The signal of the newest request. */
  signal: AbortSignal | undefined;

  readonly getJson: GetJson = async (path, { accept, signal }) => {
    this.requests.push({ path, accept });
    this.signal = signal;
    await this.gate;
    signal.throwIfAborted();
    const answer = this.answers.get(path) ?? this.#recorded(path, accept);
    if (answer instanceof Error) throw answer;
    return structuredClone(answer);
  };

  #recorded(path: string, accept: string): unknown {
    const table =
      this.aggregated && accept.includes('APIGroupDiscoveryList') && path in AGGREGATED ? AGGREGATED : UNAGGREGATED;
    return (
      table[path] ?? new ApiStatusError({ code: 503, reason: 'ServiceUnavailable', message: 'service unavailable' })
    );
  }
}

/** The recorded aggregated answer of `/apis`, with more or other groups in it. */
export function apisWith(change: (items: unknown[]) => unknown[]): unknown {
  const recorded = AGGREGATED['/apis'] as { readonly items: unknown[] };
  return { ...recorded, items: change([...recorded.items]) };
}
