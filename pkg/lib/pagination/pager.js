// `paginate`: iterates over a list page by page. The core decides what to request, which rows are new and when the list ends; rows
// never leave JavaScript.

import { MAX_PARAMS_LENGTH, tooLongError } from "../client/params.js";
import { snapshot } from "../client/snapshot.js";
import { fail, isTonEdgeError, kindOf } from "../util/error.js";
import { pickOptions, readSignal } from "../util/options.js";
import { need } from "../util/runtime.js";
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

/** A limit that means: these are the first rows of a page that was accepted as a whole before. */
const PART = 0xffffffff;

/**
 * @param {{ core: any, settings: any, call: Function, generation: string, path: string }} list the operation, and how a client calls it
 * @param {any} initial parameters @param {any} written options
 */
export function createPager({ core, settings, call, generation, path }, initial = {}, written = {}) {
  need("AbortController");
  const options = pickOptions(written, OPTIONS, "paginate");
  const { pageSize, mode = "auto", onDrift = "dedupe", cursor, ...rest } = options;
  const { maxItems, prefetch = 1, ...callOptions } = rest;
  // The core reports parameters that are not an object.
  core.plan(generation, path, undefined, initial);
  const params = snapshot(initial) ?? {};
  for (const name of ["limit", "count", "offset"]) {
    if (params[name] === undefined) continue;
    const message = `the pager sets \`${name}\` itself: set the options \`pageSize\` and \`maxItems\` instead`;
    throw fail("invalid_option", message, { parameter: name, suggestion: "pageSize" });
  }
  number("pageSize", pageSize);
  most("maxItems", maxItems);
  most("prefetch", prefetch);
  if (onDrift !== "dedupe" && onDrift !== "throw") {
    throw fail("invalid_option", '`onDrift` must be "dedupe" or "throw"', { parameter: "onDrift" });
  }
  string("invalid_option", "mode", mode);
  if (cursor !== undefined) string("cursor_invalid", "cursor", cursor);
  const signal = readSignal(callOptions.signal);
  callOptions.extra = snapshot(callOptions.extra);
  const { network, baseUrl } = settings;
  const start = { pageSize, mode, cursor, network, baseUrl };
  const started = core.pageStart(generation, path, start, params, callOptions.extra);
  const [state, field, id, key, next, moves] = started.split("\n");
  const stats = { pages: 0, rows: 0, duplicates: 0, drift: 0 };

  /** One request: the page, or undefined when it only searched for the position; and the state behind it. */
  async function fetchPage(before, wanted, signal) {
    const text = core.pageRequest(generation, path, before, Math.min(wanted, Number.MAX_SAFE_INTEGER));
    if (text === "") return { state: before, done: true };
    const query = JSON.parse(text);
    let response;
    try {
      response = await call(generation, path, { ...params, ...query }, { ...callOptions, signal });
    } catch (error) {
      const ends = isTonEdgeError(error) && error.status !== undefined && core.pageEnds(before, error.status);
      if (!ends) throw error;
      response = field === "" ? [] : { [field]: [] };
    }
    const found = field === "" ? response : response[field];
    const ids = identifyRows(found, id, moves);
    const accept = (rows, limit) => {
      const [after, keep, duplicates, drift, offset, done] = core
        .pageAccept(generation, path, before, {
          limit,
          count: rows.length,
          next: next ? readFields(response, next) : undefined,
          ids: ids.slice(0, rows.length).join("\n"),
          keys: keysOf(rows, key, ids),
        })
        .split("\n");
      return { after, keep, duplicates: +duplicates, drift: +drift, offset: +offset, done: done === "1" };
    };
    const result = accept(found, query.limit ?? query.count);
    stats.pages += 1;
    stats.duplicates += result.duplicates;
    stats.drift += result.drift;
    if (result.drift && onDrift === "throw") {
      throw fail("pagination_drift", 'rows came or went between two pages, and `onDrift` is "throw"');
    }
    const fresh = [];
    found.forEach((row, index) => result.keep[index] === "1" && fresh.push(index));
    return {
      state: result.after,
      done: result.done,
      page:
        fresh.length === 0
          ? undefined
          : {
              rows: fresh.map((index) => found[index]),
              address_book: response.address_book,
              metadata: response.metadata,
              offset: result.offset,
              last: result.done,
              /** The state when only the first `count` rows are taken. */
              after: (count) =>
                count === fresh.length
                  ? result.after
                  : count === 0
                    ? before
                    : accept(found.slice(0, fresh[count - 1] + 1), PART).after,
            },
    };
  }

  const source = prefetchPages({ state, prefetch, fetchPage, signal });
  const read = createReader(source, stats, maxItems ?? Infinity, signal);
  return {
    [Symbol.asyncIterator]: read.rows,
    pages: read.pages,
    async toArray(limits = {}) {
      const count = most("maxItems", pickOptions(limits, ["maxItems"], "toArray").maxItems) ?? maxItems;
      if (count === undefined) {
        const message = "toArray needs `maxItems`: the list can be longer than memory";
        throw fail("invalid_option", message, { parameter: "maxItems" });
      }
      return read.most(count);
    },
    get cursor() {
      return core.pageCursor(read.state());
    },
    get stats() {
      return { ...stats };
    },
  };
}

/** A whole number from 0, or undefined; of a page size the core knows the bounds. */
function number(name, value) {
  if (value === undefined) return value;
  if (Number.isSafeInteger(value) && value >= 0) return value;
  const found = typeof value === "number" ? value : kindOf(value);
  throw fail("invalid_option", `\`${name}\` must be a whole number, not ${found}`, { parameter: name });
}

/** The same, or `Infinity`: no bound. */
const most = (name, value) => (value === Infinity ? value : number(name, value));

function string(code, name, value) {
  if (typeof value !== "string")
    throw fail(code, `\`${name}\` must be a string, not ${kindOf(value)}`, { parameter: name });
  if (value.length > MAX_PARAMS_LENGTH) throw tooLongError(name);
}

/** The value at a dotted path as text; a list, an object or nothing is an empty text. */
function readField(row, path) {
  const value = path.split(".").reduce((part, name) => part?.[name], row);
  return value === undefined || typeof value === "object" ? "" : String(value).replace(/\s/g, "_");
}

/** The values of paths parted by spaces, joined by spaces; of paths parted by `|` the first that has one. */
const readFields = (row, paths) =>
  paths
    .split(" ")
    .map((path) => path.split("|").reduce((value, one) => value || readField(row, one), ""))
    .join(" ");

/** The identity of each row. Rows that share one are the same row, or the list cannot be read without losing one of them. */
function identifyRows(rows, id, moves) {
  const ids = rows.map((row) => readFields(row, id));
  if (!moves && new Set(ids).size < ids.length) {
    const texts = new Map();
    ids.forEach((one, at) => {
      const text = JSON.stringify(rows[at]);
      if (one.trim() !== "" && (texts.get(one) ?? text) !== text)
        throw fail("invalid_response", `two rows of a page differ but share their identity, \`${id}\``);
      texts.set(one, text);
    });
  }
  return ids;
}

/**
 * The bound of each row, one per line. In a list without bounds, a row without an identity is identified by its whole content, so that the
 * core recognises a repeated page.
 */
function keysOf(rows, key, ids) {
  if (key !== "") return rows.map((row) => readFields(row, key)).join("\n");
  if (rows.every((_, at) => ids[at].trim() !== "")) return "";
  return rows.map((row, at) => (ids[at].trim() === "" ? (JSON.stringify(row) ?? "") : "")).join("\n");
}
