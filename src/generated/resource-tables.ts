// Written by scripts/generate from the Go types of Kubernetes. Do not edit: run `npm run generate`.

/** The release of the server that the resources were read from. */
export const kubernetesRelease = 'v1.36.4';

/** For each group and version a line a resource. `resources.ts` reads a text when the version is first used. */
export const resourceTables: readonly (readonly [label: string, group: string, version: string, lines: string])[] = [
  ['admissionregistration', 'admissionregistration.k8s.io', 'v1', `
mutatingAdmissionPolicies mutatingadmissionpolicies mutatingadmissionpolicy MutatingAdmissionPolicy C cdDglpuw - api-extensions -
mutatingAdmissionPolicyBindings mutatingadmissionpolicybindings mutatingadmissionpolicybinding MutatingAdmissionPolicyBinding C cdDglpuw - api-extensions -
mutatingWebhookConfigurations mutatingwebhookconfigurations mutatingwebhookconfiguration MutatingWebhookConfiguration C cdDglpuw - api-extensions -
validatingAdmissionPolicies validatingadmissionpolicies validatingadmissionpolicy ValidatingAdmissionPolicy C cdDglpuw - api-extensions status=ValidatingAdmissionPolicy=gpu
validatingAdmissionPolicyBindings validatingadmissionpolicybindings validatingadmissionpolicybinding ValidatingAdmissionPolicyBinding C cdDglpuw - api-extensions -
validatingWebhookConfigurations validatingwebhookconfigurations validatingwebhookconfiguration ValidatingWebhookConfiguration C cdDglpuw - api-extensions -`],
  ['admissionregistration', 'admissionregistration.k8s.io', 'v1alpha1', `
mutatingAdmissionPolicies mutatingadmissionpolicies mutatingadmissionpolicy MutatingAdmissionPolicy C cdDglpuw - api-extensions -
mutatingAdmissionPolicyBindings mutatingadmissionpolicybindings mutatingadmissionpolicybinding MutatingAdmissionPolicyBinding C cdDglpuw - api-extensions -`],
  ['admissionregistration', 'admissionregistration.k8s.io', 'v1beta1', `
mutatingAdmissionPolicies mutatingadmissionpolicies mutatingadmissionpolicy MutatingAdmissionPolicy C cdDglpuw - api-extensions -
mutatingAdmissionPolicyBindings mutatingadmissionpolicybindings mutatingadmissionpolicybinding MutatingAdmissionPolicyBinding C cdDglpuw - api-extensions -`],
  ['apiextensions', 'apiextensions.k8s.io', 'v1', `
customResourceDefinitions customresourcedefinitions customresourcedefinition CustomResourceDefinition C cdDglpuw crd,crds api-extensions status=CustomResourceDefinition=gpu`],
  ['apiregistration', 'apiregistration.k8s.io', 'v1', `
apiServices apiservices apiservice APIService C cdDglpuw - api-extensions status=APIService=gpu`],
  ['apps', 'apps', 'v1', `
controllerRevisions controllerrevisions controllerrevision ControllerRevision N cdDglpuw - - -
daemonSets daemonsets daemonset DaemonSet N cdDglpuw ds all status=DaemonSet=gpu
deployments deployments deployment Deployment N cdDglpuw deploy all scale=autoscaling/v1/Scale=gpu,status=Deployment=gpu
replicaSets replicasets replicaset ReplicaSet N cdDglpuw rs all scale=autoscaling/v1/Scale=gpu,status=ReplicaSet=gpu
statefulSets statefulsets statefulset StatefulSet N cdDglpuw sts all scale=autoscaling/v1/Scale=gpu,status=StatefulSet=gpu`],
  ['authentication', 'authentication.k8s.io', 'v1', `
selfSubjectReviews selfsubjectreviews selfsubjectreview SelfSubjectReview C c - - -
tokenReviews tokenreviews tokenreview TokenReview C c - - -`],
  ['authorization', 'authorization.k8s.io', 'v1', `
localSubjectAccessReviews localsubjectaccessreviews localsubjectaccessreview LocalSubjectAccessReview N c - - -
selfSubjectAccessReviews selfsubjectaccessreviews selfsubjectaccessreview SelfSubjectAccessReview C c - - -
selfSubjectRulesReviews selfsubjectrulesreviews selfsubjectrulesreview SelfSubjectRulesReview C c - - -
subjectAccessReviews subjectaccessreviews subjectaccessreview SubjectAccessReview C c - - -`],
  ['autoscaling', 'autoscaling', 'v1', `
horizontalPodAutoscalers horizontalpodautoscalers horizontalpodautoscaler HorizontalPodAutoscaler N cdDglpuw hpa all status=HorizontalPodAutoscaler=gpu`],
  ['autoscaling', 'autoscaling', 'v2', `
horizontalPodAutoscalers horizontalpodautoscalers horizontalpodautoscaler HorizontalPodAutoscaler N cdDglpuw hpa all status=HorizontalPodAutoscaler=gpu`],
  ['batch', 'batch', 'v1', `
cronJobs cronjobs cronjob CronJob N cdDglpuw cj all status=CronJob=gpu
jobs jobs job Job N cdDglpuw - all status=Job=gpu`],
  ['certificates', 'certificates.k8s.io', 'v1', `
certificateSigningRequests certificatesigningrequests certificatesigningrequest CertificateSigningRequest C cdDglpuw csr - approval=CertificateSigningRequest=gpu,status=CertificateSigningRequest=gpu`],
  ['certificates', 'certificates.k8s.io', 'v1alpha1', `
clusterTrustBundles clustertrustbundles clustertrustbundle ClusterTrustBundle C cdDglpuw - - -`],
  ['certificates', 'certificates.k8s.io', 'v1beta1', `
clusterTrustBundles clustertrustbundles clustertrustbundle ClusterTrustBundle C cdDglpuw - - -
podCertificateRequests podcertificaterequests podcertificaterequest PodCertificateRequest N cdDglpuw - - status=PodCertificateRequest=gpu`],
  ['coordination', 'coordination.k8s.io', 'v1', `
leases leases lease Lease N cdDglpuw - - -`],
  ['coordination', 'coordination.k8s.io', 'v1alpha2', `
leaseCandidates leasecandidates leasecandidate LeaseCandidate N cdDglpuw - - -`],
  ['coordination', 'coordination.k8s.io', 'v1beta1', `
leaseCandidates leasecandidates leasecandidate LeaseCandidate N cdDglpuw - - -`],
  ['core', '', 'v1', `
bindings bindings binding Binding N c - - -
componentStatuses componentstatuses componentstatus ComponentStatus C gl cs - -
configMaps configmaps configmap ConfigMap N cdDglpuw cm - -
endpoints endpoints endpoints Endpoints N cdDglpuw ep - -
events events event Event N cdDglpuw ev - -
limitRanges limitranges limitrange LimitRange N cdDglpuw limits - -
namespaces namespaces namespace Namespace C cdglpuw ns - finalize=Namespace=u,status=Namespace=gpu
nodes nodes node Node C cdDglpuw no - proxy=NodeProxyOptions=cdgpu,status=Node=gpu
persistentVolumeClaims persistentvolumeclaims persistentvolumeclaim PersistentVolumeClaim N cdDglpuw pvc - status=PersistentVolumeClaim=gpu
persistentVolumes persistentvolumes persistentvolume PersistentVolume C cdDglpuw pv - status=PersistentVolume=gpu
pods pods pod Pod N cdDglpuw po all attach=PodAttachOptions=cg,binding=Binding=c,ephemeralcontainers=Pod=gpu,eviction=policy/v1/Eviction=c,exec=PodExecOptions=cg,log=Pod=g,portforward=PodPortForwardOptions=cg,proxy=PodProxyOptions=cdgpu,resize=Pod=gpu,status=Pod=gpu
podTemplates podtemplates podtemplate PodTemplate N cdDglpuw - - -
replicationControllers replicationcontrollers replicationcontroller ReplicationController N cdDglpuw rc all scale=autoscaling/v1/Scale=gpu,status=ReplicationController=gpu
resourceQuotas resourcequotas resourcequota ResourceQuota N cdDglpuw quota - status=ResourceQuota=gpu
secrets secrets secret Secret N cdDglpuw - - -
serviceAccounts serviceaccounts serviceaccount ServiceAccount N cdDglpuw sa - token=authentication.k8s.io/v1/TokenRequest=c
services services service Service N cdDglpuw svc all proxy=ServiceProxyOptions=cdgpu,status=Service=gpu`],
  ['discovery', 'discovery.k8s.io', 'v1', `
endpointSlices endpointslices endpointslice EndpointSlice N cdDglpuw - - -`],
  ['events', 'events.k8s.io', 'v1', `
events events event Event N cdDglpuw ev - -`],
  ['flowcontrol', 'flowcontrol.apiserver.k8s.io', 'v1', `
flowSchemas flowschemas flowschema FlowSchema C cdDglpuw - - status=FlowSchema=gpu
priorityLevelConfigurations prioritylevelconfigurations prioritylevelconfiguration PriorityLevelConfiguration C cdDglpuw - - status=PriorityLevelConfiguration=gpu`],
  ['internal', 'internal.apiserver.k8s.io', 'v1alpha1', `
storageVersions storageversions storageversion StorageVersion C cdDglpuw - - status=StorageVersion=gpu`],
  ['networking', 'networking.k8s.io', 'v1', `
ingressClasses ingressclasses ingressclass IngressClass C cdDglpuw - - -
ingresses ingresses ingress Ingress N cdDglpuw ing - status=Ingress=gpu
ipAddresses ipaddresses ipaddress IPAddress C cdDglpuw ip - -
networkPolicies networkpolicies networkpolicy NetworkPolicy N cdDglpuw netpol - -
serviceCIDRs servicecidrs servicecidr ServiceCIDR C cdDglpuw - - status=ServiceCIDR=gpu`],
  ['networking', 'networking.k8s.io', 'v1beta1', `
ipAddresses ipaddresses ipaddress IPAddress C cdDglpuw ip - -
serviceCIDRs servicecidrs servicecidr ServiceCIDR C cdDglpuw - - status=ServiceCIDR=gpu`],
  ['node', 'node.k8s.io', 'v1', `
runtimeClasses runtimeclasses runtimeclass RuntimeClass C cdDglpuw - - -`],
  ['policy', 'policy', 'v1', `
podDisruptionBudgets poddisruptionbudgets poddisruptionbudget PodDisruptionBudget N cdDglpuw pdb - status=PodDisruptionBudget=gpu`],
  ['rbac', 'rbac.authorization.k8s.io', 'v1', `
clusterRoleBindings clusterrolebindings clusterrolebinding ClusterRoleBinding C cdDglpuw - - -
clusterRoles clusterroles clusterrole ClusterRole C cdDglpuw - - -
roleBindings rolebindings rolebinding RoleBinding N cdDglpuw - - -
roles roles role Role N cdDglpuw - - -`],
  ['resource', 'resource.k8s.io', 'v1', `
deviceClasses deviceclasses deviceclass DeviceClass C cdDglpuw - - -
resourceClaims resourceclaims resourceclaim ResourceClaim N cdDglpuw - - status=ResourceClaim=gpu
resourceClaimTemplates resourceclaimtemplates resourceclaimtemplate ResourceClaimTemplate N cdDglpuw - - -
resourceSlices resourceslices resourceslice ResourceSlice C cdDglpuw - - -`],
  ['resource', 'resource.k8s.io', 'v1alpha3', `
deviceTaintRules devicetaintrules devicetaintrule DeviceTaintRule C cdDglpuw - - status=DeviceTaintRule=gpu
resourcePoolStatusRequests resourcepoolstatusrequests resourcepoolstatusrequest ResourcePoolStatusRequest C cdDglpuw - - status=ResourcePoolStatusRequest=gpu`],
  ['resource', 'resource.k8s.io', 'v1beta1', `
deviceClasses deviceclasses deviceclass DeviceClass C cdDglpuw - - -
resourceClaims resourceclaims resourceclaim ResourceClaim N cdDglpuw - - status=ResourceClaim=gpu
resourceClaimTemplates resourceclaimtemplates resourceclaimtemplate ResourceClaimTemplate N cdDglpuw - - -
resourceSlices resourceslices resourceslice ResourceSlice C cdDglpuw - - -`],
  ['resource', 'resource.k8s.io', 'v1beta2', `
deviceClasses deviceclasses deviceclass DeviceClass C cdDglpuw - - -
deviceTaintRules devicetaintrules devicetaintrule DeviceTaintRule C cdDglpuw - - status=DeviceTaintRule=gpu
resourceClaims resourceclaims resourceclaim ResourceClaim N cdDglpuw - - status=ResourceClaim=gpu
resourceClaimTemplates resourceclaimtemplates resourceclaimtemplate ResourceClaimTemplate N cdDglpuw - - -
resourceSlices resourceslices resourceslice ResourceSlice C cdDglpuw - - -`],
  ['scheduling', 'scheduling.k8s.io', 'v1', `
priorityClasses priorityclasses priorityclass PriorityClass C cdDglpuw pc - -`],
  ['scheduling', 'scheduling.k8s.io', 'v1alpha2', `
podGroups podgroups podgroup PodGroup N cdDglpuw - - status=PodGroup=gpu
workloads workloads workload Workload N cdDglpuw - - -`],
  ['storage', 'storage.k8s.io', 'v1', `
csiDrivers csidrivers csidriver CSIDriver C cdDglpuw - - -
csiNodes csinodes csinode CSINode C cdDglpuw - - -
csiStorageCapacities csistoragecapacities csistoragecapacity CSIStorageCapacity N cdDglpuw - - -
storageClasses storageclasses storageclass StorageClass C cdDglpuw sc - -
volumeAttachments volumeattachments volumeattachment VolumeAttachment C cdDglpuw - - status=VolumeAttachment=gpu
volumeAttributesClasses volumeattributesclasses volumeattributesclass VolumeAttributesClass C cdDglpuw vac - -`],
  ['storage', 'storage.k8s.io', 'v1beta1', `
volumeAttributesClasses volumeattributesclasses volumeattributesclass VolumeAttributesClass C cdDglpuw vac - -`],
  ['storagemigration', 'storagemigration.k8s.io', 'v1beta1', `
storageVersionMigrations storageversionmigrations storageversionmigration StorageVersionMigration C cdDglpuw - - status=StorageVersionMigration=gpu`],
];
