import { KubeInformerError } from '../../errors/index.js';
import { decodeMessage, encodeMessage, messageTypeOf } from '../../wire/codec/index.js';
import type { MessageType } from '../../wire/codec/index.js';
import type { ApiObject } from '../contract.js';
import { badRequest } from '../status-error.js';
import { structOf } from './built-in-nodes.js';
import type { Decoded, ObjectSchema, ReadOptions, StructNode } from './contract.js';
import { GoDecodeError } from './go-error.js';
import { goJson } from './go-json.js';
import { cannotBeHandled } from './messages.js';

const NO_LITERALS: ReadonlyMap<string, string> = new Map();

class BuiltInSchema implements ObjectSchema {
  readonly apiVersion: string;
  readonly kind: string;
  readonly protobuf: NonNullable<ObjectSchema['protobuf']>;
  readonly #message: MessageType;

  constructor(apiVersion: string, kind: string, message: MessageType) {
    this.apiVersion = apiVersion;
    this.kind = kind;
    this.#message = message;
    this.protobuf = {
      encode: (object) => encodeMessage(message, object),
      decode: (bytes) => this.#decode(bytes),
    };
  }

  get root(): StructNode {
    return structOf(this.#message);
  }

  normalise(value: Record<string, unknown>, { literals = NO_LITERALS }: ReadOptions = {}): Decoded {
    const unknown: string[] = [];
    let object: Record<string, unknown>;
    try {
      object = goJson(this.#message, value, { unknown, literals });
    } catch (error) {
      if (error instanceof GoDecodeError) throw cannotBeHandled(this, error);
      throw error;
    }
    return {
      object: this.#complete(object),
      problems: unknown.map((path) => `unknown field ${JSON.stringify(path)}`),
    };
  }

  #decode(bytes: Uint8Array): ApiObject {
    try {
      return this.#complete(decodeMessage(this.#message, bytes));
    } catch (error) {
      if (error instanceof KubeInformerError) throw badRequest(error.message);
      throw error;
    }
  }

  /** With kind and apiVersion first, as Go writes them. */
  #complete(object: Record<string, unknown>): ApiObject {
    const typeMeta = { kind: this.kind, apiVersion: this.apiVersion };
    return Object.assign({}, typeMeta, object, typeMeta) as unknown as ApiObject;
  }
}

const schemas = new Map<string, ObjectSchema>();

/**
 * How a built-in kind is read and written, subresource kinds and options (`Scale`, `Eviction`, `DeleteOptions`)
 * included. Made when first asked for, then kept. Throws `ERR_INVALID_ARGUMENT` for a kind that is not built in.
 */
export function builtInSchema(apiVersion: string, kind: string): ObjectSchema {
  const key = `${apiVersion} ${kind}`;
  let schema = schemas.get(key);
  if (schema === undefined) {
    const message = messageTypeOf(apiVersion, kind);
    if (message === undefined) {
      throw new KubeInformerError('ERR_INVALID_ARGUMENT', `There is no built-in kind ${kind} in ${apiVersion}.`);
    }
    schema = new BuiltInSchema(apiVersion, kind, message);
    schemas.set(key, schema);
  }
  return schema;
}
