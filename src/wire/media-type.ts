/** What a body is made of. `other` is what no decoder here reads: text, HTML, YAML, CBOR. */
export type BodyFormat = 'protobuf' | 'json' | 'other';

export const PROTOBUF = 'application/vnd.kubernetes.protobuf';
export const JSON_TYPE = 'application/json';

/** A Content-Type header, taken apart. */
export interface ContentType {
  readonly format: BodyFormat;
  /** `type/subtype` in lower case; `''` when there was no header. */
  readonly mediaType: string;
  /** Whether it is a stream of events: `;stream=watch`. */
  readonly isWatch: boolean;
}

/** Reads a Content-Type header. Parameters that do not matter are ignored; any header is accepted. */
export function parseContentType(header: string | undefined): ContentType {
  const [first = '', ...parameters] = (header ?? '').split(';');
  const mediaType = first.trim().toLowerCase();
  const isWatch = parameters.some((parameter) => /^\s*stream\s*=\s*"?watch"?\s*$/i.test(parameter));
  return { format: formatOf(mediaType), mediaType, isWatch };
}

function formatOf(mediaType: string): BodyFormat {
  if (mediaType === PROTOBUF) return 'protobuf';
  return mediaType === JSON_TYPE ? 'json' : 'other';
}

/** A form that the server makes of an object on request: the metadata alone, of an object or of a list. */
export type As = 'PartialObjectMetadata' | 'PartialObjectMetadataList';

/**
 * The Accept header to ask with. JSON is always there: custom resources have nothing else, and a server that
 * is asked for protobuf alone answers 406. `protobuf: false` is for kinds whose fields are not known here.
 * `as` asks for the metadata alone, which every kind has as protobuf too.
 *
 * @example
 * acceptHeader() // 'application/vnd.kubernetes.protobuf,application/json'
 */
export function acceptHeader(options: { readonly protobuf?: boolean; readonly as?: As } = {}): string {
  const suffix = options.as === undefined ? '' : `;as=${options.as};g=meta.k8s.io;v=v1`;
  const types = options.protobuf === false ? [JSON_TYPE] : [PROTOBUF, JSON_TYPE];
  const wanted = types.map((type) => type + suffix);
  // An old or aggregated server that cannot make that form sends the whole object rather than a 406.
  return (options.as === undefined ? wanted : [...wanted, JSON_TYPE]).join(',');
}
