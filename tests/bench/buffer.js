// The polyfill that @ton/core needs in a page.
export { Buffer } from "buffer/";
