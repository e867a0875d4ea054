// Like page.mjs, in CommonJS, with the entry `ton-edge`.
const { createClient, isTonEdgeError, packAddress, unpackAddress } = require("ton-edge");
// browserify reads no package exports, and `ton-edge/message.js` is an ES module.
const message = require("ton-edge/dist/message.cjs");
const { use } = require("./use.cjs");

const service = new URL(location.href).searchParams.get("service");
globalThis.done = use({ packAddress, unpackAddress, isTonEdgeError, createClient, message }, service).catch((error) =>
  String(error?.stack ?? error),
);
