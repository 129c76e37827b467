import { Failure } from './failure.js';

/**
 * The user and password that a proxy's URL holds, if it does. Throws a {@link Failure} when they cannot be read; ask before
 * there is a connection that would have to be given up.
 */
export function proxyLogin({ username, password, host }: URL): { user: string; password: string } | undefined {
  if (username === '' && password === '') return undefined;
  try {
    return { user: decodeURIComponent(username), password: decodeURIComponent(password) };
  } catch {
    // The error itself would show them.
    throw new Failure(
      'ERR_HTTP_PROXY',
      `the user or password in the URL of the proxy ${host} has a % that begins no code of UTF-8; write %25 for it`,
      { retryable: false, unprocessed: true },
    );
  }
}
