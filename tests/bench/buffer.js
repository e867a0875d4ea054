// The polyfill that @ton/core needs in a browser.
export { Buffer } from "buffer/";
