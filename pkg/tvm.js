// ton-edge/tvm: computes get-methods locally, and previews messages. Documented in tvm.d.ts.

import { openContract as open } from "./lib/tvm/contract.js";
import { core as cell } from "./lib/wasm/cell.js";
import { core } from "./lib/wasm/tvm.js";

/** Loads the code that runs messages, at its first use. */
const loadPreview = () => import("./lib/preview/index.js");

export const ready = async () => {
  await Promise.all([core.ready(), cell.ready()]);
};
export { openConfig } from "./lib/tvm/contract.js";
export { isTonEdgeError, TonEdgeError } from "./lib/util/error.js";

/** @param {any} options */
export const openContract = (options) => open(options, loadPreview);

/** @param {any} options */
export const emulate = async (options) => (await loadPreview()).emulate(options);

/** @param {any} client @param {any} boc @param {any} [options] */
export const previewTransfer = async (client, boc, options) =>
  (await loadPreview()).previewTransfer(client, boc, options);
