// Like server.mjs, without WebAssembly.
import process from "node:process";

import { check } from "./client-no-wasm.mjs";

check(process.argv[2]).then((found) => console.log(JSON.stringify(found)));
