// The functions of ton-edge/tvm that run messages. This module is loaded at their first call.

export { emulate, emulateContract } from "./emulate.js";
export { previewTransfer } from "./preview-transfer.js";
