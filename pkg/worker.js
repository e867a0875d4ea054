// ton-edge/worker: a ready Cloudflare Worker. Documented in worker.d.ts.

import { createGateway } from "./gateway.js";
import { kvKeys } from "./lib/gateway/keys/kv.js";
import { listKeys } from "./lib/gateway/keys/list.js";
import { secured } from "./lib/page.js";

let gateway;

const text = (value) => (typeof value === "string" && value !== "" ? value : undefined);
const list = (value) => text(value)?.split(",").map((one) => one.trim()).filter(Boolean);

/** The services of a network: the variables without a number, then those with `_2`, `_3`, as far as there are any. */
function services(env, network) {
  const one = (end) => ({
    url: text(env[`UPSTREAM_${network}${end}`]),
    // Keys are read anew for every request: a rotated secret counts at once.
    key: (now) => list(now[`API_KEY_${network}${end}`]),
  });
  const all = [one("")];
  for (let number = 2; text(env[`UPSTREAM_${network}_${number}`]); number++) all.push(one(`_${number}`));
  return all;
}

/** `"testnet.gw.example=testnet, gw.example=mainnet"` as an object; what is no pair is left for the check to refuse. */
function hosts(written) {
  const pairs = list(written)?.map((one) => one.split("=", 2).map((part) => part.trim()));
  return pairs && Object.fromEntries(pairs.map(([host, network = ""]) => [host, network]));
}

function callers(env) {
  if (env.KEYS) return kvKeys();
  return text(env.CALLER_KEYS) ? listKeys((now) => now.CALLER_KEYS) : undefined;
}

function make(env) {
  return createGateway({
    network: text(env.NETWORK),
    hosts: hosts(env.HOSTS),
    mainnet: services(env, "MAINNET"),
    testnet: services(env, "TESTNET"),
    origins: list(env.ALLOWED_ORIGINS),
    keys: callers(env),
    keyless: text(env.KEYLESS),
    assets: env.ASSETS ? async (request, now) => secured(await now.ASSETS.fetch(request)) : undefined,
  });
}

export default {
  fetch(request, env, ctx) {
    // Variables other than keys do not change while an isolate lives.
    gateway ??= make(env);
    return gateway.fetch(request, env, ctx);
  },
};
