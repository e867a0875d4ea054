// The classes of the package react-native-url-polyfill.
const { URL, URLSearchParams } = require("whatwg-url-without-unicode");

Object.assign(globalThis, { URL, URLSearchParams });
