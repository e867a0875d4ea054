/**
 * `ton-edge/testing`: a fake TON Center for unit tests, without a network and without waits.
 *
 * @packageDocumentation
 */
import type { AddressLike, Client, ClientOptions, Operations } from "./client.js";
import type { DecodedBody, Wallet } from "./message.js";
import type { AbortSignalLike, PlatformRequest, PlatformResponse, PlatformURL } from "./platform.js";

// biome-ignore lint/complexity/noUselessEmptyExport: without it, a declaration file exports the types that it does not mark, too.
export {};

/** The paths of a generation, without JSON-RPC, whose requests are those of the methods that it calls. */
type Paths<G extends keyof Operations> = Exclude<keyof Operations[G] & string, "jsonRPC">;
type Dotted<Path extends string> = Path extends `${infer Head}/${infer Tail}` ? `${Head}.${Dotted<Tail>}` : Path;
type OperationTable = { [Path in Paths<"v2"> as `v2.${Dotted<Path>}`]: Operations["v2"][Path] } & {
  [Path in Paths<"v3"> as `v3.${Dotted<Path>}`]: Operations["v3"][Path];
};

/** An operation by the name of the client's method: `"v2.getAddressBalance"`, `"v3.jetton.wallets"`. */
export type FakeOperation = keyof OperationTable & string;

/** The result of an operation, as the client's method returns it. */
export type FakeResult<O extends FakeOperation> = OperationTable[O]["result"];

/** A request that the fake service received. */
export interface FakeRequest {
  /** The operation; `undefined` if the service has no operation with this path. */
  readonly operation: FakeOperation | undefined;
  /** The parameters by their HTTP names: numbers and flags by the types of the endpoint table, lists as arrays, everything else as text. */
  readonly params: { readonly [name: string]: unknown };
  /** Method of HTTP. */
  readonly method: "GET" | "POST" | (string & {});
  /** The whole URL, with the API key if the client sends it there. */
  readonly url: string;
  /** The headers, with the API key if the client sends it there. */
  readonly headers: { get(name: string): string | null };
  /** Aborted when the client gives the request up. */
  readonly signal: AbortSignalLike;
}

/**
 * A failure of a request. `"network"`: the connection fails. `"timeout"`: no response in time; the client gets its error at once, without a
 * wait. An object: a status of HTTP with an error in the form of TON Center.
 */
export type FakeFailure =
  | "network"
  | "timeout"
  | {
      /** From 300 to 599. */
      status: number;
      /** The text of the error. Default: the text of TON Center for 401, 403 and 429, otherwise a text that names the test. */
      message?: string | undefined;
      /** The header `Retry-After`, in seconds. The client's error has it as `retryAfterMs`; nothing waits for it. */
      retryAfterSeconds?: number | undefined;
    };

/** How often a response, a failure or an outcome applies. */
export interface FakeTimes {
  /** The number of requests or messages; after them, the previous setting applies again. Default `Infinity`. */
  times?: number | undefined;
}

/** A jetton of an account. */
export interface FakeJetton {
  /** The jetton master. */
  master: AddressLike;
  /** Units, without the decimals. Default `0n`. */
  balance?: bigint | number | undefined;
  /** The jetton wallet. Default: an address that differs for each owner and master. */
  address?: AddressLike | undefined;
  /** Default `"Test Jetton"`. */
  name?: string | undefined;
  /** Default `"TEST"`. */
  symbol?: string | undefined;
  /** Default 9. */
  decimals?: number | undefined;
  /** URL of a picture. Default: none. */
  image?: string | undefined;
}

/** An account of the fake service. */
export interface FakeAccount {
  /** Nanocoins. Default `0n`. */
  balance?: bigint | number | undefined;
  /** Default: `"active"` with `wallet`, otherwise `"uninit"`. */
  state?: "active" | "uninit" | "frozen" | "nonexist" | undefined;
  /**
   * The wallet, as `walletV5R1` or another wallet function of `ton-edge/message` returns it. With it the account has code, data and a seqno, and refuses
   * messages with another seqno and messages that have expired. Signatures are not checked.
   */
  wallet?: Wallet | undefined;
  /** The seqno of the wallet. Default 0. Every executed message adds 1. */
  seqno?: number | undefined;
  /** The jettons of the account. Default: none. */
  jettons?: readonly FakeJetton[] | undefined;
  /** The domains that name the account, its own first. Default: none. */
  domains?: readonly string[] | undefined;
}

/** A payment that an account receives. */
export interface FakeDeposit {
  /** Nanocoins, or units of the jetton. */
  amount: bigint | number;
  /** The sender. Default: an account without coins. */
  from?: AddressLike | undefined;
  /** The text of the comment. Default: none. */
  comment?: string | undefined;
  /** The jetton master. Default: the account receives TON. */
  jetton?: AddressLike | undefined;
}

/**
 * The outcome of a message. `"executed"`: its account executes it. `"failed"`: the contract fails with `exitCode` after it accepted the
 * message. `"rejected"`: the service refuses it, since the account does with `exitCode`. `"lost"`: the service accepts it, and no block ever has it.
 */
export interface FakeOutcome {
  status: "executed" | "failed" | "rejected" | "lost";
  /**
   * For `"failed"` (default 9, cell underflow) and `"rejected"` (default 135). 33 and 133 of a refusal mean a wrong seqno: `client.send` then throws
   * `message_rejected` only if the seqno of the message is not that of the wallet, otherwise `timeout`, since such a refusal contradicts the state.
   */
  exitCode?: number | undefined;
}

/** A message that a program asked a wallet to send. */
export interface SentMessage {
  /** The wallet, in raw form. */
  from: string;
  /** The receiver, in raw form: for a jetton, the jetton wallet of the sender. */
  to: string;
  /** Nanocoins. */
  value: bigint;
  /** Whether the coins come back if the receiver fails. */
  bounce: boolean;
  /** The send mode. */
  mode: number;
  /** The text of the comment, or `null`. */
  comment: string | null;
  /** The decoded body, such as a `jetton_transfer` with its `destination` and `amount`. */
  body: DecodedBody;
}

/** Options of a request to {@link FakeService.fetch}. */
export interface FakeRequestInit {
  /** Default `"GET"`. */
  method?: string | undefined;
  headers?: Record<string, string> | undefined;
  body?: string | undefined;
}

/** A fake TON Center. Its methods return the service itself, so that calls can be chained. */
export interface FakeService {
  /**
   * Responds to a request, and sends nothing. Pass it as `fetch` of `createClient`, or to code that calls TON Center by itself; host and
   * base path of the URL do not matter.
   *
   * @example
   * ```js
   * const response = await service.fetch("https://toncenter.com/api/v2/getMasterchainInfo");
   * ```
   */
  fetch(input: PlatformRequest | PlatformURL | string, init?: FakeRequestInit): Promise<PlatformResponse>;
  /**
   * The options with which a client uses the service and never waits: `fetch`, no rate limit, retries without delays.
   *
   * @example
   * ```js
   * const client = createClient({ ...service.clientOptions, network: "testnet" });
   * ```
   */
  readonly clientOptions: Pick<ClientOptions, "fetch" | "rateLimit" | "retry" | "sessionConsistency">;
  /** All requests so far, oldest first, each attempt of a retry included. */
  readonly requests: readonly FakeRequest[];
  /**
   * Creates a client of the service. Retries have no delays unless `retry` sets them.
   *
   * @param options further options of the client; they replace those of the service
   * @example
   * ```js
   * const client = service.createClient({ retry: { attempts: 2 } });
   * ```
   * @throws {TonEdgeError} `invalid_option`, as `createClient`
   */
  createClient(options?: ClientOptions): Client;
  /**
   * Returns the requests of one operation, oldest first.
   *
   * @param operation the name of the client's method
   * @example
   * ```js
   * assert.equal(service.requestsOf("v2.sendBoc").length, 1);
   * ```
   * @throws {TonEdgeError} `unknown_endpoint` for an operation that does not exist
   */
  requestsOf(operation: FakeOperation): FakeRequest[];
  /**
   * Returns the messages that programs asked wallets to send, oldest first: whom they pay, and how much. Each request that reached the service counts,
   * whatever its outcome. The requests of wallets v3, v4 and highload v3 can be read if the account is set with its `wallet`, those of wallets v5 always.
   *
   * @example
   * ```js
   * const [{ to, value, comment }] = service.sentMessages();
   * assert.deepEqual([to, value, comment], [normalizeAddress(shop), toNano("1"), "order 17"]);
   * ```
   */
  sentMessages(): SentMessage[];
  /**
   * Returns a copy of the recorded example of an operation, for tests that change a part of it.
   *
   * @param operation the name of the client's method
   * @example
   * ```js
   * const { result } = service.example("v2.getMasterchainInfo");
   * service.respond("v2.getMasterchainInfo", { ...result, last: { ...result.last, seqno: 7 } });
   * ```
   * @throws {TonEdgeError} `not_found` for `v2.getShardBlockProof`, of which no response was recorded; `unknown_endpoint`
   */
  example<O extends FakeOperation>(operation: O): { params: Record<string, unknown>; result: FakeResult<O> };
  /**
   * Sets the response of an operation. For a result that lacks the list of its operation, the client
   * throws `invalid_response`, as for a real response.
   *
   * @param operation the name of the client's method
   * @param response the result, as the client's method returns it, or a function that makes it from the request; if that returns
   *   `undefined`, the previous response applies
   * @param options `times`: for how many requests
   * @example
   * ```js
   * service.respond("v3.jetton.wallets", { jetton_wallets: [] });
   * service.respond("v2.getAddressBalance", ({ params }) => (params.address === alice ? "5000000000" : undefined));
   * ```
   * @throws {TonEdgeError} `unknown_endpoint`, with a suggestion; `invalid_option`
   */
  respond<O extends FakeOperation>(
    operation: O,
    response:
      | FakeResult<O>
      | ((request: FakeRequest) => FakeResult<O> | undefined | Promise<FakeResult<O> | undefined>),
    options?: FakeTimes,
  ): FakeService;
  /**
   * Lets requests of an operation fail, or of all with `"*"`. The client retries as always, without delays: `requests` lists each attempt.
   *
   * @param operation the name of the client's method, or `"*"`
   * @param failure `"network"`, `"timeout"`, or a status
   * @param options `times`: for how many requests
   * @example
   * ```js
   * service.fail("v2.getMasterchainInfo", { status: 429, retryAfterSeconds: 1 }, { times: 2 });
   * ```
   * @throws {TonEdgeError} `unknown_endpoint`, with a suggestion; `invalid_option`
   */
  fail(operation: FakeOperation | "*", failure: FakeFailure, options?: FakeTimes): FakeService;
  /**
   * Sets an account, or changes one: options that are left out stay as they are. From then on, the operations that `client.account`, `client.jettons`,
   * `client.payments`, `client.watch`, `client.send` and `client.waitForMessage` use get consistent responses for all accounts that are set, and accounts
   * that are not set do not exist.
   *
   * @param address in any form
   * @param account balance, wallet, jettons and domains
   * @example
   * ```js
   * service.setAccount(alice, { balance: toNano("5"), jettons: [{ master, balance: 1_500_000n, decimals: 6 }] });
   * const { balance } = await client.account(alice);
   * ```
   * @throws {TonEdgeError} `invalid_option`; an `address_*` code for an address with an error
   */
  setAccount(address: AddressLike, account?: FakeAccount): FakeService;
  /**
   * Lets an account receive coins or jettons: its balance grows, and its history has one more transaction, which `client.payments` yields.
   * Returns that transaction.
   *
   * @param address of an account that is set, in any form
   * @param deposit amount, sender, comment and jetton
   * @example
   * ```js
   * service.receive(shop, { amount: toNano("2"), comment: "order 17" });
   * ```
   * @throws {TonEdgeError} `invalid_parameter` for an account that is not set; `invalid_option`
   */
  receive(address: AddressLike, deposit: FakeDeposit): { lt: bigint; hash: string };
  /**
   * Sets what becomes of the messages that a program sends from now on. Without it they are executed, if the wallet of the account accepts
   * their seqno. The transaction of a message has no outgoing messages, changes no balance, and needs none.
   *
   * @param outcome `status`, and `exitCode` for `"failed"` and `"rejected"`
   * @param options `times`: for how many messages
   * @example
   * ```js
   * service.setMessageOutcome({ status: "rejected", exitCode: 135 }, { times: 1 });
   * await assert.rejects(client.send(message), { code: "message_rejected", exitCode: 135 });
   * service.setMessageOutcome({ status: "failed" });
   * assert.equal((await client.send(nextMessage)).success, false); // a failure does not reject
   * ```
   * @throws {TonEdgeError} `invalid_option`
   */
  setMessageOutcome(outcome: FakeOutcome, options?: FakeTimes): FakeService;
  /**
   * Forgets requests, responses, failures, accounts and outcomes. Clients of the service stay usable, but remember the messages that they have
   * sent: a test that sends an equal message needs a new client.
   *
   * @example
   * ```js
   * beforeEach(() => service.reset());
   * ```
   */
  reset(): FakeService;
}

/**
 * Creates a fake TON Center for unit tests: no network, no delays. The operations respond with recorded examples until the test sets a response,
 * a failure or accounts. Requests are checked by the endpoint table, as the gateway of this package does. See `docs/testing.md` of the package.
 *
 * @example
 * ```js
 * const service = createFakeService();
 * const client = service.createClient();
 * service.respond("v2.getAddressBalance", "5000000000");
 * const balance = await client.v2.getAddressBalance({ address });
 * ```
 */
export function createFakeService(): FakeService;
