// The check of addresses alone.
require("./react-native");
const { use } = require("./use.mjs");

use(require("ton-edge/address/no-wasm")).then((result) => print(`RESULT ${JSON.stringify(result)}`), print);
