// Checks messages of v3. Their fields are complete, so the cell of a message can be rebuilt and its hash compared.

import { beginCell, messageHash } from "../../message.js";
import { isTonEdgeError } from "../util/error.js";
import { checkBag, hashCell, normalizeHash, readBag } from "./hashes.js";
import { mismatchError } from "./mismatch.js";

/** Stores an address of a message: that of an account, an external address (`ext$bits:HEX`), or no address. */
function storeAddress(builder, text) {
  const [, length, digits] = /^ext\$(\d+):([0-9a-f]*)$/i.exec(text ?? "") ?? [];
  if (length === undefined) return text ? builder.storeAddress(text) : builder.storeUint(0, 2);
  const bits = Number(length);
  builder.storeUint(1, 2).storeUint(bits, 9);
  const bytes = Uint8Array.from(digits.match(/../g) ?? [], (byteDigits) => parseInt(byteDigits, 16));
  return builder.storeBits(bytes, bits);
}

const toInteger = (value) => BigInt(value ?? 0);

/** Builds the header of a message, before StateInit and body: `CommonMsgInfo` of block.tlb. */
function buildHead(message) {
  const { source, destination, created_lt: lt, created_at: createdAt } = message;
  if (typeof message.value === "string") {
    const builder = beginCell().storeBit(false);
    for (const flag of ["ihr_disabled", "bounce", "bounced"]) builder.storeBit(message[flag] === true);
    storeAddress(builder, source);
    storeAddress(builder, destination).storeCoins(toInteger(message.value));
    const extraCurrencies = Object.entries(message.value_extra_currencies ?? {}).map(([id, amount]) => [
      BigInt(id),
      beginCell().storeVarUint(BigInt(amount), 32).endCell(),
    ]);
    builder.storeDict(32, new Map(/** @type {any} */ (extraCurrencies)));
    // `extra_flags` has replaced the fee of instant hypercube routing in the same place.
    builder.storeCoins(toInteger(message.extra_flags ?? message.ihr_fee)).storeCoins(toInteger(message.fwd_fee));
    return builder.storeUint(toInteger(lt), 64).storeUint(toInteger(createdAt), 32);
  }
  if (lt === null || lt === undefined || source === null)
    return storeAddress(storeAddress(beginCell().storeUint(2, 2), null), destination).storeCoins(
      toInteger(message.import_fee),
    );
  const builder = storeAddress(beginCell().storeUint(3, 2), source);
  return storeAddress(builder, destination).storeUint(toInteger(lt), 64).storeUint(toInteger(createdAt), 32);
}

/** Stores a cell inline or by reference. */
const storeCellOrRef = (builder, cell, isRef) =>
  isRef ? builder.storeBit(true).storeRef(cell) : builder.storeBit(false).storeSlice(cell.beginParse());

/**
 * Returns the cells that a message with these fields can have: the fields do not say whether StateInit and body are
 * inline.
 */
function listPossibleCells(message, body, init) {
  const cells = [];
  for (const initIsRef of init ? [true, false] : [true])
    for (const bodyIsRef of [true, false]) {
      try {
        const builder = buildHead(message).storeBit(init !== undefined);
        if (init) storeCellOrRef(builder, init, initIsRef);
        cells.push(storeCellOrRef(builder, body, bodyIsRef).endCell());
      } catch (error) {
        // This variant is impossible: the content does not fit, or a field is invalid.
        if (!isTonEdgeError(error) && !(error instanceof SyntaxError) && !(error instanceof TypeError)) throw error;
      }
    }
  return cells;
}

/** @param {string} path ends with a dot @param {any} message */
export function checkMessage(path, message) {
  const { message_content: content, init_state: state, hash, hash_norm: normalizedHash } = message;
  for (const [name, part] of Object.entries({ message_content: content, init_state: state }))
    if (part) checkBag(`${path}${name}.`, part, "body", "hash");
  if (typeof content?.body !== "string" || typeof hash !== "string") return;
  const body = readBag(`${path}message_content.body`, content.body);
  const init = state?.body ? readBag(`${path}init_state.body`, state.body) : undefined;
  const cells = listPossibleCells(message, body, init);
  if (!cells.some((cell) => hashCell(cell) === normalizeHash(hash)))
    throw mismatchError(`${path}hash`, hash, "the hash of a message with these fields", cells[0] && hashCell(cells[0]));
  if (typeof normalizedHash !== "string") return;
  const actualHash = messageHash(cells[0]);
  if (actualHash !== normalizeHash(normalizedHash))
    throw mismatchError(`${path}hash_norm`, normalizedHash, "the normalized hash of the message", actualHash);
}
