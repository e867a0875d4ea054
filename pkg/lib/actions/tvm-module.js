// The module `ton-edge/tvm`, loaded by the program's own loader.

import { fail, isTonEdgeError, kindOf } from "../util/error.js";
import { withTimeout } from "../util/timers.js";
import { shareRequest } from "./shared-requests.js";

const LOADER_EXAMPLE = '`() => import("ton-edge/tvm")`';

const isTvmModule = (tvm) => typeof tvm?.openContract === "function" && typeof tvm.openConfig === "function";

/**
 * Loads the module and waits until its wasm is compiled: in Chromium before 115 a page can compile it only
 * asynchronously.
 */
async function loadReadyModule(loader) {
  const tvm = await loader();
  await tvm?.ready?.();
  return tvm;
}

async function loadModule({ settings }, { timeoutMs = settings.timeoutMs }) {
  let tvm;
  try {
    tvm = await withTimeout(timeoutMs, loadReadyModule(settings.tvm), () => {
      throw fail("timeout", `\`tvm\` of createClient loaded no module within ${timeoutMs} ms`, { parameter: "tvm" });
    });
  } catch (cause) {
    if (isTonEdgeError(cause)) throw cause;
    throw fail(
      "wasm_unavailable",
      `\`tvm\` of createClient failed to load the module: it must be like ${LOADER_EXAMPLE}`,
      {
        parameter: "tvm",
        cause,
      },
    );
  }
  if (isTvmModule(tvm)) return tvm;
  const kind = tvm?.openContract ? "something else" : kindOf(tvm);
  throw fail(
    "invalid_option",
    `\`tvm\` of createClient must load \`ton-edge/tvm\`, as ${LOADER_EXAMPLE} does, not ${kind}`,
    {
      parameter: "tvm",
    },
  );
}

/** Returns the module. If the loader failed, the next call runs it again. */
export async function loadTvm(clientState, options) {
  clientState.tvm ??= await shareRequest(clientState, "tvm", options, (requestOptions) =>
    loadModule(clientState, requestOptions),
  );
  return clientState.tvm;
}
