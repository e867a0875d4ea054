// The check of the entry `ton-edge/address/no-wasm`.
import { packAddress } from "ton-edge/address";
import * as all from "ton-edge/address/no-wasm";

import { exerciseExports } from "./use.mjs";

const { packAddress: pack, unpackAddress, isTonEdgeError } = all;

/** Also reports whether the entry with WebAssembly runs on the platform. */
export async function check() {
  const result = await exerciseExports({ packAddress: pack, unpackAddress, isTonEdgeError });
  try {
    packAddress(result.raw);
    return { ...result, wasm: "runs" };
  } catch (error) {
    return { ...result, wasm: error.code };
  }
}
