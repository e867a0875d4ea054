// Like page.mjs, in CommonJS, with the entry `ton-edge`.
const { createClient, isTonEdgeError, packAddress, unpackAddress } = require("ton-edge");
// browserify reads no package exports, and `ton-edge/message.js` is an ES module.
const message = require("ton-edge/dist/message.cjs");
const tvm = async () => require("ton-edge/dist/tvm.cjs");
const { use } = require("./use.cjs");

const service = new URL(location.href).searchParams.get("service");
const entries = { packAddress, unpackAddress, isTonEdgeError, createClient, message, tvm };
globalThis.done = use(entries, service).catch((error) => String(error?.stack ?? error));
