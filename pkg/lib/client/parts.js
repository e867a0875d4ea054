// A read whose URL would be longer than `maxUrlBytes`: sent in parts, where their results can be joined without a loss.

import { fail, isList } from "../util/error.js";

/** The reads by a list `address` whose results can be joined: maps by address, or lists of one row per account, by the field of the list. */
const JOINABLE_OPERATIONS = new Map([
  ["/api/v3/accountStates", "accounts"],
  ["/api/v3/walletStates", "wallets"],
  ["/api/v3/addressBook", undefined],
  ["/api/v3/metadata", undefined],
]);

/**
 * Sends the parts side by side, at the client's pace, and returns their joined result. The first error ends the other parts, and is the
 * error of the call.
 *
 * @param {import("./call.js").Call} call @param {typeof import("./send.js").send} send
 */
export async function sendParts(call, send) {
  const { endpoint, plan, signal, timeoutMs, queueTimeoutMs, retry } = call;
  const [path] = plan.target.split("?");
  const options = { signal, timeoutMs, queueTimeoutMs, retry };
  try {
    const results = await Promise.all(
      splitTarget(call, path).map((target) => send(call.settings, { ...endpoint, plan: { ...plan, target } }, options)),
    );
    return joinResults(results, JOINABLE_OPERATIONS.get(path));
  } catch (error) {
    call.controller.abort(error);
    throw error;
  }
}

/** Returns the targets of the parts. Each has as many addresses as fit, in their order, and equal texts only once. */
function splitTarget(call, path) {
  const { settings, plan } = call;
  const { baseUrl, maxUrlBytes } = settings;
  const pairs = plan.target.slice(path.length + 1).split("&");
  const isAddress = (pair) => pair.startsWith("address=");
  const start = [`${path}?`, ...pairs.filter((pair) => !isAddress(pair)).map((pair) => `${pair}&`)].join("");
  const maxPartLength = maxUrlBytes - baseUrl.length - start.length;
  /** @type {string[]} */
  const parts = [];
  let part = "";
  for (const pair of new Set(pairs.filter(isAddress))) {
    if (!JOINABLE_OPERATIONS.has(path) || pair.length > maxPartLength) throw urlTooLongError(call, pairs);
    const longerPart = part === "" ? pair : `${part}&${pair}`;
    if (longerPart.length <= maxPartLength) part = longerPart;
    else {
      parts.push(part);
      part = pair;
    }
  }
  if (part === "") throw urlTooLongError(call, pairs);
  return [...parts, part].map((addresses) => start + addresses);
}

/** The error of a call that is not sent, since its parts cannot be joined; it names the parameter that takes most of the URL. */
function urlTooLongError({ target, settings }, pairs) {
  const counts = new Map();
  for (const pair of pairs) {
    const [name] = pair.split("=");
    const { length, count } = counts.get(name) ?? { length: 0, count: 0 };
    counts.set(name, { length: length + pair.length, count: count + 1 });
  }
  const [[parameter, { count }]] = [...counts].sort(([, a], [, b]) => b.length - a.length);
  const subject =
    parameter === "" ? "the URL" : `\`${parameter}\` has ${count} value${count === 1 ? "" : "s"}, and the URL`;
  return fail(
    "too_long",
    `${subject} would have ${target.length} bytes: above ${settings.maxUrlBytes} (\`maxUrlBytes\`) this call is not sent, since results ` +
      "of its parts could not be joined. Pass fewer values per call, or raise `maxUrlBytes` if the server takes longer URLs",
    { parameter },
  );
}

/** Joins results of one operation: its rows once per account, and maps by their keys. */
function joinResults(results, rowsField) {
  if (!results.every(isMap)) throw fail("invalid_response", "a part of the result is not an object");
  if (rowsField === undefined) return joinMaps(results);
  const fields = joinMaps(results);
  // `address_book` and `metadata`.
  for (const name of Object.keys(fields)) {
    const partMaps = results.map((result) => result[name]).filter(isMap);
    if (partMaps.length > 0) fields[name] = joinMaps(partMaps);
  }
  const rows = results.flatMap((result) => result[rowsField]);
  // If a request names an account twice, in two forms, the service returns its row once.
  const seenIds = new Set();
  const isFirst = ({ address }) => address === undefined || (!seenIds.has(address) && seenIds.add(address));
  return { ...fields, [rowsField]: rows.filter((row) => !isMap(row) || isFirst(row)) };
}

const isMap = (value) => typeof value === "object" && value !== null && !isList(value);

/** `Object.assign` is not used, since a key may be `__proto__`: `addressBook` has the texts of the request as keys. */
const joinMaps = (partMaps) => Object.fromEntries(partMaps.flatMap((map) => Object.entries(map)));
