/** What a client needs to reach a server as a user. */
export interface Access {
  readonly server: string;
  readonly user: string;
  /** PEM; absent for plain HTTP. */
  readonly ca?: string;
  readonly token?: string;
  readonly certificate?: { readonly cert: string; readonly key: string };
}

const base64 = (text: string): string => Buffer.from(text).toString('base64');

/** A kubeconfig as YAML. Every text is quoted, so that none is taken for something else. */
export function kubeconfigText({ server, user, ca, token, certificate }: Access): string {
  const quote = (text: string): string => JSON.stringify(text);
  const authority = ca === undefined ? '' : `\n    certificate-authority-data: ${base64(ca)}`;
  const proof =
    certificate === undefined
      ? `token: ${quote(token ?? '')}`
      : `client-certificate-data: ${base64(certificate.cert)}\n    client-key-data: ${base64(certificate.key)}`;
  return `apiVersion: v1
kind: Config
clusters:
- name: kube-informer
  cluster:
    server: ${quote(server)}${authority}
users:
- name: ${quote(user)}
  user:
    ${proof}
contexts:
- name: ${quote(user)}
  context:
    cluster: kube-informer
    user: ${quote(user)}
current-context: ${quote(user)}
`;
}
