import type { ClientStream } from './stream.js';

/** The streams that have got something to read, each once and in order. Mostly one: for that no array is filled and emptied. */
export class ReadyStreams {
  #first: ClientStream | undefined;
  readonly #others: ClientStream[] = [];

  add(stream: ClientStream): void {
    if (this.#first === undefined) this.#first = stream;
    else if (this.#first !== stream && !this.#others.includes(stream)) this.#others.push(stream);
  }

  /** Has their readers served. */
  serve(): void {
    const first = this.#first;
    this.#first = undefined;
    first?.serve();
    while (this.#others.length > 0) this.#others.shift()?.serve();
  }
}
