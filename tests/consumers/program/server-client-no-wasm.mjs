// Like server.mjs, without WebAssembly.
import process from "node:process";

import { check } from "./client-no-wasm.mjs";

check(process.argv[2]).then((result) => console.log(JSON.stringify(result)));
