import type { HTTPIngressPath, Ingress, IngressBackend, IngressClass } from '../../generated/kinds/networking-v1.js';
import type { Strategy, WriteContext } from '../contract.js';
import { invalid, notSupported, required, tooLong } from '../field-error.js';
import type { FieldError } from '../field-error.js';
import { dnsLabel, dnsSubdomain, pathSegment, pattern, portName, portNumber, wildcardSubdomain } from '../names.js';
import { isNew, markNew } from './creating.js';
import { ipFamily, validateIp } from './ip.js';
import { checked } from './labels.js';
import type { Loose } from './loose.js';
import { as, isEmpty } from './loose.js';
import { immutable, keepStatus } from './workload.js';

const CLASS_ANNOTATION = 'kubernetes.io/ingress.class';
const DEFAULT_CLASS = 'ingressclass.kubernetes.io/is-default-class';
const PATH_TYPES = ['Exact', 'ImplementationSpecific', 'Prefix'];
/** What proxies read in ways of their own. */
const BAD_PATHS = ['//', '/./', '/../', '%2f', '%2F'];
const BAD_ENDS = ['/..', '/.'];
const MAX_CONTROLLER = 250;

function validateBackend({ service, resource }: Loose<IngressBackend>, field: string): FieldError[] {
  if (resource !== undefined && service !== undefined) {
    return [invalid(field, '', 'cannot set both resource and service backends')];
  }
  if (resource !== undefined) {
    const errors = isEmpty(resource.apiGroup)
      ? []
      : checked(`${field}.resource.apiGroup`, resource.apiGroup, dnsSubdomain);
    for (const part of ['kind', 'name'] as const) {
      const value = resource[part];
      const path = `${field}.resource.${part}`;
      errors.push(...(isEmpty(value) ? [required(path)] : checked(path, value, pathSegment)));
    }
    return errors;
  }
  if (service === undefined) return [invalid(field, '', 'resource or service backend is required')];
  const errors = isEmpty(service.name)
    ? [required(`${field}.service.name`)]
    : checked(`${field}.service.name`, service.name, dnsLabel);
  const { name, number = 0 } = service.port ?? {};
  if (!isEmpty(name) && number !== 0) errors.push(invalid(field, '', 'cannot set both port name & port number'));
  else if (!isEmpty(name)) errors.push(...checked(`${field}.service.port.name`, name, portName));
  else if (number === 0) errors.push(required(field, 'port name or number is required'));
  else for (const detail of portNumber(number)) errors.push(invalid(`${field}.service.port.number`, number, detail));
  return errors;
}

function validatePath({ path = '', pathType, backend }: Loose<HTTPIngressPath>, field: string): FieldError[] {
  // Where a pointer is required, Go's encoder shows that there is none.
  if ((pathType ?? undefined) === undefined) return [required(`${field}.pathType`, 'pathType must be specified')];
  const errors: FieldError[] = [];
  const add = (detail: string): void => {
    errors.push(invalid(`${field}.path`, path, detail));
  };
  if (pathType === 'Exact' || pathType === 'Prefix') {
    if (!path.startsWith('/')) add('must be an absolute path');
    for (const text of BAD_PATHS) if (path.includes(text)) add(`must not contain '${text}'`);
    for (const text of BAD_ENDS) if (path.endsWith(text)) add(`cannot end with '${text}'`);
  } else if (pathType === 'ImplementationSpecific') {
    if (path !== '' && !path.startsWith('/')) add('must be an absolute path');
  } else errors.push(notSupported(`${field}.pathType`, pathType, PATH_TYPES));
  return [...errors, ...validateBackend(backend ?? {}, `${field}.backend`)];
}

const validateHost = (field: string, host: string): FieldError[] =>
  checked(field, host, host.includes('*') ? wildcardSubdomain : dnsSubdomain);

function validateIngress(spec: NonNullable<Loose<Ingress>['spec']>): FieldError[] {
  const errors: FieldError[] = [];
  const rules = spec.rules ?? [];
  if (rules.length === 0 && spec.defaultBackend === undefined) {
    errors.push(invalid('spec', spec.rules ?? null, 'either `defaultBackend` or `rules` must be specified'));
  }
  if (spec.defaultBackend !== undefined) errors.push(...validateBackend(spec.defaultBackend, 'spec.defaultBackend'));
  for (const [index, { host = '', http }] of rules.entries()) {
    const path = `spec.rules[${String(index)}]`;
    if (host !== '') {
      if (ipFamily(host) !== undefined) {
        errors.push(invalid(`${path}.host`, host, 'must be a DNS name, not an IP address'));
      }
      errors.push(...validateHost(`${path}.host`, host));
    }
    if (http === undefined) continue;
    const paths = http.paths ?? [];
    if (paths.length === 0) errors.push(required(`${path}.http.paths`));
    errors.push(...paths.flatMap((one, at) => validatePath(one, `${path}.http.paths[${String(at)}]`)));
  }
  for (const [index, { hosts, secretName }] of (spec.tls ?? []).entries()) {
    const path = `spec.tls[${String(index)}]`;
    errors.push(...(hosts ?? []).flatMap((host, at) => validateHost(`${path}.hosts[${String(at)}]`, host)));
    if (!isEmpty(secretName)) errors.push(...checked(`${path}.secretName`, secretName, dnsSubdomain));
  }
  if (spec.ingressClassName !== undefined) {
    errors.push(...checked('spec.ingressClassName', spec.ingressClassName, dnsSubdomain));
  }
  return errors;
}

/** An ingress that names no class gets the default one, if there is one. */
function admitClass(ingress: Loose<Ingress>, annotations: Record<string, string>, context: WriteContext): void {
  const spec = (ingress.spec ??= {});
  if (spec.ingressClassName !== undefined || annotations[CLASS_ANNOTATION] !== undefined) return;
  const classes = [...context.lookupAll('ingressclasses.networking.k8s.io', '')].filter(
    ({ metadata }) => metadata.annotations?.[DEFAULT_CLASS] === 'true',
  );
  const name = classes.length === 1 ? classes[0]?.metadata.name : undefined;
  if (name !== undefined) spec.ingressClassName = name;
}

/** The rules of ingresses. */
export const ingressStrategy: Strategy = {
  generation: true,
  default(object) {
    as<Ingress>(object).spec ??= {};
  },
  admit(object, old, context) {
    if (old !== undefined || context.subresource !== '') return;
    admitClass(as<Ingress>(object), object.metadata.annotations ?? {}, context);
  },
  prepareForCreate(object) {
    markNew(object);
    object.status = { loadBalancer: {} };
  },
  prepareForUpdate: keepStatus,
  validate(object) {
    const spec = as<Ingress>(object).spec ?? {};
    const errors = validateIngress(spec);
    const annotation = object.metadata.annotations?.[CLASS_ANNOTATION];
    const name = spec.ingressClassName;
    if (isNew(object) && annotation !== undefined && name !== undefined && annotation !== name) {
      const detail = 'must match `ingressClassName` when both are specified';
      errors.push(invalid(`annotations.${CLASS_ANNOTATION}`, annotation, detail));
    }
    return errors;
  },
  validateStatusUpdate(object) {
    return (as<Ingress>(object).status?.loadBalancer?.ingress ?? []).flatMap(({ ip, hostname }, index) => {
      const path = `status.loadBalancer.ingress[${String(index)}]`;
      const errors = isEmpty(ip) ? [] : validateIp(`${path}.ip`, ip);
      if (isEmpty(hostname)) return errors;
      errors.push(...checked(`${path}.hostname`, hostname, dnsSubdomain));
      if (ipFamily(hostname) !== undefined) {
        errors.push(invalid(`${path}.hostname`, hostname, 'must be a DNS name, not an IP address'));
      }
      return errors;
    });
  },
  warnings(object, old) {
    const annotation = object.metadata.annotations?.[CLASS_ANNOTATION];
    if (annotation === undefined || old !== undefined) return [];
    return [`annotation ${JSON.stringify(CLASS_ANNOTATION)} is deprecated, please use 'spec.ingressClassName' instead`];
  },
};

const HTTP_PATH = "[A-Za-z0-9/\\-._~%!$&'()*+,;=:]+";

function validateController(controller: string): FieldError[] {
  const field = 'spec.controller';
  const errors = Buffer.byteLength(controller) > MAX_CONTROLLER ? [tooLong(field, MAX_CONTROLLER)] : [];
  if (controller === '') return [...errors, required(field)];
  const slash = controller.indexOf('/');
  if (slash <= 0 || slash === controller.length - 1) {
    return [...errors, invalid(field, controller, 'must be a domain-prefixed path (such as "acme.io/foo")')];
  }
  const path = controller.slice(slash + 1);
  errors.push(...checked(field, controller.slice(0, slash), dnsSubdomain));
  if (!new RegExp(`^${HTTP_PATH}$`).test(path)) errors.push(invalid(field, path, pattern('Invalid path', HTTP_PATH)));
  return errors;
}

/** The rules of ingress classes. */
export const ingressClassStrategy: Strategy = {
  generation: true,
  default(object) {
    const { parameters } = (as<IngressClass>(object).spec ??= {});
    if (parameters !== undefined) parameters.scope ??= 'Cluster';
  },
  validate: (object) => validateController(as<IngressClass>(object).spec?.controller ?? ''),
  validateUpdate: (object, old) =>
    immutable(as<IngressClass>(object).spec?.controller, as<IngressClass>(old).spec?.controller, 'spec.controller'),
};
