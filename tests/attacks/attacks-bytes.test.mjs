// Callers who send requests and read no response: how much memory they take in each runtime, for every kind of response, and whether the
// gateway still responds to other callers.

import assert from "node:assert/strict";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import http from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, afterEach, before, describe, test } from "node:test";

import { makeService } from "../upstream/service-of.mjs";
import { CACHED_PATH, MIB, OPENAPI, HEAD_PATH, PROXIED_PATH } from "./flood.mjs";
import { startCommand, startGateway } from "./gateway-process.mjs";
import { closeAll, get, openMany, waitUntil } from "./sockets.mjs";

const IS_FULL = process.env.TESTS_FULL === "1";
const limit = { timeout: 120_000 };
const CONNECTIONS = 200;
const MAX_BUFFERED_BYTES = 32 * MIB;
/**
 * The memory that such callers may take. A text that the gateway has read is in memory as bytes and as a text, and some garbage is not
 * collected yet.
 */
const MAX_RISE_BYTES = 3 * MAX_BUFFERED_BYTES + 96 * MIB;
const ADMIN_TOKEN = "an-admin-token-of-a-test";
/** The heap of a gateway in a container of 512 MB. An isolate of Workers has 128 MB, of which the gateway takes less than 96. */
const HEAP_MIB = { Node: 384, Deno: 384, workerd: 96 };
/** Deno and Bun collect garbage later, and Bun has no flag for its heap. */
const MAX_LATE_BYTES = 448 * MIB;

const getPaddedBody = (bytes) => JSON.stringify({ ok: true, result: { pad: "x".repeat(bytes) } });
const CACHEABLE_BODY = getPaddedBody(250_000);
const LONG_RESPONSE = getPaddedBody(2_000_000);
/** More than the system buffers for a caller who does not read. */
const LONGER_BODY = getPaddedBody(7_500_000);
const TOO_LONG_BODY = getPaddedBody(30_000_000);
const ACCOUNT = `0:${"0".repeat(64)}`;

/** @param {any} request @param {any} response */
function respond({ url }, response) {
  response.writeHead(200, { "content-type": "application/json" });
  if (url.includes("getShards")) return response.end(CACHEABLE_BODY);
  if (url.includes("getTransactions"))
    return response.end(
      url.includes("limit=77") ? TOO_LONG_BODY : url.includes("limit=78") ? LONGER_BODY : LONG_RESPONSE,
    );
  if (url.includes("/blocks")) return response.end(JSON.stringify({ blocks: [], pad: "x".repeat(250_000) }));
  if (url.includes("/transactions")) return writeUntilClosed(response);
  return response.end(JSON.stringify({ last: { seqno: 7 } }));
}

function writeUntilClosed(response) {
  while (!response.destroyed && response.write("x".repeat(65_536)));
  response.once("drain", () => writeUntilClosed(response));
}

const call = (method, params) => ({ jsonrpc: "2.0", id: 1, method, params });
const shards = call("getShards", { seqno: 1 });
const makeLongRead = (lt, limit = 10) =>
  call("getTransactions", { address: ACCOUNT, limit, lt: String(lt), hash: "A".repeat(43) + "=" });
const BATCH = Array.from({ length: 20 }, () => shards);

function postJson(value) {
  const body = JSON.stringify(value);
  return `POST /api/v2/jsonRPC HTTP/1.1\r\nhost: gw\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`;
}

/** A request whose body arrives in parts of that size, and does not end. */
const openUnfinished = (size, count) =>
  `POST /api/v2/jsonRPC HTTP/1.1\r\nhost: gw\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n${`${size.toString(16)}\r\n${"x".repeat(size)}\r\n`.repeat(count)}`;

/** The request text that each connection writes, by the kind of response that it does not read. */
const KINDS = {
  "a cached response": () => get(CACHED_PATH).repeat(10),
  "a proxied response": () => get(PROXIED_PATH),
  "a batch of cached responses": () => postJson(BATCH),
  "a batch of long responses": (index) =>
    postJson(Array.from({ length: 20 }, (_, lt) => makeLongRead(100 * (index % 10) + lt + 1))),
  "a long response to JSON-RPC": (index) => postJson(makeLongRead(index + 1, 78)),
  "a local response": () => get("/api/v2/detectAddress?address=x").repeat(500),
  "a file": () => get("/large.bin"),
  "a document": () => get(OPENAPI).repeat(10),
  "an error": () => get("/api/v3/nope").repeat(500),
  "a body in parts of 1 byte": () => openUnfinished(1, 20_000),
  "a body in parts of 10 bytes": () => openUnfinished(10, 20_000),
  "a body in parts of 1000 bytes": () => openUnfinished(1000, 500),
  "the metrics": () => get("/metrics", `authorization: Bearer ${ADMIN_TOKEN}\r\n`).repeat(20),
};
/** Kinds whose responses the platform serves in Workers. */
const FILE_RESPONSES = ["a file", "a document"];

let service;
let folder;
before(async () => {
  service = await makeService(respond);
  folder = await mkdtemp(join(tmpdir(), "ton-edge-bytes-"));
  await writeFile(join(folder, "large.bin"), Buffer.alloc(64 * MIB, 120));
});
after(async () => {
  await service.close();
  await rm(folder, { recursive: true });
});
afterEach(closeAll);

function startUnread(runtime) {
  const options = { maxBufferedBytes: MAX_BUFFERED_BYTES, writeTimeoutMs: 4000 };
  const config = { mainnet: service.url, adminToken: ADMIN_TOKEN };
  return startGateway(runtime, { config, folder, options, heapMiB: HEAP_MIB[runtime] });
}

const formatMib = (bytes) => `${Math.round(bytes / MIB)} MiB`;

/** The status of a response that is read whole, on a new connection, because workerd closes idle connections after 5 s. */
const readStatus = (url) =>
  new Promise((resolve) => {
    const call = http.get(url, { agent: false, signal: AbortSignal.timeout(60_000) }, (response) =>
      response
        .resume()
        .on("end", () => resolve(response.statusCode))
        .on("error", (/** @type {any} */ { code }) => resolve(code)),
    );
    call.on("error", (/** @type {any} */ { code }) => resolve(code));
  });

/** The statuses that another caller gets: for a response from the upstream, and for a cached one. */
const listStatuses = async ({ url }) => [await readStatus(url + HEAD_PATH), await readStatus(url + CACHED_PATH)];

/** The greatest rise in memory while `work` runs. */
async function riseDuring(gateway, work) {
  const startBytes = gateway.residentBytes();
  let peak = startBytes;
  const sampling = setInterval(() => (peak = Math.max(peak, gateway.residentBytes())), 20);
  try {
    await work();
  } finally {
    clearInterval(sampling);
  }
  return Math.max(peak, gateway.residentBytes()) - startBytes;
}

/** Checks that connections whose callers read nothing take less than `maxBytes`, and that other callers get responses meanwhile. */
async function attackUnread(t, gateway, { kind, maxBytes }) {
  const memoryRise = await riseDuring(gateway, async () => {
    for (let index = 0; index < CONNECTIONS; index += 1) openMany(1, gateway.port, KINDS[kind](index));
    await new Promise((resolve) => setTimeout(resolve, 2000));
    assert.deepEqual(await listStatuses(gateway), [200, 200], "other callers are served");
  });
  t.diagnostic(`${kind}: ${formatMib(memoryRise)}`);
  assert.ok(memoryRise < maxBytes, formatMib(memoryRise));
}

for (const runtime of ["Node", "workerd", "Deno", "Bun"]) {
  const isOrdinary = runtime === "Node" || runtime === "workerd";
  describe(`${runtime}: ${CONNECTIONS} connections whose callers read nothing`, {
    skip: !IS_FULL && !isOrdinary && "in a full run",
  }, () => {
    for (const kind of Object.keys(KINDS)) {
      if (runtime === "workerd" && FILE_RESPONSES.includes(kind)) continue;
      // attacks-server.test.mjs has the parts of bodies on Node.
      const isShort =
        (runtime === "Node" && !kind.startsWith("a body")) || (runtime === "workerd" && kind.startsWith("a batch"));
      test(kind, { ...limit, skip: !IS_FULL && !isShort && "in a full run" }, async (t) => {
        const gateway = await startUnread(runtime);
        try {
          for (let index = 0; index < 20; index += 1) await listStatuses(gateway);
          await attackUnread(t, gateway, { kind, maxBytes: isOrdinary ? MAX_RISE_BYTES : MAX_LATE_BYTES });
        } finally {
          await gateway.close();
        }
      });
    }
  });
}

/** The statuses of a batch's responses; a response without an error counts as 200. */
async function sendBatch(gateway, calls) {
  const response = await fetch(`${gateway.url}/api/v2/jsonRPC`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(calls),
  });
  const replies = await response.json();
  assert.deepEqual([response.status, replies.length], [200, calls.length]);
  return replies.map(({ code = 200 }) => code);
}

describe("workerd: batches of long responses do not end an isolate", () => {
  const makeBatchOfLong = (limit) =>
    Array.from({ length: 20 }, (_, index) => ({ ...makeLongRead(index + 1, limit), id: index }));
  const oversizedBatch = makeBatchOfLong(77);

  /** @type {[string, object[][]][]} */
  const cases = [
    ["20 of 30 MB", [oversizedBatch]],
    [
      "four batches of 20 responses of 2 MB",
      [makeBatchOfLong(10), makeBatchOfLong(10), makeBatchOfLong(10), makeBatchOfLong(10)],
    ],
  ];
  for (const [title, batches] of cases) {
    test(title, limit, async (t) => {
      const gateway = await startUnread("workerd");
      try {
        for (let index = 0; index < 20; index += 1) await listStatuses(gateway);
        const memoryRise = await riseDuring(gateway, async () => {
          const replies = await Promise.all(batches.map((batch) => sendBatch(gateway, batch)));
          // Each caller gets a response, or an error with its reason.
          for (const code of replies.flat()) assert.ok([200, 413, 502, 503].includes(code), `${code}`);
          if (batches.length > 1) assert.ok(replies.flat().includes(200));
        });
        t.diagnostic(`${title}: ${formatMib(memoryRise)}`);
        assert.deepEqual(await listStatuses(gateway), [200, 200]);
        assert.ok(memoryRise < MAX_RISE_BYTES, formatMib(memoryRise));
      } finally {
        await gateway.close();
      }
    });
  }
});

describe("the command with a heap of 384 MB", () => {
  const MS = IS_FULL ? 600_000 : 10_000;
  const CALLERS = 120;

  test(`the command serves other callers for ${MS / 1000} s while batches are not read`, {
    timeout: MS + 60_000,
  }, async (t) => {
    const gateway = await startCommand(HEAP_MIB.Node, service.url);
    try {
      await listStatuses(gateway);
      let requestCount = 0;
      let servedCount = 0;
      const memoryRise = await riseDuring(gateway, async () => {
        const end = performance.now() + MS;
        const callers = new Set();
        while (performance.now() < end) {
          while (callers.size < CALLERS) {
            const [socket] = openMany(1, gateway.port, postJson(BATCH));
            // The server notices the end of a connection only when it reads or writes, so each connection is closed after a while.
            const leave = setTimeout(() => socket.destroy(), 40_000);
            socket.on("close", () => (clearTimeout(leave), callers.delete(socket)));
            callers.add(socket);
            requestCount += 1;
          }
          assert.deepEqual(await listStatuses(gateway), [200, 200]);
          servedCount += 1;
          await new Promise((resolve) => setTimeout(resolve, 100));
        }
      });
      t.diagnostic(
        `${requestCount} batches sent, ${servedCount} times others were served, rise ${formatMib(memoryRise)}`,
      );
      assert.ok(memoryRise < 2 * 64 * MIB + 96 * MIB, formatMib(memoryRise));
      assert.deepEqual(gateway.log, []);
    } finally {
      await gateway.close();
    }
  });
});
