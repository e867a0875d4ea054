// A trace in the form that the actions read: its transactions, each linked to the one before and those after it.
import { Cell } from "@ton/core";

import { readComment, readBody } from "../bodies/index.mjs";

/**
 * @typedef {{ tx: any, incoming: any, out: any[] }} Step a row of `transactions`, with the rows of its messages
 * @typedef {Step & { sender: Node | undefined, next: Node[], body: ReturnType<typeof readBody> }} Node
 * @typedef {(account: string, kind: string) => any} FindContract row of `contracts`, with parsed details; undefined: no such contract
 * @typedef {{ type: string, success: boolean, nodes: Node[], details: object, accounts: (string | null)[] }} Found
 */

/** @param {Step[]} steps in order @returns {Node[]} */
export function linkSteps(steps) {
  const nodes = steps.map((step) => ({
    ...step,
    sender: /** @type {Node | undefined} */ (undefined),
    next: /** @type {Node[]} */ ([]),
    body: step.incoming ? readBody(step.incoming.opcode, Cell.fromBoc(step.incoming.body)[0]) : undefined,
  }));
  const senders = new Map(nodes.flatMap((node) => node.out.map((message) => [message.hash, node])));
  for (const node of nodes) {
    node.sender = senders.get(node.incoming?.hash);
    node.sender?.next.push(node);
  }
  return nodes;
}

/** The next transaction that received such a body. @param {Node} node @param {string} name */
export const findNext = (node, name) => node.next.find((next) => next.body?.name === name && !next.incoming.bounced);

export const ENCRYPTED_COMMENT = "0x2167da4b";

/** Whether a message is a transfer: its body is empty, or a comment. @param {any} message row of `messages` */
export const isTransfer = (message) =>
  message.opcode === null || message.opcode === "0x00000000" || message.opcode === ENCRYPTED_COMMENT;

/**
 * The bytes of an encrypted comment without its operation code, in base64; null if the cells are not a chain of whole bytes.
 * @param {Cell} body
 */
export function readEncryptedText(body) {
  const parts = [];
  for (let slice = body.beginParse().skip(32); ; slice = slice.loadRef().beginParse(true)) {
    if (slice.remainingBits % 8 || slice.remainingRefs > 1) return null;
    parts.push(slice.loadBuffer(slice.remainingBits / 8));
    if (slice.remainingRefs === 0) return Buffer.concat(parts).toString("base64");
  }
}

/** Whether the transaction deployed the account's code. @param {Step} step */
export const isDeploying = ({ tx }) => tx.orig_status !== "active" && tx.end_status === "active";

/** Returns the comment in a forward payload, plain or encrypted. @param {string | null} payload */
export function readNote(payload) {
  const cell = payload === null ? undefined : Cell.fromBase64(payload);
  if (!cell) return { comment: null, is_encrypted_comment: null };
  const text = readComment(cell);
  if (text !== null) return { comment: text, is_encrypted_comment: false };
  const slice = cell.beginParse();
  if (slice.remainingBits < 32 || slice.preloadUint(32) !== Number(ENCRYPTED_COMMENT))
    return { comment: null, is_encrypted_comment: null };
  return { comment: readEncryptedText(cell), is_encrypted_comment: true };
}
