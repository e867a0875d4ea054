// A gateway that logs to its default destination, for `gateway-log.test.mjs`: one successful request, and one whose upstream refuses the API
// key, which is an error for the operator.

import process from "node:process";

import { createGateway } from "ton-edge/gateway";

const { terminals, config } = JSON.parse(process.argv[2]);
for (const name of terminals) process[name].isTTY = true;
const respondAsUpstream = async (url) => new Response("{}", { status: url.includes("blocks") ? 401 : 200 });
const gateway = createGateway({
  mainnet: { apiKey: "a" },
  retries: 0,
  limits: { keyless: "off" },
  fetch: respondAsUpstream,
  ...config,
});
for (const path of ["/api/v3/masterchainInfo", "/api/v3/blocks"])
  await gateway.fetch(new Request(`https://gw.example${path}`));
