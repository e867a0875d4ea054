// A program for Node, Deno or Bun.
import process from "node:process";

import { check } from "./default.mjs";

console.log(JSON.stringify(await check(process.argv[2])));
