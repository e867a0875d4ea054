// Turning pages: rows one by one, or page by page. When a page is the last is decided in wasm.

import { fail, isTonEdgeError, kindOf } from "./error.js";
import { copy, only } from "./options.js";

const OPTIONS = ["pageSize", "maxItems", "signal", "timeout", "extra"];

export function pager(core, call, generation, path, given = {}, written = {}) {
  const { pageSize, maxItems, ...callOptions } = only(written, OPTIONS, "paginate");
  // The core tells what is wrong with parameters that are no object.
  core.call("check", generation, path, given);
  const params = copy(given, "invalid_parameter", "the parameters").read;
  for (const name of ["limit", "offset"]) {
    if (params[name] === undefined) continue;
    const message = `\`${name}\` is the pager's: give \`pageSize\` and \`maxItems\` as options instead`;
    throw fail("invalid_option", message, { parameter: name, suggestion: "pageSize" });
  }
  const member = core.call("rowsOf", generation, path);
  // Faults of the options show here, not at the first page.
  number("pageSize", pageSize);
  number("maxItems", maxItems);
  core.call("pageStart", generation, path, pageSize, maxItems);

  async function* pages(most = maxItems) {
    let state = core.call("pageStart", generation, path, pageSize, most);
    while (!state[3]) {
      const [offset, limit] = state;
      let page;
      try {
        page = await call(generation, path, { ...params, limit, offset }, callOptions);
      } catch (error) {
        if (isTonEdgeError(error) && error.status !== undefined && core.call("pageEnds", state, error.status)) return;
        throw error;
      }
      // A null list is an empty one.
      const found = (member === "" ? page : page?.[member]) ?? [];
      if (!Array.isArray(found)) {
        throw fail("invalid_response", `the page has no list of rows under \`${member}\``);
      }
      state = core.call("pageAccept", state, found.length);
      const rows = state[4] === found.length ? found : found.slice(0, state[4]);
      if (rows.length === 0) return;
      yield { rows, address_book: page.address_book, metadata: page.metadata, offset, last: state[3] === 1 };
    }
  }

  async function* rows(most) {
    for await (const page of pages(most)) yield* page.rows;
  }

  return {
    [Symbol.asyncIterator]: () => rows(),
    pages: () => pages(),
    async toArray(limits = {}) {
      const most = number("maxItems", only(limits, ["maxItems"], "toArray").maxItems) ?? maxItems;
      if (most === undefined) {
        const message = "toArray needs `maxItems`: a list of this service can be longer than memory";
        throw fail("invalid_option", message, { parameter: "maxItems" });
      }
      const all = [];
      for await (const row of rows(most)) all.push(row);
      return all;
    },
  };
}

function number(name, value) {
  if (value === undefined || typeof value === "number") return value;
  throw fail("invalid_option", `\`${name}\` must be a whole number, not ${kindOf(value)}`, { parameter: name });
}
