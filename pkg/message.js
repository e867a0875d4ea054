// ton-edge/message: cells, messages, wallets and amounts. Documented in message.d.ts.

import { core } from "./lib/wasm/cell.js";

export { fromNano, fromUnits, toNano, toUnits } from "./lib/message/amount.js";
export {
  beginCell,
  buildDict,
  Builder,
  Cell,
  parseBoc,
  parseBocRoots,
  readDict,
  Slice,
  writeBoc,
} from "./lib/message/cell.js";
export { decodeContent } from "./lib/message/content.js";
export {
  decodeAccount,
  decodeBody,
  decodeMessage,
  decodeShardAccount,
  decodeStateInit,
  decodeTransaction,
} from "./lib/message/decode.js";
export { comment, encodeBody, encodeStateInit, externalMessage, internalMessage } from "./lib/message/encode.js";
export { decodeDnsRecords, encodeDomain } from "./lib/message/dns.js";
export { explainExitCode, explainResultCode, getMethodArguments, readGetMethod } from "./lib/message/get-methods.js";
export { decryptComment } from "./lib/message/encrypted-comment.js";
export { messageHash } from "./lib/message/hash.js";
export { Stack } from "./lib/message/stack.js";
export { decodeStack, encodeStack } from "./lib/message/stack-entries.js";
export { isMnemonic, keyPairFromSeed, mnemonicNew, mnemonicToKeyPair, mnemonicToSeed } from "./lib/message/mnemonic.js";
export { verifySignData } from "./lib/message/sign-data.js";
export { tonConnectTransaction } from "./lib/message/ton-connect.js";
export { verifyTonProof } from "./lib/message/ton-proof.js";
export { parseTransferLink, transferLink } from "./lib/message/transfer-link.js";
export { stackFromCell, stackToCell } from "./lib/message/stack-cell.js";
export * from "./lib/message/wallet.js";
export { isTonEdgeError, TonEdgeError } from "./lib/util/error.js";

/**
 * Resolves when cells can be parsed. Only Chromium before 115, which must compile WebAssembly asynchronously, needs to wait.
 */
export const ready = async () => core.ready();
