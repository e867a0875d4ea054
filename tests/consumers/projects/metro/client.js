// The check of the entry without WebAssembly, and the recipe's function.
require("./react-native");
const { check } = require("./client-no-wasm.mjs");
const { lastBlock } = require("./last-block");

async function main(service) {
  if (!((await lastBlock(service)) > 0)) throw new Error("no block");
  return check(service);
}
main(globalThis.SERVICE).then((result) => print(`RESULT ${JSON.stringify(result)}`), (error) => print(`${error.message}\n${error.stack}`));
