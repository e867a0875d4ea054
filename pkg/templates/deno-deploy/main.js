// A gateway on Deno Deploy, or started with `deno task start`. Every setting is a variable: TON_EDGE_ORIGINS, TON_EDGE_LIMITS_KEYLESS
// and so on. Secrets are never in files: TON_EDGE_MAINNET_API_KEY is the API key of the upstream, TON_EDGE_ADMIN_TOKEN opens /readyz
// and /metrics.

import { createGateway, listKeys } from "ton-edge/gateway";
import { openapi, serve, settingsOf } from "ton-edge/deno";

const env = Deno.env.toObject();
const gateway = createGateway({
  // The origins of web pages that may use the gateway. TON_EDGE_ORIGINS replaces this list.
  origins: ["https://app.example"],
  // Callers' API keys, which they send as the header X-API-Key: the variable API_KEYS has the text of keys.json, which this command writes:
  //   npx ton-edge key new --network mainnet --name "Bob's shop" --file keys.json
  apiKeys: env.API_KEYS ? listKeys(() => env.API_KEYS) : undefined,
  // This limits all requests of one client IP, including those that the cache serves.
  ...settingsOf({ TON_EDGE_LIMITS_REQUESTS: '{ "rate": 200, "burst": 1000 }', ...env }),
  openapi,
});

// On Deno Deploy the platform sets the address.
const { url } = await serve(gateway, { host: env.HOST ?? "127.0.0.1", port: Number(env.PORT ?? 8080) });
console.log(`listening on ${url}`);
