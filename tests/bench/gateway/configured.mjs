// This package, as it is shipped, configured as the other contenders are.

import { createGateway } from "ton-edge/gateway";

import { UNLIMITED } from "../../unlimited.mjs";
import { ORIGINS } from "./policy.mjs";

/** @param {object} cache its settings */
export function configured(cache) {
  let gateway;
  return {
    fetch(request, env, ctx) {
      gateway ??= createGateway({
        mainnet: { url: env.UPSTREAM, key: (now) => now.API_KEY }, origins: ORIGINS, limits: UNLIMITED, cache, log: (line) => console.log(line),
      });
      return gateway.fetch(request, env, ctx);
    },
  };
}
