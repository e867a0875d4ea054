// The check of the entry `ton-edge/no-wasm`: client and addresses without WebAssembly.
import { createClient, isTonEdgeError, packAddress, unpackAddress } from "ton-edge/no-wasm";

import { use } from "./use.mjs";

export const check = (service) => use({ packAddress, unpackAddress, isTonEdgeError, createClient }, service);
