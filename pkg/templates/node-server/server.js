// A gateway as a Node server. Settings come from the environment; secrets never stand in files.

import { createGateway } from "ton-edge/gateway";
import { openapi, serve } from "ton-edge/node";

const {
  TON_EDGE_MAINNET,
  TON_EDGE_TESTNET,
  TON_EDGE_ORIGINS = "https://app.example",
  TON_EDGE_ADMIN_TOKEN,
  HOST,
  PORT = "8080",
} = process.env;

const gateway = createGateway({
  mainnet: { baseUrl: TON_EDGE_MAINNET, apiKey: (env) => env.TON_EDGE_MAINNET_API_KEY },
  testnet: { baseUrl: TON_EDGE_TESTNET, apiKey: (env) => env.TON_EDGE_TESTNET_API_KEY },
  origins: TON_EDGE_ORIGINS.split(",").map((origin) => origin.trim()),
  // Opens /readyz and /metrics.
  adminToken: TON_EDGE_ADMIN_TOKEN || undefined,
  openapi,
});

const { url } = await serve(gateway, { host: HOST, port: Number(PORT), exitOnSignal: true });
console.log(`listening on ${url}`);
