// Decodes the stacks of tvm.wasm, which `src/tvm/values.rs` encodes.

import { makeBag, PART } from "../message/cell.js";
import { readInteger } from "../message/bits.js";
import { completeValue, MAX_VALUES } from "../message/stack-cell.js";
import { Stack } from "../message/stack.js";

/** @param {Uint8Array<ArrayBuffer>} bytes @param {Uint8Array<ArrayBuffer>} [cellBag] the cells in the values, if any */
export function readValues(bytes, cellBag) {
  const bag = cellBag && makeBag(cellBag);
  let offset = 0;
  let rootIndex = 0;
  const readByte = () => bytes[offset++];
  const readWord = () => readByte() | (readByte() << 8);
  const readRoot = () => /** @type {NonNullable<typeof bag>} */ (bag).root(rootIndex++);

  function readIntegerValue() {
    const bits = 8 * readByte();
    if (bits === 0) return NaN;
    const value = readInteger(bytes, offset, 0, bits);
    offset += bits >> 3;
    return BigInt.asIntN(bits, value);
  }

  /** Decoders of values, by their tags in `VmStackValue`. */
  const READERS = {
    0: () => ({ value: null }),
    2: () => ({ value: readIntegerValue() }),
    3: () => ({ value: readRoot() }),
    4: () => ({ value: readRoot().beginParse(true)[PART](readWord(), readWord(), readByte(), readByte()) }),
    5: () => ({ value: readRoot().beginParse().asBuilder() }),
    7: () => ({ items: new Array(readByte()) }),
  };
  const readValue = () => READERS[readByte()]();

  const budget = { left: MAX_VALUES };
  const values = [];
  while (offset < bytes.length) values.push(completeValue(readValue(), budget, readValue));
  return new Stack(values);
}
