// The limiter of a fleet that has no binding to it: behind a URL and a secret.

import { fail } from "../../error.js";
import { limiterBy } from "./wire.js";

/** Milliseconds after which nobody waits for the answer any more. */
const PATIENCE = 1000;

/** @param {{ url: string, secret: string | ((env: object) => string), fetch?: typeof fetch }} options */
export function remoteLimiter({ url, secret, fetch: send }) {
  const base = String(url).replace(/\/+$/, "");
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
