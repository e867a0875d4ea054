// A gateway as a server in this runtime: configuration as JSON in, its URL out. It ends with the signal of its parent.

import process from "node:process";

import { createGateway } from "ton-edge/gateway";

const entry = globalThis.Deno ? "ton-edge/deno" : globalThis.Bun ? "ton-edge/bun" : "ton-edge/node";
const { serve } = await import(entry);
const { config, drain } = JSON.parse(process.argv[2]);
const server = await serve(createGateway(config), { port: 0, drainMs: drain, exitOnSignal: true });
process.stdout.write(`${server.url}\n`);
