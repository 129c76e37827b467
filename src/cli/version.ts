/** The version in package.json. The build writes it here; whoever runs the sources has none. */
declare const KUBE_INFORMER_VERSION: string | undefined;

/** The version of this package. */
export const version = typeof KUBE_INFORMER_VERSION === 'string' ? KUBE_INFORMER_VERSION : 'source';
