// The checks that `ton_proof` and `signData` share: in both, a wallet signs something for an app.

import { fail, isList } from "../util/error.js";
import { readAccountBytes, findAccountKey, proofError, readSignatureBytes } from "./account-key.js";
import { formatRawAddress } from "./address-bytes.js";
import { encodeText, pickKnownNames, requireObject } from "./inputs.js";
import { joinBytes } from "./join-bytes.js";
import { withEd25519 } from "./web-crypto.js";
import { requireSubtle } from "../util/crypto.js";

/** Default number of seconds for which a signature is accepted. */
const DEFAULT_MAX_AGE_SECONDS = 900;
/** Maximum seconds by which the clock of a wallet may be ahead. */
const MAX_AHEAD_SECONDS = 60;
const OPTIONS = ["domain", "maxAgeSeconds", "now", "payload", "publicKey", "verify"];

/** Reads the options that both functions have. */
function readSettings(options) {
  for (const name of ["network", "chain"])
    if (Object.hasOwn(requireObject(options, "options"), name))
      throw fail(
        "unknown_parameter",
        `no option \`${name}\`: wallets do not sign the network, so nothing can verify it`,
        {
          parameter: name,
        },
      );
  const { domain, maxAgeSeconds = DEFAULT_MAX_AGE_SECONDS, now, ...rest } = pickKnownNames(options, OPTIONS, "options");
  const domains = typeof domain === "string" ? [domain] : isList(domain) ? [...domain] : [];
  if (domains.length === 0 || domains.some((domainName) => typeof domainName !== "string" || domainName === ""))
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

/** Reads a timestamp that a wallet sent: a number, or its decimal digits. */
function readTime(timestamp, { maxAgeSeconds, now }) {
  const isText = typeof timestamp === "string" && /^(0|[1-9]\d{0,15})$/.test(timestamp);
  const time = isText ? Number(timestamp) : timestamp;
  if (!(Number.isSafeInteger(time) && time >= 0))
    throw proofError("timestamp", "the timestamp must be a Unix time in whole seconds");
  if (now - time > maxAgeSeconds) throw proofError("timestamp", `the signature is older than ${maxAgeSeconds} seconds`);
  if (time - now > MAX_AHEAD_SECONDS) throw proofError("timestamp", "the signature is from the future");
  return time;
}

/** Verifies a signature by WebCrypto. */
async function verifyByWebCrypto(signature, message, publicKey) {
  try {
    const key = await withEd25519(() => requireSubtle().importKey("raw", publicKey, "Ed25519", false, ["verify"]));
    return await requireSubtle().verify("Ed25519", key, signature, message);
  } catch (cause) {
    if (cause?.code === "missing_global") throw cause;
    // WebCrypto refuses a key that is not a point on the curve.
    throw proofError("publicKey", "the account's public key is not a point on the curve", cause);
  }
}

export const computeSha256 = async (bytes) => new Uint8Array(await requireSubtle().digest("SHA-256", bytes));

/** Concatenates texts, as UTF-8, and bytes. */
export const concatEncoded = (...parts) =>
  joinBytes(parts.map((part) => (typeof part === "string" ? encodeText(part) : part)));

/** Requires a text in the wallet's data. A lone surrogate is refused, because it would be verified as U+FFFD. */
export function requireText(text, parameter, subject) {
  if (typeof text !== "string") throw proofError(parameter, `${subject} is not a text`);
  try {
    encodeText(text);
  } catch (cause) {
    throw proofError(parameter, `${subject}: ${cause.message}`, cause);
  }
  return text;
}

/** Encodes a whole number in the given number of bytes. */
export function encodeInteger(value, size, isLittleEndian) {
  const bytes = new Uint8Array(8);
  new DataView(bytes.buffer).setBigUint64(0, BigInt(value), isLittleEndian);
  return isLittleEndian ? bytes.subarray(0, size) : bytes.subarray(8 - size);
}

/** Encodes an address as in signed data: the workchain in 32 bits, and the hash. */
export const encodeSignedAddress = (bytes) => concatEncoded(new Uint8Array(3).fill(bytes[0] > 127 ? 255 : 0), bytes);

/**
 * Properties of the wallet's account. `chain` in the SDK, `network` in the protocol, is the network's global id, and `name` the kind of the
 * wallet's item (`ton_addr`): no signature covers these, so they are accepted but ignored.
 */
export const ACCOUNT_PROPERTIES = ["address", "walletStateInit", "publicKey", "chain", "network", "name"];

/**
 * Verifies everything about a signature: domain, time, a payload given as text, address and key, and the signature of the hash that
 * `makeHash` returns. A `payload` function is called last, because it may record that the payload was used.
 *
 * @param {any} account @param {{ domain: any, timestamp: any, signature: any, payload: any }} signedMessage
 * @param {any} options @param {(parts: any) => any} makeHash
 */
export async function verifySignedMessage(account, signedMessage, options, makeHash) {
  const { domains, verify = verifyByWebCrypto, payload: expectedPayload, ...settings } = readSettings(options);
  const { domain, payload } = signedMessage;
  if (expectedPayload === undefined)
    throw fail("missing_parameter", "`payload` is required: the text that you issued, or a function that checks it", {
      parameter: "payload",
    });
  if (typeof expectedPayload !== "function" && typeof expectedPayload !== typeof payload)
    throw fail("invalid_option", "`payload` must be a function", { parameter: "payload" });
  // Compares the whole host: a suffix or other letter case does not match.
  if (!domains.includes(domain)) throw proofError("domain", "the signature is for another domain");
  const timestamp = readTime(signedMessage.timestamp, settings);
  const payloadError = () => proofError("payload", "the payload was not issued by this app, or was used already");
  if (typeof expectedPayload !== "function" && payload !== expectedPayload) throw payloadError();
  const signature = readSignatureBytes(signedMessage.signature);
  const address = readAccountBytes(account.address);
  const publicKey = await findAccountKey(account, address, settings.publicKey);
  const hash = await makeHash({ address, domain, timestamp });
  if ((await verify(signature, hash, publicKey)) !== true)
    throw proofError("signature", "the signature does not match the account's public key");
  if (typeof expectedPayload === "function" && (await expectedPayload(payload)) !== true) throw payloadError();
  return { address: formatRawAddress(address), publicKey, domain, timestamp, payload };
}
