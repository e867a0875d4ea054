// Messages of v3. Their fields are complete, so the message's cell can be rebuilt and its hash compared.

import { beginCell, messageHash } from "../../message.js";
import { isTonEdgeError } from "../util/error.js";
import { checkBag, hashOf, hashText, readBag } from "./hashes.js";
import { mismatch } from "./mismatch.js";

/** An address of a message: of an account, an external one (`ext$bits:HEX`), or none. */
function storeAddress(builder, text) {
  const [, length, digits] = /^ext\$(\d+):([0-9a-f]*)$/i.exec(text ?? "") ?? [];
  if (length === undefined) return text ? builder.storeAddress(text) : builder.storeUint(0, 2);
  const bits = Number(length);
  builder.storeUint(1, 2).storeUint(bits, 9);
  const bytes = Uint8Array.from(digits.match(/../g) ?? [], (two) => parseInt(two, 16));
  return builder.storeBits(bytes, bits);
}

const integer = (value) => BigInt(value ?? 0);

/** The part before StateInit and body: `CommonMsgInfo` of block.tlb. */
function head(message) {
  const { source, destination, created_lt: lt, created_at: at } = message;
  if (typeof message.value === "string") {
    const builder = beginCell().storeBit(false);
    for (const flag of ["ihr_disabled", "bounce", "bounced"]) builder.storeBit(message[flag] === true);
    storeAddress(builder, source);
    storeAddress(builder, destination).storeCoins(integer(message.value));
    const extra = Object.entries(message.value_extra_currencies ?? {}).map(([id, amount]) => [
      BigInt(id),
      beginCell().storeVarUint(BigInt(amount), 32).endCell(),
    ]);
    builder.storeDict(32, new Map(/** @type {any} */ (extra)));
    // Flags have replaced the fee of instant routing.
    builder.storeCoins(integer(message.extra_flags ?? message.ihr_fee)).storeCoins(integer(message.fwd_fee));
    return builder.storeUint(integer(lt), 64).storeUint(integer(at), 32);
  }
  if (lt === null || lt === undefined || source === null)
    return storeAddress(storeAddress(beginCell().storeUint(2, 2), null), destination).storeCoins(
      integer(message.import_fee),
    );
  const builder = storeAddress(beginCell().storeUint(3, 2), source);
  return storeAddress(builder, destination).storeUint(integer(lt), 64).storeUint(integer(at), 32);
}

/** A cell in its place or by reference, which the fields do not say. */
const placed = (builder, cell, isRef) =>
  isRef ? builder.storeBit(true).storeRef(cell) : builder.storeBit(false).storeSlice(cell.beginParse());

/** The hashes that a message with these fields can have. */
function possibleHashes(message, body, init) {
  const found = [];
  for (const initIsRef of init ? [true, false] : [true])
    for (const bodyIsRef of [true, false]) {
      try {
        const builder = head(message).storeBit(init !== undefined);
        if (init) placed(builder, init, initIsRef);
        found.push(placed(builder, body, bodyIsRef).endCell());
      } catch (error) {
        // The value does not fit, or the field does not belong to a message.
        if (!isTonEdgeError(error) && !(error instanceof SyntaxError) && !(error instanceof TypeError)) throw error;
      }
    }
  return found;
}

/** @param {string} path ends with a dot @param {any} message */
export function checkMessage(path, message) {
  const { message_content: content, init_state: state, hash, hash_norm: normalized } = message;
  for (const [name, part] of Object.entries({ message_content: content, init_state: state }))
    if (part) checkBag(`${path}${name}.`, part, "body", "hash");
  if (typeof content?.body !== "string" || typeof hash !== "string") return;
  const body = readBag(`${path}message_content.body`, content.body);
  const init = state?.body ? readBag(`${path}init_state.body`, state.body) : undefined;
  const cells = possibleHashes(message, body, init);
  if (!cells.some((cell) => hashOf(cell) === hashText(hash)))
    throw mismatch(`${path}hash`, hash, "the hash of a message with these fields", cells[0] && hashOf(cells[0]));
  if (typeof normalized !== "string") return;
  const found = messageHash(cells[0]);
  if (found !== hashText(normalized))
    throw mismatch(`${path}hash_norm`, normalized, "the normalized hash of the message", found);
}
