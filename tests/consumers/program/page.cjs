// Like page.mjs, in CommonJS, with the entry `ton-edge`.
const { createClient, isTonEdgeError, packAddress, unpackAddress } = require("ton-edge");
const { use } = require("./use.cjs");

const service = new URL(location.href).searchParams.get("service");
globalThis.done = use({ packAddress, unpackAddress, isTonEdgeError, createClient }, service).catch((error) =>
  String(error?.stack ?? error),
);
