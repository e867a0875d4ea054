#!/usr/bin/env node
// The command `ton-edge`: a gateway on this machine, and keys for its callers.

import { stop, USAGE } from "../lib/command/usage.js";

// Imported when needed: each loads a WebAssembly module.
const COMMANDS = {
  gateway: async (rest) => (await import("../lib/command/gateway.js")).gateway(rest),
  key: async (rest) => (await import("../lib/command/key.js")).key(rest),
};
const [name, ...rest] = process.argv.slice(2);

if (name === "--help" || name === "help" || rest.includes("--help")) process.stdout.write(USAGE);
else if (!Object.hasOwn(COMMANDS, name ?? "")) stop("the commands are `gateway` and `key`");
else await COMMANDS[name](rest);
