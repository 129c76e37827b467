/**
 * The structs that kube-apiserver works on, as far as they are below a pod's spec: a line a struct, its fields in Go's
 * order. Some refusals show them as they are, so clients see these names. A field is `Name`, a text, or `Name:type` with
 * `i` number, `b` flag, `q` quantity, `map`, `J` (a type whose JSON is what users write), a struct, and `*` and `[]`.
 */
export const INTERNAL_TYPES = `
PodSpec Volumes:[]Volume InitContainers:[]Container Containers:[]Container EphemeralContainers:[]EphemeralContainer RestartPolicy TerminationGracePeriodSeconds:*i ActiveDeadlineSeconds:*i DNSPolicy NodeSelector:map ServiceAccountName AutomountServiceAccountToken:*b NodeName SecurityContext:*PodSecurityContext ImagePullSecrets:[]LocalObjectReference Hostname Subdomain SetHostnameAsFQDN:*b Affinity:*Affinity SchedulerName Tolerations:[]Toleration HostAliases:[]HostAlias PriorityClassName Priority:*i PreemptionPolicy:*s DNSConfig:*PodDNSConfig ReadinessGates:[]PodReadinessGate RuntimeClassName:*s Overhead:map EnableServiceLinks:*b TopologySpreadConstraints:[]TopologySpreadConstraint OS:*PodOS SchedulingGates:[]PodSchedulingGate ResourceClaims:[]PodResourceClaim Resources:*ResourceRequirements HostnameOverride:*s SchedulingGroup:*PodSchedulingGroup
Volume Name HostPath:*HostPathVolumeSource EmptyDir:*EmptyDirVolumeSource GCEPersistentDisk:*GCEPersistentDiskVolumeSource AWSElasticBlockStore:*AWSElasticBlockStoreVolumeSource GitRepo:*GitRepoVolumeSource Secret:*SecretVolumeSource NFS:*NFSVolumeSource ISCSI:*ISCSIVolumeSource Glusterfs:*GlusterfsVolumeSource PersistentVolumeClaim:*PersistentVolumeClaimVolumeSource RBD:*RBDVolumeSource Quobyte:*QuobyteVolumeSource FlexVolume:*FlexVolumeSource Cinder:*CinderVolumeSource CephFS:*CephFSVolumeSource Flocker:*FlockerVolumeSource DownwardAPI:*DownwardAPIVolumeSource FC:*FCVolumeSource AzureFile:*AzureFileVolumeSource ConfigMap:*ConfigMapVolumeSource VsphereVolume:*VsphereVirtualDiskVolumeSource AzureDisk:*AzureDiskVolumeSource PhotonPersistentDisk:*PhotonPersistentDiskVolumeSource Projected:*ProjectedVolumeSource PortworxVolume:*PortworxVolumeSource ScaleIO:*ScaleIOVolumeSource StorageOS:*StorageOSVolumeSource CSI:*CSIVolumeSource Ephemeral:*EphemeralVolumeSource Image:*ImageVolumeSource
Container Name Image Command:[]s Args:[]s WorkingDir Ports:[]ContainerPort EnvFrom:[]EnvFromSource Env:[]EnvVar Resources:ResourceRequirements ResizePolicy:[]ContainerResizePolicy RestartPolicy:*s RestartPolicyRules:[]ContainerRestartRule VolumeMounts:[]VolumeMount VolumeDevices:[]VolumeDevice LivenessProbe:*Probe ReadinessProbe:*Probe StartupProbe:*Probe Lifecycle:*Lifecycle TerminationMessagePath TerminationMessagePolicy ImagePullPolicy SecurityContext:*SecurityContext Stdin:b StdinOnce:b TTY:b
EphemeralContainer Name Image Command:[]s Args:[]s WorkingDir Ports:[]ContainerPort EnvFrom:[]EnvFromSource Env:[]EnvVar Resources:ResourceRequirements ResizePolicy:[]ContainerResizePolicy RestartPolicy:*s RestartPolicyRules:[]ContainerRestartRule VolumeMounts:[]VolumeMount VolumeDevices:[]VolumeDevice LivenessProbe:*Probe ReadinessProbe:*Probe StartupProbe:*Probe Lifecycle:*Lifecycle TerminationMessagePath TerminationMessagePolicy ImagePullPolicy SecurityContext:*SecurityContext Stdin:b StdinOnce:b TTY:b TargetContainerName
PodSecurityContext HostNetwork:b HostPID:b HostIPC:b ShareProcessNamespace:*b HostUsers:*b SELinuxOptions:*SELinuxOptions WindowsOptions:*WindowsSecurityContextOptions RunAsUser:*i RunAsGroup:*i RunAsNonRoot:*b SupplementalGroups:[]i SupplementalGroupsPolicy:*s FSGroup:*i FSGroupChangePolicy:*s Sysctls:[]Sysctl SeccompProfile:*SeccompProfile AppArmorProfile:*AppArmorProfile SELinuxChangePolicy:*s
LocalObjectReference Name
Affinity NodeAffinity:*NodeAffinity PodAffinity:*PodAffinity PodAntiAffinity:*PodAntiAffinity
Toleration Key Operator Value Effect TolerationSeconds:*i
HostAlias IP Hostnames:[]s
PodDNSConfig Nameservers:[]s Searches:[]s Options:[]PodDNSConfigOption
PodReadinessGate ConditionType
TopologySpreadConstraint MaxSkew:i TopologyKey WhenUnsatisfiable LabelSelector:*J MinDomains:*i NodeAffinityPolicy:*s NodeTaintsPolicy:*s MatchLabelKeys:[]s
PodOS Name
PodSchedulingGate Name
PodResourceClaim Name ResourceClaimName:*s ResourceClaimTemplateName:*s
ResourceRequirements Limits:map Requests:map Claims:[]ResourceClaim
PodSchedulingGroup PodGroupName:*s
HostPathVolumeSource Path Type:*s
EmptyDirVolumeSource Medium SizeLimit:*q
GCEPersistentDiskVolumeSource PDName FSType Partition:i ReadOnly:b
AWSElasticBlockStoreVolumeSource VolumeID FSType Partition:i ReadOnly:b
GitRepoVolumeSource Repository Revision Directory
SecretVolumeSource SecretName Items:[]KeyToPath DefaultMode:*i Optional:*b
NFSVolumeSource Server Path ReadOnly:b
ISCSIVolumeSource TargetPortal IQN Lun:i ISCSIInterface FSType ReadOnly:b Portals:[]s DiscoveryCHAPAuth:b SessionCHAPAuth:b SecretRef:*LocalObjectReference InitiatorName:*s
GlusterfsVolumeSource EndpointsName Path ReadOnly:b
PersistentVolumeClaimVolumeSource ClaimName ReadOnly:b
RBDVolumeSource CephMonitors:[]s RBDImage FSType RBDPool RadosUser Keyring SecretRef:*LocalObjectReference ReadOnly:b
QuobyteVolumeSource Registry Volume ReadOnly:b User Group Tenant
FlexVolumeSource Driver FSType SecretRef:*LocalObjectReference ReadOnly:b Options:map
CinderVolumeSource VolumeID FSType ReadOnly:b SecretRef:*LocalObjectReference
CephFSVolumeSource Monitors:[]s Path User SecretFile SecretRef:*LocalObjectReference ReadOnly:b
FlockerVolumeSource DatasetName DatasetUUID
DownwardAPIVolumeSource Items:[]DownwardAPIVolumeFile DefaultMode:*i
FCVolumeSource TargetWWNs:[]s Lun:*i FSType ReadOnly:b WWIDs:[]s
AzureFileVolumeSource SecretName ShareName ReadOnly:b
ConfigMapVolumeSource Name Items:[]KeyToPath DefaultMode:*i Optional:*b
VsphereVirtualDiskVolumeSource VolumePath FSType StoragePolicyName StoragePolicyID
AzureDiskVolumeSource DiskName DataDiskURI CachingMode:*s FSType:*s ReadOnly:*b Kind:*s
PhotonPersistentDiskVolumeSource PdID FSType
ProjectedVolumeSource Sources:[]VolumeProjection DefaultMode:*i
PortworxVolumeSource VolumeID FSType ReadOnly:b
ScaleIOVolumeSource Gateway System SecretRef:*LocalObjectReference SSLEnabled:b ProtectionDomain StoragePool StorageMode VolumeName FSType ReadOnly:b
StorageOSVolumeSource VolumeName VolumeNamespace FSType ReadOnly:b SecretRef:*LocalObjectReference
CSIVolumeSource Driver ReadOnly:*b FSType:*s VolumeAttributes:map NodePublishSecretRef:*LocalObjectReference
EphemeralVolumeSource VolumeClaimTemplate:*PersistentVolumeClaimTemplate
ImageVolumeSource Reference PullPolicy
ContainerPort Name HostPort:i ContainerPort:i Protocol HostIP
EnvFromSource Prefix ConfigMapRef:*ConfigMapEnvSource SecretRef:*SecretEnvSource
EnvVar Name Value ValueFrom:*EnvVarSource
ContainerResizePolicy ResourceName RestartPolicy
ContainerRestartRule Action ExitCodes:*ContainerRestartRuleOnExitCodes
VolumeMount Name ReadOnly:b RecursiveReadOnly:*s MountPath SubPath MountPropagation:*s SubPathExpr
VolumeDevice Name DevicePath
Probe Exec:*ExecAction HTTPGet:*HTTPGetAction TCPSocket:*TCPSocketAction GRPC:*GRPCAction InitialDelaySeconds:i TimeoutSeconds:i PeriodSeconds:i SuccessThreshold:i FailureThreshold:i TerminationGracePeriodSeconds:*i
Lifecycle PostStart:*LifecycleHandler PreStop:*LifecycleHandler StopSignal:*s
SecurityContext Capabilities:*Capabilities Privileged:*b SELinuxOptions:*SELinuxOptions WindowsOptions:*WindowsSecurityContextOptions RunAsUser:*i RunAsGroup:*i RunAsNonRoot:*b ReadOnlyRootFilesystem:*b AllowPrivilegeEscalation:*b ProcMount:*s SeccompProfile:*SeccompProfile AppArmorProfile:*AppArmorProfile
SELinuxOptions User Role Type Level
WindowsSecurityContextOptions GMSACredentialSpecName:*s GMSACredentialSpec:*s RunAsUserName:*s HostProcess:*b
Sysctl Name Value
SeccompProfile Type LocalhostProfile:*s
AppArmorProfile Type LocalhostProfile:*s
NodeAffinity RequiredDuringSchedulingIgnoredDuringExecution:*NodeSelector PreferredDuringSchedulingIgnoredDuringExecution:[]PreferredSchedulingTerm
PodAffinity RequiredDuringSchedulingIgnoredDuringExecution:[]PodAffinityTerm PreferredDuringSchedulingIgnoredDuringExecution:[]WeightedPodAffinityTerm
PodAntiAffinity RequiredDuringSchedulingIgnoredDuringExecution:[]PodAffinityTerm PreferredDuringSchedulingIgnoredDuringExecution:[]WeightedPodAffinityTerm
PodDNSConfigOption Name Value:*s
ResourceClaim Name Request
KeyToPath Key Path Mode:*i
DownwardAPIVolumeFile Path FieldRef:*ObjectFieldSelector ResourceFieldRef:*ResourceFieldSelector Mode:*i
VolumeProjection Secret:*SecretProjection DownwardAPI:*DownwardAPIProjection ConfigMap:*ConfigMapProjection ServiceAccountToken:*ServiceAccountTokenProjection ClusterTrustBundle:*ClusterTrustBundleProjection PodCertificate:*PodCertificateProjection
PersistentVolumeClaimTemplate ObjectMeta:J Spec:PersistentVolumeClaimSpec
ConfigMapEnvSource Name Optional:*b
SecretEnvSource Name Optional:*b
EnvVarSource FieldRef:*ObjectFieldSelector ResourceFieldRef:*ResourceFieldSelector ConfigMapKeyRef:*ConfigMapKeySelector SecretKeyRef:*SecretKeySelector FileKeyRef:*FileKeySelector
ContainerRestartRuleOnExitCodes Operator Values:[]i
ExecAction Command:[]s
HTTPGetAction Path Port:i Host Scheme HTTPHeaders:[]HTTPHeader
TCPSocketAction Port:i Host
GRPCAction Port:i Service:*s
LifecycleHandler Exec:*ExecAction HTTPGet:*HTTPGetAction TCPSocket:*TCPSocketAction Sleep:*SleepAction
Capabilities Add:[]s Drop:[]s
NodeSelector NodeSelectorTerms:[]NodeSelectorTerm
PreferredSchedulingTerm Weight:i Preference:NodeSelectorTerm
PodAffinityTerm LabelSelector:*J Namespaces:[]s TopologyKey NamespaceSelector:*J MatchLabelKeys:[]s MismatchLabelKeys:[]s
WeightedPodAffinityTerm Weight:i PodAffinityTerm:PodAffinityTerm
ObjectFieldSelector APIVersion FieldPath
ResourceFieldSelector ContainerName Resource Divisor:q
SecretProjection Name Items:[]KeyToPath Optional:*b
DownwardAPIProjection Items:[]DownwardAPIVolumeFile
ConfigMapProjection Name Items:[]KeyToPath Optional:*b
ServiceAccountTokenProjection Audience ExpirationSeconds:i Path
ClusterTrustBundleProjection Name:*s SignerName:*s LabelSelector:*J Optional:*b Path
PodCertificateProjection SignerName KeyType MaxExpirationSeconds:*i CredentialBundlePath KeyPath CertificateChainPath UserAnnotations:map
PersistentVolumeClaimSpec AccessModes:[]s Selector:*J Resources:VolumeResourceRequirements VolumeName StorageClassName:*s VolumeMode:*s DataSource:*TypedLocalObjectReference DataSourceRef:*TypedObjectReference VolumeAttributesClassName:*s
ConfigMapKeySelector Name Key Optional:*b
SecretKeySelector Name Key Optional:*b
FileKeySelector VolumeName Path Key Optional:*b
HTTPHeader Name Value
SleepAction Seconds:i
NodeSelectorTerm MatchExpressions:[]NodeSelectorRequirement MatchFields:[]NodeSelectorRequirement
VolumeResourceRequirements Limits:map Requests:map
TypedLocalObjectReference APIGroup:*s Kind Name
TypedObjectReference APIGroup:*s Kind Name Namespace:*s
NodeSelectorRequirement Key Operator Values:[]s
`;
