// The check in Hermes alone.
require('./react-native');
const { check } = require('./program/default-phone.mjs');

check(globalThis.SERVICE).then(
  (result) => print(`RESULT ${JSON.stringify(result)}`),
  (error) => print(`${error.message}\n${error.stack}`),
);
