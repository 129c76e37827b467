import { isIPv4, isIPv6 } from 'node:net';
import type { Socket } from 'node:net';
import { onAbort } from '../../base/abort.js';
import { Failure, codeOf } from './failure.js';
import { proxyLogin } from './proxy-login.js';

/** Where a tunnel is to lead. */
export interface TunnelEnd {
  readonly host: string;
  readonly port: number;
}

const VERSION = 5;
const CONNECT = 1;
const NO_LOGIN = 0;
const PASSWORD = 2;
const PASSWORD_VERSION = 1;
const NONE_OF_THESE = 0xff;
const ADDRESS = { ipv4: 1, name: 3, ipv6: 4 } as const;

// The length of a name, a user and a password is one byte on the wire.
const MOST_BYTES = 255;

/** What the second byte of a refusal means (RFC 1928, section 6), and whether the same attempt may succeed later. */
const REFUSALS: Readonly<Record<number, { readonly why: string; readonly retryable: boolean }>> = {
  1: { why: 'it failed to', retryable: true },
  2: { why: 'its rules do not allow it', retryable: false },
  3: { why: 'it cannot reach the network', retryable: true },
  4: { why: 'it cannot reach the host', retryable: true },
  5: { why: 'the connection was refused', retryable: true },
  6: { why: 'the host did not answer in time', retryable: true },
  7: { why: 'it does not make connections', retryable: false },
  8: { why: 'it does not know this kind of address', retryable: false },
};

/**
 * Asks a SOCKS5 proxy (RFC 1928) for a tunnel over `socket`, and returns the socket once it is one. Names are looked up by
 * the proxy, as Go and kubectl have it. User and password (RFC 1929) come from the proxy's URL; messages name only its
 * host. When it rejects, the socket is destroyed.
 */
export async function openSocksTunnel(
  socket: Socket,
  proxy: URL,
  { host, port }: TunnelEnd,
  signal: AbortSignal,
): Promise<Socket> {
  const target = `${isIPv6(host) ? `[${host}]` : host}:${port}`;
  const reader = new ByteReader(socket, signal);
  try {
    await logIn(socket, reader, proxy);
    socket.write(Buffer.from([VERSION, CONNECT, 0, ...addressOf(host), port >> 8, port & 0xff]));
    const [, refusal, , kind] = await answer(reader, 4);
    if (refusal !== 0) throw refused(proxy, target, refusal);
    // The address that the proxy connects from, which says nothing to us.
    const length = kind === ADDRESS.name ? ((await reader.take(1))[0] ?? 0) : kind === ADDRESS.ipv6 ? 16 : 4;
    await reader.take(length + 2);
    return socket;
  } catch (error) {
    socket.on('error', () => undefined).destroy();
    if (signal.aborted || error instanceof Failure) throw error;
    const why = codeOf(error) || (error as Error).message;
    throw failure(`the proxy ${proxy.host} broke off (${why}) when asked to connect to ${target}`, true, error);
  } finally {
    reader.release();
  }
}

async function logIn(socket: Socket, reader: ByteReader, proxy: URL): Promise<void> {
  const given = proxyLogin(proxy);
  const hasLogin = given !== undefined;
  // Checked first: bytes that say a wrong length would be read as something else.
  const login = hasLogin ? [PASSWORD_VERSION, ...counted(given.user), ...counted(given.password)] : [];
  socket.write(Buffer.from(hasLogin ? [VERSION, 2, NO_LOGIN, PASSWORD] : [VERSION, 1, NO_LOGIN]));
  const [, method] = await answer(reader, 2);
  if (method === NO_LOGIN) return;
  if (method !== PASSWORD || !hasLogin) {
    const want = method === NONE_OF_THESE || method === PASSWORD ? 'a user and a password' : 'a login we do not know';
    throw failure(`the proxy ${proxy.host} wants ${want}; put valid ones into the proxy URL`, false);
  }
  socket.write(Buffer.from(login));
  const [, verdict] = await reader.take(2);
  if (verdict !== 0) throw failure(`the proxy ${proxy.host} refused the user and password of its URL`, false);
}

/** The first bytes of an answer; whoever does not begin with 5 is no SOCKS5 proxy. */
async function answer(reader: ByteReader, length: number): Promise<Buffer> {
  const bytes = await reader.take(length);
  if (bytes[0] !== VERSION) throw failure('the proxy does not speak SOCKS5; check the scheme of its URL', false);
  return bytes;
}

function addressOf(host: string): readonly number[] {
  if (isIPv4(host)) return [ADDRESS.ipv4, ...host.split('.').map(Number)];
  if (isIPv6(host)) return [ADDRESS.ipv6, ...ipv6Bytes(host)];
  return [ADDRESS.name, ...counted(host)];
}

/** The URL that the host came from has written it in hexadecimal groups, with one gap at the most. */
function ipv6Bytes(host: string): number[] {
  const [before = '', after] = host.split('::');
  const groups = (part: string): number[] =>
    part === '' ? [] : part.split(':').flatMap((group) => [parseInt(group, 16) >> 8, parseInt(group, 16) & 0xff]);
  const [first, last] = [groups(before), groups(after ?? '')];
  return [...first, ...Array.from({ length: 16 - first.length - last.length }, () => 0), ...last];
}

function counted(text: string): readonly number[] {
  const bytes = Buffer.from(text);
  if (bytes.length <= MOST_BYTES) return [bytes.length, ...bytes];
  throw failure(`a SOCKS5 proxy takes no name, user or password of more than ${MOST_BYTES} bytes`, false);
}

function refused(proxy: URL, target: string, code = 1): Failure {
  const { why, retryable } = REFUSALS[code] ?? { why: `it answered ${code}`, retryable: true };
  return failure(`the proxy ${proxy.host} did not connect to ${target}: ${why}`, retryable);
}

function failure(message: string, retryable: boolean, cause?: unknown): Failure {
  return new Failure('ERR_HTTP_PROXY', message, {
    retryable,
    unprocessed: true,
    ...(cause === undefined ? {} : { cause }),
  });
}

/** Takes so many bytes of a socket and leaves the rest there. */
class ByteReader {
  readonly #socket: Socket;
  readonly #unlink: () => void;
  #ended: Error | undefined;
  #wake: (() => void) | undefined;

  constructor(socket: Socket, signal: AbortSignal) {
    this.#socket = socket;
    socket.on('readable', this.#onReadable).on('error', this.#onEnd).on('end', this.#onEnd).on('close', this.#onEnd);
    this.#unlink = onAbort(signal, () => {
      this.#onEnd(signal.reason as Error);
    });
  }

  async take(length: number): Promise<Buffer> {
    for (;;) {
      if (this.#ended !== undefined) throw this.#ended;
      const bytes = this.#socket.read(length) as Buffer | null;
      // At the end of the stream Node gives what there is, however little.
      if (bytes?.length === length) return bytes;
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
  }

  release(): void {
    this.#unlink();
    const socket = this.#socket;
    socket
      .off('readable', this.#onReadable)
      .off('error', this.#onEnd)
      .off('end', this.#onEnd)
      .off('close', this.#onEnd);
  }

  readonly #onReadable = (): void => {
    this.#wake?.();
  };

  readonly #onEnd = (reason?: unknown): void => {
    this.#ended ??= reason instanceof Error ? reason : new Error('closed by the other side');
    this.#wake?.();
  };
}
