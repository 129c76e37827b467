import { KubeInformerError } from '../../errors/index.js';
import { LabelSelector } from '../../meta/index.js';
import type { ApiObject, ResourceRequest, ServedResource } from '../contract.js';
import { badRequest } from '../status-error.js';
import { parseFieldTerms } from './field-terms.js';
import type { FieldTerm } from './field-terms.js';
import { labelSelectorFault } from './label-fault.js';

type Read = (object: ApiObject) => string;

/** Which objects of a collection a request means. */
export interface Selection {
  /** Whether the request has no selector. */
  readonly isEmpty: boolean;
  /** The one name that can match, when the selector says so. */
  readonly name: string | undefined;
  /** The same for the namespace. */
  readonly namespace: string | undefined;
  matches(object: ApiObject): boolean;
}

/** Matches everything. */
const EVERYTHING: Selection = { isEmpty: true, name: undefined, namespace: undefined, matches: () => true };

/** Reads `labelSelector` and `fieldSelector`. Throws 400 in the words of a kube-apiserver. */
export function selectionOf(resource: ServedResource, query: URLSearchParams): Selection {
  const labels = parseLabels(query.get('labelSelector') ?? '');
  const terms = parseFieldTerms(query.get('fieldSelector') ?? '');
  const tests = terms.map((term): [FieldTerm, Read] => [term, readerOf(resource, term.field)]);
  if (labels.isEmpty && terms.length === 0) return EVERYTHING;
  return {
    isEmpty: false,
    name: exact(terms, 'metadata.name'),
    namespace: exact(terms, 'metadata.namespace'),
    matches: (object) => {
      const { labels: own } = object.metadata;
      if (
        !labels.isEmpty &&
        !labels.matches((name) => (own !== undefined && Object.hasOwn(own, name) ? own[name] : undefined))
      )
        return false;
      return tests.every(([{ equal, value }, read]) => (read(object) === value) === equal);
    },
  };
}

const exact = (terms: readonly FieldTerm[], wanted: string): string | undefined =>
  terms.find(({ field, equal }) => field === wanted && equal)?.value;

/** The selection with a name that the path asks for, which a selector must not contradict. */
export function selectionOfName(selection: Selection, name: string): Selection {
  if (!selection.isEmpty && selection.name !== name) {
    throw badRequest("fieldSelector metadata.name doesn't match requested name");
  }
  return {
    isEmpty: false,
    name,
    namespace: selection.namespace,
    matches: (object) => object.metadata.name === name && selection.matches(object),
  };
}

/** The namespace a request is about: that of its path, or the one its selector asks for. */
export function namespaceOf({ resource, namespace }: ResourceRequest, selection: Selection): string {
  return namespace === '' && resource.namespaced ? (selection.namespace ?? '') : namespace;
}

function parseLabels(text: string): LabelSelector {
  try {
    return LabelSelector.parse(text);
  } catch (error) {
    if (error instanceof KubeInformerError) throw badRequest(labelSelectorFault(text));
    throw error;
  }
}

/**
 * How a field is read. A kube-apiserver has three wordings for a field it does not know: kinds with fields of their own
 * have one, Job and ResourceSlice theirs, and all others the general one.
 */
function readerOf(resource: ServedResource, field: string): Read {
  if (field === 'metadata.name') return ({ metadata }) => metadata.name ?? '';
  const own = resource.selectableFields.size > 0 || resource.custom;
  if (field === 'metadata.namespace' && (resource.namespaced || !own))
    return ({ metadata }) => metadata.namespace ?? '';
  const read = resource.selectableFields.get(field);
  if (read !== undefined) return read;
  if (resource.groupResource === 'jobs.batch') {
    throw badRequest(`field label ${JSON.stringify(field)} not supported for Job`);
  }
  if (resource.groupResource === 'resourceslices.resource.k8s.io') {
    throw badRequest(
      `field label not supported for ${resource.group}/${resource.version}, Kind=${resource.kind}: ${field}`,
    );
  }
  throw badRequest(
    own
      ? `field label not supported: ${field}`
      : `${JSON.stringify(field)} is not a known field selector: only "metadata.name", "metadata.namespace"`,
  );
}
