// A gateway on Deno Deploy, or by `deno task start`. Settings come from the environment; secrets never stand in files.

import { createGateway } from "ton-edge/gateway";
import { openapi, serve } from "ton-edge/deno";

const variable = (name) => Deno.env.get(name);
const key = (name) => () => variable(name);

const gateway = createGateway({
  mainnet: { baseUrl: variable("TON_EDGE_MAINNET"), apiKey: key("TON_EDGE_MAINNET_API_KEY") },
  testnet: { baseUrl: variable("TON_EDGE_TESTNET"), apiKey: key("TON_EDGE_TESTNET_API_KEY") },
  origins: (variable("TON_EDGE_ORIGINS") ?? "https://app.example").split(",").map((origin) => origin.trim()),
  // Opens /readyz and /metrics.
  adminToken: variable("TON_EDGE_ADMIN_TOKEN") || undefined,
  openapi,
});

// On Deno Deploy the platform says where.
const { url } = await serve(gateway, { host: variable("HOST") ?? "127.0.0.1", port: Number(variable("PORT") ?? 8080) });
console.log(`listening on ${url}`);
