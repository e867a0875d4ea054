// A server that misbehaves on the wire, in ways that HTTP libraries do not allow. A path part `/rude/NAME` before `/api` chooses the
// behaviour; every connection serves one request.

import { createServer } from "node:net";
import { gzipSync } from "node:zlib";

const GOOD = '{"ok":true,"result":{"last":{"seqno":7}}}';

const head = (status, headers) =>
  `HTTP/1.1 ${status} Said\r\n${Object.entries({ connection: "close", "access-control-allow-origin": "*", ...headers })
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join("")}\r\n`;
const whole = (status, body, headers = {}) =>
  Buffer.concat([
    Buffer.from(
      head(status, { "content-type": "application/json", "content-length": Buffer.byteLength(body), ...headers }),
    ),
    Buffer.from(body),
  ]);
const limited = (headers) => whole(429, '{"ok":false,"result":"Ratelimit exceed","code":429}', headers);

/** The behaviours: bytes to send, or work with the socket. `nth` counts the requests of this name from 1. */
const WAYS = {
  good: () => whole(200, GOOD),
  slow: async (socket) => {
    await pause(120);
    socket.end(whole(200, GOOD));
  },
  "reset-before-headers": (socket) => void socket.resetAndDestroy(),
  "close-before-headers": (socket) => void socket.end(),
  "reset-mid-body": async (socket) => {
    socket.write(`${head(200, { "content-length": GOOD.length })}${GOOD.slice(0, 9)}`);
    await pause(30);
    socket.resetAndDestroy();
  },
  "length-too-long": (socket) => void socket.end(`${head(200, { "content-length": GOOD.length + 50 })}${GOOD}`),
  "length-too-short": () => Buffer.from(`${head(200, { "content-length": GOOD.length - 5 })}${GOOD}`),
  trickle: async (socket) => {
    socket.write(head(200, { "content-length": GOOD.length }));
    for (const byte of GOOD) {
      if (socket.destroyed) return;
      socket.write(byte);
      await pause(4);
    }
    socket.end();
  },
  "trickle-for-ever": async (socket) => {
    socket.write(head(200, { "content-length": 1e6 }));
    while (!socket.destroyed) {
      socket.write(" ");
      await pause(20);
    }
  },
  "never-answers": () => undefined,
  "cut-chunk": (socket) => void socket.end(`${head(200, { "transfer-encoding": "chunked" })}10\r\n${GOOD.slice(0, 5)}`),
  "no-http": () => Buffer.from("SSH-2.0-OpenSSH_9.2\r\n\r\n"),
  html: () => whole(502, "<html><h1>502 Bad Gateway</h1></html>", { "content-type": "text/html" }),
  "html-200": () => whole(200, "<html>sign in to this network</html>", { "content-type": "text/html" }),
  gzip: () => {
    const body = gzipSync(GOOD);
    return Buffer.concat([Buffer.from(head(200, { "content-encoding": "gzip", "content-length": body.length })), body]);
  },
  "bad-gzip": () => Buffer.from(`${head(200, { "content-encoding": "gzip", "content-length": 9 })}not gzip!`),
  204: () => Buffer.from(head(204, {})),
  empty: () => whole(200, ""),
  moved: () => whole(302, "", { location: "http://127.0.0.1:9/steal" }),
  "moved-for-good": () => whole(308, "", { location: "/api/v2/getMasterchainInfo" }),
  huge: async (socket) => {
    socket.write(head(200, {}));
    const part = " ".repeat(1 << 16);
    for (let sent = 0; sent < 64 << 20 && !socket.destroyed; sent += part.length) {
      if (!socket.write(part)) await Promise.race([new Promise((done) => socket.once("drain", done)), pause(200)]);
    }
    socket.destroy();
  },
  "huge-by-its-word": () => Buffer.from(head(200, { "content-length": 2 ** 40 })),
  "invalid-utf8": () =>
    whole(200, Buffer.from([...Buffer.from('{"ok":true,"result":"'), 0xff, 0xfe, ...Buffer.from('"}')])),
  "duplicate-keys": () => whole(200, '{"ok":false,"ok":true,"result":1,"result":2}'),
  "long-number": () => whole(200, '{"ok":true,"result":9007199254740993}'),
  "500-final": () =>
    whole(500, '{"ok":false,"error":"LITE_SERVER_UNKNOWN: cannot apply external message to current state","code":500}'),
  400: () => whole(400, '{"ok":false,"error":"wrong","code":400}'),
  "always-500": () => whole(500, '{"ok":false,"error":"LITE_SERVER_NETWORK","code":500}'),
  "always-429": () => limited({}),
  "503-twice": (_, nth) =>
    nth <= 2 ? whole(503, "upstream connect error", { "content-type": "text/plain" }) : whole(200, GOOD),
  "542-once": (_, nth) =>
    nth === 1 ? whole(542, '{"ok":false,"error":"no workers available","code":542}') : whole(200, GOOD),
  "reset-once": (socket, nth) => (nth === 1 ? void socket.resetAndDestroy() : whole(200, GOOD)),
  "429-in-200-once": (_, nth) =>
    nth === 1 ? whole(200, '{"ok":false,"result":"Ratelimit exceed","code":429}') : whole(200, GOOD),
  "429-once": (_, nth) => (nth === 1 ? limited({}) : whole(200, GOOD)),
  "429-seconds": (_, nth) => (nth === 1 ? limited({ "retry-after": 1 }) : whole(200, GOOD)),
  "429-date": (_, nth) =>
    nth === 1 ? limited({ "retry-after": new Date(Date.now() + 2000).toUTCString() }) : whole(200, GOOD),
  "429-reset": (_, nth) => (nth === 1 ? limited({ ratelimit: '"default";r=0;t=1' }) : whole(200, GOOD)),
  "429-long": () => limited({ "retry-after": 86400 }),
};

const pause = (ms) => new Promise((done) => setTimeout(done, ms));

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
      const way = /^\w+ \/rude\/([\w-]+)/.exec(text)?.[1] ?? "good";
      const nth = (counts.get(way) ?? 0) + 1;
      counts.set(way, nth);
      Promise.resolve(WAYS[way](socket, nth)).then(
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
