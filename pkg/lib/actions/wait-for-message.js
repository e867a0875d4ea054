// Waits for a message that was sent before.

import { encodeBase64, decodeBytes32 } from "../message/text.js";
import { fail, kindOf } from "../util/error.js";
import { FOLLOW_OPTIONS, readOptions } from "./follow-options.js";
import { Evidence } from "./evidence.js";
import { followMessage, makeFollower } from "./follow.js";
import { readMessage } from "./send.js";

/** Maximum number of characters of a hash: hexadecimal digits with `0x`. */
const MAX_HASH_CHARS = 66;

/** @param {any} client @param {any} hash the hash, or the message @param {any} [rawOptions] */
export async function waitForMessage(client, hash, rawOptions = {}) {
  const options = readOptions(client, rawOptions, FOLLOW_OPTIONS, "client.waitForMessage", "executed");
  if (options.wait === "accepted")
    throw fail("invalid_option", '`wait` must be "executed" or "trace" here', { parameter: "wait" });
  if (isMessage(hash)) return waitForKnownHash(client, readMessage(hash), options);
  if (typeof hash !== "string")
    throw fail("hash_charset", `the hash of a message must be a text, not ${kindOf(hash)}`, { parameter: "hash" });
  const normalizedHash = normalizeHash(hash);
  // v3 gets the hash in a request and checks it; v2 does not, so it is checked here.
  if (options.generation === "v2" && !/^[A-Za-z0-9+/]{43}=$/.test(normalizedHash))
    throw fail("hash_charset", "the hash of a message is 32 bytes in base64 or hexadecimal digits", {
      parameter: "hash",
    });
  return waitForKnownHash(client, { hash: normalizedHash, account: options.account, decoded: undefined }, options);
}

/** Whether the caller passed the message itself, not its hash. With it, the wallet's state can prove whether it was executed. */
const isMessage = (value) =>
  typeof value === "string" ? value.length > MAX_HASH_CHARS : typeof value === "object" && value !== null;

function waitForKnownHash(client, { hash, account, decoded }, options) {
  // The hash may also be the hash of a transaction.
  const followOptions = { ...options, account, mayBeTransactionHash: decoded === undefined };
  const follower = makeFollower(client, hash, followOptions);
  const evidence = new Evidence(client, hash, decoded, followOptions);
  return followMessage(follower, hash, followOptions, { isAccepted: undefined, evidence });
}

/** Converts a hash to standard base64, as rows have it. A text that is not a hash stays as it is, and the request reports the error. */
function normalizeHash(hash) {
  if (/^(0x)?[0-9a-f]{64}$/i.test(hash)) return encodeBase64(decodeBytes32(hash.slice(-64)));
  const standardBase64 = hash.replace(/-/g, "+").replace(/_/g, "/");
  return standardBase64.length === 43 ? `${standardBase64}=` : standardBase64;
}
