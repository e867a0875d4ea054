// The check of the entries that an app imports.
require("./react-native");
const { check } = require("./default-phone.mjs");

check(globalThis.SERVICE).then(
  (found) => print(`FOUND ${JSON.stringify(found)}`),
  (error) => print(`${error.message}\n${error.stack}`),
);
