import type { ApiObject, Strategy } from '../contract.js';
import { forbidden, invalid } from '../field-error.js';
import type { FieldError } from '../field-error.js';
import { sameJson } from '../json.js';
import { qosClassOf } from '../kinds/index.js';
import { keepOnly, statusRules } from './update-rules.js';
import type { UpdateRules } from './update-rules.js';

type Spec = Record<string, unknown> & { containers?: Container[]; initContainers?: Container[] };
interface Container {
  name: string;
  resources?: unknown;
  resizePolicy?: unknown;
}

const ALWAYS = ['apiVersion', 'kind', 'metadata'];

/** `pods/…/ephemeralcontainers`: that list of spec alone. */
function keepEphemeralContainers(object: ApiObject, old: ApiObject): void {
  const wanted = ((object.spec ?? {}) as Spec).ephemeralContainers;
  keepOnly(object, old, ALWAYS);
  const spec = (object.spec ??= {}) as Spec;
  if (wanted === undefined) delete spec.ephemeralContainers;
  else spec.ephemeralContainers = wanted;
}

/** `pods/…/resize`: the resources of containers alone. */
function keepResources(object: ApiObject, old: ApiObject): void {
  const wanted = (object.spec ?? {}) as Spec;
  keepOnly(object, old, ALWAYS);
  const spec = (object.spec ??= {}) as Spec;
  for (const list of ['containers', 'initContainers'] as const) {
    for (const container of spec[list] ?? []) {
      const given = wanted[list]?.find(({ name }) => name === container.name);
      if (given === undefined) continue;
      container.resources = given.resources;
      if (given.resizePolicy !== undefined) container.resizePolicy = given.resizePolicy;
    }
  }
}

/** An ephemeral container, once there, stays as it is. */
function ephemeralErrors(object: ApiObject, old: ApiObject): FieldError[] {
  const field = 'spec.ephemeralContainers';
  const containers = ({ spec }: ApiObject): Container[] =>
    ((spec ?? {}) as { ephemeralContainers?: Container[] }).ephemeralContainers ?? [];
  const next = containers(object);
  return containers(old).flatMap((container) => {
    const found = next.find(({ name }) => name === container.name);
    const name = JSON.stringify(container.name);
    if (found === undefined) return [forbidden(field, `existing ephemeral containers ${name} may not be removed\n`)];
    return sameJson(found, container)
      ? []
      : [forbidden(field, `existing ephemeral containers ${name} may not be changed\n`)];
  });
}

function resizeErrors(object: ApiObject, old: ApiObject): FieldError[] {
  const before = qosClassOf(old.spec ?? {});
  if (qosClassOf(object.spec ?? {}) === before) return [];
  return [invalid('spec', before, 'Pod QOS Class may not change as a result of resizing')];
}

/** `certificatesigningrequests/…/approval`: the conditions that approve or deny. */
function keepApproval(object: ApiObject, old: ApiObject): void {
  const { conditions = [] } = (object.status ?? {}) as { conditions?: unknown[] };
  keepOnly(object, old, ALWAYS);
  object.status = { ...(object.status as object | undefined), conditions };
}

/** The rules of the rarer subresources. One that is not known changes status and nothing else. */
export function partRules(subresource: string, strategy: Strategy): UpdateRules {
  const whole = (
    prepare: UpdateRules['prepare'],
    countsGeneration: boolean,
    changeErrors: (object: ApiObject, old: ApiObject) => FieldError[] = () => [],
  ): UpdateRules => ({
    path: 'part',
    countsGeneration,
    prepare,
    validate: (object, old, context) => [...(strategy.validate?.(object, context) ?? []), ...changeErrors(object, old)],
  });
  switch (subresource) {
    case 'ephemeralcontainers':
      return whole(keepEphemeralContainers, true, ephemeralErrors);
    case 'resize':
      return whole(keepResources, true, resizeErrors);
    case 'approval':
      return whole(keepApproval, false);
    default:
      return statusRules(strategy);
  }
}
