import { channel } from 'node:diagnostics_channel';
import type { ReflectorTransition } from '../reflector/index.js';

/** What is published on `kube-informer:transition` whenever an informer's connection changes its phase. */
export interface TransitionMessage {
  readonly informer: string;
  readonly transition: ReflectorTransition;
}

/** What is published on `kube-informer:error` for every error an informer meets. */
export interface ErrorMessage {
  readonly informer: string;
  readonly error: unknown;
}

const transitions = channel('kube-informer:transition');
const errors = channel('kube-informer:error');

export function publishTransition(message: TransitionMessage): void {
  if (transitions.hasSubscribers) transitions.publish(message);
}

export function publishError(message: ErrorMessage): void {
  if (errors.hasSubscribers) errors.publish(message);
}
