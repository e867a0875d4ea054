// What the functions of ton-edge/tvm that run messages load when they are first called.

export { emulate, emulateContract } from "./emulate.js";
export { previewTransfer } from "./preview-transfer.js";
