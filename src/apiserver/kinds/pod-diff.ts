import type { PodSpec } from '../../generated/kinds/core-v1.js';
import { unifiedDiff } from './line-diff.js';
import type { Loose } from './loose.js';
import { internalPodSpec } from './pod-internal.js';

const linesOf = (spec: Loose<PodSpec>): string[] => JSON.stringify(internalPodSpec(spec), null, 1).split('\n');

/** The difference of two specs, as the server shows it after its refusal. */
export const podSpecDiff = (before: Loose<PodSpec>, after: Loose<PodSpec>): string =>
  unifiedDiff(linesOf(before), linesOf(after));
