import { hasMagic, messageTypeOf, readUnknown } from '../../wire/codec/index.js';
import type { Unknown } from '../../wire/codec/index.js';
import { groupVersionOf } from '../api-version.js';
import type { ApiObject } from '../contract.js';
import type { Body } from '../http/contract.js';
import type { Json } from '../json.js';
import { StatusError } from '../status-error.js';
import { notRegistered, whyAnotherKind } from './another-kind.js';
import type { Decoded, FieldValidation, ObjectSchema } from './contract.js';
import { GoDecodeError, goKindOf } from './go-error.js';
import { cannotBeHandled, unrecognised } from './messages.js';
import type { NamedKind } from './messages.js';
import { readJson, readYaml } from './read-document.js';
import type { Document } from './read-document.js';
import { GoSyntaxError } from './strict-json.js';
import { asWarning } from './yaml.js';

const PROTOBUF = 'application/vnd.kubernetes.protobuf';

/**
 * Reads the body of a request as an object of a kind: JSON, YAML or protobuf by its media type. What a strict reader
 * minds is refused with 400 (`Strict`), returned as problems for the caller to send as warnings (`Warn`), or nobody's
 * business (`Ignore`). Throws StatusError with the code and words of a kube-apiserver.
 */
export function parseBody(
  body: Body,
  schema: ObjectSchema,
  fieldValidation: FieldValidation,
): Decoded | Promise<Decoded> {
  switch (body.mediaType) {
    case '':
    case 'application/json':
      return fromDocument(
        attempt(body, schema, () => readJson(body.bytes, fieldValidation !== 'Ignore')),
        body,
        schema,
        fieldValidation,
      );
    case 'application/yaml':
      return readYaml(body.bytes).then(
        (document) => fromDocument(document, body, schema, fieldValidation),
        (error: unknown) => {
          throw error instanceof GoSyntaxError ? unrecognised(schema, error.message, body.bytes) : error;
        },
      );
    case PROTOBUF:
      if (schema.protobuf !== undefined) return fromProtobuf(body.bytes, schema, schema.protobuf);
      throw unknownFormat('application/json, application/yaml');
    default:
      throw unknownFormat(`application/json, application/yaml${schema.protobuf === undefined ? '' : `, ${PROTOBUF}`}`);
  }
}

const unknownFormat = (accepted: string): StatusError =>
  new StatusError(
    415,
    'UnsupportedMediaType',
    `the body of the request was in an unknown format - accepted media types include: ${accepted}`,
  );

function attempt(body: Body, schema: ObjectSchema, read: () => Document): Document {
  try {
    return read();
  } catch (error) {
    if (error instanceof GoSyntaxError || error instanceof GoDecodeError) {
      throw unrecognised(schema, `couldn't get version/kind; json parse error: ${error.message}`, body.bytes);
    }
    throw error;
  }
}

/** What Go decodes first, to learn what it has before it; the type is part of the message. */
const TYPE_META =
  'struct { APIVersion string "json:\\"apiVersion,omitempty\\""; Kind string "json:\\"kind,omitempty\\"" }';

function typeMetaOf(value: unknown, body: Body, schema: ObjectSchema): NamedKind {
  const refuse = (why: string): StatusError =>
    unrecognised(schema, `couldn't get version/kind; json parse error: json: cannot unmarshal ${why}`, body.bytes);
  if (value === null) return { apiVersion: '', kind: '' };
  if (typeof value !== 'object' || Array.isArray(value)) {
    throw refuse(`${goKindOf(value)} into Go value of type ${TYPE_META}`);
  }
  const texts = { apiVersion: '', kind: '' };
  for (const [name, text] of Object.entries(value)) {
    if ((name !== 'apiVersion' && name !== 'kind') || text === null) continue;
    if (typeof text !== 'string') throw refuse(`${goKindOf(text)} into Go struct field .${name} of type string`);
    texts[name] = text;
  }
  if (texts.apiVersion.split('/').length > 2) {
    throw unrecognised(schema, `unexpected GroupVersion string: ${texts.apiVersion}`, body.bytes);
  }
  return texts;
}

function fromDocument(document: Document, body: Body, schema: ObjectSchema, fieldValidation: FieldValidation): Decoded {
  const given = typeMetaOf(document.value, body, schema);
  const value = (document.value ?? {}) as Json;
  if (schema.protobuf === undefined) checkCustomKind(given, body, schema, fieldValidation, value);
  else checkBuiltInKind(given, schema, value);
  const decoded = schema.normalise(value, { literals: document.literals });
  if (fieldValidation === 'Ignore') return { object: decoded.object, problems: [] };
  const problems = [...document.yamlProblems, ...inOrder(decoded.problems, document, schema)];
  if (fieldValidation === 'Strict' && problems.length > 0) {
    throw strictly(schema, problems);
  }
  return { object: decoded.object, problems: problems.map(asWarning) };
}

const PATH_OF_PROBLEM = /^unknown field "(.*)"$/s;

/**
 * Duplicate and unknown fields. Go finds both in one pass over a built-in object, so that they come in the order of the
 * document and a repeated unknown field is only unknown; of a custom object the duplicates come first.
 */
function inOrder(unknown: readonly string[], document: Document, schema: ObjectSchema): readonly string[] {
  const { duplicates, positions } = document;
  if (duplicates.length === 0) return unknown;
  const said = (path: string): string => `duplicate field ${JSON.stringify(path)}`;
  if (schema.protobuf === undefined) return [...new Set(duplicates.map(said)), ...unknown];
  const unknownPaths = unknown.map((problem) => PATH_OF_PROBLEM.exec(problem)?.[1] ?? '');
  const inUnknown = (path: string): boolean =>
    unknownPaths.some((prefix) => path === prefix || path.startsWith(`${prefix}.`) || path.startsWith(`${prefix}[`));
  const found = [
    ...unknown.map((problem, index) => ({ problem, at: positions.get(unknownPaths[index] ?? '') ?? 0 })),
    ...duplicates
      .filter((path) => !inUnknown(path))
      .map((path) => ({ problem: said(path), at: positions.get(path) ?? 0 })),
  ];
  return [...new Set(found.sort((a, b) => a.at - b.at).map(({ problem }) => problem))];
}

/** The options of meta.k8s.io/v1 may name any version that has them. */
const isShared = (kind: string): boolean => messageTypeOf('meta.k8s.io/v1', kind) !== undefined;

/** Whoever says nothing means the kind of the path; whoever says something else is refused. */
function checkBuiltInKind(given: NamedKind, schema: ObjectSchema, value: Json): void {
  const kind = given.kind === '' ? schema.kind : given.kind;
  const apiVersion = given.apiVersion === '' ? schema.apiVersion : given.apiVersion;
  if (kind === schema.kind && (apiVersion === schema.apiVersion || isShared(kind))) return;
  const named = { apiVersion, kind };
  // An eviction means the same in every version of its group.
  if (
    kind === 'Eviction' &&
    kind === schema.kind &&
    groupVersionOf(apiVersion).group === groupVersionOf(schema.apiVersion).group
  )
    return;
  // The scheme of options knows nothing but options.
  if (isShared(schema.kind)) throw cannotBeHandled(schema, notRegistered(named), named);
  if (kind === schema.kind && messageTypeOf(apiVersion, kind) !== undefined) throw versionMismatch(apiVersion, schema);
  throw cannotBeHandled(schema, whyAnotherKind(value, named, schema), named);
}

const versionMismatch = (given: string, schema: ObjectSchema, warnings: readonly string[] = []): StatusError =>
  new StatusError(
    400,
    'BadRequest',
    `the API version in the data (${given}) does not match the expected API version (${schema.apiVersion})`,
    { warnings },
  );

/** A custom object has to say what it is. A wrong kind in the right version is a matter of validation. */
function checkCustomKind(
  given: NamedKind,
  body: Body,
  schema: ObjectSchema,
  fieldValidation: FieldValidation,
  value: Json,
): void {
  if (given.kind === '') {
    const text = Buffer.from(body.bytes).toString('utf8');
    throw unrecognised(schema, `Object 'Kind' is missing in '${text}'`, body.bytes);
  }
  if (given.apiVersion === schema.apiVersion) return;
  const problems = fieldValidation === 'Ignore' ? [] : problemsInNoVersion(given, schema, value);
  if (fieldValidation === 'Strict' && problems.length > 0) throw strictly(given, problems);
  throw versionMismatch(given.apiVersion, schema, problems.map(asWarning));
}

/** Go reads the object before it minds the version, and a version that the CRD does not have has no fields. */
function problemsInNoVersion(given: NamedKind, schema: ObjectSchema, value: Json): string[] {
  const { group, version } = groupVersionOf(given.apiVersion);
  const isOurs = group === groupVersionOf(schema.apiVersion).group && given.kind === schema.kind;
  if (!isOurs || schema.versions?.includes(version) === true) return [];
  const unknown = Object.keys(value).filter((name) => !['apiVersion', 'kind', 'metadata'].includes(name));
  return unknown.sort().map((name) => `unknown field ${JSON.stringify(name)}`);
}

const strictly = (kind: NamedKind, problems: readonly string[]): StatusError =>
  cannotBeHandled(kind, `strict decoding error: ${problems.join(', ')}`);

function fromProtobuf(bytes: Uint8Array, schema: ObjectSchema, form: NonNullable<ObjectSchema['protobuf']>): Decoded {
  if (!hasMagic(bytes)) {
    throw unrecognised(
      schema,
      'provided data does not appear to be a protobuf message, expected prefix [107 56 115 0]',
      bytes,
    );
  }
  if (bytes.length === MAGIC_LENGTH) throw unrecognised(schema, 'empty body', bytes);
  let envelope: Unknown;
  try {
    envelope = readUnknown(bytes);
  } catch (error) {
    throw unrecognised(schema, goProtobufError(error), bytes);
  }
  checkBuiltInKind(envelope, schema, {});
  let object: ApiObject;
  try {
    object = form.decode(envelope.raw);
  } catch (error) {
    throw cannotBeHandled(schema, goProtobufError(error));
  }
  return { object, problems: [] };
}

// `k8s` and a zero byte.
const MAGIC_LENGTH = 4;

/** What Go's decoder says to bytes that are no message. */
function goProtobufError(error: unknown): string {
  if (!(error instanceof Error)) throw error;
  const wireType = /has wire type (\d), which is none/.exec(error.message)?.[1];
  if (wireType !== undefined) return `proto: illegal wireType ${wireType}`;
  if (error.message.includes('more than 64 bits')) return 'proto: integer overflow';
  return error.message.includes('beyond the end') ? 'unexpected EOF' : `proto: ${error.message}`;
}
