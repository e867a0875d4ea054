// Advice for the user about an error, by its code.

import { isTonEdgeError } from "ton-edge";

/** @type {Record<string, string>} */
const HINTS = {
  amount_invalid: "Write digits with one decimal point.",
  connection_failed: "The gateway cannot be reached. Check that it runs, and your connection.",
  get_method_failed: "Check the address: this contract may be of another kind.",
  stack_invalid: "Check the address: this contract may be of another kind.",
  message_expired: "It was not executed and never will be. You can send it again.",
  message_rejected: "Nothing was sent. Wait until your last transfer is complete, then try again.",
  missing_global: "This browser is too old for this page.",
  rate_limited: "Too many requests. Wait a moment, then try again.",
  timeout: "It may still be executed. Look at your balance before you send it again.",
};

/** @param {unknown} error @returns {{ message: string, hint: string | undefined, messageHash: string | undefined }} */
export function explain(error) {
  const message = error instanceof Error || isTonEdgeError(error) ? error.message : String(error);
  if (!isTonEdgeError(error)) return { message, hint: undefined, messageHash: undefined };
  const hint = error.code.startsWith("address_") ? "Correct the address, or paste it again." : HINTS[error.code];
  return { message, hint, messageHash: error.messageHash };
}
