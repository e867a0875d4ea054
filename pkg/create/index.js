#!/usr/bin/env node
// `npm create ton-edge`: what `npx ton-edge create` does.

import { spawnSync } from "node:child_process";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";

// `resolve` returns an entry of the package in `dist/`, which is next to `bin/`.
const command = join(dirname(createRequire(import.meta.url).resolve("ton-edge")), "../bin/ton-edge.js");
const { status } = spawnSync(process.execPath, [command, "create", ...process.argv.slice(2)], { stdio: "inherit" });
process.exit(status ?? 1);
