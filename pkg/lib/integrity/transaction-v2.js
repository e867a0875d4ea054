// Checks transactions of v2 against their bag of cells, which contains all their fields.

import { decodeBody, decodeTransaction } from "../../message.js";
import { toRawAddress } from "../actions/raw-address.js";
import { fail, isTonEdgeError } from "../util/error.js";
import { hashCell, normalizeHash, readBag } from "./hashes.js";
import { mismatchError } from "./mismatch.js";
import { encodeBase64 } from "../util/base64.js";

/** Converts an address of v2 to the form in the bag: raw, or null if it is not the address of an account. */
function readAccount(address) {
  const text = typeof address === "object" && address !== null ? address.account_address : address;
  if (typeof text !== "string" || text === "") return null;
  try {
    return toRawAddress(text);
  } catch {
    return text;
  }
}

const isAccount = (address) => typeof address === "string" && /^-?\d+:/.test(address);

/**
 * Numeric fields of a message, each with a function that reads it from the decoded bag; 0 if this type of message lacks the field.
 */
const NUMBER_READERS = {
  value: (info) => info.value?.coins,
  fwd_fee: (info) => info.fwdFee,
  created_lt: (info) => info.createdLt,
};

/** Checks a comment in both forms of v2: its bytes in base64, and its text. */
function checkText(path, message, body) {
  const data = message.msg_data;
  if (data?.["@type"] !== "msg.dataText") return;
  let text;
  let bytes;
  try {
    ({ text } = /** @type {any} */ (decodeBody(body)));
    bytes = encodeBase64(body.beginParse().skip(32).loadBytesTail());
  } catch (error) {
    if (!isTonEdgeError(error)) throw error;
    // The bag has no readable text, so there is nothing to compare.
    return;
  }
  if (typeof text !== "string") return;
  const differenceError = (name, value, expected) => mismatchError(path + name, value, "the value in `data`", expected);
  if (typeof data.text === "string" && data.text !== bytes) throw differenceError("msg_data.text", data.text, bytes);
  if (typeof message.message === "string" && message.message !== text)
    throw differenceError("message", message.message, text);
}

function checkMessage(path, message, { info, body, hash }) {
  const differenceError = (name, expected) =>
    mismatchError(`${path}${name}`, message[name], "the value in `data`", expected);
  for (const [name, read] of Object.entries(NUMBER_READERS)) {
    const expected = String(read(info) ?? 0n);
    if (message[name] !== undefined && String(message[name]) !== expected) throw differenceError(name, expected);
  }
  for (const [name, address] of [
    ["source", info.src],
    ["destination", info.dest],
  ]) {
    const expected = isAccount(address) ? address : null;
    const account = readAccount(message[name]);
    // Servers return an empty text for an address that is not of an account.
    if (message[name] !== undefined && account !== expected && (expected !== null || isAccount(account)))
      throw differenceError(name, expected);
  }
  const bodyHash = hashCell(body);
  if (typeof message.body_hash === "string" && normalizeHash(message.body_hash) !== bodyHash)
    throw differenceError("body_hash", bodyHash);
  if (typeof message.hash === "string" && normalizeHash(message.hash) !== hash) throw differenceError("hash", hash);
  const bag = message.msg_data?.body;
  if (typeof bag === "string" && bag !== "") {
    const expected = hashCell(readBag(`${path}msg_data.body`, bag));
    if (expected !== bodyHash)
      throw mismatchError(`${path}msg_data.body`, expected, "the hash of the body in `data`", bodyHash);
  }
  checkText(path, message, body);
}

function decodeCheckedCell(path, cell) {
  try {
    return decodeTransaction(cell);
  } catch (cause) {
    if (!isTonEdgeError(cause)) throw cause;
    throw fail("integrity_failed", `\`${path}data\` is not a transaction: ${cause.message}`, {
      parameter: `${path}data`,
      cause,
    });
  }
}

/**
 * Checks a transaction, and returns its data for history.js.
 *
 * @param {string} path ends with a dot @param {any} row @param {string} [requestedAccount] the account in the request, in raw form
 */
export function checkTransaction(path, row, requestedAccount) {
  const cell = readBag(`${path}data`, row.data);
  const id = row.transaction_id;
  const hash = hashCell(cell);
  if (normalizeHash(id.hash) !== hash)
    throw mismatchError(`${path}transaction_id.hash`, id.hash, `the hash of \`${path}data\``, hash);
  const transaction = decodeCheckedCell(path, cell);
  const differenceError = (name, value, expected) =>
    mismatchError(`${path}${name}`, value, "the value in `data`", expected);
  if (String(id.lt) !== String(transaction.lt)) throw differenceError("transaction_id.lt", id.lt, transaction.lt);
  if (row.utime !== undefined && Number(row.utime) !== transaction.now)
    throw differenceError("utime", row.utime, transaction.now);
  const accounts = {
    address: readAccount(row.address),
    account: readAccount(row.account),
    requested: requestedAccount,
  };
  for (const [name, account] of Object.entries(accounts))
    if (isAccount(account) && !account.endsWith(`:${transaction.accountAddr}`))
      throw differenceError(name === "requested" ? "data" : name, account, transaction.accountAddr);
  const { in_msg: inMessage, out_msgs: outMessages } = row;
  // Some servers return an empty message instead of none.
  const hasMessage = inMessage?.source || inMessage?.destination;
  if (transaction.inMsg ? !inMessage : hasMessage)
    throw differenceError("in_msg", inMessage && "a message", transaction.inMsg && "a message");
  if (transaction.inMsg) checkMessage(`${path}in_msg.`, inMessage, transaction.inMsg);
  if (Array.isArray(outMessages)) {
    if (outMessages.length !== transaction.outMsgs.length)
      throw differenceError("out_msgs.length", outMessages.length, transaction.outMsgs.length);
    outMessages.forEach((message, index) =>
      checkMessage(`${path}out_msgs[${index}].`, message, transaction.outMsgs[index]),
    );
  }
  return {
    path,
    account: accounts.requested ?? accounts.account ?? accounts.address,
    lt: String(transaction.lt),
    hash,
    prevLt: String(transaction.prevTransLt),
    prevHash: transaction.prevTransHash,
    before: transaction.stateUpdate.oldHash,
    after: transaction.stateUpdate.newHash,
    isFinal: true,
    names: { prev: "data", before: "data", after: "data" },
  };
}
