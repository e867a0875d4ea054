// A gateway as a server in this runtime: configuration and entry as JSON in, its URL out. It ends with the signal of its parent.

import process from "node:process";

import { createGateway } from "ton-edge/gateway";

const { config, drain, entry } = JSON.parse(process.argv[2]);
const { serve } = await import(entry);
const server = await serve(createGateway(config), { port: 0, drainMs: drain, exitOnSignal: true });
process.stdout.write(`${server.url}\n`);
