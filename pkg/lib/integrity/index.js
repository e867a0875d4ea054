// The option `integrity` of the client: checks whether a response agrees with itself, with its request, and with earlier responses.

import { messageHash } from "../../message.js";
import { toRawAddress } from "../actions/raw-address.js";
import { clock } from "../client/clock.js";
import { fail, isList, isTonEdgeError } from "../util/error.js";
import { checkBag, hashText, hashOf, readBag } from "./hashes.js";
import { checkKnown, checkLinks, checkStart, knownAt } from "./history.js";
import { checkMessage } from "./message-v3.js";
import { mismatch } from "./mismatch.js";
import { readRequest } from "./request.js";
import { checkTransaction as checkV2 } from "./transaction-v2.js";
import { checkTrace, checkTransaction as checkV3 } from "./transaction-v3.js";

/** Milliseconds after which others on the same thread get their turn, and objects after which the clock is read. */
const SLICE_MS = 8;
const SLICE_OBJECTS = 64;

/** Parameters of v3 `transactions` that leave the list of one account without gaps. */
const WHOLE = ["account", "start_utime", "end_utime", "start_lt", "end_lt", "limit", "offset", "sort"];

const isObject = (value) => typeof value === "object" && value !== null;
const breathe = () => new Promise((done) => setTimeout(done, 0));

function raw(address) {
  try {
    return toRawAddress(address);
  } catch {
    return undefined;
  }
}

/** The checks of an object by its own fields. Returns a transaction. */
function checkObject(path, object, requested) {
  checkBag(path, object, "code_boc", "code_hash");
  checkBag(path, object, "data_boc", "data_hash");
  if (object["@type"] === "smc.libraryEntry") checkBag(path, object, "data", "hash");
  if ("message_content" in object) checkMessage(path, object);
  if (isObject(object.trace) && isObject(object.transactions)) checkTrace(path, object);
  if (typeof object.data === "string" && isObject(object.transaction_id)) return checkV2(path, object, requested);
  if ("prev_trans_hash" in object && "account" in object) return checkV3(path, object);
  return undefined;
}

/** Checks every object of a result. Gives its transactions, in their order. */
async function checkObjects(result, requested) {
  const transactions = [];
  const left = [{ value: result, path: "" }];
  let since = clock();
  for (let count = 1; left.length > 0; count += 1) {
    const { value, path } = left.pop();
    const inner = [];
    // Paths are only joined, never read: a deep result has long ones.
    if (isList(value)) value.forEach((one, at) => inner.push({ value: one, path: `${path}[${at}]` }));
    else {
      const prefix = path === "" ? "" : `${path}.`;
      const found = checkObject(prefix, value, requested);
      if (found) transactions.push(found);
      for (const [name, one] of Object.entries(value)) inner.push({ value: one, path: prefix + name });
    }
    for (const one of inner.reverse()) if (isObject(one.value)) left.push(one);
    if (count % SLICE_OBJECTS > 0 || clock() - since < SLICE_MS) continue;
    await breathe();
    since = clock();
  }
  return transactions;
}

/** v2 `getTransactions` and `getTransactionsStd`: a list of one account without gaps, from the requested transaction on. */
function checkHistoryV2({ all }, result, transactions) {
  const path = isList(result) ? "" : "transactions";
  checkLinks(transactions);
  const [lt, hash] = [all("lt")[0], all("hash")[0]];
  if (transactions.length > 0 && hash !== undefined && lt !== undefined && lt !== "0")
    checkStart(path, transactions, { lt, hash: hashText(hash) });
  const next = isList(result) ? undefined : result?.previous_transaction_id;
  const last = transactions.at(-1);
  if (
    next &&
    last &&
    String(next.lt) !== "0" &&
    (String(next.lt) !== last.prevLt || hashText(next.hash) !== last.prevHash)
  )
    throw mismatch(
      "previous_transaction_id",
      `${next.hash} at ${next.lt}`,
      "the one before the last transaction",
      `${last.prevHash} at ${last.prevLt}`,
    );
}

/** v3 `transactions`: those of the account or with the hashes that were requested; of one account, without gaps. */
function checkHistoryV3(known, { all, names }, transactions) {
  const accounts = all("account").map(raw);
  const hashes = all("hash").map(hashText);
  for (const { path, account, hash } of transactions) {
    if (accounts.length > 0 && !accounts.includes(account))
      throw mismatch(`${path}account`, account, "the requested one", accounts[0]);
    if (hashes.length > 0 && !hashes.includes(hash))
      throw mismatch(`${path}hash`, hash, "the requested one", hashes[0]);
  }
  if (accounts.length !== 1 || !names.every((name) => WHOLE.includes(name))) return;
  checkLinks(transactions);
  // A page begins with the last transaction of the page before it.
  const bound = all(all("sort")[0] === "asc" ? "start_lt" : "end_lt")[0];
  const isFirst = bound !== undefined && !["start_utime", "end_utime"].some((name) => names.includes(name));
  const start = isFirst && Number(all("offset")[0] ?? 0) === 0 ? knownAt(known, accounts[0], bound) : undefined;
  if (start) checkStart("transactions", transactions, start);
}

/** Operations whose rows are about an account in the request. */
function checkAccounts({ all }, { accounts }) {
  const requested = all("address").map(raw);
  for (const [at, row] of (isList(accounts) ? accounts : []).entries())
    if (isObject(row) && !requested.includes(row.address))
      throw mismatch(`accounts[${at}].address`, row.address, "no account of the request; the first one", requested[0]);
}

/** The hashes of a message that was sent. */
function checkSent({ all }, result, hash, normalized) {
  const cell = readBag("boc", all("boc")[0]);
  const hashes = { [hash]: hashOf(cell), [normalized]: messageHash(cell) };
  for (const [name, found] of Object.entries(hashes))
    if (typeof result?.[name] === "string" && hashText(result[name]) !== found)
      throw mismatch(name, result[name], "the hash of the message that was sent", found);
}

/** Libraries that were requested. */
function checkLibraries({ all }, { result }) {
  const requested = all("libraries").map(hashText);
  for (const [at, entry] of (isList(result) ? result : []).entries()) {
    if (!isObject(entry)) continue;
    checkBag(`result[${at}].`, entry, "data", "hash");
    if (requested.length > 0 && !requested.includes(hashText(entry.hash)))
      throw mismatch(`result[${at}].hash`, entry.hash, "no library of the request; the first one", requested[0]);
  }
}

/** Further checks, by operation. */
const OPERATIONS = {
  "v2 getTransactions": (known, request, result, found) => checkHistoryV2(request, result, found),
  "v2 getTransactionsStd": (known, request, result, found) => checkHistoryV2(request, result, found),
  "v2 getLibraries": (known, request, result) => checkLibraries(request, result),
  "v2 sendBocReturnHash": (known, request, result) => checkSent(request, result, "hash", "hash_norm"),
  "v3 message": (known, request, result) => checkSent(request, result, "message_hash", "message_hash_norm"),
  "v3 transactions": (known, request, result, found) => checkHistoryV3(known, request, found),
  "v3 accountStates": (known, request, result) => checkAccounts(request, result),
};

async function check(known, request, result) {
  const requested = request.generation === "v2" ? request.all("address").map(raw)[0] : undefined;
  const found = await checkObjects(result, requested);
  OPERATIONS[`${request.generation} ${request.name}`]?.(known, request, result, found);
  checkKnown(known, found);
}

/**
 * The result, if it agrees with itself, with its request and with earlier ones; else it rejects with `integrity_failed`.
 *
 * @param {Map<string, string>} known hashes of transactions by account and logical time
 * @param {{ target: string, body: string | undefined }} plan the request @param {any} result
 */
export async function checkResult(known, plan, result) {
  try {
    if (isObject(result)) await check(known, readRequest(plan), result);
  } catch (cause) {
    if (isTonEdgeError(cause)) throw cause;
    throw fail("invalid_response", "the response cannot be checked: it has another form than that of the API", {
      cause,
    });
  }
  return result;
}
