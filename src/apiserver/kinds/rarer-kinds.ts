import type {
  MutatingWebhook,
  RuleWithOperations,
  ValidatingAdmissionPolicy,
  ValidatingWebhook,
} from '../../generated/kinds/admissionregistration-v1.js';
import type { APIService } from '../../generated/kinds/apiregistration-v1.js';
import type { CertificateSigningRequest } from '../../generated/kinds/certificates-v1.js';
import type { PodTemplate } from '../../generated/kinds/core-v1.js';
import type { FlowSchema, PriorityLevelConfiguration } from '../../generated/kinds/flowcontrol-v1.js';
import type { ResourceClaim, ResourceClaimSpec, ResourceClaimTemplate } from '../../generated/kinds/resource-v1.js';
import type { CSIDriver } from '../../generated/kinds/storage-v1.js';
import type { ApiObject, Strategy } from '../contract.js';
import { invalid, required } from '../field-error.js';
import type { Loose } from './loose.js';
import { as, fill } from './loose.js';
import { validatePodTemplate } from './pod-spec.js';
import { protect } from './volume-claim.js';
import { defaultTemplate, immutable } from './workload.js';

/** The port of HTTPS. */
const HTTPS = 443;
/** Seconds that a webhook has to answer. */
const WEBHOOK_SECONDS = 10;
/** The order of flow schemas that name none, and the share of a level that names none: the server's own middle. */
const PRECEDENCE = 1000;
const SHARES = 30;

function defaultRules(rules: readonly Loose<RuleWithOperations>[] | undefined): void {
  for (const rule of rules ?? []) rule.scope ??= '*';
}

function defaultWebhook(webhook: Loose<MutatingWebhook> | Loose<ValidatingWebhook>): void {
  webhook.failurePolicy ??= 'Fail';
  webhook.matchPolicy ??= 'Equivalent';
  webhook.namespaceSelector ??= {};
  webhook.objectSelector ??= {};
  webhook.timeoutSeconds ??= WEBHOOK_SECONDS;
  if (webhook.clientConfig?.service !== undefined) webhook.clientConfig.service.port ??= HTTPS;
  defaultRules(webhook.rules);
}

const webhooksOf = (object: ApiObject): Loose<MutatingWebhook>[] => (object.webhooks ?? []) as Loose<MutatingWebhook>[];

function defaultClaim(spec: Loose<ResourceClaimSpec> | undefined): void {
  for (const request of spec?.devices?.requests ?? []) {
    const { exactly } = request;
    if (exactly !== undefined) {
      fill(exactly, 'allocationMode', 'ExactCount');
      if (exactly.allocationMode === 'ExactCount') fill(exactly, 'count', 1);
    }
    for (const one of request.firstAvailable ?? []) {
      fill(one, 'allocationMode', 'ExactCount');
      if (one.allocationMode === 'ExactCount') fill(one, 'count', 1);
    }
  }
}

function defaultPolicy(object: ApiObject): void {
  const spec = (as<ValidatingAdmissionPolicy>(object).spec ??= {});
  spec.failurePolicy ??= 'Fail';
  const matches = spec.matchConstraints;
  if (matches === undefined) return;
  matches.matchPolicy ??= 'Equivalent';
  matches.namespaceSelector ??= {};
  matches.objectSelector ??= {};
  defaultRules(matches.resourceRules);
  defaultRules(matches.excludeResourceRules);
}

const isRequest = (base64: string): boolean =>
  Buffer.from(base64, 'base64').includes('-----BEGIN CERTIFICATE REQUEST-----');

/** What kinds have beyond the rules that all have in common. Those rules go on beneath. */
export const RARER_KINDS: Readonly<Record<string, Strategy>> = {
  podtemplates: {
    default(object) {
      defaultTemplate((as<PodTemplate>(object).template ??= {}));
    },
    validate: (object) => validatePodTemplate(as<PodTemplate>(object).template ?? {}, 'template'),
  },
  'controllerrevisions.apps': {
    validate(object) {
      const { data } = object;
      if (data === undefined || data === null) return [required('data', 'data is mandatory')];
      return typeof data === 'object' && !Array.isArray(data)
        ? []
        : [required('data', 'data must be a valid JSON object')];
    },
    validateUpdate: (object, old) => immutable(object.data, old.data, 'data'),
  },
  'csidrivers.storage.k8s.io': {
    default(object) {
      const spec = (as<CSIDriver>(object).spec ??= {});
      spec.attachRequired ??= true;
      spec.podInfoOnMount ??= false;
      spec.storageCapacity ??= false;
      spec.fsGroupPolicy ??= 'ReadWriteOnceWithFSType';
      if ((spec.volumeLifecycleModes ?? []).length === 0) spec.volumeLifecycleModes = ['Persistent'];
      spec.requiresRepublish ??= false;
      spec.seLinuxMount ??= false;
    },
  },
  'volumeattachments.storage.k8s.io': {
    prepareForCreate(object) {
      object.status = { attached: false };
    },
  },
  'volumeattributesclasses.storage.k8s.io': {
    admit(object, old) {
      if (old === undefined) protect(object.metadata, 'kubernetes.io/vac-protection');
    },
  },
  'mutatingwebhookconfigurations.admissionregistration.k8s.io': {
    default(object) {
      for (const webhook of webhooksOf(object)) {
        defaultWebhook(webhook);
        webhook.reinvocationPolicy ??= 'Never';
      }
    },
  },
  'validatingwebhookconfigurations.admissionregistration.k8s.io': {
    default(object) {
      for (const webhook of webhooksOf(object)) defaultWebhook(webhook);
    },
  },
  'mutatingadmissionpolicies.admissionregistration.k8s.io': { default: defaultPolicy },
  'validatingadmissionpolicies.admissionregistration.k8s.io': { default: defaultPolicy },
  'flowschemas.flowcontrol.apiserver.k8s.io': {
    default(object) {
      fill((as<FlowSchema>(object).spec ??= {}), 'matchingPrecedence', PRECEDENCE);
    },
  },
  'prioritylevelconfigurations.flowcontrol.apiserver.k8s.io': {
    default(object) {
      const { limited, exempt } = (as<PriorityLevelConfiguration>(object).spec ??= {});
      if (limited !== undefined) {
        limited.nominalConcurrencyShares ??= SHARES;
        limited.lendablePercent ??= 0;
      }
      if (exempt !== undefined) {
        exempt.nominalConcurrencyShares ??= 0;
        exempt.lendablePercent ??= 0;
      }
    },
  },
  'apiservices.apiregistration.k8s.io': {
    default(object) {
      const service = as<APIService>(object).spec?.service;
      if (service !== undefined) service.port ??= HTTPS;
    },
  },
  'resourceclaims.resource.k8s.io': {
    default(object) {
      defaultClaim(as<ResourceClaim>(object).spec);
    },
  },
  'resourceclaimtemplates.resource.k8s.io': {
    default(object) {
      defaultClaim(as<ResourceClaimTemplate>(object).spec?.spec);
    },
  },
  'certificatesigningrequests.certificates.k8s.io': {
    prepareForCreate(object, { user }) {
      // Who asks is what the server saw, not what the request says.
      const spec = (as<CertificateSigningRequest>(object).spec ??= {});
      spec.username = user.name;
      if (user.uid === undefined) delete spec.uid;
      else spec.uid = user.uid;
      spec.groups = [...user.groups];
      delete spec.extra;
      const extra = Object.entries(user.extra);
      if (extra.length > 0) spec.extra = Object.fromEntries(extra.map(([name, values]) => [name, [...values]]));
      object.status = {};
    },
    prepareForUpdate(object, old) {
      object.spec = structuredClone(old.spec);
      object.status = structuredClone(old.status);
    },
    validate(object) {
      const request = as<CertificateSigningRequest>(object).spec?.request ?? '';
      return isRequest(request) ? [] : [invalid('spec.request', request, 'PEM block type must be CERTIFICATE REQUEST')];
    },
  },
};
