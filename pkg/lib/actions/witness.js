// Evidence about a message from the wallet's own state. A message that no search found may still have been executed: an index may lag behind,
// replicas differ, pages are limited. One response contains the wallet's state at a block and the time of that block, so both come from the
// same server.

import { QUERIES_OF_A_CELL } from "../../dist/message-abi.js";
import { WALLETS } from "../../dist/schemas.js";
import { decodeBody, decodeTransaction, messageHash, parseBoc } from "../../message.js";
import { readDict } from "../message/dict.js";
import { makeFieldsLoader } from "../message/loaders.js";
import { isDataError } from "../util/error.js";
import { requireTransactionOf } from "./follow-v2.js";
import { readInteger, readList, readNumber, readResponse, requireSameValue, readText } from "./read-response.js";
import { getTime } from "./time.js";

/** Send mode that deletes the account. */
const DESTROY_MODE = 32;
const PAGE_SIZE = 100;
/** Maximum transactions of one search back through the history of an account. */
const MAX_TRANSACTIONS = 1000;
const HIGHLOAD_VERSION = "highload_v3";

/** Wallet versions by code hash. @type {Map<string, string> | undefined} */
let versionByCodeHash;

export function findVersion(code) {
  versionByCodeHash ??= new Map(
    Object.entries(WALLETS).map(([version, { code }]) => [hashText(parseBoc(code)), version]),
  );
  return versionByCodeHash.get(hashText(code));
}

const hashText = (cell) => String(cell.hash());

/**
 * Reads the fields that decide whether a wallet executes a message: seqno or query id, `validUntil`, and whether the message may delete the
 * wallet, which then has no state. `undefined` if the body is not a request to this wallet.
 */
export function readRequest(version, body) {
  const isHighload = version === HIGHLOAD_VERSION;
  try {
    const request = /** @type {any} */ (decodeBody(body, { as: WALLETS[version].signed }));
    // A longer request belongs to another wallet v5.
    if (request.opcode !== null && request.rest !== null) return undefined;
    return {
      seqno: isHighload ? undefined : request.seqno,
      queryId: isHighload ? request.queryId : undefined,
      validUntil: isHighload ? Number(request.createdAt) + request.timeout : request.validUntil,
      // A highload wallet sends its messages within a message to itself, so their modes are not visible here.
      mayDestroy: isHighload || (request.actions ?? []).some(({ mode }) => (mode & DESTROY_MODE) !== 0),
    };
  } catch (error) {
    if (isDataError(error)) return undefined;
    throw error;
  }
}

/** Reads from a wallet's data what it has executed: its seqno, or the queries that it remembers and the time of its last clean-up. */
function readProgress(version, data) {
  const fields = makeFieldsLoader(WALLETS[version].data)(data.beginParse(), {});
  const { seqno, oldQueries, queries, lastCleanTime, signatureDisabled } = fields;
  if (version === HIGHLOAD_VERSION) return { queries: [oldQueries, queries], lastCleanTime: Number(lastCleanTime) };
  // A wallet v5 beta that accepts no signed messages has a negative seqno.
  return { seqno: signatureDisabled ? 2 ** 32 - seqno : seqno };
}

/** Whether a highload wallet remembers a query: a bit of one of 8192 cells. */
function remembersQuery(queries, queryId) {
  const [cell, bit] = [Math.floor(queryId / QUERIES_OF_A_CELL), queryId % QUERIES_OF_A_CELL];
  return queries.some((root) => {
    const valueSlice = readDict(root, 13).get(BigInt(cell));
    if (!valueSlice) return false;
    const bitSlice = valueSlice.remainingRefs > 0 ? valueSlice.loadRef().beginParse() : valueSlice;
    if (bitSlice.remainingBits <= bit) return false;
    return bitSlice.skip(bit).loadUint(1) === 1;
  });
}

/**
 * Reads the wallet at a masterchain block.
 *
 * @param {any} client @param {string} account in raw form @param {any} options of the request
 */
export async function readWitness(client, account, options) {
  const response = await client.v2.getAddressInformation({ address: account }, options);
  return readResponse("getAddressInformation", () => {
    const isActive = readText(response.state) === "active";
    const version = isActive ? findVersion(parseBoc(response.code)) : undefined;
    const last = response.last_transaction_id;
    return {
      isActive,
      hasCoins: Number(response.balance) > 0,
      version,
      ...(version === undefined ? {} : readProgress(version, parseBoc(response.data))),
      time: readNumber(response.sync_utime),
      block: readNumber(response.block_id.seqno),
      last: last && readInteger(last.lt) > 0n ? { lt: readInteger(last.lt), hash: readText(last.hash) } : null,
    };
  });
}

/**
 * Returns the state of a message according to the wallet: `"open"` (not executed up to the block), `"past"` (this message was executed, or
 * another one with its seqno), or `"unknown"`; the explanation; and until when the wallet accepts the message, as Unix time in seconds.
 *
 * @param {any} message decoded; `undefined` if only its hash is known @param {any} witness
 * @param {number | undefined} validUntil from the caller, used if the message itself has no time limit
 * @returns {{ status: string, explanation: string, validUntil: number | undefined }}
 */
export function judgeByWitness(message, witness, validUntil) {
  const makeUnknownFinding = (explanation) => ({ status: "unknown", explanation, validUntil });
  if (!message) return makeUnknownFinding("the hash alone does not show the seqno or query id of the message");
  const { isActive, block } = witness;
  const version = isActive ? witness.version : message.init?.code ? findVersion(message.init.code) : undefined;
  if (version === undefined)
    return makeUnknownFinding(`at block ${block} the account is not a wallet of a known version`);
  const request = readRequest(version, message.body);
  if (!request) return makeUnknownFinding(`the message is not a request of a wallet ${version}`);
  const makeFinding = (isPast, explanation) => ({
    status: isPast ? "past" : "open",
    explanation: `at block ${block} ${explanation}`,
    validUntil: request.validUntil,
  });
  if (!isActive) {
    if ((request.seqno ?? 0) > 0 || request.mayDestroy)
      return makeUnknownFinding(`at block ${block} the account has no contract, and may have had one`);
    return makeFinding(false, "the account has no contract");
  }
  if (version !== HIGHLOAD_VERSION) {
    const { seqno } = request;
    return makeFinding(
      witness.seqno > seqno,
      `the seqno of the wallet is ${witness.seqno}, and that of the message ${seqno}`,
    );
  }
  if (remembersQuery(witness.queries, request.queryId))
    return makeFinding(true, `the wallet has executed query ${request.queryId}`);
  // After its clean-up the wallet no longer remembers what it executed before.
  if (witness.lastCleanTime > request.validUntil)
    return makeUnknownFinding(`at block ${block} the wallet has forgotten the queries of that time`);
  return makeFinding(false, `the wallet has not executed query ${request.queryId}`);
}

/** Returns the seqno of the message, if it is a request to that wallet. */
export const readSeqno = (message, version) =>
  message && version !== undefined ? readRequest(version, message.body)?.seqno : undefined;

/**
 * Goes back through the history of an account, from the transaction that a witness names: each transaction names the previous one by its hash.
 * Returns the transaction that received the message, `"other"` (another request had its seqno), `"absent"` (no transaction received it, back to
 * the beginning or to `since`), or `"cut"` (the search ended before that).
 *
 * @param {any} client @param {string} account in raw form @param {{ last: any, version?: string }} witness
 * @param {{ hash: string, seqno?: number, since?: number, until: number, optionsOf: () => any }} wanted
 */
export async function walkHistoryBack(client, account, { last, version }, { hash, seqno, since, until, optionsOf }) {
  // A state without transactions does not name its account, so the account's list of transactions must be empty too.
  if (last === null && (await readRowsFrom(client, account, null, 1, optionsOf())).length > 0) return "cut";
  let next = last;
  for (let seenCount = 0; next !== null; ) {
    if (seenCount >= MAX_TRANSACTIONS || getTime(client).now() > until) return "cut";
    const rows = await readRowsFrom(client, account, next, PAGE_SIZE, optionsOf());
    if (rows.length === 0) return "cut";
    for (const row of rows) {
      const { cell, transaction } = readRow(row, account, next);
      seenCount += 1;
      const inMsg = cell.refs[0].beginParse().loadMaybeRef();
      if (transaction.hash === hash || (inMsg && messageHash(inMsg) === hash)) return transaction;
      if (since !== undefined && transaction.now < since) return "absent";
      if (seqno !== undefined && version !== undefined && readExecutedSeqno(version, transaction) <= seqno)
        return "other";
      if (transaction.prevTransLt === 0n) return "absent";
      next = { lt: transaction.prevTransLt, hash: transaction.prevTransHash };
    }
  }
  return "absent";
}

/** Reads the transactions of an account back from the given one, or from its last one. */
async function readRowsFrom(client, account, from, limit, options) {
  const start = from === null ? {} : { lt: String(from.lt), hash: from.hash };
  const response = await client.v2.getTransactions({ address: account, limit, ...start }, options);
  return readResponse("getTransactions", () => readList(response));
}

/** Decodes a transaction. Its logical time and hash must be those that the later transaction or the state names. */
const readRow = (row, account, { lt, hash }) =>
  readResponse("getTransactions", () => {
    const cell = parseBoc(row.data);
    const transaction = decodeTransaction(cell);
    requireTransactionOf(transaction, account);
    requireSameValue("transaction_id.lt", transaction.lt, lt);
    requireSameValue("transaction_id.hash", transaction.hash, hash);
    return { cell, transaction };
  });

/**
 * Whether a witness is about the account. Its state does not name the account, but its last transaction does, which is requested by its hash.
 * If the state names no transaction, the account's list of transactions must be empty, too.
 *
 * @param {any} client @param {string} account in raw form @param {{ last: any, isActive: boolean }} witness @param {any} options of the request
 */
export async function isWitnessOfAccount(client, account, { last, isActive }, options) {
  const [row] = await readRowsFrom(client, account, last, 1, options);
  if (last === null) return !isActive && row === undefined;
  if (row === undefined) return false;
  readRow(row, account, last);
  return true;
}

/** Returns the seqno of the request that a wallet executed in a transaction; infinity if it executed no request. */
function readExecutedSeqno(version, { inMsg, description }) {
  if (inMsg?.info.type !== "external-in" || description.computePh?.success !== true) return Infinity;
  return readRequest(version, inMsg.body)?.seqno ?? Infinity;
}
