// Checks that each transaction of an account refers to the previous one, within a list and against earlier responses.

import { setBounded } from "../util/bounded-maps.js";
import { mismatchError } from "./mismatch.js";

/** Maximum hashes of transactions that a client remembers, by account and logical time. */
const MAX_HASHES = 8192;
const NO_LT = "0";

/** Checks a hash against the one of an earlier response, and remembers it. */
function rememberHash(knownHashes, path, account, lt, hash) {
  const key = `${account} ${lt}`;
  const knownHash = knownHashes.get(key);
  if (knownHash !== undefined && knownHash !== hash)
    throw mismatchError(path, hash, `the hash of the transaction at ${lt} in an earlier response`, knownHash);
  setBounded(knownHashes, key, hash, MAX_HASHES);
}

/**
 * Checks hash and logical time of final transactions, and of the previous ones that they name: these are equal in all
 * responses.
 */
export function checkKnownHashes(knownHashes, transactions) {
  for (const { path, account, lt, hash, prevLt, prevHash, isFinal, names } of transactions) {
    if (!isFinal || typeof account !== "string" || hash === undefined) continue;
    rememberHash(knownHashes, `${path}hash`, account, lt, hash);
    if (prevLt !== NO_LT && typeof prevHash === "string")
      rememberHash(knownHashes, `${path}${names.prev}`, account, prevLt, prevHash);
  }
}

/** Checks that in a list of one account, newest first or last, each transaction refers to the previous one. */
export function checkLinks(transactions) {
  for (const [index, transaction] of transactions.entries()) {
    const neighbour = transactions[index + 1];
    if (!neighbour) break;
    const [newerEntry, olderEntry] =
      BigInt(transaction.lt) > BigInt(neighbour.lt) ? [transaction, neighbour] : [neighbour, transaction];
    // The list contains the same transaction twice, which is not a contradiction.
    if (newerEntry.lt === olderEntry.lt && newerEntry.hash === olderEntry.hash) continue;
    const { path, names } = newerEntry;
    if (newerEntry.prevLt !== olderEntry.lt || newerEntry.prevHash !== olderEntry.hash)
      throw mismatchError(
        `${path}${names.prev}`,
        `${newerEntry.prevHash} at ${newerEntry.prevLt}`,
        `the transaction before it in the list`,
        `${olderEntry.hash} at ${olderEntry.lt}`,
      );
    if (newerEntry.before !== undefined && olderEntry.after !== undefined && newerEntry.before !== olderEntry.after)
      throw mismatchError(
        `${path}${names.before}`,
        newerEntry.before,
        `\`${olderEntry.path}${olderEntry.names.after}\`, the state that the transaction before it left,`,
        olderEntry.after,
      );
  }
}

/** Checks that a list begins with the transaction that the request names as its start. */
export function checkStart(path, transactions, start) {
  const [first] = transactions;
  if (first?.lt !== start.lt || first.hash !== start.hash)
    throw mismatchError(
      `${path}[0]`,
      first && `${first.hash} at ${first.lt}`,
      "the transaction from which the list was requested",
      `${start.hash} at ${start.lt}`,
    );
}

/** Returns the transaction that an earlier response had at a logical time. */
export function findKnown(knownHashes, account, lt) {
  const hash = knownHashes.get(`${account} ${lt}`);
  return hash === undefined ? undefined : { lt, hash };
}
