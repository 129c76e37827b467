/** On a body whose chunks can be read where they are. */
export const IN_PLACE = Symbol('in place');

/**
 * The same body, for a reader that is done with each chunk when it asks for the next: the memory of a chunk is used again
 * then, which spares a copy of each. A body of a transport that does not know of this is as it was.
 */
export function inPlace(body: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> {
  (body as { [IN_PLACE]?(): void })[IN_PLACE]?.();
  return body;
}
