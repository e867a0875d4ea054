// Follows a message over v2: finds its transaction in the account's list, then locates each message that this transaction sent.

import { decodeTransaction, messageHash, parseBoc } from "../../message.js";
import { fail, isTonEdgeError } from "../util/error.js";
import { readInteger, readList, readResponse, requireSameValue } from "./read-response.js";
import { getTime } from "./time.js";
import { summarizeCells } from "./transaction-summary.js";

const PAGE_SIZE = 20;
/**
 * Maximum number of pages of one search. If an account executes more transactions than that while a message is valid, only v3 can
 * follow the message.
 */
const MAX_PAGES = 10;
/** Maximum number of transactions of one trace. */
const MAX_NODES = 256;

/** A transaction with the normalized hash of the message that it received. */
const readTransaction = (row) =>
  readResponse("v2", () => {
    const cell = parseBoc(row.data);
    const inMsg = cell.refs[0].beginParse().loadMaybeRef();
    return { transaction: decodeTransaction(cell), receives: inMsg ? messageHash(inMsg) : undefined };
  });

/**
 * @param {any} client @param {string} hash @param {any} account in raw form
 * @param {number} since Unix time in seconds before which the message was not executed
 * @param {boolean} [mayBeTransactionHash] it may also be the hash of the transaction
 */
export function followV2(client, hash, account, since, mayBeTransactionHash = false) {
  if (account === undefined)
    throw fail("missing_parameter", "v2 finds a message only with the `account` that receives it", {
      parameter: "account",
    });
  const time = getTime(client);
  /** The newest transaction that was checked. */
  let newestLt = 0n;
  /** The known part of the tree, and the messages whose transactions are unknown. */
  let tree;

  async function findExecutingTransaction(options) {
    let pageStart;
    let newestSeenLt = newestLt;
    for (let page = 0; page < MAX_PAGES; page += 1) {
      const response = await client.v2.getTransactions({ address: account, limit: PAGE_SIZE, ...pageStart }, options);
      const rows = readResponse("getTransactions", () => readList(response));
      for (const row of rows) {
        const lt = readResponse("getTransactions", () => readInteger(row.transaction_id.lt));
        if (lt <= newestLt || row.utime < since) {
          newestLt = newestSeenLt;
          return undefined;
        }
        if (lt > newestSeenLt) newestSeenLt = lt;
        const { transaction, receives } = readTransaction(row);
        readResponse("getTransactions", () => requireTransactionOf(transaction, account));
        if (receives !== hash && !(mayBeTransactionHash && transaction.hash === hash)) continue;
        const summary = summarizeCells(transaction, readTransactionAccount(row, transaction));
        startTree(summary);
        return summary;
      }
      const last = rows[rows.length - 1];
      if (rows.length < PAGE_SIZE || !last) break;
      // The first row of the next page is the last row of this one. Checking it twice does no harm.
      pageStart = { lt: last.transaction_id.lt, hash: last.transaction_id.hash };
    }
    newestLt = newestSeenLt;
    return undefined;
  }

  function startTree(summary) {
    const root = { ...summary, children: [] };
    tree = { root, all: [root], open: listSentMessages(root) };
  }

  /**
   * Searches until `until` by `clock()`: a trace can have more messages than the time allows.
   *
   * @param {any} options @param {number} deadline @param {any} transaction of the message
   */
  async function findTrace(options, deadline, transaction) {
    // v3 may have found the transaction before it became unavailable.
    if (!tree && transaction.decoded) startTree(transaction);
    if (!tree && !(await findExecutingTransaction(options))) return { pending: 1 };
    // Checks each of these messages once; new ones wait for the next search. A message stays open if its request fails.
    for (const openMessage of [...tree.open]) {
      if (time.now() > deadline) break;
      if (tree.all.length >= MAX_NODES) return { root: tree.root, all: tree.all, incomplete: true };
      const row = await locateTransaction(client, openMessage.message, options);
      if (!row) continue;
      const { transaction, receives } = readTransaction(row);
      readResponse("tryLocateResultTx", () => {
        requireSameValue("in_msg.hash", receives, openMessage.message.hash);
      });
      const node = { ...summarizeCells(transaction, openMessage.message.info.dest), children: [] };
      openMessage.parent.children.push(node);
      tree.all.push(node);
      tree.open.splice(tree.open.indexOf(openMessage), 1);
      tree.open.push(...listSentMessages(node));
    }
    return tree.open.length > 0 ? { pending: tree.open.length } : { root: tree.root, all: tree.all, incomplete: false };
  }

  return { executed: findExecutingTransaction, trace: findTrace };
}

/**
 * Refuses a transaction of another account: its cell contains the hash part of the address. @param {any} transaction @param {string}
 * account
 */
export const requireTransactionOf = ({ accountAddr }, account) =>
  requireSameValue("account", accountAddr, account.slice(account.indexOf(":") + 1));

/** Returns the account of a transaction, in raw form. */
export const readTransactionAccount = (row, transaction) =>
  transaction.inMsg?.info.dest ?? row.account ?? `0:${transaction.accountAddr}`;

/** Returns the messages that a transaction sent to accounts. */
const listSentMessages = (parent) =>
  parent.decoded.outMsgs.filter(({ info }) => info.type === "internal").map((message) => ({ message, parent }));

/** Returns the transaction that received a message; undefined if there is none yet. */
async function locateTransaction(client, { info }, options) {
  try {
    const params = { source: info.src, destination: info.dest, created_lt: String(info.createdLt) };
    return await client.v2.tryLocateResultTx(params, options);
  } catch (error) {
    // Servers in Python respond with 503 if there is no transaction.
    if (isTonEdgeError(error) && (error.code === "not_found" || error.status === 503 || error.status === 500))
      return undefined;
    throw error;
  }
}
