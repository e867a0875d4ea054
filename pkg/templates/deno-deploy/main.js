// A gateway on Deno Deploy, or by `deno task start`. Settings come from the environment; secrets never stand in files.

import { createGateway } from "ton-edge/gateway";
import { openapi, serve } from "ton-edge/deno";

const variable = (name) => Deno.env.get(name);
const key = (name) => () => variable(name);

const gateway = createGateway({
  mainnet: { baseUrl: variable("UPSTREAM_MAINNET"), apiKey: key("API_KEY_MAINNET") },
  testnet: { baseUrl: variable("UPSTREAM_TESTNET"), apiKey: key("API_KEY_TESTNET") },
  origins: (variable("ALLOWED_ORIGINS") ?? "https://app.example").split(",").map((origin) => origin.trim()),
  // Opens /readyz and /metrics.
  adminToken: variable("ADMIN_TOKEN") || undefined,
  openapi,
});

// On Deno Deploy the platform says where.
const { url } = await serve(gateway, { host: variable("HOST") ?? "127.0.0.1", port: Number(variable("PORT") ?? 8080) });
console.log(`listening on ${url}`);
