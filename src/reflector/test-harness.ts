import type { FakeClock } from '../base/fake-clock.js';
import type { KubernetesObject, ObjectRecord } from '../meta/index.js';
import type { ListerWatcher, ReflectorSink } from './contract.js';
import type { ReflectorOptions } from './options.js';
import { Reflector } from './reflector.js';
import { RelistBudget } from './relist-budget.js';
import type { ReflectorTransition } from './status.js';

/** A sink that takes lists whole, and remembers what it was told and what it then holds. */
export class RecordingSink<T extends KubernetesObject> implements ReflectorSink<T> {
  /** In order: `add default/a@7`, `replace default/a,default/b@9`, `bookmark @11`. */
  readonly calls: string[] = [];
  /** What throws, until it is set to undefined. */
  failing: ((call: string) => boolean) | undefined;
  /** resourceVersion by key. */
  readonly content = new Map<string, string>();

  add(record: ObjectRecord<T>): void {
    this.#called(`add ${record.key}@${record.resourceVersion}`);
    this.content.set(record.key, record.resourceVersion);
  }

  update(record: ObjectRecord<T>): void {
    this.#called(`update ${record.key}@${record.resourceVersion}`);
    this.content.set(record.key, record.resourceVersion);
  }

  delete(record: ObjectRecord<T>): void {
    this.#called(`delete ${record.key}@${record.resourceVersion}`);
    this.content.delete(record.key);
  }

  replace(records: readonly ObjectRecord<T>[], resourceVersion: string): void {
    this.#called(`replace ${records.map(({ key }) => key).join(',')}@${resourceVersion}`);
    this.content.clear();
    for (const record of records) this.content.set(record.key, record.resourceVersion);
  }

  bookmark(resourceVersion: string): void {
    this.#called(`bookmark @${resourceVersion}`);
  }

  get keys(): string[] {
    return [...this.content.keys()].sort();
  }

  #called(call: string): void {
    if (this.failing?.(call) === true) throw new Error(`the sink fails on ${call}`);
    this.calls.push(call);
  }
}

/** What a test may want to set of the Reflector it runs. */
export type ReflectorSetting<T extends KubernetesObject> = Partial<
  Omit<ReflectorOptions<T>, 'clock' | 'listerWatcher'>
>;

/** A Reflector that runs on a clock of the test's, without jitter. */
export class Harness<T extends KubernetesObject> {
  readonly clock: FakeClock;
  readonly sink = new RecordingSink<T>();
  readonly reflector: Reflector<T>;
  readonly errors: unknown[] = [];
  readonly transitions: ReflectorTransition[] = [];
  readonly #controller = new AbortController();
  readonly #running: Promise<void>;

  constructor(listerWatcher: ListerWatcher<T>, options: ReflectorSetting<T> & { clock: FakeClock }) {
    this.clock = options.clock;
    this.reflector = new Reflector<T>({
      sink: this.sink,
      random: () => 0,
      relistBudget: new RelistBudget({ maxJitterMs: 0 }),
      onError: (error) => {
        this.errors.push(error);
      },
      onTransition: (transition) => {
        this.transitions.push(transition);
      },
      ...options,
      listerWatcher,
    });
    this.#running = this.reflector.run(this.#controller.signal);
  }

  /** The delay of every wait so far, in milliseconds. */
  get delays(): number[] {
    return this.transitions.flatMap(({ delayMs }) => (delayMs === undefined ? [] : [delayMs]));
  }

  /** The codes of the errors that were reported; a message where there is no code. */
  get errorCodes(): string[] {
    return this.errors.map((error) => {
      const { code, message, statusCode } = error as { code?: string; message: string; statusCode?: number };
      return String(statusCode ?? code ?? message);
    });
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** Resolves when it has ended by itself, or by `stop`. */
  get ended(): Promise<void> {
    return this.#running;
  }

  async stop(): Promise<void> {
    this.#controller.abort();
    await this.#running;
  }
}
