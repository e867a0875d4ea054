// The check with the conditions of React Native's preset: CommonJS, and no WebAssembly.
const { writeFileSync } = require("node:fs");

const { createClient, isTonEdgeError } = require("ton-edge");
const { packAddress, unpackAddress } = require("ton-edge/address");
const message = require("ton-edge/message");
const { use } = require("./use.cjs");

test("the check", async () => {
  const result = await use({ packAddress, unpackAddress, isTonEdgeError, createClient, message }, process.env.SERVICE);
  writeFileSync("result.json", JSON.stringify(result));
});
