// This package as shipped, configured like the other contenders.

import { createGateway } from "ton-edge/gateway";

import { UNLIMITED } from "../../helpers/unlimited.mjs";
import { ORIGINS } from "./policy.mjs";

/** @param {object} cache its settings @param {object} limits its settings @param {object} more settings */
export function createConfiguredGateway(cache, limits = UNLIMITED, more = {}) {
  let gateway;
  return {
    fetch(request, env, ctx) {
      gateway ??= createGateway({
        clientIp: "cloudflare",
        mainnet: { baseUrl: env.UPSTREAM, apiKey: (now) => now.API_KEY },
        origins: ORIGINS,
        limits,
        cache,
        log: (line) => console.log(line),
        ...more,
      });
      return gateway.fetch(request, env, ctx);
    },
  };
}
