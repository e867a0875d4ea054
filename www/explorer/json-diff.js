// Compares two values of JSON: what was added, removed and changed, by path.

import { Digits } from "./exact-json.js";
import { stepOf } from "./tree-paths.js";

/** Changes found at most. */
export const MOST_CHANGES = 1000;
/** Fields that identify a row, so that rows that moved are compared with themselves. */
const IDENTITY = ["hash", "trace_id", "action_id", "address", "account", "id", "name", "seqno"];

/**
 * @typedef {{ path: string, kind: "added" | "removed" | "changed", before?: unknown, after?: unknown }} Change
 */

const isBranch = (value) => typeof value === "object" && value !== null && !(value instanceof Digits);
const plain = (value) => (value instanceof Digits ? value.text : value);

/** @param {unknown} before @param {unknown} after of `parseExact` @returns {{ changes: Change[], more: boolean }} `more` if there are further ones */
export function compareJson(before, after) {
  /** @type {Change[]} */
  const changes = [];
  const pending = [{ path: "", before, after }];
  while (pending.length > 0 && changes.length < MOST_CHANGES) {
    const one = pending.pop();
    if (isBranch(one.before) && isBranch(one.after) && Array.isArray(one.before) === Array.isArray(one.after)) {
      // The last one is taken first. One by one: a list may have more members than a call takes arguments.
      for (const pair of pairs(one).reverse()) pending.push(pair);
      continue;
    }
    if (one.before === undefined) changes.push({ path: one.path, kind: "added", after: one.after });
    else if (one.after === undefined) changes.push({ path: one.path, kind: "removed", before: one.before });
    else if (isBranch(one.before) || isBranch(one.after) || plain(one.before) !== plain(one.after))
      changes.push({ path: one.path, kind: "changed", before: one.before, after: one.after });
  }
  return { changes: changes.map((one) => ({ ...one, path: one.path.replace(/^\./, "") })), more: pending.length > 0 };
}

function pairs({ path, before, after }) {
  const many = Array.isArray(before);
  const identity = many ? identityOf(before, after) : undefined;
  if (identity) {
    const old = new Map(before.map((row, at) => [row[identity], { row, at }]));
    const now = new Set(after.map((row) => row[identity]));
    return [
      ...after.map((row, at) => ({ path: `${path}[${at}]`, before: old.get(row[identity])?.row, after: row })),
      ...[...old.values()]
        .filter(({ row }) => !now.has(row[identity]))
        .map(({ row, at }) => ({ path: `${path}[${at}]`, before: row, after: undefined })),
    ];
  }
  const keys = new Set([...Object.keys(before), ...Object.keys(after)]);
  const own = (value, key) => (Object.hasOwn(value, key) ? value[key] : undefined);
  return Array.from(keys, (key) => ({
    path: path + stepOf(key, many),
    before: own(before, key),
    after: own(after, key),
  }));
}

/** A field whose value is different in all rows of both lists. */
function identityOf(before, after) {
  const unique = (rows, name) => {
    const values = new Set(rows.map((row) => (isBranch(row) ? row[name] : undefined)));
    return values.size === rows.length && ![...values].some((one) => one === undefined || isBranch(one));
  };
  return IDENTITY.find((name) => unique(before, name) && unique(after, name));
}
