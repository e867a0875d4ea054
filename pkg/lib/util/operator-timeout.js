// The timeout for what the operator's own code returns: a key record, an upstream key, an admin token.

import { withTimeout } from "./timers.js";

/** Milliseconds. */
export const OPERATOR_TIMEOUT_MS = 3000;

/** Resolves to what the promise gives, or to undefined after `OPERATOR_TIMEOUT_MS`. */
export const withOperatorTimeout = (promise) => withTimeout(OPERATOR_TIMEOUT_MS, promise);
