// A gateway whose wasm module a test can damage: `/spoil` overwrites the memory of gateway.wasm, so that the next call into it traps.

import { createGateway } from "../../pkg/gateway.js";
import { initSync } from "../../pkg/dist/gateway.glue.js";
import { UNLIMITED } from "../helpers/unlimited.mjs";

const wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** A slow upstream, so that a trap happens while a request waits for its response. */
const respondAfterWait = async (url) => {
  await wait(Number(new URL(url).searchParams.get("limit")));
  return new Response(JSON.stringify({ ok: true, result: url }), { headers: { "content-type": "application/json" } });
};

/** Two gateways with different configurations: after a trap, each must find its own configuration again. */
const [firstGateway, secondGateway] = ["https://first.example", "https://second.example"].map((origin) =>
  createGateway({
    limits: UNLIMITED,
    origins: [origin],
    mainnet: origin,
    fetch: respondAfterWait,
    cache: { adapter: "none" },
    log() {},
  }),
);

export default {
  async fetch(request, env, ctx) {
    if (request.url.endsWith("/spoil")) {
      // After the module's first use, `initSync` returns the exports of the current instance.
      new Uint8Array(initSync().memory.buffer).fill(0xff);
      return new Response("spoilt");
    }
    return (request.headers.get("origin") === "https://first.example" ? firstGateway : secondGateway).fetch(
      request,
      env,
      ctx,
    );
  },
};
