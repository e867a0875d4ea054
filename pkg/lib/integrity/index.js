// The option `integrity` of the client: checks that a response agrees with itself, with its request, and with earlier responses.

import { messageHash } from "../../message.js";
import { toRawAddress } from "../actions/raw-address.js";
import { clock } from "../client/clock.js";
import { fail, isList, isTonEdgeError } from "../util/error.js";
import { checkBag, normalizeHash, hashCell, readBag } from "./hashes.js";
import { checkKnownHashes, checkLinks, checkStart, findKnown } from "./history.js";
import { checkMessage } from "./message-v3.js";
import { mismatchError } from "./mismatch.js";
import { readRequest } from "./request.js";
import { checkTransaction as checkV2 } from "./transaction-v2.js";
import { checkTrace, checkTransaction as checkV3 } from "./transaction-v3.js";

/** Milliseconds after which the check yields to other work on the thread, and the number of objects between two reads of the clock. */
const SLICE_MS = 8;
const SLICE_OBJECTS = 64;

/** Parameters with which a list of v3 `transactions` of one account has no gaps; further filters would cause gaps. */
const GAPLESS_PARAMETERS = ["account", "start_utime", "end_utime", "start_lt", "end_lt", "limit", "offset", "sort"];

const isObject = (value) => typeof value === "object" && value !== null;
const yieldThread = () => new Promise((resolve) => setTimeout(resolve, 0));

function rawOrUndefined(address) {
  try {
    return toRawAddress(address);
  } catch {
    return undefined;
  }
}

/** Checks the fields of an object against each other. If the object is a transaction, returns its data for further checks. */
function checkObject(path, object, requestedAccount) {
  checkBag(path, object, "code_boc", "code_hash");
  checkBag(path, object, "data_boc", "data_hash");
  if (object["@type"] === "smc.libraryEntry") checkBag(path, object, "data", "hash");
  if ("message_content" in object) checkMessage(path, object);
  if (isObject(object.trace) && isObject(object.transactions)) checkTrace(path, object);
  if (typeof object.data === "string" && isObject(object.transaction_id))
    return checkV2(path, object, requestedAccount);
  if ("prev_trans_hash" in object && "account" in object) return checkV3(path, object);
  return undefined;
}

/** Checks every object of a result. Returns the transactions in the order of the result. */
async function checkObjects(result, requestedAccount) {
  const transactions = [];
  const pendingValues = [{ value: result, path: "" }];
  let sliceStart = clock();
  for (let count = 1; pendingValues.length > 0; count += 1) {
    const { value, path } = pendingValues.pop();
    const children = [];
    // Paths are only concatenated here, never compared: those in a deeply nested result are long.
    if (isList(value)) value.forEach((child, index) => children.push({ value: child, path: `${path}[${index}]` }));
    else {
      const prefix = path === "" ? "" : `${path}.`;
      const transaction = checkObject(prefix, value, requestedAccount);
      if (transaction) transactions.push(transaction);
      for (const [name, child] of Object.entries(value)) children.push({ value: child, path: prefix + name });
    }
    for (const child of children.reverse()) if (isObject(child.value)) pendingValues.push(child);
    if (count % SLICE_OBJECTS > 0 || clock() - sliceStart < SLICE_MS) continue;
    await yieldThread();
    sliceStart = clock();
  }
  return transactions;
}

/**
 * Checks `getTransactions` and `getTransactionsStd` of v2: the list belongs to one account, has no gaps, and begins with the requested
 * transaction.
 */
function checkHistoryV2({ all: getAll }, result, transactions) {
  const path = isList(result) ? "" : "transactions";
  checkLinks(transactions);
  const [lt, hash] = [getAll("lt")[0], getAll("hash")[0]];
  if (transactions.length > 0 && hash !== undefined && lt !== undefined && lt !== "0")
    checkStart(path, transactions, { lt, hash: normalizeHash(hash) });
  const next = isList(result) ? undefined : result?.previous_transaction_id;
  const last = transactions[transactions.length - 1];
  if (
    next &&
    last &&
    String(next.lt) !== "0" &&
    (String(next.lt) !== last.prevLt || normalizeHash(next.hash) !== last.prevHash)
  )
    throw mismatchError(
      "previous_transaction_id",
      `${next.hash} at ${next.lt}`,
      "the transaction before the last one in the list",
      `${last.prevHash} at ${last.prevLt}`,
    );
}

/** Checks `transactions` of v3: each has a requested account or hash, and a list of one account has no gaps. */
function checkHistoryV3(knownHashes, { all: getAll, names }, transactions) {
  const accounts = getAll("account").map(rawOrUndefined);
  const hashes = getAll("hash").map(normalizeHash);
  for (const { path, account, hash } of transactions) {
    if (accounts.length > 0 && !accounts.includes(account))
      throw mismatchError(`${path}account`, account, "the requested one", accounts[0]);
    if (hashes.length > 0 && !hashes.includes(hash))
      throw mismatchError(`${path}hash`, hash, "the requested one", hashes[0]);
  }
  if (accounts.length !== 1 || !names.every((name) => GAPLESS_PARAMETERS.includes(name))) return;
  checkLinks(transactions);
  // A following page begins with the last transaction of the previous page.
  const boundText = getAll(getAll("sort")[0] === "asc" ? "start_lt" : "end_lt")[0];
  const isFirst = boundText !== undefined && !["start_utime", "end_utime"].some((name) => names.includes(name));
  const start =
    isFirst && Number(getAll("offset")[0] ?? 0) === 0 ? findKnown(knownHashes, accounts[0], boundText) : undefined;
  if (start) checkStart("transactions", transactions, start);
}

/** Checks that all rows are about accounts in the request. */
function checkAccounts({ all: getAll }, { accounts }) {
  const requestedAccounts = getAll("address").map(rawOrUndefined);
  for (const [index, row] of (isList(accounts) ? accounts : []).entries())
    if (isObject(row) && !requestedAccounts.includes(row.address))
      throw mismatchError(
        `accounts[${index}].address`,
        row.address,
        "the request does not have this account: its first account",
        requestedAccounts[0],
      );
}

/** Checks the hashes that the response states for a sent message. */
function checkSentMessage({ all: getAll }, result, hash, normalized) {
  const cell = readBag("boc", getAll("boc")[0]);
  const hashes = { [hash]: hashCell(cell), [normalized]: messageHash(cell) };
  for (const [name, expectedHash] of Object.entries(hashes))
    if (typeof result?.[name] === "string" && normalizeHash(result[name]) !== expectedHash)
      throw mismatchError(name, result[name], "the hash of the message that was sent", expectedHash);
}

/** Checks libraries against the requested hashes. */
function checkLibraries({ all: getAll }, { result }) {
  const requestedHashes = getAll("libraries").map(normalizeHash);
  for (const [index, entry] of (isList(result) ? result : []).entries()) {
    if (!isObject(entry)) continue;
    checkBag(`result[${index}].`, entry, "data", "hash");
    if (requestedHashes.length > 0 && !requestedHashes.includes(normalizeHash(entry.hash)))
      throw mismatchError(
        `result[${index}].hash`,
        entry.hash,
        "the request does not have this library: its first hash",
        requestedHashes[0],
      );
  }
}

/** Further checks, by operation. */
const OPERATIONS = {
  "v2 getTransactions": (knownHashes, request, result, transactions) => checkHistoryV2(request, result, transactions),
  "v2 getTransactionsStd": (knownHashes, request, result, transactions) =>
    checkHistoryV2(request, result, transactions),
  "v2 getLibraries": (knownHashes, request, result) => checkLibraries(request, result),
  "v2 sendBocReturnHash": (knownHashes, request, result) => checkSentMessage(request, result, "hash", "hash_norm"),
  "v2 sendBocReturnHashNoError": (knownHashes, request, result) =>
    checkSentMessage(request, result, "hash", "hash_norm"),
  "v3 message": (knownHashes, request, result) =>
    checkSentMessage(request, result, "message_hash", "message_hash_norm"),
  "v3 transactions": (knownHashes, request, result, transactions) => checkHistoryV3(knownHashes, request, transactions),
  "v3 accountStates": (knownHashes, request, result) => checkAccounts(request, result),
};

async function checkAll(knownHashes, request, result) {
  const requestedAccount = request.generation === "v2" ? request.all("address").map(rawOrUndefined)[0] : undefined;
  const transactions = await checkObjects(result, requestedAccount);
  OPERATIONS[`${request.generation} ${request.name}`]?.(knownHashes, request, result, transactions);
  checkKnownHashes(knownHashes, transactions);
}

/**
 * Returns the result if it agrees with itself, with its request and with earlier results; otherwise rejects with `integrity_failed`.
 *
 * @param {Map<string, string>} knownHashes hashes of transactions by account and logical time
 * @param {{ target: string, body: string | undefined }} plan the request @param {any} result
 */
export async function checkResult(knownHashes, plan, result) {
  try {
    if (isObject(result)) await checkAll(knownHashes, readRequest(plan), result);
  } catch (cause) {
    if (isTonEdgeError(cause)) throw cause;
    throw fail("invalid_response", "the response cannot be checked: it does not have the form that the API defines", {
      cause,
    });
  }
  return result;
}
