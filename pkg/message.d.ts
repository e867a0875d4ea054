/**
 * `ton-edge/message`: cells, messages, wallets and amounts of TON. It needs no other library and no `Buffer`.
 *
 * All functions are synchronous, except those that sign or derive keys, which use WebCrypto. Cells are immutable. Functions accept addresses in any
 * form, and return them as texts in raw form, like the rows of v3.
 *
 * @packageDocumentation
 */
import type {
  Account,
  BodyInput,
  EncryptedComment,
  GetMethods,
  KnownBody,
  Message,
  ShardAccount,
  StateInit,
  Transaction,
} from "./dist/messages.js";
import type { PlatformBytes } from "./platform.js";
import type { AddressLike } from "./values.js";

export type * from "./dist/messages.js";
export type { AddressLike } from "./values.js";
export { isTonEdgeError, TonEdgeError, type TonEdgeErrorCode } from "./address.js";

/** The limits of a bag of cells. */
export interface BocLimits {
  /** Maximum bytes. Default: 16777216. */
  maxBytes?: number | undefined;
  /** Maximum cells. Default: 1048576. */
  maxCells?: number | undefined;
  /** Maximum depth of every cell, up to 1024. Default: 1024. */
  maxDepth?: number | undefined;
}

/** Options of the functions that serialize a bag of cells. */
export interface BocOptions {
  /** Whether to write an index, for readers that access single cells. Default: false. */
  index?: boolean | undefined;
  /** Whether to write a checksum. Default: true. */
  crc32c?: boolean | undefined;
}

/** A bag of cells: its bytes, base64 in either alphabet, or hexadecimal digits. */
export type Boc = string | ArrayBufferLike | ArrayBufferView;

/** A cell of this package, of `@ton/core` or of another copy of this package, or a bag with one root. */
export type CellLike = Cell | Builder | { toBoc(): Uint8Array } | Boc;

/** An address outside of the blockchain. */
export interface ExternalAddress {
  /** Its length in bits, up to 511. */
  bits: number;
  /** Its bits as hexadecimal digits, padded with zero bits. */
  value: string;
}

/**
 * An immutable cell: up to 1023 bits, and up to 4 references to other cells. Test tools and {@link Cell.equals} compare cells by value, and consoles
 * print the content.
 */
export class Cell {
  private constructor();
  /**
   * {@link Cell.toBase64}, computed when it is read. It is the only own property: test tools compare it, and `structuredClone` and `postMessage` copy
   * it. `parseBoc(clone.boc)` makes a cell of such a clone.
   */
  readonly boc: string;
  /** Number of data bits. */
  readonly bits: number;
  /** The cells that it refers to. */
  readonly refs: readonly Cell[];
  /** The type of the cell; all but the first are exotic. */
  readonly type: "ordinary" | "pruned_branch" | "library" | "merkle_proof" | "merkle_update";
  /** Whether the cell is exotic. The first byte of an exotic cell is its type. */
  readonly isExotic: boolean;
  /** 0, unless a descendant is a pruned branch that no Merkle cell covers. */
  readonly level: number;
  /** Bit mask of the levels at which the cell's hash differs: bit 0 stands for level 1. */
  readonly levelMask: number;
  /** Returns the 32-byte hash of the cell at a level. Default: 3, the representation hash. */
  hash(level?: number): Uint8Array;
  /** Returns the number of references on the longest path to a descendant. */
  depth(level?: number): number;
  /**
   * Returns a slice that reads the cell from its beginning.
   *
   * @throws TonEdgeError `cell_read` for an exotic cell, unless `allowExotic` is true
   */
  beginParse(allowExotic?: boolean): Slice;
  /** Whether another cell has the same hash. */
  equals(other: CellLike): boolean;
  /** Serializes the cell to a bag of cells, with the same bytes as `@ton/core`. */
  toBoc(options?: BocOptions): PlatformBytes;
  /** Serializes the cell to a bag of cells in base64. */
  toBase64(options?: BocOptions): string;
  /** {@link Cell.toBase64} */
  toString(): string;
  /** {@link Cell.toBase64} */
  toJSON(): string;
}

/** Builds a cell. A method that throws leaves the builder unchanged. */
export class Builder {
  /**
   * The content of the builder, as {@link Cell.boc}: test tools compare it. If that cannot be a cell, because it is too deep or exotic and incomplete, it is
   * a list of the stored bits and references as text.
   */
  readonly boc: string;
  /** Number of bits stored. */
  readonly bits: number;
  /** Number of references stored. */
  readonly refs: number;
  /** Number of bits that still fit. */
  readonly availableBits: number;
  /** Number of references that still fit. */
  readonly availableRefs: number;
  /** Stores a bit. */
  storeBit(bit: boolean | 0 | 1): this;
  /** Stores an unsigned integer of 0 to 256 bits. */
  storeUint(value: number | bigint, bits: number): this;
  /** Stores a signed integer of 0 to 257 bits. */
  storeInt(value: number | bigint, bits: number): this;
  /** Stores an unsigned integer of fewer than `limit` bytes, with its length in front (`VarUInteger limit`). */
  storeVarUint(value: number | bigint, limit: number): this;
  /** Stores nanocoins (`VarUInteger 16`). */
  storeCoins(value: number | bigint): this;
  /** Stores the first `bits` bits of some bytes. Default: all. */
  storeBits(bytes: ArrayBufferView, bits?: number): this;
  /** Stores whole bytes. */
  storeBytes(bytes: ArrayBufferView): this;
  /** Stores the address of an account; `null` stores "no address" (`addr_none`). The network flag of an address is not checked. */
  storeAddress(address: AddressLike | null | undefined): this;
  /** Stores a reference. */
  storeRef(cell: CellLike): this;
  /** Stores a bit that says whether a reference follows, and the reference. */
  storeMaybeRef(cell: CellLike | null | undefined): this;
  /** Stores all bits and references of a slice or a cell. */
  storeSlice(content: Slice | CellLike): this;
  /** Stores all bits and references of another builder. */
  storeBuilder(builder: Builder): this;
  /** Stores bytes in the rest of the cell and in a chain of further cells (snake data). */
  storeBytesTail(bytes: Uint8Array): this;
  /** Stores a text as UTF-8 snake data. Refuses a text with a lone surrogate, which UTF-8 cannot encode. */
  storeStringTail(text: string): this;
  /** Stores a text as UTF-8 snake data in a new cell, and a reference to that cell. */
  storeStringRefTail(text: string): this;
  /** Stores an optional dictionary (`HashmapE`): cells, builders or slices by keys of `keyBits` bits. */
  storeDict(keyBits: number, values: Iterable<[number | bigint, Slice | CellLike]>): this;
  /** Makes the cell exotic; its first byte is the type. Default: true. */
  setExotic(exotic?: boolean): this;
  /** Returns the cell.
   *
   * @throws TonEdgeError `cell_build` if the cell is deeper than 1024 cells, or an exotic cell is malformed
   */
  endCell(): Cell;
  /** {@link Builder.endCell} */
  asCell(): Cell;
}

/** The unread part of a cell. A method that throws leaves the slice unchanged. */
export class Slice {
  private constructor();
  /** The rest, as {@link Cell.boc}: test tools compare it. */
  readonly boc: string;
  readonly remainingBits: number;
  readonly remainingRefs: number;
  /** Returns a slice at the same position, which is read separately. */
  clone(): Slice;
  /** Skips bits. */
  skip(bits: number): this;
  /** Skips all remaining bits and references. */
  skipAll(): this;
  /** Reads a bit. */
  loadBit(): boolean;
  /** {@link Slice.loadBit} */
  loadBoolean(): boolean;
  /** Reads an unsigned integer of up to 53 bits, which a `number` represents exactly. */
  loadUint(bits: number): number;
  /** Reads an unsigned integer of up to 256 bits. */
  loadUintBig(bits: number): bigint;
  /** Reads a signed integer of up to 53 bits, which a `number` represents exactly. */
  loadInt(bits: number): number;
  /** Reads a signed integer of up to 257 bits. */
  loadIntBig(bits: number): bigint;
  /** Reads an unsigned integer of fewer than `limit` bytes, with its length in front (`VarUInteger limit`). */
  loadVarUint(limit: number): bigint;
  /** Reads nanocoins (`VarUInteger 16`). */
  loadCoins(): bigint;
  /** Reads bits as bytes, padded with zero bits at the end. */
  loadBits(bits: number): Uint8Array;
  /** Reads bytes. */
  loadBytes(count: number): Uint8Array;
  /** Reads the address of an account, in raw form. */
  loadAddress(): string;
  /** Reads the address of an account, in raw form; `null` for "no address". */
  loadMaybeAddress(): string | null;
  /** Reads the address of an account in raw form, an external address, or `null`. */
  loadAnyAddress(): string | ExternalAddress | null;
  /** Reads the next reference. */
  loadRef(): Cell;
  /** Reads a bit, and the next reference if it is 1. */
  loadMaybeRef(): Cell | null;
  /** Reads `Either X ^X`: returns the rest of this cell, or the content of the referenced cell. */
  loadEither(): Slice;
  /** Reads an optional dictionary (`HashmapE`): its values by key, in the order of the keys, at most `maxValues` (default 100000). */
  loadDict(keyBits: number, maxValues?: number): Map<bigint, Slice>;
  /** Reads the remaining bytes, and those of the chain of cells that follows (snake data). */
  loadBytesTail(): Uint8Array;
  /** Reads snake data as UTF-8 text. */
  loadStringTail(): string;
  /** Reads a reference, and the UTF-8 snake data in its cell. */
  loadStringRefTail(): string;
  /** Returns the rest as a builder. */
  asBuilder(): Builder;
  /** Returns the rest as a cell. */
  asCell(): Cell;
  /** @throws TonEdgeError `cell_read` if anything is left */
  endParse(): void;
}

/**
 * Parses a bag of cells with one root. It checks every magic, size, checksum, reference, level and hash. Time and memory grow linearly with
 * the bytes. Line breaks in a text are ignored, other white space is not.
 *
 * @throws TonEdgeError `boc_invalid` with the position of the error
 * @example
 * ```js
 * import { parseBoc } from "ton-edge/message";
 * const cell = parseBoc("te6cckEBAQEAEAAAHAAAAABIZWxsbyBUT04he3uftQ==");
 * const slice = cell.beginParse();
 * slice.loadUint(32); // 0, a comment
 * slice.loadStringTail(); // "Hello TON!"
 * ```
 */
export function parseBoc(boc: Boc, limits?: BocLimits): Cell;

/**
 * Parses a bag of cells with any number of roots.
 *
 * @example
 * ```js
 * parseBocRoots("te6cckEBAQEAEAAAHAAAAABIZWxsbyBUT04he3uftQ==").length; // 1
 * ```
 */
export function parseBocRoots(boc: Boc, limits?: BocLimits): Cell[];

/**
 * Serializes cells to one bag with several roots.
 *
 * @example
 * ```js
 * const boc = writeBoc([comment("a"), comment("b")]);
 * parseBocRoots(boc).length; // 2
 * ```
 */
export function writeBoc(roots: Cell[], options?: BocOptions): PlatformBytes;

/**
 * Returns an empty builder.
 *
 * @example
 * ```js
 * import { beginCell } from "ton-edge/message";
 * const cell = beginCell().storeUint(7, 32).storeCoins(1_000_000_000n).endCell();
 * cell.bits; // 68
 * ```
 */
export function beginCell(): Builder;

/**
 * Returns the root of a dictionary, or `null` for an empty one: {@link Builder.storeDict} stores a reference to it.
 *
 * @example
 * ```js
 * const dict = buildDict(8, [[1, beginCell().storeUint(7, 32).endCell()]]);
 * readDict(dict, 8).get(1n)?.loadUint(32); // 7
 * ```
 */
export function buildDict(keyBits: number, values: Iterable<[number | bigint, Slice | CellLike]>): Cell | null;

/**
 * Returns the values of a dictionary by key, from its root, as {@link Slice.loadDict} does.
 *
 * @example
 * ```js
 * const dict = buildDict(8, [[1, comment("a")], [2, comment("b")]]);
 * readDict(dict, 8).size; // 2
 * ```
 */
export function readDict(root: Cell | null, keyBits: number, maxValues?: number): Map<bigint, Slice>;

/**
 * Returns the hash by which explorers find a message, in base64 as in the rows of v3. For an external message it is the hash of the normalized
 * message (TEP-467), because validators may change source, import fee and layout.
 *
 * @param options `normalized: false` for the hash of the cell, also of bags that are not a message
 * @example
 * ```js
 * const message = externalMessage({ to: "EQCD39VS5jcptHL8vMjEXrzGaRcCVYto7HUn4bpAOg8xqB2N", body: comment("Hello") });
 * messageHash(message).length; // 44
 * ```
 * @throws TonEdgeError `boc_invalid`, `message_invalid`
 * @see https://github.com/ton-blockchain/TEPs/pull/467
 */
export function messageHash(boc: Boc | { toBoc(): Uint8Array }, options?: { normalized?: boolean | undefined }): string;

/**
 * Converts an amount to nanocoins exactly: `toNano("1.5")` is `1500000000n`. It refuses exponents, thousands separators and more digits than
 * `decimals`; of numbers it accepts only safe integers.
 *
 * @param decimals of the unit. Default: 9, that of TON.
 * @example
 * ```js
 * toNano("1.5"); // 1500000000n
 * ```
 * @throws TonEdgeError `amount_invalid` with `index`, the position of the wrong character
 */
export function toNano(amount: string | number | bigint, decimals?: number): bigint;

/**
 * Converts nanocoins to an amount without trailing zeros: `fromNano(1500000000n)` is `"1.5"`. `Intl.NumberFormat` formats this text without rounding
 * errors.
 *
 * @example
 * ```js
 * fromNano(1_500_000_000n); // "1.5"
 * ```
 */
export function fromNano(units: number | bigint, decimals?: number): string;

/**
 * {@link toNano} for units with other decimals, such as those of a jetton.
 *
 * @example
 * ```js
 * toUnits("12.5", 6); // 12500000n
 * ```
 */
export function toUnits(amount: string | number | bigint, decimals: number): bigint;

/**
 * {@link fromNano} for units with other decimals.
 *
 * @example
 * ```js
 * fromUnits(12_500_000n, 6); // "12.5"
 * ```
 */
export function fromUnits(units: number | bigint, decimals: number): string;

/** A `StateInit` to encode. */
export interface StateInitInput {
  splitDepth?: number | null | undefined;
  special?: { tick: boolean; tock: boolean } | null | undefined;
  code?: CellLike | null | undefined;
  data?: CellLike | null | undefined;
  library?: CellLike | null | undefined;
}

/** Any other body: its opcode is not in the table, or its content does not match the table. */
export interface UnknownBody {
  type: "unknown";
  /** The first 32 bits; `null` if there are fewer. */
  opcode: number | null;
}

/** A body without bits and references, as a plain transfer of coins has. */
export interface EmptyBody {
  type: "empty";
  opcode: null;
}

/** A decoded body, discriminated by `type`. New versions add types. */
export type DecodedBody = KnownBody | UnknownBody | EmptyBody;

/** A message with its hashes and its decoded body. */
export interface DecodedMessage extends Message {
  /** The hash by which explorers find the message; see {@link messageHash}. */
  normalizedHash: string;
  decoded: DecodedBody;
}

/**
 * Decodes a message: one that a wallet sends, or one that an account received.
 *
 * @example
 * ```js
 * const message = externalMessage({ to: "EQCD39VS5jcptHL8vMjEXrzGaRcCVYto7HUn4bpAOg8xqB2N", body: comment("Hello") });
 * decodeMessage(message).decoded; // { type: "comment", opcode: 0, text: "Hello", rest: null }
 * ```
 * @throws TonEdgeError `boc_invalid`; `message_invalid` with the field in `parameter`
 */
export function decodeMessage(source: CellLike): DecodedMessage;

/**
 * Decodes a transaction with all its phases.
 *
 * @example
 * ```js
 * const [row] = await client.v2.getTransactions({ address: account, limit: 1 });
 * const { lt, outMsgs } = decodeTransaction(row.data);
 * ```
 */
export function decodeTransaction(source: CellLike): Transaction;

/**
 * Decodes a `StateInit`.
 *
 * @example
 * ```js
 * const { stateInit } = walletV5R1({ publicKey: new Uint8Array(32) });
 * const { code, data } = decodeStateInit(stateInit);
 * ```
 */
export function decodeStateInit(source: CellLike): StateInit;

/**
 * Decodes an account, such as `raw` of an account state; `null` if the account does not exist.
 *
 * @example
 * ```js
 * decodeAccount(beginCell().storeBit(false).endCell()); // null
 * ```
 */
export function decodeAccount(source: CellLike): Account | null;

/**
 * Decodes a `ShardAccount`: an account with its last transaction, an entry in the account dictionary of a shard.
 *
 * @example
 * ```js
 * const { bytes } = await client.v2.getShardAccountCell({ address: account });
 * const { account: state, lastTransLt } = decodeShardAccount(bytes);
 * ```
 */
export function decodeShardAccount(source: CellLike): ShardAccount;

/**
 * Decodes a body by its opcode. A body that is not in the table is `{ type: "unknown", opcode }`.
 *
 * @param options `as`: the type of a body without an opcode, such as `wallet_v4_signed`
 * @example
 * ```js
 * decodeBody(comment("Hello")); // { type: "comment", opcode: 0, text: "Hello", rest: null }
 * ```
 */
export function decodeBody(source: CellLike, options?: { as?: KnownBody["type"] | undefined }): DecodedBody;

/** The parts of an encrypted comment. */
export interface EncryptedCommentParts {
  /** The 32 bytes of the sender's and the receiver's public keys, joined by XOR: XOR with your own key gives the other key. */
  publicKeyXor: Uint8Array;
  /** 16 bytes that authenticate the text, and from which the encryption key is derived. */
  messageKey: Uint8Array;
  /** The text, encrypted with AES-256 in CBC mode. */
  cipherText: Uint8Array;
}

/**
 * Returns the text of an encrypted comment. You pass a function that has the private key, because this package never stores one. The function throws
 * if the comment is for another key; its errors reach the caller.
 *
 * @example
 * ```js
 * const decoded = decodeBody(message);
 * if (decoded.type === "encrypted_comment") await decryptComment(decoded, (parts) => decrypt(parts));
 * ```
 * @throws TonEdgeError `message_invalid` if the length of the data is invalid; `invalid_parameter` if the body is not an encrypted comment
 * @see https://docs.ton.org/standard/wallets/comments
 */
export function decryptComment(
  body: Pick<EncryptedComment, "type" | "data">,
  decrypt: (parts: EncryptedCommentParts) => string | Promise<string>,
): Promise<string>;

/**
 * Encodes a body of the table. Amounts have no default, and the account that becomes the owner (`destination`, `newOwner`) is never `null`. In
 * messages of a wallet or a TON Connect request, addresses in a body object are checked against the network of that wallet or request.
 *
 * @example
 * ```js
 * import { encodeBody, toUnits } from "ton-edge/message";
 * const body = encodeBody({
 *   type: "jetton_transfer",
 *   amount: toUnits("12.5", 6),
 *   destination: "EQCD39VS5jcptHL8vMjEXrzGaRcCVYto7HUn4bpAOg8xqB2N",
 *   responseDestination: "EQCD39VS5jcptHL8vMjEXrzGaRcCVYto7HUn4bpAOg8xqB2N",
 *   forwardTonAmount: 1n,
 * });
 * ```
 * @throws TonEdgeError `missing_parameter` or `invalid_parameter` with the field in `parameter`
 */
export function encodeBody(body: BodyInput, options?: NetworkOptions): Cell;

/**
 * Returns the body of a comment.
 *
 * @example
 * ```js
 * const body = comment("Order 7");
 * decodeBody(body); // { type: "comment", opcode: 0, text: "Order 7", rest: null }
 * ```
 * @throws TonEdgeError `invalid_parameter` with `index` for a text with a lone surrogate
 */
export function comment(text: string): Cell;

/** A body: a cell, a body of the table, or the text of a comment. Default: empty. */
export type MessageBody = CellLike | BodyInput | string | null | undefined;

/** A message to send. */
export interface MessageInput {
  to: AddressLike;
  /** Nanocoins: `toNano("1.5")`, or `0n` for none. Required. */
  value: number | bigint;
  /**
   * Whether the value comes back if the receiver fails or has no contract yet. Default: true, even for a non-bounceable address (`UQ…`). Pass false
   * for people's wallets, because some have no contract yet.
   */
  bounce?: boolean | undefined;
  /** A text is a comment, not a bag of cells. */
  body?: MessageBody;
  /** The `StateInit` of the contract that the message deploys. */
  init?: StateInitInput | Cell | null | undefined;
  /** Units of extra currencies by their ids. */
  extraCurrencies?: Record<number, number | bigint> | undefined;
}

/** The network for which a message or body is encoded. */
export interface NetworkOptions {
  /** With `"mainnet"`, testnet-only addresses (`kQ…`, `0Q…`) are refused. Default: mainnet. */
  network?: "mainnet" | "testnet" | undefined;
}

/**
 * Returns the cell of a message for a contract to send.
 *
 * @example
 * ```js
 * const message = internalMessage({ to: "EQCD39VS5jcptHL8vMjEXrzGaRcCVYto7HUn4bpAOg8xqB2N", value: toNano("0.5"), bounce: true });
 * decodeMessage(message).info.type; // "internal"
 * ```
 */
export function internalMessage(message: MessageInput, options?: NetworkOptions): Cell;

/**
 * Returns the cell of an external message: one from outside of the blockchain.
 *
 * @example
 * ```js
 * const message = externalMessage({ to: "EQCD39VS5jcptHL8vMjEXrzGaRcCVYto7HUn4bpAOg8xqB2N", body: comment("Hello") });
 * decodeMessage(message).info.type; // "external-in"
 * ```
 */
export function externalMessage(message: Pick<MessageInput, "to" | "body" | "init">, options?: NetworkOptions): Cell;

/**
 * Returns the cell of a `StateInit`; its hash is the hash part of the contract's address.
 *
 * @example
 * ```js
 * const init = encodeStateInit({ code: comment("code"), data: comment("data") });
 * decodeStateInit(init).splitDepth; // null
 * ```
 */
export function encodeStateInit(init: StateInitInput): Cell;

/** An action of a decoded request to a wallet. */
export type WalletAction =
  | { type: "send_message"; mode: number; message: Cell }
  | { type: "add_extension"; address: string }
  | { type: "remove_extension"; address: string }
  | { type: "set_signature_allowed"; allowed: boolean };

/** An action of a wallet: a message to send, or an action of wallets v5. */
export type WalletActionInput =
  | (MessageInput & {
      type?: undefined;
      /** The send mode, default 3. Wallets v5 add 2, since their contract refuses signed requests without it. */
      mode?: number | undefined;
    })
  | {
      type?: "send_message" | undefined;
      message: CellLike;
      /** The send mode. Default: 3, which pays fees from the balance and skips the action if it fails. */
      mode?: number | undefined;
    }
  | { type: "add_extension"; address: AddressLike }
  | { type: "remove_extension"; address: AddressLike }
  | { type: "set_signature_allowed"; allowed: boolean };

/** The key, version parameters and network of a wallet. */
export interface WalletOptions {
  /** The Ed25519 public key: 32 bytes. */
  publicKey: Uint8Array;
  /** 0 for the basechain, -1 for the masterchain. Default: 0. */
  workchain?: number | undefined;
  /** With `"mainnet"`, testnet-only addresses (`kQ…`, `0Q…`) in its messages are refused. Part of the wallet id of v5 r1. Default: mainnet. */
  network?: "mainnet" | "testnet" | undefined;
  /** Number that distinguishes several wallets of one key, up to 32767. Default: 0. */
  subwallet?: number | undefined;
  /** The wallet id, instead of the one computed from network, workchain and subwallet. */
  walletId?: number | undefined;
  /** Highload wallets: seconds for which the contract remembers a request. Default: 3600. */
  timeout?: number | undefined;
}

/** A request to a wallet. */
export interface WalletRequest {
  /** The seqno of the wallet; not for highload wallets, which have none. */
  seqno?: number | undefined;
  /** Unix time in seconds after which the wallet refuses the request. Default: 60 seconds from now. */
  validUntil?: number | undefined;
  /** Required for highload wallets, and only for them: 0 to 8380415. The wallet accepts each id once within its `timeout`. */
  queryId?: number | undefined;
  /**
   * Highload wallets: nanocoins of the message that the wallet sends to itself if it has several messages to send. They return to the wallet, but its
   * balance must cover them. Default: 0.01 TON, and 0.001 TON for each message to send; 25 times as much in the masterchain.
   */
  batchValue?: bigint | undefined;
  /** Highload wallets: Unix time in seconds of the signature. Default: 30 seconds before now. */
  createdAt?: number | undefined;
  /** Wallets v5: whether another contract delivers the request in an internal message. Default: false. */
  internal?: boolean | undefined;
  /** Whether the message contains the wallet's `StateInit`, which deploys it. Default: true if `seqno` is 0. */
  deploy?: boolean | undefined;
}

/** A private key of WebCrypto, or a function that signs a 32-byte hash with Ed25519. */
export type Signer = CryptoKeyLike | ((hash: Uint8Array) => Uint8Array | Promise<Uint8Array>);

/** A `CryptoKey`. */
export interface CryptoKeyLike {
  readonly algorithm: object;
  readonly extractable: boolean;
  readonly type: string;
}

/** A wallet. */
export interface Wallet {
  readonly version: WalletVersion;
  /** Its address in raw form. */
  readonly address: string;
  readonly walletId: number;
  readonly publicKey: Uint8Array;
  /** The cell of its `StateInit`. */
  readonly stateInit: Cell;
  /**
   * Returns the unsigned body: the cell whose hash is signed.
   *
   * @param actions the messages to send, and the other actions that the wallet's version allows
   * @param request `seqno` and `validUntil`, or `queryId` of a highload wallet
   * @example
   * ```js
   * const body = wallet.body([{ to, value: toNano("0.5"), bounce: false }], { seqno, validUntil });
   * ```
   * @throws TonEdgeError `missing_parameter`, `unknown_parameter` or `invalid_parameter` with the field in `parameter`
   */
  body(actions: WalletActionInput[], request?: WalletRequest): Cell;
  /**
   * Returns the body with its signature.
   *
   * @param body the unsigned body, as {@link Wallet.body} returns it
   * @param signer a private key of WebCrypto, or a function that signs the hash
   * @example
   * ```js
   * const signed = await wallet.sign(wallet.body(actions, { seqno, validUntil }), signer);
   * ```
   * @throws TonEdgeError `invalid_parameter` if the signer is neither, or returns anything but 64 bytes; `boc_invalid` for `body`
   */
  sign(body: CellLike, signer: Signer): Promise<Cell>;
  /**
   * Builds, signs and wraps the request: returns the external message for `client.send`.
   *
   * @param actions the messages to send, and the other actions that the wallet's version allows
   * @param request `seqno` and `validUntil`, or `queryId` of a highload wallet
   * @param signer a private key of WebCrypto, or a function that signs the hash
   * @example
   * ```js
   * const message = await wallet.transfer([{ to, value: toNano("0.5"), bounce: false }], { seqno, validUntil }, signer);
   * const { success } = await client.send(message);
   * ```
   * @throws TonEdgeError `missing_parameter`, `unknown_parameter` or `invalid_parameter` with the field in `parameter`, before anything is signed
   */
  transfer(actions: WalletActionInput[], request: WalletRequest, signer: Signer): Promise<Cell>;
}

// <generated from src/message/wallet/table.rs>
/** The version of a wallet's contract. */
export type WalletVersion = "v3r1" | "v3r2" | "v4r2" | "v5r1" | "highload_v3";

/**
 * Wallet v3 r1.
 *
 * @example
 * ```js
 * const wallet = walletV3R1({ publicKey: new Uint8Array(32) });
 * wallet.version; // "v3r1"
 * ```
 */
export function walletV3R1(options: WalletOptions): Wallet;
/**
 * Wallet v3 r2.
 *
 * @example
 * ```js
 * const wallet = walletV3R2({ publicKey: new Uint8Array(32) });
 * wallet.version; // "v3r2"
 * ```
 */
export function walletV3R2(options: WalletOptions): Wallet;
/**
 * Wallet v4 r2, which can have plugins.
 *
 * @example
 * ```js
 * const wallet = walletV4R2({ publicKey: new Uint8Array(32) });
 * wallet.version; // "v4r2"
 * ```
 */
export function walletV4R2(options: WalletOptions): Wallet;
/**
 * Wallet v5 r1, which today's wallet apps use. It has up to 255 messages in a request, extensions, and requests whose gas another account pays.
 *
 * @example
 * ```js
 * const wallet = walletV5R1({ publicKey: new Uint8Array(32) });
 * wallet.version; // "v5r1"
 * ```
 */
export function walletV5R1(options: WalletOptions): Wallet;
/**
 * Highload wallet v3. It accepts many requests at the same time and in any order, each with up to 254 messages.
 *
 * @example
 * ```js
 * const wallet = walletHighloadV3({ publicKey: new Uint8Array(32) });
 * wallet.version; // "highload_v3"
 * ```
 */
export function walletHighloadV3(options: WalletOptions): Wallet;
// </generated from src/message/wallet/table.rs>

/** Ed25519 keys. */
export interface KeyPair {
  publicKey: Uint8Array;
  /** A `CryptoKey` that cannot be exported. */
  privateKey: CryptoKeyLike;
}

/**
 * Returns the key pair of a 32-byte seed, by WebCrypto.
 *
 * @example
 * ```js
 * const { publicKey } = await keyPairFromSeed(new Uint8Array(32));
 * publicKey.length; // 32
 * ```
 * @throws TonEdgeError `missing_global` if WebCrypto has no Ed25519, and in Firefox, which does not return the public key
 */
export function keyPairFromSeed(seed: Uint8Array): Promise<KeyPair>;

/**
 * Returns the key pair of a TON mnemonic, by WebCrypto.
 *
 * @example
 * ```js
 * const { publicKey } = await mnemonicToKeyPair(await mnemonicNew());
 * publicKey.length; // 32
 * ```
 * @throws TonEdgeError `mnemonic_invalid`: its message says which word is not in the list, or that the words are a mnemonic of another chain (BIP-39)
 */
export function mnemonicToKeyPair(
  mnemonic: string | string[],
  options?: { password?: string | undefined },
): Promise<KeyPair>;

/**
 * Returns the 32-byte seed of a TON mnemonic, for a program that derives keys with another library.
 *
 * @example
 * ```js
 * const seed = await mnemonicToSeed(await mnemonicNew());
 * seed.length; // 32
 * ```
 * @throws TonEdgeError `mnemonic_invalid`
 */
export function mnemonicToSeed(
  mnemonic: string | string[],
  options?: { password?: string | undefined },
): Promise<PlatformBytes>;

/**
 * Creates a TON mnemonic of 24 words from random numbers of WebCrypto. It takes a tenth of a second, with a password some seconds. Anyone who has the
 * words can spend the coins: write them down, and show them to no one.
 *
 * @example
 * ```js
 * import { mnemonicNew, mnemonicToKeyPair, walletV5R1 } from "ton-edge/message";
 * const words = await mnemonicNew();
 * const { publicKey } = await mnemonicToKeyPair(words);
 * walletV5R1({ publicKey }).address;
 * ```
 * @param options `password`: the words are a mnemonic with this password only
 */
export function mnemonicNew(options?: { password?: string | undefined }): Promise<string[]>;

/**
 * Whether words are a TON mnemonic with this password.
 *
 * @example
 * ```js
 * await isMnemonic(await mnemonicNew()); // true
 * await isMnemonic("other words"); // false
 * ```
 */
export function isMnemonic(mnemonic: string | string[], password?: string): Promise<boolean>;

/**
 * A value of a stack: an integer, a cell, a slice, a builder (only from a local run), a tuple (array), a list, `null`, `NaN` for the result of a
 * quiet operation that failed, or `undefined` for a value that the API cannot represent, such as a continuation. The API represents slices as cells,
 * and a pair that ends in `null` as a list.
 */
export type StackValue =
  | bigint
  | number
  | Cell
  | Slice
  | Builder
  | StackValue[]
  | { list: StackValue[] }
  | null
  | undefined;

/** An argument of a get-method: a boolean becomes -1 or 0; a text or an address object is an address, and becomes a slice. */
export type StackInput =
  | bigint
  | number
  | boolean
  | Cell
  | Slice
  | AddressLike
  | StackInput[]
  | { list: StackInput[] }
  | null;

/** The values of a stack, from the bottom. The methods read an item by its position, and throw `stack_invalid` if its type differs. */
export class Stack {
  constructor(values: StackValue[]);
  readonly values: readonly StackValue[];
  readonly length: number;
  /** Iterates over the values, the first one first. */
  [Symbol.iterator](): IterableIterator<StackValue>;
  /** Whether the value at an index is null. */
  isNull(at: number): boolean;
  /** Returns an integer. */
  int(at: number): bigint;
  /** Returns an integer that a `number` represents exactly. */
  number(at: number): number;
  /** Returns `true` if an integer is not 0. */
  bool(at: number): boolean;
  /** Returns a cell; a slice is converted to a cell of its rest. */
  cell(at: number): Cell;
  /** Returns a slice, or a cell as a slice. */
  slice(at: number): Slice;
  /** Returns the address of an account in raw form; `null` for "no address". */
  address(at: number): string | null;
  /** Returns a text: UTF-8 in a chain of cells (snake data). */
  text(at: number): string;
  /** Returns an unsigned 256-bit integer, such as a public key, as 32 bytes. */
  bytes32(at: number): Uint8Array;
  /** Returns a tuple, whose values are read in the same way. */
  tuple(at: number): Stack;
  /** Returns the items of a list; none for `null`, the empty list. */
  list(at: number): Stack;
}

/**
 * Decodes the stack of a response of v2 (`runGetMethod`), v2 Std (`runGetMethodStd`) or v3 (`runGetMethod`).
 *
 * @example
 * ```js
 * import { decodeStack } from "ton-edge/message";
 * decodeStack([["num", "0x1c"]]).int(0); // 28n
 * decodeStack([{ type: "num", value: "0x1c" }]).int(0); // 28n
 * ```
 * @throws TonEdgeError `stack_invalid` with `index`
 */
export function decodeStack(entries: readonly unknown[]): Stack;

/**
 * Encodes arguments for v2 (the default), v2 Std or v3. v3 accepts only integers, cells and slices.
 *
 * @example
 * ```js
 * encodeStack([7n, true]).length; // 2
 * ```
 * @throws TonEdgeError `stack_invalid` with `index`; also beyond 262144 values, or 128 levels of arrays
 */
export function encodeStack(values: readonly StackInput[], generation?: "v2" | "v2-std" | "v3"): unknown[];

/**
 * Encodes a stack as a cell (`VmStack` of the node's block.tlb), which liteservers and the virtual machine read; `serializeTuple` of `@ton/core`
 * returns the same cell. Unlike `encodeStack`, it also accepts a builder and `NaN`. At most 1024 values fit, because each value adds 1 to the depth
 * of the cell.
 *
 * @example
 * ```js
 * import { stackFromCell, stackToCell } from "ton-edge/message";
 * const cell = stackToCell([7n, [1n, [2n, true]], { list: [1n, 2n] }]);
 * stackFromCell(cell).list(2).int(1); // 2n
 * ```
 * @throws TonEdgeError `stack_invalid` with `index`; `cell_build` with `index` if the cells get too deep
 */
export function stackToCell(values: Stack | readonly (StackInput | Builder)[]): Cell;

/**
 * Decodes the cell of a stack. As in responses of the API, pairs that end with `null` become a list. The cells must not contain other data; a tuple
 * has at most 255 items, values nest at most 128 deep, and a stack has at most 100 000 values in total.
 *
 * @example
 * ```js
 * const cell = stackToCell([7n]);
 * stackFromCell(cell).int(0); // 7n
 * ```
 * @throws TonEdgeError `stack_invalid` or `cell_read`, with `index` if one item is invalid
 */
export function stackFromCell(cell: CellLike): Stack;

/**
 * Returns the arguments of a get-method of the table as values for {@link encodeStack}.
 *
 * @example
 * ```js
 * getMethodArguments("get_nft_address_by_index", [7n])[0]; // 7n
 * ```
 */
export function getMethodArguments<M extends keyof GetMethods>(
  method: M,
  args: GetMethods[M]["arguments"],
): StackInput[];

/**
 * Decodes the result of a get-method of the table from its stack. `client.read` calls the get-method and decodes its result.
 *
 * @example
 * ```js
 * readGetMethod("seqno", [7n]); // 7
 * ```
 * @throws TonEdgeError `stack_invalid` with the name of the item in `parameter`
 */
export function readGetMethod<M extends keyof GetMethods>(
  method: M,
  stack: Stack | StackValue[],
): GetMethods[M]["result"];

/**
 * Returns the meaning of an exit code of the compute phase. If you pass the `type` of the body that the contract received, it also knows the codes of
 * wallets and of the reference contracts of jettons and NFTs; `undefined` for codes of other contracts.
 *
 * @example
 * ```js
 * explainExitCode(11); // "there is no such method"
 * explainExitCode(36, "highload_v3_signed");
 * ```
 */
export function explainExitCode(exitCode: number, body?: string): string | undefined;

/**
 * Returns the meaning of a result code of the action phase.
 *
 * @example
 * ```js
 * explainResultCode(37); // "not enough TON for a message"
 * ```
 */
export function explainResultCode(resultCode: number): string | undefined;

/**
 * The metadata of a jetton, an NFT or a collection. Any contract can claim any metadata, so do not trust it; texts may contain anything.
 *
 * @see https://github.com/ton-blockchain/TEPs/blob/master/text/0064-token-data-standard.md
 */
export interface TokenContent {
  /** Where the metadata is stored: in the cell, at `uri`, or in both. `"unknown"`: the format is not known. */
  layout: "onchain" | "offchain" | "semichain" | "unknown";
  /** URL of a JSON document with the rest. */
  uri?: string;
  name?: string;
  description?: string;
  /** URL of a picture. */
  image?: string;
  imageData?: Uint8Array;
  symbol?: string;
  /** Number of digits of an amount after the decimal point. Jettons without this property have 9. */
  decimals?: number;
  amountStyle?: string;
  renderType?: string;
  contentUrl?: string;
  /** Values of other properties, and values that are not text, by the SHA-256 of the property's name in hexadecimal digits. */
  other: Record<string, Uint8Array>;
  /** The cell from which the metadata was decoded. */
  cell: Cell;
}

/**
 * Decodes the metadata of a token. It leaves out properties that it cannot decode. If the dictionary is invalid or has more than 256 properties, it
 * leaves out all of them, and `layout` is `"unknown"`.
 *
 * @example
 * ```js
 * const link = beginCell().storeUint(1, 8).storeStringTail("https://example.com/7.json").endCell();
 * decodeContent(link).uri; // "https://example.com/7.json"
 * ```
 * @throws TonEdgeError `boc_invalid` or `invalid_parameter` if `source` is not a cell
 */
export function decodeContent(source: CellLike): TokenContent;

/**
 * The records of a domain; `null` for a record that the domain does not have.
 *
 * @see https://github.com/ton-blockchain/TEPs/blob/master/text/0081-dns-standard.md
 */
export interface DnsRecords {
  /** The account that receives transfers to the domain, in raw form. */
  wallet: string | null;
  /** A site of TON Sites: an ADNL address, or a bag of TON Storage; 64 hexadecimal digits. */
  site: { type: "adnl" | "bag"; value: string } | null;
  /** A bag of TON Storage: 64 hexadecimal digits. */
  storage: string | null;
  /** The contract that resolves the subdomains. */
  resolver: string | null;
  text: string | null;
}

/**
 * Decodes the records of a domain from the dictionary that `dnsresolve` returns for category 0.
 *
 * @example
 * ```js
 * decodeDnsRecords(null).wallet; // null
 * ```
 */
export function decodeDnsRecords(root: Cell | null): DnsRecords;

/**
 * Encodes a domain for `dnsresolve`: its labels from the last to the first, each followed by a zero byte.
 *
 * @example
 * ```js
 * encodeDomain("alice.ton").length; // 10
 * ```
 * @throws TonEdgeError `invalid_parameter` if the domain has an empty label, spaces, control characters or more than 126 bytes
 */
export function encodeDomain(domain: string): Uint8Array;

/** A message that TON Connect asks a wallet to send. */
export interface TonConnectMessage {
  /** The receiver in friendly form, base64url; bounceable if `bounce` of the message is true. */
  address: string;
  /** Nanocoins in decimal digits. */
  amount: string;
  /** The body: a bag of cells in base64. Left out if it is empty. */
  payload?: string;
  /** The `StateInit`: a bag of cells in base64. */
  stateInit?: string;
  /** Units of other currencies in decimal digits, by their ids. */
  extraCurrency?: Record<string, string>;
}

/** The argument of `sendTransaction` of the TON Connect SDK. */
export interface TonConnectTransaction {
  /** Unix time in seconds. */
  validUntil: number;
  /** The global id of the network: `-239` is mainnet, `-3` testnet. */
  network: "-239" | "-3";
  /** The account that sends, in raw form. */
  from?: string;
  messages: TonConnectMessage[];
}

/** Options of {@link tonConnectTransaction}. */
export interface TonConnectOptions {
  /** The network; a wallet on another one refuses the request. Default: mainnet. */
  network?: "mainnet" | "testnet" | undefined;
  /** The account that sends. Default: the connected one. */
  from?: AddressLike | undefined;
  /** Unix time in seconds after which the wallet refuses the request. Default: 300 seconds from now. */
  validUntil?: number | undefined;
  /**
   * Maximum number of messages: `maxMessages` of the wallet's feature `SendTransaction`, up to 255. Default: 4, which every wallet supports; wallets
   * v5 support 255.
   */
  maxMessages?: number | undefined;
}

/**
 * Builds the request for `tonConnectUI.sendTransaction` from the same messages that `wallet.transfer` accepts. The wallet signs and sends it, and
 * returns the sent message as a bag of cells: pass it to `client.waitForMessage` for the outcome.
 *
 * @example
 * ```js
 * import { toNano, tonConnectTransaction } from "ton-edge/message";
 * const to = "EQCD39VS5jcptHL8vMjEXrzGaRcCVYto7HUn4bpAOg8xqB2N";
 * const request = tonConnectTransaction([{ to, value: toNano("0.1"), bounce: false, body: "Thanks!" }]);
 * request.messages[0].amount; // "100000000"
 * ```
 * @throws TonEdgeError `invalid_parameter`, `missing_parameter` or `invalid_option` with the property in `parameter`;
 *   `unknown_parameter` for a property that messages do not have
 * @see {@link https://github.com/ton-blockchain/ton-connect/blob/main/requests-responses.md#sign-and-send-transaction}
 */
export function tonConnectTransaction(messages: MessageInput[], options?: TonConnectOptions): TonConnectTransaction;

/** The transfer that a link describes. */
export interface TransferInput {
  to: AddressLike;
  /** Nanocoins, or units of the jetton; `null`: the user enters the amount. Required. */
  value: number | bigint | null;
  /** Whether the value comes back if the receiver fails. Default: true; pass false for wallets. */
  bounce?: boolean | undefined;
  /** A text is a comment. With `jetton`, only a comment is possible. */
  body?: MessageBody;
  /** The `StateInit` of the contract that the transfer deploys. */
  init?: StateInitInput | Cell | null | undefined;
  /** The jetton master, to send this jetton instead of TON. */
  jetton?: AddressLike | null | undefined;
  /** Unix time in seconds after which the wallet refuses the transfer. */
  validUntil?: number | null | undefined;
  /** Default: mainnet. */
  network?: "mainnet" | "testnet" | undefined;
}

/** The transfer that {@link parseTransferLink} reads from a link. */
export interface TransferLink {
  /** In raw form. */
  to: string;
  /** The bounceable flag of a friendly address; true for a raw address. */
  bounce: boolean;
  /** `testnet` if the address is flagged as testnet-only. */
  network: "mainnet" | "testnet";
  /** Nanocoins, or units of the jetton; `null` if the link leaves them to the user. */
  value: bigint | null;
  /** A comment, or the cell of another body. */
  body?: string | Cell;
  init?: Cell;
  /** The jetton master, in raw form. */
  jetton?: string;
  /** Unix time in seconds. */
  validUntil?: number;
}

/**
 * Returns a link that opens a wallet app with a transfer: `ton://transfer/…`.
 *
 * @example
 * ```js
 * import { toNano, transferLink } from "ton-edge/message";
 * const to = "EQCD39VS5jcptHL8vMjEXrzGaRcCVYto7HUn4bpAOg8xqB2N";
 * transferLink({ to, value: toNano("1.5"), bounce: false, body: "Order 7" });
 * // "ton://transfer/UQCD39VS5jcptHL8vMjEXrzGaRcCVYto7HUn4bpAOg8xqEBI?amount=1500000000&text=Order%207"
 * ```
 * @throws TonEdgeError `invalid_parameter`, `missing_parameter` or `unknown_parameter` with the property in `parameter`
 * @see {@link https://docs.ton.org/ecosystem/wallet-apps/deep-links}
 */
export function transferLink(transfer: TransferInput): string;

/**
 * Parses a transfer link: `ton://transfer/…`, or a link of Tonkeeper or MyTonWallet (`https://app.tonkeeper.com/transfer/…`,
 * `https://my.tt/transfer/…`). It refuses repeated and unknown parameters, because a wallet might interpret them differently.
 *
 * @example
 * ```js
 * const { value } = parseTransferLink("ton://transfer/EQCD39VS5jcptHL8vMjEXrzGaRcCVYto7HUn4bpAOg8xqB2N?amount=1500000000");
 * if (value !== null) fromNano(value); // "1.5"
 * ```
 * @throws TonEdgeError `unknown_parameter` or `invalid_parameter` with the parameter of the link in `parameter`
 */
export function parseTransferLink(link: string): TransferLink;

/** An account as a wallet reports it. Nothing in it is trusted. `wallet.account` of the SDK has these properties. */
export interface TonConnectAccount {
  address: AddressLike;
  /** The `StateInit` of the wallet. For known wallet versions it contains the public key. */
  walletStateInit?: CellLike | null | undefined;
  /** The public key that the wallet claims. It is only compared with the verified one. */
  publicKey?: Uint8Array | string | null | undefined;
  /** The global id of the network, by its name in the SDK. Not signed, and not checked. */
  chain?: string | undefined;
  /** The global id of the network, by its name in the protocol. Not signed, and not checked. */
  network?: string | undefined;
  /** The kind of the protocol's item: `ton_addr`. Not signed, and not checked. */
  name?: string | undefined;
}

/** `ton_proof`, as a wallet sent it. */
export interface TonProof {
  /** Unix time in seconds. */
  timestamp: number | string;
  domain: { value: string; lengthBytes?: number | undefined };
  /** Base64. */
  signature: string;
  payload: string;
}

/** Options of {@link verifyTonProof} and {@link verifySignData}. */
export interface VerifyOptions<P> {
  /** The host of the app, such as `shop.example`, or several. The whole host must match. */
  domain: string | string[];
  /** Returns whether your app issued this payload and has not accepted it before. Called last, once everything else is valid. */
  payload: (payload: P) => boolean | Promise<boolean>;
  /** Seconds for which a signature is accepted. Default: 900. */
  maxAgeSeconds?: number | undefined;
  /** Current Unix time in seconds. Default: the system clock. Signatures up to 60 seconds in the future are accepted. */
  now?: number | undefined;
  /**
   * The public key of an account whose `StateInit` does not contain it, or a function that returns it for a raw address, for example from the
   * contract's `get_public_key`. Never pass the key that the wallet sent.
   */
  publicKey?: Uint8Array | bigint | string | ((address: string) => PublicKeyLike | Promise<PublicKeyLike>) | undefined;
  /** Verifies a 64-byte signature. Default: WebCrypto; elsewhere pass `verify` of `ton-edge/message/ed25519`. */
  verify?:
    | ((signature: PlatformBytes, message: PlatformBytes, publicKey: PlatformBytes) => boolean | Promise<boolean>)
    | undefined;
}

/** A public key: 32 bytes, a `bigint`, or hexadecimal digits; `null` or `undefined` if it is not known. */
export type PublicKeyLike = Uint8Array | bigint | string | null | undefined;

/** A verified signature: who signed, what, and when. */
export interface Verified<P> {
  /** In raw form with lower-case digits, as TON Connect signs it; `normalizeAddress` of `ton-edge/address` returns the form of v3. */
  address: string;
  publicKey: PlatformBytes;
  domain: string;
  /** Unix time in seconds. */
  timestamp: number;
  payload: P;
}

/**
 * Verifies `ton_proof`: the user has the wallet's private key, and has signed this payload for this app recently. For wallets v1 to v5 and highload
 * v3 the public key comes from the `StateInit`, whose hash must match the address.
 *
 * @param account the wallet's response: `wallet.account` and `wallet.connectItems.tonProof.proof`
 * @param options `payload` is a function, or the text that you gave out
 * @example
 * ```js
 * const { address } = await verifyTonProof(login, { domain: "shop.example", payload: (payload) => unused.delete(payload) });
 * ```
 * @throws TonEdgeError `proof_invalid`; `parameter` names the invalid part: `domain`, `timestamp`, `payload`, `address`, `walletStateInit`,
 *   `publicKey` or `signature`; `invalid_parameter` if the input does not have the form of a response
 * @see {@link https://github.com/ton-blockchain/ton-connect/blob/main/requests-responses.md#address-proof-signature-ton_proof}
 */
export function verifyTonProof(
  account: TonConnectAccount & { proof: TonProof },
  options: Omit<VerifyOptions<string>, "payload"> & { payload: string | VerifyOptions<string>["payload"] },
): Promise<Verified<string>>;

/** The signed part of the payload. */
export type SignedPayload =
  | { type: "text"; text: string }
  | { type: "binary" /** Base64. */; bytes: string }
  | {
      type: "cell" /** TL-B; only its CRC-32 is signed: compare it with yours. */;
      schema: string /** Base64. */;
      cell: string;
    };

/** The result of `signData` of the TON Connect SDK: the signed payload with its signature. */
export interface SignedData {
  address: string;
  /** Unix time in seconds. */
  timestamp: number | string;
  domain: string;
  /** Base64. */
  signature: string;
  payload: SignedPayload & { network?: string | undefined; from?: string | undefined };
}

/**
 * Verifies data that an account signed for an app (`signData`).
 *
 * @param account the wallet's response: `wallet.account`, and the result of `signData`
 * @example
 * ```js
 * const isExpected = (payload) => payload.type === "text" && payload.text === "Delete my account";
 * const { address } = await verifySignData({ ...login, signed }, { domain: "shop.example", payload: isExpected });
 * ```
 * @throws TonEdgeError `proof_invalid`; `parameter` names the invalid part, as in {@link verifyTonProof}
 * @see {@link https://github.com/ton-blockchain/ton-connect/blob/main/requests-responses.md#sign-data}
 */
export function verifySignData(
  account: Partial<TonConnectAccount> & { signed: SignedData },
  options: VerifyOptions<SignedPayload>,
): Promise<Verified<SignedPayload>>;

/**
 * Resolves when cells can be parsed. Needed only in the main thread of Chromium before 115, which must compile WebAssembly asynchronously.
 *
 * @example
 * ```js
 * await ready();
 * ```
 */
export function ready(): Promise<void>;
