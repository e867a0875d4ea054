// Names clients in log lines by a salted digest of their client IP: the requests of one client can be recognized, and no IP is stored.

import { randomBytes, sha256Hex } from "../../util/crypto.js";
import { encodeBase64 } from "../../util/base64.js";

const DAY_MS = 24 * 60 * 60 * 1000;
/**
 * Number of hexadecimal digits of a digest: enough that among a million clients of a day, two clients hardly ever have the same
 * digest.
 */
const DIGEST_DIGITS = 16;

/**
 * @typedef {{ name: string, day?: number, digest?: string | Promise<string> }} Client with its digest for the day, once it is being
 * computed
 */

/**
 * @param {"digest" | "address" | "off"} mode
 * @param {string | undefined} secret the operator's salt. Without one it is random and replaced every day (UTC), so that old digests
 *   cannot be computed again
 * @returns {(client: Client | undefined) => string | undefined | Promise<string>} a promise for the first request of
 *   a client on a day
 */
export function createClientDigests(mode, secret) {
  if (mode === "off") return () => undefined;
  if (mode === "address") return (client) => client?.name;
  let salt;
  let currentDay;
  return (client) => {
    if (client === undefined) return undefined;
    const day = Math.floor(Date.now() / DAY_MS);
    if (day !== currentDay) {
      currentDay = day;
      salt = secret ?? createSalt();
    }
    if (client.day === day) return client.digest;
    client.day = day;
    const hash = sha256Hex(JSON.stringify([salt, day, client.name]));
    client.digest =
      typeof hash === "string"
        ? hash.slice(0, DIGEST_DIGITS)
        : hash.then((hexHash) => {
            const digest = hexHash.slice(0, DIGEST_DIGITS);
            // Checked, because a digest of yesterday may finish late.
            if (client.day === day) client.digest = digest;
            return digest;
          });
    return client.digest;
  };
}

const createSalt = () => encodeBase64(randomBytes(32));
