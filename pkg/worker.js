// ton-edge/worker: a ready Cloudflare Worker. Documented in worker.d.ts.

import { createGateway } from "./gateway.js";
import { secured } from "./lib/page.js";

let gateway;

const text = (value) => (typeof value === "string" && value !== "" ? value : undefined);
/** What is no number is refused with the other faults of the configuration. */
const number = (value) => (text(value) === undefined ? undefined : Number(value));
const list = (value) => text(value)?.split(",").map((one) => one.trim()).filter(Boolean);

/**
 * The services of a network, from `UPSTREAM_MAINNET` and the like: several by commas, the preferred one first. Each has
 * a key of its own, so that none goes to another's operator: `API_KEY_MAINNET`, `API_KEY_MAINNET_2`, ... Several keys of
 * one service by commas too. Read anew for every request: a rotated secret counts at once.
 */
const services = (env, network) =>
  (list(env[`UPSTREAM_${network}`]) ?? [undefined]).map((url, at) => ({
    url,
    key: (now) => list(now[`API_KEY_${network}${at === 0 ? "" : `_${at + 1}`}`]),
  }));

function make(env) {
  return createGateway({
    network: text(env.NETWORK),
    mainnet: services(env, "MAINNET"),
    testnet: services(env, "TESTNET"),
    retries: number(env.RETRIES),
    logLevel: text(env.LOG_LEVEL),
    origins: list(env.ALLOWED_ORIGINS),
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
