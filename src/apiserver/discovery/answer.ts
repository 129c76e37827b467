/** An answer that is no object of a resource. */
export interface DiscoveryAnswer {
  readonly code: number;
  readonly contentType: string;
  readonly body: Uint8Array | string;
  readonly headers?: Readonly<Record<string, string>>;
}

export type DiscoveryRequestHeaders = Readonly<Record<string, string | readonly string[] | undefined>>;
