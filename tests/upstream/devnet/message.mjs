// Converts a message cell to a row of `messages`.
import { Cell, beginCell, loadMessage, storeStateInit } from "@ton/core";

/** @param {Buffer} bytes */
export const base64 = (bytes) => bytes.toString("base64");

/** Raw, upper-case: the form of v3. @param {import("@ton/core").Address} address */
export const rawAddress = (address) => `${address.workChain}:${address.hash.toString("hex").toUpperCase()}`;

/** @param {import("@ton/core").ExternalAddress | null | undefined} address */
function externalAddress(address) {
  if (!address) return null;
  const digits = Math.ceil(address.bits / 4);
  return `ext$${address.bits}:${address.value.toString(16).toUpperCase().padStart(digits, "0")}`;
}

/** The normalized hash of TEP-467: of the external message without source, import fee and StateInit, with its body in a reference. */
export function normalizedHash(message) {
  return base64(
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
export function opcodeOf(body) {
  const slice = body.beginParse();
  return slice.remainingBits < 32 ? null : `0x${slice.preloadUint(32).toString(16).padStart(8, "0")}`;
}

/** The text of a plain comment, or null. @param {Cell} body */
export function commentOf(body) {
  const slice = body.beginParse();
  if (slice.remainingBits < 32 || slice.loadUint(32) !== 0 || slice.remainingBits % 8) return null;
  try {
    return slice.loadStringTail();
  } catch {
    return null; // the tail is not a chain of whole bytes
  }
}

/** @param {Cell} body what v3 gives as `decoded` */
function decodedOf(body) {
  if (body.bits.length === 0 && body.refs.length === 0) return JSON.stringify({ "@type": "empty_cell" });
  const comment = commentOf(body);
  return comment === null ? null : JSON.stringify({ type: "text_comment", "@type": "text_comment", comment });
}

const flag = (value) => (value === undefined || value === null ? null : Number(value));

/**
 * The row without what depends on the chain (in_tx, out_tx, out_index, trace_id, sort keys).
 * @param {Cell} cell
 */
export function messageRow(cell) {
  const message = loadMessage(cell.beginParse());
  const { info, body, init } = message;
  const hash = base64(cell.hash());
  const initCell = init ? beginCell().store(storeStateInit(init)).endCell() : null;
  const internal = info.type === "internal" ? info : undefined;
  const incoming = info.type === "external-in" ? info : undefined;
  return {
    hash,
    hash_norm: incoming ? normalizedHash(message) : hash,
    type: internal ? "internal" : incoming ? "ext_in" : "ext_out",
    source: incoming ? externalAddress(incoming.src) : rawAddress(/** @type {any} */ (info.src)),
    destination: info.type === "external-out" ? externalAddress(info.dest) : rawAddress(/** @type {any} */ (info.dest)),
    value: internal?.value.coins ?? null,
    fwd_fee: internal?.forwardFee ?? null,
    ihr_fee: internal ? 0 : null,
    import_fee: incoming?.importFee ?? null,
    created_lt: incoming ? null : Number(/** @type {any} */ (info).createdLt),
    created_at: incoming ? null : /** @type {any} */ (info).createdAt,
    bounce: flag(internal?.bounce),
    bounced: flag(internal?.bounced),
    ihr_disabled: flag(internal?.ihrDisabled),
    // Since IHR was switched off, the field that held its fee holds flags of the message.
    extra_flags: internal ? internal.ihrFee : null,
    opcode: opcodeOf(body),
    body_hash: base64(body.hash()),
    body: body.toBoc(),
    init_hash: initCell && base64(initCell.hash()),
    init: initCell && initCell.toBoc(),
    decoded: decodedOf(body),
    boc: cell.toBoc(),
  };
}
