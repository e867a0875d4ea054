// Data that a wallet signed for an app: the checks that logins and signed data share.

import { fail, isList } from "../util/error.js";
import { accountBytes, accountKey, refused, signatureBytes } from "./account-key.js";
import { rawText } from "./address-bytes.js";
import { encodeText, knownOnly } from "./inputs.js";
import { joinBytes } from "./join-bytes.js";
import { ed25519, subtle } from "./web-crypto.js";

/** Seconds for which a signature is accepted unless the caller says otherwise. */
const MAX_AGE = 900;
/** Seconds that the clock of a wallet may be ahead. */
const AHEAD = 60;
const OPTIONS = ["domain", "maxAgeSeconds", "now", "payload", "publicKey", "verify"];

/** Options that both have, checked. */
function settingsOf(options) {
  const { domain, maxAgeSeconds = MAX_AGE, now, ...rest } = knownOnly(options, OPTIONS, "options");
  const domains = typeof domain === "string" ? [domain] : isList(domain) ? [...domain] : [];
  if (domains.length === 0 || domains.some((one) => typeof one !== "string" || one === ""))
    throw fail("invalid_option", "`domain` must be the host of the app, or an array of hosts", { parameter: "domain" });
  for (const [name, value] of [
    ["maxAgeSeconds", maxAgeSeconds],
    ["now", now ?? 0],
  ])
    if (!(typeof value === "number" && Number.isFinite(value) && value >= 0))
      throw fail("invalid_option", `\`${name}\` must be a number of seconds`, { parameter: name });
  if (rest.verify !== undefined && typeof rest.verify !== "function")
    throw fail("invalid_option", "`verify` must be a function", { parameter: "verify" });
  return { domains, maxAgeSeconds, now: now ?? Date.now() / 1000, ...rest };
}

/** A time that a wallet sent: a number, or its decimal digits. */
function timeOf(timestamp, { maxAgeSeconds, now }) {
  const isText = typeof timestamp === "string" && /^(0|[1-9]\d{0,15})$/.test(timestamp);
  const time = isText ? Number(timestamp) : timestamp;
  if (!(Number.isSafeInteger(time) && time >= 0))
    throw refused("timestamp", "the timestamp is no Unix time in seconds");
  if (now - time > maxAgeSeconds) throw refused("timestamp", `the signature is older than ${maxAgeSeconds} seconds`);
  if (time - now > AHEAD) throw refused("timestamp", "the signature is from the future");
  return time;
}

/** The check of a signature by WebCrypto. */
async function verifyByWebCrypto(signature, message, publicKey) {
  try {
    const key = await ed25519(() => subtle().importKey("raw", publicKey, "Ed25519", false, ["verify"]));
    return await subtle().verify("Ed25519", key, signature, message);
  } catch (cause) {
    if (cause?.code === "missing_global") throw cause;
    // The key is not a point on the curve.
    throw refused("publicKey", "the account's public key is not a point of the curve", cause);
  }
}

export const sha256 = async (bytes) => new Uint8Array(await subtle().digest("SHA-256", bytes));

/** Bytes of texts, numbers and bytes, one after the other. */
export const joined = (...parts) =>
  joinBytes(parts.map((part) => (typeof part === "string" ? encodeText(part) : part)));

/** A text that a wallet sent. Half of a surrogate pair would be verified as U+FFFD, so it is refused. */
export function textOf(text, parameter, what) {
  if (typeof text !== "string") throw refused(parameter, `${what} is not a text`);
  try {
    encodeText(text);
  } catch (cause) {
    throw refused(parameter, `${what}: ${cause.message}`, cause);
  }
  return text;
}

/** A whole number in the given number of bytes. */
export function integer(value, size, littleEndian) {
  const bytes = new Uint8Array(8);
  new DataView(bytes.buffer).setBigUint64(0, BigInt(value), littleEndian);
  return littleEndian ? bytes.subarray(0, size) : bytes.subarray(8 - size);
}

/** The address as it is signed: the workchain in 32 bits, and the hash. */
export const signedAddress = (bytes) => joined(new Uint8Array(3).fill(bytes[0] > 127 ? 255 : 0), bytes);

/** The account as the wallet sent it; other data of the wallet is ignored. */
export const ACCOUNT = ["address", "walletStateInit", "publicKey", "chain"];

/**
 * Checks everything about a signature: the domain, the time, a payload that is a text, the address and its key, the signature of what
 * `hashOf` makes, and last a payload by a function, which may note that it was used.
 *
 * @param {any} account @param {{ domain: any, timestamp: any, signature: any, payload: any }} signed
 * @param {any} options @param {(parts: any) => any} hashOf
 */
export async function verified(account, signed, options, hashOf) {
  const { domains, verify = verifyByWebCrypto, payload: expected, ...settings } = settingsOf(options);
  const { domain, payload } = signed;
  if (expected === undefined)
    throw fail("missing_parameter", "`payload` is required: a function that knows it, or the text that you gave out", {
      parameter: "payload",
    });
  if (typeof expected !== "function" && typeof expected !== typeof payload)
    throw fail("invalid_option", "`payload` must be a function", { parameter: "payload" });
  // The whole host: neither its end nor another letter case.
  if (!domains.includes(domain)) throw refused("domain", "the signature is for another domain");
  const timestamp = timeOf(signed.timestamp, settings);
  const unexpected = () => refused("payload", "the payload is not one that this app gave out");
  if (typeof expected !== "function" && payload !== expected) throw unexpected();
  const signature = signatureBytes(signed.signature);
  const address = accountBytes(account.address);
  const publicKey = await accountKey(account, address, settings.publicKey);
  const hash = await hashOf({ address, domain, timestamp });
  if ((await verify(signature, hash, publicKey)) !== true)
    throw refused("signature", "the signature is not by the key of the account");
  if (typeof expected === "function" && (await expected(payload)) !== true) throw unexpected();
  return { address: rawText(address), publicKey, domain, timestamp, payload };
}
