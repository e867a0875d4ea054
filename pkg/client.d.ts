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
  signal?: AbortSignal | undefined;
  /** Milliseconds for the whole call, its body included; default that of the client. */
  timeout?: number | undefined;
  /** Parameters that the table does not have, sent unchecked. */
  extra?: Params | undefined;
  /** For `decode`, which exists as both. */
  verb?: "GET" | "POST" | undefined;
}

export interface PageOptions extends Omit<CallOptions, "verb"> {
  /** Rows asked for at a time; default 100. */
  pageSize?: number | undefined;
  /** Rows to hand out at most; default all. */
  maxItems?: number | undefined;
}

/** Some rows, with what the answer has beside them. */
export interface Page<Row> {
  rows: Row[];
  address_book?: AddressBook | undefined;
  metadata?: Metadata | undefined;
  /** Rows before this page. */
  offset: number;
  /** No page follows. */
  last: boolean;
}

/** Rows one by one: `for await (const row of pager)`. */
export interface Pager<Row> extends AsyncIterable<Row> {
  /** Page by page, with the address book of each. */
  pages(): AsyncIterableIterator<Page<Row>>;
  /** All rows, at most `maxItems` of them. */
  toArray(limits?: { maxItems?: number | undefined }): Promise<Row[]>;
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
  /** Sent with every call. */
  headers?: HeadersInit | undefined;
  /** Milliseconds for a whole call; default 15000. */
  timeout?: number | undefined;
  /** Default 32 MiB. */
  maxResponseBytes?: number | undefined;
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
  };
  /** Every v3 operation by its path, dots for slashes: `v3.jetton.wallets`. */
  v3: V3;
  /** Any operation by its path: `call("v3", "jetton/wallets", { owner_address })`. */
  call<G extends Generation, Path extends OperationPath<G>>(
    generation: G, path: Path, ...args: Arguments<ParamsOf<G, Path>, CallOptions>
  ): Promise<ResultOf<G, Path>>;
}
