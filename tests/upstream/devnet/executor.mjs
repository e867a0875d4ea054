// Starts the executor of @ton/sandbox without the other parts that its package loads: a debugger, a blockchain, reports of coverage.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

import "../../helpers/fast-core.mjs";

const require = createRequire(import.meta.url);
const BASE64_STRING = /'([A-Za-z0-9+/]+=*)'/;
/** @type {Buffer | undefined} */
let wasm;

/** The wasm module of the executor. It is a text in a 7 MB script, and reading the text takes a tenth of the time of running the script. */
function readWasm() {
  const script = readFileSync(require.resolve("@ton/sandbox/dist/executor/emulator-emscripten.wasm.js"), "latin1");
  const [, packed] = BASE64_STRING.exec(script) ?? [];
  if (packed === undefined) throw new Error("@ton/sandbox has its wasm in another form: executor.mjs must follow");
  return Buffer.from(packed, "base64");
}

/** Creates an executor, as `Executor.create` does. @returns {Promise<import("@ton/sandbox").Executor>} */
export async function createExecutor() {
  // The constructor is private only in the types.
  const { Executor } = /** @type {any} */ (require("@ton/sandbox/dist/executor/Executor.js"));
  const startEmulator = require("@ton/sandbox/dist/executor/emulator-emscripten.js");
  wasm ??= readWasm();
  return new Executor(await startEmulator({ wasmBinary: wasm }));
}
