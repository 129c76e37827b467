import { createRequire } from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { installIsStale } from '../../../scripts/lib/install.mjs';
import { runCommand } from '../peers/run-command.js';

// The packages are no dependencies of ours, so that the types are not there either: here is what the bench uses of them.

/** What the bench uses of protobufjs. */
export interface Protobufjs {
  readonly Root: { fromJSON(descriptor: { nested: Readonly<Record<string, ProtobufDescriptor>> }): ProtobufRoot };
}

/** A message in the form that protobufjs calls a JSON descriptor. */
export interface ProtobufDescriptor {
  /** The syntax of its file: without one, what is present but zero would not be told from what is not there. */
  readonly edition: 'proto2';
  readonly fields: Readonly<
    Record<
      string,
      { readonly id: number; readonly type: string; readonly rule?: 'repeated'; readonly keyType?: string }
    >
  >;
}

interface ProtobufRoot {
  lookupType(name: string): ProtobufType;
}

/** A message; it compiles its decoder when it is first used. */
export interface ProtobufType {
  decode(bytes: Uint8Array): ProtobufMessage;
}

/** What is present in the bytes is a property of its own; what is not is at most on the prototype. */
export type ProtobufMessage = Readonly<Record<string, unknown>>;

/** What the bench uses of @kubernetes/client-node. */
export interface ClientNode {
  readonly ListWatch: new <T>(
    path: string,
    watch: { watch(): Promise<AbortController> },
    listFn: () => Promise<{ readonly items: readonly T[] }>,
    autoStart: boolean,
  ) => ClientNodeCache<T>;
  readonly CoreV1Api: new (configuration: object) => {
    listPodForAllNamespaces(): Promise<{ readonly items: readonly ClientNodePod[] }>;
  };
  createConfiguration(options: { baseServer: object; httpApi: object }): object;
  readonly ServerConfiguration: new (url: string, variables: object) => object;
  wrapHttpLibrary(library: { send(): Promise<object> }): object;
  readonly ResponseContext: new (status: number, headers: object, body: { text(): Promise<string> }) => object;
}

/** Its informer, which is its cache too. */
export interface ClientNodeCache<T> {
  start(): Promise<void>;
  stop(): Promise<void>;
  on(event: 'add', handler: (object: T) => void): void;
  on(event: 'error', handler: (error: unknown) => void): void;
  get(name: string, namespace?: string): T | undefined;
  list(namespace?: string): readonly T[];
}

/** A pod as its classes have it; times are dates. */
export interface ClientNodePod {
  readonly metadata: {
    readonly name: string;
    readonly namespace: string;
    readonly labels?: Readonly<Record<string, string>>;
  };
  readonly spec: { readonly nodeName?: string };
}

/** Loads protobufjs, which a manifest of the bench's own names. */
export async function loadProtobufjs(): Promise<Protobufjs> {
  const path = await resolveIn('micro', 'protobufjs');
  // CommonJS, whose exports are the default of the module.
  return ((await import(path)) as { default: Protobufjs }).default;
}

/** Loads the client that the peer of that name uses. */
export async function loadClientNode(): Promise<ClientNode> {
  return (await import(await resolveIn('peers/client-node', '@kubernetes/client-node'))) as ClientNode;
}

/** Where a package of a folder of the bench is. Installs what the folder's lockfile names; rejects when that fails. */
async function resolveIn(folder: string, name: string): Promise<string> {
  const root = fileURLToPath(new URL(`../../${folder}/`, import.meta.url));
  if (installIsStale(root)) await runCommand(['npm', 'ci', '--no-audit', '--no-fund'], root);
  return pathToFileURL(createRequire(`${root}package.json`).resolve(name)).href;
}
