// The stacks of tvm.wasm: `src/tvm/values.rs` writes them.

import { bagOf, PART } from "../message/cell.js";
import { readInteger } from "../message/bits.js";
import { complete, MOST_VALUES } from "../message/stack-cell.js";
import { Stack } from "../message/stack.js";

/** @param {Uint8Array<ArrayBuffer>} bytes @param {Uint8Array<ArrayBuffer>} [dump] the cells of the values, if there are some */
export function readValues(bytes, dump) {
  const bag = dump && bagOf(dump);
  let at = 0;
  let root = 0;
  const byte = () => bytes[at++];
  const word = () => byte() | (byte() << 8);
  const cell = () => /** @type {NonNullable<typeof bag>} */ (bag).root(root++);

  function integer() {
    const bits = 8 * byte();
    if (bits === 0) return NaN;
    const value = readInteger(bytes, at, 0, bits);
    at += bits >> 3;
    return BigInt.asIntN(bits, value);
  }

  /** Values by the kinds of `VmStackValue`. */
  const READ = {
    0: () => ({ value: null }),
    2: () => ({ value: integer() }),
    3: () => ({ value: cell() }),
    4: () => ({ value: cell().beginParse(true)[PART](word(), word(), byte(), byte()) }),
    5: () => ({ value: cell().beginParse().asBuilder() }),
    7: () => ({ items: new Array(byte()) }),
  };
  const read = () => READ[byte()]();

  const budget = { left: MOST_VALUES };
  const values = [];
  while (at < bytes.length) values.push(complete(read(), budget, read));
  return new Stack(values);
}
