// The timeout for values that the operator's own code returns: a key record, an upstream key, an admin token.

import { withTimeout } from "./timers.js";

/** Milliseconds that such code may take. */
export const OPERATOR_TIMEOUT_MS = 3000;

/** Resolves to the value of the promise, or to undefined after `OPERATOR_TIMEOUT_MS`. */
export const withOperatorTimeout = (promise) => withTimeout(OPERATOR_TIMEOUT_MS, promise);
