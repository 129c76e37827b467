/** The versions of the plugin protocol that are spoken here. v1alpha1 left Kubernetes with 1.24. */
export const EXEC_API_VERSIONS = ['client.authentication.k8s.io/v1', 'client.authentication.k8s.io/v1beta1'] as const;

export type ExecApiVersion = (typeof EXEC_API_VERSIONS)[number];

/** Whether the plugin may, can or must talk to a person on standard input. */
export type InteractiveMode = 'Never' | 'IfAvailable' | 'Always';

export const INTERACTIVE_MODES: readonly InteractiveMode[] = ['Never', 'IfAvailable', 'Always'];

/** What a plugin is told of the cluster when its user entry says `provideClusterInfo`. */
export interface ExecClusterInfo {
  readonly server: string;
  readonly 'tls-server-name'?: string;
  readonly 'insecure-skip-tls-verify'?: boolean;
  /** Base64 of the PEM. */
  readonly 'certificate-authority-data'?: string;
  readonly 'proxy-url'?: string;
  readonly 'disable-compression'?: boolean;
  /** The cluster's extension `client.authentication.k8s.io/exec`, as it is. */
  readonly config?: unknown;
}

/** A credential plugin: a program that prints a credential. */
export interface ExecSpec {
  readonly apiVersion: ExecApiVersion;
  readonly command: string;
  readonly args: readonly string[];
  /** Added to the environment of this process. */
  readonly env: ReadonlyMap<string, string>;
  readonly interactiveMode: InteractiveMode;
  readonly provideClusterInfo: boolean;
  /** How to install the command, for the message when it is missing. */
  readonly installHint?: string | undefined;
}
