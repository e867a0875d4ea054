// The configuration of a gateway: described for the core, which checks it, and made ready.

import { fail, isList } from "../error.js";
import { checkKey } from "../key.js";
import { core } from "../load/gateway.js";
import { lookups } from "./keys/lookup.js";

/** How deep a configuration can be: a list of services, each with a list of keys. */
const DEEPEST = 6;
/** Most members of anything in a configuration; bytes by mistake have more. */
const MOST = 1000;

export function prepare(written) {
  const { config, policy } = read(written);
  const ready = {
    policy,
    upstream: undefined,
    number: 0,
    resets: -1,
    kept: [],
    timeout: 0,
    assets: config.assets ?? undefined,
    fetch: config.fetch ?? undefined,
    log: config.log ?? console.error,
    lookUp: undefined,
  };
  configure(ready);
  const { timeout, mainnet, testnet } = core.call("settled", ready.number);
  ready.timeout = timeout;
  ready.upstream = { mainnet: upstream(config.mainnet, mainnet), testnet: upstream(config.testnet, testnet) };
  if (config.keys) ready.lookUp = lookups(config.keys, ready.log);
  return ready;
}

/** Gives wasm the configuration, again after every reset. */
export function configure(ready) {
  const { resets } = core;
  ready.number = core.call("configure", ready.policy);
  ready.kept = core.call("keptHeaders");
  ready.resets = resets;
}

/** The settings, and all of them as JSON. Getters run once; what they throw is the configuration's fault. */
function read(written) {
  try {
    const config = typeof written === "object" && !isList(written) ? { ...written } : {};
    return { config, policy: JSON.stringify(describe(written === null || isList(written) ? written : config, 0)) };
  } catch (cause) {
    throw fail("config_invalid", "the configuration cannot be read: reading it throws", { cause });
  }
}

/** What JSON has no words for, in words that no setting takes by accident. */
function describe(value, depth) {
  if (typeof value === "function") return "\0function";
  if (typeof value === "number") return Number.isFinite(value) ? value : "\0number";
  if (value === undefined || value === null || typeof value === "string" || typeof value === "boolean") return value;
  if (typeof value !== "object" || depth > DEEPEST) return `\0${typeof value}`;
  if (typeof value.find === "function" && !isList(value)) return "\0store";
  const entries = Object.entries(value);
  if (Math.max(entries.length, isList(value) ? value.length : 0) > MOST) return "\0object";
  if (isList(value)) return Array.from(value, (one) => describe(one, depth + 1));
  return Object.fromEntries(entries.map(([name, one]) => [name, describe(one, depth + 1)]));
}

/** The services of a network: their base URLs as checked, each with its keys. `key` is the first key of the first one. */
function upstream(written, urls) {
  const list = isList(written) ? written : [written];
  const services = urls.map((url, at) => ({ url, keys: (env) => keysOf(list[at]?.key, env) }));
  return { services, key: async (env) => (await services[0].keys(env))[0] };
}

/** Keys to a service, in the order in which they are used; asked for every request, so they can be rotated. */
async function keysOf(written, env) {
  const given = typeof written === "function" ? await written(env) : written;
  const list = isList(given) ? given : [given];
  return list.filter((key) => key !== undefined && key !== null && key !== "").map(checkKey);
}
