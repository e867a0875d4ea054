// Converts the options of `ton-edge key` to fields of a key record, which the core checks, and prints a record as one
// line.

import { MAX_QUOTA } from "../settings/numbers.js";
import { escapeControls } from "../util/escape-controls.js";
import { core } from "../wasm/gateway.js";
import { exitWithUsage } from "./usage.js";

/** @type {import("./usage.js").Options} */
export const FIELD_OPTIONS = {
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
const MINIMAL_RECORD = { hash: "0".repeat(64), id: "check", network: "mainnet", created: "2026-01-01T00:00:00Z" };

/** @typedef {import("../../gateway.js").KeyRecord} KeyRecord */

/**
 * Returns the changes that options make to a record: a value, or `undefined` to remove the field.
 *
 * @param {Record<string, string>} values @returns {Partial<KeyRecord>}
 */
export function readChanges(values) {
  const changes = {};
  for (const option of ["name", "plan", "expires", "operations", "origins", "addresses"]) {
    const text = values[option];
    if (text === undefined) continue;
    changes[option] = text === "" ? undefined : READERS[option](text);
    checkField(option, changes[option]);
  }
  return changes;
}

/**
 * Returns the quota of a record, changed by the options; `undefined` if no quota is left.
 *
 * @param {Record<string, string>} values @param {KeyRecord["quota"]} before
 */
export function readQuota(values, before = {}) {
  const quota = { ...before };
  for (const option of ["daily", "monthly"]) {
    if (values[option] === undefined) continue;
    quota[option] = values[option] === "" ? undefined : readCount(option, values[option]);
  }
  return quota.daily === undefined && quota.monthly === undefined ? undefined : quota;
}

const READERS = {
  name: (text) => text,
  plan: readPlan,
  expires: (text) => text,
  operations: readOperations,
  origins: (text) => readList("origins", text),
  addresses: (text) => readList("addresses", text),
};

/** Reads a list. Empty entries are refused: an empty list would allow nothing, and a superfluous comma is a mistake. */
function readList(option, text) {
  const list = text.split(",").map((item) => item.trim());
  if (list.includes("")) exitWithUsage(`--${option} must be a comma-separated list without empty entries`);
  return list;
}

function readPlan(text) {
  const plan = /^[A-Za-z][\w-]{0,63}$/.test(text) ? text : Number(text);
  if (typeof plan === "number" && !(plan > 0 && plan <= 1_000_000)) {
    exitWithUsage("--plan must be a number above 0 and at most 1000000, or the name of a plan");
  }
  return plan;
}

function readOperations(text) {
  const names = readList("operations", text);
  const unknownNames = JSON.parse(core.call("unknownOperations", JSON.stringify(names)));
  if (unknownNames.length > 0) {
    const [name, closestName] = unknownNames[0];
    const hint = closestName === null ? "" : `; did you mean ${closestName}`;
    exitWithUsage(
      `--operations: ${JSON.stringify(name)} is not an operation${hint}; allowed are names such as getAddressBalance or jetton/wallets, generations (v2, v3), and categories such as Accounts`,
    );
  }
  return names;
}

function readCount(option, text) {
  const number = /^\d{1,15}$/.test(text) ? Number(text) : 0;
  if (number < 1 || number > MAX_QUOTA)
    exitWithUsage(`--${option} must be a whole number of requests from 1 to ${MAX_QUOTA}`);
  return number;
}

function checkField(option, value) {
  try {
    core.call("keyRecord", JSON.stringify({ ...MINIMAL_RECORD, [option]: value }));
  } catch (error) {
    exitWithUsage(`--${option}: ${error.message.replace("the record of a key", "the record")}`);
  }
}

/** Returns the record with the changes, checked as a whole. */
export function applyChanges(record, changes) {
  return JSON.parse(core.call("keyRecord", JSON.stringify({ ...record, ...changes })));
}

const formatStateSince = (state, value) => `${state} ${value === true ? "" : value}`.trim();

function describeState({ revoked, suspended, expires }, now) {
  if (revoked) return formatStateSince("revoked", revoked);
  if (suspended) return formatStateSince("suspended", suspended);
  if (expires !== undefined && Date.parse(expires) <= now) return `expired ${expires}`;
  return "valid";
}

/**
 * Formats a record as one line of fields separated by tabs. Control characters are escaped, so that a name cannot look
 * like another line.
 */
export function formatRecord(record, now = Date.now()) {
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
  return [id, network, rate, created, describeState(record, now), name ?? "", restrictions.join("; ")]
    .map(escapeControls)
    .join("\t")
    .trimEnd();
}
