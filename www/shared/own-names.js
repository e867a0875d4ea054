// The visitor's own labels and watched accounts, per network by raw address. They are stored only on this device: no label gets into a URL or a
// request.

import { t } from "./messages.js";
import { readNetwork } from "./network.js";

const STORAGE_KEY = "ton-edge:own-names";
export const VERSION = 1;
export const MAX_LABELS = 1000;
export const MAX_WATCHED = 100;
export const MAX_LABEL_CHARS = 60;
const NETWORKS = ["mainnet", "testnet"];
const RAW_ADDRESS = /^-?\d{1,10}:[\dA-F]{64}$/;

/** @typedef {{ labels: Map<string, string>, watched: Set<string> }} Names of one network */
/** @typedef {Record<string, Names>} NamesByNetwork */

export const isRaw = (/** @type {unknown} */ address) => typeof address === "string" && RAW_ADDRESS.test(address);
export const isLabel = (/** @type {unknown} */ label) =>
  typeof label === "string" && label.trim() !== "" && label.length <= MAX_LABEL_CHARS;

/** @returns {NamesByNetwork} */
const makeNames = () =>
  Object.fromEntries(NETWORKS.map((network) => [network, { labels: new Map(), watched: new Set() }]));

/** @type {NamesByNetwork | undefined} */
let cachedNames;
/** Why the storage cannot be used; empty if it can. @type {"" | "blocked" | "malformed"} */
let fault = "";
const callbacks = new Set();

// Another tab of this browser has changed the names.
addEventListener("storage", ({ key }) => {
  if (key !== STORAGE_KEY && key !== null) return;
  cachedNames = undefined;
  notifyCallbacks();
});

const notifyCallbacks = () => callbacks.forEach((callback) => callback());

/** Calls `callback` after each change of the names, also by another tab. @param {() => void} callback */
export const onNamesChange = (callback) => callbacks.add(callback);

/** @returns {NamesByNetwork} */
function readNames() {
  if (cachedNames) return cachedNames;
  fault = "";
  cachedNames = makeNames();
  let text;
  try {
    text = localStorage.getItem(STORAGE_KEY);
  } catch {
    fault = "blocked";
  }
  if (typeof text !== "string") return cachedNames;
  try {
    const { version, networks } = JSON.parse(text);
    if (version !== VERSION) throw new Error("another version");
    for (const network of NETWORKS) readNetworkNames(networks[network] ?? {}, cachedNames[network]);
  } catch {
    fault = "malformed";
    cachedNames = makeNames();
  }
  return cachedNames;
}

/** Other code of this origin, or the visitor, may have written the entries. @param {any} stored @param {Names} names */
function readNetworkNames({ labels = {}, watched = [] }, names) {
  for (const [address, label] of Object.entries(labels).slice(0, MAX_LABELS)) {
    if (!isRaw(address) || !isLabel(label)) throw new Error("not a label");
    names.labels.set(address, label);
  }
  for (const address of watched.slice(0, MAX_WATCHED)) {
    if (!isRaw(address)) throw new Error("not an address");
    names.watched.add(address);
  }
}

/** The names as they are stored and exported. @param {NamesByNetwork} names */
export const writeNames = (names) => ({
  version: VERSION,
  networks: Object.fromEntries(
    Object.entries(names).map(([network, { labels, watched }]) => [
      network,
      { labels: Object.fromEntries(labels), watched: [...watched] },
    ]),
  ),
});

/** @param {string} [network] the current one by default */
export const readOwnNames = (network = readNetwork()) => readNames()[network];
export const readAllNames = () => readNames();
export const readNamesFault = () => (readNames(), fault);

/** Returns the visitor's label of an account. @param {string} address raw */
export const readLabel = (address) => readOwnNames().labels.get(address.toUpperCase());

/**
 * Changes the stored names. Returns why this is impossible; undefined after a change.
 * @param {(names: NamesByNetwork) => string | void} change may return a refusal @returns {string | undefined}
 */
export function changeNames(change) {
  // Another tab may have changed the names a moment ago.
  cachedNames = undefined;
  const names = readNames();
  if (fault === "malformed") return t("The stored labels cannot be read. Delete them in Yours, then retry.");
  const refusal = change(names);
  if (!refusal) {
    try {
      localStorage.setItem(STORAGE_KEY, JSON.stringify(writeNames(names)));
      notifyCallbacks();
      return undefined;
    } catch {
      // The names of the storage are read again, without the change.
    }
  }
  cachedNames = undefined;
  return refusal || t("This browser does not store it: its storage is blocked or full.");
}

/** Deletes the names of all networks. @returns {string | undefined} why this is impossible */
export function deleteNames() {
  try {
    localStorage.removeItem(STORAGE_KEY);
  } catch {
    return t("This browser blocks the storage.");
  }
  cachedNames = undefined;
  notifyCallbacks();
  return undefined;
}

/** @param {string} address raw @param {string} label empty to remove it @returns {string | undefined} a refusal */
export function setLabel(address, label) {
  const text = label.trim();
  return changeNames((names) => {
    const { labels } = names[readNetwork()];
    if (text === "") labels.delete(address);
    else if (!isLabel(text)) return t("A label has at most {max} characters.", { max: MAX_LABEL_CHARS });
    else if (labels.size >= MAX_LABELS && !labels.has(address))
      return t("There are already {max} labels.", { max: MAX_LABELS });
    else labels.set(address, text);
  });
}

/** @param {string} address raw @param {boolean} isWanted @returns {string | undefined} a refusal */
export function setWatched(address, isWanted) {
  return changeNames((names) => {
    const { watched: watchedAccounts } = names[readNetwork()];
    if (!isWanted) watchedAccounts.delete(address);
    else if (watchedAccounts.size >= MAX_WATCHED) return t("You already watch {max} accounts.", { max: MAX_WATCHED });
    else watchedAccounts.add(address);
  });
}
