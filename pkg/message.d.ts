/**
 * `ton-edge/message`: cells, messages, wallets and amounts of TON, without another library and without `Buffer`.
 *
 * Everything is synchronous but signing and keys, which use WebCrypto. Cells never change. Addresses come out as texts in raw form, as
 * in the rows of v3, and go in in any form.
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
  /** Bytes. Default: 16777216. */
  maxBytes?: number | undefined;
  /** Cells. Default: 1048576. */
  maxCells?: number | undefined;
  /** Depth of every cell, up to 1024. Default: 1024. */
  maxDepth?: number | undefined;
}

/** How a bag of cells is written. */
export interface BocOptions {
  /** With an index, for readers that read single cells. Default: false. */
  index?: boolean | undefined;
  /** With a checksum. Default: true. */
  crc32c?: boolean | undefined;
}

/** A bag of cells: its bytes, base64 in either alphabet, or hexadecimal digits. */
export type Boc = string | ArrayBufferLike | ArrayBufferView;

/** A cell of this package, of `@ton/core` or of another copy of this package, or a bag with one root. */
export type CellLike = Cell | Builder | { toBoc(): Uint8Array } | Boc;

/** An address outside of the blockchain. */
export interface ExternalAddress {
  /** How many bits it has, up to 511. */
  bits: number;
  /** The bits in hexadecimal digits, padded with clear bits. */
  value: string;
}

/** An immutable cell: up to 1023 bits, and up to 4 references to other cells. */
export class Cell {
  private constructor();
  /** How many bits of data it has. */
  readonly bits: number;
  /** The cells that it refers to. */
  readonly refs: readonly Cell[];
  /** The type of the cell; all but the first are exotic. */
  readonly type: "ordinary" | "pruned_branch" | "library" | "merkle_proof" | "merkle_update";
  /** Whether it is exotic: its first byte is the type then. */
  readonly isExotic: boolean;
  /** 0 unless there are pruned branches below that no Merkle cell covers. */
  readonly level: number;
  /** The levels at which its hash differs: bit 0 for level 1. */
  readonly levelMask: number;
  /** The 32 bytes of its hash at a level. Default: 3, the representation hash. */
  hash(level?: number): Uint8Array;
  /** How many references lie between it and the cell farthest below. */
  depth(level?: number): number;
  /**
   * Reads it from its beginning.
   *
   * @throws TonEdgeError `cell_read` for an exotic cell, unless `allowExotic` is true
   */
  beginParse(allowExotic?: boolean): Slice;
  /** Whether another cell has the same hash. */
  equals(other: CellLike): boolean;
  /** The bytes of its bag; the same as `@ton/core` writes. */
  toBoc(options?: BocOptions): PlatformBytes;
  /** Its bag in base64. */
  toBase64(options?: BocOptions): string;
  /** {@link Cell.toBase64} */
  toString(): string;
  /** {@link Cell.toBase64} */
  toJSON(): string;
}

/** A cell that is being built. A method that fails leaves it as it was. */
export class Builder {
  /** How many bits are stored. */
  readonly bits: number;
  /** How many references are stored. */
  readonly refs: number;
  /** How many bits are free. */
  readonly availableBits: number;
  /** How many references are free. */
  readonly availableRefs: number;
  storeBit(bit: boolean | 0 | 1): this;
  /** An integer without a sign in 0 to 256 bits. */
  storeUint(value: number | bigint, bits: number): this;
  /** An integer with its sign in 0 to 257 bits. */
  storeInt(value: number | bigint, bits: number): this;
  /** A number of fewer than `limit` bytes that says how many it has (`VarUInteger limit`). */
  storeVarUint(value: number | bigint, limit: number): this;
  /** Nanocoins (`VarUInteger 16`). */
  storeCoins(value: number | bigint): this;
  /** The first `bits` bits of some bytes. Default: all. */
  storeBits(bytes: ArrayBufferView, bits?: number): this;
  /** Whole bytes. */
  storeBytes(bytes: ArrayBufferView): this;
  /** An account of any network; `null` for no address. */
  storeAddress(address: AddressLike | null | undefined): this;
  storeRef(cell: CellLike): this;
  /** A bit that says whether a reference follows, and the reference. */
  storeMaybeRef(cell: CellLike | null | undefined): this;
  /** All bits and references of a slice or a cell. */
  storeSlice(content: Slice | CellLike): this;
  /** All bits and references of another builder. */
  storeBuilder(builder: Builder): this;
  /** Bytes in the rest of the cell and in a chain of other cells (snake data). */
  storeBytesTail(bytes: Uint8Array): this;
  /** The same with UTF-8. A text with half of a surrogate pair, which has none, is refused. */
  storeStringTail(text: string): this;
  /** The same in a cell of its own. */
  storeStringRefTail(text: string): this;
  /** An optional dictionary (`HashmapE`): cells, builders or slices by keys of `keyBits` bits. */
  storeDict(keyBits: number, values: Iterable<[number | bigint, Slice | CellLike]>): this;
  /** Makes the cell exotic; its first byte is the type. Default: true. */
  setExotic(exotic?: boolean): this;
  /**
   * The cell.
   *
   * @throws TonEdgeError `cell_build` if it is deeper than 1024 cells or no well-formed exotic cell
   */
  endCell(): Cell;
  /** {@link Builder.endCell} */
  asCell(): Cell;
}

/** The unread part of a cell. A method that fails leaves it as it was. */
export class Slice {
  private constructor();
  readonly remainingBits: number;
  readonly remainingRefs: number;
  clone(): Slice;
  skip(bits: number): this;
  /** Skips the rest. */
  skipAll(): this;
  loadBit(): boolean;
  /** {@link Slice.loadBit} */
  loadBoolean(): boolean;
  /** Up to 53 bits, which a number holds exactly. */
  loadUint(bits: number): number;
  /** Up to 256 bits. */
  loadUintBig(bits: number): bigint;
  /** Up to 53 bits, which a number holds exactly. */
  loadInt(bits: number): number;
  /** Up to 257 bits. */
  loadIntBig(bits: number): bigint;
  /** A number of fewer than `limit` bytes that says how many it has (`VarUInteger limit`). */
  loadVarUint(limit: number): bigint;
  /** Nanocoins (`VarUInteger 16`). */
  loadCoins(): bigint;
  /** Bits as bytes, padded with clear bits at the end. */
  loadBits(bits: number): Uint8Array;
  loadBytes(count: number): Uint8Array;
  /** An account in raw form. */
  loadAddress(): string;
  /** An account in raw form; `null` for no address. */
  loadMaybeAddress(): string | null;
  /** An account in raw form, an external address, or `null`. */
  loadAnyAddress(): string | ExternalAddress | null;
  loadRef(): Cell;
  loadMaybeRef(): Cell | null;
  /** The content of `Either X ^X`: the rest of this cell, or a cell of its own. */
  loadEither(): Slice;
  /** The values of an optional dictionary (`HashmapE`) by their keys, in order, up to `maxValues` (default 100000). */
  loadDict(keyBits: number, maxValues?: number): Map<bigint, Slice>;
  /** The bytes that are left, and those of the chain of cells that follows (snake data). */
  loadBytesTail(): Uint8Array;
  /** The same as UTF-8. */
  loadStringTail(): string;
  /** The same of a cell of its own. */
  loadStringRefTail(): string;
  /** The rest, as a builder. */
  asBuilder(): Builder;
  /** The rest, as a cell. */
  asCell(): Cell;
  /** @throws TonEdgeError `cell_read` if anything is left */
  endParse(): void;
}

/**
 * Parses a bag of cells with one root, strictly: every magic, size, index, checksum, reference, level and hash is checked. Time and
 * memory are linear in its bytes.
 *
 * @throws TonEdgeError `boc_invalid` with the position of the fault
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

/** The same for bags with any number of roots. */
export function parseBocRoots(boc: Boc, limits?: BocLimits): Cell[];

/** The bytes of a bag with several roots. */
export function writeBoc(roots: Cell[], options?: BocOptions): PlatformBytes;

/**
 * A builder.
 *
 * @example
 * ```js
 * import { beginCell } from "ton-edge/message";
 * const cell = beginCell().storeUint(7, 32).storeCoins(1_000_000_000n).endCell();
 * cell.bits; // 68
 * ```
 */
export function beginCell(): Builder;

/** The root of a dictionary, or `null` for an empty one: what {@link Builder.storeDict} stores. */
export function buildDict(keyBits: number, values: Iterable<[number | bigint, Slice | CellLike]>): Cell | null;

/** The values of a dictionary by its root: what {@link Slice.loadDict} loads. */
export function readDict(root: Cell | null, keyBits: number, maxValues?: number): Map<bigint, Slice>;

/**
 * The hash by which everyone finds a message, in base64 as in the rows of v3: of an external message the hash of its normal form
 * (TEP-467), since validators may change its source, its import fee and its layout.
 *
 * @param options `normalized: false` for the hash of the cell, also of bags that are not a message
 * @throws TonEdgeError `boc_invalid`, `message_invalid`
 * @see https://github.com/ton-blockchain/TEPs/pull/467
 */
export function messageHash(boc: Boc | { toBoc(): Uint8Array }, options?: { normalized?: boolean | undefined }): string;

/**
 * Exact nanocoins of an amount: `toNano("1.5")` is `1500000000n`. No exponent, no thousands separators, no rounding; of numbers only safe
 * integers are exact.
 *
 * @param decimals of the unit. Default: 9, that of TON.
 * @throws TonEdgeError `amount_invalid` with `index`, the position of the wrong character
 */
export function toNano(amount: string | number | bigint, decimals?: number): bigint;

/** An amount without zeros at its end: `fromNano(1500000000n)` is `"1.5"`. `Intl.NumberFormat` formats such a text exactly. */
export function fromNano(units: number | bigint, decimals?: number): string;

/** {@link toNano} for units with other decimals, such as those of a jetton. */
export function toUnits(amount: string | number | bigint, decimals: number): bigint;

/** {@link fromNano} for units with other decimals. */
export function fromUnits(units: number | bigint, decimals: number): string;

/** The same, to encode. */
export interface StateInitInput {
  splitDepth?: number | null | undefined;
  special?: { tick: boolean; tock: boolean } | null | undefined;
  code?: CellLike | null | undefined;
  data?: CellLike | null | undefined;
  library?: CellLike | null | undefined;
}

/** Any other body: an opcode that is not in the table, or cells that do not go on as the table says. */
export interface UnknownBody {
  type: "unknown";
  /** The first 32 bits; `null` if there are fewer. */
  opcode: number | null;
}

/** A body without bits and references: only coins. */
export interface EmptyBody {
  type: "empty";
  opcode: null;
}

/** A decoded body, discriminated by `type`. New versions add types. */
export type DecodedBody = KnownBody | UnknownBody | EmptyBody;

/** A message with its hashes and its decoded body. */
export interface DecodedMessage extends Message {
  /** The hash by which everyone finds it; see {@link messageHash}. */
  normalizedHash: string;
  decoded: DecodedBody;
}

/**
 * Decodes a message: what a wallet sends, or what an account received.
 *
 * @throws TonEdgeError `boc_invalid`; `message_invalid` with the field in `parameter`
 */
export function decodeMessage(source: CellLike): DecodedMessage;

/** Decodes a transaction with all its phases. */
export function decodeTransaction(source: CellLike): Transaction;

/** Decodes a `StateInit`. */
export function decodeStateInit(source: CellLike): StateInit;

/** Decodes an account, such as `raw` of an account state; `null` for one that does not exist. */
export function decodeAccount(source: CellLike): Account | null;

/** Decodes an account of a shard's list. */
export function decodeShardAccount(source: CellLike): ShardAccount;

/**
 * Decodes a body by its opcode. A body that is not in the table is `{ type: "unknown", opcode }`.
 *
 * @param options `as`: the type of a body without an opcode, such as `wallet_v4_signed`
 */
export function decodeBody(source: CellLike, options?: { as?: KnownBody["type"] | undefined }): DecodedBody;

/** The parts of an encrypted comment. */
export interface EncryptedCommentParts {
  /** The 32 bytes of the sender's and the receiver's public keys, joined by XOR: with one's own key it gives the other's. */
  publicKeyXor: Uint8Array;
  /** 16 bytes that check the text, and of which the key of the cipher is made. */
  messageKey: Uint8Array;
  /** AES-256 in CBC mode. */
  cipherText: Uint8Array;
}

/**
 * The text of an encrypted comment, by a function that has a private key: this package holds none. The function throws where the comment is for
 * another key; the caller gets the errors that it throws.
 *
 * @throws TonEdgeError `message_invalid` if the data has another length; `invalid_parameter` for another body
 * @see https://docs.ton.org/standard/wallets/comments
 */
export function decryptComment(
  body: Pick<EncryptedComment, "type" | "data">,
  decrypt: (parts: EncryptedCommentParts) => string | Promise<string>,
): Promise<string>;

/**
 * Encodes a body of the table. Amounts have no default, and the account that becomes the owner (`destination`, `newOwner`) is never `null`. In a
 * message of a wallet or of TON Connect, a body that is an object is for the network of that wallet or request.
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
 * The body of a comment.
 *
 * @throws TonEdgeError `invalid_parameter` with `index` for a text with half of a surrogate pair
 */
export function comment(text: string): Cell;

/** A body: a cell, a body of the table, or the text of a comment. Default: empty. */
export type MessageBody = CellLike | BodyInput | string | null | undefined;

/** A message to send. */
export interface MessageInput {
  to: AddressLike;
  /** Nanocoins: `toNano("1.5")`, or `0n` for none. It has no default. */
  value: number | bigint;
  /**
   * Whether the value comes back if the receiver fails, or has no contract yet. Default: true, whatever the form of the address says: `UQ…` does not
   * make it false. Pass false for people's wallets, of which some have no contract yet.
   */
  bounce?: boolean | undefined;
  /** A text is a comment, not a bag of cells. */
  body?: MessageBody;
  /** The state of a contract that it deploys. */
  init?: StateInitInput | Cell | null | undefined;
  /** Units of other currencies by their ids. */
  extraCurrencies?: Record<number, number | bigint> | undefined;
}

/** For which network something is encoded. */
export interface NetworkOptions {
  /** On the mainnet an address that says that it is for test networks (`kQ…`, `0Q…`) is refused. Default: mainnet. */
  network?: "mainnet" | "testnet" | undefined;
}

/** The cell of a message that a contract is to send. */
export function internalMessage(message: MessageInput, options?: NetworkOptions): Cell;

/** The cell of a message from outside of the blockchain. */
export function externalMessage(message: Pick<MessageInput, "to" | "body" | "init">, options?: NetworkOptions): Cell;

/** The cell of a `StateInit`; its hash is the hash of the address. */
export function encodeStateInit(init: StateInitInput): Cell;

/** An action of a decoded request to a wallet. */
export type WalletAction =
  | { type: "send_message"; mode: number; message: Cell }
  | { type: "add_extension"; address: string }
  | { type: "remove_extension"; address: string }
  | { type: "set_signature_allowed"; allowed: boolean };

/** An action of a wallet: a message to send, or an action of wallets v5. */
export type WalletActionInput =
  | (MessageInput & { type?: undefined; mode?: number | undefined })
  | {
      type?: "send_message" | undefined;
      message: CellLike;
      /** How it is sent. Default: 3, which pays fees from the balance and ignores errors. */
      mode?: number | undefined;
    }
  | { type: "add_extension"; address: AddressLike }
  | { type: "remove_extension"; address: AddressLike }
  | { type: "set_signature_allowed"; allowed: boolean };

/** Which wallet. */
export interface WalletOptions {
  /** The Ed25519 public key: 32 bytes. */
  publicKey: Uint8Array;
  /** 0 for the basechain, -1 for the masterchain. Default: 0. */
  workchain?: number | undefined;
  /** Its messages take no addresses of test networks (`kQ…`, `0Q…`) on the mainnet. Part of the wallet id of v5 r1. Default: mainnet. */
  network?: "mainnet" | "testnet" | undefined;
  /** The number of the wallet among those of the key, up to 32767. Default: 0. */
  subwallet?: number | undefined;
  /** The wallet id itself, in the place of the one that network, workchain and subwallet give. */
  walletId?: number | undefined;
  /** Highload wallets: seconds for which a request is remembered. Default: 3600. */
  timeout?: number | undefined;
}

/** A request to a wallet. */
export interface WalletRequest {
  /** The seqno of the wallet; highload wallets have none. */
  seqno?: number | undefined;
  /** Unix time in seconds after which it is refused. Default: 60 seconds from now. */
  validUntil?: number | undefined;
  /** Highload wallets, and required there: 0 to 8380415, each accepted once until the timeout of the wallet has passed. */
  queryId?: number | undefined;
  /**
   * Highload wallets: nanocoins that the message of the wallet to itself carries, where there are several messages to send. They stay in the wallet, and
   * must be there. Default: 0.01 TON, and 0.001 TON for each message to send; 25 times as much in the masterchain.
   */
  batchValue?: bigint | undefined;
  /** Highload wallets: Unix time in seconds of the signature. Default: 30 seconds before now. */
  createdAt?: number | undefined;
  /** Wallets v5: it comes in a message of another contract. Default: false. */
  internal?: boolean | undefined;
  /** Whether the message brings the wallet's `StateInit`. Default: whether `seqno` is 0. */
  deploy?: boolean | undefined;
}

/** Who signs: a private key of WebCrypto, or a function that signs the 32 bytes of a hash with Ed25519. */
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
  /** The cell whose hash is signed. */
  body(actions: WalletActionInput[], request?: WalletRequest): Cell;
  /** The body with its signature. */
  sign(body: CellLike, signer: Signer): Promise<Cell>;
  /** The signed external message that does it all, to send with `client.send`. */
  transfer(actions: WalletActionInput[], request: WalletRequest, signer: Signer): Promise<Cell>;
}

// <generated from src/message/wallet/table.rs>
/** The version of a wallet's contract. */
export type WalletVersion = "v3r1" | "v3r2" | "v4r2" | "v5r1" | "highload_v3";

/** Wallet v3 r1. */
export function walletV3R1(options: WalletOptions): Wallet;
/** Wallet v3 r2. */
export function walletV3R2(options: WalletOptions): Wallet;
/** Wallet v4 r2: with plugins. */
export function walletV4R2(options: WalletOptions): Wallet;
/** Wallet v5 r1, the one of today's wallet apps: up to 255 messages, extensions, requests that others pay the gas for. */
export function walletV5R1(options: WalletOptions): Wallet;
/** Highload wallet v3: many requests at a time, since they need no order, up to 254 messages each. */
export function walletHighloadV3(options: WalletOptions): Wallet;
// </generated from src/message/wallet/table.rs>

/** Ed25519 keys. */
export interface KeyPair {
  publicKey: Uint8Array;
  /** A `CryptoKey` that cannot be exported. */
  privateKey: CryptoKeyLike;
}

/**
 * The keys of 32 secret bytes, by WebCrypto.
 *
 * @throws TonEdgeError `missing_global` where WebCrypto has no Ed25519, and in Firefox, which does not give the public half
 */
export function keyPairFromSeed(seed: Uint8Array): Promise<KeyPair>;

/**
 * The keys of a mnemonic of TON, by WebCrypto.
 *
 * @throws TonEdgeError `mnemonic_invalid`: its text says which word is not in the list, or that the words are a mnemonic of other chains (BIP-39)
 */
export function mnemonicToKeyPair(
  mnemonic: string | string[],
  options?: { password?: string | undefined },
): Promise<KeyPair>;

/**
 * The 32 secret bytes of a mnemonic of TON, for a program that makes the keys elsewhere.
 *
 * @throws TonEdgeError `mnemonic_invalid`
 */
export function mnemonicToSeed(
  mnemonic: string | string[],
  options?: { password?: string | undefined },
): Promise<PlatformBytes>;

/**
 * A new mnemonic of TON, 24 words by the random numbers of WebCrypto. It takes a tenth of a second, with a password some seconds. The words are all
 * that is needed to spend: write them down, and show them to no one.
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

/** Whether words are a mnemonic of TON with this password. */
export function isMnemonic(mnemonic: string | string[], password?: string): Promise<boolean>;

/**
 * A value of a stack: an integer, a cell, a slice, a builder (only of a local machine), a tuple (array), a list, `null`, `NaN` for the result
 * of an operation that failed quietly, or `undefined` for a value that the service does not write, such as a continuation. The service writes slices as cells, and a pair that ends in
 * `null` as a list.
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

/** An argument of a get-method: a boolean is -1 or 0; a text is an address, as is an address object, and becomes a slice. */
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

/** The values of a stack, the bottom first. The methods read an item by its position and throw `stack_invalid` if it is another kind. */
export class Stack {
  constructor(values: StackValue[]);
  readonly values: readonly StackValue[];
  readonly length: number;
  [Symbol.iterator](): IterableIterator<StackValue>;
  isNull(at: number): boolean;
  int(at: number): bigint;
  /** An integer that a number holds exactly. */
  number(at: number): number;
  /** Whether an integer is not 0. */
  bool(at: number): boolean;
  /** A cell, or the rest of a slice. */
  cell(at: number): Cell;
  slice(at: number): Slice;
  /** An account in raw form; `null` for no address. */
  address(at: number): string | null;
  /** UTF-8 in a chain of cells. */
  text(at: number): string;
  /** An integer of 256 bits without a sign, such as a public key. */
  bytes32(at: number): Uint8Array;
  tuple(at: number): Stack;
  /** The items of a list; none for `null`. */
  list(at: number): Stack;
}

/**
 * The values of a stack as v2 (`runGetMethod`), v2 Std (`runGetMethodStd`) or v3 (`runGetMethod`) writes it.
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
 * Arguments as v2 (the default), v2 Std or v3 reads them. v3 takes integers, cells and slices only.
 *
 * @throws TonEdgeError `stack_invalid` with `index`; also beyond 262144 values, or 128 levels of arrays
 */
export function encodeStack(values: readonly StackInput[], generation?: "v2" | "v2-std" | "v3"): unknown[];

/**
 * The cell of a stack (`VmStack` of the node's block.tlb), as liteservers and the virtual machine read it: the one that `serializeTuple` of
 * `@ton/core` makes. Here a builder and `NaN` are values, too. At most 1024 values fit, since each cell lies below the next.
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
 * The values in the cell of a stack. As in what the service writes, pairs that end with `null` are a list. All of each cell must be read;
 * tuples have at most 255 items, values are nested at most 128 deep, and there are at most 100 000 of them.
 *
 * @throws TonEdgeError `stack_invalid` or `cell_read`, with `index` if it is about an item
 */
export function stackFromCell(cell: CellLike): Stack;

/** Arguments of a get-method of the table, for {@link encodeStack}. */
export function getMethodArguments<M extends keyof GetMethods>(
  method: M,
  args: GetMethods[M]["arguments"],
): StackInput[];

/**
 * The result of a get-method of the table, from its stack. `client.read` calls and reads in one.
 *
 * @throws TonEdgeError `stack_invalid` with the name of the item in `parameter`
 */
export function readGetMethod<M extends keyof GetMethods>(
  method: M,
  stack: Stack | StackValue[],
): GetMethods[M]["result"];

/**
 * The meaning of an exit code of the compute phase. With the `type` of the body that the contract received, also codes that wallets and the reference contracts
 * of jettons and NFTs chose; undefined for those of others.
 */
export function explainExitCode(exitCode: number, body?: string): string | undefined;

/** The meaning of a result code of the action phase. */
export function explainResultCode(resultCode: number): string | undefined;

/**
 * The metadata of a jetton, an NFT or a collection. Contracts write it, so none of it can be trusted, and texts may contain anything.
 *
 * @see https://github.com/ton-blockchain/TEPs/blob/master/text/0064-token-data-standard.md
 */
export interface TokenContent {
  /** Where it is: in the cell, at `uri`, or in both. `"unknown"`: in another form. */
  layout: "onchain" | "offchain" | "semichain" | "unknown";
  /** URL of a JSON document with the rest. */
  uri?: string;
  name?: string;
  description?: string;
  /** URL of a picture. */
  image?: string;
  imageData?: Uint8Array;
  symbol?: string;
  /** How many digits of an amount are after the decimal point. Jettons that do not say so have 9. */
  decimals?: number;
  amountStyle?: string;
  renderType?: string;
  contentUrl?: string;
  /** Other values, and those that are not text, by the SHA-256 of their names in hexadecimal digits. */
  other: Record<string, Uint8Array>;
  /** The source that it was read from. */
  cell: Cell;
}

/**
 * Reads the metadata of a token. Unreadable parts are left out: a property, or, of a broken dictionary or one of more than 256
 * properties, all of them, and `layout` is `"unknown"`.
 *
 * @throws TonEdgeError `boc_invalid` or `invalid_parameter` if it is not a cell
 */
export function decodeContent(source: CellLike): TokenContent;

/**
 * The records of a domain; `null` for those that it does not have.
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
  /** The contract that resolves names below it. */
  resolver: string | null;
  text: string | null;
}

/** The records of a domain from the dictionary that `dnsresolve` returns for category 0. */
export function decodeDnsRecords(root: Cell | null): DnsRecords;

/**
 * A domain as `dnsresolve` takes it: the names from the last to the first, each ended by a zero byte.
 *
 * @throws TonEdgeError `invalid_parameter` if it has an empty name, spaces, control characters or more than 126 bytes
 */
export function encodeDomain(domain: string): Uint8Array;

/** A message that TON Connect asks a wallet to send. */
export interface TonConnectMessage {
  /** Friendly, in base64url: whether it is bounceable is the `bounce` of the message. */
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
  /** The global id of the network: mainnet or testnet. */
  network: "-239" | "-3";
  /** The account that is to send, in raw form. */
  from?: string;
  messages: TonConnectMessage[];
}

/** How a request of TON Connect is made. */
export interface TonConnectOptions {
  /** The network; a wallet on another one refuses the request. Default: mainnet. */
  network?: "mainnet" | "testnet" | undefined;
  /** The account that is to send. Default: the one that is connected. */
  from?: AddressLike | undefined;
  /** Unix time in seconds after which the wallet refuses the request. Default: 300 seconds from now. */
  validUntil?: number | undefined;
  /**
   * The most messages: `maxMessages` of the feature `SendTransaction` of the wallet, up to 255. Default: 4, which every wallet sends;
   * wallets v5 send 255.
   */
  maxMessages?: number | undefined;
}

/**
 * The request that `tonConnectUI.sendTransaction` takes, from the messages that `wallet.transfer` would send. The wallet signs and sends
 * it, and gives a message as a bag of cells, whose {@link messageHash} finds what became of it.
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

/** A transfer for a link. */
export interface TransferInput {
  to: AddressLike;
  /** Nanocoins, or units of the jetton; `null`: the user enters them. It has no default. */
  value: number | bigint | null;
  /** Whether the value comes back if the receiver fails. Default: true; pass false for wallets. */
  bounce?: boolean | undefined;
  /** A text is a comment. With `jetton`, only a comment is possible. */
  body?: MessageBody;
  /** The state of a contract that it deploys. */
  init?: StateInitInput | Cell | null | undefined;
  /** The minter of a jetton that is sent in the place of coins. */
  jetton?: AddressLike | null | undefined;
  /** Unix time in seconds after which it is refused. */
  validUntil?: number | null | undefined;
  /** Default: mainnet. */
  network?: "mainnet" | "testnet" | undefined;
}

/** The content of a link. */
export interface TransferLink {
  /** In raw form. */
  to: string;
  /** Of a friendly address; true for one in raw form. */
  bounce: boolean;
  /** `testnet` if the address says that it is for test networks only. */
  network: "mainnet" | "testnet";
  /** Nanocoins, or units of the jetton; `null` if the link leaves them to the user. */
  value: bigint | null;
  /** A comment, or the cell of another body. */
  body?: string | Cell;
  init?: Cell;
  /** The minter of the jetton, in raw form. */
  jetton?: string;
  /** Unix time in seconds. */
  validUntil?: number;
}

/**
 * A link that opens a wallet with a transfer: `ton://transfer/…`.
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
 * Reads a link: `ton://transfer/…`, and those of Tonkeeper and MyTonWallet (`https://app.tonkeeper.com/transfer/…`,
 * `https://my.tt/transfer/…`). A link that has a parameter twice or one that is not known is refused: a wallet might take it for
 * something else.
 *
 * @throws TonEdgeError `unknown_parameter` or `invalid_parameter` with the parameter of the link in `parameter`
 */
export function parseTransferLink(link: string): TransferLink;

/** An account as a wallet sent it: nothing of it is trusted. `wallet.account` of the SDK has these properties. */
export interface TonConnectAccount {
  address: AddressLike;
  /** Its `StateInit`, from which the public key of known wallets is read. */
  walletStateInit?: CellLike | null | undefined;
  /** The public key that the wallet claims; only compared. */
  publicKey?: Uint8Array | string | null | undefined;
  /** Not signed, and not checked. */
  chain?: string | undefined;
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

/** How a signature for an app is verified. */
export interface VerifyOptions<P> {
  /** The host of the app, such as `shop.example`, or several. The whole of it is compared. */
  domain: string | string[];
  /** Whether this app gave out the payload, and for the first time; it is called when all the rest is right. */
  payload: (payload: P) => boolean | Promise<boolean>;
  /** Seconds for which a signature is accepted. Default: 900. */
  maxAgeSeconds?: number | undefined;
  /** Unix time in seconds. Default: that of the clock. Signatures from up to 60 seconds later are accepted. */
  now?: number | undefined;
  /**
   * The public key of an account whose `StateInit` does not say it, or a function that finds it by the raw address: with
   * `get_public_key` of the contract. Never the one that the wallet sent.
   */
  publicKey?: Uint8Array | bigint | string | ((address: string) => PublicKeyLike | Promise<PublicKeyLike>) | undefined;
  /** Verifies a signature of 64 bytes. Default: WebCrypto; `verify` of `ton-edge/message/ed25519` is one. */
  verify?:
    | ((signature: PlatformBytes, message: PlatformBytes, publicKey: PlatformBytes) => boolean | Promise<boolean>)
    | undefined;
}

/** A public key: 32 bytes, a number, or hexadecimal digits. Nothing if it is not known. */
export type PublicKeyLike = Uint8Array | bigint | string | null | undefined;

/** Who signed what, verified. */
export interface Verified<P> {
  /** In raw form. */
  address: string;
  publicKey: PlatformBytes;
  domain: string;
  /** Unix time in seconds. */
  timestamp: number;
  payload: P;
}

/**
 * Verifies `ton_proof`: the person who connected a wallet has its key, and has signed this for this app just now. The public key comes from the
 * `StateInit` of the account, whose hash is its address, for wallets v1 to v5 and highload v3.
 *
 * @param account the wallet's response: `wallet.account` and `wallet.connectItems.tonProof.proof`
 * @param options `payload` is a function, or the text that you gave out
 * @throws TonEdgeError `proof_invalid`; `parameter` names the invalid part: `domain`, `timestamp`, `payload`, `address`, `walletStateInit`,
 *   `publicKey` or `signature`
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

/** The result of `signData` of the TON Connect SDK. */
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
 * @throws TonEdgeError `proof_invalid`; `parameter` names the invalid part, as in {@link verifyTonProof}
 * @see {@link https://github.com/ton-blockchain/ton-connect/blob/main/requests-responses.md#sign-data}
 */
export function verifySignData(
  account: Partial<TonConnectAccount> & { signed: SignedData },
  options: VerifyOptions<SignedPayload>,
): Promise<Verified<SignedPayload>>;

/** Resolves when cells can be parsed: needed only in Chromium before 115, which compiles WebAssembly asynchronously. */
export function ready(): Promise<void>;
