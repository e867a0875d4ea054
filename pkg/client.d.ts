/**
 * `ton-edge`: a typed client of the TON Center HTTP API, v2 and v3, and all exports of `ton-edge/address`. `ton-edge/no-wasm` has the same
 * exports without WebAssembly.
 *
 * @packageDocumentation
 */
import type { TonEdgeError, TonEdgeErrorCode } from "./address.js";
export * from "./address.js";
/** Request and response types of v3. The types of v2 are in the namespace `v2`, because many names exist in both. */
export type * from "./dist/v3.js";
export type * as v2 from "./dist/v2.js";
export type * as v3 from "./dist/v3.js";
export type { Operations } from "./dist/operations.js";
export type { AddressLike, AddressObject, BytesLike, IntegerLike } from "./values.js";

import type { Operations, V2, V3 } from "./dist/operations.js";
import type { AddressBook, Metadata } from "./dist/v3.js";
import type { GetMethods, Transaction as DecodedTransaction } from "./dist/messages.js";
import type { Transaction as TransactionBag, TransactionExt, TransactionStd } from "./dist/v2.js";
import type {
  AccountStateFull,
  AccountStatus,
  Action,
  Finality,
  JettonWallet,
  Trace,
  Transaction as TransactionRow,
  WalletKind,
} from "./dist/v3.js";
import type { CellLike, DecodedBody, DnsRecords, Stack, StackInput, TokenContent } from "./message.js";
import type { AbortSignalLike, HeadersSource, PlatformRequest, PlatformResponse } from "./platform.js";
import type { AddressLike } from "./values.js";

/** Value of an untyped (`extra`) parameter. */
export type ParamValue =
  | string
  | number
  | bigint
  | boolean
  | null
  | undefined
  | readonly (string | number | bigint | boolean)[];

/** Untyped parameters by their HTTP names. */
export type Params = { readonly [name: string]: ParamValue };

/** Options of one call. */
export interface CallOptions {
  /** Aborts the call, which then rejects with `signal.reason`. */
  signal?: AbortSignalLike | null | undefined;
  /**
   * Milliseconds from the call's slot to the end of its response: all attempts, the delays between them, the body. Default: the
   * client's.
   */
  timeoutMs?: number | undefined;
  /** Milliseconds that the call may wait in the queue for its slots; 0 means no wait. Default: the client's. */
  queueTimeoutMs?: number | undefined;
  /** Retry options of this call; a number: the attempts in total; `false` or 0: one attempt. Default of each option: the client's. */
  retry?: RetryOptions | number | false | undefined;
  /** Parameters that this package does not know. They are sent without a check. */
  extra?: Params | undefined;
  /** HTTP method of `v3.decode`, which exists as GET and POST. */
  method?: "GET" | "POST" | undefined;
}

/** Options of `paginate`. */
export interface PaginateOptions extends Omit<CallOptions, "method"> {
  /** Retry options of each request. Default: the client's. */
  retry?: RetryOptions | number | false | undefined;
  /** Rows per request, default 100. Later requests have a few more: rows that overlap the previous page. */
  pageSize?: number | undefined;
  /** Maximum number of rows that the pager returns. Default `Infinity`. */
  maxItems?: number | undefined;
  /** Pages to fetch ahead, one request at a time. Default 1; 0 turns it off, `Infinity` fetches all. */
  prefetch?: number | undefined;
  /**
   * `"offset"`: by position. `"keyset"`: bounded by the time of the last row, so insertions do not shift pages. Default `"auto"`:
   * keyset if it is exact for the parameters, TON Center's cursor if the operation has one, otherwise offset.
   */
  mode?: "auto" | "offset" | "keyset" | undefined;
  /** If rows moved between two pages: `"dedupe"` (default) drops repeated rows, `"throw"` rejects with `pagination_drift`. */
  onDrift?: "dedupe" | "throw" | undefined;
  /**
   * Position to resume from: `pager.cursor` of a pager with the same network, base URL, operation, parameters, `extra` and
   * `mode`. Any other cursor is an error, `cursor_invalid`.
   */
  cursor?: string | undefined;
}

/** One page of rows. */
export interface Page<Row> {
  /** The rows of this page, without rows that earlier pages returned. */
  rows: Row[];
  /** Names and forms of the addresses in `rows`. Only in operations whose response has it. */
  address_book?: AddressBook | undefined;
  /** Token metadata of the addresses in `rows`. Only in operations whose response has it. */
  metadata?: Metadata | undefined;
  /** Rows returned before this page, including those before `cursor`. */
  offset: number;
  /** `true`: no page follows. On a full last page it is still `false`: only the next request shows that the list has ended. */
  last: boolean;
}

/**
 * An iterator over all rows of a list: `for await (const row of pager)`. A pager has one position, which rows, `pages()` and
 * `toArray()` share. `break` stops its requests; a later loop continues after the last row. An abort rejects before the next
 * row. If the server ignores a pagination parameter, the pager rejects with `pagination_stalled`, whose `parameter` names it.
 */
export interface Pager<Row> extends AsyncIterable<Row> {
  /** Iterates over pages, each with its address book. In the middle of a page, the first one is its remaining rows. */
  pages(): AsyncIterableIterator<Page<Row>>;
  /**
   * Returns the remaining rows as an array, at most `maxItems`, which is required here or among the options of the pager: a list may not fit
   * into memory.
   */
  toArray(limits?: { maxItems?: number | undefined }): Promise<Row[]>;
  /**
   * The position after the last row returned, as text. Store it and pass it as `cursor` to resume. Contains no API key. After the end of an ascending
   * list (`sort: "asc"`) it goes on with the rows that were added since; a descending list goes on with older rows.
   */
  readonly cursor: string;
  /** Counters so far. */
  readonly stats: {
    /** Pages received, including prefetched ones. */
    pages: number;
    /** Rows returned. */
    rows: number;
    /** Rows dropped: repeated, or beyond the bound of the request. */
    duplicates: number;
    /** How often the list moved between two pages. */
    drift: number;
  };
}

/**
 * Retries of a call, within its `timeoutMs`. Reads, including those by POST, are retried if there is no response and after 408,
 * 425, 429 and 5xx, unless the error is permanent. Sends are retried only after 429 or a refused connection.
 */
export interface RetryOptions {
  /** Attempts in total, default 4. With a `rateLimit`, a 429 does not count: the call is retried until `timeoutMs`. */
  attempts?: number | undefined;
  /**
   * Milliseconds, default 250. The delay grows exponentially with jitter: a random value between `minDelayMs` and
   * `minDelayMs * 2^n` after the n-th failure.
   */
  minDelayMs?: number | undefined;
  /** Upper bound of the delay in milliseconds, default 10000. */
  maxDelayMs?: number | undefined;
  /** Upper bound of `Retry-After` in milliseconds, default 30000. */
  maxRetryAfterMs?: number | undefined;
}

/**
 * A schedule of request slots that several processes share, such as a Redis key per name. If a method throws or takes longer
 * than a second, the call uses the pace of its own process.
 *
 * ```js
 * // RESERVE is a Lua script: it reads the time of the next free slot, moves it by `intervalMs`, returns the delay.
 * const paceStore = {
 *   reserve: async (name, intervalMs) => Number(await redis.eval(RESERVE, { keys: [name], arguments: [`${intervalMs}`] })),
 * };
 * ```
 */
export interface PaceStore {
  /**
   * Called before every request: reserves the next free slot for `intervalMs` milliseconds. Returns the milliseconds until the
   * slot begins, 0 for now. A value above 60 000 is ignored.
   *
   * @param name identifies an origin and an API key; the API key cannot be derived from it
   */
  reserve(name: string, intervalMs: number): number | PromiseLike<number>;
  /** Called after a 429: no slot may begin for `delayMs` milliseconds. */
  rest?(name: string, delayMs: number): unknown;
}

/**
 * Connects clients of one server, so that each of them also knows the messages and states of the others. A text has addresses, logical times and block
 * numbers, and nothing that must be stored. Errors of the functions are ignored.
 *
 * ```js
 * const sessionChannel = {
 *   publish: (name, text) => redis.publish(name, text),
 *   subscribe: (name, listener) => redisSubscriber.subscribe(name, listener),
 * };
 * ```
 */
export interface SessionChannel {
  /** Sends a text of up to 32 768 characters to all subscribers. @param name identifies the server */
  publish(name: string, text: string): unknown;
  /** Calls the listener with every text that is published under this name from now on. Called once per client. */
  subscribe?(name: string, listener: (text: string) => void): unknown;
}

/** Argument of `onRequest`. Never contains the API key. */
export interface RequestInfo {
  /** HTTP method. */
  method: string;
  /** URL of the request, without the API key. */
  url: string;
  /** 1 for the first attempt. */
  attempt: number;
}
/** Argument of `onResponse`. */
export interface ResponseInfo extends RequestInfo {
  /** HTTP status. */
  status: number;
  /** Error code of a failed attempt; `undefined` after success. */
  code: TonEdgeErrorCode | undefined;
  /** Version of the service, the header `X-API-Version`; TON Center sends it with v3. */
  apiVersion: string | undefined;
  /** Milliseconds from the start of this attempt to the end of its response body. */
  durationMs: number;
}
/** Argument of `onRetry`. */
export interface RetryInfo extends RequestInfo {
  /** Minimum milliseconds until the next attempt. Its slot may be later. */
  delayMs: number;
  /** The error of the failed attempt. */
  error: TonEdgeError;
}

/** Arguments of a call. The parameters are optional if none of them is required. */
export type Arguments<P, O> = {} extends P
  ? [params?: P | undefined, options?: O | undefined]
  : [params: P, options?: O | undefined];

/** A method of the client: parameters of type `P`, result of type `R`. */
export type Method<P, R> = (...args: Arguments<P, CallOptions>) => Promise<R>;

/** A method whose result is a page of a list. */
export interface PagedMethod<P, R, Row> extends Method<P, R> {
  /**
   * Iterates over all rows of the list. The pager sets `limit` and `offset` itself. `paginate` never throws: if parameters or options are invalid,
   * reading the pager rejects.
   */
  paginate(...args: Arguments<Omit<P, "limit" | "offset">, PaginateOptions>): Pager<Row>;
}

/** Version of the API: `"v2"` or `"v3"`. */
export type Generation = keyof Operations;

/** Path of an operation, with or without its leading slash. */
export type OperationPath<G extends Generation> = OperationName<G> | `/${OperationName<G>}`;
type OperationName<G extends Generation> = keyof Operations[G] & string;
type Operation<G extends Generation, Path extends string> = Path extends `/${infer Name}`
  ? Operation<G, Name>
  : Path extends keyof Operations[G]
    ? Operations[G][Path]
    : never;

/** Parameter type of an operation: `ParamsOf<"v3", "jetton/wallets">`. */
export type ParamsOf<G extends Generation, Path extends OperationPath<G>> =
  Operation<G, Path> extends { params: infer P } ? P : never;

/** Result type of an operation: `ResultOf<"v3", "jetton/wallets">`. */
export type ResultOf<G extends Generation, Path extends OperationPath<G>> =
  Operation<G, Path> extends { result: infer R } ? R : never;

/** v2 methods that JSON-RPC can call. */
export type RpcMethod = Exclude<OperationName<"v2">, "jsonRPC">;

/** One call of a batch: a method and its parameters. */
export type RpcCall = { readonly [M in RpcMethod]: RpcCallOf<M, ParamsOf<"v2", M>> }[RpcMethod];
type RpcCallOf<M, P> = {} extends P
  ? { readonly method: M; readonly params?: P | undefined }
  : { readonly method: M; readonly params: P };

/** Outcomes of a batch, in the order of its calls. Check `ok` first. */
export type BatchOutcomes<Calls extends readonly RpcCall[]> = {
  -readonly [At in keyof Calls]:
    | { ok: true; value: ResultOf<"v2", Calls[At]["method"]> }
    | { ok: false; error: TonEdgeError };
};

/** Options of {@link createClient}. */
export interface ClientOptions {
  /**
   * Network of TON Center and of the API key. Default `"mainnet"`. With `baseUrl` leave it out: the URL decides. `"testnet"` with a
   * `baseUrl` that does not contain that word is `invalid_option`.
   */
  network?: "mainnet" | "testnet" | undefined;
  /**
   * URL before `/api`, of a gateway or your own TON Center instance: `"https://gateway.example/testnet"` is the testnet of a gateway.
   * In a browser, `"/"` is the origin of the document. Default `https://toncenter.com`, or `https://testnet.toncenter.com` for
   * testnet.
   */
  baseUrl?: string | undefined;
  /** The API key, or a function that returns it for each call. In a browser it is an error, `api_key_in_browser`. */
  apiKey?: string | (() => string | Promise<string>) | undefined;
  /** `"header"` (default): as `X-API-Key`. `"query"`: as `api_key` in the URL, which needs no CORS preflight. */
  apiKeyIn?: "header" | "query" | undefined;
  /** Allows `apiKey` in a browser, where every visitor can read it. Default `false`. */
  dangerouslyAllowBrowser?: boolean | undefined;
  /** Replaces the global `fetch`. */
  fetch?: ((request: PlatformRequest) => Promise<PlatformResponse>) | undefined;
  /**
   * Headers of every request. `X-API-Key` is an error: use `apiKey`. The values of `Authorization`, `Proxy-Authorization` and
   * `Cookie` are redacted from errors and hooks, and are never sent over plain http to another machine.
   */
  headers?: HeadersSource | undefined;
  /**
   * Milliseconds from a call's slot to the end of its response: all attempts, the delays between them, the body. Time in the queue
   * does not count. An `apiKey` function has the same time to return. Default 15000.
   */
  timeoutMs?: number | undefined;
  /**
   * Milliseconds that a call may wait in the queue for its slots (`rateLimit`, `concurrency`); 0 means no wait. Default: no limit.
   * If the server refuses every request for `timeoutMs`, queued calls reject with `rate_limited`.
   */
  queueTimeoutMs?: number | undefined;
  /** Maximum size of a response body in bytes, default 32 MiB. A larger one rejects with `response_too_large`. */
  maxResponseBytes?: number | undefined;
  /**
   * Maximum bytes of a URL, without an API key in it; default 8000, which proxies with buffers of 8 KiB take. Lists of `accountStates`,
   * `walletStates`, `addressBook` and `metadata` that need more are sent in parts, each with its own `timeoutMs`; other calls reject with
   * `too_long` before anything is sent. A gateway of this package on Node takes 131072.
   */
  maxUrlBytes?: number | undefined;
  /** Retry options; a number: the attempts in total; `false` or 0: one attempt. */
  retry?: RetryOptions | number | false | undefined;
  /**
   * Requests per second. `"auto"` (default): all clients of a web page or process share one rate per origin and API key. Without
   * an API key it is 1, or the rate of the `RateLimit-Policy` header; with one it starts at 10 and adapts to the responses. A
   * number: the maximum of this client alone. `false`: no limit, and a 429 delays only its own call.
   */
  rateLimit?: "auto" | number | false | undefined;
  /**
   * Shares the rate beyond this web page or process. Default: in a browser, all tabs and workers of a site share the rate by Web Locks if the page is
   * a secure context; elsewhere each process has its own rate. A store: all processes that use this store share one rate, such as Node processes with
   * one IP; a number as `rateLimit` then limits them together. `false`: not shared.
   */
  paceStore?: PaceStore | false | undefined;
  /** Maximum number of calls in flight; further calls queue in order. Default: no limit. */
  concurrency?: number | undefined;
  /** Equal reads of one tick share a request. Default `true`; always off in Cloudflare Workers. */
  coalesce?: boolean | undefined;
  /**
   * The client's view of the chain only moves forward: a response that shows an older transaction of an account, or an older newest block, than
   * an earlier response or a message that `send` or `waitForMessage` has seen executed, is requested again within the call's `timeoutMs`; then
   * the call rejects with `behind`. Default `true`. See `docs/reads-after-writes.md` in the package.
   */
  sessionConsistency?: boolean | undefined;
  /**
   * The channel by which clients share what they have seen. Default: a `BroadcastChannel` for the tabs and workers of a site, none in other runtimes.
   * `false`: not at all.
   */
  sessionChannel?: SessionChannel | false | undefined;
  /**
   * Loads `ton-edge/tvm`, with which `client.get`, `read`, `getMany`, `nft` and `resolve` compute get-methods locally: `() =>
   * import("ton-edge/tvm")`. The client calls this function at the first such method call. See `docs/local-get-methods.md` in the package.
   */
  tvm?: (() => TvmModule | Promise<TvmModule>) | undefined;
  /**
   * Checks whether a response agrees with itself, with its request and with earlier responses: bags of cells and messages with their hashes,
   * transactions with the previous ones of the account. A contradiction rejects with `integrity_failed`. `docs/integrity.md` in the package says what this
   * does not prove. Loads `ton-edge/message`. Default `false`.
   */
  integrity?: boolean | undefined;
  /** Called before every attempt. An error or rejection of a hook is ignored. */
  onRequest?: ((info: RequestInfo) => void) | undefined;
  /** Called after every attempt that received a response. */
  onResponse?: ((info: ResponseInfo) => void) | undefined;
  /** Called before the delay of a retry. */
  onRetry?: ((info: RetryInfo) => void) | undefined;
}

/**
 * Creates a client of the TON Center API. Without options it calls `https://toncenter.com` at 1 request per second.
 *
 * ```js
 * const client = createClient({ baseUrl: "https://gateway.example" });
 * for await (const tx of client.v3.transactions.paginate({ account })) console.log(tx.hash);
 * ```
 * @see <https://docs.ton.org/ecosystem/api/toncenter/introduction>
 * @throws {TonEdgeError} `invalid_option`; `api_key_in_browser`; `api_key_insecure` for plain http to another machine;
 *   `api_key_invalid`
 */
export function createClient(options?: ClientOptions): Client;

/** Summary of a transaction that executed a message. */
export interface TransactionSummary {
  /** The account in raw form. */
  account: string;
  /** In base64. */
  hash: string;
  /** Logical time. */
  lt: bigint;
  /** Unix time in seconds. */
  now: number;
  /**
   * `true` if the contract ran and all its actions succeeded, none skipped; also if the account has no contract and received coins (with at most a
   * comment).
   */
  success: boolean;
  /** Exit code of the contract; `null` if it did not run. */
  exitCode: number | null;
  /** Result code of the contract's actions; `null` if there were none. */
  resultCode: number | null;
  /** Number of actions that failed and were skipped, as their send mode allows: messages that were not sent. */
  skippedActions: number;
  /** Whether the account sent itself a message and acts when that message arrives, as highload v3 wallets do. */
  actsLater: boolean;
  /** Whether the rest of the value went back to the sender. */
  bounced: boolean;
  /** Why the transaction failed, as text for people; `null` if it succeeded. */
  reason: string | null;
  /** Nanocoins. */
  totalFees: bigint;
  /**
   * `"confirmed"`: in a block of a shard. `"finalized"`: in a block that the masterchain refers to, which never changes. `"pending"`: in no block
   * yet; the service predicts the transaction.
   */
  finality: Finality;
  /** The row of v3; `null` if the transaction came from v2. */
  row: TransactionRow | null;
  /** The result of `decodeTransaction`; `null` if the transaction came from v3. */
  decoded: DecodedTransaction | null;
}

/** A transaction of a trace, with the transactions that its messages caused as `children`. */
export interface TraceSummaryNode extends TransactionSummary {
  children: TraceSummaryNode[];
}

/** All transactions that a message caused, directly or through further messages. */
export interface TraceSummary {
  root: TraceSummaryNode;
  /** All transactions, each one before those that it caused. */
  transactions: TraceSummaryNode[];
  /** The transactions that failed. */
  failures: TraceSummaryNode[];
  /** Whether transactions may be missing: the trace is longer than the service or this package reads, or the response lacks some. */
  incomplete: boolean;
}

/** The outcome of a message. */
export type SendResult =
  /** The service accepted the message and forwards it. Whether a block will include it is not known yet. */
  | (SentMessage & { status: "accepted"; success: null; reason: null; transaction: null; trace: null })
  /** The receiving account executed the message. */
  | (SentMessage & {
      status: "executed";
      /**
       * `true`: the transaction succeeded and skipped no action. `null` (not known): the account acts in a later transaction, as highload v3 does;
       * wait for the trace.
       */
      success: boolean | null;
      /** Text for people: why it failed, or why the outcome is not known; `null` after a success. */
      reason: string | null;
      transaction: TransactionSummary;
      trace: null;
    })
  /** All transactions that the message caused have been executed. */
  | (SentMessage & {
      status: "complete";
      /**
       * `true`: the trace is complete, and every transaction succeeded and skipped no action. `false`: at least one transaction failed or skipped an
       * action. `null` (not known): no known transaction failed, but the trace is incomplete.
       */
      success: boolean | null;
      /** Text for people: why and where it failed, or why the outcome is not known; `null` after a success. */
      reason: string | null;
      transaction: TransactionSummary;
      trace: TraceSummary;
    });

/** A message that was sent. */
export interface SentMessage {
  /** The normalized hash of the message (TEP-467), by which explorers find it, or the hash that `waitForMessage` was called with; in base64. */
  hash: string;
  /** The account that receives the message, in raw form. */
  account: string;
}

/** What `client.send` and `client.waitForMessage` wait for, and how long. */
export interface FollowOptions {
  /** `"confirmed"` (default): in a block of a shard. `"finalized"`: a few seconds later, in a block that never changes. */
  finality?: "confirmed" | "finalized" | undefined;
  /** Which API is read. Default: v3, or v2 if the server has no v3 and the account is known. */
  generation?: "v2" | "v3" | undefined;
  /** Aborts the call. A message that is not sent yet stays unsent. */
  signal?: AbortSignalLike | null | undefined;
  /** Milliseconds for the whole call. Default: 30000 for `"accepted"`, 90000 for `"executed"`, 180000 for `"trace"`. */
  timeoutMs?: number | undefined;
  /** Milliseconds between two polls. Default: 1500. */
  pollIntervalMs?: number | undefined;
  /**
   * Whether to open the stream of a gateway with the setting `streaming`, and to poll when something happens on the account that executes the message,
   * else every 30 seconds, until the message is executed. The stream shows final transactions, so with `finality: "confirmed"` the result can come some
   * seconds later than by polling. Without such a stream, or if the account is not known, the call polls. Default: false.
   */
  stream?: boolean | undefined;
  /**
   * Unix time in seconds after which the account no longer executes the message. If the message is a request to a wallet of a known version, the time
   * in the request takes precedence.
   *
   * The call rejects with `message_expired` once a block is 30 seconds past that time, and only if the message was certainly not executed: the
   * wallet's state at that block (its seqno, or the queries of a highload wallet) or its whole history proves it. Otherwise, and always if you pass
   * only the hash, the call rejects with `timeout`.
   */
  validUntil?: number | undefined;
}

/** Options of `client.send`. */
export interface SendOptions<Wait extends WaitFor = WaitFor> extends FollowOptions {
  /**
   * `"accepted"`: until the service has accepted the message. `"executed"` (default): until the receiving account has executed it. `"trace"`: until
   * all transactions that it causes are executed.
   */
  wait?: Wait | undefined;
}

/** Options of `client.waitForMessage`. */
export interface WaitOptions<Wait extends WaitFor = WaitFor> extends FollowOptions {
  /** As in {@link SendOptions}, without `"accepted"`. */
  wait?: Wait | undefined;
  /** The account that receives the message. v2 cannot find a message without it. */
  account?: AddressLike | undefined;
  /**
   * Unix time in seconds: the message is not older. v2, and the search for proof that it was not executed, read no older transactions. Default: v2
   * reads the last 10 minutes; the search for proof reads as far back as necessary.
   */
  since?: number | undefined;
}

/** The event that a call waits for. */
export type WaitFor = "accepted" | "executed" | "trace";

/** `Options` with a `wait` for which editors suggest every value, not only the default of the type parameter. */
type WithSuggestedWait<Options extends { wait?: unknown }, Wait extends WaitFor, All extends WaitFor> = Omit<
  Options,
  "wait"
> & {
  /**
   * `"accepted"`: the service has accepted the message. `"executed"` (default): the receiving account has executed it. `"trace"`: all transactions
   * that it caused are executed.
   */
  wait?: Wait | (Wait extends WaitFor ? All & {} : never) | undefined;
};

type ResultFor<Wait extends WaitFor> = Extract<
  SendResult,
  { status: { accepted: "accepted"; executed: "executed"; trace: "complete" }[Wait] }
>;

/** Options of `client.payments`. */
export interface PaymentsOptions extends ReadOptions {
  /**
   * Where to go on: a cursor that was stored, or a Unix time in seconds, from which on deposits count. Default, also for `null`: the first transaction
   * of the account.
   */
  since?: string | number | null | undefined;
  /** The masters of the jettons that count, at most 100. Default: none, only TON. */
  jettons?: readonly AddressLike[] | undefined;
  /** `true` (default): after the newest deposit, waits for more until `signal` aborts, and then throws its reason. `false`: ends after the newest one. */
  follow?: boolean | undefined;
  /**
   * `"finalized"` (default): in a block that never changes. `"confirmed"`: a few seconds earlier, in a block of a shard; v2 returns only final
   * transactions.
   */
  finality?: "confirmed" | "finalized" | undefined;
  /** Which API is read. Default: v3, or v2 if the server has no v3. */
  generation?: "v2" | "v3" | undefined;
  /** Milliseconds between two polls while nothing is new, and before an unusable response is requested again. Default: 3000. */
  pollIntervalMs?: number | undefined;
  /**
   * Whether to open the stream of a gateway with the setting `streaming`, and to poll when something happens on the account, else every 30 seconds. A
   * server without such a stream is polled. Not with `follow: false`. Default: false.
   */
  stream?: boolean | undefined;
}

/** TON, or units of a jetton, that an account received. */
export interface Deposit {
  /** Unique id of the deposit: the hash of its transaction in hexadecimal digits. */
  id: string;
  /** `"TON"`, or the master of the jetton in raw form. */
  asset: string;
  /** Nanocoins, or the smallest units of the jetton; more than 0. */
  amount: bigint;
  /** The sender in raw form; for a jetton, the owner, not the jetton wallet; `null` if the notification does not name one. */
  from: string | null;
  /** The text of a comment; `null` if there is none, or if it is encrypted. The sender writes it: do not trust it. */
  comment: string | null;
  /** The body of the message, or the `forwardPayload` of the jetton transfer, decoded; `null` if it is empty. */
  payload: DecodedBody | null;
  /** Logical time of the transaction. */
  lt: bigint;
  /** Unix time of the transaction in seconds. */
  utime: number;
  /** Hash of the transaction in base64. */
  hash: string;
  /** Id of the trace in base64; `null` from v2. */
  trace: string | null;
  /** The position after this deposit: store it in the same transaction in which you book the deposit. */
  cursor: string;
}

/** An iterator over deposits, oldest first, each one once. It can be iterated only once. */
export interface Payments extends AsyncIterableIterator<Deposit> {
  /**
   * The position up to which everything is processed. It moves past a deposit when you request the next one, and past transactions that are not
   * deposits. `null` before the first response.
   */
  readonly cursor: string | null;
  /** Ends the iteration, and the requests for it. */
  return(value?: unknown): Promise<IteratorResult<Deposit>>;
}

/** The types of events on an account, as TON Center's streaming interface names them. */
export type WatchType = "transactions" | "account_state_change" | "actions" | "trace" | "jettons_change";

/** The accounts and events that `client.watch` reports. */
export interface WatchQuery {
  /** 1 to 100 accounts, in any form. */
  accounts: readonly AddressLike[];
  /** Default: `["transactions"]`. */
  types?: readonly WatchType[] | undefined;
  /**
   * Where to go on: the `cursor` of an event, or one of each account, as in `cursors`. Accounts without a cursor begin now. Default, also for `null`:
   * all of them begin now.
   */
  since?: string | readonly string[] | null | undefined;
}

/**
 * `"catching_up"`: there are events that the iterator has not read yet, or the last response does not show every account, or shows an earlier state of
 * it. `"live"`: it has read everything that the server shows of every account. `"offline"`: the server does not respond, or not with usable responses;
 * the iterator tries again.
 */
export type WatchState = "catching_up" | "live" | "offline";

/** Options of `client.watch`. */
export interface WatchOptions extends ReadOptions {
  /** `"finalized"` (default): transactions in blocks that never change. `"confirmed"`: also those in a block of a shard, seconds earlier. */
  finality?: "confirmed" | "finalized" | undefined;
  /** Milliseconds between two polls. Default: 3000. While the server is offline, the time doubles with each attempt, up to 30 seconds. */
  pollIntervalMs?: number | undefined;
  /**
   * Whether to open the stream of a gateway with the setting `streaming`, so that `client.watch` polls at once when something happens, and every 30
   * seconds otherwise. A server without such a stream is polled. Not with the types `actions`, `trace` and `jettons_change`. Default: false.
   */
  stream?: boolean | undefined;
  /** Called with each new state, and with the error if the server is offline. */
  onState?: ((state: WatchState, error?: TonEdgeError) => void) | undefined;
}

/** A transaction of a watched account. */
export interface WatchedTransaction {
  type: "transactions";
  /** The account in raw form. */
  account: string;
  /** Logical time of the transaction. */
  lt: bigint;
  /** Hash of the transaction in base64. */
  hash: string;
  transaction: TransactionRow;
  /** The position after this event; pass it as `since` to go on from here. */
  cursor: string;
}

/** The state of a watched account after new transactions. Several transactions may be between two states. */
export interface WatchedState {
  type: "account_state_change";
  /** The account in raw form. */
  account: string;
  /** Without its code and data. */
  state: AccountStateFull;
  /** The position after this event; pass it as `since` to go on from here. */
  cursor: string;
}

/** An action in which a watched account took part, once its trace is complete. */
export interface WatchedAction {
  type: "actions";
  /** The account in raw form. */
  account: string;
  /** Logical time of the account's first transaction in the trace. */
  lt: bigint;
  /** Hash of that transaction in base64. */
  hash: string;
  /** Id of the trace: the hash of its first transaction in base64. */
  traceId: string;
  /** With its `accounts`. */
  action: Action;
  /** Whether the trace is complete and the server has found all its actions. If not, there may be more, which are not reported. */
  isComplete: boolean;
  /** The position after this event; pass it as `since` to go on from here. */
  cursor: string;
}

/** A trace in which a watched account has a transaction, once it is complete. */
export interface WatchedTrace {
  type: "trace";
  /** The account in raw form. */
  account: string;
  /** Logical time of the account's first transaction in the trace. */
  lt: bigint;
  /** Hash of that transaction in base64. */
  hash: string;
  /** Id of the trace: the hash of its first transaction in base64. */
  traceId: string;
  trace: Trace;
  /** False: the trace was not complete after two minutes, or the server shortens it. The missing part is not known. */
  isComplete: boolean;
  /** The position after this event; pass it as `since` to go on from here. */
  cursor: string;
}

/** A jetton wallet of a watched account has executed transactions. Several may be between two events. */
export interface WatchedJetton {
  type: "jettons_change";
  /** The owner in raw form. */
  account: string;
  /** The wallet after the change. */
  jetton: JettonWallet;
  /** The balance in the smallest units that was seen last; `null`: not known, since the watch has not seen the wallet before. */
  before: bigint | null;
  /** The balance in the smallest units after the change. */
  after: bigint;
  /** The position of the owner; a change of a wallet does not move it. */
  cursor: string;
}

/** Transactions that the server does not have: it never returned them in 5 responses in a row. Those after them follow. */
export interface WatchGap {
  type: "gap";
  /** The account in raw form. */
  account: string;
  /** The last transaction before the gap. */
  after: { lt: bigint; hash: string };
  /** The first transaction after the gap. */
  before: { lt: bigint; hash: string };
  /** The position after this event; pass it as `since` to go on from here. */
  cursor: string;
}

/**
 * An event of a gateway's stream, as its text is read by `JSON.parse`, in the form of TON Center's streaming interface. Distinguished by `type`.
 *
 * ```js
 * const text = '{"type":"state","state":"live"}';
 * const event = JSON.parse(text); // In TypeScript: const event: StreamEvent = JSON.parse(text);
 * console.log(event.type === "state" && event.state); // prints live
 * ```
 */
export type StreamEvent =
  | {
      type: "transactions";
      finality: "finalized";
      /** Normalized hash of the external message that began the trace; empty if the gateway has not seen its first transaction. */
      trace_external_hash_norm: string;
      transactions: TransactionRow[];
    }
  | {
      type: "account_state_change";
      finality: "finalized";
      /** In raw form. */
      account: string;
      state: {
        hash: string | null;
        balance: string | null;
        account_status: string | null;
        data_hash: string | null;
        code_hash: string | null;
      };
    }
  | { type: "actions"; finality: "finalized"; trace_external_hash_norm: string; actions: Action[] }
  | {
      type: "trace";
      finality: "finalized";
      trace_external_hash_norm: string;
      trace: Trace["trace"];
      transactions: Trace["transactions"];
      actions: Trace["actions"] | null;
    }
  | {
      type: "jettons_change";
      finality: "finalized";
      jetton: Pick<JettonWallet, "address" | "balance" | "owner" | "jetton" | "last_transaction_lt">;
    }
  | StreamGap
  | { type: "state"; state: WatchState };

/** A gap: transactions or traces that a stream cannot show. */
export type StreamGap =
  | {
      type: "gap";
      /** The upstream does not have the transactions of this account between these two. */
      account: string;
      after: { lt: string; hash?: string };
      before: { lt: string; hash?: string };
    }
  | {
      type: "gap";
      /** The upstream does not show all of a trace: its actions on `account`, or the trace of the message `trace_external_hash_norm`. */
      reason: "incomplete_trace";
      trace_id: string | null;
      account?: string;
      trace_external_hash_norm?: string;
    }
  | {
      type: "gap";
      /** The caller read too slowly: the stream ends, and can be resumed. */
      reason: "slow_reader";
    };

/** Distinguished by `type`. */
export type WatchEvent = WatchedTransaction | WatchedState | WatchedAction | WatchedTrace | WatchedJetton | WatchGap;

/** An iterator over events. It can be iterated only once. */
export interface Watch extends AsyncIterableIterator<WatchEvent> {
  /** The position of each account: after the last event that you have handled. It moves past an event when you request the next one. */
  readonly cursors: readonly string[];
  /** Ends the iteration, and the requests for it. */
  return(value?: unknown): Promise<IteratorResult<WatchEvent>>;
}

/** The result of a get-method. */
export interface GetResult {
  /** The values that the get-method returned. */
  stack: Stack;
  /** 0 or 1: both mean success. */
  exitCode: number;
  gasUsed: number;
  /**
   * The masterchain block of the state; `null` from servers that do not return it. For a result of `client.getMany` that was computed locally, the
   * state belongs to this block or a later one.
   */
  block: { workchain: number; shard: string; seqno: number; rootHash: string; fileHash: string } | null;
  /** The last transaction of the account; `null` from servers that do not return it. */
  lastTransaction: { lt: bigint; hash: string } | null;
  /** Whether this program computed the result, not the server. */
  local: boolean;
}

/** The module `ton-edge/tvm`, from any copy of the package. */
export interface TvmModule {
  openConfig: (boc: never) => unknown;
  openContract: (options: never) => unknown;
}

/** Options of the calls of {@link Client} that read contracts. */
export type ReadOptions = Pick<CallOptions, "signal" | "timeoutMs" | "queueTimeoutMs" | "retry">;

/** Where a get-method runs. */
export interface LocalOption {
  /**
   * `"never"`: on the server. `"auto"`: locally if the result is certain, otherwise on the server. `"only"`: locally, otherwise the call rejects with
   * `needs_upstream` and its `reason`. Default: `"auto"` if the client has the option `tvm`, else `"never"`. `"auto"` and `"only"` without `tvm` are
   * `invalid_option`.
   */
  local?: "auto" | "never" | "only" | undefined;
}

/** Options of `client.get`, `client.read` and `client.getMany`. */
export interface GetOptions extends ReadOptions, LocalOption {
  /** Number of the masterchain block to which the state belongs. Default: the last one. */
  seqno?: number | undefined;
}

/** A call of `client.getMany`. */
export interface GetCall {
  address: AddressLike;
  /** The name of the get-method, or its number. */
  method: string | number;
  args?: readonly StackInput[] | undefined;
}

/** The outcome of one call of `client.getMany`. Check `ok` first. */
export type GetOutcome =
  | { ok: true; value: GetResult; error?: undefined }
  | { ok: false; value?: undefined; error: TonEdgeError };

/** Summary of an account. */
export interface AccountSummary {
  /** In raw form. */
  address: string;
  /** Nanocoins. */
  balance: bigint;
  /** Amounts of other currencies by their ids. */
  extraCurrencies: Record<string, bigint>;
  state: AccountStatus;
  /** The seqno of the wallet; `null` if the account is not a wallet with a seqno. */
  seqno: number | null;
  walletType: WalletKind | null;
  walletId: number | null;
  /** Kinds of contract that the service recognized. */
  interfaces: string[];
  /** Domains whose wallet record is this account, at most 101. The domain that the account chose as its own comes first. */
  domains: string[];
  lastTransaction: { lt: bigint; hash: string } | null;
}

/** The receiver of a transfer, as {@link Client.recipient} returns it. */
export interface Recipient {
  /** The account in raw form. */
  address: string;
  /** The domain that was resolved, in lower case; `null` if the input was an address. Show it beside the address. */
  name: string | null;
  /** The flag of a friendly address: `false` for `UQ…`. `null` for a raw address and for a domain, which have no flag. */
  bounceable: boolean | null;
}

/** A jetton of an owner. Its contract sets name and picture, so anybody can imitate another jetton. */
export interface JettonBalance {
  /** Units, without the decimals. */
  balance: bigint;
  /** The jetton wallet. */
  address: string;
  /** The jetton master, which identifies the jetton. */
  master: string;
  name: string | null;
  symbol: string | null;
  /** For `fromUnits`; `null` if the service does not know them. */
  decimals: number | null;
  /** URL of a picture. */
  image: string | null;
  /** Whether the service marks the jetton as scam. */
  isScam: boolean;
}

/** An NFT with its metadata. */
export interface NftItem {
  initialized: boolean;
  /** The index of the NFT in its collection. */
  index: bigint;
  collectionAddress: string | null;
  ownerAddress: string | null;
  /** Its metadata; the collection, if there is one, completes it. `null` before the NFT is initialized. */
  content: TokenContent | null;
}

/** A client of the TON Center API. All its methods reject with `TonEdgeError`, or with the reason of an abort. */
export interface Client {
  /** All v2 methods by name. The result is the field `result` of the response. */
  v2: V2 & {
    /** Calls a v2 method by JSON-RPC. Checks the parameters first. */
    jsonRpc<M extends RpcMethod>(
      method: M,
      ...args: Arguments<ParamsOf<"v2", M>, CallOptions>
    ): Promise<ResultOf<"v2", M>>;
    /**
     * Calls several v2 methods, each with its own outcome. Checks all parameters before the first request. Reads share a request
     * if the server supports JSON-RPC batches, as ton-edge's gateway does; sends never do.
     */
    batch<const Calls extends readonly RpcCall[]>(calls: Calls, options?: CallOptions): Promise<BatchOutcomes<Calls>>;
  };
  /** All v3 operations by path, with dots for slashes: `v3.jetton.wallets`. */
  v3: V3;
  /** Calls any operation by its path: `call("v3", "jetton/wallets", { owner_address })`. */
  call<G extends Generation, Path extends OperationPath<G>>(
    generation: G,
    path: Path,
    ...args: Arguments<ParamsOf<G, Path>, CallOptions>
  ): Promise<ResultOf<G, Path>>;

  /**
   * Calls a get-method with any arguments.
   *
   * @param address the contract, in any form
   * @param method its name or its number
   * @param args integers, addresses, cells, slices and lists of them
   * @example
   * ```js
   * const { stack } = await client.get(jettonMaster, "get_wallet_address", [owner]);
   * console.log(stack.address(0));
   * ```
   * @throws {TonEdgeError} `get_method_failed` with `exitCode` if the exit code is not 0 or 1; `stack_invalid` for an argument; `needs_upstream`
   *   with `local: "only"`
   */
  get(
    address: AddressLike,
    method: string | number,
    args?: readonly StackInput[],
    options?: GetOptions,
  ): Promise<GetResult>;
  /**
   * Calls up to 10000 get-methods, and returns their outcomes in the same order. With the client option `tvm`, one request to v3 reads the states of
   * 100 accounts, and only calls whose result is not certain locally go to the server, one request each within the rate limit; without `tvm` all
   * calls do. An error of one contract or one request affects only its own calls.
   *
   * @param calls contracts, methods and arguments, as of {@link Client.get}
   * @example
   * ```js
   * const outcomes = await client.getMany(wallets.map((address) => ({ address, method: "seqno" })));
   * const seqnos = outcomes.map(({ ok, value }) => (ok ? value.stack.number(0) : null));
   * ```
   * @throws {TonEdgeError} before the first request, if calls or options are invalid: `invalid_parameter`, `invalid_option`, `stack_invalid`,
   *   `too_long`, with the position of the call in `parameter`
   */
  getMany(calls: readonly GetCall[], options?: GetOptions): Promise<GetOutcome[]>;
  /**
   * Calls a get-method of the table in `docs/contracts.md` of the package, and decodes its result.
   *
   * @param address the contract, in any form
   * @param method its name; the types of arguments and result follow from it
   * @param rest the arguments as a list, if the method has any, and options
   * @example
   * ```js
   * const { balance, ownerAddress } = await client.read(jettonWallet, "get_wallet_data");
   * ```
   * @throws {TonEdgeError} `get_method_failed` with `exitCode`; `stack_invalid` if the contract returns other values
   */
  read<M extends keyof GetMethods>(
    address: AddressLike,
    method: M,
    ...rest: GetMethods[M]["arguments"] extends []
      ? [args?: [] | undefined, options?: GetOptions]
      : [args: GetMethods[M]["arguments"], options?: GetOptions]
  ): Promise<GetMethods[M]["result"]>;
  /**
   * Sends a signed external message once, and waits until it is executed. Equal messages sent at the same time share one request. If the response is
   * lost, the client searches for the message. A message that was executed before or is pending is found; it is not an error. A transaction that fails is
   * no error either: check `success`.
   *
   * @param boc the message, as `wallet.transfer` returns it, or its bag of cells
   * @param options `wait`: `"executed"` (default), `"trace"` for all transactions that follow, or `"accepted"`
   * @example
   * ```js
   * const message = await wallet.transfer([{ to, value: toNano("0.5"), bounce: false }], { seqno, validUntil }, signer);
   * const { success } = await client.send(message, { wait: "trace" });
   * ```
   * @throws {TonEdgeError} `message_rejected` with `exitCode`; `message_expired`; `timeout`. All of them, and every other error of a request, have
   *   the hash in `messageHash`: a proxy may have forwarded the message in spite of the error, so search for it before you sign another one
   */
  send<Wait extends WaitFor = "executed">(
    boc: CellLike,
    options?: WithSuggestedWait<SendOptions<Wait>, Wait, WaitFor>,
  ): Promise<ResultFor<Wait>>;
  /**
   * Waits for a message that was sent before: pass the message itself, its hash (`messageHash(boc)`, or `messageHash` of an error), or the hash of
   * the transaction that received it. Only the message itself names the receiving account, whose state can prove that the message was not executed.
   *
   * @param hash the message or its hash
   * @param options `wait`: `"executed"` (default), or `"trace"` for all transactions that follow
   * @example
   * ```js
   * const { success, reason } = await client.waitForMessage(message, { wait: "trace", timeoutMs: 60_000 });
   * ```
   * @throws {TonEdgeError} `message_expired`, only if you pass the message itself; `timeout`: the outcome is not known. Both have the hash in
   *   `messageHash`
   */
  waitForMessage<Wait extends "executed" | "trace" = "executed">(
    hash: string | CellLike,
    options?: WithSuggestedWait<WaitOptions<Wait>, Wait, "executed" | "trace">,
  ): Promise<ResultFor<Wait>>;
  /**
   * Iterates over the deposits of an account in TON and in the jettons that you name, oldest first, each one once. It waits for more until `signal`
   * aborts. Bounced messages, and transfers that the account bounced itself, are not deposits; coins that reach an account without a contract are.
   * For a jetton, only notifications from the wallet that its master computes for this account count. Each transaction of an account names the
   * previous one, so no deposit is missed: a response with a gap is requested again. If the account was deleted and deployed again, v3 returns the
   * deposits of both, v2 only those since the new deployment.
   *
   * @param account the account that receives, in any form
   * @param options `since`: the `cursor` of the last payment that you stored; `jettons`: the masters to accept
   * @example
   * ```js
   * for await (const { asset, amount, comment, cursor } of client.payments(account, { since: stored, jettons: [master] }))
   *   await store({ asset, amount, comment, cursor });
   * ```
   * @throws {TonEdgeError} during iteration: `invalid_response` if transactions are missing in 5 responses in a row; `cursor_invalid`;
   *   `get_method_failed` if one of `jettons` is not a master
   */
  payments(account: AddressLike, options?: PaymentsOptions): Payments;
  /**
   * Iterates over the events of accounts: each transaction once, in its order on the account, and the state after it. It waits for more until
   * `signal` aborts, and goes on after failures of the server. Each transaction of an account names the previous one, so none is missed: a
   * transaction that a response leaves out is requested again, and reported as a `gap` if the server does not return it. One request reads the states
   * of all accounts, and one the transactions of those that changed. Needs a server with v3.
   *
   * @param query `accounts`: up to 100; `types`: what to report; `since`: the cursors that you stored
   * @param options `pollIntervalMs`: between two polls; `onState`: called when the iterator is live, and when it is not
   * @example
   * ```js
   * for await (const event of client.watch({ accounts: [account] }, { signal: AbortSignal.timeout(60_000) }))
   *   if (event.type === "transactions") console.log(event.account, event.lt);
   * ```
   * @throws {TonEdgeError} during iteration: `invalid_parameter` and `cursor_invalid` for the query; errors of the server that do not pass by themselves,
   *   such as `unauthorized`
   */
  watch(query: WatchQuery, options?: WatchOptions): Watch;
  /**
   * Summarizes a transaction: whether it succeeded, whether its value bounced, and why. Takes a row of v3, or a row of v2, whose bag of cells it
   * decodes. Sends no request.
   *
   * @param row a transaction of v3 or v2
   * @example
   * ```js
   * const [row] = (await client.v3.transactions({ account, limit: 1 })).transactions;
   * if (row) console.log(await client.summarize(row)); // { success, bounced, reason, ... }
   * ```
   * @throws {TonEdgeError} `invalid_response` for a row whose phases or bag are missing; `invalid_parameter` for anything else
   */
  summarize(row: TransactionRow): Promise<TransactionSummary & { row: TransactionRow; decoded: null }>;
  summarize(
    row: TransactionBag | TransactionExt | TransactionStd,
  ): Promise<TransactionSummary & { row: null; decoded: DecodedTransaction }>;
  /**
   * Returns balance, state, seqno and domains of an account, with 2 requests to v3.
   *
   * @param address the account, in any form
   * @example
   * ```js
   * const { balance, state, seqno } = await client.account("UQAs9VlT6S776tq3unJcP5Ogsj-ELLunLXuOb1EKcOQi41-E");
   * console.log(fromNano(balance), state, seqno);
   * ```
   * @throws {TonEdgeError} `invalid_response` for a response about another account, and for a balance or seqno that is missing or malformed
   */
  account(address: AddressLike, options?: ReadOptions): Promise<AccountSummary>;
  /**
   * Returns the jettons of an owner, from v3.
   *
   * @param owner the account that owns them, in any form
   * @param options `maxItems`, `includeZero`
   * @example
   * ```js
   * for (const { balance, symbol, decimals } of await client.jettons(owner))
   *   console.log(symbol, decimals === null ? balance : fromUnits(balance, decimals));
   * ```
   * @throws {TonEdgeError} `invalid_response` for jettons of another owner, and for a balance that is missing or malformed; `invalid_option` for an
   *   owner of more than 1000 without `maxItems`
   */
  jettons(
    owner: AddressLike,
    options?: ReadOptions & {
      /** The maximum number to return. Default: all, up to 1000. */
      maxItems?: number | undefined;
      /** Whether to include jettons with a balance of 0. Default: false. */
      includeZero?: boolean | undefined;
    },
  ): Promise<JettonBalance[]>;
  /**
   * Returns an NFT with its metadata, with 1 or 2 get-method calls.
   *
   * @param address the NFT item, in any form
   * @example
   * ```js
   * const { ownerAddress, content } = await client.nft(item);
   * ```
   * @throws {TonEdgeError} `get_method_failed` if the contract is not an NFT
   */
  nft(address: AddressLike, options?: ReadOptions & LocalOption): Promise<NftItem>;
  /**
   * Finds the receiver from the text of an input field that takes addresses and domains (`alice.ton`, `alice.t.me`). Domains are resolved on chain.
   *
   * @param recipient an address in any form, or a domain
   * @example
   * ```js
   * const { address, name } = await client.recipient("alice.ton");
   * const message = { to: address, value: toNano("1.5"), bounce: false };
   * ```
   * @throws {TonEdgeError} `domain_not_found` if the domain does not exist or names no account; an `address_*` code for an address with an
   *   error; `invalid_parameter` for an address of the testnet at a client of the mainnet
   */
  recipient(recipient: AddressLike, options?: ReadOptions & LocalOption): Promise<Recipient>;
  /**
   * Returns the account of a domain in raw form, resolved on chain; `null` if the domain does not exist or has no wallet record. Before you send
   * coins, use {@link Client.recipient}, which throws instead of returning `null`.
   *
   * @param domain such as `alice.ton` or `alice.t.me`
   * @example
   * ```js
   * const account = await client.resolve("alice.ton"); // null: no such domain
   * ```
   * @throws {TonEdgeError} `domain_is_address` for an address
   */
  resolve(domain: string, options?: ReadOptions & LocalOption): Promise<string | null>;
  /**
   * Returns all records of a domain; `null` if the domain does not exist.
   *
   * @param domain such as `alice.ton` or `alice.t.me`
   * @example
   * ```js
   * const records = await client.dns("alice.ton");
   * console.log(records?.wallet, records?.site);
   * ```
   * @throws {TonEdgeError} `domain_is_address` for an address
   */
  dns(domain: string, options?: ReadOptions & LocalOption): Promise<DnsRecords | null>;
}
