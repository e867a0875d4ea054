// Transactions of v2. They carry their bag of cells, which contains all their other fields.

import { decodeBody, decodeTransaction } from "../../message.js";
import { toRawAddress } from "../actions/raw-address.js";
import { fail, isTonEdgeError } from "../util/error.js";
import { hashOf, hashText, readBag } from "./hashes.js";
import { mismatch } from "./mismatch.js";

/** An address of v2 as the bag has it: its raw form, or null if it is not an account. */
function accountOf(address) {
  const text = typeof address === "object" && address !== null ? address.account_address : address;
  if (typeof text !== "string" || text === "") return null;
  try {
    return toRawAddress(text);
  } catch {
    return text;
  }
}

const isAccount = (address) => typeof address === "string" && /^-?\d+:/.test(address);

/** Fields of a message that are numbers, with where the bag has them; a field that a kind of message lacks is 0. */
const NUMBERS = {
  value: (info) => info.value?.coins,
  fwd_fee: (info) => info.fwdFee,
  created_lt: (info) => info.createdLt,
};

/** Bytes as base64; a comment is longer than what one call takes as arguments. */
function base64(bytes) {
  let characters = "";
  for (const byte of bytes) characters += String.fromCharCode(byte);
  return btoa(characters);
}

/** A comment as v2 has it: its bytes in base64, and as text. */
function checkText(path, said, body) {
  const data = said.msg_data;
  if (data?.["@type"] !== "msg.dataText") return;
  let text;
  let bytes;
  try {
    ({ text } = /** @type {any} */ (decodeBody(body)));
    bytes = base64(body.beginParse().skip(32).loadBytesTail());
  } catch (error) {
    if (!isTonEdgeError(error)) throw error;
    // The text is missing or cannot be read.
    return;
  }
  if (typeof text !== "string") return;
  const differs = (name, value, found) => mismatch(path + name, value, "that of the transaction in `data`", found);
  if (typeof data.text === "string" && data.text !== bytes) throw differs("msg_data.text", data.text, bytes);
  if (typeof said.message === "string" && said.message !== text) throw differs("message", said.message, text);
}

function checkMessage(path, said, { info, body, hash }) {
  const differs = (name, found) => mismatch(`${path}${name}`, said[name], "that of the transaction in `data`", found);
  for (const [name, read] of Object.entries(NUMBERS)) {
    const found = String(read(info) ?? 0n);
    if (said[name] !== undefined && String(said[name]) !== found) throw differs(name, found);
  }
  for (const [name, address] of [
    ["source", info.src],
    ["destination", info.dest],
  ]) {
    const found = isAccount(address) ? address : null;
    const account = accountOf(said[name]);
    // Servers write an empty text for an address that is not an account.
    if (said[name] !== undefined && account !== found && (found !== null || isAccount(account)))
      throw differs(name, found);
  }
  const bodyHash = hashOf(body);
  if (typeof said.body_hash === "string" && hashText(said.body_hash) !== bodyHash) throw differs("body_hash", bodyHash);
  if (typeof said.hash === "string" && hashText(said.hash) !== hash) throw differs("hash", hash);
  const bag = said.msg_data?.body;
  if (typeof bag === "string" && bag !== "") {
    const found = hashOf(readBag(`${path}msg_data.body`, bag));
    if (found !== bodyHash) throw mismatch(`${path}msg_data.body`, found, "the hash of the body in `data`", bodyHash);
  }
  checkText(path, said, body);
}

function decode(path, cell) {
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
 * A transaction as links need it.
 *
 * @param {string} path ends with a dot @param {any} row @param {string} [requested] the account in the request, in raw form
 */
export function checkTransaction(path, row, requested) {
  const cell = readBag(`${path}data`, row.data);
  const id = row.transaction_id;
  const hash = hashOf(cell);
  if (hashText(id.hash) !== hash)
    throw mismatch(`${path}transaction_id.hash`, id.hash, `the hash of \`${path}data\``, hash);
  const found = decode(path, cell);
  const differs = (name, value, own) => mismatch(`${path}${name}`, value, "that of the transaction in `data`", own);
  if (String(id.lt) !== String(found.lt)) throw differs("transaction_id.lt", id.lt, found.lt);
  if (row.utime !== undefined && Number(row.utime) !== found.now) throw differs("utime", row.utime, found.now);
  const accounts = { address: accountOf(row.address), account: accountOf(row.account), requested };
  for (const [name, account] of Object.entries(accounts))
    if (isAccount(account) && !account.endsWith(`:${found.accountAddr}`))
      throw differs(name === "requested" ? "data" : name, account, found.accountAddr);
  const { in_msg: incoming, out_msgs: outgoing } = row;
  // Some servers write an empty message for a missing one.
  const isThere = incoming?.source || incoming?.destination;
  if (found.inMsg ? !incoming : isThere) throw differs("in_msg", incoming && "a message", found.inMsg && "a message");
  if (found.inMsg) checkMessage(`${path}in_msg.`, incoming, found.inMsg);
  if (Array.isArray(outgoing)) {
    if (outgoing.length !== found.outMsgs.length)
      throw differs("out_msgs.length", outgoing.length, found.outMsgs.length);
    outgoing.forEach((message, at) => checkMessage(`${path}out_msgs[${at}].`, message, found.outMsgs[at]));
  }
  return {
    path,
    account: accounts.requested ?? accounts.account ?? accounts.address,
    lt: String(found.lt),
    hash,
    prevLt: String(found.prevTransLt),
    prevHash: found.prevTransHash,
    before: found.stateUpdate.oldHash,
    after: found.stateUpdate.newHash,
    isFinal: true,
    names: { prev: "data", before: "data", after: "data" },
  };
}
