// Derives the v3 actions of a trace: first those that span several transactions, such as the transfer of a token; then, from each remaining
// transaction, plain transfers and calls; and every deploy.
import { Cell } from "@ton/core";

import { hashSha256 } from "../blocks.mjs";
import { readComment } from "../bodies/index.mjs";
import { listCurrencies } from "../extra-currencies.mjs";
import { FINDERS as dns, TYPES as ofDns } from "./dns.mjs";
import { FINDERS as elections, TYPES as ofElections } from "./elections.mjs";
import { FINDERS as jettons, TYPES as ofJettons } from "./jettons.mjs";
import { FINDERS as multisig, TYPES as ofMultisig } from "./multisig.mjs";
import { FINDERS as nfts, TYPES as ofNfts } from "./nfts.mjs";
import { FINDERS as staking, TYPES as ofStaking } from "./staking.mjs";
import { FINDERS as vesting, TYPES as ofVesting } from "./vesting.mjs";
import { ENCRYPTED_COMMENT, isDeploying, readEncryptedText, isTransfer, linkSteps } from "./trace.mjs";

/** @typedef {import("./trace.mjs").Node} Node @typedef {import("./trace.mjs").Found} Found @typedef {import("./trace.mjs").Step} Step */

const FINDERS = [...jettons, ...nfts, ...dns, ...staking, ...multisig, ...vesting, ...elections];

/** Types of actions by the shortcut of `supported_action_types` that holds them. */
export const TYPES = mergeFamilies(
  { general: ["ton_transfer", "call_contract", "contract_deploy"] },
  ofJettons,
  ofNfts,
  ofDns,
  ofStaking,
  ofMultisig,
  ofVesting,
  ofElections,
);

/** A shortcut can have types of several families, and a type several shortcuts. @param {...Record<string, string[]>} families */
function mergeFamilies(...families) {
  /** @type {Record<string, string[]>} */
  const typesByName = {};
  for (const [name, types] of families.flatMap((family) => Object.entries(family))) {
    typesByName[name] = [...new Set([...(typesByName[name] ?? []), ...types])];
  }
  return typesByName;
}

/** @param {any} message row of `messages` */
function readTransferDetails(message) {
  const body = Cell.fromBoc(message.body)[0];
  const isEncrypted = message.opcode === ENCRYPTED_COMMENT;
  return {
    source: message.source,
    destination: message.destination,
    value: String(message.value),
    value_extra_currencies: listCurrencies(message.extra_currencies),
    comment: isEncrypted ? readEncryptedText(body) : readComment(body) || null,
    encrypted: isEncrypted,
  };
}

const getCall = (/** @type {any} */ message) =>
  message && {
    opcode: message.opcode ?? undefined,
    source: message.source ?? undefined,
    destination: message.destination,
    value: message.value === null ? undefined : String(message.value),
  };

/** The action of a single transaction. @param {Node} node @returns {Found | undefined} */
function findSingleAction(node) {
  const { tx, incoming: message } = node;
  if (message?.type !== "internal" || message.bounced) return undefined;
  const accounts = [message.source, message.destination];
  // Money sent to an account without code arrives even though its transaction is aborted; only a bounce returns it.
  const isBounced = Boolean(JSON.parse(tx.description).bounce);
  return isTransfer(message)
    ? { type: "ton_transfer", success: !isBounced, nodes: [node], details: readTransferDetails(message), accounts }
    : {
        type: "call_contract",
        success: !tx.aborted,
        nodes: [node],
        details: { ...getCall(message), extra_currencies: listCurrencies(message.extra_currencies) },
        accounts,
      };
}

/** @param {Node} node @returns {Found | undefined} */
function findDeploy(node) {
  const { tx, incoming: message } = node;
  if (!isDeploying(node)) return undefined;
  const details = getCall(message) ?? { destination: tx.account };
  return { type: "contract_deploy", success: true, nodes: [node], details, accounts: [message?.source, tx.account] };
}

/** A row of `actions`. The transaction that sent the first message belongs to it. @param {Found} found */
function makeRow({ type, success, nodes, details, accounts }) {
  const [firstNode] = nodes;
  const all = [...(firstNode.sender && !nodes.includes(firstNode.sender) ? [firstNode.sender] : []), ...nodes].map(
    ({ tx }) => tx,
  );
  const [firstTransaction] = all;
  const lastTransaction = all.reduce((a, b) => (b.lt > a.lt ? b : a));
  return {
    action_id: hashSha256("ton-edge devnet action", firstTransaction.trace_id, type, nodes.at(-1)?.tx.hash ?? ""),
    trace_id: firstTransaction.trace_id,
    type,
    success: Number(success),
    start_lt: firstTransaction.lt,
    end_lt: lastTransaction.lt,
    start_utime: firstTransaction.now,
    end_utime: lastTransaction.now,
    mc_seqno: lastTransaction.mc_seqno,
    details: JSON.stringify(details),
    accounts: JSON.stringify([...new Set(accounts.filter(Boolean))]),
    transactions: JSON.stringify(all.map(({ hash }) => hash)),
  };
}

/**
 * The actions of a trace.
 * @param {Step[]} steps its transactions in order
 * @param {import("./trace.mjs").FindContract} findContract
 */
export function listActions(steps, findContract) {
  const nodes = linkSteps(steps);
  const coveredNodes = new Set();
  const foundActions = [];
  for (const find of FINDERS) {
    for (const node of nodes) {
      const action = coveredNodes.has(node) ? undefined : find(node, findContract);
      if (!action) continue;
      foundActions.push(action);
      for (const takenNode of action.nodes) coveredNodes.add(takenNode);
    }
  }
  for (const node of nodes) {
    for (const action of [coveredNodes.has(node) ? undefined : findSingleAction(node), findDeploy(node)])
      if (action) foundActions.push(action);
  }
  return foundActions.map(makeRow);
}
