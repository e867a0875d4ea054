// Compares two JSON values: lists added, removed and changed parts by path.

import { Digits } from "./exact-json.js";
import { formatStep } from "./tree-paths.js";

/** Maximum number of changes that are listed. */
export const MAX_CHANGES = 1000;
/** Fields that identify a row, so that a moved row is compared with itself. */
const IDENTITY_FIELDS = ["hash", "trace_id", "action_id", "address", "account", "id", "name", "seqno"];

/**
 * @typedef {{ path: string, kind: "added" | "removed" | "changed", before?: unknown, after?: unknown }} Change
 */

const isBranch = (value) => typeof value === "object" && value !== null && !(value instanceof Digits);
const toPlainValue = (value) => (value instanceof Digits ? value.text : value);

/**
 * @param {unknown} before
 *
 * @param {unknown} after of `parseExact` @returns {{ changes: Change[], more: boolean }} `more`: whether there are further changes
 */
export function compareJson(before, after) {
  /** @type {Change[]} */
  const changes = [];
  const pendingPairs = [{ path: "", before, after }];
  while (pendingPairs.length > 0 && changes.length < MAX_CHANGES) {
    const item = pendingPairs.pop();
    if (isBranch(item.before) && isBranch(item.after) && Array.isArray(item.before) === Array.isArray(item.after)) {
      // The last pair pushed is processed first. Pairs are pushed one by one, since a list may have more members than a call can
      // have arguments.
      for (const pair of listPairs(item).reverse()) pendingPairs.push(pair);
      continue;
    }
    if (item.before === undefined) changes.push({ path: item.path, kind: "added", after: item.after });
    else if (item.after === undefined) changes.push({ path: item.path, kind: "removed", before: item.before });
    else if (isBranch(item.before) || isBranch(item.after) || toPlainValue(item.before) !== toPlainValue(item.after))
      changes.push({ path: item.path, kind: "changed", before: item.before, after: item.after });
  }
  return {
    changes: changes.map((item) => ({ ...item, path: item.path.replace(/^\./, "") })),
    more: pendingPairs.length > 0,
  };
}

function listPairs({ path, before, after }) {
  const isList = Array.isArray(before);
  const identityField = isList ? findIdentity(before, after) : undefined;
  if (identityField) {
    const oldRowByIdentity = new Map(before.map((row, index) => [row[identityField], { row, at: index }]));
    const newIdentities = new Set(after.map((row) => row[identityField]));
    return [
      ...after.map((row, index) => ({
        path: `${path}[${index}]`,
        before: oldRowByIdentity.get(row[identityField])?.row,
        after: row,
      })),
      ...[...oldRowByIdentity.values()]
        .filter(({ row }) => !newIdentities.has(row[identityField]))
        .map(({ row, at: index }) => ({ path: `${path}[${index}]`, before: row, after: undefined })),
    ];
  }
  const keys = new Set([...Object.keys(before), ...Object.keys(after)]);
  const readOwnProperty = (value, key) => (Object.hasOwn(value, key) ? value[key] : undefined);
  return Array.from(keys, (key) => ({
    path: path + formatStep(key, isList),
    before: readOwnProperty(before, key),
    after: readOwnProperty(after, key),
  }));
}

/** Whether a field has a different value in all rows of both lists. */
function findIdentity(before, after) {
  const isUnique = (rows, name) => {
    const values = new Set(rows.map((row) => (isBranch(row) ? row[name] : undefined)));
    return values.size === rows.length && ![...values].some((value) => value === undefined || isBranch(value));
  };
  return IDENTITY_FIELDS.find((name) => isUnique(before, name) && isUnique(after, name));
}
