import type { ResourceRequest, ServedSubresource } from '../contract.js';
import type { Answer, Body, Verbs } from '../http/contract.js';
import { builtInSchema } from '../schema/index.js';
import { StatusError, methodNotAllowed } from '../status-error.js';
import { bind } from './binding.js';
import { create } from './create.js';
import { applyDefaults } from './defaults.js';
import { deleteCollection } from './delete-collection.js';
import { deleteObject } from './delete.js';
import { evict } from './eviction.js';
import { deleteOptions, writeOptions } from './options.js';
import { patch } from './patch-request.js';
import { readDeleteOptions, readObject } from './read-body.js';
import { readScale, scaleSchema, writeScale } from './scale-subresource.js';
import { checkName, settleNamespace } from './system-metadata.js';
import { replace } from './update-request.js';
import { Write } from './write.js';
import type { WritingOptions } from './write.js';

/**
 * create, update, patch, delete, deletecollection and the subresources that write. Bodies are read first; from then on
 * each write is synchronous, so that no other comes between its reading and its storing. An answer that shows a new
 * version is given once that version is durable.
 */
export function writingVerbs(options: WritingOptions): Verbs {
  return {
    async handle(request, body) {
      const answer = await route(options, request, body);
      // Also for a write that changed nothing: what it shows may be somebody else's, just stored.
      await options.storage.durable(options.storage.version);
      return answer;
    },
  };
}

async function route(tools: WritingOptions, request: ResourceRequest, body: Body | undefined): Promise<Answer> {
  const { verb, subresource } = request;
  if (subresource !== '' && verb !== 'delete') {
    const special = await routeSpecial(tools, request, body);
    if (special !== undefined) return special;
  }
  switch (verb) {
    case 'create':
      return handleCreate(tools, request, body);
    case 'update':
      return handleUpdate(tools, request, body);
    case 'patch':
      return patch(tools, request, body);
    case 'delete':
    case 'deletecollection': {
      const options = deleteOptions(request.query, await readDeleteOptions(body));
      const write = new Write(tools, request, { dryRun: options.dryRun });
      return verb === 'delete' ? deleteObject(write, request.name, options) : deleteCollection(write, options);
    }
    default:
      throw methodNotAllowed(request.resource, verb);
  }
}

async function handleCreate(tools: WritingOptions, request: ResourceRequest, body: Body | undefined): Promise<Answer> {
  const options = writeOptions(request, 'CreateOptions');
  const { resource } = request;
  const object = await readObject(request, body, resource.schema, options.fieldValidation);
  if (resource.groupResource === 'bindings') {
    const pods = tools.catalogue.stored('pods');
    if (pods === undefined) throw methodNotAllowed(resource, 'create');
    settleNamespace(object.metadata, request.namespace);
    return bind(new Write(tools, request, { ...options, resource: pods }), object.metadata.name ?? '', object);
  }
  const write = new Write(tools, request, options);
  applyDefaults(write, object);
  return create(write, object, options.manager);
}

async function handleUpdate(tools: WritingOptions, request: ResourceRequest, body: Body | undefined): Promise<Answer> {
  const options = writeOptions(request, 'UpdateOptions');
  const object = await readObject(request, body, request.resource.schema, options.fieldValidation);
  const write = new Write(tools, request, options);
  settleNamespace(object.metadata, write.namespace);
  checkName(object, request.name);
  applyDefaults(write, object);
  return replace(write, request.name, object, options.manager);
}

const kindOf = (request: ResourceRequest): ServedSubresource | undefined =>
  request.resource.subresources.find(({ name }) => name === request.subresource);

/** Subresources that are objects of another kind. Undefined for those that are views of the object itself. */
async function routeSpecial(
  tools: WritingOptions,
  request: ResourceRequest,
  body: Body | undefined,
): Promise<Answer | undefined> {
  const { verb, subresource, resource, name } = request;
  if (subresource === 'scale') return routeScale(tools, request, body);
  if (verb !== 'create') return undefined;
  const options = writeOptions(request, 'CreateOptions');
  const kind = kindOf(request);
  if (kind === undefined) throw methodNotAllowed(resource, verb);
  const object = await readObject(request, body, builtInSchema(kind.apiVersion, kind.kind), options.fieldValidation);
  const write = new Write(tools, request, options);
  settleNamespace(object.metadata, write.namespace);
  const other = tools.subresources?.[`${resource.resource}/${subresource}`];
  if (other !== undefined) return other(request, object, write.entry(name)?.object);
  if (subresource === 'binding') return bind(write, name, object);
  if (subresource === 'eviction') return evict(write, name, object);
  throw new StatusError(501, 'NotImplemented', `${resource.resource}/${subresource} is not served by this server`);
}

async function routeScale(
  tools: WritingOptions,
  request: ResourceRequest,
  body: Body | undefined,
): Promise<Answer | undefined> {
  const { verb, name } = request;
  if (verb === 'get') return readScale(new Write(tools, request, { dryRun: true }), name);
  if (verb !== 'update') return undefined;
  const options = writeOptions(request, 'UpdateOptions');
  const scale = await readObject(request, body, scaleSchema(), options.fieldValidation);
  const write = new Write(tools, request, options);
  return writeScale(write, name, { manager: options.manager, uid: scale.metadata.uid ?? '', next: () => scale });
}
