// Ed25519 of WebCrypto, with a clear error in runtimes that lack it.

import { fail } from "../util/error.js";

/**
 * Runs a function that uses Ed25519 of WebCrypto, which exists since Chrome 137, Firefox 129, Safari 17 and Node 18.
 */
export async function withEd25519(run) {
  try {
    return await run();
  } catch (cause) {
    if (cause?.name !== "NotSupportedError") throw cause;
    throw fail(
      "missing_global",
      "WebCrypto has no Ed25519 here: use `ton-edge/message/ed25519`, or a function of your own",
      {
        parameter: "crypto",
        cause,
      },
    );
  }
}
