// Bodies of messages that the index knows: one table by the operation code. It gives the decoded form of v3, in which every
// field has its TL-B constructor, and plain values for the index itself.
import { readComment, isEmpty } from "./forms.mjs";
import { BODIES as dns } from "./dns.mjs";
import { BODIES as elections } from "./elections.mjs";
import { BODIES as jettons } from "./jettons.mjs";
import { BODIES as multisig } from "./multisig.mjs";
import { BODIES as nfts } from "./nfts.mjs";
import { BODIES as vesting } from "./vesting.mjs";

export { readComment };

/** @typedef {import("@ton/core").Cell} Cell */

/** @type {import("./forms.mjs").Bodies} */
const BODIES = { ...jettons, ...dns, ...nfts, ...multisig, ...vesting, ...elections };

/**
 * A known body; undefined if its operation is unknown, or if it is incomplete.
 * @param {string | null} opcode as in `messages` @param {Cell} body
 * @returns {{ name: string, values: Record<string, any>, decoded: Record<string, any> } | undefined}
 */
export function readBody(opcode, body) {
  const foundBody = opcode === null ? undefined : BODIES[opcode];
  if (!foundBody) return undefined;
  const [name, fields, fallbackBody] = foundBody;
  return readFields(name, fields, body) ?? (fallbackBody && readFields(...fallbackBody, body));
}

/** @param {string} name @param {[string, import("./forms.mjs").Form][]} fields @param {Cell} body */
function readFields(name, fields, body) {
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

/** The names of operation codes in v3. */
export const OPCODES = new Map([
  ["0x00000000", "text_comment"],
  ["0x05138d91", "nft_ownership_assigned"],
  ["0x5fcc3d14", "nft_transfer"],
  ["0x4eb1f0f9", "change_dns_record"],
  ...Object.entries(BODIES).map(([opcode, [name]]) => /** @type {[string, string]} */ ([opcode, name])),
]);

/** The value of `decoded` in v3, or null. @param {string | null} opcode @param {Cell} body */
export function decodeKnownBody(opcode, body) {
  if (isEmpty(body)) return { "@type": "empty_cell" };
  const comment = readComment(body);
  // Both property names, because the service still sends the earlier one, `type`.
  if (comment !== null) return { type: "text_comment", "@type": "text_comment", comment };
  return readBody(opcode, body)?.decoded ?? null;
}
