// Waits for a message that was sent before.

import { base64, bytes32 } from "../message/text.js";
import { fail, kindOf } from "../util/error.js";
import { FOLLOW_OPTIONS, readOptions } from "./follow-options.js";
import { Evidence } from "./evidence.js";
import { follow, followerOf } from "./follow.js";
import { readMessage } from "./send.js";

/** Characters of a hash: hexadecimal digits with `0x`. */
const LONGEST_HASH = 66;

/** @param {any} client @param {any} hash the hash, or the message @param {any} [written] */
export async function waitForMessage(client, hash, written = {}) {
  const options = readOptions(written, FOLLOW_OPTIONS, "client.waitForMessage", "executed");
  if (options.wait === "accepted")
    throw fail("invalid_option", '`wait` must be "executed" or "trace" here', { parameter: "wait" });
  if (isMessage(hash)) return waitFor(client, readMessage(hash), options);
  if (typeof hash !== "string")
    throw fail("hash_charset", `the hash of a message must be a text, not ${kindOf(hash)}`, { parameter: "hash" });
  const wanted = normal(hash);
  // A request of v3 has the hash, and is checked.
  if (options.generation === "v2" && !/^[A-Za-z0-9+/]{43}=$/.test(wanted))
    throw fail("hash_charset", "the hash of a message is 32 bytes in base64 or hexadecimal digits", {
      parameter: "hash",
    });
  return waitFor(client, { hash: wanted, account: options.account, decoded: undefined }, options);
}

/** A message in the place of its hash: with it, the wallet can tell whether it executed it. */
const isMessage = (value) =>
  typeof value === "string" ? value.length > LONGEST_HASH : typeof value === "object" && value !== null;

function waitFor(client, { hash, account, decoded }, options) {
  // A hash alone may be that of the transaction.
  const known = { ...options, account, isEither: decoded === undefined };
  const follower = followerOf(client, hash, known);
  const evidence = new Evidence(client, hash, decoded, known);
  return follow(follower, hash, known, { isAccepted: undefined, evidence });
}

/** A hash in standard base64, as rows have it; a text that is not a hash stays as it is, and the request reports the error. */
function normal(hash) {
  if (/^(0x)?[0-9a-f]{64}$/i.test(hash)) return base64(bytes32(hash.slice(-64)));
  const standard = hash.replace(/-/g, "+").replace(/_/g, "/");
  return standard.length === 43 ? `${standard}=` : standard;
}
