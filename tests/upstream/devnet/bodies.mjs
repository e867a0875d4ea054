// Bodies of messages that the index knows: one table by the operation code. It gives the decoded form of v3, in which every
// field has its TL-B constructor, and plain values for the index itself.
import { Dictionary } from "@ton/core";

import { rawAddress } from "./account-name.mjs";

/** @typedef {import("@ton/core").Slice} Slice @typedef {import("@ton/core").Cell} Cell */

const base64 = (/** @type {Cell} */ cell) => cell.toBoc().toString("base64");
const boc = (/** @type {Cell | null} */ cell) => (cell === null ? null : base64(cell));
const isEmpty = (/** @type {Cell} */ cell) => cell.bits.length === 0 && cell.refs.length === 0;
const NOTHING = { "@type": "nothing_from_maybe" };

/** What a cell holds, where that is known: nothing, or a comment. @param {Cell} cell */
function anyCell(cell) {
  if (isEmpty(cell)) return { "@type": "empty_cell" };
  const text = commentOf(cell);
  return text === null ? base64(cell) : { "@type": "text_comment", text };
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

/**
 * The forms of fields: each reads a slice, and gives the value for the index with the form of v3.
 * @typedef {(slice: Slice) => [value: any, decoded: any]} Form
 */

/** @returns {Form} */
const uint = (bits) => (slice) => {
  const text = String(slice.loadUintBig(bits));
  return [text, text];
};

/** 256 bits, as digits. @type {Form} */
const bits256 = (slice) => {
  const digits = slice.loadBuffer(32).toString("hex").toUpperCase();
  return [digits, digits];
};

/** @type {Form} */
const flag = (slice) => {
  const value = slice.loadBit();
  return [value, value];
};

/** @type {Form} */
const coins = (slice) => {
  const length = slice.preloadUint(4);
  const value = String(slice.loadCoins());
  return [value, { "@type": "var_uint", len: String(length), value }];
};

/** @type {Form} */
const address = (slice) => {
  const found = slice.loadMaybeAddress();
  if (found === null) return [null, { "@type": "addr_none" }];
  const [workchain_id, digits] = rawAddress(found).split(":");
  return [rawAddress(found), { "@type": "addr_std", anycast: NOTHING, workchain_id, address: digits }];
};

/** @type {Form} */
const maybeCell = (slice) => {
  const cell = slice.loadMaybeRef();
  return [boc(cell), cell ? { "@type": "something_from_maybe", value: base64(cell) } : NOTHING];
};

/** @type {Form} */
const cell = (slice) => {
  const found = slice.loadRef();
  return [base64(found), anyCell(found)];
};

/** `Either Cell ^Cell`, the end of a body: what follows, or a reference. An absent one, as careless clients send it, is empty. @type {Form} */
const eitherCell = (slice) => {
  const isReference = slice.remainingBits > 0 && slice.loadBit();
  const found = isReference ? slice.loadRef() : slice.asCell();
  const decoded = anyCell(found);
  return [
    isEmpty(found) ? null : base64(found),
    isReference
      ? { "@type": "second_from_either", value: { cell_reference: decoded } }
      : { "@type": "first_from_either", value: decoded },
  ];
};

/** Text to the end of the body, in snake format. @type {Form} */
const tail = (slice) => {
  const text = slice.loadStringTail();
  return [text, text];
};

const u8 = uint(8),
  u16 = uint(16),
  u32 = uint(32),
  u64 = uint(64);

/**
 * @type {Record<string, [name: string, fields: [string, Form][]]>} by the operation code
 */
const BODIES = {
  // Jettons: TEP-74, TEP-89.
  "0x0f8a7ea5": [
    "jetton_transfer",
    [
      ["query_id", u64],
      ["amount", coins],
      ["destination", address],
      ["response_destination", address],
      ["custom_payload", maybeCell],
      ["forward_ton_amount", coins],
      ["forward_payload", eitherCell],
    ],
  ],
  "0x178d4519": [
    "jetton_internal_transfer",
    [
      ["query_id", u64],
      ["amount", coins],
      ["from", address],
      ["response_address", address],
      ["forward_ton_amount", coins],
      ["forward_payload", eitherCell],
    ],
  ],
  "0x7362d09c": [
    "jetton_notify",
    [
      ["query_id", u64],
      ["amount", coins],
      ["sender", address],
      ["forward_payload", eitherCell],
    ],
  ],
  "0x595f07bc": [
    "jetton_burn",
    [
      ["query_id", u64],
      ["amount", coins],
      ["response_destination", address],
      ["custom_payload", maybeCell],
    ],
  ],
  "0x7bdd97de": [
    "jetton_burn_notification",
    [
      ["query_id", u64],
      ["amount", coins],
      ["sender", address],
      ["response_destination", address],
    ],
  ],
  "0xd53276db": ["excess", [["query_id", u64]]],
  "0x2c76b973": [
    "provide_wallet_address",
    [
      ["query_id", u64],
      ["owner_address", address],
      ["include_address", flag],
    ],
  ],
};

/**
 * A known body, or undefined: of an unknown operation, or broken off.
 * @param {string | null} opcode as in `messages` @param {Cell} body
 * @returns {{ name: string, values: Record<string, any>, decoded: Record<string, any> } | undefined}
 */
export function readBody(opcode, body) {
  const found = opcode === null ? undefined : BODIES[opcode];
  if (!found) return undefined;
  const [name, fields] = found;
  const slice = body.beginParse().skip(32);
  /** @type {Record<string, any>} */
  const values = {},
    decoded = { "@type": name };
  try {
    for (const [field, form] of fields) [values[field], decoded[field]] = form(slice);
  } catch {
    return undefined;
  }
  return { name, values, decoded };
}

/** The names of operation codes that v3 gives. */
export const OPCODES = new Map([
  ["0x00000000", "text_comment"],
  ["0x05138d91", "nft_ownership_assigned"],
  ["0x4eb1f0f9", "change_dns_record"],
  ["0x5fcc3d14", "nft_transfer"],
  ...Object.entries(BODIES).map(([opcode, [name]]) => /** @type {[string, string]} */ ([opcode, name])),
]);

/** What v3 gives as `decoded`, or null. @param {string | null} opcode @param {Cell} body */
export function decodedOf(opcode, body) {
  if (isEmpty(body)) return { "@type": "empty_cell" };
  const comment = commentOf(body);
  // Both spellings: the service gives `type` to clients that know it from before.
  if (comment !== null) return { type: "text_comment", "@type": "text_comment", comment };
  return readBody(opcode, body)?.decoded ?? null;
}
