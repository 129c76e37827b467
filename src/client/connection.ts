/** What a TLS handshake with the API server needs. Secret: `key` must not be logged. */
export interface TlsMaterial {
  /** PEM of the authorities to trust; absent: those that Node.js trusts. */
  readonly ca?: string | Buffer;
  /** PEM of the client certificate, with its intermediates. */
  readonly cert?: string | Buffer;
  /** PEM of the key of `cert`. */
  readonly key?: string | Buffer;
  /** The name to send as SNI and to check the server's certificate against; absent: the host of the URL. */
  readonly serverName?: string;
  /** False only when the user asked for `insecure-skip-tls-verify`. */
  readonly rejectUnauthorized: boolean;
}

/**
 * How to reach and authenticate at one API server: all that the HTTP layer knows of kubeconfigs and credentials.
 *
 * The HTTP layer asks `tls()` and `headers()` again for every request; both are cheap when nothing changed, and
 * concurrent calls share the work when something did. An implementation shows no secret when it is inspected,
 * logged or turned into JSON; what `tls()` and `headers()` return does, so it must not be logged.
 */
export interface ClusterConnection {
  /** Base URL, may have a path (Rancher-style) which is kept. http: or https:. */
  readonly server: URL;
  /**
   * Current TLS material; files are re-read when they change. `version` changes when the material does, so that a
   * session made with old material is not reused. It reveals nothing of the material.
   */
  tls(): Promise<TlsMaterial & { readonly version: string }>;
  /** Headers that authenticate a request (Authorization, Impersonate-*; a value may be a list: repeated header). */
  headers(): Promise<Readonly<Record<string, string | readonly string[]>>>;
  /**
   * The server answered 401 to what `headers()`/`tls()` gave: get new credentials. Resolves to whether trying again
   * makes sense. Calls that come while one is under way share its outcome. A request is tried again once at most:
   * right after new credentials came this resolves to true without getting others, since the answer may be to the
   * old ones. After false, a request is repeated all the same if `headers()` gives others than it was sent with. Rejects,
   * with an error that says why, when no credentials can be got.
   */
  unauthorized(): Promise<boolean>;
  /**
   * Proxy to go through, from proxy-url or HTTPS_PROXY/HTTP_PROXY/NO_PROXY; undefined: direct. http:, https:, socks5:
   * or socks5h:. It may carry a user and a password, so its text must not get into a message.
   */
  readonly proxy: URL | undefined;
  /** The kubeconfig asks not to compress answers (`disable-compression`): worth it on a fast network. */
  readonly disableCompression: boolean;
}
