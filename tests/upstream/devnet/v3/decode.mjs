// Names of operation codes, and bodies as objects, for the names in the recorded responses, comments and empty bodies. For all other
// codes and bodies, the response has the service's text for unknown ones.
import { Cell } from "@ton/core";

import { OPCODES, readComment, decodeKnownBody } from "../bodies/index.mjs";
import { getOpcode } from "../message.mjs";
import { Refusal } from "../../refusal.mjs";

const UNKNOWN = "unknown";
const MOST = 1000;

/** @param {string} text base64 or hex */
function decodeText(text) {
  let cell;
  try {
    cell = Cell.fromBoc(Buffer.from(text, /^(?:[0-9a-f]{2})+$/i.test(text) ? "hex" : "base64"))[0];
  } catch {
    return { error: UNKNOWN };
  }
  const comment = readComment(cell);
  if (comment !== null) return { "@type": "text_comment", text: comment };
  return decodeKnownBody(getOpcode(cell), cell) ?? { error: UNKNOWN };
}

/** @param {{ opcodes?: string[], bodies?: string[] }} params */
function decode({ opcodes = [], bodies = [] }) {
  for (const [name, list] of Object.entries({ opcodes, bodies })) {
    if (list.length > MOST) throw new Refusal(422, `${name} list exceeds maximum length of ${MOST}`);
  }
  return { opcodes: opcodes.map((code) => OPCODES.get(code) ?? UNKNOWN), bodies: bodies.map(decodeText) };
}

export const HANDLERS = { "/decode": decode };
