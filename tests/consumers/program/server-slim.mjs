// Like server.mjs, with the wasm modules read from files.
import { readFile } from "node:fs/promises";
import process from "node:process";

import { check } from "./slim.mjs";
import { FACES } from "./slim-faces.mjs";

const modules = FACES.map((face) => readFile(new URL(import.meta.resolve(`ton-edge/${face}.wasm`))));
console.log(JSON.stringify(await check(process.argv[2], ...(await Promise.all(modules)))));
