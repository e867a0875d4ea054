// A CommonJS program that passes the wasm modules to the slim entries.
const { readFile } = require("node:fs/promises");
const slim = require("ton-edge/slim");
const message = require("ton-edge/slim/message");

async function main() {
  const { FACES } = await import("./slim-faces.mjs");
  await slim.init(...(await Promise.all(FACES.map((face) => readFile(require.resolve(`ton-edge/${face}.wasm`))))));
  const { exerciseExports } = await import("./use.mjs");
  const tvm = async () => require("ton-edge/slim/tvm");
  console.log(JSON.stringify(await exerciseExports({ ...slim, message, tvm }, process.argv[2])));
}
main();
