#!/usr/bin/env node
// `npm create ton-edge`: what `npx ton-edge create` does.

import { spawnSync } from "node:child_process";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";

// The entries of the package lie in `dist`, next to `bin`.
const command = join(dirname(createRequire(import.meta.url).resolve("ton-edge")), "../bin/ton-edge.js");
const { status } = spawnSync(process.execPath, [command, "create", ...process.argv.slice(2)], { stdio: "inherit" });
process.exit(status ?? 1);
