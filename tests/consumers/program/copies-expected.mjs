// The expected result of copies.mjs: the compared entries, and that every pair agrees.

export const ENTRIES = ["ton-edge", "ton-edge/address", "ton-edge/address/no-wasm", "ton-edge/no-wasm"];
export const COPIES = { copies: 4 * ENTRIES.length, differ: [], unrecognized: [] };
