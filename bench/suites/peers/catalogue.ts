import { fileURLToPath } from 'node:url';

/** A program that keeps a cache of all pods; see bench/peers/README.md. */
export interface Peer {
  readonly name: string;
  /** Where its commands run. */
  readonly folder: string;
  /** Undefined where there is nothing to build. */
  readonly build: readonly string[] | undefined;
  readonly run: readonly string[];
  /** Whether it asks for what is there as a stream (WatchList) rather than as a list. */
  readonly streams: boolean;
}

const folder = (name: string): string => fileURLToPath(new URL(`../../peers/${name}`, import.meta.url));
const node = [process.execPath, '--expose-gc', 'main.mjs'];
const go = ['go', 'build', '-o', 'target/peer-client-go', '.'];

/** In the order in which they take turns. */
export const PEERS: readonly Peer[] = [
  { name: 'kube-informer', folder: folder('kube-informer'), build: undefined, run: node, streams: true },
  { name: 'client-go', folder: folder('client-go'), build: go, run: ['target/peer-client-go'], streams: true },
  { name: 'raw', folder: folder('raw'), build: undefined, run: node, streams: true },
  {
    name: 'client-go-stripped',
    folder: folder('client-go'),
    build: go,
    run: ['target/peer-client-go', '--strip'],
    streams: true,
  },
  {
    name: 'kube-rs',
    folder: folder('kube-rs'),
    build: ['cargo', 'build', '--release', '--locked'],
    run: ['target/release/peer-kube-rs', '--strip'],
    streams: true,
  },
  { name: 'client-node', folder: folder('client-node'), build: ['npm', 'ci'], run: node, streams: false },
  {
    name: 'fabric8',
    folder: folder('fabric8'),
    build: ['mvn', '-q', '-B', 'package'],
    // It would watch over WebSocket, which a replay does not speak.
    run: ['java', '-jar', 'target/peer-fabric8.jar', '--http-watches'],
    streams: false,
  },
];
