// Like server.mjs, with the wasm modules read from files.
import { readFile } from "node:fs/promises";
import process from "node:process";

import { check } from "./slim.mjs";

const module = (face) => readFile(new URL(import.meta.resolve(`ton-edge/${face}.wasm`)));
console.log(JSON.stringify(await check(process.argv[2], await module("client"), await module("address"))));
