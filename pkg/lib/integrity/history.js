// Transactions of an account refer to the one before: over a list, and over what earlier responses of the client had.

import { setBounded } from "../util/bounded-maps.js";
import { mismatch } from "./mismatch.js";

/** Hashes of transactions that a client remembers, by account and logical time. */
const MOST = 8192;
const NONE = "0";

/** Checks a hash against the one that an earlier response had, and remembers it. */
function remember(known, path, account, lt, hash) {
  const key = `${account} ${lt}`;
  const before = known.get(key);
  if (before !== undefined && before !== hash)
    throw mismatch(path, hash, `the hash of the transaction at ${lt} in an earlier response`, before);
  setBounded(known, key, hash, MOST);
}

/** The hash and logical time of a final transaction, and of the one before it, are the same in every response. */
export function checkKnown(known, transactions) {
  for (const { path, account, lt, hash, prevLt, prevHash, isFinal, names } of transactions) {
    if (!isFinal || typeof account !== "string" || hash === undefined) continue;
    remember(known, `${path}hash`, account, lt, hash);
    if (prevLt !== NONE && typeof prevHash === "string")
      remember(known, `${path}${names.prev}`, account, prevLt, prevHash);
  }
}

/** Checks that in a list of one account, the newest first or last, each transaction refers to the one before it. */
export function checkLinks(transactions) {
  for (const [at, one] of transactions.entries()) {
    const next = transactions[at + 1];
    if (!next) break;
    const [newer, older] = BigInt(one.lt) > BigInt(next.lt) ? [one, next] : [next, one];
    // Twice the same.
    if (newer.lt === older.lt && newer.hash === older.hash) continue;
    const { path, names } = newer;
    if (newer.prevLt !== older.lt || newer.prevHash !== older.hash)
      throw mismatch(
        `${path}${names.prev}`,
        `${newer.prevHash} at ${newer.prevLt}`,
        `the transaction before it in the list`,
        `${older.hash} at ${older.lt}`,
      );
    if (newer.before !== undefined && older.after !== undefined && newer.before !== older.after)
      throw mismatch(
        `${path}${names.before}`,
        newer.before,
        `\`${older.path}${older.names.after}\`, the state that the transaction before it left,`,
        older.after,
      );
  }
}

/** Checks that a list begins with the transaction from which it was requested. */
export function checkStart(path, transactions, start) {
  const [first] = transactions;
  if (first?.lt !== start.lt || first.hash !== start.hash)
    throw mismatch(
      `${path}[0]`,
      first && `${first.hash} at ${first.lt}`,
      "the transaction from which the list was requested",
      `${start.hash} at ${start.lt}`,
    );
}

/** The transaction that an earlier response had at a logical time. */
export function knownAt(known, account, lt) {
  const hash = known.get(`${account} ${lt}`);
  return hash === undefined ? undefined : { lt, hash };
}
