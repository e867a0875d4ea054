// Names clients in log lines by a salted digest of their client IP: one abuser stands out among many requests, and no IP is stored.

import { sha256Hex } from "../../util/crypto.js";

const DAY = 24 * 60 * 60 * 1000;
/** Hexadecimal digits that are written: among a million clients of a day no two are likely to share them. */
const DIGITS = 16;

/** @typedef {{ name: string, day?: number, digest?: string | Promise<string> }} Client with the digest of a day, once it is begun */

/**
 * @param {"digest" | "address" | "off"} how
 * @param {string | undefined} secret the operator's salt; without one it is random and replaced every day (UTC), so that
 *   no old digest can be made again
 * @returns {(client: Client | undefined) => string | undefined | Promise<string>} a promise for the first request of
 *   a client on a day
 */
export function createClientDigests(how, secret) {
  if (how === "off") return () => undefined;
  if (how === "address") return (client) => client?.name;
  let salt;
  let today;
  return (client) => {
    if (client === undefined) return undefined;
    const day = Math.floor(Date.now() / DAY);
    if (day !== today) {
      today = day;
      salt = secret ?? random();
    }
    if (client.day === day) return client.digest;
    client.day = day;
    const hash = sha256Hex(JSON.stringify([salt, day, client.name]));
    client.digest =
      typeof hash === "string"
        ? hash.slice(0, DIGITS)
        : hash.then((late) => {
            const digest = late.slice(0, DIGITS);
            // A digest that was begun yesterday may arrive late.
            if (client.day === day) client.digest = digest;
            return digest;
          });
    return client.digest;
  };
}

const random = () => btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(32))));
