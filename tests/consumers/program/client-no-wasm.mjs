// The check of the entry `ton-edge/no-wasm`: client and addresses without WebAssembly.
import { createClient, isTonEdgeError, packAddress, unpackAddress } from "ton-edge/no-wasm";

import { exerciseExports } from "./use.mjs";

export const check = (service) =>
  exerciseExports({ packAddress, unpackAddress, isTonEdgeError, createClient }, service);
