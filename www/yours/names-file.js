// The file with the visitor's labels and watched accounts: written by an export, checked and merged by an import.

import { tryParseAddress } from "../ton-edge/address.js";
import { t } from "../shared/messages.js";
import {
  changeNames,
  isLabel,
  MAX_LABEL_CHARS,
  MAX_LABELS,
  MAX_WATCHED,
  readAllNames,
  VERSION,
  writeNames,
} from "../shared/own-names.js";

const FILE_FORMAT = "ton-edge names";
export const MAX_FILE_BYTES = 1_000_000;

/** @typedef {"too_large" | "not_json" | "wrong_format" | "wrong_version" | "wrong_entry" | "too_many"} Code */

/** The error of a malformed file; `entry` is the path of the wrong entry. */
export class NamesFileError extends Error {
  /** @param {Code} code @param {string} message @param {string} [entry] */
  constructor(code, message, entry) {
    super(message);
    this.name = "NamesFileError";
    this.code = code;
    this.entry = entry;
  }
}

export const writeFile = () => JSON.stringify({ format: FILE_FORMAT, ...writeNames(readAllNames()) }, null, 2);

const isRecord = (/** @type {unknown} */ value) => typeof value === "object" && value !== null && !Array.isArray(value);

/**
 * Checks the text of a file.
 * @param {string} text @returns {import("../shared/own-names.js").NamesByNetwork}
 */
export function parseFile(text) {
  if (text.length > MAX_FILE_BYTES) throw new NamesFileError("too_large", t("The file is larger than 1 MB."));
  let data;
  try {
    data = JSON.parse(text);
  } catch {
    throw new NamesFileError("not_json", t("The file is not JSON."));
  }
  if (!isRecord(data) || data.format !== FILE_FORMAT || !isRecord(data.networks))
    throw new NamesFileError("wrong_format", t("The file is not an export of labels."));
  if (data.version !== VERSION)
    throw new NamesFileError(
      "wrong_version",
      t("The file has version {found}, but this web app reads version {wanted}.", {
        found: String(data.version).slice(0, 20),
        wanted: VERSION,
      }),
    );
  const names = Object.entries(data.networks).map(([network, entry]) => {
    if (network !== "mainnet" && network !== "testnet")
      refuseEntry(`networks.${network}`, t("the network must be mainnet or testnet"));
    return [network, parseNetwork(entry, `networks.${network}`)];
  });
  return Object.fromEntries(names);
}

/** @param {string} entry @param {string} reason @returns {never} */
function refuseEntry(entry, reason) {
  const shownEntry = entry.slice(0, 120);
  throw new NamesFileError("wrong_entry", `${shownEntry}: ${reason}.`, shownEntry);
}

/** @param {any} data @param {string} path */
function parseNetwork(data, path) {
  if (!isRecord(data)) refuseEntry(path, t("it must be an object"));
  const { labels = {}, watched = [] } = data;
  if (!isRecord(labels)) refuseEntry(`${path}.labels`, t("it must be an object"));
  if (!Array.isArray(watched)) refuseEntry(`${path}.watched`, t("it must be a list"));
  const rows = Object.entries(labels);
  if (rows.length > MAX_LABELS || watched.length > MAX_WATCHED)
    throw new NamesFileError(
      "too_many",
      t("A file has at most {labels} labels and {watched} watched accounts per network.", {
        labels: MAX_LABELS,
        watched: MAX_WATCHED,
      }),
      path,
    );
  return {
    labels: new Map(
      rows.map(([address, label]) => {
        const entry = `${path}.labels.${address}`;
        if (!isLabel(label))
          refuseEntry(entry, t("a label is a text of 1 to {max} characters", { max: MAX_LABEL_CHARS }));
        return [parseRaw(address, entry), String(label).trim()];
      }),
    ),
    watched: new Set(watched.map((address, index) => parseRaw(address, `${path}.watched[${index}]`))),
  };
}

/** @param {unknown} address @param {string} entry */
function parseRaw(address, entry) {
  const { ok, value } = tryParseAddress(String(address));
  return ok ? value.raw.toUpperCase() : refuseEntry(entry, t("it is not an address"));
}

/**
 * Adds the names of a file to those of this device; a label of the file replaces the one of the same account. Returns a refusal, or what has changed.
 * @param {import("../shared/own-names.js").NamesByNetwork} importedNames
 * @returns {{ refusal: string } | { added: number, replaced: number, watched: number }}
 */
export function mergeNames(importedNames) {
  const changes = { added: 0, replaced: 0, watched: 0 };
  const refusal = changeNames((names) => {
    for (const [network, { labels, watched }] of Object.entries(importedNames)) {
      const ownNames = names[network];
      for (const [address, label] of labels) {
        const labelBefore = ownNames.labels.get(address);
        if (labelBefore === undefined) changes.added += 1;
        else if (labelBefore !== label) changes.replaced += 1;
        ownNames.labels.set(address, label);
      }
      for (const address of watched) {
        if (!ownNames.watched.has(address)) changes.watched += 1;
        ownNames.watched.add(address);
      }
      if (ownNames.labels.size > MAX_LABELS || ownNames.watched.size > MAX_WATCHED)
        return t(
          "Together there would be more than {labels} labels or {watched} watched accounts. Nothing was imported.",
          {
            labels: MAX_LABELS,
            watched: MAX_WATCHED,
          },
        );
    }
    return undefined;
  });
  return refusal === undefined ? changes : { refusal };
}
