// Waiting no longer than it is worth.

import { inTime } from "../in-time.js";

/** Milliseconds for which a request waits for what the operator's own code gives: a record, a key, a token. */
export const OPERATOR_TIMEOUT_MS = 3000;

/** What the promise gives, or undefined when it takes more milliseconds. */
export const within = (ms, promise) => inTime(ms, promise, () => undefined);
