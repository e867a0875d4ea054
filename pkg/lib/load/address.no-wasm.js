// address.wasm as JavaScript, for places that refuse WebAssembly. Slower, and the same to the letter.
import { instantiate } from "../../dist/address.nowasm.js";
import { fail } from "../error.js";

let exports;

export const core = {
  exports: () => (exports ??= instantiate()),

  trapped(cause) {
    exports = undefined;
    return fail("internal", `a fault of ton-edge itself: ${cause?.message}`, { cause });
  },
};
