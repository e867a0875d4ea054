// Starts the executor of @ton/sandbox without what else its package loads: a debugger, a blockchain, reports of coverage.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

import "../../helpers/fast-core.mjs";

const require = createRequire(import.meta.url);
const PACKED = /'([A-Za-z0-9+/]+=*)'/;
/** @type {Buffer | undefined} */
let wasm;

/** The module of the executor, which is a text in a script of 7 MB: to read it takes a tenth of the time to run it. */
function wasmOf() {
  const script = readFileSync(require.resolve("@ton/sandbox/dist/executor/emulator-emscripten.wasm.js"), "latin1");
  const [, packed] = PACKED.exec(script) ?? [];
  if (packed === undefined) throw new Error("@ton/sandbox has its wasm in another form: executor.mjs must follow");
  return Buffer.from(packed, "base64");
}

/** As `Executor.create`. @returns {Promise<import("@ton/sandbox").Executor>} */
export async function createExecutor() {
  // Its constructor is private in the types only.
  const { Executor } = /** @type {any} */ (require("@ton/sandbox/dist/executor/Executor.js"));
  const start = require("@ton/sandbox/dist/executor/emulator-emscripten.js");
  wasm ??= wasmOf();
  return new Executor(await start({ wasmBinary: wasm }));
}
