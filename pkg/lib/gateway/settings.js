// The configuration of a gateway, checked once and made ready.

import { fail } from "../error.js";
import { callable, only } from "../options.js";
import { LEVELS } from "./log.js";
import { learn } from "./policy.js";
import { services } from "./services.js";

const OPTIONS = [
  "network", "mainnet", "testnet", "origins", "unknownParameters", "maxUrlBytes", "maxBodyBytes", "maxBatch", "timeout", "deadline",
  "retries", "breaker", "assets", "fetch", "log", "logLevel",
];
/** Numbers of a breaker's state; see src/gateway/breaker.rs. */
const NUMBERS = 3;

export function prepare(written) {
  const config = only(written, OPTIONS, "createGateway");
  const { network, origins, unknownParameters, maxUrlBytes, maxBodyBytes, maxBatch } = config;
  const upstream = { mainnet: services("mainnet", config.mainnet), testnet: services("testnet", config.testnet) };
  const urls = (list) => list.map(({ url }) => url ?? null);
  const policy = JSON.stringify({
    network, origins, unknownParameters, maxUrlBytes, maxBodyBytes, maxBatch,
    mainnet: urls(upstream.mainnet), testnet: urls(upstream.testnet),
    timeout: number("timeout", config.timeout), deadline: number("deadline", config.deadline),
    retries: number("retries", config.retries),
    breaker: config.breaker === undefined ? undefined : only(config.breaker, ["failures", "pause"], "breaker"),
  });
  const states = (list) => new Float64Array(list.length * NUMBERS);
  const ready = {
    policy,
    upstream,
    /** Breakers: what this isolate knows of each service. */
    states: { mainnet: states(upstream.mainnet), testnet: states(upstream.testnet) },
    number: 0,
    resets: -1,
    urls: undefined,
    kept: [],
    assets: callable("assets", config.assets),
    fetch: callable("fetch", config.fetch),
    log: callable("log", config.log) ?? console.error,
    level: level(config.logLevel),
  };
  learn(ready);
  return ready;
}

/** Bounds are the core's; JSON would make null of what is no number, and that is the default there. */
function number(name, value) {
  if (value === undefined || (typeof value === "number" && Number.isFinite(value))) return value;
  throw fail("invalid_option", `\`${name}\` must be a number`, { parameter: name });
}

function level(name = "info") {
  if (typeof name === "string" && Object.hasOwn(LEVELS, name)) return LEVELS[name];
  throw fail("invalid_option", `\`logLevel\` must be one of ${Object.keys(LEVELS).join(", ")}`, { parameter: "logLevel" });
}
