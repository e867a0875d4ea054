/**
 * TON addresses and hashes: strict, synchronous, without network, without `Buffer`.
 *
 * An address is accepted in exactly two forms (TEP-2): friendly, 48 characters of one base64 alphabet with a right
 * checksum; and raw, `workchain:64 hex digits`. Everything else is refused with a code and, where one character is at
 * fault, its position.
 *
 * It runs in WebAssembly, made at the first call. Where that is refused, calls throw `wasm_unavailable`:
 * `ton-edge/address/no-wasm` has the same exports in plain JavaScript.
 */

/** The error of this package. Tell errors apart by `code`, never by `instanceof`: see {@link isTonEdgeError}. */
export class TonEdgeError extends Error {
  readonly name: "TonEdgeError";
  /** What happened: a stable lower_snake word. */
  readonly code: TonEdgeErrorCode;
  /** Position of the first bad character, counted from 0 in UTF-16 units, as in JavaScript strings. */
  readonly index?: number | undefined;
  /** The parameter or option that it is about. */
  readonly parameter?: string | undefined;
  /** What was most likely meant. */
  readonly suggestion?: string | undefined;
  /** HTTP status of the answer, when there was one. */
  readonly status?: number | undefined;
  /** How long the service asked to wait, in milliseconds. */
  readonly retryAfterMs?: number | undefined;
  /** The URL that was asked, without the API key. */
  readonly requestUrl?: string | undefined;
  /** What was thrown underneath, if anything; without the API key. */
  readonly cause?: unknown;
  toJSON(): { name: string; code: TonEdgeErrorCode; message: string; [field: string]: unknown };
}

/**
 * Whether a value is an error of this package, of whatever copy of it; with `code`, whether it is that one.
 *
 * ```js
 * try { unpackAddress("EQ...") } catch (error) {
 *   if (isTonEdgeError(error, "address_length")) showHint(error.message);
 *   else throw error;
 * }
 * ```
 */
export function isTonEdgeError(error: unknown): error is TonEdgeError;
export function isTonEdgeError<C extends TonEdgeErrorCode>(error: unknown, code: C): error is TonEdgeError & { readonly code: C };

/** Every code that an error can have. New ones may come; none is renamed. */
export type TonEdgeErrorCode =
  | "address_empty" | "address_length" | "address_charset" | "address_mixed_alphabet" | "address_checksum"
  | "address_tag" | "address_workchain_format" | "address_workchain_range" | "address_hash_length"
  | "address_hash_charset" | "address_whitespace" | "address_is_link" | "address_is_domain" | "address_bare_hash"
  | "hash_empty" | "hash_length" | "hash_charset" | "hash_mixed_alphabet" | "hash_trailing_bits" | "hash_whitespace"
  | "unknown_endpoint" | "unknown_parameter" | "missing_parameter" | "invalid_parameter" | "parameter_conflict"
  | "invalid_body" | "invalid_option" | "api_key_in_browser" | "api_key_insecure" | "api_key_invalid"
  | "connection_failed" | "timeout" | "redirected" | "response_too_large" | "invalid_response" | "api_key_unknown"
  | "network_not_allowed" | "rate_limited" | "bad_request" | "not_found" | "method_not_allowed" | "conflict"
  | "payload_too_large" | "uri_too_long" | "headers_too_large" | "unsupported_media_type" | "lite_server_error" | "server_error"
  | "api_key_conflict" | "key_store_unavailable" | "key_record_invalid" | "upstream_timeout" | "bad_gateway"
  | "upstream_key_refused" | "upstream_unavailable" | "limiter_unavailable" | "admin_token_wrong" | "not_paginated" | "pagination_drift"
  | "pagination_stalled" | "cursor_invalid" | "config_invalid" | "wasm_unavailable" | "not_initialized" | "internal"
  | "json_too_deep" | "too_many_members" | "too_many_parameters" | "batch_too_large" | "overloaded" | "too_many_in_flight"
  | "client_not_allowed" | "operation_not_allowed" | "origin_not_allowed" | "host_not_allowed" | "api_key_expired"
  | "api_key_suspended" | "quota_exceeded" | "invalid_host" | "too_long";

/** A result, or why there is none; of `try` functions and batches. */
export type Outcome<T> =
  | { ok: true; value: T }
  | { ok: false; error: { code: TonEdgeErrorCode; message: string; index?: number | undefined; suggestion?: string | undefined } };

/** What the first byte and the alphabet of a friendly address say (TEP-2). */
export interface AddressFlags {
  /** Coins that cannot be delivered come back. */
  bounceable: boolean;
  /** Meant for the test network. */
  testOnly: boolean;
  /** Written with `-` and `_`; with neither of the four special characters: true. */
  urlSafe: boolean;
}

/** An address, taken apart. */
export interface ParsedAddress {
  /** -1 is the masterchain, 0 the basechain. */
  workchain: number;
  /** The 32 bytes of the account. */
  hash: Uint8Array;
  /** Canonical raw form, upper-case hex, as v3 answers: good as a map or cache key. */
  raw: string;
  form: "raw" | "friendly";
  /** Of a friendly address; `null` for a raw one. */
  flags: AddressFlags | null;
}

/** All forms of an address, in the shape of the service's own `detectAddress`. */
export interface DetectedAddress {
  /** Lower-case hex, as v2 answers. */
  raw_form: string;
  bounceable: { b64: string; b64url: string };
  non_bounceable: { b64: string; b64url: string };
  given_type: "raw_form" | "friendly_bounceable" | "friendly_non_bounceable";
  test_only: boolean;
}

/** How to write a friendly address. */
export interface PackOptions {
  /** Default as in a friendly input; of a raw one true. */
  bounceable?: boolean | undefined;
  /** Default as in a friendly input; of a raw one false. */
  testOnly?: boolean | undefined;
  /** `-` and `_` instead of `+` and `/`, which links do not take. Default true, whatever the input has. */
  urlSafe?: boolean | undefined;
}

/**
 * Takes an address apart.
 *
 * ```js
 * parseAddress("EQCD39VS5jcptHL8vMjEXrzGaRcCVYto7HUn4bpAOg8xqB2N").workchain; // 0
 * ```
 * @throws {TonEdgeError} an `address_*` code
 */
export function parseAddress(address: string): ParsedAddress;

/** As {@link parseAddress}, but never throws for a bad address: for forms that check every keystroke. */
export function tryParseAddress(address: string): Outcome<ParsedAddress>;

/** Whether the text is an address, checksum and all. */
export function isAddress(address: unknown): address is string;

/** All forms of an address. @throws {TonEdgeError} an `address_*` code */
export function detectAddress(address: string): DetectedAddress;

/**
 * The friendly form.
 *
 * ```js
 * packAddress("0:83dfd552e63729b472fcbcc8c45ebcc6691702558b68ec7527e1ba403a0f31a8", { bounceable: false });
 * // "UQCD39VS5jcptHL8vMjEXrzGaRcCVYto7HUn4bpAOg8xqEBI"
 * ```
 * @throws {TonEdgeError} an `address_*` code
 */
export function packAddress(address: string, options?: PackOptions): string;

/** The raw form, upper-case hex, as the service answers. @throws {TonEdgeError} an `address_*` code */
export function unpackAddress(address: string): string;

/** The canonical form of an address, equal for all its forms: a map or cache key. @throws {TonEdgeError} */
export function normalizeAddress(address: string): string;

/** Whether two addresses, in whatever forms, are one account. @throws {TonEdgeError} when either is none */
export function addressesEqual(a: string, b: string): boolean;

/**
 * {@link packAddress} for a list, many in one crossing; a bad one gives its error in place.
 *
 * ```js
 * const [first] = packAddresses(["0:83dfd552e63729b472fcbcc8c45ebcc6691702558b68ec7527e1ba403a0f31a8"]);
 * first.ok && first.value; // "EQCD39VS5jcptHL8vMjEXrzGaRcCVYto7HUn4bpAOg8xqB2N"
 * ```
 * @throws {TonEdgeError} only when the list is no array or the options are wrong
 */
export function packAddresses(list: readonly string[], options?: PackOptions): Outcome<string>[];
/** {@link unpackAddress} for a list; a bad one gives its error in place. */
export function unpackAddresses(list: readonly string[]): Outcome<string>[];
/** {@link detectAddress} for a list; a bad one gives its error in place. */
export function detectAddresses(list: readonly string[]): Outcome<DetectedAddress>[];

/** A 256-bit hash in its three forms: 44 characters padded, 43 unpadded, 64 lower-case. */
export interface DetectedHash {
  b64: string;
  b64url: string;
  hex: string;
}

/** All forms of a hash: 64 hex digits, 44 characters of base64, or 43 of base64url. @throws {TonEdgeError} a `hash_*` code */
export function detectHash(hash: string): DetectedHash;
/** Whether the text is a hash of exactly 32 bytes. */
export function isHash(hash: unknown): hash is string;
/** A hash in the form wanted. @throws {TonEdgeError} a `hash_*` code */
export function normalizeHash(hash: string, form: "b64" | "b64url" | "hex"): string;

/** How {@link Address.toString} writes an address. */
export interface AddressStringOptions {
  /** Default true. */
  urlSafe?: boolean | undefined;
  /** Default true. */
  bounceable?: boolean | undefined;
  /** Default false. */
  testOnly?: boolean | undefined;
}

/**
 * An address as an object, for code that was written for the class of this name in `@ton/core`: change the import.
 * It reads and writes what that class does, and refuses what it reads wrongly; docs/addresses.md has the list.
 *
 * ```js
 * const address = Address.parse("EQCD39VS5jcptHL8vMjEXrzGaRcCVYto7HUn4bpAOg8xqB2N");
 * address.toString({ bounceable: false }); // "UQCD39VS5jcptHL8vMjEXrzGaRcCVYto7HUn4bpAOg8xqEBI"
 * address.toRawString(); // "0:83dfd552e63729b472fcbcc8c45ebcc6691702558b68ec7527e1ba403a0f31a8"
 * ```
 *
 * It is no instance of that class: a function of `@ton/core` takes `CoreAddress.parse(address.toString())`. The client
 * of `ton-edge` takes either.
 */
export class Address {
  /**
   * @throws {TonEdgeError} `address_workchain_range` outside -128..127, where a friendly form would be another
   * account's; `address_hash_length` when there are not 32 bytes
   */
  constructor(workChain: number, hash: Uint8Array);
  /** -1 is the masterchain, 0 the basechain. The object is frozen. */
  readonly workChain: number;
  /** The 32 bytes of the account: a copy. Writing into it changes no form and no comparison of this address. */
  readonly hash: Uint8Array;
  /** Whether the value is of this class. */
  static isAddress(value: unknown): value is Address;
  /** Whether the text is a friendly address, checksum and all; `@ton/core` looks at its shape only. */
  static isFriendly(source: unknown): boolean;
  /** Whether the text is a raw address. */
  static isRaw(source: unknown): boolean;
  /** From either form. @throws {TonEdgeError} an `address_*` code */
  static parse(source: string): Address;
  /** From the raw form. @throws {TonEdgeError} an `address_*` code, or `invalid_parameter` for a friendly address */
  static parseRaw(source: string): Address;
  /** From the friendly form or its 36 bytes. @throws {TonEdgeError} as `parseRaw`, the other way round */
  static parseFriendly(source: string | Uint8Array): { isBounceable: boolean; isTestOnly: boolean; address: Address };
  /** The friendly form, bounceable, for the main network and safe in URLs, of any form. @throws {TonEdgeError} */
  static normalize(source: string | Address): string;
  /** Whether both are one account; false for what is no `Address` of ours. */
  equals(other: unknown): boolean;
  /** The raw form, lower-case. */
  toRawString(): string;
  /** The friendly form. */
  toString(options?: AddressStringOptions): string;
  /** The 36 bytes of the friendly form. */
  toStringBuffer(options?: { bounceable?: boolean | undefined; testOnly?: boolean | undefined }): Uint8Array;
}
