/**
 * `ton-edge/address`: parses, packs and compares TON addresses and hashes. All functions are synchronous, use no network and need no `Buffer`.
 *
 * An address has exactly two forms ([TEP-2](https://github.com/ton-blockchain/TEPs/blob/master/text/0002-address.md)):
 * the friendly form, 48 characters of one base64 alphabet with a valid checksum; and the raw form, `workchain:64 hex digits`.
 * Every other text is an error with a code and, if one character is wrong, its position.
 *
 * The first call compiles a WebAssembly module. If the platform forbids WebAssembly, calls throw `wasm_unavailable`;
 * `ton-edge/address/no-wasm` has the same exports in plain JavaScript, and `ton-edge/address/auto` uses them where WebAssembly is missing.
 *
 * @packageDocumentation
 */

import type { TonEdgeErrorCode } from "./error-codes.js";

export type { TonEdgeErrorCode } from "./error-codes.js";

/** Every error of this package. Compare `code`, never use `instanceof`: see {@link isTonEdgeError}. */
export class TonEdgeError extends Error {
  readonly name: "TonEdgeError";
  /** The kind of error, in snake_case. A code never changes its meaning. {@link TonEdgeErrorCode} has the cause and remedy of each. */
  readonly code: TonEdgeErrorCode;
  /** Position of the first invalid character, in UTF-16 code units from 0, as in JavaScript strings. */
  readonly index?: number | undefined;
  /** The parameter or option that caused the error. */
  readonly parameter?: string | undefined;
  /** The nearest valid name or value. */
  readonly suggestion?: string | undefined;
  /** HTTP status of the response. Not set if there was no response. */
  readonly status?: number | undefined;
  /**
   * Exit code of a contract: the one that did not accept a message (`message_rejected`), if it ran, or that of a get-method (`get_method_failed`, and
   * `needs_upstream` for one that fails locally).
   */
  readonly exitCode?: number | undefined;
  /** Why a get-method cannot be computed locally (`needs_upstream`): one of the reasons of `ton-edge/tvm`, `method` or `balance`. */
  readonly reason?: string | undefined;
  /** Hash of the message that `client.send` or `client.waitForMessage` is about, in base64. */
  readonly messageHash?: string | undefined;
  /** Milliseconds to wait before a retry: the `Retry-After` of the response, or the time until the next free slot. */
  readonly retryAfterMs?: number | undefined;
  /** The URL of the request, without the API key. */
  readonly requestUrl?: string | undefined;
  /** The underlying error, if any, without the API key. */
  readonly cause?: unknown;
  /** Returns a plain object for logs and `postMessage`. {@link isTonEdgeError} accepts that object, too. */
  toJSON(): { name: string; code: TonEdgeErrorCode; message: string; [field: string]: unknown };
}

/**
 * Whether a value is an error of this package; with `code`, whether it has that code. Also true for errors of another copy
 * of the package and for the result of {@link TonEdgeError.toJSON}.
 *
 * ```js
 * try { unpackAddress("EQ...") } catch (error) {
 *   if (isTonEdgeError(error, "address_length")) showHint(error.message);
 *   else throw error;
 * }
 * ```
 */
export function isTonEdgeError(error: unknown): error is TonEdgeError;
export function isTonEdgeError<C extends TonEdgeErrorCode>(
  error: unknown,
  code: C,
): error is TonEdgeError & { readonly code: C };

/** A value or an error, as `tryParseAddress` and the list functions return it. Check `ok` first. */
export type Outcome<T> =
  | { ok: true; value: T; error?: undefined }
  | {
      ok: false;
      value?: undefined;
      error: { code: TonEdgeErrorCode; message: string; index?: number | undefined; suggestion?: string | undefined };
    };

/** Flags of a friendly address: its first byte and its alphabet. */
export interface AddressFlags {
  /** The network returns coins if the account does not exist or fails. Use it for contracts. */
  bounceable: boolean;
  /** The address is for testnet only. */
  testOnly: boolean;
  /** The text uses `-` and `_`, not `+` and `/`. True if it contains none of the four. */
  urlSafe: boolean;
}

/** The parts of an address. */
export interface ParsedAddress {
  /** -1 is the masterchain, 0 the basechain. */
  workchain: number;
  /** The 32-byte account hash. */
  hash: Uint8Array;
  /** Raw form with upper-case hex digits, as v3 returns it. The same for all forms of an address, so it is a good map key. */
  raw: string;
  /** The form of the input. */
  form: "raw" | "friendly";
  /** `null` if the input has the raw form. */
  flags: AddressFlags | null;
}

/** All forms of an address, in the shape of TON Center's `detectAddress`. */
export interface DetectedAddress {
  // <generated from src/address/forms.rs>
  /** The raw form with lower-case hex digits, as v2 returns it. */
  raw_form: string;
  /** The friendly form, bounceable. */
  bounceable: {
    /** Base64, with `+` and `/`. */
    b64: string;
    /** Base64url, with `-` and `_`. */
    b64url: string;
  };
  /** The friendly form, not bounceable. */
  non_bounceable: {
    /** Base64, with `+` and `/`. */
    b64: string;
    /** Base64url, with `-` and `_`. */
    b64url: string;
  };
  // </generated from src/address/forms.rs>
  given_type: "raw_form" | "friendly_bounceable" | "friendly_non_bounceable";
  test_only: boolean;
}

/** Options of {@link packAddress}. */
export interface PackOptions {
  /** Default: the flag of a friendly input, `true` for a raw input. */
  bounceable?: boolean | undefined;
  /** Default: the flag of a friendly input, `false` for a raw input. */
  testOnly?: boolean | undefined;
  /** `true`: `-` and `_`, which are safe in URLs. `false`: `+` and `/`. Default `true` for every input. */
  urlSafe?: boolean | undefined;
}

/**
 * Parses an address in either form.
 *
 * ```js
 * parseAddress("EQCD39VS5jcptHL8vMjEXrzGaRcCVYto7HUn4bpAOg8xqB2N").workchain; // 0
 * ```
 * @throws {TonEdgeError} with an `address_*` code
 */
export function parseAddress(address: string): ParsedAddress;

/**
 * {@link parseAddress} without an exception for an invalid address: for input fields that check every keystroke.
 *
 * ```js
 * const result = tryParseAddress(input.value);
 * hint.textContent = result.ok ? "" : result.error.message;
 * ```
 */
export function tryParseAddress(address: string): Outcome<ParsedAddress>;

/** Whether the value is a valid address in either form. Verifies the checksum. */
export function isAddress(address: unknown): address is string;

/**
 * Returns all forms of an address.
 * @throws {TonEdgeError} with an `address_*` code
 */
export function detectAddress(address: string): DetectedAddress;

/**
 * Returns the friendly form of an address.
 *
 * ```js
 * packAddress("0:83dfd552e63729b472fcbcc8c45ebcc6691702558b68ec7527e1ba403a0f31a8", { bounceable: false });
 * // "UQCD39VS5jcptHL8vMjEXrzGaRcCVYto7HUn4bpAOg8xqEBI"
 * ```
 * @throws {TonEdgeError} with an `address_*` code
 */
export function packAddress(address: string, options?: PackOptions): string;

/**
 * Returns the raw form with upper-case hex digits, as v3 returns it.
 * @throws {TonEdgeError} with an `address_*` code
 */
export function unpackAddress(address: string): string;

/**
 * Returns one canonical text for all forms of an address: use it as a map key.
 * @throws {TonEdgeError} with an `address_*` code
 */
export function normalizeAddress(address: string): string;

/**
 * Whether two addresses, in any form, name the same account.
 * @throws {TonEdgeError} with an `address_*` code if either is invalid
 */
export function addressesEqual(a: string, b: string): boolean;

/**
 * {@link packAddress} for a list, in batches of 100. The result has one outcome per item, in the same order.
 *
 * ```js
 * const [first] = packAddresses(["0:83dfd552e63729b472fcbcc8c45ebcc6691702558b68ec7527e1ba403a0f31a8"]);
 * first.ok && first.value; // "EQCD39VS5jcptHL8vMjEXrzGaRcCVYto7HUn4bpAOg8xqB2N"
 * ```
 * @throws {TonEdgeError} only if the list is not an array or the options are invalid
 */
export function packAddresses(list: readonly string[], options?: PackOptions): Outcome<string>[];
/** {@link unpackAddress} for a list. The result has one outcome per item, in the same order. */
export function unpackAddresses(list: readonly string[]): Outcome<string>[];
/** {@link detectAddress} for a list. The result has one outcome per item, in the same order. */
export function detectAddresses(list: readonly string[]): Outcome<DetectedAddress>[];

/** The three forms of a 256-bit hash. */
export interface DetectedHash {
  /** Base64, 44 characters with padding. */
  b64: string;
  /** Base64url, 43 characters without padding. */
  b64url: string;
  /** 64 lower-case hex digits. */
  hex: string;
}

/**
 * Returns all forms of a hash, given as 64 hex digits, 44 characters of base64 or 43 characters of base64url.
 * @throws {TonEdgeError} with a `hash_*` code
 */
export function detectHash(hash: string): DetectedHash;
/** Whether the value is a hash of exactly 32 bytes in one of the three forms. */
export function isHash(hash: unknown): hash is string;
/**
 * Returns a hash in the given form.
 * @throws {TonEdgeError} with a `hash_*` code
 */
export function normalizeHash(hash: string, form: "b64" | "b64url" | "hex"): string;

/** Options of {@link Address.toString}. */
export interface AddressStringOptions {
  /** `-` and `_` instead of `+` and `/`. Default `true`. */
  urlSafe?: boolean | undefined;
  /** Default `true`. */
  bounceable?: boolean | undefined;
  /** For testnet only. Default `false`. */
  testOnly?: boolean | undefined;
}

/**
 * An address as an object, a replacement for the class `Address` of `@ton/core`: change the import. It is stricter: it refuses
 * mixed base64 alphabets, workchains outside -128 to 127, other spellings of a workchain (`00:`, `+0:`, `0x0:`), white space
 * and text after the hash, which that class accepts or reads as another account.
 *
 * ```js
 * const address = Address.parse("EQCD39VS5jcptHL8vMjEXrzGaRcCVYto7HUn4bpAOg8xqB2N");
 * address.toString({ bounceable: false }); // "UQCD39VS5jcptHL8vMjEXrzGaRcCVYto7HUn4bpAOg8xqEBI"
 * address.toRawString(); // "0:83dfd552e63729b472fcbcc8c45ebcc6691702558b68ec7527e1ba403a0f31a8"
 * ```
 *
 * It is not an instance of that class. Pass `CoreAddress.parse(address.toString())` to functions of `@ton/core`. The client of
 * `ton-edge` accepts both.
 */
export class Address {
  /**
   * @throws {TonEdgeError} `address_workchain_range` if the workchain is outside -128 to 127; `address_hash_length` if the hash
   * does not have 32 bytes; `invalid_parameter` if it is not bytes
   */
  constructor(workChain: number, hash: Uint8Array);
  /** -1 is the masterchain, 0 the basechain. The object is frozen. */
  readonly workChain: number;
  /** The 32-byte account hash. It is a copy: writing to it does not change this address. */
  readonly hash: Uint8Array;
  /**
   * Whether the value is an `Address` of this package, from any entry, module format, copy or version. Use it instead of `instanceof`,
   * which recognizes only addresses of its own copy: the ES module and the CommonJS module of this package are two copies.
   */
  static isAddress(value: unknown): value is Address;
  /** Whether the value is a friendly address. Verifies the checksum; `@ton/core` checks only the shape. */
  static isFriendly(source: unknown): boolean;
  /** Whether the value is a raw address. */
  static isRaw(source: unknown): boolean;
  /**
   * Parses either form.
   * @throws {TonEdgeError} with an `address_*` code
   */
  static parse(source: string): Address;
  /**
   * Parses the raw form.
   * @throws {TonEdgeError} with an `address_*` code, or `invalid_parameter` for a friendly address
   */
  static parseRaw(source: string): Address;
  /**
   * Parses the friendly form or its 36 bytes.
   * @throws {TonEdgeError} with an `address_*` code, or `invalid_parameter` for a raw address
   */
  static parseFriendly(source: string | Uint8Array): { isBounceable: boolean; isTestOnly: boolean; address: Address };
  /**
   * Returns the friendly form: bounceable, for mainnet, safe in URLs.
   * @throws {TonEdgeError} with an `address_*` code
   */
  static normalize(source: string | Address): string;
  /** Whether both name the same account; `other` may come from another copy of the package. `false` if `other` is not an `Address`. */
  equals(other: unknown): boolean;
  /** Returns the raw form with lower-case hex digits. */
  toRawString(): string;
  /** Returns the friendly form. */
  toString(options?: AddressStringOptions): string;
  /** Returns the 36 bytes of the friendly form. */
  toStringBuffer(options?: { bounceable?: boolean | undefined; testOnly?: boolean | undefined }): Uint8Array;
}
