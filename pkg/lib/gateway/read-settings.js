// Reads the settings of a gateway, and describes them for the core, which checks them.

import { fail, isList } from "../util/error.js";
import { WORKERD } from "../util/runtime.js";

/** How deep a configuration can be: a list of upstreams, each with a list of keys. */
const DEEPEST = 6;
/** Most members of anything in a configuration; bytes by mistake have more. */
const MOST = 1000;

/**
 * The settings, and all of them as JSON for the core. Getters run once; an error from one is a configuration error.
 *
 * @returns {{ config: any, json: string, trustsCloudflare: boolean }} `trustsCloudflare`: the operator says that the header with the client IP is
 *   Cloudflare's
 */
export function readSettings(written) {
  try {
    const config = typeof written === "object" && !isList(written) ? { ...written } : {};
    const trustsCloudflare = config.clientIp === "cloudflare";
    config.clientIp ??= WORKERD ? "cloudflare" : "socket";
    // Off, or an object of its settings; the core learns from one of them that it is on.
    const local = config.localGetMethods;
    if (local === true || (local && typeof local === "object" && !isList(local)))
      config.localGetMethods = { verify: 0, .../** @type {object} */ (local) };
    else if (local === false) config.localGetMethods = undefined;
    return {
      config,
      trustsCloudflare,
      json: JSON.stringify(describeForCore(written === null || isList(written) ? written : config, 0)),
    };
  } catch (cause) {
    throw fail("config_invalid", "the configuration cannot be read: reading it throws", { cause });
  }
}

/** Values that JSON cannot express, as texts that no setting contains by accident. */
function describeForCore(value, depth) {
  if (typeof value === "function") return "\0function";
  if (typeof value === "number") return Number.isFinite(value) ? value : "\0number";
  if (value === undefined || value === null || typeof value === "string" || typeof value === "boolean") return value;
  if (typeof value !== "object" || depth > DEEPEST) return `\0${typeof value}`;
  if (typeof value.find === "function" && !isList(value)) return value.ttl === undefined ? "\0store" : "\0ttl";
  if (typeof value.begin === "function" && typeof value.flush === "function") return "\0telemetry";
  if (typeof value.take === "function" && typeof value.lease === "function") return "\0limiter";
  if (typeof value.get === "function" && typeof value.put === "function" && !isList(value)) return "\0cache";
  const entries = Object.entries(value);
  if (Math.max(entries.length, isList(value) ? value.length : 0) > MOST) return "\0object";
  if (isList(value)) return Array.from(value, (one) => describeForCore(one, depth + 1));
  return Object.fromEntries(entries.map(([name, one]) => [name, describeForCore(one, depth + 1)]));
}
