// A gateway as a server in this runtime: reads its configuration and its entry as JSON, and prints its URL. A signal from its parent ends
// it.

import process from "node:process";

import { createGateway } from "ton-edge/gateway";

const { config, drain, entry } = JSON.parse(process.argv[2]);
const { serve } = await import(entry);
const server = await serve(createGateway(config), { port: 0, drainMs: drain, exitOnSignal: true });
process.stdout.write(`${server.url}\n`);
