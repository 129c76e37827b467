import type { PodTemplateSpec } from '../../generated/kinds/core-v1.js';
import type { LabelSelector } from '../../generated/kinds/meta-v1.js';
import type { ApiObject } from '../contract.js';
import { forbidden, invalid, notSupported, required } from '../field-error.js';
import type { FieldError } from '../field-error.js';
import { sameInGo } from '../json.js';
import { dnsLabel, IMMUTABLE, NOT_NEGATIVE, percent } from '../names.js';
import { isEmptySelector, selectorMatches, shownSelector, sortedMap, validateLabelSelector } from './labels.js';
import type { Loose } from './loose.js';
import { defaultPodSpec, dropDisabled } from './pod-defaults.js';
import { notNegative } from './pod-probes.js';
import { validatePodTemplate } from './pod-spec.js';
import { podWarnings } from './pod-warnings.js';

export type Template = Loose<PodTemplateSpec>;
export type Selector = Loose<LabelSelector>;
/** Where a selector is required, Go's encoder shows that there is none. */
type MaybeSelector = Selector | null | undefined;

/** Gives a template the defaults of what it makes. */
export function defaultTemplate(template: Template | undefined): void {
  if (template === undefined) return;
  template.metadata ??= {};
  defaultPodSpec((template.spec ??= {}));
  dropDisabled(template.spec);
}

export const templateLabels = (template: Template | undefined): Record<string, string> | undefined =>
  (template?.metadata as { labels?: Record<string, string> } | undefined)?.labels;

/** The labels of a template, as messages show them. */
export function shownLabels(template: Template | undefined): Record<string, string> | null {
  const labels = templateLabels(template);
  return labels === undefined ? null : sortedMap(labels);
}

/** A selector that is there, well formed and not empty. `kind` is what the server calls its owner in the message. */
export function validateSelector(selector: MaybeSelector, field: string, kind: string): FieldError[] {
  if (selector === undefined || selector === null) return [required(field)];
  const errors = validateLabelSelector(selector, field);
  if (isEmptySelector(selector))
    errors.push(invalid(field, shownSelector(selector), `empty selector is invalid for ${kind}`));
  return errors;
}

/** Pods of a template have to be found again by the selector. None at all finds nothing. */
export function validateMatch(
  selector: Selector | undefined,
  template: Template | undefined,
  field: string,
): FieldError[] {
  if (selector !== undefined && selectorMatches(selector, templateLabels(template))) return [];
  const detail = '`selector` does not match template `labels`';
  return [invalid(`${field}.metadata.labels`, shownLabels(template), detail)];
}

/** A template of pods that run for ever. */
export function validateLastingTemplate(template: Template | undefined, field: string, kind: string): FieldError[] {
  const spec = template?.spec ?? {};
  const errors = validatePodTemplate(template ?? {}, field);
  return [...errors, ...validateLasting(spec, field, kind)];
}

/** Pods that are kept running restart always and have no end. */
export function validateLasting(spec: NonNullable<Template['spec']>, field: string, kind: string): FieldError[] {
  const errors: FieldError[] = [];
  if (spec.restartPolicy !== 'Always') {
    errors.push(notSupported(`${field}.spec.restartPolicy`, spec.restartPolicy ?? '', ['Always']));
  }
  if (spec.activeDeadlineSeconds !== undefined) {
    const detail = `activeDeadlineSeconds in ${kind} is not Supported`;
    errors.push(forbidden(`${field}.spec.activeDeadlineSeconds`, detail));
  }
  return errors;
}

/** The selector and the template of a ReplicaSet and of what makes ReplicaSets. */
export function validateReplicaTemplate(given: MaybeSelector, template: Template | undefined): FieldError[] {
  const selector = given ?? undefined;
  const errors = validateSelector(selector, 'spec.selector', 'deployment');
  if (selector !== undefined && validateLabelSelector(selector, '').length > 0) {
    return [...errors, invalid('spec.selector', shownSelector(selector), 'invalid label selector')];
  }
  if (selector === undefined || !isEmptySelector(selector)) {
    errors.push(...validateMatch(selector, template, 'spec.template'));
  }
  return [...errors, ...validateLastingTemplate(template, 'spec.template', 'ReplicaSet')];
}

export type IntOrPercent = number | string;

/** `3` or `25%`, not below zero. */
export function validateIntOrPercent(value: IntOrPercent, field: string): FieldError[] {
  if (typeof value === 'string') return percent(value).map((detail) => invalid(field, value, detail));
  return value < 0 ? [invalid(field, value, NOT_NEGATIVE)] : [];
}

/** The number in `3` or `25%`. */
export const amountOf = (value: IntOrPercent): number =>
  typeof value === 'number' ? value : /^[0-9]+%$/.test(value) ? Number.parseInt(value, 10) : 0;

export const notAbove100Percent = (value: IntOrPercent, field: string): FieldError[] =>
  typeof value === 'string' && amountOf(value) > 100 ? [invalid(field, value, 'must not be greater than 100%')] : [];

/** A selector that stays what it was made. */
export const immutableSelector = (now: MaybeSelector, before: MaybeSelector): FieldError[] =>
  sameInGo(now, before) ? [] : [invalid('spec.selector', shownSelector(now ?? {}), IMMUTABLE)];

/** A field that stays what it was made. */
export const immutable = (now: unknown, before: unknown, field: string): FieldError[] =>
  sameInGo(now, before) ? [] : [invalid(field, now ?? null, IMMUTABLE)];

/** Status belongs to the status path: elsewhere it goes back to what it was. */
export function keepStatus(object: ApiObject, old: ApiObject): void {
  if (old.status === undefined) delete object.status;
  else object.status = structuredClone(old.status);
}

/** Counts of a status: none below zero, and those of `parts` not above the whole. */
export function validateCounts(
  status: Readonly<Record<string, unknown>>,
  counts: readonly string[],
  parts: readonly string[],
  ready = 'readyReplicas',
): FieldError[] {
  const count = (name: string): number => (typeof status[name] === 'number' ? status[name] : 0);
  const errors = counts.flatMap((name) => notNegative(`status.${name}`, count(name)));
  for (const name of parts) {
    if (count(name) <= count('replicas')) continue;
    errors.push(invalid(`status.${name}`, count(name), 'cannot be greater than status.replicas'));
  }
  if (parts.includes('availableReplicas') && count('availableReplicas') > count('readyReplicas')) {
    const detail = `cannot be greater than ${ready}`;
    errors.push(invalid('status.availableReplicas', count('availableReplicas'), detail));
  }
  return errors;
}

/** A count of name collisions only grows. */
export function validateCollisions(object: ApiObject, old: ApiObject): FieldError[] {
  const of = ({ status }: ApiObject): number =>
    (status as { collisionCount?: number } | undefined)?.collisionCount ?? 0;
  return of(object) < of(old) ? [invalid('status.collisionCount', of(object), 'cannot be decremented')] : [];
}

/** The name of what makes pods becomes part of theirs. Only a creator can still choose another. */
export function nameWarnings(object: ApiObject, old: ApiObject | undefined): string[] {
  const details = old === undefined ? dnsLabel(object.metadata.name ?? '') : [];
  if (details.length === 0) return [];
  const why =
    'this is used in Pod names and hostnames, which can result in surprising behavior; a DNS label is recommended';
  return [`metadata.name: ${why}: [${details.join(' ')}]`];
}

/** What the server lets pass in a template and warns of. */
export const templateWarnings = (template: Template | undefined): string[] =>
  podWarnings(template ?? {}, 'spec.template.');
