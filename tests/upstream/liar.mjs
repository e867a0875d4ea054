// A server of paginated lists that ignores parts of a request. It is a real HTTP server on the loopback interface, builds rows by an
// operation's `livePage`, and does not use the package.

import { createServer } from "node:http";

/** The faults of such a server: each changes the beginning of a page, its rows, or the fields beside them. */
export const faults = {
  none: {},
  ignoresOffset: { start: ({ bound }) => bound },
  ignoresBound: { start: ({ offset }) => offset },
  ignoresBoth: { start: () => 0 },
  clamps: { start: ({ bound, offset }) => Math.min(bound + offset, 50) },
  startsAgain: { start: ({ bound, offset, request }) => (request > 3 ? 0 : bound + offset) },
  circles: { row: (at, rows) => at % rows },
  circlesBehind: { row: (at, rows) => (at < rows ? at : 40 + ((at - 40) % (rows - 40))) },
  doubles: { page: (page, { most }) => page.flatMap((row) => [row, row]).slice(0, most) },
  shufflesTheStart: {
    start: () => 0,
    page: (page, { request }) =>
      page.toSorted((a, b) => ((a * 7919 + request * 31) % 97) - ((b * 7919 + request * 31) % 97)),
  },
  ignoresSort: { row: (at, rows) => (at < rows ? rows - 1 - at : rows) },
  caps: { limit: (limit) => Math.min(limit, 10) },
  ignoresLimit: { limit: () => 40 },
};

const ACCOUNT = "0:83DFD552E63729B472FCBCC8C45EBCC6691702558B68EC7527E1BA403A0F31A8";

/** Sets the value at a dotted path. */
function setAtPath(row, path, value) {
  const names = path.split(".");
  const last = names.pop();
  names.reduce((at, name) => (at[name] ??= {}), row)[last] = value;
}

/**
 * @param {any} endpoint a row of `ton-edge/endpoints`, with the `livePage` that the tests add
 * @param {number} rows
 * @param {keyof typeof faults} faultName
 */
export async function startLiar(endpoint, rows, faultName) {
  const { start, row = (at) => at, page = (all) => all, limit = (most) => most } = faults[faultName];
  const { id, keyset, cursor, style, rows: list } = endpoint.livePage;
  const field = keyset?.field ?? (style === "limit" ? "utime" : undefined);
  const makeHash = (at) => btoa(String(at).padStart(32, "#"));
  // Newest first unless `sort=asc`. If rows have times, two rows share each time.
  const readTime = (at, ascending) => 1_700_000_000 + (ascending ? 1 : -1) * (field ? Math.floor(at / 2) : at);
  const counts = { requests: 0, idle: 0 };
  let seenIds = new Set();
  const server = createServer((request, response) => {
    counts.requests += 1;
    const query = new URL(request.url, "http://liar").searchParams;
    const ascending = query.get("sort") === "asc";
    const sentBound = ["end_lt", "start_lt", "end_utime", "start_utime", "lt", "after_lt"]
      .map((name) => query.get(name))
      .find((value) => value !== null);
    let boundIndex = 0;
    if (sentBound !== undefined)
      boundIndex = Array.from({ length: rows }, (_, at) => at).findIndex(
        (at) => String(readTime(at, ascending)) === sentBound,
      );
    else if (query.has("after")) boundIndex = Number(query.get("after"));
    if (boundIndex < 0) boundIndex = rows;
    // The row that `after_lt` names is not part of the page, so the page starts one row later.
    if (query.has("after_lt")) boundIndex += 1;
    const offset = Number(query.get("offset") ?? 0);
    const firstIndex =
      start === undefined ? boundIndex + offset : start({ bound: boundIndex, offset, request: counts.requests });
    const rowLimit = limit(Number(query.get("limit") ?? query.get("count")));
    const requestedRows = Array.from({ length: rowLimit }, (_, at) => row(firstIndex + at, rows)).filter(
      (at) => at < rows,
    );
    const pageRows = page(requestedRows, { most: rowLimit, request: counts.requests });
    // Counts consecutive pages without a new row: a client must not read too many of them.
    const seenCountBefore = seenIds.size;
    pageRows.forEach((at) => seenIds.add(at));
    counts.idle = seenIds.size > seenCountBefore ? 0 : counts.idle + 1;
    const objects = pageRows.map((at) => {
      const madeFields = {};
      for (const path of id.split(" ")) setAtPath(madeFields, path, makeHash(at));
      if (field) setAtPath(madeFields, field, String(readTime(at, ascending)));
      if (cursor && !cursor.fromEnvelope) {
        setAtPath(madeFields, cursor.take[0], String(readTime(at, ascending)));
        if (!cursor.inclusive) setAtPath(madeFields, cursor.take[1], ACCOUNT);
      }
      return madeFields;
    });
    const body = list ? { [list]: objects } : objects;
    if (cursor && !cursor.fromEnvelope && !cursor.inclusive) {
      const nextIndex = pageRows.length ? row(pageRows.at(-1) + 1, rows) : rows;
      setAtPath(body, "incomplete", nextIndex < rows);
    }
    if (cursor?.fromEnvelope) {
      const nextRow = pageRows.length ? row(pageRows.at(-1) + 1, rows) : rows;
      const [firstName, secondName] = cursor.take;
      const isEnd = nextRow >= rows;
      if (secondName === undefined) setAtPath(body, firstName, isEnd ? null : String(nextRow));
      else
        [
          [firstName, isEnd ? "0" : String(readTime(nextRow, ascending))],
          [secondName, makeHash(nextRow)],
        ].forEach(([path, value]) => setAtPath(body, path, value));
    }
    response
      .writeHead(200, { "content-type": "application/json" })
      .end(JSON.stringify(endpoint.generation === "v2" ? { ok: true, result: body } : body));
  });
  await new Promise((done) => server.listen(0, "127.0.0.1", done));
  return {
    url: `http://127.0.0.1:${server.address().port}`,
    counts,
    close: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
}
