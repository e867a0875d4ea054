// Decodes message bodies with the body table of the package, for display. Loaded on demand: see message-bodies.js.

import { ROWS } from "../ton-edge/dist/schemas.js";
import { decodeBody, decodeMessage, parseBoc } from "../ton-edge/message.js";
import { formatTitle } from "./format-title.js";

export { ready } from "../ton-edge/message.js";

/** Types of bodies without an opcode, which are requests to wallets. */
const SIGNED_BODIES = ROWS.filter(([, opcode]) => opcode === null).map(([name]) => name);
/** The first 32 bits of the body of a bounced message; the beginning of the original body follows. */
const BOUNCED_TAG = 0xffffffff;
/** Maximum nesting of bodies: a payload is a body that may itself have a payload. */
const MAX_DEPTH = 4;

/**
 * @typedef {{ name: string, label: string, kind: string, value: any, body?: Body }} Field
 *   a field with its kind in the schemas; `body`: the decoded body if the field is a payload
 * @typedef {{ type: string, title: string, opcode: string | undefined, fields: Field[], rest: any }} Body
 *   `opcode`: in hexadecimal digits; `rest`: the cell after the last field
 */

const formatOpcode = (opcode) => (typeof opcode === "number" ? `0x${opcode.toString(16).padStart(8, "0")}` : undefined);

/**
 * Returns the body of a message of v3 or v2. Undefined if the message has no body that can be parsed.
 * @param {any} message @returns {Body | undefined}
 */
export function readMessageBody({ source, bounced, message_content: content, msg_data: data }) {
  const boc = content?.body ?? data?.body;
  if (typeof boc !== "string" || boc === "") return undefined;
  try {
    const cell = parseBoc(boc);
    return (bounced === true && readBouncedBody(cell)) || readBody(cell, { signed: !source });
  } catch {
    return undefined;
  }
}

/** Decodes a bounced body, which has only the beginning of the original one: enough to show its type. */
function readBouncedBody(cell) {
  if (cell.isExotic || cell.bits < 64) return undefined;
  const slice = cell.beginParse();
  if (slice.loadUint(32) !== BOUNCED_TAG) return undefined;
  const opcode = slice.loadUint(32);
  const type = ROWS.find(([, code]) => code === opcode)?.[0] ?? "unknown";
  return {
    type,
    title: type === "unknown" ? "" : formatTitle(type),
    opcode: formatOpcode(opcode),
    fields: [],
    rest: null,
  };
}

/** @returns {Body} */
function readBody(cell, { signed: isSigned = false, depth = 1 } = {}) {
  const decodedBody = /** @type {any} */ (decodeBody(cell));
  const body = (isSigned && decodedBody.type === "unknown" && readSignedBody(cell)) || decodedBody;
  const [type, , fields = []] = ROWS.find(([name]) => name === body.type) ?? [body.type];
  return {
    type,
    title: fields.length > 0 ? formatTitle(type) : "",
    opcode: formatOpcode(body.opcode),
    fields: fields.map(([name, [kind]]) => {
      const value = body[name];
      const nestedBody = kind === "p" && value && depth < MAX_DEPTH ? readBody(value, { depth: depth + 1 }) : undefined;
      return { name, label: formatTitle(name), kind, value, body: nestedBody };
    }),
    rest: body.rest ?? null,
  };
}

/** Decodes a request to a wallet, which has no opcode, as the type whose fields fill the body and whose messages can be decoded. */
function readSignedBody(cell) {
  for (const bodyName of SIGNED_BODIES) {
    try {
      const body = /** @type {any} */ (decodeBody(cell, { as: bodyName }));
      for (const action of body.actions ?? [body]) if (action.message) decodeMessage(action.message);
      // `op` is not 0 for other operations of wallets v4, which have no messages.
      if (body.rest === null && (body.op ?? 0) === 0) return body;
    } catch {
      // The body is not of this type, so the next type is tried.
    }
  }
  return undefined;
}

/**
 * Decodes a message that a wallet should send; undefined if it cannot be decoded.
 * @param {any} cell @returns {{ destination: any, value: bigint | undefined, body: Body } | undefined}
 */
export function readWalletMessage(cell) {
  try {
    const { info, body } = decodeMessage(cell);
    return {
      destination: info.dest,
      value: info.type === "internal" ? info.value.coins : undefined,
      body: readBody(body),
    };
  } catch {
    return undefined;
  }
}
