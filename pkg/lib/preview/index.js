// The functions of ton-edge/tvm that run messages. They load this module when they are first called.

export { emulate, emulateContract } from "./emulate.js";
export { previewTransfer } from "./preview-transfer.js";
