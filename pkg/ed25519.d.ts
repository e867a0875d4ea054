/**
 * `ton-edge/message/ed25519`: keys and signatures for runtimes whose WebCrypto has no Ed25519, such as Chrome before 137, Firefox before 129
 * and Hermes, and keys in Firefox, whose WebCrypto does not give the public half of a new one. Elsewhere `ton-edge/message` does the same
 * without these bytes, and WebCrypto does not show a key to the program.
 *
 * @packageDocumentation
 */
import type { PlatformBytes } from "./platform.js";

export { isTonEdgeError, TonEdgeError, type TonEdgeErrorCode } from "./address.js";

/** Ed25519 keys. */
export interface Ed25519KeyPair {
  /** 32 bytes. */
  publicKey: PlatformBytes;
  /** Signs a message; the `signer` of wallets. No log and no JSON shows the secret. */
  privateKey: (message: ArrayBufferView | ArrayBufferLike) => PlatformBytes;
}

/**
 * The keys of 32 secret bytes. They are copied: overwrite yours when you no longer need them.
 *
 * @example
 * ```js
 * import { walletV5R1 } from "ton-edge/message";
 * import { keyPairFromSeed } from "ton-edge/message/ed25519";
 *
 * const { publicKey, privateKey } = await keyPairFromSeed(crypto.getRandomValues(new Uint8Array(32)));
 * const wallet = walletV5R1({ publicKey });
 * const message = await wallet.transfer([{ to: wallet.address, value: 1n }], { seqno: 0 }, privateKey);
 * ```
 * @throws TonEdgeError `invalid_parameter` if the seed has another length
 */
export function keyPairFromSeed(seed: ArrayBufferView | ArrayBufferLike): Promise<Ed25519KeyPair>;

/**
 * The keys of a mnemonic of TON. WebCrypto derives the seed (PBKDF2), which every browser and server has, but Hermes has not.
 *
 * @throws TonEdgeError `mnemonic_invalid`; `missing_global` without `crypto.subtle`
 */
export function mnemonicToKeyPair(
  mnemonic: string | string[],
  options?: { password?: string | undefined },
): Promise<Ed25519KeyPair>;

/**
 * The 32 secret bytes of a mnemonic of TON.
 *
 * @throws TonEdgeError `mnemonic_invalid`; `missing_global` without `crypto.subtle`
 */
export function mnemonicToSeed(
  mnemonic: string | string[],
  options?: { password?: string | undefined },
): Promise<PlatformBytes>;

/** The signature of a message by 32 secret bytes: 64 bytes, always the same ({@link https://www.rfc-editor.org/rfc/rfc8032 RFC 8032}). */
export function sign(
  message: ArrayBufferView | ArrayBufferLike,
  seed: ArrayBufferView | ArrayBufferLike,
): PlatformBytes;

/**
 * Whether a signature of 64 bytes is that of the message by the public key of 32 bytes. Strict: keys of small order, which fit any message,
 * and encodings that are not canonical are refused.
 */
export function verify(
  signature: ArrayBufferView | ArrayBufferLike,
  message: ArrayBufferView | ArrayBufferLike,
  publicKey: ArrayBufferView | ArrayBufferLike,
): boolean;

/** Resolves when `sign` and `verify` can be called: needed only in Chromium before 115, which compiles WebAssembly asynchronously. */
export function ready(): Promise<void>;
