// Like page.cjs, with the entry without wasm.
const { use } = require("./use.cjs");

globalThis.done = use(require("ton-edge/address/no-wasm")).catch((error) => String(error?.stack ?? error));
