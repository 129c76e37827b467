import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startApiServer } from '../../apiserver/index.js';
import { messageOf } from '../../errors/index.js';
import { Client, KubeConfig, SharedInformerFactory } from '../../index.js';
import type { KubernetesObject, SharedInformer } from '../../index.js';
import { durationOf, parse } from '../arguments.js';
import { UsageError } from '../command.js';
import type { Command, Io } from '../command.js';
import { writeWhole } from '../serve.js';
import { USUAL_SIZE } from '../terminal.js';
import { Screen } from './screen.js';
import { introduction, seenLine, statusLine, view } from './view.js';
import { Watched } from './watched.js';
import { NAMESPACE, Workload } from './workload.js';

const USAGE = `kube-informer playground: watch informers at work

  kube-informer playground [--pace 700ms] [--resync 15s] [--for DURATION]

Starts an API server in this process, lets pods live in it, and follows them with shared informers over HTTP. In a
terminal it shows the pipeline of every informer; elsewhere it prints a line for each change. It prints a kubectl line
to try in a second terminal, and ends on Ctrl-C, or after --for.

  --pace DURATION    one thing happens to the pods this often   (default 700ms)
  --resync DURATION  handlers see every object again this often (default 15s)
  --for DURATION     end after this long
`;

type Followed = SharedInformer<KubernetesObject>;

// A picture this often looks alive and costs next to nothing.
const FRAME_MS = 250;
// Plain output tells how the informers are this often, in frames.
const STATUS_EVERY = 40;

/** `kube-informer playground`, which is what `npm start` runs. */
export const playground: Command = {
  name: 'playground',
  summary: 'watch informers at work, on an API server of their own',
  usage: USAGE,
  run: async (args: readonly string[], io: Io): Promise<number> => {
    const { values, positionals } = parse(args, {
      pace: { type: 'string', default: '700ms' },
      resync: { type: 'string', default: '15s' },
      for: { type: 'string' },
    });
    if (positionals.length > 0) throw new UsageError(`playground takes no argument "${positionals[0] as string}".`);
    const pace = durationOf('pace', values.pace);
    const resyncPeriod = durationOf('resync', values.resync);
    const lasts = values.for === undefined ? undefined : durationOf('for', values.for);

    const folder = await mkdtemp(join(tmpdir(), 'kube-informer-'));
    const server = await startApiServer();
    try {
      const kubeconfig = join(folder, 'kubeconfig');
      await writeWhole(kubeconfig, server.kubeconfig());
      await using client = new Client(await KubeConfig.fromFile(kubeconfig));
      const workload = new Workload(client);
      await workload.prepare();
      await using factory = new SharedInformerFactory(client, { namespace: NAMESPACE, resyncPeriod });
      const show = new Show(io, server.url, kubeconfig, factory);
      endWhatIsDeleted(factory, workload, show);
      factory.start();
      try {
        await Promise.all([live(workload, pace, ending(io.signal, lasts), show), show.run(ending(io.signal, lasts))]);
      } finally {
        show.close();
      }
    } finally {
      await server.stop();
      await rm(folder, { recursive: true, force: true });
    }
    io.out('The playground is closed: informers, server and kubeconfig are gone.\n');
    return 0;
  },
};

/** Aborted with Ctrl-C, or when the time is over. */
function ending(signal: AbortSignal, lasts: number | undefined): AbortSignal {
  return lasts === undefined ? signal : AbortSignal.any([signal, AbortSignal.timeout(lasts)]);
}

/** Sleeps; false when it was woken by the end. */
async function pause(ms: number, signal: AbortSignal): Promise<boolean> {
  return sleep(ms, true, { signal }).catch(() => false);
}

async function live(workload: Workload, pace: number, signal: AbortSignal, show: Show): Promise<void> {
  while (await pause(pace, signal)) {
    try {
      await workload.step();
    } catch (error) {
      // Somebody with kubectl may have deleted what the workload was about to touch.
      show.note(messageOf(error));
    }
  }
}

/** Pods on a node are deleted once their kubelet says that they have ended: without one, kubectl would wait for ever. */
function endWhatIsDeleted(factory: SharedInformerFactory, workload: Workload, show: Show): void {
  const look = async (pod: { name: string; uid: string; deletionTimestamp?: string }): Promise<void> => {
    if (pod.deletionTimestamp === undefined) return;
    await workload.end(pod).catch((error: unknown) => {
      show.note(messageOf(error));
    });
  };
  factory.core.v1.pods.informer.addEventHandler(
    {
      onAdd: ({ metadata }) => look(metadata),
      onUpdate: (_, { metadata }) => look(metadata),
      // One that has no node, or is deleted by force, is gone at once.
      onDelete: ({ metadata }) => {
        workload.forget(metadata.name);
      },
    },
    { name: 'kubelet' },
  );
}

/** Shows what informers see: in place on a terminal, line by line elsewhere. */
class Show {
  readonly #io: Io;
  readonly #url: string;
  readonly #kubeconfig: string;
  readonly #informers: readonly (readonly [name: string, informer: Followed])[];
  readonly #watched: Watched;
  readonly #screen: Screen | undefined;
  #note = '';

  constructor(io: Io, url: string, kubeconfig: string, factory: SharedInformerFactory) {
    this.#io = io;
    this.#url = url;
    this.#kubeconfig = kubeconfig;
    this.#screen = io.terminal() === undefined ? undefined : new Screen(io);
    this.#watched = new Watched((seen) => {
      if (this.#screen === undefined) io.out(`${seenLine(seen)}\n`);
    });
    const { core, apps } = factory;
    this.#informers = [
      ['pods', core.v1.pods.informer as unknown as Followed],
      ['configmaps', core.v1.configMaps.informer as unknown as Followed],
      ['deployments', apps.v1.deployments.informer as unknown as Followed],
      ['nodes', core.v1.nodes.informer as unknown as Followed],
    ];
    for (const [name, informer] of this.#informers) this.#watched.follow(name, informer);
    if (this.#screen === undefined) io.out(`${introduction(url, kubeconfig).join('\n')}\n`);
  }

  note(text: string): void {
    this.#note = text;
    if (this.#screen === undefined) this.#io.out(`note: ${text}\n`);
  }

  async run(signal: AbortSignal): Promise<void> {
    let frame = 0;
    do {
      if (this.#screen !== undefined) this.#draw(this.#screen);
      else if (++frame % STATUS_EVERY === 0) this.#printStatus();
    } while (await pause(FRAME_MS, signal));
  }

  close(): void {
    this.#screen?.close();
  }

  #draw(screen: Screen): void {
    const now = Date.now();
    const informers = this.#informers.map(([name, { status }]) => ({
      status: { ...status, name },
      eventsPerSecond: this.#watched.eventsPerSecond(name, now),
    }));
    const { recent } = this.#watched;
    const size = this.#io.terminal() ?? USUAL_SIZE;
    const lines = view({ now, url: this.#url, kubeconfig: this.#kubeconfig, informers, recent }, size);
    screen.draw(this.#note === '' ? lines : [...lines, this.#note.slice(0, size.columns)]);
  }

  #printStatus(): void {
    const now = Date.now();
    for (const [name, { status }] of this.#informers) {
      this.#io.out(`${statusLine({ ...status, name }, this.#watched.eventsPerSecond(name, now))}\n`);
    }
  }
}
