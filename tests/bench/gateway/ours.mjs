// Contender: this package, as it is shipped.

import { createGateway } from "ton-edge/gateway";

import { ORIGINS } from "./policy.mjs";

let gateway;

export default {
  fetch(request, env, ctx) {
    gateway ??= createGateway({
      mainnet: { url: env.UPSTREAM, key: (now) => now.API_KEY }, origins: ORIGINS, cache: { adapter: env.CACHE ?? "none" }, log: (line) => console.log(line),
    });
    return gateway.fetch(request, env, ctx);
  },
};
