import { resourceName } from '../../meta/index.js';
import type { Strategy } from '../contract.js';
import { autoscalerStrategy } from './autoscaler.js';
import { canonicaliseQuantities } from './canonical-quantities.js';
import { configMapStrategy } from './config-map.js';
import { cronJobStrategy } from './cron-job.js';
import { daemonSetStrategy } from './daemon-set.js';
import { deploymentStrategy } from './deployment.js';
import { disruptionBudgetStrategy } from './disruption-budget.js';
import { endpointSliceStrategy } from './endpoint-slice.js';
import { endpointsStrategy } from './endpoints.js';
import { eventStrategy } from './event.js';
import { genericStrategy } from './generic.js';
import { ingressClassStrategy, ingressStrategy } from './ingress.js';
import { jobStrategy } from './job.js';
import { leaseStrategy } from './lease.js';
import { namespaceStrategy } from './namespace.js';
import { networkPolicyStrategy } from './network-policy.js';
import { nodeStrategy } from './node.js';
import { podStrategy } from './pod.js';
import { priorityClassStrategy } from './priority-class.js';
import { limitRangeStrategy, resourceQuotaStrategy } from './quota.js';
import { roleBindingStrategy, roleStrategy } from './rbac.js';
import { replicaSetStrategy, replicationControllerStrategy } from './replica-set.js';
import { secretStrategy } from './secret.js';
import { serviceStrategy } from './service.js';
import { statefulSetStrategy } from './stateful-set.js';
import { storageClassStrategy } from './storage-class.js';
import { volumeClaimStrategy } from './volume-claim.js';
import { volumeStrategy } from './volume.js';

const STRATEGIES: Readonly<Record<string, Strategy>> = {
  configmaps: configMapStrategy,
  endpoints: endpointsStrategy,
  events: eventStrategy,
  limitranges: limitRangeStrategy,
  namespaces: namespaceStrategy,
  nodes: nodeStrategy,
  persistentvolumeclaims: volumeClaimStrategy,
  persistentvolumes: volumeStrategy,
  pods: podStrategy,
  replicationcontrollers: replicationControllerStrategy,
  resourcequotas: resourceQuotaStrategy,
  secrets: secretStrategy,
  services: serviceStrategy,
  'daemonsets.apps': daemonSetStrategy,
  'deployments.apps': deploymentStrategy,
  'replicasets.apps': replicaSetStrategy,
  'statefulsets.apps': statefulSetStrategy,
  'cronjobs.batch': cronJobStrategy,
  'jobs.batch': jobStrategy,
  'leases.coordination.k8s.io': leaseStrategy,
  'events.events.k8s.io': eventStrategy,
  'endpointslices.discovery.k8s.io': endpointSliceStrategy,
  'horizontalpodautoscalers.autoscaling': autoscalerStrategy,
  'ingressclasses.networking.k8s.io': ingressClassStrategy,
  'ingresses.networking.k8s.io': ingressStrategy,
  'networkpolicies.networking.k8s.io': networkPolicyStrategy,
  'poddisruptionbudgets.policy': disruptionBudgetStrategy,
  'priorityclasses.scheduling.k8s.io': priorityClassStrategy,
  'clusterrolebindings.rbac.authorization.k8s.io': roleBindingStrategy(false),
  'clusterroles.rbac.authorization.k8s.io': roleStrategy(false),
  'rolebindings.rbac.authorization.k8s.io': roleBindingStrategy(true),
  'roles.rbac.authorization.k8s.io': roleStrategy(true),
  'storageclasses.storage.k8s.io': storageClassStrategy,
};

const complete = new Map<string, Strategy>();

/** The rules of a built-in resource; those that all have in common when it has none of its own. */
export function strategyOf(group: string, resource: string): Strategy {
  const name = resourceName({ group, resource });
  let strategy = complete.get(name);
  if (strategy === undefined) {
    const own = STRATEGIES[name] ?? genericStrategy(group, resource);
    strategy = {
      ...own,
      default(object) {
        canonicaliseQuantities(object);
        own.default?.(object);
      },
    };
    complete.set(name, strategy);
  }
  return strategy;
}
