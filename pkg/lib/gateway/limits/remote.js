// The limiter of a fleet that has no binding to it: behind a URL and a secret.

import { fail } from "../../error.js";
import { isClear } from "../../key.js";
import { limiterBy } from "./wire.js";

/** Milliseconds after which nobody waits for the answer any more. */
const PATIENCE = 1000;

/** @param {{ url: string, secret: string | ((env: object) => string), fetch?: typeof fetch }} options */
export function remoteLimiter({ url, secret, fetch: send }) {
  const base = baseOf(url);
  return limiterBy(async (object, body, env) => {
    const word = typeof secret === "function" ? await secret(env) : secret;
    if (typeof word !== "string" || word === "") throw fail("limiter_unavailable", "there is no secret for it");
    return (send ?? globalThis.fetch)(`${base}/${encodeURIComponent(object)}`, {
      method: "POST",
      headers: { authorization: `Bearer ${word}`, "content-type": "application/json" },
      body,
      redirect: "manual",
      signal: AbortSignal.timeout(PATIENCE),
    });
  });
}

/** The URL without a slash at its end. The secret goes there with every question, so nobody may read it on its way. */
function baseOf(url) {
  const wrong = (what) => fail("invalid_option", `\`url\` of remoteLimiter ${what}`, { parameter: "url" });
  let read;
  try {
    read = new URL(url);
  } catch {
    throw wrong("must be an absolute URL such as https://limiter.example");
  }
  if (isClear(read)) throw wrong("must begin with https://, or be of this machine: the secret would travel in the clear");
  return String(url).replace(/\/+$/, "");
}
