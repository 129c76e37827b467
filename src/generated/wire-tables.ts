// Written by scripts/generate from the Go types of Kubernetes. Do not edit: run `npm run generate`.

/** The protobuf messages of each group/version, by `apiVersion`. The codec reads a text when the first object of it arrives. */
export const wireTables: Readonly<Record<string, string>> = {
  'admission.k8s.io/v1': `
AdmissionRequest uid:1.-s kind:2.-mmeta.k8s.io/v1:GroupVersionKind resource:3.-mmeta.k8s.io/v1:GroupVersionResource subResource:4.es requestKind:13?emmeta.k8s.io/v1:GroupVersionKind requestResource:14?emmeta.k8s.io/v1:GroupVersionResource requestSubResource:15.es name:5.es namespace:6.es operation:7.-s userInfo:8.-mauthentication.k8s.io/v1:UserInfo object:9.eR oldObject:10.eR dryRun:11?eb options:12.eR
AdmissionResponse uid:1.-s allowed:2.-b status:3?emmeta.k8s.io/v1:Status patch:4?ey patchType:5?es auditAnnotations:6%es warnings:7*es
!AdmissionReview request:1?emAdmissionRequest response:2?emAdmissionResponse`,
  'admission.k8s.io/v1beta1': `
AdmissionRequest uid:1.-s kind:2.-mmeta.k8s.io/v1:GroupVersionKind resource:3.-mmeta.k8s.io/v1:GroupVersionResource subResource:4.es requestKind:13?emmeta.k8s.io/v1:GroupVersionKind requestResource:14?emmeta.k8s.io/v1:GroupVersionResource requestSubResource:15.es name:5.es namespace:6.es operation:7.-s userInfo:8.-mauthentication.k8s.io/v1:UserInfo object:9.eR oldObject:10.eR dryRun:11?eb options:12.eR
AdmissionResponse uid:1.-s allowed:2.-b status:3?emmeta.k8s.io/v1:Status patch:4?ey patchType:5?es auditAnnotations:6%es warnings:7*es
!AdmissionReview request:1?emAdmissionRequest response:2?emAdmissionResponse`,
  'admissionregistration.k8s.io/v1': `
ApplyConfiguration expression:1.es
AuditAnnotation key:1.-s valueExpression:2.-s
ExpressionWarning fieldRef:2.-s warning:3.-s
JSONPatch expression:1.es
MatchCondition name:1.-s expression:2.-s
MatchResources namespaceSelector:1?emmeta.k8s.io/v1:LabelSelector objectSelector:2?emmeta.k8s.io/v1:LabelSelector resourceRules:3*emNamedRuleWithOperations excludeResourceRules:4*emNamedRuleWithOperations matchPolicy:7?es
!MutatingAdmissionPolicy metadata:1.emmeta.k8s.io/v1:ObjectMeta spec:2.emMutatingAdmissionPolicySpec
!MutatingAdmissionPolicyBinding metadata:1.emmeta.k8s.io/v1:ObjectMeta spec:2.emMutatingAdmissionPolicyBindingSpec
!MutatingAdmissionPolicyBindingList metadata:1.emmeta.k8s.io/v1:ListMeta items:2*-mMutatingAdmissionPolicyBinding
MutatingAdmissionPolicyBindingSpec policyName:1.es paramRef:2?emParamRef matchResources:3?emMatchResources
!MutatingAdmissionPolicyList metadata:1.emmeta.k8s.io/v1:ListMeta items:2*-mMutatingAdmissionPolicy
MutatingAdmissionPolicySpec paramKind:1?emParamKind matchConstraints:2?emMatchResources variables:3*emVariable mutations:4*emMutation failurePolicy:5?es matchConditions:6*emMatchCondition reinvocationPolicy:7.es
MutatingWebhook name:1.-s clientConfig:2.-mWebhookClientConfig rules:3*emRuleWithOperations failurePolicy:4?es matchPolicy:9?es namespaceSelector:5?emmeta.k8s.io/v1:LabelSelector objectSelector:11?emmeta.k8s.io/v1:LabelSelector sideEffects:6?-s timeoutSeconds:7?ei admissionReviewVersions:8*-s reinvocationPolicy:10?es matchConditions:12*emMatchCondition
!MutatingWebhookConfiguration metadata:1.emmeta.k8s.io/v1:ObjectMeta webhooks:2*emMutatingWebhook
!MutatingWebhookConfigurationList metadata:1.emmeta.k8s.io/v1:ListMeta items:2*-mMutatingWebhookConfiguration
Mutation patchType:2.-s applyConfiguration:3?emApplyConfiguration jsonPatch:4?emJSONPatch
NamedRuleWithOperations resourceNames:1*es :2.-mRuleWithOperations
ParamKind apiVersion:1.es kind:2.es
ParamRef name:1.es namespace:2.es selector:3?emmeta.k8s.io/v1:LabelSelector parameterNotFoundAction:4?es
Rule apiGroups:1*es apiVersions:2*es resources:3*es scope:4?es
RuleWithOperations operations:1*es :2.-mRule
ServiceReference namespace:1.-s name:2.-s path:3?es port:4?ei
TypeChecking expressionWarnings:1*emExpressionWarning
!ValidatingAdmissionPolicy metadata:1.emmeta.k8s.io/v1:ObjectMeta spec:2.emValidatingAdmissionPolicySpec status:3.emValidatingAdmissionPolicyStatus
!ValidatingAdmissionPolicyBinding metadata:1.emmeta.k8s.io/v1:ObjectMeta spec:2.emValidatingAdmissionPolicyBindingSpec
!ValidatingAdmissionPolicyBindingList metadata:1.emmeta.k8s.io/v1:ListMeta items:2*-mValidatingAdmissionPolicyBinding
ValidatingAdmissionPolicyBindingSpec policyName:1.es paramRef:2?emParamRef matchResources:3?emMatchResources validationActions:4*es
!ValidatingAdmissionPolicyList metadata:1.emmeta.k8s.io/v1:ListMeta items:2*-mValidatingAdmissionPolicy
ValidatingAdmissionPolicySpec paramKind:1?emParamKind matchConstraints:2?emMatchResources validations:3*emValidation failurePolicy:4?es auditAnnotations:5*emAuditAnnotation matchConditions:6*emMatchCondition variables:7*emVariable
ValidatingAdmissionPolicyStatus observedGeneration:1.el typeChecking:2?emTypeChecking conditions:3*emmeta.k8s.io/v1:Condition
ValidatingWebhook name:1.-s clientConfig:2.-mWebhookClientConfig rules:3*emRuleWithOperations failurePolicy:4?es matchPolicy:9?es namespaceSelector:5?emmeta.k8s.io/v1:LabelSelector objectSelector:10?emmeta.k8s.io/v1:LabelSelector sideEffects:6?-s timeoutSeconds:7?ei admissionReviewVersions:8*-s matchConditions:11*emMatchCondition
!ValidatingWebhookConfiguration metadata:1.emmeta.k8s.io/v1:ObjectMeta webhooks:2*emValidatingWebhook
!ValidatingWebhookConfigurationList metadata:1.emmeta.k8s.io/v1:ListMeta items:2*-mValidatingWebhookConfiguration
Validation expression:1.-s message:2.es reason:3?es messageExpression:4.es
Variable name:1.-s expression:2.-s
WebhookClientConfig url:3?es service:1?emServiceReference caBundle:2?ey`,
  'admissionregistration.k8s.io/v1alpha1': `
ApplyConfiguration expression:1.es
AuditAnnotation key:1.-s valueExpression:2.-s
ExpressionWarning fieldRef:2.-s warning:3.-s
JSONPatch expression:1.es
MatchCondition name:1.-s expression:2.-s
MatchResources namespaceSelector:1?emmeta.k8s.io/v1:LabelSelector objectSelector:2?emmeta.k8s.io/v1:LabelSelector resourceRules:3*emNamedRuleWithOperations excludeResourceRules:4*emNamedRuleWithOperations matchPolicy:7?es
!MutatingAdmissionPolicy metadata:1.emmeta.k8s.io/v1:ObjectMeta spec:2.emMutatingAdmissionPolicySpec
!MutatingAdmissionPolicyBinding metadata:1.emmeta.k8s.io/v1:ObjectMeta spec:2.emMutatingAdmissionPolicyBindingSpec
!MutatingAdmissionPolicyBindingList metadata:1.emmeta.k8s.io/v1:ListMeta items:2*-mMutatingAdmissionPolicyBinding
MutatingAdmissionPolicyBindingSpec policyName:1.es paramRef:2?emParamRef matchResources:3?emMatchResources
!MutatingAdmissionPolicyList metadata:1.emmeta.k8s.io/v1:ListMeta items:2*-mMutatingAdmissionPolicy
MutatingAdmissionPolicySpec paramKind:1?emParamKind matchConstraints:2?emMatchResources variables:3*emVariable mutations:4*emMutation failurePolicy:5?es matchConditions:6*emMatchCondition reinvocationPolicy:7.es
Mutation patchType:2.-s applyConfiguration:3?emApplyConfiguration jsonPatch:4?emJSONPatch
NamedRuleWithOperations resourceNames:1*es :2.-madmissionregistration.k8s.io/v1:RuleWithOperations
ParamKind apiVersion:1.es kind:2.es
ParamRef name:1.es namespace:2.es selector:3?emmeta.k8s.io/v1:LabelSelector parameterNotFoundAction:4?es
TypeChecking expressionWarnings:1*emExpressionWarning
!ValidatingAdmissionPolicy metadata:1.emmeta.k8s.io/v1:ObjectMeta spec:2.emValidatingAdmissionPolicySpec status:3.emValidatingAdmissionPolicyStatus
!ValidatingAdmissionPolicyBinding metadata:1.emmeta.k8s.io/v1:ObjectMeta spec:2.emValidatingAdmissionPolicyBindingSpec
!ValidatingAdmissionPolicyBindingList metadata:1.emmeta.k8s.io/v1:ListMeta items:2*-mValidatingAdmissionPolicyBinding
ValidatingAdmissionPolicyBindingSpec policyName:1.es paramRef:2?emParamRef matchResources:3?emMatchResources validationActions:4*es
!ValidatingAdmissionPolicyList metadata:1.emmeta.k8s.io/v1:ListMeta items:2*-mValidatingAdmissionPolicy
ValidatingAdmissionPolicySpec paramKind:1?emParamKind matchConstraints:2?emMatchResources validations:3*emValidation failurePolicy:4?es auditAnnotations:5*emAuditAnnotation matchConditions:6*emMatchCondition variables:7*emVariable
ValidatingAdmissionPolicyStatus observedGeneration:1.el typeChecking:2?emTypeChecking conditions:3*emmeta.k8s.io/v1:Condition
Validation expression:1.-s message:2.es reason:3?es messageExpression:4.es
Variable name:1.-s expression:2.-s`,
  'admissionregistration.k8s.io/v1beta1': `
ApplyConfiguration expression:1.es
AuditAnnotation key:1.-s valueExpression:2.-s
ExpressionWarning fieldRef:2.-s warning:3.-s
JSONPatch expression:1.es
MatchCondition name:1.-s expression:2.-s
MatchResources namespaceSelector:1?emmeta.k8s.io/v1:LabelSelector objectSelector:2?emmeta.k8s.io/v1:LabelSelector resourceRules:3*emNamedRuleWithOperations excludeResourceRules:4*emNamedRuleWithOperations matchPolicy:7?es
!MutatingAdmissionPolicy metadata:1.emmeta.k8s.io/v1:ObjectMeta spec:2.emMutatingAdmissionPolicySpec
!MutatingAdmissionPolicyBinding metadata:1.emmeta.k8s.io/v1:ObjectMeta spec:2.emMutatingAdmissionPolicyBindingSpec
!MutatingAdmissionPolicyBindingList metadata:1.emmeta.k8s.io/v1:ListMeta items:2*-mMutatingAdmissionPolicyBinding
MutatingAdmissionPolicyBindingSpec policyName:1.es paramRef:2?emParamRef matchResources:3?emMatchResources
!MutatingAdmissionPolicyList metadata:1.emmeta.k8s.io/v1:ListMeta items:2*-mMutatingAdmissionPolicy
MutatingAdmissionPolicySpec paramKind:1?emParamKind matchConstraints:2?emMatchResources variables:3*emVariable mutations:4*emMutation failurePolicy:5?es matchConditions:6*emMatchCondition reinvocationPolicy:7.es
MutatingWebhook name:1.-s clientConfig:2.-mWebhookClientConfig rules:3*emadmissionregistration.k8s.io/v1:RuleWithOperations failurePolicy:4?es matchPolicy:9?es namespaceSelector:5?emmeta.k8s.io/v1:LabelSelector objectSelector:11?emmeta.k8s.io/v1:LabelSelector sideEffects:6?es timeoutSeconds:7?ei admissionReviewVersions:8*es reinvocationPolicy:10?es matchConditions:12*emMatchCondition
!MutatingWebhookConfiguration metadata:1.emmeta.k8s.io/v1:ObjectMeta webhooks:2*emMutatingWebhook
!MutatingWebhookConfigurationList metadata:1.emmeta.k8s.io/v1:ListMeta items:2*-mMutatingWebhookConfiguration
Mutation patchType:2.-s applyConfiguration:3?emApplyConfiguration jsonPatch:4?emJSONPatch
NamedRuleWithOperations resourceNames:1*es :2.-madmissionregistration.k8s.io/v1:RuleWithOperations
ParamKind apiVersion:1.es kind:2.es
ParamRef name:1.es namespace:2.es selector:3?emmeta.k8s.io/v1:LabelSelector parameterNotFoundAction:4?es
ServiceReference namespace:1.-s name:2.-s path:3?es port:4?ei
TypeChecking expressionWarnings:1*emExpressionWarning
!ValidatingAdmissionPolicy metadata:1.emmeta.k8s.io/v1:ObjectMeta spec:2.emValidatingAdmissionPolicySpec status:3.emValidatingAdmissionPolicyStatus
!ValidatingAdmissionPolicyBinding metadata:1.emmeta.k8s.io/v1:ObjectMeta spec:2.emValidatingAdmissionPolicyBindingSpec
!ValidatingAdmissionPolicyBindingList metadata:1.emmeta.k8s.io/v1:ListMeta items:2*-mValidatingAdmissionPolicyBinding
ValidatingAdmissionPolicyBindingSpec policyName:1.es paramRef:2?emParamRef matchResources:3?emMatchResources validationActions:4*es
!ValidatingAdmissionPolicyList metadata:1.emmeta.k8s.io/v1:ListMeta items:2*-mValidatingAdmissionPolicy
ValidatingAdmissionPolicySpec paramKind:1?emParamKind matchConstraints:2?emMatchResources validations:3*emValidation failurePolicy:4?es auditAnnotations:5*emAuditAnnotation matchConditions:6*emMatchCondition variables:7*emVariable
ValidatingAdmissionPolicyStatus observedGeneration:1.el typeChecking:2?emTypeChecking conditions:3*emmeta.k8s.io/v1:Condition
ValidatingWebhook name:1.-s clientConfig:2.-mWebhookClientConfig rules:3*emadmissionregistration.k8s.io/v1:RuleWithOperations failurePolicy:4?es matchPolicy:9?es namespaceSelector:5?emmeta.k8s.io/v1:LabelSelector objectSelector:10?emmeta.k8s.io/v1:LabelSelector sideEffects:6?es timeoutSeconds:7?ei admissionReviewVersions:8*es matchConditions:11*emMatchCondition
!ValidatingWebhookConfiguration metadata:1.emmeta.k8s.io/v1:ObjectMeta webhooks:2*emValidatingWebhook
!ValidatingWebhookConfigurationList metadata:1.emmeta.k8s.io/v1:ListMeta items:2*-mValidatingWebhookConfiguration
Validation expression:1.-s message:2.es reason:3?es messageExpression:4.es
Variable name:1.-s expression:2.-s
WebhookClientConfig url:3?es service:1?emServiceReference caBundle:2?ey`,
  'apidiscovery.k8s.io/v2': `
!APIGroupDiscovery metadata:1.emmeta.k8s.io/v1:ObjectMeta versions:2*emAPIVersionDiscovery
!APIGroupDiscoveryList metadata:1.emmeta.k8s.io/v1:ListMeta items:2*-mAPIGroupDiscovery
APIResourceDiscovery resource:1.-s responseKind:2?emmeta.k8s.io/v1:GroupVersionKind scope:3.-s singularResource:4.-s verbs:5*-s shortNames:6*es categories:7*es subresources:8*emAPISubresourceDiscovery
APISubresourceDiscovery subresource:1.-s responseKind:2?emmeta.k8s.io/v1:GroupVersionKind acceptedTypes:3*emmeta.k8s.io/v1:GroupVersionKind verbs:4*-s
APIVersionDiscovery version:1.-s resources:2*emAPIResourceDiscovery freshness:3.es`,
  'apidiscovery.k8s.io/v2beta1': `
!APIGroupDiscovery metadata:1.emmeta.k8s.io/v1:ObjectMeta versions:2*emAPIVersionDiscovery
!APIGroupDiscoveryList metadata:1.emmeta.k8s.io/v1:ListMeta items:2*-mAPIGroupDiscovery
APIResourceDiscovery resource:1.-s responseKind:2?emmeta.k8s.io/v1:GroupVersionKind scope:3.-s singularResource:4.-s verbs:5*-s shortNames:6*es categories:7*es subresources:8*emAPISubresourceDiscovery
APISubresourceDiscovery subresource:1.-s responseKind:2?emmeta.k8s.io/v1:GroupVersionKind acceptedTypes:3*emmeta.k8s.io/v1:GroupVersionKind verbs:4*-s
APIVersionDiscovery version:1.-s resources:2*emAPIResourceDiscovery freshness:3.es`,
  'apiextensions.k8s.io/v1': `
ConversionRequest uid:1.-s desiredAPIVersion:2.-s objects:3*-R
ConversionResponse uid:1.-s convertedObjects:2*-R result:3.-mmeta.k8s.io/v1:Status
!ConversionReview request:1?emConversionRequest response:2?emConversionResponse
CustomResourceColumnDefinition name:1.-s type:2.-s format:3.es description:4.es priority:5.ei jsonPath:6.-s
CustomResourceConversion strategy:1.-s webhook:2?emWebhookConversion
!CustomResourceDefinition metadata:1.emmeta.k8s.io/v1:ObjectMeta spec:2.-mCustomResourceDefinitionSpec status:3.emCustomResourceDefinitionStatus
CustomResourceDefinitionCondition type:1.-s status:2.-s lastTransitionTime:3.eT reason:4.es message:5.es observedGeneration:6.el
!CustomResourceDefinitionList metadata:1.emmeta.k8s.io/v1:ListMeta items:2*-mCustomResourceDefinition
CustomResourceDefinitionNames plural:1.-s singular:2.es shortNames:3*es kind:4.-s listKind:5.es categories:6*es
CustomResourceDefinitionSpec group:1.-s names:3.-mCustomResourceDefinitionNames scope:4.-s versions:7*-mCustomResourceDefinitionVersion conversion:9?emCustomResourceConversion preserveUnknownFields:10.eb
CustomResourceDefinitionStatus conditions:1*-mCustomResourceDefinitionCondition acceptedNames:2.-mCustomResourceDefinitionNames storedVersions:3*-s observedGeneration:4.el
CustomResourceDefinitionVersion name:1.-s served:2.-b storage:3.-b deprecated:7.eb deprecationWarning:8?es schema:4?emCustomResourceValidation subresources:5?emCustomResourceSubresources additionalPrinterColumns:6*emCustomResourceColumnDefinition selectableFields:9*emSelectableField
CustomResourceSubresourceScale specReplicasPath:1.-s statusReplicasPath:2.-s labelSelectorPath:3?es
CustomResourceSubresourceStatus
CustomResourceSubresources status:1?emCustomResourceSubresourceStatus scale:2?emCustomResourceSubresourceScale
CustomResourceValidation openAPIV3Schema:1?emJSONSchemaProps
ExternalDocumentation description:1.es url:2.es
JSONSchemaProps id:1.es $schema:2.es $ref:3?es description:4.es type:5.es format:6.es title:7.es default:8?eR maximum:9?ed exclusiveMaximum:10.eb minimum:11?ed exclusiveMinimum:12.eb maxLength:13?el minLength:14?el pattern:15.es maxItems:16?el minItems:17?el uniqueItems:18.eb multipleOf:19?ed enum:20*eR maxProperties:21?el minProperties:22?el required:23*es items:24?eAJSONSchemaProps allOf:25*emJSONSchemaProps oneOf:26*emJSONSchemaProps anyOf:27*emJSONSchemaProps not:28?emJSONSchemaProps properties:29%emJSONSchemaProps additionalProperties:30?eBJSONSchemaProps patternProperties:31%emJSONSchemaProps dependencies:32%eSJSONSchemaProps additionalItems:33?eBJSONSchemaProps definitions:34%emJSONSchemaProps externalDocs:35?emExternalDocumentation example:36?eR nullable:37.eb x-kubernetes-preserve-unknown-fields:38?eb x-kubernetes-embedded-resource:39.eb x-kubernetes-int-or-string:40.eb x-kubernetes-list-map-keys:41*es x-kubernetes-list-type:42?es x-kubernetes-map-type:43?es x-kubernetes-validations:44*emValidationRule
SelectableField jsonPath:1.-s
ServiceReference namespace:1.-s name:2.-s path:3?es port:4?ei
ValidationRule rule:1.-s message:2.es messageExpression:3.es reason:4?es fieldPath:5.es optionalOldSelf:6?eb
WebhookClientConfig url:3?es service:1?emServiceReference caBundle:2?ey
WebhookConversion clientConfig:2?emWebhookClientConfig conversionReviewVersions:3*-s`,
  'apiextensions.k8s.io/v1beta1': `
ConversionRequest uid:1.-s desiredAPIVersion:2.-s objects:3*-R
ConversionResponse uid:1.-s convertedObjects:2*-R result:3.-mmeta.k8s.io/v1:Status
!ConversionReview request:1?emConversionRequest response:2?emConversionResponse
CustomResourceColumnDefinition name:1.-s type:2.-s format:3.es description:4.es priority:5.ei JSONPath:6.-s
CustomResourceConversion strategy:1.-s webhookClientConfig:2?emWebhookClientConfig conversionReviewVersions:3*es
!CustomResourceDefinition metadata:1.emmeta.k8s.io/v1:ObjectMeta spec:2.-mCustomResourceDefinitionSpec status:3.emCustomResourceDefinitionStatus
CustomResourceDefinitionCondition type:1.-s status:2.-s lastTransitionTime:3.eT reason:4.es message:5.es observedGeneration:6.el
!CustomResourceDefinitionList metadata:1.emmeta.k8s.io/v1:ListMeta items:2*-mCustomResourceDefinition
CustomResourceDefinitionNames plural:1.-s singular:2.es shortNames:3*es kind:4.-s listKind:5.es categories:6*es
CustomResourceDefinitionSpec group:1.-s version:2.es names:3.-mCustomResourceDefinitionNames scope:4.-s validation:5?emCustomResourceValidation subresources:6?emCustomResourceSubresources versions:7*emCustomResourceDefinitionVersion additionalPrinterColumns:8*emCustomResourceColumnDefinition selectableFields:11*emSelectableField conversion:9?emCustomResourceConversion preserveUnknownFields:10?eb
CustomResourceDefinitionStatus conditions:1*-mCustomResourceDefinitionCondition acceptedNames:2.-mCustomResourceDefinitionNames storedVersions:3*-s observedGeneration:4.el
CustomResourceDefinitionVersion name:1.-s served:2.-b storage:3.-b deprecated:7.eb deprecationWarning:8?es schema:4?emCustomResourceValidation subresources:5?emCustomResourceSubresources additionalPrinterColumns:6*emCustomResourceColumnDefinition selectableFields:9*emSelectableField
CustomResourceSubresourceScale specReplicasPath:1.-s statusReplicasPath:2.-s labelSelectorPath:3?es
CustomResourceSubresourceStatus
CustomResourceSubresources status:1?emCustomResourceSubresourceStatus scale:2?emCustomResourceSubresourceScale
CustomResourceValidation openAPIV3Schema:1?emJSONSchemaProps
ExternalDocumentation description:1.es url:2.es
JSONSchemaProps id:1.es $schema:2.es $ref:3?es description:4.es type:5.es format:6.es title:7.es default:8?eR maximum:9?ed exclusiveMaximum:10.eb minimum:11?ed exclusiveMinimum:12.eb maxLength:13?el minLength:14?el pattern:15.es maxItems:16?el minItems:17?el uniqueItems:18.eb multipleOf:19?ed enum:20*eR maxProperties:21?el minProperties:22?el required:23*es items:24?eAJSONSchemaProps allOf:25*emJSONSchemaProps oneOf:26*emJSONSchemaProps anyOf:27*emJSONSchemaProps not:28?emJSONSchemaProps properties:29%emJSONSchemaProps additionalProperties:30?eBJSONSchemaProps patternProperties:31%emJSONSchemaProps dependencies:32%eSJSONSchemaProps additionalItems:33?eBJSONSchemaProps definitions:34%emJSONSchemaProps externalDocs:35?emExternalDocumentation example:36?eR nullable:37.eb x-kubernetes-preserve-unknown-fields:38?eb x-kubernetes-embedded-resource:39.eb x-kubernetes-int-or-string:40.eb x-kubernetes-list-map-keys:41*es x-kubernetes-list-type:42?es x-kubernetes-map-type:43?es x-kubernetes-validations:44*emValidationRule
SelectableField jsonPath:1.-s
ServiceReference namespace:1.-s name:2.-s path:3?es port:4?ei
ValidationRule rule:1.-s message:2.es messageExpression:3.es reason:4?es fieldPath:5.es optionalOldSelf:6?eb
WebhookClientConfig url:3?es service:1?emServiceReference caBundle:2?ey`,
  'apiregistration.k8s.io/v1': `
!APIService metadata:1.emmeta.k8s.io/v1:ObjectMeta spec:2.emAPIServiceSpec status:3.emAPIServiceStatus
APIServiceCondition type:1.-s status:2.-s lastTransitionTime:3.eT reason:4.es message:5.es
!APIServiceList metadata:1.emmeta.k8s.io/v1:ListMeta items:2*-mAPIService
APIServiceSpec service:1?emServiceReference group:2.es version:3.es insecureSkipTLSVerify:4.eb caBundle:5?ey groupPriorityMinimum:7.-i versionPriority:8.-i
APIServiceStatus conditions:1*emAPIServiceCondition
ServiceReference namespace:1.es name:2.es port:3?ei`,
  'apiregistration.k8s.io/v1beta1': `
!APIService metadata:1.emmeta.k8s.io/v1:ObjectMeta spec:2.emAPIServiceSpec status:3.emAPIServiceStatus
APIServiceCondition type:1.-s status:2.-s lastTransitionTime:3.eT reason:4.es message:5.es
!APIServiceList metadata:1.emmeta.k8s.io/v1:ListMeta items:2*-mAPIService
APIServiceSpec service:1?emServiceReference group:2.es version:3.es insecureSkipTLSVerify:4.eb caBundle:5?ey groupPriorityMinimum:7.-i versionPriority:8.-i
APIServiceStatus conditions:1*emAPIServiceCondition
ServiceReference namespace:1.es name:2.es port:3?ei`,
  'apps/v1': `
!ControllerRevision metadata:1.emmeta.k8s.io/v1:ObjectMeta data:2.eR revision:3.-l
!ControllerRevisionList metadata:1.emmeta.k8s.io/v1:ListMeta items:2*-mControllerRevision
!DaemonSet metadata:1.emmeta.k8s.io/v1:ObjectMeta spec:2.emDaemonSetSpec status:3.emDaemonSetStatus
DaemonSetCondition type:1.-s status:2.-s lastTransitionTime:3.eT reason:4.es message:5.es
!DaemonSetList metadata:1.emmeta.k8s.io/v1:ListMeta items:2*-mDaemonSet
DaemonSetSpec selector:1?-mmeta.k8s.io/v1:LabelSelector template:2.-mv1:PodTemplateSpec updateStrategy:3.emDaemonSetUpdateStrategy minReadySeconds:4.ei revisionHistoryLimit:6?ei
DaemonSetStatus currentNumberScheduled:1.-i numberMisscheduled:2.-i desiredNumberScheduled:3.-i numberReady:4.-i observedGeneration:5.el updatedNumberScheduled:6.ei numberAvailable:7.ei numberUnavailable:8.ei collisionCount:9?ei conditions:10*emDaemonSetCondition
DaemonSetUpdateStrategy type:1.es rollingUpdate:2?emRollingUpdateDaemonSet
!Deployment metadata:1.emmeta.k8s.io/v1:ObjectMeta spec:2.emDeploymentSpec status:3.emDeploymentStatus
DeploymentCondition type:1.-s status:2.-s lastUpdateTime:6.eT lastTransitionTime:7.eT reason:4.es message:5.es
!DeploymentList metadata:1.emmeta.k8s.io/v1:ListMeta items:2*-mDeployment
DeploymentSpec replicas:1?ei selector:2?-mmeta.k8s.io/v1:LabelSelector template:3.-mv1:PodTemplateSpec strategy:4.emDeploymentStrategy minReadySeconds:5.ei revisionHistoryLimit:6?ei paused:7.eb progressDeadlineSeconds:9?ei
DeploymentStatus observedGeneration:1.el replicas:2.ei updatedReplicas:3.ei readyReplicas:7.ei availableReplicas:4.ei unavailableReplicas:5.ei terminatingReplicas:9?ei conditions:6*emDeploymentCondition collisionCount:8?ei
DeploymentStrategy type:1.es rollingUpdate:2?emRollingUpdateDeployment
!ReplicaSet metadata:1.emmeta.k8s.io/v1:ObjectMeta spec:2.emReplicaSetSpec status:3.emReplicaSetStatus
ReplicaSetCondition type:1.-s status:2.-s lastTransitionTime:3.eT reason:4.es message:5.es
!ReplicaSetList metadata:1.emmeta.k8s.io/v1:ListMeta items:2*-mReplicaSet
ReplicaSetSpec replicas:1?ei minReadySeconds:4.ei selector:2?-mmeta.k8s.io/v1:LabelSelector template:3.emv1:PodTemplateSpec
ReplicaSetStatus replicas:1.-i fullyLabeledReplicas:2.ei readyReplicas:4.ei availableReplicas:5.ei terminatingReplicas:7?ei observedGeneration:3.el conditions:6*emReplicaSetCondition
RollingUpdateDaemonSet maxUnavailable:1?eI maxSurge:2?eI
RollingUpdateDeployment maxUnavailable:1?eI maxSurge:2?eI
RollingUpdateStatefulSetStrategy partition:1?ei maxUnavailable:2?eI
!StatefulSet metadata:1.emmeta.k8s.io/v1:ObjectMeta spec:2.emStatefulSetSpec status:3.emStatefulSetStatus
StatefulSetCondition type:1.-s status:2.-s lastTransitionTime:3.eT reason:4.es message:5.es
!StatefulSetList metadata:1.emmeta.k8s.io/v1:ListMeta items:2*-mStatefulSet
StatefulSetOrdinals start:1.-i
StatefulSetPersistentVolumeClaimRetentionPolicy whenDeleted:1.es whenScaled:2.es
StatefulSetSpec replicas:1?ei selector:2?-mmeta.k8s.io/v1:LabelSelector template:3.-mv1:PodTemplateSpec volumeClaimTemplates:4*emv1:PersistentVolumeClaim serviceName:5.-s podManagementPolicy:6.es updateStrategy:7.emStatefulSetUpdateStrategy revisionHistoryLimit:8?ei minReadySeconds:9.ei persistentVolumeClaimRetentionPolicy:10?emStatefulSetPersistentVolumeClaimRetentionPolicy ordinals:11?emStatefulSetOrdinals
StatefulSetStatus observedGeneration:1.el replicas:2.-i readyReplicas:3.ei currentReplicas:4.ei updatedReplicas:5.ei currentRevision:6.es updateRevision:7.es collisionCount:9?ei conditions:10*emStatefulSetCondition availableReplicas:11.-i
StatefulSetUpdateStrategy type:1.es rollingUpdate:2?emRollingUpdateStatefulSetStrategy`,
  'apps/v1beta1': `
!ControllerRevision metadata:1.emmeta.k8s.io/v1:ObjectMeta data:2.eR revision:3.-l
!ControllerRevisionList metadata:1.emmeta.k8s.io/v1:ListMeta items:2*-mControllerRevision
!Deployment metadata:1.emmeta.k8s.io/v1:ObjectMeta spec:2.emDeploymentSpec status:3.emDeploymentStatus
DeploymentCondition type:1.-s status:2.-s lastUpdateTime:6.eT lastTransitionTime:7.eT reason:4.es message:5.es
!DeploymentList metadata:1.emmeta.k8s.io/v1:ListMeta items:2*-mDeployment
!DeploymentRollback name:1.-s updatedAnnotations:2%es rollbackTo:3.-mRollbackConfig
DeploymentSpec replicas:1?ei selector:2?emmeta.k8s.io/v1:LabelSelector template:3.-mv1:PodTemplateSpec strategy:4.emDeploymentStrategy minReadySeconds:5.ei revisionHistoryLimit:6?ei paused:7.eb rollbackTo:8?emRollbackConfig progressDeadlineSeconds:9?ei
DeploymentStatus observedGeneration:1.el replicas:2.ei updatedReplicas:3.ei readyReplicas:7.ei availableReplicas:4.ei unavailableReplicas:5.ei terminatingReplicas:9?ei conditions:6*emDeploymentCondition collisionCount:8?ei
DeploymentStrategy type:1.es rollingUpdate:2?emRollingUpdateDeployment
RollbackConfig revision:1.el
RollingUpdateDeployment maxUnavailable:1?eI maxSurge:2?eI
RollingUpdateStatefulSetStrategy partition:1?ei maxUnavailable:2?eI
!Scale metadata:1.emmeta.k8s.io/v1:ObjectMeta spec:2.emScaleSpec status:3.emScaleStatus
ScaleSpec replicas:1.ei
ScaleStatus replicas:1.-i selector:2%es targetSelector:3.es
!StatefulSet metadata:1.emmeta.k8s.io/v1:ObjectMeta spec:2.emStatefulSetSpec status:3.emStatefulSetStatus
StatefulSetCondition type:1.-s status:2.-s lastTransitionTime:3.eT reason:4.es message:5.es
!StatefulSetList metadata:1.emmeta.k8s.io/v1:ListMeta items:2*-mStatefulSet
StatefulSetOrdinals start:1.-i
StatefulSetPersistentVolumeClaimRetentionPolicy whenDeleted:1.es whenScaled:2.es
StatefulSetSpec replicas:1?ei selector:2?emmeta.k8s.io/v1:LabelSelector template:3.-mv1:PodTemplateSpec volumeClaimTemplates:4*emv1:PersistentVolumeClaim serviceName:5.-s podManagementPolicy:6.es updateStrategy:7.emStatefulSetUpdateStrategy revisionHistoryLimit:8?ei minReadySeconds:9.ei persistentVolumeClaimRetentionPolicy:10?emStatefulSetPersistentVolumeClaimRetentionPolicy ordinals:11?emStatefulSetOrdinals
StatefulSetStatus observedGeneration:1?el replicas:2.-i readyReplicas:3.ei currentReplicas:4.ei updatedReplicas:5.ei currentRevision:6.es updateRevision:7.es collisionCount:9?ei conditions:10*emStatefulSetCondition availableReplicas:11.-i
StatefulSetUpdateStrategy type:1.es rollingUpdate:2?emRollingUpdateStatefulSetStrategy`,
  'apps/v1beta2': `
!ControllerRevision metadata:1.emmeta.k8s.io/v1:ObjectMeta data:2.eR revision:3.-l
!ControllerRevisionList metadata:1.emmeta.k8s.io/v1:ListMeta items:2*-mControllerRevision
!DaemonSet metadata:1.emmeta.k8s.io/v1:ObjectMeta spec:2.emDaemonSetSpec status:3.emDaemonSetStatus
DaemonSetCondition type:1.-s status:2.-s lastTransitionTime:3.eT reason:4.es message:5.es
!DaemonSetList metadata:1.emmeta.k8s.io/v1:ListMeta items:2*-mDaemonSet
DaemonSetSpec selector:1?-mmeta.k8s.io/v1:LabelSelector template:2.-mv1:PodTemplateSpec updateStrategy:3.emDaemonSetUpdateStrategy minReadySeconds:4.ei revisionHistoryLimit:6?ei
DaemonSetStatus currentNumberScheduled:1.-i numberMisscheduled:2.-i desiredNumberScheduled:3.-i numberReady:4.-i observedGeneration:5.el updatedNumberScheduled:6.ei numberAvailable:7.ei numberUnavailable:8.ei collisionCount:9?ei conditions:10*emDaemonSetCondition
DaemonSetUpdateStrategy type:1.es rollingUpdate:2?emRollingUpdateDaemonSet
!Deployment metadata:1.emmeta.k8s.io/v1:ObjectMeta spec:2.emDeploymentSpec status:3.emDeploymentStatus
DeploymentCondition type:1.-s status:2.-s lastUpdateTime:6.eT lastTransitionTime:7.eT reason:4.es message:5.es
!DeploymentList metadata:1.emmeta.k8s.io/v1:ListMeta items:2*-mDeployment
DeploymentSpec replicas:1?ei selector:2?-mmeta.k8s.io/v1:LabelSelector template:3.-mv1:PodTemplateSpec strategy:4.emDeploymentStrategy minReadySeconds:5.ei revisionHistoryLimit:6?ei paused:7.eb progressDeadlineSeconds:9?ei
DeploymentStatus observedGeneration:1.el replicas:2.ei updatedReplicas:3.ei readyReplicas:7.ei availableReplicas:4.ei unavailableReplicas:5.ei terminatingReplicas:9?ei conditions:6*emDeploymentCondition collisionCount:8?ei
DeploymentStrategy type:1.es rollingUpdate:2?emRollingUpdateDeployment
!ReplicaSet metadata:1.emmeta.k8s.io/v1:ObjectMeta spec:2.emReplicaSetSpec status:3.emReplicaSetStatus
ReplicaSetCondition type:1.-s status:2.-s lastTransitionTime:3.eT reason:4.es message:5.es
!ReplicaSetList metadata:1.emmeta.k8s.io/v1:ListMeta items:2*-mReplicaSet
ReplicaSetSpec replicas:1?ei minReadySeconds:4.ei selector:2?-mmeta.k8s.io/v1:LabelSelector template:3.emv1:PodTemplateSpec
ReplicaSetStatus replicas:1.-i fullyLabeledReplicas:2.ei readyReplicas:4.ei availableReplicas:5.ei terminatingReplicas:7?ei observedGeneration:3.el conditions:6*emReplicaSetCondition
RollingUpdateDaemonSet maxUnavailable:1?eI maxSurge:2?eI
RollingUpdateDeployment maxUnavailable:1?eI maxSurge:2?eI
RollingUpdateStatefulSetStrategy partition:1?ei maxUnavailable:2?eI
!Scale metadata:1.emmeta.k8s.io/v1:ObjectMeta spec:2.emScaleSpec status:3.emScaleStatus
ScaleSpec replicas:1.ei
ScaleStatus replicas:1.-i selector:2%es targetSelector:3.es
!StatefulSet metadata:1.emmeta.k8s.io/v1:ObjectMeta spec:2.emStatefulSetSpec status:3.emStatefulSetStatus
StatefulSetCondition type:1.-s status:2.-s lastTransitionTime:3.eT reason:4.es message:5.es
!StatefulSetList metadata:1.emmeta.k8s.io/v1:ListMeta items:2*-mStatefulSet
StatefulSetOrdinals start:1.-i
StatefulSetPersistentVolumeClaimRetentionPolicy whenDeleted:1.es whenScaled:2.es
StatefulSetSpec replicas:1?ei selector:2?-mmeta.k8s.io/v1:LabelSelector template:3.-mv1:PodTemplateSpec volumeClaimTemplates:4*emv1:PersistentVolumeClaim serviceName:5.-s podManagementPolicy:6.es updateStrategy:7.emStatefulSetUpdateStrategy revisionHistoryLimit:8?ei minReadySeconds:9.ei persistentVolumeClaimRetentionPolicy:10?emStatefulSetPersistentVolumeClaimRetentionPolicy ordinals:11?emStatefulSetOrdinals
StatefulSetStatus observedGeneration:1.el replicas:2.-i readyReplicas:3.ei currentReplicas:4.ei updatedReplicas:5.ei currentRevision:6.es updateRevision:7.es collisionCount:9?ei conditions:10*emStatefulSetCondition availableReplicas:11.-i
StatefulSetUpdateStrategy type:1.es rollingUpdate:2?emRollingUpdateStatefulSetStrategy`,
  'authentication.k8s.io/v1': `
BoundObjectReference kind:1.es apiVersion:2.es name:3.es uid:4.es
!SelfSubjectReview metadata:1.emmeta.k8s.io/v1:ObjectMeta status:2.emSelfSubjectReviewStatus
SelfSubjectReviewStatus userInfo:1.emUserInfo
!TokenRequest metadata:1.emmeta.k8s.io/v1:ObjectMeta spec:2.-mTokenRequestSpec status:3.emTokenRequestStatus
TokenRequestSpec audiences:1*-s expirationSeconds:4?-l boundObjectRef:3?-mBoundObjectReference
TokenRequestStatus token:1.-s expirationTimestamp:2.-T
!TokenReview metadata:1.emmeta.k8s.io/v1:ObjectMeta spec:2.-mTokenReviewSpec status:3.emTokenReviewStatus
TokenReviewSpec token:1.es audiences:2*es
TokenReviewStatus authenticated:1.eb user:2.emUserInfo audiences:4*es error:3.es
UserInfo username:1.es uid:2.es groups:3*es extra:4%eV`,
  'authentication.k8s.io/v1beta1': `
!SelfSubjectReview metadata:1.emmeta.k8s.io/v1:ObjectMeta status:2.emSelfSubjectReviewStatus
SelfSubjectReviewStatus userInfo:1.emauthentication.k8s.io/v1:UserInfo
!TokenReview metadata:1.emmeta.k8s.io/v1:ObjectMeta spec:2.-mTokenReviewSpec status:3.emTokenReviewStatus
TokenReviewSpec token:1.es audiences:2*es
TokenReviewStatus authenticated:1.eb user:2.emUserInfo audiences:4*es error:3.es
UserInfo username:1.es uid:2.es groups:3*es extra:4%eV`,
  'authorization.k8s.io/v1': `
FieldSelectorAttributes rawSelector:1.es requirements:2*emmeta.k8s.io/v1:FieldSelectorRequirement
LabelSelectorAttributes rawSelector:1.es requirements:2*emmeta.k8s.io/v1:LabelSelectorRequirement
!LocalSubjectAccessReview metadata:1.emmeta.k8s.io/v1:ObjectMeta spec:2.-mSubjectAccessReviewSpec status:3.emSubjectAccessReviewStatus
NonResourceAttributes path:1.es verb:2.es
NonResourceRule verbs:1*-s nonResourceURLs:2*es
ResourceAttributes namespace:1.es verb:2.es group:3.es version:4.es resource:5.es subresource:6.es name:7.es fieldSelector:8?emFieldSelectorAttributes labelSelector:9?emLabelSelectorAttributes
ResourceRule verbs:1*-s apiGroups:2*es resources:3*es resourceNames:4*es
!SelfSubjectAccessReview metadata:1.emmeta.k8s.io/v1:ObjectMeta spec:2.-mSelfSubjectAccessReviewSpec status:3.emSubjectAccessReviewStatus
SelfSubjectAccessReviewSpec resourceAttributes:1?emResourceAttributes nonResourceAttributes:2?emNonResourceAttributes
!SelfSubjectRulesReview metadata:1.emmeta.k8s.io/v1:ObjectMeta spec:2.-mSelfSubjectRulesReviewSpec status:3.emSubjectRulesReviewStatus
SelfSubjectRulesReviewSpec namespace:1.es
!SubjectAccessReview metadata:1.emmeta.k8s.io/v1:ObjectMeta spec:2.-mSubjectAccessReviewSpec status:3.emSubjectAccessReviewStatus
SubjectAccessReviewSpec resourceAttributes:1?emResourceAttributes nonResourceAttributes:2?emNonResourceAttributes user:3.es groups:4*es extra:5%eV uid:6.es
SubjectAccessReviewStatus allowed:1.-b denied:4.eb reason:2.es evaluationError:3.es
SubjectRulesReviewStatus resourceRules:1*-mResourceRule nonResourceRules:2*-mNonResourceRule incomplete:3.-b evaluationError:4.es`,
  'authorization.k8s.io/v1beta1': `
!LocalSubjectAccessReview metadata:1.emmeta.k8s.io/v1:ObjectMeta spec:2.-mSubjectAccessReviewSpec status:3.emSubjectAccessReviewStatus
NonResourceAttributes path:1.es verb:2.es
NonResourceRule verbs:1*-s nonResourceURLs:2*es
ResourceAttributes namespace:1.es verb:2.es group:3.es version:4.es resource:5.es subresource:6.es name:7.es fieldSelector:8?emauthorization.k8s.io/v1:FieldSelectorAttributes labelSelector:9?emauthorization.k8s.io/v1:LabelSelectorAttributes
ResourceRule verbs:1*-s apiGroups:2*es resources:3*es resourceNames:4*es
!SelfSubjectAccessReview metadata:1.emmeta.k8s.io/v1:ObjectMeta spec:2.-mSelfSubjectAccessReviewSpec status:3.emSubjectAccessReviewStatus
SelfSubjectAccessReviewSpec resourceAttributes:1?emResourceAttributes nonResourceAttributes:2?emNonResourceAttributes
!SelfSubjectRulesReview metadata:1.emmeta.k8s.io/v1:ObjectMeta spec:2.-mSelfSubjectRulesReviewSpec status:3.emSubjectRulesReviewStatus
SelfSubjectRulesReviewSpec namespace:1.es
!SubjectAccessReview metadata:1.emmeta.k8s.io/v1:ObjectMeta spec:2.-mSubjectAccessReviewSpec status:3.emSubjectAccessReviewStatus
SubjectAccessReviewSpec resourceAttributes:1?emResourceAttributes nonResourceAttributes:2?emNonResourceAttributes user:3.es group:4*es extra:5%eV uid:6.es
SubjectAccessReviewStatus allowed:1.-b denied:4.eb reason:2.es evaluationError:3.es
SubjectRulesReviewStatus resourceRules:1*-mResourceRule nonResourceRules:2*-mNonResourceRule incomplete:3.-b evaluationError:4.es`,
  'autoscaling/v1': `
CrossVersionObjectReference kind:1.-s name:2.-s apiVersion:3.es
!HorizontalPodAutoscaler metadata:1.emmeta.k8s.io/v1:ObjectMeta spec:2.emHorizontalPodAutoscalerSpec status:3.emHorizontalPodAutoscalerStatus
!HorizontalPodAutoscalerList metadata:1.emmeta.k8s.io/v1:ListMeta items:2*-mHorizontalPodAutoscaler
HorizontalPodAutoscalerSpec scaleTargetRef:1.-mCrossVersionObjectReference minReplicas:2?ei maxReplicas:3.-i targetCPUUtilizationPercentage:4?ei
HorizontalPodAutoscalerStatus observedGeneration:1?el lastScaleTime:2?eT currentReplicas:3.-i desiredReplicas:4.-i currentCPUUtilizationPercentage:5?ei
!Scale metadata:1.emmeta.k8s.io/v1:ObjectMeta spec:2.emScaleSpec status:3.emScaleStatus
ScaleSpec replicas:1.ei
ScaleStatus replicas:1.-i selector:2.es`,
  'autoscaling/v2': `
ContainerResourceMetricSource name:1.-s target:2.-mMetricTarget container:3.-s
ContainerResourceMetricStatus name:1.-s current:2.-mMetricValueStatus container:3.-s
CrossVersionObjectReference kind:1.-s name:2.-s apiVersion:3.es
ExternalMetricSource metric:1.-mMetricIdentifier target:2.-mMetricTarget
ExternalMetricStatus metric:1.-mMetricIdentifier current:2.-mMetricValueStatus
HPAScalingPolicy type:1.-s value:2.-i periodSeconds:3.-i
HPAScalingRules stabilizationWindowSeconds:3?ei selectPolicy:1?es policies:2*emHPAScalingPolicy tolerance:4?eQ
!HorizontalPodAutoscaler metadata:1.emmeta.k8s.io/v1:ObjectMeta spec:2.emHorizontalPodAutoscalerSpec status:3.emHorizontalPodAutoscalerStatus
HorizontalPodAutoscalerBehavior scaleUp:1?emHPAScalingRules scaleDown:2?emHPAScalingRules
HorizontalPodAutoscalerCondition type:1.-s status:2.-s lastTransitionTime:3.eT reason:4.es message:5.es
!HorizontalPodAutoscalerList metadata:1.emmeta.k8s.io/v1:ListMeta items:2*-mHorizontalPodAutoscaler
HorizontalPodAutoscalerSpec scaleTargetRef:1.-mCrossVersionObjectReference minReplicas:2?ei maxReplicas:3.-i metrics:4*emMetricSpec behavior:5?emHorizontalPodAutoscalerBehavior
HorizontalPodAutoscalerStatus observedGeneration:1?el lastScaleTime:2?eT currentReplicas:3.ei desiredReplicas:4.-i currentMetrics:5*-mMetricStatus conditions:6*emHorizontalPodAutoscalerCondition
MetricIdentifier name:1.-s selector:2?emmeta.k8s.io/v1:LabelSelector
MetricSpec type:1.-s object:2?emObjectMetricSource pods:3?emPodsMetricSource resource:4?emResourceMetricSource containerResource:7?emContainerResourceMetricSource external:5?emExternalMetricSource
MetricStatus type:1.-s object:2?emObjectMetricStatus pods:3?emPodsMetricStatus resource:4?emResourceMetricStatus containerResource:7?emContainerResourceMetricStatus external:5?emExternalMetricStatus
MetricTarget type:1.-s value:2?eQ averageValue:3?eQ averageUtilization:4?ei
MetricValueStatus value:1?eQ averageValue:2?eQ averageUtilization:3?ei
ObjectMetricSource describedObject:1.-mCrossVersionObjectReference target:2.-mMetricTarget metric:3.-mMetricIdentifier
ObjectMetricStatus metric:1.-mMetricIdentifier current:2.-mMetricValueStatus describedObject:3.-mCrossVersionObjectReference
PodsMetricSource metric:1.-mMetricIdentifier target:2.-mMetricTarget
PodsMetricStatus metric:1.-mMetricIdentifier current:2.-mMetricValueStatus
ResourceMetricSource name:1.-s target:2.-mMetricTarget
ResourceMetricStatus name:1.-s current:2.-mMetricValueStatus`,
  'batch/v1': `
!CronJob metadata:1.emmeta.k8s.io/v1:ObjectMeta spec:2.emCronJobSpec status:3.emCronJobStatus
!CronJobList metadata:1.emmeta.k8s.io/v1:ListMeta items:2*-mCronJob
CronJobSpec schedule:1.-s timeZone:8?es startingDeadlineSeconds:2?el concurrencyPolicy:3.es suspend:4?eb jobTemplate:5.-mJobTemplateSpec successfulJobsHistoryLimit:6?ei failedJobsHistoryLimit:7?ei
CronJobStatus active:1*emv1:ObjectReference lastScheduleTime:4?eT lastSuccessfulTime:5?eT
!Job metadata:1.emmeta.k8s.io/v1:ObjectMeta spec:2.emJobSpec status:3.emJobStatus
JobCondition type:1.-s status:2.-s lastProbeTime:3.eT lastTransitionTime:4.eT reason:5.es message:6.es
!JobList metadata:1.emmeta.k8s.io/v1:ListMeta items:2*-mJob
JobSpec parallelism:1?ei completions:2?ei activeDeadlineSeconds:3?el podFailurePolicy:11?emPodFailurePolicy successPolicy:16?emSuccessPolicy backoffLimit:7?ei backoffLimitPerIndex:12?ei maxFailedIndexes:13?ei selector:4?emmeta.k8s.io/v1:LabelSelector manualSelector:5?eb template:6.-mv1:PodTemplateSpec ttlSecondsAfterFinished:8?ei completionMode:9?es suspend:10?eb podReplacementPolicy:14?es managedBy:15?es
JobStatus conditions:1*emJobCondition startTime:2?eT completionTime:3?eT active:4.ei succeeded:5.ei failed:6.ei terminating:11?ei completedIndexes:7.es failedIndexes:10?es uncountedTerminatedPods:8?emUncountedTerminatedPods ready:9?ei
JobTemplateSpec metadata:1.emmeta.k8s.io/v1:ObjectMeta spec:2.emJobSpec
PodFailurePolicy rules:1*-mPodFailurePolicyRule
PodFailurePolicyOnExitCodesRequirement containerName:1?es operator:2.-s values:3*-i
PodFailurePolicyOnPodConditionsPattern type:1.-s status:2.-s
PodFailurePolicyRule action:1.-s onExitCodes:2?emPodFailurePolicyOnExitCodesRequirement onPodConditions:3*emPodFailurePolicyOnPodConditionsPattern
SuccessPolicy rules:1*-mSuccessPolicyRule
SuccessPolicyRule succeededIndexes:1?es succeededCount:2?ei
UncountedTerminatedPods succeeded:1*es failed:2*es`,
  'batch/v1beta1': `
!CronJob metadata:1.emmeta.k8s.io/v1:ObjectMeta spec:2.emCronJobSpec status:3.emCronJobStatus
!CronJobList metadata:1.emmeta.k8s.io/v1:ListMeta items:2*-mCronJob
CronJobSpec schedule:1.-s timeZone:8?es startingDeadlineSeconds:2?el concurrencyPolicy:3.es suspend:4?eb jobTemplate:5.-mJobTemplateSpec successfulJobsHistoryLimit:6?ei failedJobsHistoryLimit:7?ei
CronJobStatus active:1*emv1:ObjectReference lastScheduleTime:4?eT lastSuccessfulTime:5?eT
JobTemplateSpec metadata:1.emmeta.k8s.io/v1:ObjectMeta spec:2.embatch/v1:JobSpec`,
  'certificates.k8s.io/v1': `
!CertificateSigningRequest metadata:1.emmeta.k8s.io/v1:ObjectMeta spec:2.-mCertificateSigningRequestSpec status:3.emCertificateSigningRequestStatus
CertificateSigningRequestCondition type:1.-s status:6.-s reason:2.es message:3.es lastUpdateTime:4.eT lastTransitionTime:5.eT
!CertificateSigningRequestList metadata:1.emmeta.k8s.io/v1:ListMeta items:2*-mCertificateSigningRequest
CertificateSigningRequestSpec request:1?-y signerName:7.-s expirationSeconds:8?ei usages:5*es username:2.es uid:3.es groups:4*es extra:6%eV
CertificateSigningRequestStatus conditions:1*emCertificateSigningRequestCondition certificate:2?ey`,
  'certificates.k8s.io/v1alpha1': `
!ClusterTrustBundle metadata:1.emmeta.k8s.io/v1:ObjectMeta spec:2.-mClusterTrustBundleSpec
!ClusterTrustBundleList metadata:1.emmeta.k8s.io/v1:ListMeta items:2*-mClusterTrustBundle
ClusterTrustBundleSpec signerName:1.es trustBundle:2.-s`,
  'certificates.k8s.io/v1beta1': `
!CertificateSigningRequest metadata:1.emmeta.k8s.io/v1:ObjectMeta spec:2.-mCertificateSigningRequestSpec status:3.emCertificateSigningRequestStatus
CertificateSigningRequestCondition type:1.-s status:6.-s reason:2.es message:3.es lastUpdateTime:4.eT lastTransitionTime:5.eT
!CertificateSigningRequestList metadata:1.emmeta.k8s.io/v1:ListMeta items:2*-mCertificateSigningRequest
CertificateSigningRequestSpec request:1?-y signerName:7?es expirationSeconds:8?ei usages:5*es username:2.es uid:3.es groups:4*es extra:6%eV
CertificateSigningRequestStatus conditions:1*emCertificateSigningRequestCondition certificate:2?ey
!ClusterTrustBundle metadata:1.emmeta.k8s.io/v1:ObjectMeta spec:2.-mClusterTrustBundleSpec
!ClusterTrustBundleList metadata:1.emmeta.k8s.io/v1:ListMeta items:2*-mClusterTrustBundle
ClusterTrustBundleSpec signerName:1.es trustBundle:2.-s
!PodCertificateRequest metadata:1.emmeta.k8s.io/v1:ObjectMeta spec:2.-mPodCertificateRequestSpec status:3.emPodCertificateRequestStatus
!PodCertificateRequestList metadata:1.emmeta.k8s.io/v1:ListMeta items:2*-mPodCertificateRequest
PodCertificateRequestSpec signerName:1.-s podName:2.-s podUID:3.-s serviceAccountName:4.-s serviceAccountUID:5.-s nodeName:6.-s nodeUID:7.-s maxExpirationSeconds:8?ei pkixPublicKey:9?-y proofOfPossession:10?-y stubPKCS10Request:12?-y unverifiedUserAnnotations:11%es
PodCertificateRequestStatus conditions:1*emmeta.k8s.io/v1:Condition certificateChain:2.es notBefore:4?eT beginRefreshAt:5?eT notAfter:6?eT`,
  'coordination.k8s.io/v1': `
!Lease metadata:1.emmeta.k8s.io/v1:ObjectMeta spec:2.emLeaseSpec
!LeaseList metadata:1.emmeta.k8s.io/v1:ListMeta items:2*-mLease
LeaseSpec holderIdentity:1?es leaseDurationSeconds:2?ei acquireTime:3?eM renewTime:4?eM leaseTransitions:5?ei strategy:6?es preferredHolder:7?es`,
  'coordination.k8s.io/v1alpha2': `
!LeaseCandidate metadata:1.emmeta.k8s.io/v1:ObjectMeta spec:2.emLeaseCandidateSpec
!LeaseCandidateList metadata:1.emmeta.k8s.io/v1:ListMeta items:2*-mLeaseCandidate
LeaseCandidateSpec leaseName:1.-s pingTime:2?eM renewTime:3?eM binaryVersion:4.-s emulationVersion:5.es strategy:6.es`,
  'coordination.k8s.io/v1beta1': `
!Lease metadata:1.emmeta.k8s.io/v1:ObjectMeta spec:2.emLeaseSpec
!LeaseCandidate metadata:1.emmeta.k8s.io/v1:ObjectMeta spec:2.emLeaseCandidateSpec
!LeaseCandidateList metadata:1.emmeta.k8s.io/v1:ListMeta items:2*-mLeaseCandidate
LeaseCandidateSpec leaseName:1.-s pingTime:2?eM renewTime:3?eM binaryVersion:4.-s emulationVersion:5.es strategy:6.es
!LeaseList metadata:1.emmeta.k8s.io/v1:ListMeta items:2*-mLease
LeaseSpec holderIdentity:1?es leaseDurationSeconds:2?ei acquireTime:3?eM renewTime:4?eM leaseTransitions:5?ei strategy:6?es preferredHolder:7?es`,
  'v1': `
AWSElasticBlockStoreVolumeSource volumeID:1.-s fsType:2.es partition:3.ei readOnly:4.eb
Affinity nodeAffinity:1?emNodeAffinity podAffinity:2?emPodAffinity podAntiAffinity:3?emPodAntiAffinity
AppArmorProfile type:1.-s localhostProfile:2?es
AttachedVolume name:1.-s devicePath:2.-s
AzureDiskVolumeSource diskName:1.-s diskURI:2.-s cachingMode:3?es fsType:4?es readOnly:5?eb kind:6?es
AzureFilePersistentVolumeSource secretName:1.-s shareName:2.-s readOnly:3.eb secretNamespace:4?-s
AzureFileVolumeSource secretName:1.-s shareName:2.-s readOnly:3.eb
!Binding metadata:1.emmeta.k8s.io/v1:ObjectMeta target:2.-mObjectReference
CSIPersistentVolumeSource driver:1.-s volumeHandle:2.-s readOnly:3.eb fsType:4.es volumeAttributes:5%es controllerPublishSecretRef:6?emSecretReference nodeStageSecretRef:7?emSecretReference nodePublishSecretRef:8?emSecretReference controllerExpandSecretRef:9?emSecretReference nodeExpandSecretRef:10?emSecretReference
CSIVolumeSource driver:1.-s readOnly:2?eb fsType:3?es volumeAttributes:4%es nodePublishSecretRef:5?emLocalObjectReference
Capabilities add:1*es drop:2*es
CephFSPersistentVolumeSource monitors:1*-s path:2.es user:3.es secretFile:4.es secretRef:5?emSecretReference readOnly:6.eb
CephFSVolumeSource monitors:1*-s path:2.es user:3.es secretFile:4.es secretRef:5?emLocalObjectReference readOnly:6.eb
CinderPersistentVolumeSource volumeID:1.-s fsType:2.es readOnly:3.eb secretRef:4?emSecretReference
CinderVolumeSource volumeID:1.-s fsType:2.es readOnly:3.eb secretRef:4?emLocalObjectReference
ClientIPConfig timeoutSeconds:1?ei
ClusterTrustBundleProjection name:1?es signerName:2?es labelSelector:3?emmeta.k8s.io/v1:LabelSelector optional:5?eb path:4.-s
ComponentCondition type:1.-s status:2.-s message:3.es error:4.es
!ComponentStatus metadata:1.emmeta.k8s.io/v1:ObjectMeta conditions:2*emComponentCondition
!ComponentStatusList metadata:1.emmeta.k8s.io/v1:ListMeta items:2*-mComponentStatus
!ConfigMap metadata:1.emmeta.k8s.io/v1:ObjectMeta immutable:4?eb data:2%es binaryData:3%ey
ConfigMapEnvSource :1.-mLocalObjectReference optional:2?eb
ConfigMapKeySelector :1.-mLocalObjectReference key:2.-s optional:3?eb
!ConfigMapList metadata:1.emmeta.k8s.io/v1:ListMeta items:2*-mConfigMap
ConfigMapNodeConfigSource namespace:1.-s name:2.-s uid:3.es resourceVersion:4.es kubeletConfigKey:5.-s
ConfigMapProjection :1.-mLocalObjectReference items:2*emKeyToPath optional:4?eb
ConfigMapVolumeSource :1.-mLocalObjectReference items:2*emKeyToPath defaultMode:3?ei optional:4?eb
Container name:1.-s image:2.es command:3*es args:4*es workingDir:5.es ports:6*emContainerPort envFrom:19*emEnvFromSource env:7*emEnvVar resources:8.emResourceRequirements resizePolicy:23*emContainerResizePolicy restartPolicy:24?es restartPolicyRules:25*emContainerRestartRule volumeMounts:9*emVolumeMount volumeDevices:21*emVolumeDevice livenessProbe:10?emProbe readinessProbe:11?emProbe startupProbe:22?emProbe lifecycle:12?emLifecycle terminationMessagePath:13.es terminationMessagePolicy:20.es imagePullPolicy:14.es securityContext:15?emSecurityContext stdin:16.eb stdinOnce:17.eb tty:18.eb
ContainerExtendedResourceRequest containerName:1.-s resourceName:2.-s requestName:3.-s
ContainerImage names:1*-s sizeBytes:2.el
ContainerPort name:1.es hostPort:2.ei containerPort:3.-i protocol:4.es hostIP:5.es
ContainerResizePolicy resourceName:1.-s restartPolicy:2.-s
ContainerRestartRule action:1.es exitCodes:2?emContainerRestartRuleOnExitCodes
ContainerRestartRuleOnExitCodes operator:1.es values:2*ei
ContainerState waiting:1?emContainerStateWaiting running:2?emContainerStateRunning terminated:3?emContainerStateTerminated
ContainerStateRunning startedAt:1.eT
ContainerStateTerminated exitCode:1.-i signal:2.ei reason:3.es message:4.es startedAt:5.eT finishedAt:6.eT containerID:7.es
ContainerStateWaiting reason:1.es message:2.es
ContainerStatus name:1.-s state:2.emContainerState lastState:3.emContainerState ready:4.-b restartCount:5.-i image:6.-s imageID:7.-s containerID:8.es started:9?eb allocatedResources:10%eQ resources:11?emResourceRequirements volumeMounts:12*emVolumeMountStatus user:13?emContainerUser allocatedResourcesStatus:14*emResourceStatus stopSignal:15?es
ContainerUser linux:1?emLinuxContainerUser
DaemonEndpoint Port:1.-i
DownwardAPIProjection items:1*emDownwardAPIVolumeFile
DownwardAPIVolumeFile path:1.-s fieldRef:2?emObjectFieldSelector resourceFieldRef:3?emResourceFieldSelector mode:4?ei
DownwardAPIVolumeSource items:1*emDownwardAPIVolumeFile defaultMode:2?ei
EmptyDirVolumeSource medium:1.es sizeLimit:2?eQ
EndpointAddress ip:1.-s hostname:3.es nodeName:4?es targetRef:2?emObjectReference
EndpointPort name:1.es port:2.-i protocol:3.es appProtocol:4?es
EndpointSubset addresses:1*emEndpointAddress notReadyAddresses:2*emEndpointAddress ports:3*emEndpointPort
!Endpoints metadata:1.emmeta.k8s.io/v1:ObjectMeta subsets:2*emEndpointSubset
!EndpointsList metadata:1.emmeta.k8s.io/v1:ListMeta items:2*-mEndpoints
EnvFromSource prefix:1.es configMapRef:2?emConfigMapEnvSource secretRef:3?emSecretEnvSource
EnvVar name:1.-s value:2.es valueFrom:3?emEnvVarSource
EnvVarSource fieldRef:1?emObjectFieldSelector resourceFieldRef:2?emResourceFieldSelector configMapKeyRef:3?emConfigMapKeySelector secretKeyRef:4?emSecretKeySelector fileKeyRef:5?emFileKeySelector
EphemeralContainer :1.-mEphemeralContainerCommon targetContainerName:2.es
EphemeralContainerCommon name:1.-s image:2.es command:3*es args:4*es workingDir:5.es ports:6*emContainerPort envFrom:19*emEnvFromSource env:7*emEnvVar resources:8.emResourceRequirements resizePolicy:23*emContainerResizePolicy restartPolicy:24?es restartPolicyRules:25*emContainerRestartRule volumeMounts:9*emVolumeMount volumeDevices:21*emVolumeDevice livenessProbe:10?emProbe readinessProbe:11?emProbe startupProbe:22?emProbe lifecycle:12?emLifecycle terminationMessagePath:13.es terminationMessagePolicy:20.es imagePullPolicy:14.es securityContext:15?emSecurityContext stdin:16.eb stdinOnce:17.eb tty:18.eb
EphemeralVolumeSource volumeClaimTemplate:1?emPersistentVolumeClaimTemplate
!Event metadata:1.-mmeta.k8s.io/v1:ObjectMeta involvedObject:2.-mObjectReference reason:3.es message:4.es source:5.emEventSource firstTimestamp:6.eT lastTimestamp:7.eT count:8.ei type:9.es eventTime:10.eM series:11?emEventSeries action:12.es related:13?emObjectReference reportingComponent:14.-s reportingInstance:15.-s
!EventList metadata:1.emmeta.k8s.io/v1:ListMeta items:2*-mEvent
EventSeries count:1.ei lastObservedTime:2.eM
EventSource component:1.es host:2.es
ExecAction command:1*es
FCVolumeSource targetWWNs:1*es lun:2?ei fsType:3.es readOnly:4.eb wwids:5*es
FileKeySelector volumeName:1.-s path:2.-s key:3.-s optional:4?eb
FlexPersistentVolumeSource driver:1.-s fsType:2.es secretRef:3?emSecretReference readOnly:4.eb options:5%es
FlexVolumeSource driver:1.-s fsType:2.es secretRef:3?emLocalObjectReference readOnly:4.eb options:5%es
FlockerVolumeSource datasetName:1.es datasetUUID:2.es
GCEPersistentDiskVolumeSource pdName:1.-s fsType:2.es partition:3.ei readOnly:4.eb
GRPCAction port:1.-i service:2?-s
GitRepoVolumeSource repository:1.-s revision:2.es directory:3.es
GlusterfsPersistentVolumeSource endpoints:1.-s path:2.-s readOnly:3.eb endpointsNamespace:4?es
GlusterfsVolumeSource endpoints:1.-s path:2.-s readOnly:3.eb
HTTPGetAction path:1.es port:2.-I host:3.es scheme:4.es httpHeaders:5*emHTTPHeader
HTTPHeader name:1.-s value:2.-s
HostAlias ip:1.-s hostnames:2*es
HostIP ip:1.-s
HostPathVolumeSource path:1.-s type:2?es
ISCSIPersistentVolumeSource targetPortal:1.-s iqn:2.-s lun:3.-i iscsiInterface:4.es fsType:5.es readOnly:6.eb portals:7*es chapAuthDiscovery:8.eb chapAuthSession:11.eb secretRef:10?emSecretReference initiatorName:12?es
ISCSIVolumeSource targetPortal:1.-s iqn:2.-s lun:3.-i iscsiInterface:4.es fsType:5.es readOnly:6.eb portals:7*es chapAuthDiscovery:8.eb chapAuthSession:11.eb secretRef:10?emLocalObjectReference initiatorName:12?es
ImageVolumeSource reference:1.es pullPolicy:2.es
ImageVolumeStatus imageRef:1.es
KeyToPath key:1.-s path:2.-s mode:3?ei
Lifecycle postStart:1?emLifecycleHandler preStop:2?emLifecycleHandler stopSignal:3?es
LifecycleHandler exec:1?emExecAction httpGet:2?emHTTPGetAction tcpSocket:3?emTCPSocketAction sleep:4?emSleepAction
!LimitRange metadata:1.emmeta.k8s.io/v1:ObjectMeta spec:2.emLimitRangeSpec
LimitRangeItem type:1.-s max:2%eQ min:3%eQ default:4%eQ defaultRequest:5%eQ maxLimitRequestRatio:6%eQ
!LimitRangeList metadata:1.emmeta.k8s.io/v1:ListMeta items:2*-mLimitRange
LimitRangeSpec limits:1*-mLimitRangeItem
LinuxContainerUser uid:1.-l gid:2.-l supplementalGroups:3*el
!List metadata:1.emmeta.k8s.io/v1:ListMeta items:2*-R
LoadBalancerIngress ip:1.es hostname:2.es ipMode:3?es ports:4*emPortStatus
LoadBalancerStatus ingress:1*emLoadBalancerIngress
LocalObjectReference name:1.es
LocalVolumeSource path:1.-s fsType:2?es
ModifyVolumeStatus targetVolumeAttributesClassName:1.es status:2.-s
NFSVolumeSource server:1.-s path:2.-s readOnly:3.eb
!Namespace metadata:1.emmeta.k8s.io/v1:ObjectMeta spec:2.emNamespaceSpec status:3.emNamespaceStatus
NamespaceCondition type:1.-s status:2.-s lastTransitionTime:4.eT reason:5.es message:6.es
!NamespaceList metadata:1.emmeta.k8s.io/v1:ListMeta items:2*-mNamespace
NamespaceSpec finalizers:1*es
NamespaceStatus phase:1.es conditions:2*emNamespaceCondition
!Node metadata:1.emmeta.k8s.io/v1:ObjectMeta spec:2.emNodeSpec status:3.emNodeStatus
NodeAddress type:1.-s address:2.-s
NodeAffinity requiredDuringSchedulingIgnoredDuringExecution:1?emNodeSelector preferredDuringSchedulingIgnoredDuringExecution:2*emPreferredSchedulingTerm
NodeAllocatableResourceClaimStatus resourceClaimName:1.-s containers:2*es resources:3%-Q
NodeCondition type:1.-s status:2.-s lastHeartbeatTime:3.eT lastTransitionTime:4.eT reason:5.es message:6.es
NodeConfigSource configMap:2?emConfigMapNodeConfigSource
NodeConfigStatus assigned:1?emNodeConfigSource active:2?emNodeConfigSource lastKnownGood:3?emNodeConfigSource error:4.es
NodeDaemonEndpoints kubeletEndpoint:1.emDaemonEndpoint
NodeFeatures supplementalGroupsPolicy:1?eb
!NodeList metadata:1.emmeta.k8s.io/v1:ListMeta items:2*-mNode
!NodeProxyOptions path:1.es
NodeRuntimeHandler name:1.-s features:2?emNodeRuntimeHandlerFeatures
NodeRuntimeHandlerFeatures recursiveReadOnlyMounts:1?eb userNamespaces:2?eb
NodeSelector nodeSelectorTerms:1*-mNodeSelectorTerm
NodeSelectorRequirement key:1.-s operator:2.-s values:3*es
NodeSelectorTerm matchExpressions:1*emNodeSelectorRequirement matchFields:2*emNodeSelectorRequirement
NodeSpec podCIDR:1.es podCIDRs:7*es providerID:3.es unschedulable:4.eb taints:5*emTaint configSource:6?emNodeConfigSource externalID:2.es
NodeStatus capacity:1%eQ allocatable:2%eQ phase:3.es conditions:4*emNodeCondition addresses:5*emNodeAddress daemonEndpoints:6.emNodeDaemonEndpoints nodeInfo:7.emNodeSystemInfo images:8*emContainerImage volumesInUse:9*es volumesAttached:10*emAttachedVolume config:11?emNodeConfigStatus runtimeHandlers:12*emNodeRuntimeHandler features:13?emNodeFeatures declaredFeatures:14*es
NodeSwapStatus capacity:1?el
NodeSystemInfo machineID:1.-s systemUUID:2.-s bootID:3.-s kernelVersion:4.-s osImage:5.-s containerRuntimeVersion:6.-s kubeletVersion:7.-s kubeProxyVersion:8.-s operatingSystem:9.-s architecture:10.-s swap:11?emNodeSwapStatus
ObjectFieldSelector apiVersion:1.es fieldPath:2.-s
ObjectReference kind:1.es namespace:2.es name:3.es uid:4.es apiVersion:5.es resourceVersion:6.es fieldPath:7.es
!PersistentVolume metadata:1.emmeta.k8s.io/v1:ObjectMeta spec:2.emPersistentVolumeSpec status:3.emPersistentVolumeStatus
!PersistentVolumeClaim metadata:1.emmeta.k8s.io/v1:ObjectMeta spec:2.emPersistentVolumeClaimSpec status:3.emPersistentVolumeClaimStatus
PersistentVolumeClaimCondition type:1.-s status:2.-s lastProbeTime:3.eT lastTransitionTime:4.eT reason:5.es message:6.es
!PersistentVolumeClaimList metadata:1.emmeta.k8s.io/v1:ListMeta items:2*-mPersistentVolumeClaim
PersistentVolumeClaimSpec accessModes:1*es selector:4?emmeta.k8s.io/v1:LabelSelector resources:2.emVolumeResourceRequirements volumeName:3.es storageClassName:5?es volumeMode:6?es dataSource:7?emTypedLocalObjectReference dataSourceRef:8?emTypedObjectReference volumeAttributesClassName:9?es
PersistentVolumeClaimStatus phase:1.es accessModes:2*es capacity:3%eQ conditions:4*emPersistentVolumeClaimCondition allocatedResources:5%eQ allocatedResourceStatuses:7%es currentVolumeAttributesClassName:8?es modifyVolumeStatus:9?emModifyVolumeStatus
PersistentVolumeClaimTemplate metadata:1.emmeta.k8s.io/v1:ObjectMeta spec:2.-mPersistentVolumeClaimSpec
PersistentVolumeClaimVolumeSource claimName:1.-s readOnly:2.eb
!PersistentVolumeList metadata:1.emmeta.k8s.io/v1:ListMeta items:2*-mPersistentVolume
PersistentVolumeSource gcePersistentDisk:1?emGCEPersistentDiskVolumeSource awsElasticBlockStore:2?emAWSElasticBlockStoreVolumeSource hostPath:3?emHostPathVolumeSource glusterfs:4?emGlusterfsPersistentVolumeSource nfs:5?emNFSVolumeSource rbd:6?emRBDPersistentVolumeSource iscsi:7?emISCSIPersistentVolumeSource cinder:8?emCinderPersistentVolumeSource cephfs:9?emCephFSPersistentVolumeSource fc:10?emFCVolumeSource flocker:11?emFlockerVolumeSource flexVolume:12?emFlexPersistentVolumeSource azureFile:13?emAzureFilePersistentVolumeSource vsphereVolume:14?emVsphereVirtualDiskVolumeSource quobyte:15?emQuobyteVolumeSource azureDisk:16?emAzureDiskVolumeSource photonPersistentDisk:17?emPhotonPersistentDiskVolumeSource portworxVolume:18?emPortworxVolumeSource scaleIO:19?emScaleIOPersistentVolumeSource local:20?emLocalVolumeSource storageos:21?emStorageOSPersistentVolumeSource csi:22?emCSIPersistentVolumeSource
PersistentVolumeSpec capacity:1%eQ :2.-mPersistentVolumeSource accessModes:3*es claimRef:4?emObjectReference persistentVolumeReclaimPolicy:5.es storageClassName:6.es mountOptions:7*es volumeMode:8?es nodeAffinity:9?emVolumeNodeAffinity volumeAttributesClassName:10?es
PersistentVolumeStatus phase:1.es message:2.es reason:3.es lastPhaseTransitionTime:4?eT
PhotonPersistentDiskVolumeSource pdID:1.-s fsType:2.es
!Pod metadata:1.emmeta.k8s.io/v1:ObjectMeta spec:2.emPodSpec status:3.emPodStatus
PodAffinity requiredDuringSchedulingIgnoredDuringExecution:1*emPodAffinityTerm preferredDuringSchedulingIgnoredDuringExecution:2*emWeightedPodAffinityTerm
PodAffinityTerm labelSelector:1?emmeta.k8s.io/v1:LabelSelector namespaces:2*es topologyKey:3.-s namespaceSelector:4?emmeta.k8s.io/v1:LabelSelector matchLabelKeys:5*es mismatchLabelKeys:6*es
PodAntiAffinity requiredDuringSchedulingIgnoredDuringExecution:1*emPodAffinityTerm preferredDuringSchedulingIgnoredDuringExecution:2*emWeightedPodAffinityTerm
!PodAttachOptions stdin:1.eb stdout:2.eb stderr:3.eb tty:4.eb container:5.es
PodCertificateProjection signerName:1.es keyType:2.es maxExpirationSeconds:3?ei credentialBundlePath:4.es keyPath:5.es certificateChainPath:6.es userAnnotations:7%es
PodCondition type:1.-s observedGeneration:7.el status:2.-s lastProbeTime:3.eT lastTransitionTime:4.eT reason:5.es message:6.es
PodDNSConfig nameservers:1*es searches:2*es options:3*emPodDNSConfigOption
PodDNSConfigOption name:1.es value:2?es
!PodExecOptions stdin:1.eb stdout:2.eb stderr:3.eb tty:4.eb container:5.es command:6*-s
PodExtendedResourceClaimStatus requestMappings:1*-mContainerExtendedResourceRequest resourceClaimName:2.-s
PodIP ip:1.-s
!PodList metadata:1.emmeta.k8s.io/v1:ListMeta items:2*-mPod
!PodLogOptions container:1.es follow:2.eb previous:3.eb sinceSeconds:4?el sinceTime:5?eT timestamps:6.eb tailLines:7?el limitBytes:8?el insecureSkipTLSVerifyBackend:9.eb stream:10?es
PodOS name:1.-s
!PodPortForwardOptions ports:1*ei
!PodProxyOptions path:1.es
PodReadinessGate conditionType:1.-s
PodResourceClaim name:1.-s resourceClaimName:3?es resourceClaimTemplateName:4?es
PodResourceClaimStatus name:1.-s resourceClaimName:2?es
PodSchedulingGate name:1.-s
PodSchedulingGroup podGroupName:1?es
PodSecurityContext seLinuxOptions:1?emSELinuxOptions windowsOptions:8?emWindowsSecurityContextOptions runAsUser:2?el runAsGroup:6?el runAsNonRoot:3?eb supplementalGroups:4*el supplementalGroupsPolicy:12?es fsGroup:5?el sysctls:7*emSysctl fsGroupChangePolicy:9?es seccompProfile:10?emSeccompProfile appArmorProfile:11?emAppArmorProfile seLinuxChangePolicy:13?es
PodSpec volumes:1*emVolume initContainers:20*emContainer containers:2*-mContainer ephemeralContainers:34*emEphemeralContainer restartPolicy:3.es terminationGracePeriodSeconds:4?el activeDeadlineSeconds:5?el dnsPolicy:6.es nodeSelector:7%es serviceAccountName:8.es serviceAccount:9.es automountServiceAccountToken:21?eb nodeName:10.es hostNetwork:11.eb hostPID:12.eb hostIPC:13.eb shareProcessNamespace:27?eb securityContext:14?emPodSecurityContext imagePullSecrets:15*emLocalObjectReference hostname:16.es subdomain:17.es affinity:18?emAffinity schedulerName:19.es tolerations:22*emToleration hostAliases:23*emHostAlias priorityClassName:24.es priority:25?ei dnsConfig:26?emPodDNSConfig readinessGates:28*emPodReadinessGate runtimeClassName:29?es enableServiceLinks:30?eb preemptionPolicy:31?es overhead:32%eQ topologySpreadConstraints:33*emTopologySpreadConstraint setHostnameAsFQDN:35?eb os:36?emPodOS hostUsers:37?eb schedulingGates:38*emPodSchedulingGate resourceClaims:39*emPodResourceClaim resources:40?emResourceRequirements hostnameOverride:41?es schedulingGroup:43?emPodSchedulingGroup
PodStatus observedGeneration:17.el phase:1.es conditions:2*emPodCondition message:3.es reason:4.es nominatedNodeName:11.es hostIP:5.es hostIPs:16*emHostIP podIP:6.es podIPs:12*emPodIP startTime:7?eT initContainerStatuses:10*emContainerStatus containerStatuses:8*emContainerStatus qosClass:9.es ephemeralContainerStatuses:13*emContainerStatus resize:14.es resourceClaimStatuses:15*emPodResourceClaimStatus extendedResourceClaimStatus:18?emPodExtendedResourceClaimStatus allocatedResources:19%eQ resources:20?emResourceRequirements nodeAllocatableResourceClaimStatuses:21*emNodeAllocatableResourceClaimStatus
!PodStatusResult metadata:1.emmeta.k8s.io/v1:ObjectMeta status:2.emPodStatus
!PodTemplate metadata:1.emmeta.k8s.io/v1:ObjectMeta template:2.emPodTemplateSpec
!PodTemplateList metadata:1.emmeta.k8s.io/v1:ListMeta items:2*-mPodTemplate
PodTemplateSpec metadata:1.emmeta.k8s.io/v1:ObjectMeta spec:2.emPodSpec
PortStatus port:1.-i protocol:2.-s error:3?es
PortworxVolumeSource volumeID:1.-s fsType:2.es readOnly:3.eb
PreferredSchedulingTerm weight:1.-i preference:2.-mNodeSelectorTerm
Probe :1.-mProbeHandler initialDelaySeconds:2.ei timeoutSeconds:3.ei periodSeconds:4.ei successThreshold:5.ei failureThreshold:6.ei terminationGracePeriodSeconds:7?el
ProbeHandler exec:1?emExecAction httpGet:2?emHTTPGetAction tcpSocket:3?emTCPSocketAction grpc:4?emGRPCAction
ProjectedVolumeSource sources:1*-mVolumeProjection defaultMode:2?ei
QuobyteVolumeSource registry:1.-s volume:2.-s readOnly:3.eb user:4.es group:5.es tenant:6.es
RBDPersistentVolumeSource monitors:1*-s image:2.-s fsType:3.es pool:4.es user:5.es keyring:6.es secretRef:7?emSecretReference readOnly:8.eb
RBDVolumeSource monitors:1*-s image:2.-s fsType:3.es pool:4.es user:5.es keyring:6.es secretRef:7?emLocalObjectReference readOnly:8.eb
!RangeAllocation metadata:1.emmeta.k8s.io/v1:ObjectMeta range:2.-s data:3?-y
!ReplicationController metadata:1.emmeta.k8s.io/v1:ObjectMeta spec:2.emReplicationControllerSpec status:3.emReplicationControllerStatus
ReplicationControllerCondition type:1.-s status:2.-s lastTransitionTime:3.eT reason:4.es message:5.es
!ReplicationControllerList metadata:1.emmeta.k8s.io/v1:ListMeta items:2*-mReplicationController
ReplicationControllerSpec replicas:1?ei minReadySeconds:4.ei selector:2%es template:3?emPodTemplateSpec
ReplicationControllerStatus replicas:1.-i fullyLabeledReplicas:2.ei readyReplicas:4.ei availableReplicas:5.ei observedGeneration:3.el conditions:6*emReplicationControllerCondition
ResourceClaim name:1.-s request:2.es
ResourceFieldSelector containerName:1.es resource:2.-s divisor:3.eQ
ResourceHealth resourceID:1.-s health:2.es message:6?es
!ResourceQuota metadata:1.emmeta.k8s.io/v1:ObjectMeta spec:2.emResourceQuotaSpec status:3.emResourceQuotaStatus
!ResourceQuotaList metadata:1.emmeta.k8s.io/v1:ListMeta items:2*-mResourceQuota
ResourceQuotaSpec hard:1%eQ scopes:2*es scopeSelector:3?emScopeSelector
ResourceQuotaStatus hard:1%eQ used:2%eQ
ResourceRequirements limits:1%eQ requests:2%eQ claims:3*emResourceClaim
ResourceStatus name:1.-s resources:2*emResourceHealth
SELinuxOptions user:1.es role:2.es type:3.es level:4.es
ScaleIOPersistentVolumeSource gateway:1.-s system:2.-s secretRef:3?-mSecretReference sslEnabled:4.eb protectionDomain:5.es storagePool:6.es storageMode:7.es volumeName:8.es fsType:9.es readOnly:10.eb
ScaleIOVolumeSource gateway:1.-s system:2.-s secretRef:3?-mLocalObjectReference sslEnabled:4.eb protectionDomain:5.es storagePool:6.es storageMode:7.es volumeName:8.es fsType:9.es readOnly:10.eb
ScopeSelector matchExpressions:1*emScopedResourceSelectorRequirement
ScopedResourceSelectorRequirement scopeName:1.-s operator:2.-s values:3*es
SeccompProfile type:1.-s localhostProfile:2?es
!Secret metadata:1.emmeta.k8s.io/v1:ObjectMeta immutable:5?eb data:2%ey stringData:4%es type:3.es
SecretEnvSource :1.-mLocalObjectReference optional:2?eb
SecretKeySelector :1.-mLocalObjectReference key:2.-s optional:3?eb
!SecretList metadata:1.emmeta.k8s.io/v1:ListMeta items:2*-mSecret
SecretProjection :1.-mLocalObjectReference items:2*emKeyToPath optional:4?eb
SecretReference name:1.es namespace:2.es
SecretVolumeSource secretName:1.es items:2*emKeyToPath defaultMode:3?ei optional:4?eb
SecurityContext capabilities:1?emCapabilities privileged:2?eb seLinuxOptions:3?emSELinuxOptions windowsOptions:10?emWindowsSecurityContextOptions runAsUser:4?el runAsGroup:8?el runAsNonRoot:5?eb readOnlyRootFilesystem:6?eb allowPrivilegeEscalation:7?eb procMount:9?es seccompProfile:11?emSeccompProfile appArmorProfile:12?emAppArmorProfile
!SerializedReference reference:1.emObjectReference
!Service metadata:1.emmeta.k8s.io/v1:ObjectMeta spec:2.emServiceSpec status:3.emServiceStatus
!ServiceAccount metadata:1.emmeta.k8s.io/v1:ObjectMeta secrets:2*emObjectReference imagePullSecrets:3*emLocalObjectReference automountServiceAccountToken:4?eb
!ServiceAccountList metadata:1.emmeta.k8s.io/v1:ListMeta items:2*-mServiceAccount
ServiceAccountTokenProjection audience:1.es expirationSeconds:2?el path:3.-s
!ServiceList metadata:1.emmeta.k8s.io/v1:ListMeta items:2*-mService
ServicePort name:1.es protocol:2.es appProtocol:6?es port:3.-i targetPort:4.eI nodePort:5.ei
!ServiceProxyOptions path:1.es
ServiceSpec ports:1*emServicePort selector:2%es clusterIP:3.es clusterIPs:18*es type:4.es externalIPs:5*es sessionAffinity:7.es loadBalancerIP:8.es loadBalancerSourceRanges:9*es externalName:10.es externalTrafficPolicy:11.es healthCheckNodePort:12.ei publishNotReadyAddresses:13.eb sessionAffinityConfig:14?emSessionAffinityConfig ipFamilies:19*es ipFamilyPolicy:17?es allocateLoadBalancerNodePorts:20?eb loadBalancerClass:21?es internalTrafficPolicy:22?es trafficDistribution:23?es
ServiceStatus loadBalancer:1.emLoadBalancerStatus conditions:2*emmeta.k8s.io/v1:Condition
SessionAffinityConfig clientIP:1?emClientIPConfig
SleepAction seconds:1.-l
StorageOSPersistentVolumeSource volumeName:1.es volumeNamespace:2.es fsType:3.es readOnly:4.eb secretRef:5?emObjectReference
StorageOSVolumeSource volumeName:1.es volumeNamespace:2.es fsType:3.es readOnly:4.eb secretRef:5?emLocalObjectReference
Sysctl name:1.-s value:2.-s
TCPSocketAction port:1.-I host:2.es
Taint key:1.-s value:2.es effect:3.-s timeAdded:4?eT
Toleration key:1.es operator:2.es value:3.es effect:4.es tolerationSeconds:5?el
TopologySelectorLabelRequirement key:1.-s values:2*-s
TopologySelectorTerm matchLabelExpressions:1*emTopologySelectorLabelRequirement
TopologySpreadConstraint maxSkew:1.-i topologyKey:2.-s whenUnsatisfiable:3.-s labelSelector:4?emmeta.k8s.io/v1:LabelSelector minDomains:5?ei nodeAffinityPolicy:6?es nodeTaintsPolicy:7?es matchLabelKeys:8*es
TypedLocalObjectReference apiGroup:1?-s kind:2.-s name:3.-s
TypedObjectReference apiGroup:1?-s kind:2.-s name:3.-s namespace:4?es
Volume name:1.-s :2.-mVolumeSource
VolumeDevice name:1.-s devicePath:2.-s
VolumeMount name:1.-s readOnly:2.eb recursiveReadOnly:7?es mountPath:3.-s subPath:4.es mountPropagation:5?es subPathExpr:6.es
VolumeMountStatus name:1.-s mountPath:2.-s readOnly:3.eb recursiveReadOnly:4?es volumeStatus:5?emVolumeStatus
VolumeNodeAffinity required:1?emNodeSelector
VolumeProjection secret:1?emSecretProjection downwardAPI:2?emDownwardAPIProjection configMap:3?emConfigMapProjection serviceAccountToken:4?emServiceAccountTokenProjection clusterTrustBundle:5?emClusterTrustBundleProjection podCertificate:6?emPodCertificateProjection
VolumeResourceRequirements limits:1%eQ requests:2%eQ
VolumeSource hostPath:1?emHostPathVolumeSource emptyDir:2?emEmptyDirVolumeSource gcePersistentDisk:3?emGCEPersistentDiskVolumeSource awsElasticBlockStore:4?emAWSElasticBlockStoreVolumeSource gitRepo:5?emGitRepoVolumeSource secret:6?emSecretVolumeSource nfs:7?emNFSVolumeSource iscsi:8?emISCSIVolumeSource glusterfs:9?emGlusterfsVolumeSource persistentVolumeClaim:10?emPersistentVolumeClaimVolumeSource rbd:11?emRBDVolumeSource flexVolume:12?emFlexVolumeSource cinder:13?emCinderVolumeSource cephfs:14?emCephFSVolumeSource flocker:15?emFlockerVolumeSource downwardAPI:16?emDownwardAPIVolumeSource fc:17?emFCVolumeSource azureFile:18?emAzureFileVolumeSource configMap:19?emConfigMapVolumeSource vsphereVolume:20?emVsphereVirtualDiskVolumeSource quobyte:21?emQuobyteVolumeSource azureDisk:22?emAzureDiskVolumeSource photonPersistentDisk:23?emPhotonPersistentDiskVolumeSource projected:26?emProjectedVolumeSource portworxVolume:24?emPortworxVolumeSource scaleIO:25?emScaleIOVolumeSource storageos:27?emStorageOSVolumeSource csi:28?emCSIVolumeSource ephemeral:29?emEphemeralVolumeSource image:30?emImageVolumeSource
VolumeStatus image:1?emImageVolumeStatus
VsphereVirtualDiskVolumeSource volumePath:1.-s fsType:2.es storagePolicyName:3.es storagePolicyID:4.es
WeightedPodAffinityTerm weight:1.-i podAffinityTerm:2.-mPodAffinityTerm
WindowsSecurityContextOptions gmsaCredentialSpecName:1?es gmsaCredentialSpec:2?es runAsUserName:3?es hostProcess:4?eb`,
  'discovery.k8s.io/v1': `
Endpoint addresses:1*-s conditions:2.emEndpointConditions hostname:3?es targetRef:4?emv1:ObjectReference deprecatedTopology:5%es nodeName:6?es zone:7?es hints:8?emEndpointHints
EndpointConditions ready:1?eb serving:2?eb terminating:3?eb
EndpointHints forZones:1*emForZone forNodes:2*emForNode
EndpointPort name:1?es protocol:2?es port:3?ei appProtocol:4?es
!EndpointSlice metadata:1.emmeta.k8s.io/v1:ObjectMeta addressType:4.-s endpoints:2*-mEndpoint ports:3*-mEndpointPort
!EndpointSliceList metadata:1.emmeta.k8s.io/v1:ListMeta items:2*-mEndpointSlice
ForNode name:1.-s
ForZone name:1.-s`,
  'discovery.k8s.io/v1beta1': `
Endpoint addresses:1*-s conditions:2.emEndpointConditions hostname:3?es targetRef:4?emv1:ObjectReference topology:5%es nodeName:6?es hints:7?emEndpointHints
EndpointConditions ready:1?eb serving:2?eb terminating:3?eb
EndpointHints forZones:1*emForZone forNodes:2*emForNode
EndpointPort name:1?es protocol:2?es port:3?ei appProtocol:4?es
!EndpointSlice metadata:1.emmeta.k8s.io/v1:ObjectMeta addressType:4.-s endpoints:2*-mEndpoint ports:3*-mEndpointPort
!EndpointSliceList metadata:1.emmeta.k8s.io/v1:ListMeta items:2*-mEndpointSlice
ForNode name:1.-s
ForZone name:1.-s`,
  'events.k8s.io/v1': `
!Event metadata:1.-mmeta.k8s.io/v1:ObjectMeta eventTime:2.-M series:3?emEventSeries reportingController:4.es reportingInstance:5.es action:6.es reason:7.es regarding:8.emv1:ObjectReference related:9?emv1:ObjectReference note:10.es type:11.es deprecatedSource:12.emv1:EventSource deprecatedFirstTimestamp:13.eT deprecatedLastTimestamp:14.eT deprecatedCount:15.ei
!EventList metadata:1.emmeta.k8s.io/v1:ListMeta items:2*-mEvent
EventSeries count:1.-i lastObservedTime:2.-M`,
  'events.k8s.io/v1beta1': `
!Event metadata:1.-mmeta.k8s.io/v1:ObjectMeta eventTime:2.-M series:3?emEventSeries reportingController:4.es reportingInstance:5.es action:6.es reason:7.es regarding:8.emv1:ObjectReference related:9?emv1:ObjectReference note:10.es type:11.es deprecatedSource:12.emv1:EventSource deprecatedFirstTimestamp:13.eT deprecatedLastTimestamp:14.eT deprecatedCount:15.ei
!EventList metadata:1.emmeta.k8s.io/v1:ListMeta items:2*-mEvent
EventSeries count:1.-i lastObservedTime:2.-M`,
  'extensions/v1beta1': `
!DaemonSet metadata:1.emmeta.k8s.io/v1:ObjectMeta spec:2.emDaemonSetSpec status:3.emDaemonSetStatus
DaemonSetCondition type:1.-s status:2.-s lastTransitionTime:3.eT reason:4.es message:5.es
!DaemonSetList metadata:1.emmeta.k8s.io/v1:ListMeta items:2*-mDaemonSet
DaemonSetSpec selector:1?emmeta.k8s.io/v1:LabelSelector template:2.-mv1:PodTemplateSpec updateStrategy:3.emDaemonSetUpdateStrategy minReadySeconds:4.ei templateGeneration:5.el revisionHistoryLimit:6?ei
DaemonSetStatus currentNumberScheduled:1.-i numberMisscheduled:2.-i desiredNumberScheduled:3.-i numberReady:4.-i observedGeneration:5.el updatedNumberScheduled:6.ei numberAvailable:7.ei numberUnavailable:8.ei collisionCount:9?ei conditions:10*emDaemonSetCondition
DaemonSetUpdateStrategy type:1.es rollingUpdate:2?emRollingUpdateDaemonSet
!Deployment metadata:1.emmeta.k8s.io/v1:ObjectMeta spec:2.emDeploymentSpec status:3.emDeploymentStatus
DeploymentCondition type:1.-s status:2.-s lastUpdateTime:6.eT lastTransitionTime:7.eT reason:4.es message:5.es
!DeploymentList metadata:1.emmeta.k8s.io/v1:ListMeta items:2*-mDeployment
!DeploymentRollback name:1.-s updatedAnnotations:2%es rollbackTo:3.-mRollbackConfig
DeploymentSpec replicas:1?ei selector:2?emmeta.k8s.io/v1:LabelSelector template:3.-mv1:PodTemplateSpec strategy:4.emDeploymentStrategy minReadySeconds:5.ei revisionHistoryLimit:6?ei paused:7.eb rollbackTo:8?emRollbackConfig progressDeadlineSeconds:9?ei
DeploymentStatus observedGeneration:1.el replicas:2.ei updatedReplicas:3.ei readyReplicas:7.ei availableReplicas:4.ei unavailableReplicas:5.ei terminatingReplicas:9?ei conditions:6*emDeploymentCondition collisionCount:8?ei
DeploymentStrategy type:1.es rollingUpdate:2?emRollingUpdateDeployment
HTTPIngressPath path:1.es pathType:3?es backend:2.-mIngressBackend
HTTPIngressRuleValue paths:1*-mHTTPIngressPath
IPBlock cidr:1.-s except:2*es
!Ingress metadata:1.emmeta.k8s.io/v1:ObjectMeta spec:2.emIngressSpec status:3.emIngressStatus
IngressBackend serviceName:1.es servicePort:2.eI resource:3?emv1:TypedLocalObjectReference
!IngressList metadata:1.emmeta.k8s.io/v1:ListMeta items:2*-mIngress
IngressLoadBalancerIngress ip:1.es hostname:2.es ports:4*emIngressPortStatus
IngressLoadBalancerStatus ingress:1*emIngressLoadBalancerIngress
IngressPortStatus port:1.-i protocol:2.-s error:3?es
IngressRule host:1.es :2.-mIngressRuleValue
IngressRuleValue http:1?emHTTPIngressRuleValue
IngressSpec ingressClassName:4?es backend:1?emIngressBackend tls:2*emIngressTLS rules:3*emIngressRule
IngressStatus loadBalancer:1.emIngressLoadBalancerStatus
IngressTLS hosts:1*es secretName:2.es
!NetworkPolicy metadata:1.emmeta.k8s.io/v1:ObjectMeta spec:2.emNetworkPolicySpec
NetworkPolicyEgressRule ports:1*emNetworkPolicyPort to:2*emNetworkPolicyPeer
NetworkPolicyIngressRule ports:1*emNetworkPolicyPort from:2*emNetworkPolicyPeer
!NetworkPolicyList metadata:1.emmeta.k8s.io/v1:ListMeta items:2*-mNetworkPolicy
NetworkPolicyPeer podSelector:1?emmeta.k8s.io/v1:LabelSelector namespaceSelector:2?emmeta.k8s.io/v1:LabelSelector ipBlock:3?emIPBlock
NetworkPolicyPort protocol:1?es port:2?eI endPort:3?ei
NetworkPolicySpec podSelector:1.-mmeta.k8s.io/v1:LabelSelector ingress:2*emNetworkPolicyIngressRule egress:3*emNetworkPolicyEgressRule policyTypes:4*es
!ReplicaSet metadata:1.emmeta.k8s.io/v1:ObjectMeta spec:2.emReplicaSetSpec status:3.emReplicaSetStatus
ReplicaSetCondition type:1.-s status:2.-s lastTransitionTime:3.eT reason:4.es message:5.es
!ReplicaSetList metadata:1.emmeta.k8s.io/v1:ListMeta items:2*-mReplicaSet
ReplicaSetSpec replicas:1?ei minReadySeconds:4.ei selector:2?emmeta.k8s.io/v1:LabelSelector template:3.emv1:PodTemplateSpec
ReplicaSetStatus replicas:1.-i fullyLabeledReplicas:2.ei readyReplicas:4.ei availableReplicas:5.ei terminatingReplicas:7?ei observedGeneration:3.el conditions:6*emReplicaSetCondition
RollbackConfig revision:1.el
RollingUpdateDaemonSet maxUnavailable:1?eI maxSurge:2?eI
RollingUpdateDeployment maxUnavailable:1?eI maxSurge:2?eI
!Scale metadata:1.emmeta.k8s.io/v1:ObjectMeta spec:2.emScaleSpec status:3.emScaleStatus
ScaleSpec replicas:1.ei
ScaleStatus replicas:1.-i selector:2%es targetSelector:3.es`,
  'flowcontrol.apiserver.k8s.io/v1': `
ExemptPriorityLevelConfiguration nominalConcurrencyShares:1?ei lendablePercent:2?ei
FlowDistinguisherMethod type:1.-s
!FlowSchema metadata:1.emmeta.k8s.io/v1:ObjectMeta spec:2.emFlowSchemaSpec status:3.emFlowSchemaStatus
FlowSchemaCondition type:1.es status:2.es lastTransitionTime:3.eT reason:4.es message:5.es
!FlowSchemaList metadata:1.emmeta.k8s.io/v1:ListMeta items:2*-mFlowSchema
FlowSchemaSpec priorityLevelConfiguration:1.-mPriorityLevelConfigurationReference matchingPrecedence:2.-i distinguisherMethod:3?emFlowDistinguisherMethod rules:4*emPolicyRulesWithSubjects
FlowSchemaStatus conditions:1*emFlowSchemaCondition
GroupSubject name:1.-s
LimitResponse type:1.-s queuing:2?emQueuingConfiguration
LimitedPriorityLevelConfiguration nominalConcurrencyShares:1?-i limitResponse:2.emLimitResponse lendablePercent:3?ei borrowingLimitPercent:4?ei
NonResourcePolicyRule verbs:1*-s nonResourceURLs:6*-s
PolicyRulesWithSubjects subjects:1*-mSubject resourceRules:2*emResourcePolicyRule nonResourceRules:3*emNonResourcePolicyRule
!PriorityLevelConfiguration metadata:1.emmeta.k8s.io/v1:ObjectMeta spec:2.emPriorityLevelConfigurationSpec status:3.emPriorityLevelConfigurationStatus
PriorityLevelConfigurationCondition type:1.es status:2.es lastTransitionTime:3.eT reason:4.es message:5.es
!PriorityLevelConfigurationList metadata:1.emmeta.k8s.io/v1:ListMeta items:2*-mPriorityLevelConfiguration
PriorityLevelConfigurationReference name:1.-s
PriorityLevelConfigurationSpec type:1.-s limited:2?emLimitedPriorityLevelConfiguration exempt:3?emExemptPriorityLevelConfiguration
PriorityLevelConfigurationStatus conditions:1*emPriorityLevelConfigurationCondition
QueuingConfiguration queues:1.-i handSize:2.-i queueLengthLimit:3.-i
ResourcePolicyRule verbs:1*-s apiGroups:2*-s resources:3*-s clusterScope:4.eb namespaces:5*-s
ServiceAccountSubject namespace:1.-s name:2.-s
Subject kind:1.-s user:2?emUserSubject group:3?emGroupSubject serviceAccount:4?emServiceAccountSubject
UserSubject name:1.-s`,
  'flowcontrol.apiserver.k8s.io/v1beta1': `
ExemptPriorityLevelConfiguration nominalConcurrencyShares:1?ei lendablePercent:2?ei
FlowDistinguisherMethod type:1.-s
!FlowSchema metadata:1.emmeta.k8s.io/v1:ObjectMeta spec:2.emFlowSchemaSpec status:3.emFlowSchemaStatus
FlowSchemaCondition type:1.es status:2.es lastTransitionTime:3.eT reason:4.es message:5.es
!FlowSchemaList metadata:1.emmeta.k8s.io/v1:ListMeta items:2*-mFlowSchema
FlowSchemaSpec priorityLevelConfiguration:1.-mPriorityLevelConfigurationReference matchingPrecedence:2.-i distinguisherMethod:3?emFlowDistinguisherMethod rules:4*emPolicyRulesWithSubjects
FlowSchemaStatus conditions:1*emFlowSchemaCondition
GroupSubject name:1.-s
LimitResponse type:1.-s queuing:2?emQueuingConfiguration
LimitedPriorityLevelConfiguration assuredConcurrencyShares:1.-i limitResponse:2.emLimitResponse lendablePercent:3?ei borrowingLimitPercent:4?ei
NonResourcePolicyRule verbs:1*-s nonResourceURLs:6*-s
PolicyRulesWithSubjects subjects:1*-mSubject resourceRules:2*emResourcePolicyRule nonResourceRules:3*emNonResourcePolicyRule
!PriorityLevelConfiguration metadata:1.emmeta.k8s.io/v1:ObjectMeta spec:2.emPriorityLevelConfigurationSpec status:3.emPriorityLevelConfigurationStatus
PriorityLevelConfigurationCondition type:1.es status:2.es lastTransitionTime:3.eT reason:4.es message:5.es
!PriorityLevelConfigurationList metadata:1.emmeta.k8s.io/v1:ListMeta items:2*-mPriorityLevelConfiguration
PriorityLevelConfigurationReference name:1.-s
PriorityLevelConfigurationSpec type:1.-s limited:2?emLimitedPriorityLevelConfiguration exempt:3?emExemptPriorityLevelConfiguration
PriorityLevelConfigurationStatus conditions:1*emPriorityLevelConfigurationCondition
QueuingConfiguration queues:1.-i handSize:2.-i queueLengthLimit:3.-i
ResourcePolicyRule verbs:1*-s apiGroups:2*-s resources:3*-s clusterScope:4.eb namespaces:5*-s
ServiceAccountSubject namespace:1.-s name:2.-s
Subject kind:1.-s user:2?emUserSubject group:3?emGroupSubject serviceAccount:4?emServiceAccountSubject
UserSubject name:1.-s`,
  'flowcontrol.apiserver.k8s.io/v1beta2': `
ExemptPriorityLevelConfiguration nominalConcurrencyShares:1?ei lendablePercent:2?ei
FlowDistinguisherMethod type:1.-s
!FlowSchema metadata:1.emmeta.k8s.io/v1:ObjectMeta spec:2.emFlowSchemaSpec status:3.emFlowSchemaStatus
FlowSchemaCondition type:1.es status:2.es lastTransitionTime:3.eT reason:4.es message:5.es
!FlowSchemaList metadata:1.emmeta.k8s.io/v1:ListMeta items:2*-mFlowSchema
FlowSchemaSpec priorityLevelConfiguration:1.-mPriorityLevelConfigurationReference matchingPrecedence:2.-i distinguisherMethod:3?emFlowDistinguisherMethod rules:4*emPolicyRulesWithSubjects
FlowSchemaStatus conditions:1*emFlowSchemaCondition
GroupSubject name:1.-s
LimitResponse type:1.-s queuing:2?emQueuingConfiguration
LimitedPriorityLevelConfiguration assuredConcurrencyShares:1.-i limitResponse:2.emLimitResponse lendablePercent:3?ei borrowingLimitPercent:4?ei
NonResourcePolicyRule verbs:1*-s nonResourceURLs:6*-s
PolicyRulesWithSubjects subjects:1*-mSubject resourceRules:2*emResourcePolicyRule nonResourceRules:3*emNonResourcePolicyRule
!PriorityLevelConfiguration metadata:1.emmeta.k8s.io/v1:ObjectMeta spec:2.emPriorityLevelConfigurationSpec status:3.emPriorityLevelConfigurationStatus
PriorityLevelConfigurationCondition type:1.es status:2.es lastTransitionTime:3.eT reason:4.es message:5.es
!PriorityLevelConfigurationList metadata:1.emmeta.k8s.io/v1:ListMeta items:2*-mPriorityLevelConfiguration
PriorityLevelConfigurationReference name:1.-s
PriorityLevelConfigurationSpec type:1.-s limited:2?emLimitedPriorityLevelConfiguration exempt:3?emExemptPriorityLevelConfiguration
PriorityLevelConfigurationStatus conditions:1*emPriorityLevelConfigurationCondition
QueuingConfiguration queues:1.-i handSize:2.-i queueLengthLimit:3.-i
ResourcePolicyRule verbs:1*-s apiGroups:2*-s resources:3*-s clusterScope:4.eb namespaces:5*-s
ServiceAccountSubject namespace:1.-s name:2.-s
Subject kind:1.-s user:2?emUserSubject group:3?emGroupSubject serviceAccount:4?emServiceAccountSubject
UserSubject name:1.-s`,
  'flowcontrol.apiserver.k8s.io/v1beta3': `
ExemptPriorityLevelConfiguration nominalConcurrencyShares:1?ei lendablePercent:2?ei
FlowDistinguisherMethod type:1.-s
!FlowSchema metadata:1.emmeta.k8s.io/v1:ObjectMeta spec:2.emFlowSchemaSpec status:3.emFlowSchemaStatus
FlowSchemaCondition type:1.es status:2.es lastTransitionTime:3.eT reason:4.es message:5.es
!FlowSchemaList metadata:1.emmeta.k8s.io/v1:ListMeta items:2*-mFlowSchema
FlowSchemaSpec priorityLevelConfiguration:1.-mPriorityLevelConfigurationReference matchingPrecedence:2.-i distinguisherMethod:3?emFlowDistinguisherMethod rules:4*emPolicyRulesWithSubjects
FlowSchemaStatus conditions:1*emFlowSchemaCondition
GroupSubject name:1.-s
LimitResponse type:1.-s queuing:2?emQueuingConfiguration
LimitedPriorityLevelConfiguration nominalConcurrencyShares:1.-i limitResponse:2.emLimitResponse lendablePercent:3?ei borrowingLimitPercent:4?ei
NonResourcePolicyRule verbs:1*-s nonResourceURLs:6*-s
PolicyRulesWithSubjects subjects:1*-mSubject resourceRules:2*emResourcePolicyRule nonResourceRules:3*emNonResourcePolicyRule
!PriorityLevelConfiguration metadata:1.emmeta.k8s.io/v1:ObjectMeta spec:2.emPriorityLevelConfigurationSpec status:3.emPriorityLevelConfigurationStatus
PriorityLevelConfigurationCondition type:1.es status:2.es lastTransitionTime:3.eT reason:4.es message:5.es
!PriorityLevelConfigurationList metadata:1.emmeta.k8s.io/v1:ListMeta items:2*-mPriorityLevelConfiguration
PriorityLevelConfigurationReference name:1.-s
PriorityLevelConfigurationSpec type:1.-s limited:2?emLimitedPriorityLevelConfiguration exempt:3?emExemptPriorityLevelConfiguration
PriorityLevelConfigurationStatus conditions:1*emPriorityLevelConfigurationCondition
QueuingConfiguration queues:1.-i handSize:2.-i queueLengthLimit:3.-i
ResourcePolicyRule verbs:1*-s apiGroups:2*-s resources:3*-s clusterScope:4.eb namespaces:5*-s
ServiceAccountSubject namespace:1.-s name:2.-s
Subject kind:1.-s user:2?emUserSubject group:3?emGroupSubject serviceAccount:4?emServiceAccountSubject
UserSubject name:1.-s`,
  'imagepolicy.k8s.io/v1alpha1': `
!ImageReview metadata:1.emmeta.k8s.io/v1:ObjectMeta spec:2.-mImageReviewSpec status:3.emImageReviewStatus
ImageReviewContainerSpec image:1.es
ImageReviewSpec containers:1*emImageReviewContainerSpec annotations:2%es namespace:3.es
ImageReviewStatus allowed:1.-b reason:2.es auditAnnotations:3%es`,
  'internal.apiserver.k8s.io/v1alpha1': `
ServerStorageVersion apiServerID:1.es encodingVersion:2.es decodableVersions:3*es servedVersions:4*es
!StorageVersion metadata:1.emmeta.k8s.io/v1:ObjectMeta spec:2.-mStorageVersionSpec status:3.-mStorageVersionStatus
StorageVersionCondition type:1.-s status:2.-s observedGeneration:3.el lastTransitionTime:4.eT reason:5.-s message:6.es
!StorageVersionList metadata:1.emmeta.k8s.io/v1:ListMeta items:2*-mStorageVersion
StorageVersionSpec
StorageVersionStatus storageVersions:1*emServerStorageVersion commonEncodingVersion:2?es conditions:3*emStorageVersionCondition`,
  'meta.k8s.io/v1': `
!APIGroup name:1.-s versions:2*-mGroupVersionForDiscovery preferredVersion:3.emGroupVersionForDiscovery serverAddressByClientCIDRs:4*emServerAddressByClientCIDR
!APIGroupList groups:1*-mAPIGroup
APIResource name:1.-s singularName:6.-s namespaced:2.-b group:8.es version:9.es kind:3.-s verbs:4?-V shortNames:5*es categories:7*es storageVersionHash:10.es
!APIResourceList groupVersion:1.-s resources:2*-mAPIResource
!APIVersions versions:1*-s serverAddressByClientCIDRs:2*-mServerAddressByClientCIDR
Condition type:1.-s status:2.-s observedGeneration:3.el lastTransitionTime:4.-T reason:5.-s message:6.-s
!CreateOptions dryRun:1*es fieldManager:3.es fieldValidation:4.es
!DeleteOptions gracePeriodSeconds:1?el preconditions:2?emPreconditions orphanDependents:3?eb propagationPolicy:4?es dryRun:5*es ignoreStoreReadErrorWithClusterBreakingPotential:6?eb
FieldSelectorRequirement key:1.-s operator:2.-s values:3*es
!GetOptions resourceVersion:1.es
GroupResource group:1.-s resource:2.-s
GroupVersionForDiscovery groupVersion:1.-s version:2.-s
GroupVersionKind group:1.-s version:2.-s kind:3.-s
GroupVersionResource group:1.-s version:2.-s resource:3.-s
LabelSelector matchLabels:1%es matchExpressions:2*emLabelSelectorRequirement
LabelSelectorRequirement key:1.-s operator:2.-s values:3*es
ListMeta selfLink:1.es resourceVersion:2.es continue:3.es remainingItemCount:4?el shardInfo:5?emShardInfo
!ListOptions labelSelector:1.es fieldSelector:2.es watch:3.eb allowWatchBookmarks:9.eb resourceVersion:4.es resourceVersionMatch:10.es timeoutSeconds:5?el limit:7.el continue:8.es sendInitialEvents:11?eb shardSelector:15.es
ManagedFieldsEntry manager:1.es operation:2.es apiVersion:3.es time:4?eT fieldsType:6.es fieldsV1:7?eR subresource:8.es
ObjectMeta name:1.es generateName:2.es namespace:3.es selfLink:4.es uid:5.es resourceVersion:6.es generation:7.el creationTimestamp:8.zT deletionTimestamp:9?eT deletionGracePeriodSeconds:10?el labels:11%es annotations:12%es ownerReferences:13*emOwnerReference finalizers:14*es managedFields:17*emManagedFieldsEntry
OwnerReference apiVersion:5.-s kind:1.-s name:3.-s uid:4.-s controller:6?eb blockOwnerDeletion:7?eb
!PartialObjectMetadata metadata:1.emObjectMeta
!PartialObjectMetadataList metadata:1.emListMeta items:2*-mPartialObjectMetadata
!PatchOptions dryRun:1*es force:2?eb fieldManager:3.es fieldValidation:4.es
Preconditions uid:1?es resourceVersion:2?es
ServerAddressByClientCIDR clientCIDR:1.-s serverAddress:2.-s
ShardInfo selector:1.-s
!Status metadata:1.emListMeta status:2.es message:3.es reason:4.es details:5?emStatusDetails code:6.ei
StatusCause reason:1.es message:2.es field:3.es
StatusDetails name:1.es group:2.es kind:3.es uid:6.es causes:4*emStatusCause retryAfterSeconds:5.ei
!TableOptions includeObject:1.es
!UpdateOptions dryRun:1*es fieldManager:2.es fieldValidation:3.es
!WatchEvent type:1.-s object:2.-R`,
  'networking.k8s.io/v1': `
HTTPIngressPath path:1.es pathType:3?-s backend:2.-mIngressBackend
HTTPIngressRuleValue paths:1*-mHTTPIngressPath
!IPAddress metadata:1.emmeta.k8s.io/v1:ObjectMeta spec:2.emIPAddressSpec
!IPAddressList metadata:1.emmeta.k8s.io/v1:ListMeta items:2*-mIPAddress
IPAddressSpec parentRef:1?emParentReference
IPBlock cidr:1.-s except:2*es
!Ingress metadata:1.emmeta.k8s.io/v1:ObjectMeta spec:2.emIngressSpec status:3.emIngressStatus
IngressBackend service:4?emIngressServiceBackend resource:3?emv1:TypedLocalObjectReference
!IngressClass metadata:1.emmeta.k8s.io/v1:ObjectMeta spec:2.emIngressClassSpec
!IngressClassList metadata:1.emmeta.k8s.io/v1:ListMeta items:2*-mIngressClass
IngressClassParametersReference apiGroup:1?es kind:2.-s name:3.-s scope:4?-s namespace:5?es
IngressClassSpec controller:1.es parameters:2?emIngressClassParametersReference
!IngressList metadata:1.emmeta.k8s.io/v1:ListMeta items:2*-mIngress
IngressLoadBalancerIngress ip:1.es hostname:2.es ports:4*emIngressPortStatus
IngressLoadBalancerStatus ingress:1*emIngressLoadBalancerIngress
IngressPortStatus port:1.-i protocol:2.-s error:3?es
IngressRule host:1.es :2.-mIngressRuleValue
IngressRuleValue http:1?emHTTPIngressRuleValue
IngressServiceBackend name:1.-s port:2.emServiceBackendPort
IngressSpec ingressClassName:4?es defaultBackend:1?emIngressBackend tls:2*emIngressTLS rules:3*emIngressRule
IngressStatus loadBalancer:1.emIngressLoadBalancerStatus
IngressTLS hosts:1*es secretName:2.es
!NetworkPolicy metadata:1.emmeta.k8s.io/v1:ObjectMeta spec:2.emNetworkPolicySpec
NetworkPolicyEgressRule ports:1*emNetworkPolicyPort to:2*emNetworkPolicyPeer
NetworkPolicyIngressRule ports:1*emNetworkPolicyPort from:2*emNetworkPolicyPeer
!NetworkPolicyList metadata:1.emmeta.k8s.io/v1:ListMeta items:2*-mNetworkPolicy
NetworkPolicyPeer podSelector:1?emmeta.k8s.io/v1:LabelSelector namespaceSelector:2?emmeta.k8s.io/v1:LabelSelector ipBlock:3?emIPBlock
NetworkPolicyPort protocol:1?es port:2?eI endPort:3?ei
NetworkPolicySpec podSelector:1.-mmeta.k8s.io/v1:LabelSelector ingress:2*emNetworkPolicyIngressRule egress:3*emNetworkPolicyEgressRule policyTypes:4*es
ParentReference group:1.es resource:2.es namespace:3.es name:4.es
ServiceBackendPort name:1.es number:2.ei
!ServiceCIDR metadata:1.emmeta.k8s.io/v1:ObjectMeta spec:2.emServiceCIDRSpec status:3.emServiceCIDRStatus
!ServiceCIDRList metadata:1.emmeta.k8s.io/v1:ListMeta items:2*-mServiceCIDR
ServiceCIDRSpec cidrs:1*es
ServiceCIDRStatus conditions:1*emmeta.k8s.io/v1:Condition`,
  'networking.k8s.io/v1beta1': `
HTTPIngressPath path:1.es pathType:3?es backend:2.-mIngressBackend
HTTPIngressRuleValue paths:1*-mHTTPIngressPath
!IPAddress metadata:1.emmeta.k8s.io/v1:ObjectMeta spec:2.emIPAddressSpec
!IPAddressList metadata:1.emmeta.k8s.io/v1:ListMeta items:2*-mIPAddress
IPAddressSpec parentRef:1?emParentReference
!Ingress metadata:1.emmeta.k8s.io/v1:ObjectMeta spec:2.emIngressSpec status:3.emIngressStatus
IngressBackend serviceName:1.es servicePort:2.eI resource:3?emv1:TypedLocalObjectReference
!IngressClass metadata:1.emmeta.k8s.io/v1:ObjectMeta spec:2.emIngressClassSpec
!IngressClassList metadata:1.emmeta.k8s.io/v1:ListMeta items:2*-mIngressClass
IngressClassParametersReference apiGroup:1?es kind:2.-s name:3.-s scope:4?-s namespace:5?es
IngressClassSpec controller:1.es parameters:2?emIngressClassParametersReference
!IngressList metadata:1.emmeta.k8s.io/v1:ListMeta items:2*-mIngress
IngressLoadBalancerIngress ip:1.es hostname:2.es ports:4*emIngressPortStatus
IngressLoadBalancerStatus ingress:1*emIngressLoadBalancerIngress
IngressPortStatus port:1.-i protocol:2.-s error:3?es
IngressRule host:1.es :2.-mIngressRuleValue
IngressRuleValue http:1?emHTTPIngressRuleValue
IngressSpec ingressClassName:4?es backend:1?emIngressBackend tls:2*emIngressTLS rules:3*emIngressRule
IngressStatus loadBalancer:1.emIngressLoadBalancerStatus
IngressTLS hosts:1*es secretName:2.es
ParentReference group:1.es resource:2.es namespace:3.es name:4.es
!ServiceCIDR metadata:1.emmeta.k8s.io/v1:ObjectMeta spec:2.emServiceCIDRSpec status:3.emServiceCIDRStatus
!ServiceCIDRList metadata:1.emmeta.k8s.io/v1:ListMeta items:2*-mServiceCIDR
ServiceCIDRSpec cidrs:1*es
ServiceCIDRStatus conditions:1*emmeta.k8s.io/v1:Condition`,
  'node.k8s.io/v1': `
Overhead podFixed:1%eQ
!RuntimeClass metadata:1.emmeta.k8s.io/v1:ObjectMeta handler:2.-s overhead:3?emOverhead scheduling:4?emScheduling
!RuntimeClassList metadata:1.emmeta.k8s.io/v1:ListMeta items:2*-mRuntimeClass
Scheduling nodeSelector:1%es tolerations:2*emv1:Toleration`,
  'node.k8s.io/v1alpha1': `
Overhead podFixed:1%eQ
!RuntimeClass metadata:1.emmeta.k8s.io/v1:ObjectMeta spec:2.-mRuntimeClassSpec
!RuntimeClassList metadata:1.emmeta.k8s.io/v1:ListMeta items:2*-mRuntimeClass
RuntimeClassSpec runtimeHandler:1.-s overhead:2?emOverhead scheduling:3?emScheduling
Scheduling nodeSelector:1%es tolerations:2*emv1:Toleration`,
  'node.k8s.io/v1beta1': `
Overhead podFixed:1%eQ
!RuntimeClass metadata:1.emmeta.k8s.io/v1:ObjectMeta handler:2.-s overhead:3?emOverhead scheduling:4?emScheduling
!RuntimeClassList metadata:1.emmeta.k8s.io/v1:ListMeta items:2*-mRuntimeClass
Scheduling nodeSelector:1%es tolerations:2*emv1:Toleration`,
  'policy/v1': `
!Eviction metadata:1.emmeta.k8s.io/v1:ObjectMeta deleteOptions:2?emmeta.k8s.io/v1:DeleteOptions
!PodDisruptionBudget metadata:1.emmeta.k8s.io/v1:ObjectMeta spec:2.emPodDisruptionBudgetSpec status:3.emPodDisruptionBudgetStatus
!PodDisruptionBudgetList metadata:1.emmeta.k8s.io/v1:ListMeta items:2*-mPodDisruptionBudget
PodDisruptionBudgetSpec minAvailable:1?eI selector:2?emmeta.k8s.io/v1:LabelSelector maxUnavailable:3?eI unhealthyPodEvictionPolicy:4?es
PodDisruptionBudgetStatus observedGeneration:1.el disruptedPods:2%eT disruptionsAllowed:3.-i currentHealthy:4.-i desiredHealthy:5.-i expectedPods:6.-i conditions:7*emmeta.k8s.io/v1:Condition`,
  'policy/v1beta1': `
!Eviction metadata:1.emmeta.k8s.io/v1:ObjectMeta deleteOptions:2?emmeta.k8s.io/v1:DeleteOptions
!PodDisruptionBudget metadata:1.emmeta.k8s.io/v1:ObjectMeta spec:2.emPodDisruptionBudgetSpec status:3.emPodDisruptionBudgetStatus
!PodDisruptionBudgetList metadata:1.emmeta.k8s.io/v1:ListMeta items:2*-mPodDisruptionBudget
PodDisruptionBudgetSpec minAvailable:1?eI selector:2?emmeta.k8s.io/v1:LabelSelector maxUnavailable:3?eI unhealthyPodEvictionPolicy:4?es
PodDisruptionBudgetStatus observedGeneration:1.el disruptedPods:2%eT disruptionsAllowed:3.-i currentHealthy:4.-i desiredHealthy:5.-i expectedPods:6.-i conditions:7*emmeta.k8s.io/v1:Condition`,
  'rbac.authorization.k8s.io/v1': `
AggregationRule clusterRoleSelectors:1*emmeta.k8s.io/v1:LabelSelector
!ClusterRole metadata:1.emmeta.k8s.io/v1:ObjectMeta rules:2*-mPolicyRule aggregationRule:3?emAggregationRule
!ClusterRoleBinding metadata:1.emmeta.k8s.io/v1:ObjectMeta subjects:2*emSubject roleRef:3.-mRoleRef
!ClusterRoleBindingList metadata:1.emmeta.k8s.io/v1:ListMeta items:2*-mClusterRoleBinding
!ClusterRoleList metadata:1.emmeta.k8s.io/v1:ListMeta items:2*-mClusterRole
PolicyRule verbs:1*-s apiGroups:2*es resources:3*es resourceNames:4*es nonResourceURLs:5*es
!Role metadata:1.emmeta.k8s.io/v1:ObjectMeta rules:2*-mPolicyRule
!RoleBinding metadata:1.emmeta.k8s.io/v1:ObjectMeta subjects:2*emSubject roleRef:3.-mRoleRef
!RoleBindingList metadata:1.emmeta.k8s.io/v1:ListMeta items:2*-mRoleBinding
!RoleList metadata:1.emmeta.k8s.io/v1:ListMeta items:2*-mRole
RoleRef apiGroup:1.-s kind:2.-s name:3.-s
Subject kind:1.-s apiGroup:2.es name:3.-s namespace:4.es`,
  'rbac.authorization.k8s.io/v1alpha1': `
AggregationRule clusterRoleSelectors:1*emmeta.k8s.io/v1:LabelSelector
!ClusterRole metadata:1.emmeta.k8s.io/v1:ObjectMeta rules:2*-mPolicyRule aggregationRule:3?emAggregationRule
!ClusterRoleBinding metadata:1.emmeta.k8s.io/v1:ObjectMeta subjects:2*emSubject roleRef:3.-mRoleRef
!ClusterRoleBindingList metadata:1.emmeta.k8s.io/v1:ListMeta items:2*-mClusterRoleBinding
!ClusterRoleList metadata:1.emmeta.k8s.io/v1:ListMeta items:2*-mClusterRole
PolicyRule verbs:1*-s apiGroups:3*es resources:4*es resourceNames:5*es nonResourceURLs:6*es
!Role metadata:1.emmeta.k8s.io/v1:ObjectMeta rules:2*-mPolicyRule
!RoleBinding metadata:1.emmeta.k8s.io/v1:ObjectMeta subjects:2*emSubject roleRef:3.-mRoleRef
!RoleBindingList metadata:1.emmeta.k8s.io/v1:ListMeta items:2*-mRoleBinding
!RoleList metadata:1.emmeta.k8s.io/v1:ListMeta items:2*-mRole
RoleRef apiGroup:1.-s kind:2.-s name:3.-s
Subject kind:1.-s apiVersion:2.es name:3.-s namespace:4.es`,
  'rbac.authorization.k8s.io/v1beta1': `
AggregationRule clusterRoleSelectors:1*emmeta.k8s.io/v1:LabelSelector
!ClusterRole metadata:1.emmeta.k8s.io/v1:ObjectMeta rules:2*-mPolicyRule aggregationRule:3?emAggregationRule
!ClusterRoleBinding metadata:1.emmeta.k8s.io/v1:ObjectMeta subjects:2*emSubject roleRef:3.-mRoleRef
!ClusterRoleBindingList metadata:1.emmeta.k8s.io/v1:ListMeta items:2*-mClusterRoleBinding
!ClusterRoleList metadata:1.emmeta.k8s.io/v1:ListMeta items:2*-mClusterRole
PolicyRule verbs:1*-s apiGroups:2*es resources:3*es resourceNames:4*es nonResourceURLs:5*es
!Role metadata:1.emmeta.k8s.io/v1:ObjectMeta rules:2*-mPolicyRule
!RoleBinding metadata:1.emmeta.k8s.io/v1:ObjectMeta subjects:2*emSubject roleRef:3.-mRoleRef
!RoleBindingList metadata:1.emmeta.k8s.io/v1:ListMeta items:2*-mRoleBinding
!RoleList metadata:1.emmeta.k8s.io/v1:ListMeta items:2*-mRole
RoleRef apiGroup:1.-s kind:2.-s name:3.-s
Subject kind:1.-s apiGroup:2.es name:3.-s namespace:4.es`,
  'resource.k8s.io/v1': `
AllocatedDeviceStatus driver:1.-s pool:2.-s device:3.-s shareID:7?es conditions:4*-mmeta.k8s.io/v1:Condition data:5?eR networkData:6?emNetworkDeviceData
AllocationResult devices:1.emDeviceAllocationResult nodeSelector:3?emv1:NodeSelector allocationTimestamp:5?eT
CELDeviceSelector expression:1.-s
CapacityRequestPolicy default:1?-Q validValues:3*eQ validRange:4?emCapacityRequestPolicyRange
CapacityRequestPolicyRange min:1?eQ max:2?eQ step:3?eQ
CapacityRequirements requests:1%eQ
Counter value:1.-Q
CounterSet name:1.-s counters:2%emCounter
Device name:1.-s attributes:2%emDeviceAttribute capacity:3%emDeviceCapacity consumesCounters:4*emDeviceCounterConsumption nodeName:5?es nodeSelector:6?emv1:NodeSelector allNodes:7?eb taints:8*emDeviceTaint bindsToNode:9?eb bindingConditions:10*es bindingFailureConditions:11*es allowMultipleAllocations:12?eb nodeAllocatableResourceMappings:13%emNodeAllocatableResourceMapping
DeviceAllocationConfiguration source:1.-s requests:2*es :3.-mDeviceConfiguration
DeviceAllocationResult results:1*emDeviceRequestAllocationResult config:2*emDeviceAllocationConfiguration
DeviceAttribute int:2?el bool:3?eb string:4?es version:5?es ints:6*el bools:7*eb strings:8*es versions:9*es
DeviceCapacity value:1.-Q requestPolicy:2?emCapacityRequestPolicy
DeviceClaim requests:1*-mDeviceRequest constraints:2*emDeviceConstraint config:3*emDeviceClaimConfiguration
DeviceClaimConfiguration requests:1*es :2.-mDeviceConfiguration
!DeviceClass metadata:1.emmeta.k8s.io/v1:ObjectMeta spec:2.-mDeviceClassSpec
DeviceClassConfiguration :1.-mDeviceConfiguration
!DeviceClassList metadata:1.emmeta.k8s.io/v1:ListMeta items:2*-mDeviceClass
DeviceClassSpec selectors:1*emDeviceSelector config:2*emDeviceClassConfiguration extendedResourceName:4?es
DeviceConfiguration opaque:1?emOpaqueDeviceConfiguration
DeviceConstraint requests:1*es matchAttribute:2?es distinctAttribute:3?es
DeviceCounterConsumption counterSet:1.-s counters:2%emCounter
DeviceRequest name:1.-s exactly:2?emExactDeviceRequest firstAvailable:3*emDeviceSubRequest
DeviceRequestAllocationResult request:1.-s driver:2.-s pool:3.-s device:4.-s adminAccess:5?eb tolerations:6*emDeviceToleration bindingConditions:7*es bindingFailureConditions:8*es shareID:9?es consumedCapacity:10%eQ
DeviceSelector cel:1?emCELDeviceSelector
DeviceSubRequest name:1.-s deviceClassName:2.-s selectors:3*emDeviceSelector allocationMode:4.es count:5.el tolerations:6*emDeviceToleration capacity:7?emCapacityRequirements
DeviceTaint key:1.-s value:2.es effect:3.-s timeAdded:4?eT
DeviceToleration key:1.es operator:2.es value:3.es effect:4.es tolerationSeconds:5?el
ExactDeviceRequest deviceClassName:1.-s selectors:2*emDeviceSelector allocationMode:3.es count:4.el adminAccess:5?eb tolerations:6*emDeviceToleration capacity:7?emCapacityRequirements
NetworkDeviceData interfaceName:1.es ips:2*es hardwareAddress:3.es
NodeAllocatableResourceMapping capacityKey:1?es allocationMultiplier:2?eQ
OpaqueDeviceConfiguration driver:1.-s parameters:2.-R
!ResourceClaim metadata:1.emmeta.k8s.io/v1:ObjectMeta spec:2.-mResourceClaimSpec status:3.emResourceClaimStatus
ResourceClaimConsumerReference apiGroup:1.es resource:3.-s name:4.-s uid:5.-s
!ResourceClaimList metadata:1.emmeta.k8s.io/v1:ListMeta items:2*-mResourceClaim
ResourceClaimSpec devices:1.-mDeviceClaim
ResourceClaimStatus allocation:1?emAllocationResult reservedFor:2*emResourceClaimConsumerReference devices:4*emAllocatedDeviceStatus
!ResourceClaimTemplate metadata:1.emmeta.k8s.io/v1:ObjectMeta spec:2.-mResourceClaimTemplateSpec
!ResourceClaimTemplateList metadata:1.emmeta.k8s.io/v1:ListMeta items:2*-mResourceClaimTemplate
ResourceClaimTemplateSpec metadata:1.emmeta.k8s.io/v1:ObjectMeta spec:2.-mResourceClaimSpec
ResourcePool name:1.-s generation:2.-l resourceSliceCount:3.-l
!ResourceSlice metadata:1.emmeta.k8s.io/v1:ObjectMeta spec:2.-mResourceSliceSpec
!ResourceSliceList metadata:1.emmeta.k8s.io/v1:ListMeta items:2*-mResourceSlice
ResourceSliceSpec driver:1.-s pool:2.-mResourcePool nodeName:3?es nodeSelector:4?emv1:NodeSelector allNodes:5?eb devices:6*emDevice perDeviceNodeSelection:7?eb sharedCounters:8*emCounterSet`,
  'resource.k8s.io/v1alpha3': `
DeviceTaint key:1.-s value:2.es effect:3.-s timeAdded:4?eT
!DeviceTaintRule metadata:1.emmeta.k8s.io/v1:ObjectMeta spec:2.-mDeviceTaintRuleSpec status:3.emDeviceTaintRuleStatus
!DeviceTaintRuleList metadata:1.emmeta.k8s.io/v1:ListMeta items:2*-mDeviceTaintRule
DeviceTaintRuleSpec deviceSelector:1?emDeviceTaintSelector taint:2.emDeviceTaint
DeviceTaintRuleStatus conditions:1*emmeta.k8s.io/v1:Condition
DeviceTaintSelector driver:2?es pool:3?es device:4?es
PoolStatus driver:1.es poolName:2.es generation:9.-l resourceSliceCount:8?ei totalDevices:4?ei allocatedDevices:5?ei availableDevices:6?ei unavailableDevices:7?ei nodeName:3?es validationError:10?es
!ResourcePoolStatusRequest metadata:1.emmeta.k8s.io/v1:ObjectMeta spec:2.-mResourcePoolStatusRequestSpec status:3?emResourcePoolStatusRequestStatus
!ResourcePoolStatusRequestList metadata:1.emmeta.k8s.io/v1:ListMeta items:2*-mResourcePoolStatusRequest
ResourcePoolStatusRequestSpec driver:1.-s poolName:2?es limit:3?ei
ResourcePoolStatusRequestStatus poolCount:6?ei pools:2*emPoolStatus conditions:3*emmeta.k8s.io/v1:Condition`,
  'resource.k8s.io/v1beta1': `
AllocatedDeviceStatus driver:1.-s pool:2.-s device:3.-s shareID:7?es conditions:4*-mmeta.k8s.io/v1:Condition data:5?eR networkData:6?emNetworkDeviceData
AllocationResult devices:1.emDeviceAllocationResult nodeSelector:3?emv1:NodeSelector allocationTimestamp:5?eT
BasicDevice attributes:1%emDeviceAttribute capacity:2%emDeviceCapacity consumesCounters:3*emDeviceCounterConsumption nodeName:4?es nodeSelector:5?emv1:NodeSelector allNodes:6?eb taints:7*emDeviceTaint bindsToNode:8?eb bindingConditions:9*es bindingFailureConditions:10*es allowMultipleAllocations:11?eb nodeAllocatableResourceMappings:12%emNodeAllocatableResourceMapping
CELDeviceSelector expression:1.-s
CapacityRequestPolicy default:1?-Q validValues:3*eQ validRange:4?emCapacityRequestPolicyRange
CapacityRequestPolicyRange min:1?eQ max:2?eQ step:3?eQ
CapacityRequirements requests:1%eQ
Counter value:1.-Q
CounterSet name:1.-s counters:2%emCounter
Device name:1.-s basic:2?emBasicDevice
DeviceAllocationConfiguration source:1.-s requests:2*es :3.-mDeviceConfiguration
DeviceAllocationResult results:1*emDeviceRequestAllocationResult config:2*emDeviceAllocationConfiguration
DeviceAttribute int:2?el bool:3?eb string:4?es version:5?es ints:6*el bools:7*eb strings:8*es versions:9*es
DeviceCapacity value:1.-Q requestPolicy:2?emCapacityRequestPolicy
DeviceClaim requests:1*-mDeviceRequest constraints:2*emDeviceConstraint config:3*emDeviceClaimConfiguration
DeviceClaimConfiguration requests:1*es :2.-mDeviceConfiguration
!DeviceClass metadata:1.emmeta.k8s.io/v1:ObjectMeta spec:2.-mDeviceClassSpec
DeviceClassConfiguration :1.-mDeviceConfiguration
!DeviceClassList metadata:1.emmeta.k8s.io/v1:ListMeta items:2*-mDeviceClass
DeviceClassSpec selectors:1*emDeviceSelector config:2*emDeviceClassConfiguration extendedResourceName:4?es
DeviceConfiguration opaque:1?emOpaqueDeviceConfiguration
DeviceConstraint requests:1*es matchAttribute:2?es distinctAttribute:3?es
DeviceCounterConsumption counterSet:1.-s counters:2%emCounter
DeviceRequest name:1.-s deviceClassName:2.-s selectors:3*emDeviceSelector allocationMode:4.es count:5.el adminAccess:6?eb firstAvailable:7*emDeviceSubRequest tolerations:8*emDeviceToleration capacity:9?emCapacityRequirements
DeviceRequestAllocationResult request:1.-s driver:2.-s pool:3.-s device:4.-s adminAccess:5?eb tolerations:6*emDeviceToleration bindingConditions:7*es bindingFailureConditions:8*es shareID:9?es consumedCapacity:10%eQ
DeviceSelector cel:1?emCELDeviceSelector
DeviceSubRequest name:1.-s deviceClassName:2.-s selectors:3*emDeviceSelector allocationMode:4.es count:5.el tolerations:7*emDeviceToleration capacity:8?emCapacityRequirements
DeviceTaint key:1.-s value:2.es effect:3.-s timeAdded:4?eT
DeviceToleration key:1.es operator:2.es value:3.es effect:4.es tolerationSeconds:5?el
NetworkDeviceData interfaceName:1.es ips:2*es hardwareAddress:3.es
NodeAllocatableResourceMapping capacityKey:1?es allocationMultiplier:2?eQ
OpaqueDeviceConfiguration driver:1.-s parameters:2.-R
!ResourceClaim metadata:1.emmeta.k8s.io/v1:ObjectMeta spec:2.-mResourceClaimSpec status:3.emResourceClaimStatus
ResourceClaimConsumerReference apiGroup:1.es resource:3.-s name:4.-s uid:5.-s
!ResourceClaimList metadata:1.emmeta.k8s.io/v1:ListMeta items:2*-mResourceClaim
ResourceClaimSpec devices:1.-mDeviceClaim
ResourceClaimStatus allocation:1?emAllocationResult reservedFor:2*emResourceClaimConsumerReference devices:4*emAllocatedDeviceStatus
!ResourceClaimTemplate metadata:1.emmeta.k8s.io/v1:ObjectMeta spec:2.-mResourceClaimTemplateSpec
!ResourceClaimTemplateList metadata:1.emmeta.k8s.io/v1:ListMeta items:2*-mResourceClaimTemplate
ResourceClaimTemplateSpec metadata:1.emmeta.k8s.io/v1:ObjectMeta spec:2.-mResourceClaimSpec
ResourcePool name:1.-s generation:2.-l resourceSliceCount:3.-l
!ResourceSlice metadata:1.emmeta.k8s.io/v1:ObjectMeta spec:2.-mResourceSliceSpec
!ResourceSliceList metadata:1.emmeta.k8s.io/v1:ListMeta items:2*-mResourceSlice
ResourceSliceSpec driver:1.-s pool:2.-mResourcePool nodeName:3.es nodeSelector:4?emv1:NodeSelector allNodes:5.eb devices:6*emDevice perDeviceNodeSelection:7?eb sharedCounters:8*emCounterSet`,
  'resource.k8s.io/v1beta2': `
AllocatedDeviceStatus driver:1.-s pool:2.-s device:3.-s shareID:7?es conditions:4*-mmeta.k8s.io/v1:Condition data:5?eR networkData:6?emNetworkDeviceData
AllocationResult devices:1.emDeviceAllocationResult nodeSelector:3?emv1:NodeSelector allocationTimestamp:5?eT
CELDeviceSelector expression:1.-s
CapacityRequestPolicy default:1?-Q validValues:3*eQ validRange:4?emCapacityRequestPolicyRange
CapacityRequestPolicyRange min:1?eQ max:2?eQ step:3?eQ
CapacityRequirements requests:1%eQ
Counter value:1.-Q
CounterSet name:1.-s counters:2%emCounter
Device name:1.-s attributes:2%emDeviceAttribute capacity:3%emDeviceCapacity consumesCounters:4*emDeviceCounterConsumption nodeName:5?es nodeSelector:6?emv1:NodeSelector allNodes:7?eb taints:8*emDeviceTaint bindsToNode:9?eb bindingConditions:10*es bindingFailureConditions:11*es allowMultipleAllocations:12?eb nodeAllocatableResourceMappings:13%emNodeAllocatableResourceMapping
DeviceAllocationConfiguration source:1.-s requests:2*es :3.-mDeviceConfiguration
DeviceAllocationResult results:1*emDeviceRequestAllocationResult config:2*emDeviceAllocationConfiguration
DeviceAttribute int:2?el bool:3?eb string:4?es version:5?es ints:6*el bools:7*eb strings:8*es versions:9*es
DeviceCapacity value:1.-Q requestPolicy:2?emCapacityRequestPolicy
DeviceClaim requests:1*-mDeviceRequest constraints:2*emDeviceConstraint config:3*emDeviceClaimConfiguration
DeviceClaimConfiguration requests:1*es :2.-mDeviceConfiguration
!DeviceClass metadata:1.emmeta.k8s.io/v1:ObjectMeta spec:2.-mDeviceClassSpec
DeviceClassConfiguration :1.-mDeviceConfiguration
!DeviceClassList metadata:1.emmeta.k8s.io/v1:ListMeta items:2*-mDeviceClass
DeviceClassSpec selectors:1*emDeviceSelector config:2*emDeviceClassConfiguration extendedResourceName:4?es
DeviceConfiguration opaque:1?emOpaqueDeviceConfiguration
DeviceConstraint requests:1*es matchAttribute:2?es distinctAttribute:3?es
DeviceCounterConsumption counterSet:1.-s counters:2%emCounter
DeviceRequest name:1.-s exactly:2?emExactDeviceRequest firstAvailable:3*emDeviceSubRequest
DeviceRequestAllocationResult request:1.-s driver:2.-s pool:3.-s device:4.-s adminAccess:5?eb tolerations:6*emDeviceToleration bindingConditions:7*es bindingFailureConditions:8*es shareID:9?es consumedCapacity:10%eQ
DeviceSelector cel:1?emCELDeviceSelector
DeviceSubRequest name:1.-s deviceClassName:2.-s selectors:3*emDeviceSelector allocationMode:4.es count:5.el tolerations:6*emDeviceToleration capacity:7?emCapacityRequirements
DeviceTaint key:1.-s value:2.es effect:3.-s timeAdded:4?eT
!DeviceTaintRule metadata:1.emmeta.k8s.io/v1:ObjectMeta spec:2.-mDeviceTaintRuleSpec status:3.emDeviceTaintRuleStatus
!DeviceTaintRuleList metadata:1.emmeta.k8s.io/v1:ListMeta items:2*-mDeviceTaintRule
DeviceTaintRuleSpec deviceSelector:1?emDeviceTaintSelector taint:2.emDeviceTaint
DeviceTaintRuleStatus conditions:1*emmeta.k8s.io/v1:Condition
DeviceTaintSelector driver:2?es pool:3?es device:4?es
DeviceToleration key:1.es operator:2.es value:3.es effect:4.es tolerationSeconds:5?el
ExactDeviceRequest deviceClassName:1.-s selectors:2*emDeviceSelector allocationMode:3.es count:4.el adminAccess:5?eb tolerations:6*emDeviceToleration capacity:7?emCapacityRequirements
NetworkDeviceData interfaceName:1.es ips:2*es hardwareAddress:3.es
NodeAllocatableResourceMapping capacityKey:1?es allocationMultiplier:2?eQ
OpaqueDeviceConfiguration driver:1.-s parameters:2.-R
!ResourceClaim metadata:1.emmeta.k8s.io/v1:ObjectMeta spec:2.-mResourceClaimSpec status:3.emResourceClaimStatus
ResourceClaimConsumerReference apiGroup:1.es resource:3.-s name:4.-s uid:5.-s
!ResourceClaimList metadata:1.emmeta.k8s.io/v1:ListMeta items:2*-mResourceClaim
ResourceClaimSpec devices:1.-mDeviceClaim
ResourceClaimStatus allocation:1?emAllocationResult reservedFor:2*emResourceClaimConsumerReference devices:4*emAllocatedDeviceStatus
!ResourceClaimTemplate metadata:1.emmeta.k8s.io/v1:ObjectMeta spec:2.-mResourceClaimTemplateSpec
!ResourceClaimTemplateList metadata:1.emmeta.k8s.io/v1:ListMeta items:2*-mResourceClaimTemplate
ResourceClaimTemplateSpec metadata:1.emmeta.k8s.io/v1:ObjectMeta spec:2.-mResourceClaimSpec
ResourcePool name:1.-s generation:2.-l resourceSliceCount:3.-l
!ResourceSlice metadata:1.emmeta.k8s.io/v1:ObjectMeta spec:2.-mResourceSliceSpec
!ResourceSliceList metadata:1.emmeta.k8s.io/v1:ListMeta items:2*-mResourceSlice
ResourceSliceSpec driver:1.-s pool:2.-mResourcePool nodeName:3?es nodeSelector:4?emv1:NodeSelector allNodes:5?eb devices:6*emDevice perDeviceNodeSelection:7?eb sharedCounters:8*emCounterSet`,
  'scheduling.k8s.io/v1': `
!PriorityClass metadata:1.emmeta.k8s.io/v1:ObjectMeta value:2.-i globalDefault:3.eb description:4.es preemptionPolicy:5?es
!PriorityClassList metadata:1.emmeta.k8s.io/v1:ListMeta items:2*-mPriorityClass`,
  'scheduling.k8s.io/v1alpha2': `
BasicSchedulingPolicy
GangSchedulingPolicy minCount:1.-i
!PodGroup metadata:1.emmeta.k8s.io/v1:ObjectMeta spec:2.-mPodGroupSpec status:3.emPodGroupStatus
!PodGroupList metadata:1.emmeta.k8s.io/v1:ListMeta items:2*-mPodGroup
PodGroupResourceClaim name:1.-s resourceClaimName:2?es resourceClaimTemplateName:3?es
PodGroupResourceClaimStatus name:1.-s resourceClaimName:2?es
PodGroupSchedulingConstraints topology:1*emTopologyConstraint
PodGroupSchedulingPolicy basic:1?emBasicSchedulingPolicy gang:2?emGangSchedulingPolicy
PodGroupSpec podGroupTemplateRef:1?-mPodGroupTemplateReference schedulingPolicy:2.-mPodGroupSchedulingPolicy schedulingConstraints:3?emPodGroupSchedulingConstraints resourceClaims:4*emPodGroupResourceClaim disruptionMode:5?es priorityClassName:6.es priority:7?ei
PodGroupStatus conditions:1*emmeta.k8s.io/v1:Condition resourceClaimStatuses:2*emPodGroupResourceClaimStatus
PodGroupTemplate name:1.-s schedulingPolicy:2.-mPodGroupSchedulingPolicy schedulingConstraints:3?-mPodGroupSchedulingConstraints resourceClaims:4*emPodGroupResourceClaim disruptionMode:5?es priorityClassName:6.es priority:7?ei
PodGroupTemplateReference workload:1?-mWorkloadPodGroupTemplateReference
TopologyConstraint key:1.-s
TypedLocalObjectReference apiGroup:1.es kind:2.-s name:3.-s
!Workload metadata:1.emmeta.k8s.io/v1:ObjectMeta spec:2.-mWorkloadSpec
!WorkloadList metadata:1.emmeta.k8s.io/v1:ListMeta items:2*-mWorkload
WorkloadPodGroupTemplateReference workloadName:1.-s podGroupTemplateName:2.-s
WorkloadSpec controllerRef:1?emTypedLocalObjectReference podGroupTemplates:2*-mPodGroupTemplate`,
  'scheduling.k8s.io/v1beta1': `
!PriorityClass metadata:1.emmeta.k8s.io/v1:ObjectMeta value:2.-i globalDefault:3.eb description:4.es preemptionPolicy:5?es
!PriorityClassList metadata:1.emmeta.k8s.io/v1:ListMeta items:2*-mPriorityClass`,
  'storage.k8s.io/v1': `
!CSIDriver metadata:1.emmeta.k8s.io/v1:ObjectMeta spec:2.-mCSIDriverSpec
!CSIDriverList metadata:1.emmeta.k8s.io/v1:ListMeta items:2*-mCSIDriver
CSIDriverSpec attachRequired:1?eb podInfoOnMount:2?eb volumeLifecycleModes:3*es storageCapacity:4?eb fsGroupPolicy:5?es tokenRequests:6*emTokenRequest requiresRepublish:7?eb seLinuxMount:8?eb nodeAllocatableUpdatePeriodSeconds:9?el serviceAccountTokenInSecrets:10?eb preventPodSchedulingIfMissing:11?eb
!CSINode metadata:1.emmeta.k8s.io/v1:ObjectMeta spec:2.-mCSINodeSpec
CSINodeDriver name:1.-s nodeID:2.-s topologyKeys:3*-s allocatable:4?emVolumeNodeResources
!CSINodeList metadata:1.emmeta.k8s.io/v1:ListMeta items:2*-mCSINode
CSINodeSpec drivers:1*-mCSINodeDriver
!CSIStorageCapacity metadata:1.emmeta.k8s.io/v1:ObjectMeta nodeTopology:2?emmeta.k8s.io/v1:LabelSelector storageClassName:3.-s capacity:4?eQ maximumVolumeSize:5?eQ
!CSIStorageCapacityList metadata:1.emmeta.k8s.io/v1:ListMeta items:2*-mCSIStorageCapacity
!StorageClass metadata:1.emmeta.k8s.io/v1:ObjectMeta provisioner:2.-s parameters:3%es reclaimPolicy:4?es mountOptions:5*es allowVolumeExpansion:6?eb volumeBindingMode:7?es allowedTopologies:8*emv1:TopologySelectorTerm
!StorageClassList metadata:1.emmeta.k8s.io/v1:ListMeta items:2*-mStorageClass
TokenRequest audience:1.-s expirationSeconds:2?el
!VolumeAttachment metadata:1.emmeta.k8s.io/v1:ObjectMeta spec:2.-mVolumeAttachmentSpec status:3.emVolumeAttachmentStatus
!VolumeAttachmentList metadata:1.emmeta.k8s.io/v1:ListMeta items:2*-mVolumeAttachment
VolumeAttachmentSource persistentVolumeName:1?es inlineVolumeSpec:2?emv1:PersistentVolumeSpec
VolumeAttachmentSpec attacher:1.-s source:2.-mVolumeAttachmentSource nodeName:3.-s
VolumeAttachmentStatus attached:1.-b attachmentMetadata:2%es attachError:3?emVolumeError detachError:4?emVolumeError
!VolumeAttributesClass metadata:1.emmeta.k8s.io/v1:ObjectMeta driverName:2.-s parameters:3%es
!VolumeAttributesClassList metadata:1.emmeta.k8s.io/v1:ListMeta items:2*-mVolumeAttributesClass
VolumeError time:1.eT message:2.es errorCode:3?ei
VolumeNodeResources count:1?ei`,
  'storage.k8s.io/v1alpha1': `
!CSIStorageCapacity metadata:1.emmeta.k8s.io/v1:ObjectMeta nodeTopology:2?emmeta.k8s.io/v1:LabelSelector storageClassName:3.-s capacity:4?eQ maximumVolumeSize:5?eQ
!CSIStorageCapacityList metadata:1.emmeta.k8s.io/v1:ListMeta items:2*-mCSIStorageCapacity
!VolumeAttachment metadata:1.emmeta.k8s.io/v1:ObjectMeta spec:2.-mVolumeAttachmentSpec status:3.emVolumeAttachmentStatus
!VolumeAttachmentList metadata:1.emmeta.k8s.io/v1:ListMeta items:2*-mVolumeAttachment
VolumeAttachmentSource persistentVolumeName:1?es inlineVolumeSpec:2?emv1:PersistentVolumeSpec
VolumeAttachmentSpec attacher:1.-s source:2.-mVolumeAttachmentSource nodeName:3.-s
VolumeAttachmentStatus attached:1.-b attachmentMetadata:2%es attachError:3?emVolumeError detachError:4?emVolumeError
!VolumeAttributesClass metadata:1.emmeta.k8s.io/v1:ObjectMeta driverName:2.-s parameters:3%es
!VolumeAttributesClassList metadata:1.emmeta.k8s.io/v1:ListMeta items:2*-mVolumeAttributesClass
VolumeError time:1.eT message:2.es errorCode:3?ei`,
  'storage.k8s.io/v1beta1': `
!CSIDriver metadata:1.emmeta.k8s.io/v1:ObjectMeta spec:2.-mCSIDriverSpec
!CSIDriverList metadata:1.emmeta.k8s.io/v1:ListMeta items:2*-mCSIDriver
CSIDriverSpec attachRequired:1?eb podInfoOnMount:2?eb volumeLifecycleModes:3*es storageCapacity:4?eb fsGroupPolicy:5?es tokenRequests:6*emTokenRequest requiresRepublish:7?eb seLinuxMount:8?eb nodeAllocatableUpdatePeriodSeconds:9?el serviceAccountTokenInSecrets:10?eb preventPodSchedulingIfMissing:11?eb
!CSINode metadata:1.emmeta.k8s.io/v1:ObjectMeta spec:2.-mCSINodeSpec
CSINodeDriver name:1.-s nodeID:2.-s topologyKeys:3*-s allocatable:4?emVolumeNodeResources
!CSINodeList metadata:1.emmeta.k8s.io/v1:ListMeta items:2*-mCSINode
CSINodeSpec drivers:1*-mCSINodeDriver
!CSIStorageCapacity metadata:1.emmeta.k8s.io/v1:ObjectMeta nodeTopology:2?emmeta.k8s.io/v1:LabelSelector storageClassName:3.-s capacity:4?eQ maximumVolumeSize:5?eQ
!CSIStorageCapacityList metadata:1.emmeta.k8s.io/v1:ListMeta items:2*-mCSIStorageCapacity
!StorageClass metadata:1.emmeta.k8s.io/v1:ObjectMeta provisioner:2.-s parameters:3%es reclaimPolicy:4?es mountOptions:5*es allowVolumeExpansion:6?eb volumeBindingMode:7?es allowedTopologies:8*emv1:TopologySelectorTerm
!StorageClassList metadata:1.emmeta.k8s.io/v1:ListMeta items:2*-mStorageClass
TokenRequest audience:1.-s expirationSeconds:2?el
!VolumeAttachment metadata:1.emmeta.k8s.io/v1:ObjectMeta spec:2.-mVolumeAttachmentSpec status:3.emVolumeAttachmentStatus
!VolumeAttachmentList metadata:1.emmeta.k8s.io/v1:ListMeta items:2*-mVolumeAttachment
VolumeAttachmentSource persistentVolumeName:1?es inlineVolumeSpec:2?emv1:PersistentVolumeSpec
VolumeAttachmentSpec attacher:1.-s source:2.-mVolumeAttachmentSource nodeName:3.-s
VolumeAttachmentStatus attached:1.-b attachmentMetadata:2%es attachError:3?emVolumeError detachError:4?emVolumeError
!VolumeAttributesClass metadata:1.emmeta.k8s.io/v1:ObjectMeta driverName:2.-s parameters:3%es
!VolumeAttributesClassList metadata:1.emmeta.k8s.io/v1:ListMeta items:2*-mVolumeAttributesClass
VolumeError time:1.eT message:2.es errorCode:3?ei
VolumeNodeResources count:1?ei`,
  'storagemigration.k8s.io/v1beta1': `
!StorageVersionMigration metadata:1.emmeta.k8s.io/v1:ObjectMeta spec:2.emStorageVersionMigrationSpec status:3.emStorageVersionMigrationStatus
!StorageVersionMigrationList metadata:1.emmeta.k8s.io/v1:ListMeta items:2*-mStorageVersionMigration
StorageVersionMigrationSpec resource:1.-mmeta.k8s.io/v1:GroupResource
StorageVersionMigrationStatus conditions:1*emmeta.k8s.io/v1:Condition resourceVersion:2.es`,
};
