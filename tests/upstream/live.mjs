// A server whose list changes: rows are added and removed between two requests, as configured. A real HTTP server on the loopback
// interface, which knows the operations of its lists and does not use the package.

import { createServer } from "node:http";

/** @typedef {{ id: number, time: number }} Made */

/**
 * Starts the server. It reads query parameters by itself and has a path prefix per list, `/<list>/api/...`:
 * `POST /<list>?rows=&arrive=&go=&cap=&seed=` makes a new list; `GET /<list>` reports the first rows, the current rows, and the number of
 * requests.
 */
export async function startLive() {
  const lists = new Map();
  const server = createServer((request, response) => {
    const url = new URL(request.url, "http://live");
    const [, name, ...rest] = url.pathname.split("/");
    const makeJson = (value, status = 200) =>
      response
        .writeHead(status, { "content-type": "application/json", "access-control-allow-origin": "*" })
        .end(JSON.stringify(value));
    if (request.method === "POST") {
      lists.set(name, makeList(Object.fromEntries([...url.searchParams].map(([key, value]) => [key, Number(value)]))));
      return makeJson({});
    }
    const list = lists.get(name);
    if (list === undefined) return makeJson({ error: "no such list" }, 404);
    return makeJson(rest.length ? list.respond(rest.join("/"), url.searchParams) : list.report());
  });
  await new Promise((done) => server.listen(0, "127.0.0.1", done));
  return {
    url: `http://127.0.0.1:${server.address().port}`,
    close: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
}

/** Pseudorandom numbers, the same for the same seed (mulberry32). */
function createRandom(seed) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixedState = Math.imul(state ^ (state >>> 15), 1 | state);
    mixedState = (mixedState + Math.imul(mixedState ^ (mixedState >>> 7), 61 | mixedState)) ^ mixedState;
    return ((mixedState ^ (mixedState >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** `arrive`: most new rows before each request except the first; `go`: percentage of rows removed; `cap`: largest page. */
function makeList({ rows = 100, arrive = 0, go = 0, cap = 1000, seed = 1 }) {
  const random = createRandom(seed);
  /** @type {Made[]} */
  let currentRows = [];
  let madeCount = 0;
  let requestCount = 0;
  // Three rows share a time, so that equal times occur at the ends of pages.
  const addRow = () => currentRows.unshift({ id: (madeCount += 1), time: 1000 + Math.floor(madeCount / 3) });
  for (let row = 0; row < rows; row += 1) addRow();
  const idsBefore = currentRows.map(({ id }) => id);
  const makeHash = (id) => btoa(String(id).padStart(32, "#"));
  const writeRow = ({ id, time }) => ({
    hash: makeHash(id),
    lt: String(time),
    transaction_hash: makeHash(id),
    transaction_lt: String(time),
  });

  function change() {
    if (go > 0) currentRows = currentRows.filter(() => random() * 100 >= go);
    for (let row = Math.floor(random() * (arrive + 1)); row > 0; row -= 1) addRow();
  }

  return {
    report: () => ({
      before: idsBefore.map(makeHash),
      now: currentRows.map(({ id }) => makeHash(id)),
      requests: requestCount,
    }),
    respond(path, query) {
      if ((requestCount += 1) > 1) change();
      const readNumber = (key, defaultNumber) => (query.has(key) ? Number(query.get(key)) : defaultNumber);
      if (path === "api/v2/getTransactions") {
        const firstIndex = query.has("lt") ? currentRows.findIndex(({ id }) => makeHash(id) === query.get("hash")) : 0;
        const pageRows =
          firstIndex < 0 ? [] : currentRows.slice(firstIndex, firstIndex + Math.min(readNumber("limit", 10), cap));
        return {
          ok: true,
          result: pageRows.map((row) => ({ transaction_id: { lt: String(row.time), hash: makeHash(row.id) } })),
        };
      }
      const [startLt, endLt] = [readNumber("start_lt", 0), readNumber("end_lt", Infinity)];
      const foundRows = currentRows.filter(({ time }) => time >= startLt && time <= endLt);
      if (query.get("sort") === "asc") foundRows.reverse();
      const offset = readNumber("offset", 0);
      const field = path.endsWith("burns") ? "jetton_burns" : "transactions";
      return {
        [field]: foundRows.slice(offset, offset + Math.min(readNumber("limit", 10), cap)).map(writeRow),
        address_book: {},
      };
    },
  };
}
