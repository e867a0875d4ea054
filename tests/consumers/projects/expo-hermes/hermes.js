// The check in Hermes alone.
require('./react-native');
const { check } = require('./program/default-phone.mjs');

check(globalThis.SERVICE).then(
  (found) => print(`FOUND ${JSON.stringify(found)}`),
  (error) => print(`${error.message}\n${error.stack}`),
);
