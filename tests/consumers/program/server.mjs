// A program for Node, Deno or Bun.
import process from "node:process";

import { check } from "./default.mjs";

// Without `await`, which a CommonJS bundle cannot have here.
check(process.argv[2]).then((found) => console.log(JSON.stringify(found)));
