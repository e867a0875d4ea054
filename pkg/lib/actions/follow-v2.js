// Follows a message over v2: its transaction among those of the account, and what that sent by locating each message.

import { decodeTransaction, messageHash, parseBoc } from "../../message.js";
import { fail, isTonEdgeError } from "../util/error.js";
import { summaryOfCells } from "./transaction-summary.js";

const PAGE = 20;
/** Pages of one look: an account that executes more than this in the time of a message needs v3. */
const MOST_PAGES = 10;
/** Transactions of one trace. */
const MOST_NODES = 256;

/** A transaction with the hash of the message that it received, as everyone knows it. */
function readTransaction(row) {
  const cell = parseBoc(row.data);
  const inMsg = cell.refs[0].beginParse().loadMaybeRef();
  return { transaction: decodeTransaction(cell), receives: inMsg ? messageHash(inMsg) : undefined };
}

/**
 * @param {any} client @param {string} hash @param {any} account in any form
 * @param {number} since Unix time in seconds before which the message was not executed
 */
export function followV2(client, hash, account, since) {
  if (account === undefined)
    throw fail("missing_parameter", "v2 finds a message only with the `account` that receives it", {
      parameter: "account",
    });
  /** The newest transaction that was looked at. */
  let newest = 0n;
  /** The tree, as far as it is known, and messages whose transactions are not. */
  let tree;

  async function executed(options) {
    let from;
    let top = newest;
    for (let page = 0; page < MOST_PAGES; page += 1) {
      const rows = await client.v2.getTransactions({ address: account, limit: PAGE, ...from }, options);
      for (const row of rows) {
        const lt = BigInt(row.transaction_id.lt);
        if (lt <= newest || row.utime < since) {
          newest = top;
          return undefined;
        }
        if (lt > top) top = lt;
        const { transaction, receives } = readTransaction(row);
        if (receives !== hash) continue;
        const summary = summaryOfCells(transaction, accountOf(row, transaction));
        startTree(summary);
        return summary;
      }
      const last = rows.at(-1);
      if (rows.length < PAGE || !last) break;
      // The first row of the next page is the last one of this page: it is looked at twice, and found once.
      from = { lt: last.transaction_id.lt, hash: last.transaction_id.hash };
    }
    newest = top;
    return undefined;
  }

  function startTree(summary) {
    const root = { ...summary, children: [] };
    tree = { root, all: [root], open: outgoing(root) };
  }

  async function trace(options) {
    const stillOpen = [];
    for (const { message, parent } of tree.open.splice(0)) {
      if (tree.all.length >= MOST_NODES) return { root: tree.root, all: tree.all, incomplete: true };
      const row = await locate(client, message, options);
      if (!row) {
        stillOpen.push({ message, parent });
        continue;
      }
      const { transaction } = readTransaction(row);
      const node = { ...summaryOfCells(transaction, message.info.dest), children: [] };
      parent.children.push(node);
      tree.all.push(node);
      tree.open.push(...outgoing(node));
    }
    tree.open.push(...stillOpen);
    return tree.open.length > 0 ? { pending: tree.open.length } : { root: tree.root, all: tree.all, incomplete: false };
  }

  return { executed, trace };
}

/** The account of a transaction, in raw form. */
const accountOf = (row, transaction) => transaction.inMsg?.info.dest ?? row.account ?? `0:${transaction.accountAddr}`;

/** The messages that a transaction sent to accounts. */
const outgoing = (parent) =>
  parent.decoded.outMsgs.filter(({ info }) => info.type === "internal").map((message) => ({ message, parent }));

/** The transaction that received a message, or undefined if there is none yet. */
async function locate(client, { info }, options) {
  try {
    const params = { source: info.src, destination: info.dest, created_lt: String(info.createdLt) };
    return await client.v2.tryLocateResultTx(params, options);
  } catch (error) {
    // Servers in Python respond with 503 where there is none.
    if (isTonEdgeError(error) && (error.code === "not_found" || error.status === 503 || error.status === 500))
      return undefined;
    throw error;
  }
}
