// Clients of limiters that several gateways share: a Durable Object by its binding, or `limiterService` by URL and secret.

import { isUnencrypted } from "../../util/api-key.js";
import { fail } from "../../util/error.js";
import { createLimiterClient } from "./protocol.js";

/** The timeout of a request in milliseconds. */
const TIMEOUT_MS = 1000;

/** @param {{ binding?: string }} [options] */
export function durableObjectLimiter({ binding = "LIMITER" } = {}) {
  return createLimiterClient((object, body, env) => {
    const namespace = env?.[binding];
    if (!namespace) throw fail("limiter_unavailable", `the Worker has no binding ${binding}`);
    return namespace.get(namespace.idFromName(object)).fetch("https://limiter/", { method: "POST", body });
  });
}

/** @param {{ url: string, secret: string | ((env: Record<string, unknown>) => string), fetch?: typeof fetch }} options */
export function remoteLimiter({ url, secret, fetch: send }) {
  const baseUrl = readBaseUrl(url);
  return createLimiterClient(async (object, body, env) => {
    const secretText = typeof secret === "function" ? await secret(env) : secret;
    if (typeof secretText !== "string" || secretText === "")
      throw fail("limiter_unavailable", "the setting `secret` returned no secret");
    return (send ?? globalThis.fetch)(`${baseUrl}/${encodeURIComponent(object)}`, {
      method: "POST",
      headers: { authorization: `Bearer ${secretText}`, "content-type": "application/json" },
      body,
      redirect: "manual",
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
  });
}

/** Returns the URL without a slash at its end. Every request carries the secret, so the URL must be encrypted. */
function readBaseUrl(url) {
  const createFault = (problem) => fail("invalid_option", `\`url\` of remoteLimiter ${problem}`, { parameter: "url" });
  let parsedUrl;
  try {
    parsedUrl = new URL(url);
  } catch {
    throw createFault("must be an absolute URL such as https://limiter.example");
  }
  if (isUnencrypted(parsedUrl))
    throw createFault(
      "must begin with https:// unless it is on this machine: otherwise the secret is sent unencrypted",
    );
  return String(url).replace(/\/+$/, "");
}
