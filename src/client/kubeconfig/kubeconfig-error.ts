import { KubeInformerError } from '../../errors/index.js';

/** An ERR_KUBECONFIG. */
export function kubeConfigError(message: string, options: { cause?: unknown } = {}): KubeInformerError {
  return new KubeInformerError('ERR_KUBECONFIG', message, options);
}
