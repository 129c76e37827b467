import { FieldSelector, LabelSelector, assertKnownOptions } from '../../meta/index.js';
import type { KnownOptions, LabelSelectorInput } from '../../meta/index.js';
import type { HttpRequest } from '../http/index.js';

/** What every call takes. */
export interface CallOptions {
  /** Ends the call, with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
  /** For the whole call, from now to the last byte of the answer. Default: the limits of the client's connection. */
  readonly timeoutMs?: number | undefined;
}

/** What a read of a document that is no object takes. */
export interface DocumentOptions {
  /** The media types that are wanted. */
  readonly accept?: string | undefined;
  /** A list is a parameter that occurs more than once. */
  readonly query?: HttpRequest['query'];
  /** Ends the call, with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
}

/** What a read of one object takes. */
export interface GetOptions extends CallOptions {
  /** Absent: the newest state. `'0'`: any that the server has at hand. Else: one not older than that. */
  readonly resourceVersion?: string | undefined;
}

/** Which objects. */
export interface SelectOptions extends CallOptions {
  readonly labelSelector?: LabelSelectorInput | undefined;
  /** The server knows a few fields of each kind: `spec.nodeName=node-1`. */
  readonly fieldSelector?: string | FieldSelector | undefined;
  /**
   * A share of them, for servers that can select one (`ShardedListAndWatch`, alpha in 1.36):
   * `shardRange(object.metadata.uid,'0x0000000000000000','0x8000000000000000')`. Others ignore it.
   */
  readonly shardSelector?: string | undefined;
}

/** What a list takes. */
export interface ListQuery extends SelectOptions {
  /** Absent: the newest state. `'0'`: any that the server has at hand, in one page. Else: as the next option says. */
  readonly resourceVersion?: string | undefined;
  /** Whether that state, or one not older than it. Default: one not older. */
  readonly resourceVersionMatch?: 'Exact' | 'NotOlderThan' | undefined;
  /** Objects a request. Default: 500. 0: everything in one request. */
  readonly limit?: number | undefined;
  /** Where to go on with a list that was left. For `pages()`. */
  readonly continue?: string | undefined;
}

/** What a watch takes. */
export interface WatchQuery extends SelectOptions {
  /** Absent: from any point, with the present objects as `ADDED` first. Else: what came after it. */
  readonly resourceVersion?: string | undefined;
  /** How long the server may keep it open. Default: its own choice, 30 to 60 minutes. */
  readonly timeoutSeconds?: number | undefined;
  /** Asks for `BOOKMARK` events. Default: false. */
  readonly allowWatchBookmarks?: boolean | undefined;
  /** A WatchList: the present state first, ended by a bookmark. Implies `allowWatchBookmarks`. */
  readonly sendInitialEvents?: boolean | undefined;
}

/** The options of a watch that yields nothing but changes. */
export interface WithoutBookmarks {
  readonly allowWatchBookmarks?: false | undefined;
  readonly sendInitialEvents?: false | undefined;
}

/** What every write takes. */
export interface WriteOptions extends CallOptions {
  /** The server does everything except keep it. */
  readonly dryRun?: boolean | undefined;
  /** Who owns the fields that are written. Default: the server makes a name of the user agent. */
  readonly fieldManager?: string | undefined;
  /** What the server does about fields that it does not know. Default: the server's, `Warn`. */
  readonly fieldValidation?: 'Ignore' | 'Warn' | 'Strict' | undefined;
}

/** What a patch takes. */
export interface PatchOptions extends WriteOptions {
  /**
   * What the patch is. Default: `json` for an array, `merge` for an object. `strategic` merges lists by key, and only
   * built-in kinds have it. `apply` is server-side apply, and needs a `fieldManager`.
   */
  readonly type?: 'json' | 'merge' | 'strategic' | 'apply' | undefined;
  /** For `apply`: takes fields that others own. */
  readonly force?: boolean | undefined;
}

/** What a server-side apply takes. */
export interface ApplyOptions extends WriteOptions {
  /** Who owns the fields that are applied. */
  readonly fieldManager: string;
  /** Takes fields that others own, instead of a conflict. Controllers mostly want it. Default: false. */
  readonly force?: boolean | undefined;
}

/** What a delete takes. */
export interface DeleteOptions extends CallOptions {
  readonly dryRun?: boolean | undefined;
  /** 0: at once. Default: the kind's, 30 for pods. */
  readonly gracePeriodSeconds?: number | undefined;
  /** What becomes of objects that this one owns. Default: the kind's, mostly `Background`. */
  readonly propagationPolicy?: 'Orphan' | 'Background' | 'Foreground' | undefined;
  /** It is deleted only if it is this one, in this state; else the server answers a conflict. */
  readonly preconditions?: { readonly uid?: string; readonly resourceVersion?: string } | undefined;
}

/** What the delete of many takes. */
export interface DeleteCollectionOptions extends DeleteOptions, SelectOptions {}

const SELECT: KnownOptions<SelectOptions> = {
  signal: true,
  timeoutMs: true,
  labelSelector: true,
  fieldSelector: true,
  shardSelector: true,
};

/** What the calls that concern many objects take: what is misspelt there would select more than was meant. */
const KNOWN: {
  readonly list: KnownOptions<ListQuery>;
  readonly watch: KnownOptions<WatchQuery>;
  readonly 'delete all': KnownOptions<DeleteCollectionOptions>;
} = {
  list: { ...SELECT, resourceVersion: true, resourceVersionMatch: true, limit: true, continue: true },
  watch: { ...SELECT, resourceVersion: true, timeoutSeconds: true, allowWatchBookmarks: true, sendInitialEvents: true },
  'delete all': { ...SELECT, dryRun: true, gracePeriodSeconds: true, propagationPolicy: true, preconditions: true },
};

const ADVICE = { namespace: "Say it before: .namespace('…').list(), for one." };

/** Throws `ERR_INVALID_ARGUMENT` for an option that the call does not have. */
export function assertQuery(options: object, verb: keyof typeof KNOWN, attempted: string): void {
  assertKnownOptions(options, KNOWN[verb], attempted, ADVICE);
}

/** The query of a request. */
export type Query = NonNullable<HttpRequest['query']>;

/** Selectors as the server reads them. Throws `ERR_INVALID_SELECTOR`. */
export function selectQuery({ labelSelector, fieldSelector, shardSelector }: SelectOptions): Query {
  return {
    shardSelector,
    labelSelector: textOrNone(LabelSelector.from(labelSelector)),
    fieldSelector: textOrNone(FieldSelector.from(fieldSelector)),
  };
}

export function writeQuery({ dryRun, fieldManager, fieldValidation }: WriteOptions): Query {
  return { dryRun: dryRun === true ? 'All' : undefined, fieldManager, fieldValidation };
}

/** The body of a delete; undefined when there is nothing to say. */
export function deleteBody(options: DeleteOptions): string | undefined {
  const { dryRun, gracePeriodSeconds, propagationPolicy, preconditions } = options;
  const said = {
    gracePeriodSeconds,
    propagationPolicy,
    preconditions,
    ...(dryRun === true ? { dryRun: ['All'] } : {}),
  };
  if (Object.values(said).every((value) => value === undefined)) return undefined;
  return JSON.stringify({ apiVersion: 'v1', kind: 'DeleteOptions', ...said });
}

export function callFields({ signal, timeoutMs }: CallOptions): Pick<HttpRequest, 'signal' | 'timeoutMs'> {
  return { ...(signal === undefined ? {} : { signal }), ...(timeoutMs === undefined ? {} : { timeoutMs }) };
}

/** An empty text means the same to the server as none. */
function textOrNone(value: { toString(): string }): string | undefined {
  const text = value.toString();
  return text === '' ? undefined : text;
}
