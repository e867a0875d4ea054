// A CommonJS program that passes the wasm modules to the entry `ton-edge/slim`.
const { readFile } = require("node:fs/promises");
const slim = require("ton-edge/slim");

async function main() {
  await slim.init(
    ...(await Promise.all(["address", "client"].map((face) => readFile(require.resolve(`ton-edge/${face}.wasm`))))),
  );
  const { use } = await import("./use.mjs");
  console.log(JSON.stringify(await use(slim, process.argv[2])));
}
main();
