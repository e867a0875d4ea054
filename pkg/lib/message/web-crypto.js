// Access to WebCrypto, with clear errors in runtimes that lack a part of it.

import { fail } from "../util/error.js";

/** @returns {SubtleCrypto} */
export function requireSubtle() {
  const subtleCrypto = globalThis.crypto?.subtle;
  if (subtleCrypto) return subtleCrypto;
  throw fail("missing_global", "this runtime has no `crypto.subtle`; a page has it over https or on localhost only", {
    parameter: "crypto",
  });
}

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
