// Like page.mjs, without WebAssembly.
import { check } from "./client-no-wasm.mjs";

const service = new URL(location.href).searchParams.get("service");
globalThis.done = check(service).catch((error) => String(error?.stack ?? error));
