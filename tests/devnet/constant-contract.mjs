// A contract whose get-methods all return the same values, for tests of clients that read them.
import { Address, beginCell, Cell } from "@ton/core";

import { makeState } from "../upstream/devnet/contracts/code.mjs";

const PUSHNULL = 0x6d;
const PUSHREF = 0x88;
const PUSHREFSLICE = 0x89;
/** SETCP0 DROP, which removes the number of the method. */
const START = 0xff0030;
const DROP = 0x30;

/**
 * @param {(bigint | number | null | Cell | Address)[]} values at most three cells and addresses
 * @param {number} [args] how many arguments its methods take
 */
export function makeConstantContract(values, args = 0) {
  const code = beginCell().storeUint(START, 24);
  for (let count = 0; count < args; count += 1) code.storeUint(DROP, 8);
  for (const value of values) {
    if (value === null) code.storeUint(PUSHNULL, 8);
    else if (value instanceof Address)
      code.storeUint(PUSHREFSLICE, 8).storeRef(beginCell().storeAddress(value).endCell());
    else if (value instanceof Cell) code.storeUint(PUSHREF, 8).storeRef(value);
    // PUSHINT of 16 bits.
    else code.storeUint(0x81, 8).storeInt(value, 16);
  }
  return makeState(code.endCell(), Cell.EMPTY);
}

/** A resolver with the same result for every domain. @param {number} bits that it reports as resolved @param {Cell | null} value */
export const makeConstantResolver = (bits, value) => makeConstantContract([bits, value], 2);
