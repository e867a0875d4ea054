// The configuration of a gateway, checked once and made ready.

import { checkKey } from "../key.js";
import { core } from "../load/gateway.js";
import { callable, only, positive } from "../options.js";

const OPTIONS = [
  "network", "mainnet", "testnet", "origins", "unknownParameters", "maxUrlBytes", "maxBodyBytes", "maxBatch", "timeout", "assets",
  "fetch", "log",
];
const TIMEOUT = 15_000;

export function prepare(written) {
  const config = only(written, OPTIONS, "createGateway");
  const { network, origins, unknownParameters, maxUrlBytes, maxBodyBytes, maxBatch } = config;
  const upstream = { mainnet: service("mainnet", config.mainnet), testnet: service("testnet", config.testnet) };
  const policy = JSON.stringify({
    network, origins, unknownParameters, maxUrlBytes, maxBodyBytes, maxBatch,
    mainnet: upstream.mainnet.url, testnet: upstream.testnet.url,
  });
  const ready = {
    policy,
    upstream,
    number: 0,
    resets: -1,
    kept: [],
    timeout: positive("timeout", config.timeout, TIMEOUT),
    assets: callable("assets", config.assets),
    fetch: callable("fetch", config.fetch),
    log: callable("log", config.log) ?? console.error,
  };
  configure(ready);
  return ready;
}

/** A service behind the gateway: `"https://..."`, or `{ url, key }` with a key, or a function of `env` that gives it. */
function service(network, written) {
  if (written === undefined || typeof written === "string") return { url: written, key: () => undefined };
  const { url, key } = only(written, ["url", "key"], network);
  if (typeof key === "function") return { url, key };
  if (key !== undefined) checkKey(key);
  return { url, key: () => key };
}

/** Gives wasm the configuration, again after every reset. */
export function configure(ready) {
  const { resets } = core;
  ready.number = core.call("configure", ready.policy);
  ready.kept = core.call("keptHeaders");
  ready.resets = resets;
}
