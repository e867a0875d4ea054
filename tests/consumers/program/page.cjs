// Like page.mjs, in CommonJS.
const { createClient, isTonEdgeError } = require("ton-edge");
const { packAddress, unpackAddress } = require("ton-edge/address");
const { use } = require("./use.cjs");

const service = new URL(location.href).searchParams.get("service");
globalThis.done = use({ packAddress, unpackAddress, isTonEdgeError, createClient }, service).catch((error) =>
  String(error?.stack ?? error),
);
