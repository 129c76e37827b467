// Written by scripts/generate from the Go types of Kubernetes. Do not edit: run `npm run generate`.
import type { ResourceRef } from '../meta/index.js';
import type * as admissionregistrationV1 from './kinds/admissionregistration-v1.js';
import type * as admissionregistrationV1alpha1 from './kinds/admissionregistration-v1alpha1.js';
import type * as admissionregistrationV1beta1 from './kinds/admissionregistration-v1beta1.js';
import type * as apiextensionsV1 from './kinds/apiextensions-v1.js';
import type * as apiregistrationV1 from './kinds/apiregistration-v1.js';
import type * as appsV1 from './kinds/apps-v1.js';
import type * as authenticationV1 from './kinds/authentication-v1.js';
import type * as authorizationV1 from './kinds/authorization-v1.js';
import type * as autoscalingV1 from './kinds/autoscaling-v1.js';
import type * as autoscalingV2 from './kinds/autoscaling-v2.js';
import type * as batchV1 from './kinds/batch-v1.js';
import type * as certificatesV1 from './kinds/certificates-v1.js';
import type * as certificatesV1alpha1 from './kinds/certificates-v1alpha1.js';
import type * as certificatesV1beta1 from './kinds/certificates-v1beta1.js';
import type * as coordinationV1 from './kinds/coordination-v1.js';
import type * as coordinationV1alpha2 from './kinds/coordination-v1alpha2.js';
import type * as coordinationV1beta1 from './kinds/coordination-v1beta1.js';
import type * as coreV1 from './kinds/core-v1.js';
import type * as discoveryV1 from './kinds/discovery-v1.js';
import type * as eventsV1 from './kinds/events-v1.js';
import type * as flowcontrolV1 from './kinds/flowcontrol-v1.js';
import type * as internalV1alpha1 from './kinds/internal-v1alpha1.js';
import type * as networkingV1 from './kinds/networking-v1.js';
import type * as networkingV1beta1 from './kinds/networking-v1beta1.js';
import type * as nodeV1 from './kinds/node-v1.js';
import type * as policyV1 from './kinds/policy-v1.js';
import type * as rbacV1 from './kinds/rbac-v1.js';
import type * as resourceV1 from './kinds/resource-v1.js';
import type * as resourceV1alpha3 from './kinds/resource-v1alpha3.js';
import type * as resourceV1beta1 from './kinds/resource-v1beta1.js';
import type * as resourceV1beta2 from './kinds/resource-v1beta2.js';
import type * as schedulingV1 from './kinds/scheduling-v1.js';
import type * as schedulingV1alpha2 from './kinds/scheduling-v1alpha2.js';
import type * as storageV1 from './kinds/storage-v1.js';
import type * as storageV1beta1 from './kinds/storage-v1beta1.js';
import type * as storagemigrationV1beta1 from './kinds/storagemigration-v1beta1.js';

/** Every built-in resource, by group, version and the plural of its kind. Groups go by their first part: `networking` is `networking.k8s.io`. */
export interface ResourceTree {
  readonly admissionregistration: {
    readonly v1: {
      readonly mutatingAdmissionPolicies: ResourceRef<admissionregistrationV1.MutatingAdmissionPolicy, 'Cluster'>;
      readonly mutatingAdmissionPolicyBindings: ResourceRef<admissionregistrationV1.MutatingAdmissionPolicyBinding, 'Cluster'>;
      readonly mutatingWebhookConfigurations: ResourceRef<admissionregistrationV1.MutatingWebhookConfiguration, 'Cluster'>;
      readonly validatingAdmissionPolicies: ResourceRef<admissionregistrationV1.ValidatingAdmissionPolicy, 'Cluster'>;
      readonly validatingAdmissionPolicyBindings: ResourceRef<admissionregistrationV1.ValidatingAdmissionPolicyBinding, 'Cluster'>;
      readonly validatingWebhookConfigurations: ResourceRef<admissionregistrationV1.ValidatingWebhookConfiguration, 'Cluster'>;
    };
    readonly v1alpha1: {
      readonly mutatingAdmissionPolicies: ResourceRef<admissionregistrationV1alpha1.MutatingAdmissionPolicy, 'Cluster'>;
      readonly mutatingAdmissionPolicyBindings: ResourceRef<admissionregistrationV1alpha1.MutatingAdmissionPolicyBinding, 'Cluster'>;
    };
    readonly v1beta1: {
      readonly mutatingAdmissionPolicies: ResourceRef<admissionregistrationV1beta1.MutatingAdmissionPolicy, 'Cluster'>;
      readonly mutatingAdmissionPolicyBindings: ResourceRef<admissionregistrationV1beta1.MutatingAdmissionPolicyBinding, 'Cluster'>;
    };
  };
  readonly apiextensions: {
    readonly v1: {
      readonly customResourceDefinitions: ResourceRef<apiextensionsV1.CustomResourceDefinition, 'Cluster'>;
    };
  };
  readonly apiregistration: {
    readonly v1: {
      readonly apiServices: ResourceRef<apiregistrationV1.APIService, 'Cluster'>;
    };
  };
  readonly apps: {
    readonly v1: {
      readonly controllerRevisions: ResourceRef<appsV1.ControllerRevision, 'Namespaced'>;
      readonly daemonSets: ResourceRef<appsV1.DaemonSet, 'Namespaced'>;
      readonly deployments: ResourceRef<appsV1.Deployment, 'Namespaced'>;
      readonly replicaSets: ResourceRef<appsV1.ReplicaSet, 'Namespaced'>;
      readonly statefulSets: ResourceRef<appsV1.StatefulSet, 'Namespaced'>;
    };
  };
  readonly authentication: {
    readonly v1: {
      readonly selfSubjectReviews: ResourceRef<authenticationV1.SelfSubjectReview, 'Cluster'>;
      readonly tokenReviews: ResourceRef<authenticationV1.TokenReview, 'Cluster'>;
    };
  };
  readonly authorization: {
    readonly v1: {
      readonly localSubjectAccessReviews: ResourceRef<authorizationV1.LocalSubjectAccessReview, 'Namespaced'>;
      readonly selfSubjectAccessReviews: ResourceRef<authorizationV1.SelfSubjectAccessReview, 'Cluster'>;
      readonly selfSubjectRulesReviews: ResourceRef<authorizationV1.SelfSubjectRulesReview, 'Cluster'>;
      readonly subjectAccessReviews: ResourceRef<authorizationV1.SubjectAccessReview, 'Cluster'>;
    };
  };
  readonly autoscaling: {
    readonly v1: {
      readonly horizontalPodAutoscalers: ResourceRef<autoscalingV1.HorizontalPodAutoscaler, 'Namespaced'>;
    };
    readonly v2: {
      readonly horizontalPodAutoscalers: ResourceRef<autoscalingV2.HorizontalPodAutoscaler, 'Namespaced'>;
    };
  };
  readonly batch: {
    readonly v1: {
      readonly cronJobs: ResourceRef<batchV1.CronJob, 'Namespaced'>;
      readonly jobs: ResourceRef<batchV1.Job, 'Namespaced'>;
    };
  };
  readonly certificates: {
    readonly v1: {
      readonly certificateSigningRequests: ResourceRef<certificatesV1.CertificateSigningRequest, 'Cluster'>;
    };
    readonly v1alpha1: {
      readonly clusterTrustBundles: ResourceRef<certificatesV1alpha1.ClusterTrustBundle, 'Cluster'>;
    };
    readonly v1beta1: {
      readonly clusterTrustBundles: ResourceRef<certificatesV1beta1.ClusterTrustBundle, 'Cluster'>;
      readonly podCertificateRequests: ResourceRef<certificatesV1beta1.PodCertificateRequest, 'Namespaced'>;
    };
  };
  readonly coordination: {
    readonly v1: {
      readonly leases: ResourceRef<coordinationV1.Lease, 'Namespaced'>;
    };
    readonly v1alpha2: {
      readonly leaseCandidates: ResourceRef<coordinationV1alpha2.LeaseCandidate, 'Namespaced'>;
    };
    readonly v1beta1: {
      readonly leaseCandidates: ResourceRef<coordinationV1beta1.LeaseCandidate, 'Namespaced'>;
    };
  };
  readonly core: {
    readonly v1: {
      readonly bindings: ResourceRef<coreV1.Binding, 'Namespaced'>;
      readonly componentStatuses: ResourceRef<coreV1.ComponentStatus, 'Cluster'>;
      readonly configMaps: ResourceRef<coreV1.ConfigMap, 'Namespaced'>;
      readonly endpoints: ResourceRef<coreV1.Endpoints, 'Namespaced'>;
      readonly events: ResourceRef<coreV1.Event, 'Namespaced'>;
      readonly limitRanges: ResourceRef<coreV1.LimitRange, 'Namespaced'>;
      readonly namespaces: ResourceRef<coreV1.Namespace, 'Cluster'>;
      readonly nodes: ResourceRef<coreV1.Node, 'Cluster'>;
      readonly persistentVolumeClaims: ResourceRef<coreV1.PersistentVolumeClaim, 'Namespaced'>;
      readonly persistentVolumes: ResourceRef<coreV1.PersistentVolume, 'Cluster'>;
      readonly pods: ResourceRef<coreV1.Pod, 'Namespaced'>;
      readonly podTemplates: ResourceRef<coreV1.PodTemplate, 'Namespaced'>;
      readonly replicationControllers: ResourceRef<coreV1.ReplicationController, 'Namespaced'>;
      readonly resourceQuotas: ResourceRef<coreV1.ResourceQuota, 'Namespaced'>;
      readonly secrets: ResourceRef<coreV1.Secret, 'Namespaced'>;
      readonly serviceAccounts: ResourceRef<coreV1.ServiceAccount, 'Namespaced'>;
      readonly services: ResourceRef<coreV1.Service, 'Namespaced'>;
    };
  };
  readonly discovery: {
    readonly v1: {
      readonly endpointSlices: ResourceRef<discoveryV1.EndpointSlice, 'Namespaced'>;
    };
  };
  readonly events: {
    readonly v1: {
      readonly events: ResourceRef<eventsV1.Event, 'Namespaced'>;
    };
  };
  readonly flowcontrol: {
    readonly v1: {
      readonly flowSchemas: ResourceRef<flowcontrolV1.FlowSchema, 'Cluster'>;
      readonly priorityLevelConfigurations: ResourceRef<flowcontrolV1.PriorityLevelConfiguration, 'Cluster'>;
    };
  };
  readonly internal: {
    readonly v1alpha1: {
      readonly storageVersions: ResourceRef<internalV1alpha1.StorageVersion, 'Cluster'>;
    };
  };
  readonly networking: {
    readonly v1: {
      readonly ingressClasses: ResourceRef<networkingV1.IngressClass, 'Cluster'>;
      readonly ingresses: ResourceRef<networkingV1.Ingress, 'Namespaced'>;
      readonly ipAddresses: ResourceRef<networkingV1.IPAddress, 'Cluster'>;
      readonly networkPolicies: ResourceRef<networkingV1.NetworkPolicy, 'Namespaced'>;
      readonly serviceCIDRs: ResourceRef<networkingV1.ServiceCIDR, 'Cluster'>;
    };
    readonly v1beta1: {
      readonly ipAddresses: ResourceRef<networkingV1beta1.IPAddress, 'Cluster'>;
      readonly serviceCIDRs: ResourceRef<networkingV1beta1.ServiceCIDR, 'Cluster'>;
    };
  };
  readonly node: {
    readonly v1: {
      readonly runtimeClasses: ResourceRef<nodeV1.RuntimeClass, 'Cluster'>;
    };
  };
  readonly policy: {
    readonly v1: {
      readonly podDisruptionBudgets: ResourceRef<policyV1.PodDisruptionBudget, 'Namespaced'>;
    };
  };
  readonly rbac: {
    readonly v1: {
      readonly clusterRoleBindings: ResourceRef<rbacV1.ClusterRoleBinding, 'Cluster'>;
      readonly clusterRoles: ResourceRef<rbacV1.ClusterRole, 'Cluster'>;
      readonly roleBindings: ResourceRef<rbacV1.RoleBinding, 'Namespaced'>;
      readonly roles: ResourceRef<rbacV1.Role, 'Namespaced'>;
    };
  };
  readonly resource: {
    readonly v1: {
      readonly deviceClasses: ResourceRef<resourceV1.DeviceClass, 'Cluster'>;
      readonly resourceClaims: ResourceRef<resourceV1.ResourceClaim, 'Namespaced'>;
      readonly resourceClaimTemplates: ResourceRef<resourceV1.ResourceClaimTemplate, 'Namespaced'>;
      readonly resourceSlices: ResourceRef<resourceV1.ResourceSlice, 'Cluster'>;
    };
    readonly v1alpha3: {
      readonly deviceTaintRules: ResourceRef<resourceV1alpha3.DeviceTaintRule, 'Cluster'>;
      readonly resourcePoolStatusRequests: ResourceRef<resourceV1alpha3.ResourcePoolStatusRequest, 'Cluster'>;
    };
    readonly v1beta1: {
      readonly deviceClasses: ResourceRef<resourceV1beta1.DeviceClass, 'Cluster'>;
      readonly resourceClaims: ResourceRef<resourceV1beta1.ResourceClaim, 'Namespaced'>;
      readonly resourceClaimTemplates: ResourceRef<resourceV1beta1.ResourceClaimTemplate, 'Namespaced'>;
      readonly resourceSlices: ResourceRef<resourceV1beta1.ResourceSlice, 'Cluster'>;
    };
    readonly v1beta2: {
      readonly deviceClasses: ResourceRef<resourceV1beta2.DeviceClass, 'Cluster'>;
      readonly deviceTaintRules: ResourceRef<resourceV1beta2.DeviceTaintRule, 'Cluster'>;
      readonly resourceClaims: ResourceRef<resourceV1beta2.ResourceClaim, 'Namespaced'>;
      readonly resourceClaimTemplates: ResourceRef<resourceV1beta2.ResourceClaimTemplate, 'Namespaced'>;
      readonly resourceSlices: ResourceRef<resourceV1beta2.ResourceSlice, 'Cluster'>;
    };
  };
  readonly scheduling: {
    readonly v1: {
      readonly priorityClasses: ResourceRef<schedulingV1.PriorityClass, 'Cluster'>;
    };
    readonly v1alpha2: {
      readonly podGroups: ResourceRef<schedulingV1alpha2.PodGroup, 'Namespaced'>;
      readonly workloads: ResourceRef<schedulingV1alpha2.Workload, 'Namespaced'>;
    };
  };
  readonly storage: {
    readonly v1: {
      readonly csiDrivers: ResourceRef<storageV1.CSIDriver, 'Cluster'>;
      readonly csiNodes: ResourceRef<storageV1.CSINode, 'Cluster'>;
      readonly csiStorageCapacities: ResourceRef<storageV1.CSIStorageCapacity, 'Namespaced'>;
      readonly storageClasses: ResourceRef<storageV1.StorageClass, 'Cluster'>;
      readonly volumeAttachments: ResourceRef<storageV1.VolumeAttachment, 'Cluster'>;
      readonly volumeAttributesClasses: ResourceRef<storageV1.VolumeAttributesClass, 'Cluster'>;
    };
    readonly v1beta1: {
      readonly volumeAttributesClasses: ResourceRef<storageV1beta1.VolumeAttributesClass, 'Cluster'>;
    };
  };
  readonly storagemigration: {
    readonly v1beta1: {
      readonly storageVersionMigrations: ResourceRef<storagemigrationV1beta1.StorageVersionMigration, 'Cluster'>;
    };
  };
}
