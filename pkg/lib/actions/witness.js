// Evidence about a message from the wallet itself. A message that no search found may still have been executed: an index lags behind,
// replicas differ, and a page ends. The state of the wallet at a block comes in one response with the time of that block, so both are of
// one server.

import { QUERIES_OF_A_CELL } from "../../dist/message-abi.js";
import { WALLETS } from "../../dist/schemas.js";
import { decodeBody, decodeTransaction, messageHash, parseBoc } from "../../message.js";
import { readDict } from "../message/dict.js";
import { fieldsOf } from "../message/loaders.js";
import { isTonEdgeError } from "../util/error.js";
import { ofAccount } from "./follow-v2.js";
import { integerIn, listIn, numberIn, readResponse, requireSame, textIn } from "./read-response.js";

/** Send mode that deletes the account. */
const DESTROY = 32;
const PAGE = 100;
/** Transactions of one walk back through the history of an account. */
const MOST_TRANSACTIONS = 1000;
const HIGHLOAD = "highload_v3";

/** The versions of wallets by the hashes of their codes. @type {Map<string, string> | undefined} */
let versions;

export function versionOf(code) {
  versions ??= new Map(Object.entries(WALLETS).map(([version, { code }]) => [hashOf(parseBoc(code)), version]));
  return versions.get(hashOf(code));
}

const hashOf = (cell) => String(cell.hash());

/**
 * What decides when a wallet executes a message: its seqno, or its query; until when; and whether it may delete the wallet, which then says nothing
 * any more. `undefined` if the body is not one of this wallet.
 */
function requestOf(version, body) {
  const isHighload = version === HIGHLOAD;
  try {
    const read = /** @type {any} */ (decodeBody(body, { as: WALLETS[version].signed }));
    // A longer request is one of another wallet v5.
    if (read.opcode !== null && read.rest !== null) return undefined;
    return {
      seqno: isHighload ? undefined : read.seqno,
      queryId: isHighload ? read.queryId : undefined,
      validUntil: isHighload ? Number(read.createdAt) + read.timeout : read.validUntil,
      // The messages of a highload wallet are inside a message to itself.
      mayDestroy: isHighload || (read.actions ?? []).some(({ mode }) => (mode & DESTROY) !== 0),
    };
  } catch (error) {
    if (isTonEdgeError(error)) return undefined;
    throw error;
  }
}

/** The part of a wallet's data that tells what it has executed: its seqno; or the queries that it remembers, and when it forgot older ones. */
function progressOf(version, data) {
  const read = fieldsOf(WALLETS[version].data)(data.beginParse(), {});
  const { seqno, oldQueries, queries, lastCleanTime, signatureDisabled } = read;
  if (version === HIGHLOAD) return { queries: [oldQueries, queries], lastCleanTime: Number(lastCleanTime) };
  // A wallet v5 beta that takes no signed messages has a negative one.
  return { seqno: signatureDisabled ? 2 ** 32 - seqno : seqno };
}

/** Whether a highload wallet remembers a query: a bit of one of 8192 cells. */
function remembers(queries, queryId) {
  const [cell, bit] = [Math.floor(queryId / QUERIES_OF_A_CELL), queryId % QUERIES_OF_A_CELL];
  return queries.some((root) => {
    const found = readDict(root, 13).get(BigInt(cell));
    if (!found) return false;
    const bits = found.remainingRefs > 0 ? found.loadRef().beginParse() : found;
    if (bits.remainingBits <= bit) return false;
    return bits.skip(bit).loadUint(1) === 1;
  });
}

/**
 * The wallet at a masterchain block.
 *
 * @param {any} client @param {string} account in raw form @param {any} options of the request
 */
export async function readWitness(client, account, options) {
  const response = await client.v2.getAddressInformation({ address: account }, options);
  return readResponse("getAddressInformation", () => {
    const isActive = textIn(response.state) === "active";
    const version = isActive ? versionOf(parseBoc(response.code)) : undefined;
    const last = response.last_transaction_id;
    return {
      isActive,
      hasCoins: Number(response.balance) > 0,
      version,
      ...(version === undefined ? {} : progressOf(version, parseBoc(response.data))),
      time: numberIn(response.sync_utime),
      block: numberIn(response.block_id.seqno),
      last: last && integerIn(last.lt) > 0n ? { lt: integerIn(last.lt), hash: textIn(last.hash) } : null,
    };
  });
}

/**
 * The state of a message according to the wallet: `"open"` (not executed up to the block), `"past"` (executed, or another message in its
 * place), or `"unknown"`; why; and until when it takes the message, in seconds.
 *
 * @param {any} message decoded; `undefined` if only its hash is known @param {any} witness
 * @param {number | undefined} validUntil what the caller says, which counts where the message does not say it
 * @returns {{ says: string, why: string, validUntil: number | undefined }}
 */
export function testimony(message, witness, validUntil) {
  const unknown = (why) => ({ says: "unknown", why, validUntil });
  if (!message) return unknown("the hash alone does not say which request of the wallet it is");
  const { isActive, block } = witness;
  const version = isActive ? witness.version : message.init?.code ? versionOf(message.init.code) : undefined;
  if (version === undefined) return unknown(`at block ${block} the account is not a wallet of a known version`);
  const request = requestOf(version, message.body);
  if (!request) return unknown(`the message is not a request of a wallet ${version}`);
  const say = (isPast, why) => ({
    says: isPast ? "past" : "open",
    why: `at block ${block} ${why}`,
    validUntil: request.validUntil,
  });
  if (!isActive) {
    if ((request.seqno ?? 0) > 0 || request.mayDestroy)
      return unknown(`at block ${block} the account has no contract, and may have had one`);
    return say(false, "the account has no contract");
  }
  if (version !== HIGHLOAD) {
    const { seqno } = request;
    return say(witness.seqno > seqno, `the seqno of the wallet is ${witness.seqno}, and that of the message ${seqno}`);
  }
  if (remembers(witness.queries, request.queryId)) return say(true, `the wallet has executed query ${request.queryId}`);
  // After its clean-up the wallet has forgotten what it executed before.
  if (witness.lastCleanTime > request.validUntil)
    return unknown(`at block ${block} the wallet has forgotten the queries of that time`);
  return say(false, `the wallet has not executed query ${request.queryId}`);
}

/** The seqno of the message, if it is a request of that wallet. */
export const seqnoOf = (message, version) =>
  message && version !== undefined ? requestOf(version, message.body)?.seqno : undefined;

/**
 * Goes back through the history of an account, from the transaction that a witness names, by the hashes by which each transaction names the one
 * before it. Gives the transaction that received the message, `"other"` (another request had its seqno), `"absent"` (none did, back to the
 * beginning or to `since`), or `"cut"`.
 *
 * @param {any} client @param {string} account in raw form @param {{ last: any, version?: string }} witness
 * @param {{ hash: string, seqno?: number, since?: number, until: number, optionsOf: () => any }} wanted
 */
export async function walkBack(client, account, { last, version }, { hash, seqno, since, until, optionsOf }) {
  // A state without transactions does not name its account, so the account's list of transactions must be empty too.
  if (last === null && (await rowsFrom(client, account, null, 1, optionsOf())).length > 0) return "cut";
  let next = last;
  for (let seen = 0; next !== null; ) {
    if (seen >= MOST_TRANSACTIONS || Date.now() > until) return "cut";
    const rows = await rowsFrom(client, account, next, PAGE, optionsOf());
    if (rows.length === 0) return "cut";
    for (const row of rows) {
      const { cell, transaction } = readRow(row, account, next);
      seen += 1;
      const inMsg = cell.refs[0].beginParse().loadMaybeRef();
      if (transaction.hash === hash || (inMsg && messageHash(inMsg) === hash)) return transaction;
      if (since !== undefined && transaction.now < since) return "absent";
      if (seqno !== undefined && version !== undefined && executedSeqno(version, transaction) <= seqno) return "other";
      if (transaction.prevTransLt === 0n) return "absent";
      next = { lt: transaction.prevTransLt, hash: transaction.prevTransHash };
    }
  }
  return "absent";
}

/** The transactions of an account from one on, or from its last one on. */
async function rowsFrom(client, account, from, limit, options) {
  const at = from === null ? {} : { lt: String(from.lt), hash: from.hash };
  const response = await client.v2.getTransactions({ address: account, limit, ...at }, options);
  return readResponse("getTransactions", () => listIn(response));
}

/** A transaction of the account, the one that another one or the state names. */
const readRow = (row, account, { lt, hash }) =>
  readResponse("getTransactions", () => {
    const cell = parseBoc(row.data);
    const transaction = decodeTransaction(cell);
    ofAccount(transaction, account);
    requireSame("transaction_id.lt", transaction.lt, lt);
    requireSame("transaction_id.hash", transaction.hash, hash);
    return { cell, transaction };
  });

/**
 * Whether a witness is about the account. Its state does not say so; its last transaction, which comes with its hash, does. Of an account that has
 * none, there must be none in its list either.
 *
 * @param {any} client @param {string} account in raw form @param {{ last: any, isActive: boolean }} witness @param {any} options of the request
 */
export async function isOfAccount(client, account, { last, isActive }, options) {
  const [row] = await rowsFrom(client, account, last, 1, options);
  if (last === null) return !isActive && row === undefined;
  if (row === undefined) return false;
  readRow(row, account, last);
  return true;
}

/** The seqno of the request that a wallet executed in a transaction; infinite if it executed no request. */
function executedSeqno(version, { inMsg, description }) {
  if (inMsg?.info.type !== "external-in" || description.computePh?.success !== true) return Infinity;
  return requestOf(version, inMsg.body)?.seqno ?? Infinity;
}
