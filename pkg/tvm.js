// ton-edge/tvm: get-methods computed where they are called, and messages previewed. Documented in tvm.d.ts.

import { core } from "./lib/wasm/tvm.js";

export const ready = () => core.ready();
export { openConfig, openContract } from "./lib/tvm/contract.js";
export { isTonEdgeError, TonEdgeError } from "./lib/util/error.js";

/** @param {any} options */
export const emulate = async (options) => (await import("./lib/preview/index.js")).emulate(options);

/** @param {any} client @param {any} boc @param {any} [options] */
export const previewTransfer = async (client, boc, options) =>
  (await import("./lib/preview/index.js")).previewTransfer(client, boc, options);
