/** What a field holds, on the wire and in JSON. The letters are those of the generated tables. */
export const CODE = {
  STRING: 1,
  BOOL: 2,
  INT32: 3,
  INT64: 4,
  DOUBLE: 5,
  BYTES: 6,
  MESSAGE: 7,
  TIME: 8,
  MICRO_TIME: 9,
  DURATION: 10,
  QUANTITY: 11,
  INT_OR_STRING: 12,
  RAW_JSON: 13,
  SCHEMA_OR_BOOL: 14,
  SCHEMA_OR_LIST: 15,
  SCHEMA_OR_STRINGS: 16,
  STRINGS: 17,
} as const;

/** One of `CODE`: a number, so that the hot loops switch on small integers. */
export type Code = (typeof CODE)[keyof typeof CODE];

/** How often a field occurs. `ONE` is no pointer in Go: always written, always in the JSON unless omitted when empty. */
export const TIMES = { ONE: 0, POINTER: 1, LIST: 2, MAP: 3 } as const;

/** One of `TIMES`. */
export type Times = (typeof TIMES)[keyof typeof TIMES];

const CODE_OF_LETTER: Readonly<Record<string, Code>> = {
  s: CODE.STRING,
  b: CODE.BOOL,
  i: CODE.INT32,
  l: CODE.INT64,
  d: CODE.DOUBLE,
  y: CODE.BYTES,
  m: CODE.MESSAGE,
  T: CODE.TIME,
  M: CODE.MICRO_TIME,
  D: CODE.DURATION,
  Q: CODE.QUANTITY,
  I: CODE.INT_OR_STRING,
  R: CODE.RAW_JSON,
  B: CODE.SCHEMA_OR_BOOL,
  A: CODE.SCHEMA_OR_LIST,
  S: CODE.SCHEMA_OR_STRINGS,
  V: CODE.STRINGS,
};

const TIMES_OF_LETTER: Readonly<Record<string, Times>> = {
  '.': TIMES.ONE,
  '?': TIMES.POINTER,
  '*': TIMES.LIST,
  '%': TIMES.MAP,
};

/** One word of a generated table, taken apart. */
export interface FieldText {
  readonly json: string;
  readonly number: number;
  readonly times: Times;
  /** omitempty, or omitzero. */
  readonly omit: boolean;
  readonly omitZero: boolean;
  readonly code: Code;
  /** `Name`, or `group/version:Name` of another table; empty when the field holds no message. */
  readonly ref: string;
}

const WORD = /^([^:]*):(\d+)([.?*%])([-ez])(.)(.*)$/;

/** Reads one word of a table: `labels:11%es`. The tables are generated, so that a word that does not parse is a bug. */
export function parseFieldText(word: string): FieldText {
  const match = WORD.exec(word) as RegExpExecArray;
  const [, json, number, times, omit, code, ref] = match as unknown as [
    string,
    string,
    string,
    string,
    string,
    string,
    string,
  ];
  return {
    json,
    number: Number(number),
    times: TIMES_OF_LETTER[times] as Times,
    omit: omit !== '-',
    omitZero: omit === 'z',
    code: CODE_OF_LETTER[code] as Code,
    ref,
  };
}

/** The wire types of protobuf that Kubernetes writes, and the two of groups, which nobody does. */
export const WIRE = { VARINT: 0, FIXED64: 1, LENGTH: 2, GROUP_START: 3, GROUP_END: 4, FIXED32: 5 } as const;

/** The wire type of a single value. */
export function wireTypeOf(code: Code): number {
  if (code === CODE.BOOL || code === CODE.INT32 || code === CODE.INT64) return WIRE.VARINT;
  return code === CODE.DOUBLE ? WIRE.FIXED64 : WIRE.LENGTH;
}
