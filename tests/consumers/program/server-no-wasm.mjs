import { check } from "./no-wasm.mjs";

console.log(JSON.stringify(await check()));
