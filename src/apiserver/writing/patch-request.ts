import type { ApiObject, ResourceRequest } from '../contract.js';
import type { Answer, Body } from '../http/contract.js';
import { patchObject, readApplyConfiguration, serverSideApply } from '../patch/index.js';
import { StatusError, conflict } from '../status-error.js';
import { applyDefaults } from './defaults.js';
import { writeOptions } from './options.js';
import type { WriteOptions } from './options.js';
import { own, resetFieldsOf } from './ownership.js';
import { timelessScale } from './scale-ownership.js';
import { scaleSchema, writeScale } from './scale-subresource.js';
import { scaleOf, withReplicas } from './scale.js';
import { checkName, settleNamespace } from './system-metadata.js';
import { admitted, mayCreate, rulesFor } from './update-request.js';
import { update } from './update.js';
import { Write } from './write.js';
import type { WritingOptions } from './write.js';

const APPLY = 'application/apply-patch+yaml';
const STRATEGIC = 'application/strategic-merge-patch+json';
const TYPES = ['application/json-patch+json', 'application/merge-patch+json', STRATEGIC, APPLY];

/** The types of patches a resource takes; custom kinds have no strategic one. */
function checkType(request: ResourceRequest, type: string): void {
  const { custom } = request.resource;
  const accepted = custom ? TYPES.filter((name) => name !== STRATEGIC) : TYPES;
  if (accepted.includes(type)) return;
  // Two parts of the real server refuse this, each in its own words.
  throw custom
    ? new StatusError(
        415,
        'UnsupportedMediaType',
        `the body of the request was in an unknown format - accepted media types include: ${accepted.join(', ')}`,
      )
    : new StatusError(415, 'UnsupportedMediaType', '415: Unsupported Media Type', { details: {} });
}

/** A PATCH of any type, of the object or of a subresource. */
export async function patch(tools: WritingOptions, request: ResourceRequest, given: Body | undefined): Promise<Answer> {
  const body: Body = given ?? { mediaType: '', bytes: new Uint8Array() };
  checkType(request, body.mediaType);
  const apply = body.mediaType === APPLY;
  const options = writeOptions(request, 'PatchOptions', { apply });
  const write = new Write(tools, request, options);
  if (apply) {
    const { applied, problems } = await readApplyConfiguration(body.bytes, options.fieldValidation);
    const answer =
      request.subresource === 'scale' ? applyScale(write, options, applied) : applyObject(write, options, applied);
    for (const problem of problems) request.warn(problem);
    return answer;
  }
  return request.subresource === 'scale' ? patchScale(write, options, body) : patchWhole(write, options, body);
}

/** The new object of an old one by JSON patch, merge patch or strategic merge patch. */
function patchWhole(write: Write, options: WriteOptions, body: Body): Answer {
  const { request, resource } = write;
  return update(write, request.name, {
    rules: rulesFor(write),
    uid: '',
    mayCreate: false,
    next(old) {
      const before = write.toServed(old as ApiObject);
      const { object, problems } = patchObject({
        schema: resource.schema,
        object: before,
        body,
        fieldValidation: options.fieldValidation,
      });
      for (const problem of problems) request.warn(problem);
      (object as Partial<ApiObject>).metadata ??= {};
      applyDefaults(write, object);
      own(write, object, before, options.manager);
      settleNamespace(object.metadata, write.namespace);
      checkName(object, request.name);
      return admitted(write, object, old);
    },
  });
}

function patchScale(write: Write, options: WriteOptions, body: Body): Answer {
  const { request } = write;
  return writeScale(write, request.name, {
    manager: options.manager,
    uid: '',
    next(old) {
      const { object, problems } = patchObject({
        schema: scaleSchema(),
        object: old,
        body,
        fieldValidation: options.fieldValidation,
      });
      for (const problem of problems) request.warn(problem);
      return object;
    },
  });
}

/** Server-side apply: what is not there is created. */
function applyObject(write: Write, options: WriteOptions, applied: Record<string, unknown>): Answer {
  const { request, resource } = write;
  return update(write, request.name, {
    rules: rulesFor(write),
    uid: '',
    mayCreate: mayCreate(request, true),
    next(old) {
      const live = old === undefined ? undefined : write.toServed(old);
      const object = serverSideApply({
        schema: resource.schema,
        live,
        applied,
        manager: options.manager,
        force: options.force,
        subresource: request.subresource,
        now: write.now,
        resetFields: resetFieldsOf(write),
      });
      (object as Partial<ApiObject>).metadata ??= {};
      const { metadata } = object;
      if (old === undefined && metadata.uid !== undefined && metadata.uid !== '') {
        throw conflict(
          resource,
          request.name,
          `uid mismatch: the provided object specified uid ${metadata.uid}, and no existing object was found`,
        );
      }
      applyDefaults(write, object);
      settleNamespace(metadata, write.namespace);
      checkName(object, request.name);
      return admitted(write, object, old);
    },
  });
}

/** An applied Scale is an applied object that says nothing but its replicas. */
function applyScale(write: Write, options: WriteOptions, applied: Record<string, unknown>): Answer {
  const { request, resource } = write;
  let shown: ApiObject | undefined;
  const { metadata = {}, spec = {} } = applied as { metadata?: ApiObject['metadata']; spec?: { replicas?: number } };
  const parent = withReplicas(
    resource,
    { apiVersion: resource.apiVersion, kind: resource.kind, metadata },
    spec.replicas ?? 0,
  );
  const answer = update(write, request.name, {
    rules: rulesFor(write),
    uid: '',
    mayCreate: false,
    next(old) {
      const object = serverSideApply({
        schema: resource.schema,
        live: write.toServed(old as ApiObject),
        applied: parent,
        manager: options.manager,
        force: options.force,
        subresource: 'scale',
        now: write.now,
        resetFields: resetFieldsOf(write),
      });
      timelessScale(object, { keep: true });
      settleNamespace(object.metadata, write.namespace);
      checkName(object, request.name);
      return admitted(write, object, old);
    },
  });
  if (answer.type === 'object') shown = scaleOf(resource, answer.object);
  return shown === undefined ? answer : { type: 'object', code: 200, object: shown };
}
