// Looks up the names of known contracts. The list is loaded a moment after the first view, so that no first visit waits for it.

import { parseAddress } from "../ton-edge/address.js";
import { readNetwork } from "./network.js";

/** Milliseconds after which the list is loaded. */
const START_MS = 5000;

/** @typedef {import("./known-contracts.js").KnownContract & { raw: string }} Known */
/** The contracts by network and raw address; undefined until they are loaded. @type {Map<string, Known> | undefined} */
let contracts;
/** @type {Promise<Known[]> | undefined} */
let pendingList;
const callbacks = new Set();

/** Loads the list. @returns {Promise<Known[]>} */
export function loadKnownContracts() {
  pendingList ??= import("./known-contracts.js").then(
    ({ KNOWN_CONTRACTS }) => {
      const rows = KNOWN_CONTRACTS.map((row) => ({ ...row, raw: parseAddress(row.address).raw.toUpperCase() }));
      contracts = new Map(rows.map((row) => [`${row.network} ${row.raw}`, row]));
      callbacks.forEach((callback) => callback());
      return rows;
    },
    (error) => {
      // The next call tries again; without the list accounts have their other names.
      pendingList = undefined;
      throw error;
    },
  );
  return pendingList;
}

/** Calls `callback` when the list is loaded, and loads it in a moment. @param {() => void} callback */
export function onKnownContracts(callback) {
  callbacks.add(callback);
  setTimeout(() => loadKnownContracts().catch(() => {}), START_MS);
}

/** Returns the known contract of an address, if the list is loaded and has it. @param {string} address raw */
export const findKnownContract = (address) => contracts?.get(`${readNetwork()} ${address.toUpperCase()}`);
