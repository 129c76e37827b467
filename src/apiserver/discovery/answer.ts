/** An answer that is no object of a resource. */
export interface DiscoveryAnswer {
  readonly code: number;
  readonly contentType: string;
  readonly body: Uint8Array | string;
  readonly headers?: Readonly<Record<string, string>>;
  /** The same as a value, of documents that are served as YAML, too. */
  readonly object?: Readonly<Record<string, unknown>>;
}

export type DiscoveryRequestHeaders = Readonly<Record<string, string | readonly string[] | undefined>>;
