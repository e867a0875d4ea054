// Like page.mjs, with the entry without wasm.
import { check } from "./no-wasm.mjs";

globalThis.done = check().catch((error) => String(error?.stack ?? error));
