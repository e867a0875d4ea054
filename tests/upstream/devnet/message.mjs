// Converts a message cell to a row of `messages`.
import { Cell, beginCell, loadMessage, storeStateInit } from "@ton/core";

import { makeExternalAddress, writeRawAddress } from "./account-name.mjs";
import { decodeKnownBody } from "./bodies/index.mjs";
import { writeCurrencies } from "./extra-currencies.mjs";

/** @param {Buffer} bytes */
export const toBase64 = (bytes) => bytes.toString("base64");

/** The normalized hash of TEP-467: of the external message without source, import fee and StateInit, with its body in a reference. */
export function computeNormalizedHash(message) {
  return toBase64(
    beginCell()
      .storeUint(2, 2)
      .storeUint(0, 2)
      .storeAddress(message.info.dest)
      .storeCoins(0)
      .storeBit(false)
      .storeBit(true)
      .storeRef(message.body)
      .endCell()
      .hash(),
  );
}

/** @param {Cell} body */
export function getOpcode(body) {
  const slice = body.beginParse();
  return slice.remainingBits < 32 ? null : `0x${slice.preloadUint(32).toString(16).padStart(8, "0")}`;
}

const toFlag = (value) => (value === undefined || value === null ? null : Number(value));

/**
 * The row without the fields that depend on the chain (in_tx, out_tx, out_index, trace_id, sort keys).
 * @param {Cell} cell
 */
export function makeMessageRow(cell) {
  const message = loadMessage(cell.beginParse());
  const { info, body, init } = message;
  const hash = toBase64(cell.hash());
  const initCell = init ? beginCell().store(storeStateInit(init)).endCell() : null;
  const opcode = getOpcode(body);
  const decoded = decodeKnownBody(opcode, body);
  const internal = info.type === "internal" ? info : undefined;
  const incoming = info.type === "external-in" ? info : undefined;
  return {
    hash,
    hash_norm: incoming ? computeNormalizedHash(message) : hash,
    type: internal ? "internal" : incoming ? "ext_in" : "ext_out",
    source: incoming ? makeExternalAddress(incoming.src) : writeRawAddress(/** @type {any} */ (info.src)),
    destination:
      info.type === "external-out" ? makeExternalAddress(info.dest) : writeRawAddress(/** @type {any} */ (info.dest)),
    extra_currencies: writeCurrencies(internal?.value.other),
    value: internal?.value.coins ?? null,
    fwd_fee: internal?.forwardFee ?? null,
    ihr_fee: internal ? 0 : null,
    // The sender of the message chooses this fee, of up to 120 bits.
    import_fee: incoming ? String(incoming.importFee) : null,
    created_lt: incoming ? null : Number(/** @type {any} */ (info).createdLt),
    created_at: incoming ? null : /** @type {any} */ (info).createdAt,
    bounce: toFlag(internal?.bounce),
    bounced: toFlag(internal?.bounced),
    ihr_disabled: toFlag(internal?.ihrDisabled),
    // Since IHR was switched off, the field of its fee holds flags of the message.
    extra_flags: internal ? internal.ihrFee : null,
    opcode,
    body_hash: toBase64(body.hash()),
    body: body.toBoc(),
    init_hash: initCell && toBase64(initCell.hash()),
    init: initCell && initCell.toBoc(),
    decoded: decoded && JSON.stringify(decoded),
    boc: cell.toBoc(),
  };
}
