import { CLOSED, MEMBER, MemberReader, isText } from './json-members.js';
import { OPEN_BRACE } from './json-scan.js';

/** Where something is in the bytes: from `start` to before `end`; nowhere when `start` is below zero. */
export class Range {
  start = -1;
  end = -1;

  set(start: number, end: number): void {
    this.start = start;
    this.end = end;
  }

  clear(): void {
    this.set(-1, -1);
  }

  get isThere(): boolean {
    return this.start >= 0;
  }
}

/**
 * One walk over a Kubernetes object in JSON. It proves that all of it is valid JSON, so that nothing
 * that is made of these bytes later can fail, and notes on the way where the identity stands and which
 * bytes managedFields take. Made once and used for one object after the other.
 */
export class JsonObjectScan {
  readonly apiVersion = new Range();
  readonly kind = new Range();
  readonly name = new Range();
  readonly namespace = new Range();
  readonly uid = new Range();
  readonly resourceVersion = new Range();
  readonly labels = new Range();
  /** What to leave out so that no managedFields are left, as pairs of positions in ascending order. */
  readonly managedFields: number[] = [];
  readonly #object = new MemberReader();
  readonly #metadata = new MemberReader();

  /** The position after the object, or a code of json-scan. Ranges of text include the quotes. */
  scan(bytes: Buffer, start: number, end: number): number {
    this.apiVersion.clear();
    this.kind.clear();
    this.#forgetMetadata();
    this.managedFields.length = 0;
    const reader = this.#object;
    const opened = reader.open(bytes, start, end);
    if (opened < 0) return opened;
    for (;;) {
      const found = reader.next();
      if (found === CLOSED) return reader.position;
      if (found !== MEMBER) return found;
      const walked = reader.keyIs('metadata') ? this.#walkMetadata(bytes, end) : reader.skip();
      if (walked < 0) return walked;
      if (reader.keyIs('apiVersion')) noteText(this.apiVersion, reader);
      else if (reader.keyIs('kind')) noteText(this.kind, reader);
    }
  }

  #forgetMetadata(): void {
    this.name.clear();
    this.namespace.clear();
    this.uid.clear();
    this.resourceVersion.clear();
    this.labels.clear();
  }

  #walkMetadata(bytes: Buffer, end: number): number {
    const outer = this.#object;
    // Of two metadata the last counts, as for JSON.parse.
    this.#forgetMetadata();
    if (bytes[outer.valueStart] !== OPEN_BRACE) return outer.skip();
    const reader = this.#metadata;
    reader.open(bytes, outer.valueStart, end);
    let previousEnd = -1;
    let cutFrom = -1;
    for (;;) {
      const found = reader.next();
      if (found !== MEMBER && found !== CLOSED) return found;
      if (cutFrom >= 0) {
        // All members so far are to go: so does the comma after them.
        this.managedFields.push(cutFrom, found === MEMBER ? reader.keyStart - 1 : reader.valueEnd);
        cutFrom = -1;
        if (found === MEMBER) previousEnd = -1;
      }
      if (found === CLOSED) {
        outer.resume(reader.position);
        return reader.position;
      }
      const walked = reader.skip();
      if (walked < 0) return walked;
      if (reader.keyIs('managedFields')) {
        if (previousEnd < 0) cutFrom = reader.keyStart - 1;
        else this.managedFields.push(previousEnd, reader.valueEnd);
      } else {
        this.#note(reader);
      }
      previousEnd = reader.valueEnd;
    }
  }

  #note(reader: MemberReader): void {
    if (reader.keyIs('name')) noteText(this.name, reader);
    else if (reader.keyIs('namespace')) noteText(this.namespace, reader);
    else if (reader.keyIs('uid')) noteText(this.uid, reader);
    else if (reader.keyIs('resourceVersion')) noteText(this.resourceVersion, reader);
    else if (reader.keyIs('labels')) this.labels.set(reader.valueStart, reader.valueEnd);
  }
}

/** A value that is no text where text belongs has a range of no length: it is there, and of no use. */
function noteText(range: Range, { bytes, valueStart, valueEnd }: MemberReader): void {
  range.set(valueStart, isText(bytes, valueStart) ? valueEnd : valueStart);
}
