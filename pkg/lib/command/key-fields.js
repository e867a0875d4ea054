// Reads the options of `ton-edge key` into a key record, checked by the core, and prints a record as one line.

import { MOST_QUOTA } from "../settings/numbers.js";
import { escapeControls } from "../util/escape-controls.js";
import { core } from "../wasm/gateway.js";
import { stop } from "./usage.js";

/** @type {import("./usage.js").Options} */
export const FIELDS = {
  name: { type: "string" },
  plan: { type: "string" },
  expires: { type: "string" },
  operations: { type: "string" },
  origins: { type: "string" },
  addresses: { type: "string" },
  daily: { type: "string" },
  monthly: { type: "string" },
};

/** A record with only the required fields, to check one field at a time. */
const MINIMAL = { hash: "0".repeat(64), id: "check", network: "mainnet", created: "2026-01-01T00:00:00Z" };

/** @typedef {import("../../gateway.js").KeyRecord} KeyRecord */

/**
 * The changes that options make to a record: a value, or `undefined` to remove the field.
 *
 * @param {Record<string, string>} values @returns {Partial<KeyRecord>}
 */
export function changesOf(values) {
  const changes = {};
  for (const option of ["name", "plan", "expires", "operations", "origins", "addresses"]) {
    const written = values[option];
    if (written === undefined) continue;
    changes[option] = written === "" ? undefined : READ[option](written);
    check(option, changes[option]);
  }
  return changes;
}

/**
 * The quota of a record after the options; `undefined` for none.
 *
 * @param {Record<string, string>} values @param {KeyRecord["quota"]} before
 */
export function quotaOf(values, before = {}) {
  const quota = { ...before };
  for (const option of ["daily", "monthly"]) {
    if (values[option] === undefined) continue;
    quota[option] = values[option] === "" ? undefined : count(option, values[option]);
  }
  return quota.daily === undefined && quota.monthly === undefined ? undefined : quota;
}

const READ = {
  name: (text) => text,
  plan: planOf,
  expires: (text) => text,
  operations: operationsOf,
  origins: (text) => listOf("origins", text),
  addresses: (text) => listOf("addresses", text),
};

/** An empty list would allow nothing, and a lone comma is not meant that way. */
function listOf(option, text) {
  const list = text.split(",").map((one) => one.trim());
  if (list.includes("")) stop(`--${option} must be a list parted by commas, without empty entries`);
  return list;
}

function planOf(text) {
  const plan = /^[A-Za-z][\w-]{0,63}$/.test(text) ? text : Number(text);
  if (typeof plan === "number" && !(plan > 0 && plan <= 1_000_000)) {
    stop("--plan must be a number above 0 and at most 1000000, or the name of a plan");
  }
  return plan;
}

function operationsOf(text) {
  const names = listOf("operations", text);
  const unknown = JSON.parse(core.call("unknownOperations", JSON.stringify(names)));
  if (unknown.length > 0) {
    const [name, near] = unknown[0];
    const hint = near === null ? "" : `; did you mean ${near}`;
    stop(
      `--operations: ${JSON.stringify(name)} is no operation${hint}; allowed are names such as getAddressBalance or jetton/wallets, generations (v2, v3), and categories such as Accounts`,
    );
  }
  return names;
}

function count(option, text) {
  const number = /^\d{1,15}$/.test(text) ? Number(text) : 0;
  if (number < 1 || number > MOST_QUOTA) stop(`--${option} must be a whole number of requests from 1 to ${MOST_QUOTA}`);
  return number;
}

function check(option, value) {
  try {
    core.call("keyRecord", JSON.stringify({ ...MINIMAL, [option]: value }));
  } catch (error) {
    stop(`--${option}: ${error.message.replace("the record of a key", "the record")}`);
  }
}

/** The record with the changes, checked as a whole. */
export function changed(record, changes) {
  return JSON.parse(core.call("keyRecord", JSON.stringify({ ...record, ...changes })));
}

const since = (word, value) => `${word} ${value === true ? "" : value}`.trim();

function stateOf({ revoked, suspended, expires }, now) {
  if (revoked) return since("revoked", revoked);
  if (suspended) return since("suspended", suspended);
  if (expires !== undefined && Date.parse(expires) <= now) return `expired ${expires}`;
  return "valid";
}

/** One line: fields parted by tabs. A name from someone else's file must not look like another line. */
export function line(record, now = Date.now()) {
  const { id, network, plan, created, name, expires, operations, origins, addresses, quota = {} } = record;
  const restrictions = [
    expires !== undefined && `expires ${expires}`,
    operations && `operations ${operations.join(",")}`,
    origins && `origins ${origins.join(",")}`,
    addresses && `addresses ${addresses.join(",")}`,
    quota.daily !== undefined && `${quota.daily} per day`,
    quota.monthly !== undefined && `${quota.monthly} per month`,
  ].filter(Boolean);
  const rate = plan === undefined ? "no plan" : typeof plan === "number" ? `${plan}/s` : plan;
  return [id, network, rate, created, stateOf(record, now), name ?? "", restrictions.join("; ")]
    .map(escapeControls)
    .join("\t")
    .trimEnd();
}
