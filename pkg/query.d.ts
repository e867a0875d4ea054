/**
 * `ton-edge/query`: options of queries and mutations for [TanStack Query](https://tanstack.com/query) 5, over the calls of a client. They are plain objects, so they work
 * with its packages for React, Vue, Svelte, Solid and Angular, and this module imports none of them.
 *
 * @packageDocumentation
 */

import type {
  AccountSummary,
  AddressLike,
  Client,
  GetResult,
  JettonBalance,
  NFTItem,
  SendOptions,
  SendResult,
  Transaction,
  WaitFor,
  WatchState,
} from "./client.js";
import type { TonEdgeError } from "./address.js";
import type { CellLike, StackInput } from "./message.js";

/** Options for `useQuery`, `QueryClient.fetchQuery` and the like. */
export interface QueryDescription<Data> {
  queryKey: readonly (string | number)[];
  queryFn: (context: { signal: AbortSignal }) => Promise<Data>;
  /** The client itself repeats what may succeed later. */
  retry: false;
  staleTime: number;
}

/** Options for `useQuery` with a result that is taken from the data of another query. */
export interface SelectedQueryDescription<Data, Selected> extends QueryDescription<Data> {
  select: (data: Data) => Selected;
}

/** A page of a history. */
export interface HistoryPage {
  /** Rows of v3, newest first. */
  rows: Transaction[];
  /** Where the next page begins; `undefined` after the last one. */
  cursor: string | undefined;
}

/** Options for `useInfiniteQuery`. */
export interface HistoryDescription {
  queryKey: readonly (string | number)[];
  queryFn: (context: { signal: AbortSignal; pageParam: string }) => Promise<HistoryPage>;
  initialPageParam: string;
  getNextPageParam: (page: HistoryPage) => string | undefined;
  retry: false;
  staleTime: number;
}

/** The part of a `QueryClient` that this module uses. */
export interface InvalidatingClient {
  invalidateQueries(filters: { queryKey: readonly unknown[] }): Promise<void>;
}

/** Options for `useMutation`. */
export interface SendDescription {
  mutationKey: readonly string[];
  mutationFn: (boc: CellLike) => Promise<SendResult>;
  retry: false;
  onSuccess: (
    result: SendResult,
    boc: CellLike,
    mutateResult: unknown,
    context?: { client: InvalidatingClient },
  ) => Promise<void>;
}

/** Options of {@link createQueries}. */
export interface QueriesOptions {
  /** A part of every key. Set it if several clients share a `QueryClient`: `"testnet"`. Default: empty. */
  scope?: string | undefined;
  /** Milliseconds for which data counts as fresh, so that it is not read again. Default: 5000. With `watch`, `Infinity` is possible. */
  staleTime?: number | undefined;
}

/** What `queries.watch` follows. */
export interface WatchedQueries {
  /** 1 to 100 accounts, in any form. */
  accounts: readonly AddressLike[];
  /** Called with each new state: see `client.watch`. */
  onState?: ((state: WatchState, error?: TonEdgeError) => void) | undefined;
  /** Called once if following ends with an error: one of the arguments, or one that does not pass by itself. */
  onError?: ((error: TonEdgeError) => void) | undefined;
}

/** Factories of options for TanStack Query. All forms of an address have the same key. */
export interface Queries {
  /** The summary of an account: `client.account`. */
  account(address: AddressLike): QueryDescription<AccountSummary>;
  /** The balance of an account in nanocoins; shares the data of `account`. */
  balance(address: AddressLike): SelectedQueryDescription<AccountSummary, bigint>;
  /** The jettons of an owner: `client.jettons`. `maxItems`: default all, or an error if there are more than 1000. */
  jettons(owner: AddressLike, options?: { maxItems?: number | undefined }): QueryDescription<JettonBalance[]>;
  /** The NFTs of an owner, rows of `client.v3.nft.items`. `maxItems`: default all, or an error if there are more than 1000. */
  nfts(owner: AddressLike, options?: { maxItems?: number | undefined }): QueryDescription<NFTItem[]>;
  /** The transactions of an account in pages, newest first, for `useInfiniteQuery`. `pageSize`: default 20. */
  history(account: AddressLike, options?: { pageSize?: number }): HistoryDescription;
  /** The account of a domain, or `null`: `client.resolve`. */
  domain(name: string): QueryDescription<string | null>;
  /** A get-method: `client.get`. Its result has cells, so it cannot be passed from a server to the page. */
  get(address: AddressLike, method: string, args?: readonly StackInput[]): QueryDescription<GetResult>;
  /**
   * Sends a message: `client.send`. After it, the data of all accounts whose transactions are in the outcome are read again: with `wait: "executed"`
   * (default) the receiving account, with `"trace"` all of them.
   */
  send<Wait extends WaitFor = "executed">(options?: SendOptions<Wait>): SendDescription;
  /**
   * Follows accounts by `client.watch`, and has the queries of an account read again after each of its new transactions. Jettons that arrive without
   * a notification to the owner are not noticed: their query is read again when it is stale.
   *
   * @returns a function that ends it
   */
  watch(queryClient: InvalidatingClient, query: WatchedQueries): () => void;
}

/**
 * Creates factories of options for TanStack Query.
 *
 * @param client of `createClient`
 * @param options `scope`, `staleTime`
 * @example
 * ```js
 * const queries = createQueries(createClient({ baseUrl: "https://gateway.example" }));
 * const { data: balance } = useQuery(queries.balance(address)); // a bigint
 * ```
 * @throws {TonEdgeError} `invalid_option`, `invalid_parameter`
 */
export function createQueries(client: Client, options?: QueriesOptions): Queries;

/**
 * Converts data to JSON values for server rendering: a `bigint` becomes `{ $bigint: "1" }`. Pass it to `dehydrate`, and {@link deserializeData} to
 * `hydrate`.
 *
 * @example
 * ```js
 * const state = dehydrate(queryClient, { serializeData });
 * hydrate(queryClient, state, { defaultOptions: { deserializeData } });
 * ```
 * @throws {TonEdgeError} `invalid_parameter`: the data has cells, as results of get-methods have
 */
export function serializeData(data: unknown): unknown;

/** Reverses {@link serializeData}. */
export function deserializeData(data: unknown): unknown;
