import { readFileSync } from 'node:fs';
import { Agent, request as httpsRequest } from 'node:https';

interface Credentials {
  readonly server: string;
  readonly caFile: string;
  readonly users: { readonly admin: { readonly token: string } };
}

/** What a server answers, as far as recorders look at it. */
export interface Answer {
  readonly code: number;
  readonly body: {
    readonly message?: string;
    readonly reason?: string;
    readonly details?: unknown;
    readonly code?: number;
    readonly metadata?: { readonly resourceVersion?: string };
  };
  readonly warnings: string | undefined;
}

export interface RealServer {
  readonly send: (method: string, path: string, body?: unknown, contentType?: string) => Promise<Answer>;
  readonly close: () => void;
}

/** Talks to the server of a test cluster as its admin. */
export function connect(credentialsFile: string): RealServer {
  const { server, caFile, users } = JSON.parse(readFileSync(credentialsFile, 'utf8')) as Credentials;
  const agent = new Agent({ keepAlive: true, ca: readFileSync(caFile) });
  return {
    close: () => {
      agent.destroy();
    },
    send: (method, path, body, contentType = 'application/json') => {
      const isRaw = typeof body === 'string' || body instanceof Uint8Array;
      const data = body === undefined ? undefined : isRaw ? body : JSON.stringify(body);
      const headers = {
        authorization: `Bearer ${users.admin.token}`,
        'user-agent': 'recorder/1',
        ...(data === undefined ? {} : { 'content-type': contentType }),
      };
      return new Promise((resolve, reject) => {
        const request = httpsRequest(new URL(path, server), { method, agent, headers }, (response) => {
          const chunks: Buffer[] = [];
          response.on('data', (chunk: Buffer) => chunks.push(chunk));
          response.on('end', () => {
            const { warning } = response.headers;
            const warnings = Array.isArray(warning) ? warning.join(', ') : warning;
            resolve({ code: response.statusCode ?? 0, body: parse(Buffer.concat(chunks).toString('utf8')), warnings });
          });
        });
        request.on('error', reject);
        request.end(data);
      });
    },
  };
}

/** An API that is not there yet answers with plain text. */
function parse(text: string): Answer['body'] {
  try {
    return JSON.parse(text) as Answer['body'];
  } catch {
    return { message: text };
  }
}
