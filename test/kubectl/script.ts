import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Kubectl, Outcome } from './kubectl.js';
import { normaliseOutput } from './normalise.js';

/** One command and what it printed, in a form that can be compared. */
export interface Step {
  readonly command: string;
  readonly code: number | null;
  readonly output: string;
}

const PATIENCE_MS = 15_000;
const POLL_MS = 50;

/** The namespace of the script; its objects outside of namespaces have it in their names. */
export const NAMESPACE = 'kubectl-script';

/** Runs commands one after the other and keeps what they printed. */
export class Script {
  readonly steps: Step[] = [];
  readonly #kubectl: Kubectl;

  constructor(kubectl: Kubectl) {
    this.#kubectl = kubectl;
  }

  /** Runs a command line in the script's namespace. Words are split at spaces outside of single quotes. */
  async k(line: string, { input = '', pick = (text: string): string => text } = {}): Promise<Outcome> {
    const note = this.#noteOf(line);
    const outcome = await this.#kubectl.run(argumentsOf(line), { input });
    note(outcome, pick);
    return outcome;
  }

  /** The same as text, for the script itself; nothing is noted. */
  async value(line: string): Promise<string> {
    return (await this.#kubectl.run(argumentsOf(line))).stdout;
  }

  /** Starts a command that goes on, does something meanwhile, and ends it when it has printed so many lines. */
  async meanwhile(line: string, lines: number, act: () => Promise<unknown>): Promise<void> {
    const note = this.#noteOf(line);
    const running = this.#kubectl.start(argumentsOf(line));
    const printed = async (wanted: number): Promise<void> => {
      for (const deadline = Date.now() + PATIENCE_MS; Date.now() < deadline; await sleep(POLL_MS)) {
        if (running.output().split('\n').length > wanted) return;
      }
    };
    await printed(1);
    await act();
    await printed(lines);
    running.stop();
    const { stdout, stderr } = await running.ended;
    note({ code: 0, stdout, stderr }, (text) => text);
  }

  /** Waits, unseen, until a command succeeds: for what a server does on its own time. */
  async served(line: string): Promise<void> {
    for (const deadline = Date.now() + PATIENCE_MS; Date.now() < deadline; await sleep(POLL_MS)) {
      if ((await this.#kubectl.run(argumentsOf(line))).code === 0) return;
    }
  }

  file(name: string, content: unknown): string {
    writeFileSync(join(this.#kubectl.folder, name), typeof content === 'string' ? content : JSON.stringify(content));
    return name;
  }

  /** Notes are in the order in which commands began: which of two that run together ends first is nobody's promise. */
  #noteOf(command: string): (outcome: Outcome, pick: (text: string) => string) => void {
    const at = this.steps.push({ command, code: null, output: 'did not end' }) - 1;
    return ({ code, stdout, stderr }, pick) => {
      this.steps[at] = { command, code, output: normaliseOutput(pick(stdout + stderr)) };
    };
  }
}

// Before the words of the command: what follows `--` is not for kubectl.
const argumentsOf = (line: string): string[] => ['--namespace', NAMESPACE, ...words(line)];

function words(line: string): string[] {
  return [...line.matchAll(/(?:'[^']*'|[^\s'])+/g)].map(([word]) => word.replaceAll("'", ''));
}
