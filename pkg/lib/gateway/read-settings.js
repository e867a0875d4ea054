// Reads the settings of a gateway, and converts them to JSON for the core, which checks them.

import { fail, isList } from "../util/error.js";
import { WORKERD } from "../util/runtime.js";

/** Number of requests that a Worker of the free plan may send for each incoming one. */
const WORKERS_ATTEMPTS = 50;
/** Deno neither takes nor sends URLs of more than 65534 bytes; the rest is for upstreams with a longer base URL than the first one. */
const DENO_URL_BYTES = 65_000;
/** Maximum nesting depth of a configuration. */
const MAX_DEPTH = 6;
/** Maximum properties of an object, or items of a list, in a configuration; a byte array passed by mistake has more. */
const MAX_MEMBERS = 1000;

/**
 * Returns the settings, and all of them as JSON for the core. Getters run once; an error from one is a configuration error.
 *
 * @returns {{ config: any, json: string, trustsCloudflare: boolean }} `trustsCloudflare`: whether the settings say that Cloudflare's
 *   header has the client IP
 */
export function readSettings(settings) {
  try {
    const config = typeof settings === "object" && !isList(settings) ? { ...settings } : {};
    const trustsCloudflare = config.clientIp === "cloudflare";
    config.clientIp ??= WORKERD ? "cloudflare" : "socket";
    if (WORKERD) config.maxAttempts ??= WORKERS_ATTEMPTS;
    if (globalThis.Deno && (config.maxUrlBytes === undefined || config.maxUrlBytes > DENO_URL_BYTES))
      config.maxUrlBytes = DENO_URL_BYTES;
    // `true` becomes an object, and `false` undefined: the core sees from the field `verify` that the setting is on.
    const localGetMethods = config.localGetMethods;
    if (
      localGetMethods === true ||
      (localGetMethods && typeof localGetMethods === "object" && !isList(localGetMethods))
    )
      config.localGetMethods = { verify: 0, .../** @type {object} */ (localGetMethods) };
    else if (localGetMethods === false) config.localGetMethods = undefined;
    return {
      config,
      trustsCloudflare,
      json: JSON.stringify(describeForCore(settings === null || isList(settings) ? settings : config, 0)),
    };
  } catch (cause) {
    throw fail("config_invalid", "the configuration cannot be read: reading it throws", { cause });
  }
}

/** Replaces values that JSON cannot express by texts with NUL, which no setting contains by accident. */
function describeForCore(value, depth) {
  if (typeof value === "function") return "\0function";
  if (typeof value === "number") return Number.isFinite(value) ? value : "\0number";
  if (value === undefined || value === null || typeof value === "string" || typeof value === "boolean") return value;
  if (typeof value !== "object" || depth > MAX_DEPTH) return `\0${typeof value}`;
  if (typeof value.find === "function" && !isList(value)) return value.ttl === undefined ? "\0store" : "\0ttl";
  if (typeof value.begin === "function" && typeof value.flush === "function") return "\0telemetry";
  if (typeof value.take === "function" && typeof value.lease === "function") return "\0limiter";
  if (typeof value.look === "function" && typeof value.save === "function") return "\0stream-store";
  if (typeof value.get === "function" && typeof value.put === "function" && !isList(value)) return "\0cache";
  const entries = Object.entries(value);
  if (Math.max(entries.length, isList(value) ? value.length : 0) > MAX_MEMBERS) return "\0object";
  if (isList(value)) return Array.from(value, (element) => describeForCore(element, depth + 1));
  return Object.fromEntries(entries.map(([name, element]) => [name, describeForCore(element, depth + 1)]));
}
