#!/usr/bin/env node
// The command `ton-edge`: a gateway on this machine, keys for its callers, and projects for gateways.

import { readFileSync } from "node:fs";

import { exitWithUsage, USAGE } from "../lib/command/usage.js";

// Imported only when needed, because each command loads a WebAssembly module.
const COMMANDS = {
  gateway: async (commandArgs) => (await import("../lib/command/gateway.js")).runGateway(commandArgs),
  create: async (commandArgs) => (await import("../lib/command/create.js")).createProject(commandArgs),
  key: async (commandArgs) => (await import("../lib/command/key.js")).runKeyCommand(commandArgs),
};
const [name, ...otherArgs] = process.argv.slice(2);

if (name === "--version" || otherArgs.includes("--version"))
  process.stdout.write(`${JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8")).version}\n`);
else if (name === "gateway" && otherArgs.includes("--help"))
  process.stdout.write((await import("../lib/command/gateway-usage.js")).GATEWAY_USAGE);
else if (name === "--help" || name === "help" || otherArgs.includes("--help")) process.stdout.write(USAGE);
else if (!Object.hasOwn(COMMANDS, name ?? "")) exitWithUsage("the commands are `gateway`, `key` and `create`");
else await COMMANDS[name](otherArgs);
