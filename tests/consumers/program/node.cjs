// A CommonJS program with `require`.
const { createClient, isTonEdgeError } = require("ton-edge");
const { packAddress, unpackAddress } = require("ton-edge/address");

import("./use.mjs")
  .then(({ use }) => use({ packAddress, unpackAddress, isTonEdgeError, createClient }, process.argv[2]))
  .then((found) => console.log(JSON.stringify(found)));
