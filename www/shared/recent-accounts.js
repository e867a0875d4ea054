// Stores the accounts that the visitor has opened last, only on this device. An account is stored once it is found: a text that is not found
// may be a secret.

import { readNetwork } from "./network.js";
import { isRaw } from "./own-names.js";

const STORAGE_KEY = "ton-edge:accounts";
const MAX_ACCOUNTS = 10;

/** @typedef {{ network: string, address: string }} Recent */

/** @returns {Recent[]} */
function readAllAccounts() {
  try {
    const storedRows = JSON.parse(localStorage.getItem(STORAGE_KEY) ?? "[]");
    return Array.isArray(storedRows)
      ? storedRows.filter((row) => typeof row?.network === "string" && isRaw(row.address)).slice(0, MAX_ACCOUNTS * 2)
      : [];
  } catch {
    return [];
  }
}

/** @param {Recent[]} rows */
function writeAll(rows) {
  try {
    localStorage.setItem(STORAGE_KEY, JSON.stringify(rows));
  } catch {
    // Storage may be blocked or full; then the accounts are not remembered.
  }
}

/** Returns the raw addresses of the current network, the last one first. */
export const readRecentAccounts = () =>
  readAllAccounts()
    .filter(({ network }) => network === readNetwork())
    .map(({ address }) => address);

/** @param {string} address raw */
export function rememberAccount(address) {
  const network = readNetwork();
  const rawAddress = address.toUpperCase();
  const otherRows = readAllAccounts().filter((row) => row.network !== network || row.address !== rawAddress);
  const remainingRows = otherRows.filter((row) => row.network === network).slice(0, MAX_ACCOUNTS - 1);
  writeAll([{ network, address: rawAddress }, ...remainingRows, ...otherRows.filter((row) => row.network !== network)]);
}

export const forgetAccounts = () => writeAll(readAllAccounts().filter(({ network }) => network !== readNetwork()));
