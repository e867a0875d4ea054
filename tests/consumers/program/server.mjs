// A program for Node, Deno or Bun.
import process from "node:process";

import { check } from "./default-server.mjs";

// Does not use `await`, which a CommonJS bundle cannot have at the top level.
check(process.argv[2]).then((result) => console.log(JSON.stringify(result)));
