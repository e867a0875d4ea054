// The check of the entries that an app imports.
require("./react-native");
const { check } = require("./default-phone.mjs");

check(globalThis.SERVICE).then(
  (result) => print(`RESULT ${JSON.stringify(result)}`),
  (error) => print(`${error.message}\n${error.stack}`),
);
