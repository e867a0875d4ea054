#!/usr/bin/env node
// The command `ton-edge`: a gateway on this machine, and keys for its callers.

import { gateway } from "../lib/command/gateway.js";
import { key } from "../lib/command/key.js";
import { stop, USAGE } from "../lib/command/usage.js";

const COMMANDS = { gateway, key };
const [name, ...rest] = process.argv.slice(2);

if (name === "--help" || name === "help" || rest.includes("--help")) process.stdout.write(USAGE);
else if (!Object.hasOwn(COMMANDS, name ?? "")) stop("the commands are `gateway` and `key`");
else await COMMANDS[name](rest);
