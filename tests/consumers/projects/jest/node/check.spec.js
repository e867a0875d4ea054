// The check in CommonJS, without a transform.
const { writeFileSync } = require("node:fs");

const { createClient, isTonEdgeError } = require("ton-edge");
const { packAddress, unpackAddress } = require("ton-edge/address");
const message = require("ton-edge/message");
const { use } = require("./use.cjs");

const tvm = async () => require("ton-edge/tvm");

test("the check", async () => {
  const result = await use(
    { packAddress, unpackAddress, isTonEdgeError, createClient, message, tvm },
    process.env.SERVICE,
  );
  writeFileSync("result.json", JSON.stringify(result));
});
