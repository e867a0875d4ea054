// The check of the entry without WebAssembly.
require("./react-native");
const { check } = require("./client-no-wasm.mjs");

check(globalThis.SERVICE).then((found) => print(`FOUND ${JSON.stringify(found)}`), (error) => print(error.stack));
