// address.wasm as JavaScript, for places that refuse WebAssembly. Slower, and the same to the letter.
import { instantiate } from "../../dist/address.nowasm.js";
import { trapped } from "./bare.js";

export const core = { start: instantiate, trapped };
