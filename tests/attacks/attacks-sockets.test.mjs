// Attacks by sockets on a gateway process: how much memory they hold, when they end, and whether other callers get responses meanwhile.

import assert from "node:assert/strict";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, afterEach, before, describe, test } from "node:test";

import {
  CACHED_PATH,
  MIB,
  MAX_SLOWDOWN,
  OPENAPI,
  HEAD_PATH,
  pipelineRequests,
  PROXIED_PATH,
  startService,
  MIN_RESPONSES,
  measureUnderFlood,
  makeUnfinishedRequest,
  warmUp,
} from "./flood.mjs";
import { OTHER_PROCESSES } from "../runtimes/runtimes.mjs";
import { startGateway } from "./gateway-process.mjs";
import { closeAll, get, openSocket, openMany, exchangeText, listStatuses, waitUntil } from "./sockets.mjs";

const limit = { timeout: 60_000 };

let service;
let folder;
before(async () => {
  service = await startService();
  folder = await mkdtemp(join(tmpdir(), "ton-edge-attacks-"));
  await writeFile(join(folder, "large.bin"), Buffer.alloc(64 * MIB, 120));
  await writeFile(join(folder, "middle.bin"), Buffer.alloc(16 * MIB, 120));
});
after(async () => {
  await service.close();
  await rm(folder, { recursive: true });
});
afterEach(closeAll);

/** A gateway for the tests of a group. */
function makeGatewayFor(runtime, options, config) {
  const sharedGateway = {};
  before(async () => {
    Object.assign(
      sharedGateway,
      await startGateway(runtime, { options, folder, config: { mainnet: service.url, ...config } }),
    );
    // Object.assign copies the value of a getter, not the getter.
    await warmUp(sharedGateway, runtime === "workerd" ? [HEAD_PATH, CACHED_PATH] : [HEAD_PATH, CACHED_PATH, OPENAPI]);
  });
  after(() => sharedGateway.close());
  return sharedGateway;
}

/** Attacks a gateway: its memory must rise by less than `maxRise`, and other callers must get responses nearly as fast as before. */
async function attackGateway(t, gateway, maxRise, attack) {
  const flood = await measureUnderFlood(gateway, attack);
  const waitSummary = `p99 of others ${flood.busy.toFixed(1)} ms, in calm ${flood.calm.toFixed(1)} ms: ${flood.ratio.toFixed(1)} times`;
  t.diagnostic(waitSummary);
  assert.ok(flood.rise < maxRise, formatMib(flood.rise));
  assert.equal(flood.failed, 0, "failed requests of other callers");
  assert.ok(flood.responses > MIN_RESPONSES, `${flood.responses} responses to other callers`);
  assert.ok(flood.ratio <= MAX_SLOWDOWN, waitSummary);
  return flood;
}

/** Opens a socket that writes a text and does not read; returns it once the server has accepted it. */
async function openUnread(gateway, text) {
  const socket = openSocket(gateway.port, text);
  await waitUntil(() => gateway.openOf([socket]) === 1, "it is connected");
  return socket;
}

const formatMib = (bytes) => `${Math.round(bytes / MIB)} MiB`;

describe("Node: memory", () => {
  const gateway = makeGatewayFor("Node", {
    writeTimeoutMs: 1000,
    headersTimeoutMs: 2000,
    requestTimeoutMs: 5000,
    maxBufferedBytes: 16 * MIB,
  });

  for (const [title, path] of [
    ["cached", CACHED_PATH],
    ["openapi", OPENAPI],
  ]) {
    test(
      `1200 pipelined requests on each of 5 sockets, never read, hold less than 64 MiB and end by themselves: ${title}`,
      limit,
      async (t) => {
        const flood = await attackGateway(t, gateway, 64 * MIB, { sockets: 5, text: pipelineRequests(path), ms: 2000 });
        await waitUntil(() => gateway.openOf(flood.attack) === 0, "the connections end");
        assert.deepEqual(gateway.log, []);
      },
    );
  }

  test("2000 small pipelined requests on each of 100 sockets hold less than 64 MiB", limit, async (t) => {
    const flood = await attackGateway(t, gateway, 64 * MIB, {
      sockets: 100,
      text: pipelineRequests("/healthz", 2000),
      ms: 1500,
    });
    await waitUntil(() => gateway.openOf(flood.attack) === 0, "the connections end");
  });

  test(
    "400 request bodies of 900 kB that stop before their end hold no more than the limit, and end",
    limit,
    async (t) => {
      const flood = await attackGateway(t, gateway, 400 * MIB, {
        sockets: 400,
        text: makeUnfinishedRequest(900_000),
        ms: 2000,
      });
      // 16 MiB have room for 18 of these requests. The rest of the memory is garbage that is not collected yet.
      await waitUntil(() => gateway.openOf(flood.attack) < 60, "connections beyond the limit end", 1500);
      await waitUntil(() => gateway.openOf(flood.attack) === 0, "the connections end");
    },
  );

  test("100 readers of a file of 64 MiB who never read hold less than 64 MiB, and end", limit, async (t) => {
    const flood = await attackGateway(t, gateway, 64 * MIB, { sockets: 100, text: get("/large.bin"), ms: 1500 });
    await waitUntil(() => gateway.openOf(flood.attack) === 0, "the connections end");
  });

  for (const [title, text] of [
    ["head", "GET / HTTP/1.1\r\nhost: gw\r\nx: "],
    ["body", makeUnfinishedRequest(1000)],
  ]) {
    test(`100 writers who send a byte of a ${title} every 50 ms hold less than 64 MiB, and end`, limit, async (t) => {
      const flood = await attackGateway(t, gateway, 64 * MIB, { sockets: 100, text, drip: "x", ms: 1500 });
      await waitUntil(() => gateway.openOf(flood.attack) === 0, "the connections end");
    });
  }

  test(
    "2000 idle connections and 500 heads that stop in the middle hold less than 64 MiB, and end",
    limit,
    async (t) => {
      const heads = openMany(500, gateway.port, "GET / HTTP/1.1\r\nhost: gw\r\nx-slow");
      const flood = await attackGateway(t, gateway, 64 * MIB, { sockets: 2000, text: "", ms: 1500 });
      await waitUntil(() => gateway.openOf([...heads, ...flood.attack]) === 0, "the connections end");
    },
  );
});

describe("Node: a caller who does not read is disconnected", () => {
  const WRITE_TIMEOUT_MS = 1000;
  const gateway = makeGatewayFor("Node", {
    writeTimeoutMs: WRITE_TIMEOUT_MS,
    maxPipelinedRequests: 20_000,
    maxRequestsPerSocket: 100_000,
    maxBufferedBytes: 1024 * MIB,
  });

  for (const [title, text] of [
    ["a proxied response", get(PROXIED_PATH)],
    ["cached responses", pipelineRequests(CACHED_PATH, 300)],
    ["local responses", pipelineRequests(OPENAPI, 200)],
    ["a file", get("/large.bin")],
    ["errors", pipelineRequests("/api/v3/nope", 9000)],
  ]) {
    test(title, limit, async () => {
      const memoryBefore = gateway.residentBytes();
      const socket = await openUnread(gateway, text);
      await new Promise((resolve) => setTimeout(resolve, WRITE_TIMEOUT_MS / 2));
      // Each response is far larger than the system's buffers. Errors are small, so there are many.
      const memoryRise = gateway.residentBytes() - memoryBefore;
      assert.ok(title === "errors" || memoryRise < 40 * MIB, formatMib(memoryRise));
      const elapsedMs = await waitUntil(() => gateway.openOf([socket]) === 0, "the connection ends");
      assert.ok(elapsedMs >= WRITE_TIMEOUT_MS * 0.3, `${elapsedMs} ms`);
      await waitUntil(() => service.seen.every(({ closed }) => closed), "the upstream requests end");
      assert.equal((await fetch(`${gateway.url}${HEAD_PATH}`)).status, 200);
      assert.deepEqual(gateway.log, []);
    });
  }

  test(
    "a caller whose request Node's parser refuses is disconnected if it neither reads nor closes",
    limit,
    async () => {
      const socket = await openUnread(gateway, "no HTTP at all\r\n\r\n");
      await waitUntil(() => gateway.openOf([socket]) === 0, "the connection ends");
    },
  );

  test("a slow reader receives everything", limit, async () => {
    const socket = openSocket(gateway.port, get("/middle.bin", "connection: close\r\n"));
    let bytes = 0;
    const closePromise = new Promise((resolve) => socket.once("close", resolve));
    socket
      .on("data", (part) => {
        bytes += part.length;
        socket.pause();
        setTimeout(() => socket.resume(), 5);
      })
      .resume();
    await closePromise;
    assert.ok(bytes > 16 * MIB, `${bytes} bytes`);
  });
});

describe("Node: connections", () => {
  const gateway = makeGatewayFor("Node", {
    maxConnections: 40,
    maxRequestsPerSocket: 3,
    writeTimeoutMs: 60_000,
    maxBufferedBytes: MIB,
    maxPipelinedRequests: 100,
  });

  test("connections beyond maxConnections are closed at once, and closed ones make room", limit, async () => {
    const sockets = openMany(60, gateway.port, "");
    // Some of the 40 may belong to earlier tests.
    await waitUntil(() => gateway.openOf(sockets) >= 35, "all sockets are connected");
    await waitUntil(() => gateway.openOf(sockets) <= 40, "connections beyond the limit are closed");
    assert.equal(await exchangeText(gateway.port, get("/healthz")), "");
    for (const socket of sockets) socket.destroy();
    await waitUntil(() => gateway.openOf(sockets) === 0, "the closed connections have ended");
    assert.deepEqual(listStatuses(await exchangeText(gateway.port, get("/healthz", "connection: close\r\n"))), [200]);
  });

  test(
    "the response to the last request of maxRequestsPerSocket announces the end of the connection",
    limit,
    async () => {
      const output = await exchangeText(gateway.port, get("/healthz").repeat(5));
      assert.deepEqual(listStatuses(output), [200, 200, 200]);
      assert.equal(output.match(/^connection: close\r$/gim).length, 1);
      assert.ok(output.lastIndexOf("HTTP/1.1 200") < output.search(/^connection: close\r$/im));
    },
  );

  test(
    "above maxBufferedBytes, the connection that has waited longest is closed, and others continue",
    limit,
    async () => {
      const largeRequest = get("/large.bin");
      const firstSocket = openMany(10, gateway.port, largeRequest);
      await waitUntil(() => gateway.openOf(firstSocket) === 10, "all sockets are connected");
      await new Promise((resolve) => setTimeout(resolve, 300));
      const laterSockets = openMany(20, gateway.port, largeRequest);
      // Each body has 64 KiB: the limit has room for 16 of the 30, and the limit plus a quarter for 20.
      await waitUntil(
        () => gateway.openOf(firstSocket) === 0 && gateway.openOf(laterSockets) <= 20,
        "the slowest connections end",
      );
      assert.ok(gateway.openOf(laterSockets) >= 10, "more connections ended than necessary");
      assert.equal((await fetch(`${gateway.url}/healthz`)).status, 200);
    },
  );
});

describe("workerd: memory", () => {
  const gateway = makeGatewayFor("workerd");

  test("1200 pipelined requests on each of 5 sockets, never read, hold less than 64 MiB", limit, async (t) => {
    await attackGateway(t, gateway, 64 * MIB, { sockets: 5, text: pipelineRequests(CACHED_PATH), ms: 2000 });
  });

  test("2000 idle connections and 500 heads that stop in the middle hold less than 96 MiB", limit, async (t) => {
    openMany(500, gateway.port, "GET / HTTP/1.1\r\nhost: gw\r\nx-slow");
    await attackGateway(t, gateway, 96 * MIB, { sockets: 2000, text: "", ms: 1000 });
  });
});

for (const runtime of OTHER_PROCESSES) {
  describe(runtime, { skip: !process.env.TESTS_FULL && "in a full run" }, () => {
    const gateway = makeGatewayFor(runtime, { maxBufferedBytes: 16 * MIB, requestTimeoutMs: 3000 });

    for (const [title, path] of [
      ["cached", CACHED_PATH],
      ["openapi", OPENAPI],
    ]) {
      test(
        `1200 pipelined requests on each of 5 sockets, never read, hold less than 64 MiB: ${title}`,
        limit,
        async (t) => {
          await attackGateway(t, gateway, 64 * MIB, { sockets: 5, text: pipelineRequests(path), ms: 2000 });
        },
      );
    }

    test("400 request bodies of 900 kB that stop before their end hold less than they send", limit, async (t) => {
      // The callers send 360 MB. Before the gateway counted bodies, Deno held 460 MB for 300 of them.
      await attackGateway(t, gateway, 320 * MIB, { sockets: 400, text: makeUnfinishedRequest(900_000), ms: 2500 });
    });

    test("2000 idle connections and 500 heads that stop in the middle hold less than 96 MiB", limit, async (t) => {
      openMany(500, gateway.port, "GET / HTTP/1.1\r\nhost: gw\r\nx-slow");
      await attackGateway(t, gateway, 96 * MIB, { sockets: 2000, text: "", ms: 1000 });
    });
  });
}
