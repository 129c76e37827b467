import { resolve } from 'node:path';
import type { Clock } from '../../base/clock.js';
import {
  BasicCredential,
  ClientCertificateCredential,
  ExecCredential,
  OidcCredential,
  TokenCredential,
  TokenFileCredential,
  combineCredentials,
} from '../credentials/index.js';
import type { Credential, ExecClusterInfo, PemSource } from '../credentials/index.js';
import type { UserEntry } from './entries.js';
import { kubeConfigError } from './kubeconfig-error.js';
import { proxyFromEnvironment } from './proxy.js';
import type { Environment } from './proxy.js';

export interface UserCredentialOptions {
  readonly clock: Clock;
  readonly env: Environment;
  readonly clusterInfo: () => Promise<ExecClusterInfo>;
}

/**
 * The credential of a user entry. A certificate may stand beside one other kind; an exec plugin and an auth provider
 * count only where there is nothing else, as for kubectl.
 */
export function userCredential(user: UserEntry, options: UserCredentialOptions): Credential {
  const owner = `user "${user.name}" (kubeconfig ${user.origin})`;
  const { clock, env, clusterInfo } = options;
  const found = [certificateOf(user, owner, clock), headerCredentialOf(user, owner, clock)].filter(
    (credential) => credential !== undefined,
  );
  if (user.exec !== undefined && user.authProvider !== undefined) {
    throw kubeConfigError(`${capital(owner)} has both an exec plugin and an auth-provider. Remove one.`);
  }
  if (found.length > 0) return combineCredentials(found);
  if (user.exec !== undefined) return new ExecCredential(user.exec(), { owner, clock, env, clusterInfo });
  if (user.authProvider !== undefined) return providerCredential(user, user.authProvider, owner, options);
  return combineCredentials([]);
}

function headerCredentialOf(user: UserEntry, owner: string, clock: Clock): Credential | undefined {
  const { token, tokenFile, username, password } = user;
  const basic = username !== undefined || password !== undefined;
  if (basic && (token !== undefined || tokenFile !== undefined)) {
    throw kubeConfigError(`${capital(owner)} has both a token and a user name with password. Remove one.`);
  }
  // The file wins: it is what is kept up to date. The token helps until the file is there.
  if (tokenFile !== undefined) return new TokenFileCredential(tokenFile, { owner, clock, fallbackToken: token });
  if (token !== undefined) return new TokenCredential(token, { owner });
  return basic ? new BasicCredential(username ?? '', password ?? '') : undefined;
}

function certificateOf(user: UserEntry, owner: string, clock: Clock): Credential | undefined {
  const cert = pemSource(user.certificatePem, user.certificateFile);
  const key = pemSource(user.keyPem, user.keyFile);
  if (cert === undefined) return undefined;
  if (key === undefined) {
    throw kubeConfigError(
      `${capital(owner)} has a client certificate without a key. Add client-key or client-key-data.`,
    );
  }
  return new ClientCertificateCredential(cert, key, { owner, clock });
}

/** Data before file, where both are given. */
function pemSource(pem: string | undefined, file: string | undefined): PemSource | undefined {
  if (pem !== undefined) return { pem };
  return file === undefined ? undefined : { file };
}

// The auth providers that were built into kubectl until 1.26, and what replaced each.
const REPLACEMENTS: ReadonlyMap<string, string> = new Map([
  ['gcp', 'gke-gcloud-auth-plugin; "gcloud container clusters get-credentials" writes it'],
  ['azure', 'kubelogin; "kubelogin convert-kubeconfig" writes it'],
]);

function providerCredential(
  user: UserEntry,
  provider: NonNullable<UserEntry['authProvider']>,
  owner: string,
  { clock, env }: UserCredentialOptions,
): Credential {
  if (provider.name !== 'oidc') {
    const replacement = REPLACEMENTS.get(provider.name) ?? 'see the documentation of your cluster for its name';
    throw kubeConfigError(
      `${capital(owner)} has the auth-provider "${provider.name}", which Kubernetes has removed. ` +
        `Use an exec plugin instead: ${replacement}.`,
    );
  }
  const { config } = provider;
  const caFile = config.get('idp-certificate-authority');
  const caData = config.get('idp-certificate-authority-data');
  return new OidcCredential(
    {
      issuer: config.get('idp-issuer-url'),
      clientId: config.get('client-id'),
      clientSecret: config.get('client-secret'),
      idToken: config.get('id-token'),
      refreshToken: config.get('refresh-token'),
      issuerCa: pemSource(
        caData === undefined || caData === '' ? undefined : Buffer.from(caData, 'base64').toString('utf8'),
        caFile === undefined || caFile === '' ? undefined : resolve(user.baseDir, caFile),
      ),
    },
    // The proxy-url of a cluster is for the cluster; kubectl, too, reaches the issuer by what the environment says.
    { owner, clock, proxyFor: (issuer) => proxyFromEnvironment(issuer, env) },
  );
}

function capital(sentence: string): string {
  return sentence.charAt(0).toUpperCase() + sentence.slice(1);
}
