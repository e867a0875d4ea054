// The check of the entry `ton-edge/slim`, with wasm modules from any source.
import * as all from "ton-edge/slim";

import { use } from "./use.mjs";

export async function check(service, ...sources) {
  await all.init(...sources);
  return use(all, service);
}
