// A CommonJS program with `require`.
const { createClient, isTonEdgeError } = require("ton-edge");
const { packAddress, unpackAddress } = require("ton-edge/address");
const { createGateway } = require("ton-edge/gateway");
const message = require("ton-edge/message");

const tvm = async () => require("ton-edge/tvm");
const entries = { packAddress, unpackAddress, isTonEdgeError, createClient, message, tvm, createGateway };

import("./use.mjs")
  .then(({ exerciseExports }) => exerciseExports(entries, process.argv[2]))
  .then((result) => console.log(JSON.stringify(result)));
