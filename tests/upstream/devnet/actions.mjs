// Derives the v3 actions of a trace: first what spans several transactions, such as the transfer of a token; then, from each
// transaction that is left, plain transfers and calls; and every deploy.
import { Cell } from "@ton/core";

import { sha256 } from "./blocks.mjs";
import { commentOf, readBody } from "./bodies.mjs";

const ENCRYPTED_COMMENT = "0x2167da4b";

/**
 * @typedef {{ tx: any, incoming: any, out: any[] }} Step a row of `transactions`, with the rows of its messages
 * @typedef {Step & { sender: Node | undefined, next: Node[], body: ReturnType<typeof readBody> }} Node
 * @typedef {{ type: string, success: boolean, nodes: Node[], details: object, accounts: (string | null)[] }} Found
 */

/** @param {Step[]} steps in order @returns {Node[]} */
function linked(steps) {
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
const nextWith = (node, name) => node.next.find((next) => next.body?.name === name && !next.incoming.bounced);

/** A comment in a forward payload, plain or encrypted. @param {string | null} payload */
function noteOf(payload) {
  const cell = payload === null ? undefined : Cell.fromBase64(payload);
  if (!cell) return { comment: null, is_encrypted_comment: null };
  const text = commentOf(cell);
  if (text !== null) return { comment: text, is_encrypted_comment: false };
  const slice = cell.beginParse();
  if (slice.remainingBits < 32 || slice.preloadUint(32) !== Number(ENCRYPTED_COMMENT))
    return { comment: null, is_encrypted_comment: null };
  return { comment: payload, is_encrypted_comment: true };
}

/** What follows the credit of a jetton: the notification of its owner, and the rest of the TON. @param {Node} credit */
const afterCredit = (credit) =>
  credit.next.filter(({ body }) => ["jetton_notify", "excess"].includes(body?.name ?? ""));

/** @param {Node} node @param {(account: string, kind: string) => any} contractOf @returns {Found | undefined} */
function jettonTransfer(node, contractOf) {
  const wallet = node.body?.name === "jetton_transfer" && contractOf(node.tx.account, "jetton_wallet")?.details;
  if (!wallet || !node.body) return undefined;
  const { query_id, amount, destination, response_destination, custom_payload, ...forward } = node.body.values;
  const credit = nextWith(node, "jetton_internal_transfer");
  return {
    type: "jetton_transfer",
    success: !node.tx.aborted && credit !== undefined && !credit.tx.aborted,
    nodes: [node, ...(credit ? [credit, ...afterCredit(credit)] : [])],
    details: {
      asset: wallet.jetton,
      sender: wallet.owner,
      receiver: destination,
      sender_jetton_wallet: node.tx.account,
      receiver_jetton_wallet: credit?.tx.account ?? null,
      amount,
      ...noteOf(forward.forward_payload),
      query_id,
      response_destination,
      custom_payload,
      forward_payload: forward.forward_payload,
      forward_amount: forward.forward_ton_amount,
    },
    accounts: [wallet.owner, node.tx.account, destination, credit?.tx.account ?? null],
  };
}

/** @type {typeof jettonTransfer} */
function jettonBurn(node, contractOf) {
  const wallet = node.body?.name === "jetton_burn" && contractOf(node.tx.account, "jetton_wallet")?.details;
  if (!wallet || !node.body) return undefined;
  const told = nextWith(node, "jetton_burn_notification");
  return {
    type: "jetton_burn",
    success: !node.tx.aborted && told !== undefined && !told.tx.aborted,
    nodes: [node, ...(told ? [told, ...told.next.filter(({ body }) => body?.name === "excess")] : [])],
    details: {
      owner: wallet.owner,
      owner_jetton_wallet: node.tx.account,
      asset: wallet.jetton,
      amount: node.body.values.amount,
    },
    accounts: [wallet.owner, node.tx.account, wallet.jetton],
  };
}

/** The credit of a wallet by its master itself. @type {typeof jettonTransfer} */
function jettonMint(node, contractOf) {
  const wallet =
    node.body?.name === "jetton_internal_transfer" && contractOf(node.tx.account, "jetton_wallet")?.details;
  if (!wallet || !node.body || !node.sender || node.sender.tx.account !== wallet.jetton) return undefined;
  return {
    type: "jetton_mint",
    success: !node.tx.aborted,
    nodes: [node.sender, node, ...afterCredit(node)],
    details: {
      asset: wallet.jetton,
      receiver: wallet.owner,
      receiver_jetton_wallet: node.tx.account,
      amount: node.body.values.amount,
      ton_amount: node.body.values.forward_ton_amount,
    },
    accounts: [wallet.jetton, wallet.owner, node.tx.account],
  };
}

const WHOLE = [jettonTransfer, jettonBurn, jettonMint];

/** @param {any} message row of `messages` */
function transferDetails(message) {
  const body = Cell.fromBoc(message.body)[0];
  const encrypted = message.opcode === ENCRYPTED_COMMENT;
  return {
    source: message.source,
    destination: message.destination,
    value: String(message.value),
    value_extra_currencies: {},
    comment: encrypted ? body.toBoc().toString("base64") : commentOf(body) || null,
    encrypted,
  };
}

/** A transfer: nothing in the body, or a comment. @param {any} message */
const isTransfer = (message) =>
  message.opcode === null || message.opcode === "0x00000000" || message.opcode === ENCRYPTED_COMMENT;

const callOf = (/** @type {any} */ message) =>
  message && {
    opcode: message.opcode ?? undefined,
    source: message.source ?? undefined,
    destination: message.destination,
    value: message.value === null ? undefined : String(message.value),
  };

/** What one transaction is by itself. @param {Node} node @returns {Found | undefined} */
function single(node) {
  const { tx, incoming: message } = node;
  if (message?.type !== "internal" || message.bounced) return undefined;
  const accounts = [message.source, message.destination];
  // Money sent to an account without code arrives although its transaction is aborted; only a bounce returns it.
  const bounced = Boolean(JSON.parse(tx.description).bounce);
  return isTransfer(message)
    ? { type: "ton_transfer", success: !bounced, nodes: [node], details: transferDetails(message), accounts }
    : { type: "call_contract", success: !tx.aborted, nodes: [node], details: callOf(message), accounts };
}

/** @param {Node} node @returns {Found | undefined} */
function deploy(node) {
  const { tx, incoming: message } = node;
  if (tx.orig_status === "active" || tx.end_status !== "active") return undefined;
  const details = callOf(message) ?? { destination: tx.account };
  return { type: "contract_deploy", success: true, nodes: [node], details, accounts: [message?.source, tx.account] };
}

/** A row of `actions`. The transaction that sent the first message belongs to it. @param {Found} found */
function row({ type, success, nodes, details, accounts }) {
  const [first] = nodes;
  const all = [...(first.sender && !nodes.includes(first.sender) ? [first.sender] : []), ...nodes].map(({ tx }) => tx);
  const [begin] = all;
  const end = all.reduce((a, b) => (b.lt > a.lt ? b : a));
  return {
    action_id: sha256("ton-edge devnet action", begin.trace_id, type, nodes.at(-1)?.tx.hash ?? ""),
    trace_id: begin.trace_id,
    type,
    success: Number(success),
    start_lt: begin.lt,
    end_lt: end.lt,
    start_utime: begin.now,
    end_utime: end.now,
    mc_seqno: end.mc_seqno,
    details: JSON.stringify(details),
    accounts: JSON.stringify([...new Set(accounts.filter(Boolean))]),
    transactions: JSON.stringify(all.map(({ hash }) => hash)),
  };
}

/**
 * The actions of a trace.
 * @param {Step[]} steps its transactions in order
 * @param {(account: string, kind: string) => any} contractOf row of `contracts`, with parsed details; undefined: no such contract
 */
export function actionsOf(steps, contractOf) {
  const nodes = linked(steps);
  const taken = new Set();
  const found = [];
  for (const find of WHOLE) {
    for (const node of nodes) {
      const action = taken.has(node) ? undefined : find(node, contractOf);
      if (!action) continue;
      found.push(action);
      for (const one of action.nodes) taken.add(one);
    }
  }
  for (const node of nodes) {
    for (const action of [taken.has(node) ? undefined : single(node), deploy(node)]) if (action) found.push(action);
  }
  return found.map(row);
}
