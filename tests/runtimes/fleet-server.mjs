// Many gateways as servers in one process of this runtime: configurations as JSON in, their URLs out.

import process from "node:process";

import * as entry from "ton-edge/gateway";

import { gatewayOf } from "./fleet-gateway.mjs";

const { serve } = await import(globalThis.Deno ? "ton-edge/deno" : globalThis.Bun ? "ton-edge/bun" : "ton-edge/node");
// A fault of one gateway must show, not take the others with it unseen.
process.on("unhandledRejection", (error) => console.error(`unhandled ${error?.stack ?? error}`));
const urls = [];
for (const [at, config] of JSON.parse(process.argv[2]).entries()) {
  urls.push((await serve(gatewayOf(entry, config, at), { port: 0 })).url);
}
process.stdout.write(`${JSON.stringify(urls)}\n`);
