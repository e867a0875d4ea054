// Like server.mjs, with the entry without wasm.
import { check } from "./no-wasm.mjs";

console.log(JSON.stringify(await check()));
