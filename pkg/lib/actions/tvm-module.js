// The module `ton-edge/tvm`, as the program loads it.

import { fail, isTonEdgeError, kindOf } from "../util/error.js";
import { withTimeout } from "../util/timers.js";
import { share } from "./shared-requests.js";

const HINT = '`() => import("ton-edge/tvm")`';

const isModule = (found) => typeof found?.openContract === "function" && typeof found.openConfig === "function";

/** The module, compiled: a page of Chromium before 115 does that asynchronously only. */
async function readyModule(loader) {
  const found = await loader();
  await found?.ready?.();
  return found;
}

async function load({ settings }, { timeoutMs = settings.timeoutMs }) {
  let found;
  try {
    found = await withTimeout(timeoutMs, readyModule(settings.tvm), () => {
      throw fail("timeout", `\`tvm\` of createClient loaded no module within ${timeoutMs} ms`, { parameter: "tvm" });
    });
  } catch (cause) {
    if (isTonEdgeError(cause)) throw cause;
    throw fail("wasm_unavailable", `\`tvm\` of createClient failed to load the module: it must be like ${HINT}`, {
      parameter: "tvm",
      cause,
    });
  }
  if (isModule(found)) return found;
  const what = found?.openContract ? "something else" : kindOf(found);
  throw fail("invalid_option", `\`tvm\` of createClient must load \`ton-edge/tvm\`, as ${HINT} does, not ${what}`, {
    parameter: "tvm",
  });
}

/** The module; a loader that failed is called again by a later call. */
export async function tvmOf(memory, options) {
  memory.tvm ??= await share(memory, "tvm", options, (own) => load(memory, own));
  return memory.tvm;
}
