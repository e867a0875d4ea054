// A gateway as a Node server. Every setting is a variable: TON_EDGE_ORIGINS, TON_EDGE_LIMITS_KEYLESS and so on. Secrets are never in files:
// TON_EDGE_MAINNET_API_KEY is the API key of the upstream, TON_EDGE_ADMIN_TOKEN opens /readyz and /metrics.

import { existsSync } from "node:fs";

import { createGateway } from "ton-edge/gateway";
import { fileKeys, openapi, serve, settingsOf } from "ton-edge/node";

if (existsSync(".env")) process.loadEnvFile();

const gateway = createGateway({
  // The origins of web pages that may use the gateway. TON_EDGE_ORIGINS replaces this list.
  origins: ["https://app.example"],
  // Callers' API keys, which they send as the header X-API-Key. This command issues one and writes the file; restart after the first one:
  //   npx ton-edge key new --network mainnet --name "Bob's shop" --file keys.json
  apiKeys: existsSync("keys.json") ? fileKeys("keys.json") : undefined,
  // This limits all requests of one client IP, including those that the cache serves.
  ...settingsOf({ TON_EDGE_LIMITS_REQUESTS: '{ "rate": 200, "burst": 1000 }', ...process.env }),
  openapi,
});

const { HOST, PORT = "8080" } = process.env;
const { url } = await serve(gateway, { host: HOST, port: Number(PORT), exitOnSignal: true });
console.log(`listening on ${url}`);
