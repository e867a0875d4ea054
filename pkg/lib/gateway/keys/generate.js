// Generates an API key for a caller, and its record.

import { randomBytes, sha256Hex } from "../../util/crypto.js";
import { core } from "../../wasm/gateway.js";
import { encodeBase64 } from "../../util/base64.js";

/** The prefix of every API key, by which people and secret scanners recognise it. */
const PREFIX = "tonedge_";
const RANDOM_BYTES = 32;

/** Returns `{ key, record }`; the API key is stored nowhere. */
export async function generateKey({ network, name, plan }, now = new Date()) {
  const base64 = encodeBase64(randomBytes(RANDOM_BYTES));
  const key = PREFIX + base64.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
  const hash = await sha256Hex(key);
  const fields = { hash, id: hash.slice(0, 12), name, network, plan, created: now.toISOString() };
  return { key, record: JSON.parse(core.call("keyRecord", JSON.stringify(fields))) };
}
