// `paginate`: iterates over a list page by page. The core decides what to request, which rows are new and when the list ends; rows
// never leave JavaScript.

import { MAX_PARAMS_LENGTH, tooLongError } from "../client/params.js";
import { snapshot } from "../client/snapshot.js";
import { fail, isTonEdgeError, kindOf } from "../util/error.js";
import { pickOptions, readSignal } from "../util/options.js";
import { requireGlobal } from "../util/runtime.js";
import { prefetchPages } from "./prefetch.js";
import { createReader } from "./reader.js";

const OPTIONS = [
  "pageSize",
  "maxItems",
  "prefetch",
  "mode",
  "onDrift",
  "cursor",
  "signal",
  "timeoutMs",
  "queueTimeoutMs",
  "retry",
  "extra",
];

/** The page limit that marks rows as the first part of a page that was already accepted as a whole. */
const PART_OF_PAGE = 0xffffffff;

/**
 * @param {{ core: typeof import("../wasm/client.js").core, settings: any, call: Function, generation: string, path: string }} list the operation, and how a client calls it
 * @param {any} initialParams parameters @param {any} rawOptions options
 */
export function createPager({ core, settings, call, generation, path }, initialParams = {}, rawOptions = {}) {
  requireGlobal("AbortController");
  const options = pickOptions(rawOptions, OPTIONS, "paginate");
  const { pageSize, mode = "auto", onDrift = "dedupe", cursor, ...rest } = options;
  const { maxItems, prefetch = 1, ...callOptions } = rest;
  // The core reports parameters that are not an object.
  core.plan({ generation, path }, initialParams);
  const params = snapshot(initialParams) ?? {};
  for (const name of ["limit", "count", "offset"]) {
    if (params[name] === undefined) continue;
    const message = `the pager sets \`${name}\` itself: set the options \`pageSize\` and \`maxItems\` instead`;
    throw fail("invalid_option", message, { parameter: name, suggestion: "pageSize" });
  }
  readCount("pageSize", pageSize);
  readLimit("maxItems", maxItems);
  readLimit("prefetch", prefetch);
  if (onDrift !== "dedupe" && onDrift !== "throw") {
    throw fail("invalid_option", '`onDrift` must be "dedupe" or "throw"', { parameter: "onDrift" });
  }
  requireText("invalid_option", "mode", mode);
  if (cursor !== undefined) requireText("cursor_invalid", "cursor", cursor);
  const signal = readSignal(callOptions.signal);
  callOptions.extra = snapshot(callOptions.extra);
  const { network, baseUrl } = settings;
  const {
    state,
    rows: rowsField,
    id,
    key,
    next: nextPath,
    moves: rowsMove,
  } = core.pageStart({ generation, path, pageSize, mode, cursor, network, baseUrl }, params, callOptions.extra);
  const stats = { pages: 0, rows: 0, duplicates: 0, drift: 0 };

  /** Sends one request. Returns the state after it, and the page; without a page if the request only searched for the position. */
  async function fetchPage(stateBefore, wantedRows, signal) {
    const text = core.pageRequest({
      generation,
      path,
      state: stateBefore,
      wanted: Math.min(wantedRows, Number.MAX_SAFE_INTEGER),
    });
    if (text === "") return { state: stateBefore, done: true };
    const { height, ...query } = JSON.parse(text);
    /** The block that the page must show, and after the response the one that it shows. */
    const page = { seqno: Number(height) };
    let response;
    try {
      response = await call(generation, path, { ...params, ...query }, { ...callOptions, signal }, page);
    } catch (error) {
      const isEnd =
        isTonEdgeError(error) &&
        error.status !== undefined &&
        core.pageEnds({ state: stateBefore, status: error.status });
      if (!isEnd) throw error;
      response = rowsField === "" ? [] : { [rowsField]: [] };
    }
    const rows = rowsField === "" ? response : response[rowsField];
    const ids = identifyRows(rows, id, rowsMove);
    const acceptRows = (acceptedRows, limit) =>
      core.pageAccept({
        generation,
        path,
        state: stateBefore,
        height: page.seqno,
        limit,
        count: acceptedRows.length,
        next: nextPath ? readFields(response, nextPath) : undefined,
        ids: ids.slice(0, acceptedRows.length).join("\n"),
        keys: writeBounds(acceptedRows, key, ids),
      });
    const result = acceptRows(rows, query.limit ?? query.count);
    stats.pages += 1;
    stats.duplicates += result.duplicates;
    stats.drift += result.drift;
    if (result.drift && onDrift === "throw") {
      throw fail("pagination_drift", 'rows were inserted or removed between two pages, and `onDrift` is "throw"');
    }
    const newIndexes = [];
    rows.forEach((row, index) => result.keep[index] === "1" && newIndexes.push(index));
    return {
      state: result.after,
      done: result.done,
      page:
        newIndexes.length === 0
          ? undefined
          : {
              rows: newIndexes.map((index) => rows[index]),
              address_book: response.address_book,
              metadata: response.metadata,
              offset: result.offset,
              last: result.done,
              /** Returns the state after the first `count` rows of the page, for a cursor in the middle of the page. */
              after: (count) =>
                count === newIndexes.length
                  ? result.after
                  : count === 0
                    ? stateBefore
                    : acceptRows(rows.slice(0, newIndexes[count - 1] + 1), PART_OF_PAGE).after,
            },
    };
  }

  const source = prefetchPages({ state, prefetch, fetchPage, signal });
  const reader = createReader(source, stats, maxItems ?? Infinity, signal);
  return {
    [Symbol.asyncIterator]: reader.rows,
    pages: reader.pages,
    async toArray(limits = {}) {
      const count = readLimit("maxItems", pickOptions(limits, ["maxItems"], "toArray").maxItems) ?? maxItems;
      if (count === undefined) {
        const message = "toArray needs `maxItems`: the list may not fit into memory";
        throw fail("invalid_option", message, { parameter: "maxItems" });
      }
      return reader.most(count);
    },
    get cursor() {
      return core.pageCursor(reader.state());
    },
    get stats() {
      return { ...stats };
    },
  };
}

/** Reads a whole number, 0 or more, or undefined. The core checks the bounds of the page size. */
function readCount(name, value) {
  if (value === undefined) return value;
  if (Number.isSafeInteger(value) && value >= 0) return value;
  const shownValue = typeof value === "number" ? value : kindOf(value);
  throw fail("invalid_option", `\`${name}\` must be a whole number, not ${shownValue}`, { parameter: name });
}

/** Reads a whole number or `Infinity`, which means no limit. */
const readLimit = (name, value) => (value === Infinity ? value : readCount(name, value));

function requireText(code, name, value) {
  if (typeof value !== "string")
    throw fail(code, `\`${name}\` must be a string, not ${kindOf(value)}`, { parameter: name });
  if (value.length > MAX_PARAMS_LENGTH) throw tooLongError(name);
}

/** Returns the value at a dotted path as text; a list, an object or a missing value is an empty text. */
function readField(row, path) {
  const value = path.split(".").reduce((parent, name) => parent?.[name], row);
  return value === undefined || typeof value === "object" ? "" : String(value).replace(/\s/g, "_");
}

/** Returns the values at space-separated paths, joined by spaces; of paths separated by `|`, the first one with a value. */
const readFields = (row, paths) =>
  paths
    .split(" ")
    .map((path) => path.split("|").reduce((value, alternative) => value || readField(row, alternative), ""))
    .join(" ");

/**
 * Returns the identity of each row. Two rows with one identity must be equal: if they differ, pagination would lose one of them, so this throws.
 */
function identifyRows(rows, id, rowsMove) {
  const ids = rows.map((row) => readFields(row, id));
  if (!rowsMove && new Set(ids).size < ids.length) {
    const texts = new Map();
    ids.forEach((identity, index) => {
      const text = JSON.stringify(rows[index]);
      if (identity.trim() !== "" && (texts.get(identity) ?? text) !== text)
        throw fail("invalid_response", `two different rows of a page have the same identity (\`${id}\`)`);
      texts.set(identity, text);
    });
  }
  return ids;
}

/**
 * Returns the keyset bound of each row, one per line. In a list without bounds, a row without an identity is identified by its whole content, so that
 * the core recognizes a repeated page.
 */
function writeBounds(rows, key, ids) {
  if (key !== "") return rows.map((row) => readFields(row, key)).join("\n");
  if (rows.every((_, index) => ids[index].trim() !== "")) return "";
  return rows.map((row, index) => (ids[index].trim() === "" ? (JSON.stringify(row) ?? "") : "")).join("\n");
}
