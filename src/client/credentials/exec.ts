import { isatty } from 'node:tty';
import type { Clock } from '../../base/clock.js';
import { KubeInformerError } from '../../errors/index.js';
import { bearer } from './bearer.js';
import type { ClientCertificate, Credential } from './credential.js';
import { readExecAnswer } from './exec-answer.js';
import { runProgram } from './exec-process.js';
import type { ExecResult } from './exec-process.js';
import type { ExecClusterInfo, ExecSpec } from './exec-spec.js';
import type { HeaderValues } from './header-values.js';
import { keyPair } from './key-pair.js';
import { redactText } from './redact.js';
import { Renewable } from './renewable.js';
import type { Renewed } from './renewable.js';

export interface ExecCredentialOptions {
  /** Whose plugin it is, for messages: `user "ci" (file /home/me/.kube/config)`. */
  readonly owner: string;
  readonly clock: Clock;
  /** The environment the plugin inherits. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Asked before each run when the plugin wants to know the cluster. */
  readonly clusterInfo?: () => Promise<ExecClusterInfo>;
  /** Whether a person can answer on standard input. Default: whether it is a terminal. */
  readonly stdinIsTerminal?: () => boolean;
  /** How long the plugin may run. Default 60 s, or 5 min when it talks to a person. */
  readonly timeoutMs?: number;
}

// Cloud providers' plugins take one to ten seconds; a minute is a slow network with retries, and no more.
const TIMEOUT_MS = 60_000;
// A person has to find the phone with the second factor.
const INTERACTIVE_TIMEOUT_MS = 300_000;
// A credential with a certificate chain is some ten kilobytes.
const MAX_STDOUT_BYTES = 1024 * 1024;

// Whole escape sequences first, then what is left of control characters except line feed and tab.

const CONTROL_CHARACTERS = /\x1b\[[0-9;?]*[ -/]*[@-~]|[\x00-\x08\x0b-\x1f\x7f-\x9f]/g;

const NO_HEADERS: HeaderValues = Object.freeze({});

interface ExecValue {
  readonly token: string | undefined;
  readonly headers: HeaderValues;
  readonly certificate: ClientCertificate | undefined;
}

/**
 * A credential from a plugin. The plugin runs when the first request needs it, once however many ask, and again ahead
 * of the expiry it gave or when the server refuses what it gave.
 */
export class ExecCredential implements Credential {
  readonly description: string;
  readonly #spec: ExecSpec;
  readonly #options: ExecCredentialOptions;
  readonly #value: Renewable<ExecValue>;

  constructor(spec: ExecSpec, options: ExecCredentialOptions) {
    this.description = `the exec plugin "${spec.command}"`;
    this.#spec = spec;
    this.#options = options;
    this.#value = new Renewable(() => this.#fetch(), { clock: options.clock, same: sameValue });
  }

  async headers(): Promise<HeaderValues> {
    return (await this.#value.get()).headers;
  }

  async certificate(): Promise<ClientCertificate | undefined> {
    return (await this.#value.get()).certificate;
  }

  unauthorized(): Promise<boolean> {
    return this.#value.refused();
  }

  async #fetch(): Promise<Renewed<ExecValue>> {
    const { owner, clock, env } = this.#options;
    const interactive = this.#isInteractive();
    const timeoutMs = this.#options.timeoutMs ?? (interactive ? INTERACTIVE_TIMEOUT_MS : TIMEOUT_MS);
    const result = await runProgram({
      command: this.#spec.command,
      args: this.#spec.args,
      env: {
        ...env,
        ...Object.fromEntries(this.#spec.env),
        KUBERNETES_EXEC_INFO: JSON.stringify(await this.#info(interactive)),
      },
      interactive,
      timeoutMs,
      maxStdoutBytes: MAX_STDOUT_BYTES,
      clock,
    });
    this.#assertEnded(result, timeoutMs);
    const answer = readExecAnswer(result.stdout, this.#spec.apiVersion);
    if (typeof answer === 'string') {
      throw this.#error(`: ${answer}${this.#saidOnStderr(result)}. Run it by hand to see what it prints.`);
    }
    const { token, certificate, expiresAtMs } = answer;
    const pair = certificate && keyPair(certificate.cert, certificate.key, `${owner}, from its exec plugin`);
    return {
      value: {
        token,
        headers: token === undefined ? NO_HEADERS : bearer(token.trim(), `${owner}, from its exec plugin`),
        certificate: pair,
      },
      // A plugin need not repeat what its certificate says.
      expiresAtMs: expiresAtMs ?? pair?.notAfterMs,
    };
  }

  #isInteractive(): boolean {
    const mode = this.#spec.interactiveMode;
    if (mode === 'Never') return false;
    const terminal = (this.#options.stdinIsTerminal ?? (() => isatty(0)))();
    if (mode === 'Always' && !terminal) {
      throw this.#error(
        ': its interactiveMode is Always and standard input is not a terminal. ' +
          'Start this program in a terminal, or choose a credential that needs no person.',
      );
    }
    return terminal;
  }

  async #info(interactive: boolean): Promise<unknown> {
    const cluster = this.#spec.provideClusterInfo ? await this.#options.clusterInfo?.() : undefined;
    return {
      kind: 'ExecCredential',
      apiVersion: this.#spec.apiVersion,
      spec: { ...(cluster === undefined ? {} : { cluster }), interactive },
    };
  }

  #assertEnded(result: ExecResult, timeoutMs: number): void {
    const { outcome } = result;
    switch (outcome.kind) {
      case 'not-started':
        throw this.#notStarted(outcome.code);
      case 'timed-out':
        throw this.#error(
          ` did not end within ${timeoutMs / 1000} s and was killed${this.#saidOnStderr(result)}. ` +
            'Run it by hand: it may be waiting for a person or for the network.',
          { retryable: true },
        );
      case 'too-much-output':
        throw this.#error(
          ` printed more than ${MAX_STDOUT_BYTES} bytes and was killed. Check that the command is the plugin.`,
        );
      case 'exited':
        if (outcome.code === 0) return;
        throw this.#error(
          ` failed ${outcome.code === null ? `by signal ${outcome.signal ?? '?'}` : `with exit code ${outcome.code}`}` +
            `${this.#saidOnStderr(result)}. Run it by hand; its login may have expired.`,
          { retryable: true },
        );
    }
  }

  #notStarted(code: string): KubeInformerError {
    if (code !== 'ENOENT') return this.#error(` cannot be started (${code}). Check that it is a program you may run.`);
    // The hint is the text of whoever wrote the kubeconfig: no escape sequences to the terminal of whoever reads it.
    const hint = this.#spec.installHint?.replaceAll(CONTROL_CHARACTERS, '').trim() ?? '';
    return this.#error(` is not installed: the command was not found. ${hint === '' ? 'Install it.' : hint}`);
  }

  #saidOnStderr({ stderr }: ExecResult): string {
    const said = redactText(stderr, [...this.#spec.env.values()]).trim();
    return said === '' ? '' : `; it said: ${said}`;
  }

  #error(what: string, options: { retryable?: boolean } = {}): KubeInformerError {
    const plugin = `The exec plugin "${this.#spec.command}" of ${this.#options.owner}`;
    return new KubeInformerError('ERR_EXEC_PLUGIN', `${plugin}${what}`, options);
  }
}

function sameValue(a: ExecValue, b: ExecValue): boolean {
  return a.token === b.token && a.certificate?.cert === b.certificate?.cert;
}
