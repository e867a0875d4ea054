// The meanings of exit codes with which wallets refuse a message.

import { BODY_EXIT_CODES } from "../ton-edge/dist/schemas.js";

const lookUpMeaning = (exitCode, body) => BODY_EXIT_CODES[body?.type ?? ""]?.[exitCode];

/**
 * Returns the meaning of an exit code; undefined if it is unknown.
 * @param {number} exitCode @param {import("../shared/body-reader.js").Body | undefined} body @param {number} now Unix seconds
 */
export function explainRefusal(exitCode, body, now) {
  if (body?.type !== "wallet_v3_signed" || exitCode !== 35) return lookUpMeaning(exitCode, body)?.replace("'", "’");
  // Wallets of version 3 use one code for an expired message and for a wrong signature, and check the time first.
  const isPast = Number(findField(body, "validUntil") ?? Number.POSITIVE_INFINITY) <= now;
  return isPast ? "it has expired" : "its signature is wrong";
}

/** Whether the exit code is about the seqno. */
export const isSeqnoRefusal = (exitCode, body) => /^its seqno /.test(lookUpMeaning(exitCode, body) ?? "");

/** Returns a field of a decoded body. @param {import("../shared/body-reader.js").Body | undefined} body @param {string} name */
export const findField = (body, name) => body?.fields.find((field) => field.name === name)?.value;
