/** The version in package.json. The build writes it here; whoever runs the sources has none. */
declare const KUBE_INFORMER_VERSION: string | undefined;

const version = typeof KUBE_INFORMER_VERSION === 'string' ? KUBE_INFORMER_VERSION : 'source';

/** Who we say we are unless told otherwise: `kube-informer/1.2.3 (node/20.19.0; linux/x64)`. */
export const userAgent = `kube-informer/${version} (node/${process.versions.node}; ${process.platform}/${process.arch})`;
