export * from "./address.js";
import type { V2, V3 } from "./dist/operations.js";

/** JSON as the service sent it; whole numbers of 16 and more digits are decimal strings. */
export type Json = null | boolean | number | string | Json[] | { [name: string]: Json };

/** An address as text, or an address object of any package that has `toRawString()` or `toString()`. */
export type AddressLike = string | { toString(): string };

/** A value of a parameter. Logical times and amounts: text or bigint, never a number above 2^53. */
export type ParamValue =
  | string | number | bigint | boolean | Uint8Array | AddressLike | null | undefined
  | readonly (string | number | bigint | Uint8Array | AddressLike)[] | object;

/** Parameters by the names of the wire. */
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
  /** Rows asked for at a time; default 100. Later requests ask for a few more: the rows that overlap. */
  pageSize?: number | undefined;
  /** Rows to hand out at most; default all. */
  maxItems?: number | undefined;
  /** Pages fetched before they are asked for, one after the other; default 1. 0: none. */
  prefetch?: number | undefined;
  /**
   * `"offset"`, or `"keyset"`: bounded by the time of the last row, which no insertion disturbs. Default `"auto"`: a keyset
   * where no row can be lost by it, the service's own cursor where it has one, offsets otherwise.
   */
  mode?: "auto" | "offset" | "keyset" | undefined;
  /** What to do when rows moved between two pages: leave out what came already (default), or reject with `pagination_drift`. */
  onDrift?: "dedupe" | "throw" | undefined;
  /** Where to go on: `pager.cursor` of a pager of the same operation, parameters, `extra` and `mode`. Else `cursor_invalid`. */
  cursor?: string | undefined;
}

export interface Page {
  rows: Json[];
  address_book?: Json | undefined;
  metadata?: Json | undefined;
  /** Rows handed out before this page, those before `cursor` included. */
  offset: number;
  /** No page follows. A full page can turn out to be the last only by asking: then no page says so. */
  last: boolean;
}

/**
 * Rows one by one: `for await (const row of pager)`. A pager has one position, which rows, `pages()` and `toArray()` move
 * together; leaving a loop stops its requests, and reading again goes on behind the last row taken.
 */
export interface Pager extends AsyncIterable<Json> {
  /** Page by page, with the address book of each; in the middle of a page, first the rest of it. */
  pages(): AsyncIterableIterator<Page>;
  /** The rows from here on, at most `maxItems` of them. */
  toArray(limits?: { maxItems?: number | undefined }): Promise<Json[]>;
  /** The place behind the last row taken, to be kept as JSON. Holds no key and no parameter; a digest of them. */
  readonly cursor: string;
  /** What happened: answers read, rows handed out, rows left out as repeated, times that the list had moved. */
  readonly stats: { pages: number; rows: number; duplicates: number; drift: number };
}

export interface Method {
  (params?: Params, options?: CallOptions): Promise<Json>;
}
export interface PagedMethod extends Method {
  paginate(params?: Params, options?: PageOptions): Pager;
}

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
    jsonRpc(method: string, params?: Params, options?: CallOptions): Promise<Json>;
  };
  /** Every v3 operation by its path, dots for slashes: `v3.jetton.wallets`. */
  v3: V3;
  /** Any operation by its path: `call("v3", "jetton/wallets", { owner_address })`. */
  call(generation: "v2" | "v3", path: string, params?: Params, options?: CallOptions): Promise<Json>;
}
