// Hashes of messages.

import { fail } from "../util/error.js";
import { beginCell, toCell } from "./cell.js";
import { encodeBase64 } from "./text.js";

/** Number of bits of an account's address (`addr_std` without anycast). */
const ADDRESS_BITS = 267;

/**
 * Normalizes an external message (TEP-467): removes source, import fee and `StateInit`, and puts the body into a separate cell. Returns
 * any other message unchanged.
 */
function normalizeMessage(cell) {
  const slice = cell.beginParse();
  if (slice.loadUint(2) !== 2) return cell;
  if (typeof slice.loadAnyAddress() === "string") throw new Error("its source is an account");
  const dest = slice.clone().loadBits(ADDRESS_BITS);
  slice.loadAddress();
  slice.loadCoins();
  if (slice.loadBit()) {
    if (slice.loadBit()) slice.loadRef();
    else {
      // Skips `split_depth` and `special`, then code, data and libraries.
      for (const bits of [5, 2]) if (slice.loadBit()) slice.skip(bits);
      for (let part = 0; part < 3; part += 1) slice.loadMaybeRef();
    }
  }
  const isInline = !slice.loadBit();
  const body = isInline ? slice.asCell() : slice.loadRef();
  if (!isInline) slice.endParse();
  // `ext_in_msg_info$10` without a source, the receiver, no import fee, no `StateInit`.
  return beginCell().storeUint(8, 4).storeBits(dest, ADDRESS_BITS).storeUint(1, 6).storeRef(body).endCell();
}

export function messageHash(boc, { normalized = true } = {}) {
  const cell = toCell(boc);
  if (!normalized) return encodeBase64(cell.hash());
  let normalizedCell;
  try {
    normalizedCell = normalizeMessage(cell);
  } catch (cause) {
    throw fail("message_invalid", `the cell is not a message: ${cause.message}`, { cause });
  }
  return encodeBase64(normalizedCell.hash());
}
