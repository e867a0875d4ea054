/**
 * `ton-edge/message/ed25519`: keys and signatures for runtimes whose WebCrypto has no Ed25519, such as Chrome before 137, Firefox before 129
 * and Hermes, and for Firefox, whose WebCrypto does not return the public key of an imported seed. Elsewhere use `ton-edge/message`: it
 * needs no code of its own for Ed25519, and WebCrypto does not reveal private keys to the program.
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
 * Returns the key pair of a 32-byte seed. The function copies the seed: overwrite yours when you no longer need it.
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
 * Returns the key pair of a TON mnemonic. WebCrypto derives the seed (PBKDF2): every browser and server has WebCrypto, Hermes does not.
 *
 * @example
 * ```js
 * import { mnemonicNew } from "ton-edge/message";
 * const { publicKey } = await mnemonicToKeyPair(await mnemonicNew());
 * publicKey.length; // 32
 * ```
 * @throws TonEdgeError `mnemonic_invalid`; `missing_global` without `crypto.subtle`
 */
export function mnemonicToKeyPair(
  mnemonic: string | string[],
  options?: { password?: string | undefined },
): Promise<Ed25519KeyPair>;

/**
 * Returns the 32-byte seed of a TON mnemonic.
 *
 * @example
 * ```js
 * import { mnemonicNew } from "ton-edge/message";
 * const seed = await mnemonicToSeed(await mnemonicNew());
 * seed.length; // 32
 * ```
 * @throws TonEdgeError `mnemonic_invalid`; `missing_global` without `crypto.subtle`
 */
export function mnemonicToSeed(
  mnemonic: string | string[],
  options?: { password?: string | undefined },
): Promise<PlatformBytes>;

/**
 * Signs a message with a 32-byte seed. Returns 64 bytes; equal inputs give equal signatures ({@link https://www.rfc-editor.org/rfc/rfc8032
 * RFC 8032}).
 *
 * @example
 * ```js
 * const seed = new Uint8Array(32);
 * sign(new TextEncoder().encode("Hello"), seed).length; // 64
 * ```
 */
export function sign(
  message: ArrayBufferView | ArrayBufferLike,
  seed: ArrayBufferView | ArrayBufferLike,
): PlatformBytes;

/**
 * Whether a 64-byte signature of a message is valid for a 32-byte public key. Strict: it refuses public keys of small order, for which one
 * signature fits any message, and non-canonical encodings.
 *
 * @example
 * ```js
 * const { publicKey } = await keyPairFromSeed(new Uint8Array(32));
 * verify(new Uint8Array(64), new TextEncoder().encode("Hello"), publicKey); // false
 * ```
 */
export function verify(
  signature: ArrayBufferView | ArrayBufferLike,
  message: ArrayBufferView | ArrayBufferLike,
  publicKey: ArrayBufferView | ArrayBufferLike,
): boolean;

/**
 * Resolves when `sign` and `verify` can be called. Needed only in the main thread of Chromium before 115, which must compile WebAssembly
 * asynchronously.
 *
 * @example
 * ```js
 * await ready();
 * ```
 */
export function ready(): Promise<void>;
