// A gateway as a Node server. Settings come from the environment; secrets never stand in files.

import { createGateway } from "ton-edge/gateway";
import { openapi, serve } from "ton-edge/node";

const {
  UPSTREAM_MAINNET,
  UPSTREAM_TESTNET,
  ALLOWED_ORIGINS = "https://app.example",
  ADMIN_TOKEN,
  HOST,
  PORT = "8080",
} = process.env;

const gateway = createGateway({
  mainnet: { baseUrl: UPSTREAM_MAINNET, apiKey: (env) => env.API_KEY_MAINNET },
  testnet: { baseUrl: UPSTREAM_TESTNET, apiKey: (env) => env.API_KEY_TESTNET },
  origins: ALLOWED_ORIGINS.split(",").map((origin) => origin.trim()),
  // Opens /readyz and /metrics.
  adminToken: ADMIN_TOKEN || undefined,
  openapi,
});

const { url } = await serve(gateway, { host: HOST, port: Number(PORT), exitOnSignal: true });
console.log(`listening on ${url}`);
