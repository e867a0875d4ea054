import type { TonEdgeError, TonEdgeErrorCode } from "./address.js";
export * from "./address.js";
/** Types of v3, by their names; those of v2 are in `v2`, where many names are the same. */
export type * from "./dist/v3.js";
export type * as v2 from "./dist/v2.js";
export type * as v3 from "./dist/v3.js";
export type { Operations } from "./dist/operations.js";
export type { AddressLike, AddressObject, BytesLike, IntegerLike } from "./values.js";

import type { Operations, V2, V3 } from "./dist/operations.js";
import type { AddressBook, Metadata } from "./dist/v3.js";

/** A value of a parameter that no type knows. */
export type ParamValue =
  | string | number | bigint | boolean | null | undefined | readonly (string | number | bigint | boolean)[];

/** Parameters by the names of the wire that no type knows. */
export type Params = { readonly [name: string]: ParamValue };

export interface CallOptions {
  /** Cancels the call, which then rejects with `signal.reason`, untouched. */
  signal?: AbortSignal | null | undefined;
  /** Milliseconds from the call's slot to the end of its response: all attempts, the delays between them, the body. Defaults to the client's. */
  timeoutMs?: number | undefined;
  /** Milliseconds that the call may wait in the queue for its slots; 0 means no wait. Defaults to the client's. */
  queueTimeoutMs?: number | undefined;
  /** Attempts of this call: a number of them in all, `false` or 0 for the first alone. What is left out is as the client has it. */
  retry?: RetryOptions | number | false | undefined;
  /** Parameters that the table does not have, sent unchecked. */
  extra?: Params | undefined;
  /** For `decode`, which exists as both. */
  verb?: "GET" | "POST" | undefined;
}

export interface PageOptions extends Omit<CallOptions, "verb"> {
  /** Attempts of each request for a page, as those of a call. */
  retry?: RetryOptions | number | false | undefined;
  /** Rows asked for at a time; default 100. Later requests ask for a few more: the rows that overlap. */
  pageSize?: number | undefined;
  /** Rows to hand out at most; default all, which `Infinity` says, too. */
  maxItems?: number | undefined;
  /** Pages fetched before they are asked for, one after the other; default 1. 0: none. `Infinity`: all. */
  prefetch?: number | undefined;
  /**
   * `"offset"`, or `"keyset"`: bounded by the time of the last row, which no insertion disturbs. Default `"auto"`: a keyset
   * where no row can be lost by it, the service's own cursor where it has one, offsets otherwise.
   */
  mode?: "auto" | "offset" | "keyset" | undefined;
  /** What to do when rows moved between two pages: leave out what came already (default), or reject with `pagination_drift`. */
  onDrift?: "dedupe" | "throw" | undefined;
  /**
   * Where to go on: `pager.cursor` of a pager of the same network, base URL, operation, parameters, `extra` and `mode`. Else
   * `cursor_invalid`.
   */
  cursor?: string | undefined;
}

/** Some rows, with what the answer has beside them. */
export interface Page<Row> {
  rows: Row[];
  address_book?: AddressBook | undefined;
  metadata?: Metadata | undefined;
  /** Rows handed out before this page, those before `cursor` included. */
  offset: number;
  /** No page follows. A full page can turn out to be the last only by asking: then no page says so. */
  last: boolean;
}

/**
 * Rows one by one: `for await (const row of pager)`. A pager has one position, which rows, `pages()` and `toArray()` move
 * together; leaving a loop stops its requests, and reading again goes on behind the last row taken. An abort rejects before
 * the next row. A server that leads in circles ends in `pagination_stalled`; `parameter` names what it ignores.
 */
export interface Pager<Row> extends AsyncIterable<Row> {
  /** Page by page, with the address book of each; in the middle of a page, first the rest of it. */
  pages(): AsyncIterableIterator<Page<Row>>;
  /** The rows from here on, at most `maxItems` of them. */
  toArray(limits?: { maxItems?: number | undefined }): Promise<Row[]>;
  /** The place behind the last row taken, to be kept as JSON. Holds no key and no parameter; a digest of them. */
  readonly cursor: string;
  /** What happened: answers read, rows handed out, rows left out as repeated or beyond the bound, times that the list had moved. */
  readonly stats: { pages: number; rows: number; duplicates: number; drift: number };
}

/**
 * Tries of a call, within its `timeoutMs`. Reads (also those by POST) are repeated without an answer and after 408, 425,
 * 429 and 5xx, unless the service's reason is one that stays; sends only after 429 or when nobody listened.
 */
export interface RetryOptions {
  /** Tries in all; default 4. A 429 does not count while the client keeps a pace (`rateLimit`): `timeoutMs` ends it. */
  attempts?: number | undefined;
  /** Milliseconds: the wait is by chance between this and its double for every failure so far; default 250. */
  minDelayMs?: number | undefined;
  /** Milliseconds: the longest such wait; default 10000. */
  maxDelayMs?: number | undefined;
  /** Milliseconds: the longest wait that the service may ask for by Retry-After; default 30000. */
  maxRetryAfterMs?: number | undefined;
}

/**
 * Where several processes take turns: one line of slots for each name, see the example in docs/client.md. If a method throws,
 * or takes longer than a second, the call starts at the pace of its own process.
 */
export interface PaceStore {
  /**
   * Called before every request: takes the next free slot, and keeps the slot for `intervalMs` milliseconds. Returns the milliseconds until
   * it begins, 0 for now; more than 60 000 are ignored.
   *
   * @param name identifies an origin and API key; the API key cannot be derived from it
   */
  reserve(name: string, intervalMs: number): number | PromiseLike<number>;
  /** Called after a 429: no slot may begin for `delayMs` milliseconds. */
  rest?(name: string, delayMs: number): unknown;
}

/** What hooks are told of a try. Never the key. */
export interface RequestInfo {
  method: string;
  /** Without the key. */
  url: string;
  /** 1 for the first try. */
  attempt: number;
}
export interface ResponseInfo extends RequestInfo {
  /** HTTP status. */
  status: number;
  /** What the answer came to, if it is a failure. */
  code: TonEdgeErrorCode | undefined;
  /** From the start of this try to the end of its body, in milliseconds. */
  durationMs: number;
}
export interface RetryInfo extends RequestInfo {
  /** Milliseconds until the next try, at least: its turn may come later. */
  delayMs: number;
  /** Why there is one. */
  error: TonEdgeError;
}

/** Parameters and options of a call: parameters may be left out where none is required. */
export type Arguments<P, O> = {} extends P
  ? [params?: P | undefined, options?: O | undefined]
  : [params: P, options?: O | undefined];

/** An operation: parameters of type `P`, answer of type `R`. */
export interface Method<P, R> {
  (...args: Arguments<P, CallOptions>): Promise<R>;
}

/** An operation that answers in pages of rows. */
export interface PagedMethod<P, R, Row> extends Method<P, R> {
  /** Row after row. `limit` and `offset` are the pager's. */
  paginate(...args: Arguments<Omit<P, "limit" | "offset">, PageOptions>): Pager<Row>;
}

/** `"v2"` or `"v3"`. */
export type Generation = keyof Operations;

/** The path of an operation, with or without its leading slash. */
export type OperationPath<G extends Generation> = OperationName<G> | `/${OperationName<G>}`;
type OperationName<G extends Generation> = keyof Operations[G] & string;
type Operation<G extends Generation, Path extends string> =
  Path extends `/${infer Name}` ? Operation<G, Name> : Path extends keyof Operations[G] ? Operations[G][Path] : never;

/** Parameters of an operation by its path: `ParamsOf<"v3", "jetton/wallets">`. */
export type ParamsOf<G extends Generation, Path extends OperationPath<G>> =
  Operation<G, Path> extends { params: infer P } ? P : never;

/** Answer of an operation by its path. */
export type ResultOf<G extends Generation, Path extends OperationPath<G>> =
  Operation<G, Path> extends { result: infer R } ? R : never;

/** Methods that JSON-RPC can call. */
export type RpcMethod = Exclude<OperationName<"v2">, "jsonRPC">;

/** One call of a batch: a method and its parameters. */
export type RpcCall = { readonly [M in RpcMethod]: RpcCallOf<M, ParamsOf<"v2", M>> }[RpcMethod];
type RpcCallOf<M, P> = {} extends P
  ? { readonly method: M; readonly params?: P | undefined }
  : { readonly method: M; readonly params: P };

/** What each call of a batch came to, in their order. */
export type BatchOutcomes<Calls extends readonly RpcCall[]> = {
  -readonly [At in keyof Calls]: { ok: true; value: ResultOf<"v2", Calls[At]["method"]> } | { ok: false; error: TonEdgeError };
};

export interface ClientOptions {
  /** Default `"mainnet"`. */
  network?: "mainnet" | "testnet" | undefined;
  /** What stands before `/api`: a gateway or a service of your own. In a page, `"/"` is the page's own origin. */
  baseUrl?: string | undefined;
  /** The API key, or a function that gives it, asked for every call. Refused in a browser. */
  apiKey?: string | (() => string | Promise<string>) | undefined;
  /** Default `"header"`. */
  keyIn?: "header" | "query" | undefined;
  /** Allows `apiKey` where every visitor can read it. */
  dangerouslyAllowBrowser?: boolean | undefined;
  /** Instead of the global `fetch`. */
  fetch?: ((request: Request) => Promise<Response>) | undefined;
  /**
   * Sent with every call. `X-API-Key` is refused: use `apiKey`. The values of `Authorization`, `Proxy-Authorization` and `Cookie`
   * are redacted from errors and hooks, and never sent over plain http to another machine.
   */
  headers?: HeadersInit | undefined;
  /**
   * Milliseconds from a call's slot to the end of its response: all attempts, the delays between them, the body. Time in the queue
   * does not count. An `apiKey` function has the same time to return. Default 15000.
   */
  timeoutMs?: number | undefined;
  /**
   * Milliseconds that a call may wait in the queue for its slots (`rateLimit`, `concurrency`); 0 means no wait. Default: no limit. If
   * the service refuses every request for `timeoutMs`, waiting calls reject with `rate_limited`.
   */
  queueTimeoutMs?: number | undefined;
  /** Default 32 MiB. */
  maxResponseBytes?: number | undefined;
  /** Tries of a call: options, their number in all, or `false` for one only. */
  retry?: RetryOptions | number | false | undefined;
  /**
   * Requests per second. `"auto"` (default): one pace per origin and key, shared by all clients of the page or process.
   * Without a key it is 1, or what the service tells by `RateLimit-Policy`; with a key it begins at 10 and learns from what
   * the service takes and refuses. A number: the most of this client; others keep their own. `false`: no pace, and nobody
   * waits because others were refused.
   */
  rateLimit?: "auto" | number | false | undefined;
  /**
   * Who shares that pace beyond this page or process. Default: in browsers all tabs and workers of the site, by Web Locks, where the
   * page is a secure context; elsewhere the process alone. A store: all processes that use it, such as several Node processes with one IP; a number as `rateLimit` then
   * limits all of them together. `false`: this page or process alone.
   */
  paceStore?: PaceStore | false | undefined;
  /** Calls of this client on their way at once, first come, first served; default any number. */
  concurrency?: number | undefined;
  /** Equal reads made in one tick share a request; default true. Never in workerd. */
  coalesce?: boolean | undefined;
  /** Before every try. What a hook throws or rejects with is ignored. */
  onRequest?: ((info: RequestInfo) => void) | undefined;
  /** After every try that got an answer. */
  onResponse?: ((info: ResponseInfo) => void) | undefined;
  /** Before the wait for another try. */
  onRetry?: ((info: RetryInfo) => void) | undefined;
}

/**
 * Makes a client. Without a key and network it speaks to the hosted service of the main network.
 *
 * ```js
 * const client = createClient({ baseUrl: "https://gateway.example" });
 * for await (const tx of client.v3.transactions.paginate({ account })) console.log(tx.hash);
 * ```
 * @throws {TonEdgeError} `invalid_option`, `api_key_in_browser`, `api_key_insecure`, `api_key_invalid`
 */
export function createClient(options?: ClientOptions): Client;

export interface Client {
  /** Every v2 method by its name; results come out of their envelope. */
  v2: V2 & {
    /** Any v2 method by JSON-RPC; its parameters are checked first. */
    jsonRpc<M extends RpcMethod>(method: M, ...args: Arguments<ParamsOf<"v2", M>, CallOptions>): Promise<ResultOf<"v2", M>>;
    /**
     * Many v2 methods at once, each with its own outcome; their parameters are checked before anything is sent. Reads
     * travel in one request where the server knows batches, one by one where not; sends always travel alone.
     */
    batch<const Calls extends readonly RpcCall[]>(calls: Calls, options?: CallOptions): Promise<BatchOutcomes<Calls>>;
  };
  /** Every v3 operation by its path, dots for slashes: `v3.jetton.wallets`. */
  v3: V3;
  /** Any operation by its path: `call("v3", "jetton/wallets", { owner_address })`. */
  call<G extends Generation, Path extends OperationPath<G>>(
    generation: G, path: Path, ...args: Arguments<ParamsOf<G, Path>, CallOptions>
  ): Promise<ResultOf<G, Path>>;
}
