// ton-edge/message/ed25519: Ed25519 where WebCrypto has none. Documented in ed25519.d.ts.

import { core } from "./lib/wasm/ed25519.js";

export { keyPairFromSeed, mnemonicToKeyPair, sign, verify } from "./lib/message/ed25519.js";
export { mnemonicToSeed } from "./lib/message/mnemonic.js";
export { isTonEdgeError, TonEdgeError } from "./lib/util/error.js";

/** Resolves when `sign` and `verify` can be called. Only Chromium before 115 needs to wait. */
export const ready = async () => core.ready();
