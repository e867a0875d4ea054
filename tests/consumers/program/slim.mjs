// The check of the entries `ton-edge/slim`, `/slim/message` and `/slim/tvm`, with wasm modules from any source.
import * as all from "ton-edge/slim";
import * as message from "ton-edge/slim/message";
import * as tvm from "ton-edge/slim/tvm";

import { exerciseExports } from "./use.mjs";

export async function check(service, ...sources) {
  await all.init(...sources);
  return exerciseExports({ ...all, message, tvm: async () => tvm }, service);
}

/** For browsers without reference types, which `/slim/tvm` needs. */
export async function checkMessages(service, ...sources) {
  await all.init(...sources);
  return exerciseExports({ ...all, message }, service);
}
