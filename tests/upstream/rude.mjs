// A server that misbehaves on the wire, in ways that HTTP libraries do not allow. A path part `/rude/NAME` before `/api` chooses the
// behaviour; every connection serves one request.

import { createServer } from "node:net";
import { gzipSync } from "node:zlib";

const GOOD = '{"ok":true,"result":{"last":{"seqno":7}}}';

const writeHead = (status, headers) =>
  `HTTP/1.1 ${status} Said\r\n${Object.entries({ connection: "close", "access-control-allow-origin": "*", ...headers })
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join("")}\r\n`;
const makeWholeResponse = (status, body, headers = {}) =>
  Buffer.concat([
    Buffer.from(
      writeHead(status, { "content-type": "application/json", "content-length": Buffer.byteLength(body), ...headers }),
    ),
    Buffer.from(body),
  ]);
const makeLimitedResponse = (headers) =>
  makeWholeResponse(429, '{"ok":false,"result":"Ratelimit exceed","code":429}', headers);

/** The behaviours: bytes to send, or work with the socket. `nth` counts the requests of this name from 1. */
const WAYS = {
  good: () => makeWholeResponse(200, GOOD),
  slow: async (socket) => {
    await sleep(120);
    socket.end(makeWholeResponse(200, GOOD));
  },
  "reset-before-headers": (socket) => void socket.resetAndDestroy(),
  "close-before-headers": (socket) => void socket.end(),
  "reset-mid-body": async (socket) => {
    socket.write(`${writeHead(200, { "content-length": GOOD.length })}${GOOD.slice(0, 9)}`);
    await sleep(30);
    socket.resetAndDestroy();
  },
  "length-too-long": (socket) => void socket.end(`${writeHead(200, { "content-length": GOOD.length + 50 })}${GOOD}`),
  "length-too-short": () => Buffer.from(`${writeHead(200, { "content-length": GOOD.length - 5 })}${GOOD}`),
  trickle: async (socket) => {
    socket.write(writeHead(200, { "content-length": GOOD.length }));
    for (const byte of GOOD) {
      if (socket.destroyed) return;
      socket.write(byte);
      await sleep(4);
    }
    socket.end();
  },
  "trickle-for-ever": async (socket) => {
    socket.write(writeHead(200, { "content-length": 1e6 }));
    while (!socket.destroyed) {
      socket.write(" ");
      await sleep(20);
    }
  },
  "never-answers": () => undefined,
  "cut-chunk": (socket) =>
    void socket.end(`${writeHead(200, { "transfer-encoding": "chunked" })}10\r\n${GOOD.slice(0, 5)}`),
  "no-http": () => Buffer.from("SSH-2.0-OpenSSH_9.2\r\n\r\n"),
  html: () => makeWholeResponse(502, "<html><h1>502 Bad Gateway</h1></html>", { "content-type": "text/html" }),
  "html-200": () => makeWholeResponse(200, "<html>sign in to this network</html>", { "content-type": "text/html" }),
  gzip: () => {
    const body = gzipSync(GOOD);
    return Buffer.concat([
      Buffer.from(writeHead(200, { "content-encoding": "gzip", "content-length": body.length })),
      body,
    ]);
  },
  "bad-gzip": () => Buffer.from(`${writeHead(200, { "content-encoding": "gzip", "content-length": 9 })}not gzip!`),
  204: () => Buffer.from(writeHead(204, {})),
  empty: () => makeWholeResponse(200, ""),
  moved: () => makeWholeResponse(302, "", { location: "http://127.0.0.1:9/steal" }),
  "moved-for-good": () => makeWholeResponse(308, "", { location: "/api/v2/getMasterchainInfo" }),
  huge: async (socket) => {
    socket.write(writeHead(200, {}));
    const part = " ".repeat(1 << 16);
    for (let sentBytes = 0; sentBytes < 64 << 20 && !socket.destroyed; sentBytes += part.length) {
      if (!socket.write(part)) await Promise.race([new Promise((done) => socket.once("drain", done)), sleep(200)]);
    }
    socket.destroy();
  },
  "huge-by-its-word": () => Buffer.from(writeHead(200, { "content-length": 2 ** 40 })),
  "invalid-utf8": () =>
    makeWholeResponse(200, Buffer.from([...Buffer.from('{"ok":true,"result":"'), 0xff, 0xfe, ...Buffer.from('"}')])),
  "duplicate-keys": () => makeWholeResponse(200, '{"ok":false,"ok":true,"result":1,"result":2}'),
  "long-number": () => makeWholeResponse(200, '{"ok":true,"result":9007199254740993}'),
  "500-final": () =>
    makeWholeResponse(
      500,
      '{"ok":false,"error":"LITE_SERVER_UNKNOWN: cannot apply external message to current state","code":500}',
    ),
  400: () => makeWholeResponse(400, '{"ok":false,"error":"wrong","code":400}'),
  "always-500": () => makeWholeResponse(500, '{"ok":false,"error":"LITE_SERVER_NETWORK","code":500}'),
  "always-429": () => makeLimitedResponse({}),
  "503-twice": (_, nth) =>
    nth <= 2
      ? makeWholeResponse(503, "upstream connect error", { "content-type": "text/plain" })
      : makeWholeResponse(200, GOOD),
  "542-once": (_, nth) =>
    nth === 1
      ? makeWholeResponse(542, '{"ok":false,"error":"no workers available","code":542}')
      : makeWholeResponse(200, GOOD),
  "reset-once": (socket, nth) => (nth === 1 ? void socket.resetAndDestroy() : makeWholeResponse(200, GOOD)),
  "429-in-200-once": (_, nth) =>
    nth === 1
      ? makeWholeResponse(200, '{"ok":false,"result":"Ratelimit exceed","code":429}')
      : makeWholeResponse(200, GOOD),
  "429-once": (_, nth) => (nth === 1 ? makeLimitedResponse({}) : makeWholeResponse(200, GOOD)),
  "429-seconds": (_, nth) => (nth === 1 ? makeLimitedResponse({ "retry-after": 1 }) : makeWholeResponse(200, GOOD)),
  "429-date": (_, nth) =>
    nth === 1
      ? makeLimitedResponse({ "retry-after": new Date(Date.now() + 2000).toUTCString() })
      : makeWholeResponse(200, GOOD),
  "429-reset": (_, nth) =>
    nth === 1 ? makeLimitedResponse({ ratelimit: '"default";r=0;t=1' }) : makeWholeResponse(200, GOOD),
  "429-long": () => makeLimitedResponse({ "retry-after": 86400 }),
};

const sleep = (ms) => new Promise((done) => setTimeout(done, ms));

/** @returns {Promise<{ url(way: string): string, count(way: string): number, close(): Promise<void> }>} */
export async function startRude() {
  const counts = new Map();
  const sockets = new Set();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket)).on("error", () => {});
    let text = "";
    socket.on("data", (bytes) => {
      if (text.includes("\r\n\r\n")) return;
      text += bytes.toString("latin1");
      if (!text.includes("\r\n\r\n")) return;
      const behaviour = /^\w+ \/rude\/([\w-]+)/.exec(text)?.[1] ?? "good";
      const nth = (counts.get(behaviour) ?? 0) + 1;
      counts.set(behaviour, nth);
      Promise.resolve(WAYS[behaviour](socket, nth)).then(
        (response) => response && socket.end(response),
        () => socket.destroy(),
      );
    });
  });
  await new Promise((done) => server.listen(0, "127.0.0.1", done));
  const base = `http://127.0.0.1:${/** @type {import("node:net").AddressInfo} */ (server.address()).port}`;
  return {
    url: (way) => `${base}/rude/${way}`,
    count: (way) => counts.get(way) ?? 0,
    close() {
      for (const socket of sockets) socket.destroy();
      return new Promise((done) => server.close(() => done(undefined)));
    },
  };
}
