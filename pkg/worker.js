// ton-edge/worker: a ready Cloudflare Worker. Documented in worker.d.ts.

import { createGateway } from "./gateway.js";
import { secured } from "./lib/page.js";

let gateway;

const text = (value) => (typeof value === "string" && value !== "" ? value : undefined);
const list = (value) => text(value)?.split(",").map((one) => one.trim()).filter(Boolean);

function make(env) {
  return createGateway({
    network: text(env.NETWORK),
    // Keys are read anew for every request: a rotated secret counts at once.
    mainnet: { url: text(env.UPSTREAM_MAINNET), key: (now) => text(now.API_KEY_MAINNET) },
    testnet: { url: text(env.UPSTREAM_TESTNET), key: (now) => text(now.API_KEY_TESTNET) },
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
