// The check of addresses alone.
require("./react-native");
const { exerciseExports } = require("./use.mjs");

exerciseExports(require("ton-edge/address/no-wasm")).then((result) => print(`RESULT ${JSON.stringify(result)}`), print);
