// Streams in Durable Objects: what all isolates share, what happens when an object fails or restarts, and the same in workerd, over sockets.

import assert from "node:assert/strict";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { get } from "node:http";
import { after, before, describe, test } from "node:test";

import { Miniflare } from "miniflare";

import { chooseShard } from "../../pkg/lib/gateway/streaming/durable-object-client.js";
import { readDocumented } from "../fleet/documented.mjs";
import { bundleProgram } from "../helpers/bundle.mjs";
import { makeAccount, ScriptedChain } from "../helpers/scripted-chain.mjs";
import { createSeededRandom } from "../helpers/seeded-random.mjs";
import { onSimulatedClock } from "../helpers/simulated-clock.mjs";
import { startFleet } from "../runtimes/fleet.mjs";
import { OK, makeService, waitUntil } from "../upstream/service-of.mjs";
import { openSocket } from "./sockets.mjs";
import { makeStreamGateway, sleep, StreamReader } from "./streams.mjs";

const [A, B, C] = [makeAccount(0), makeAccount(1), makeAccount(2)];
const SCOPE = "durable-object";
/** Milliseconds between two upstream requests in workerd, where the tests wait in real time. */
const INTERVAL_MS = 200;
const makeAccounts = (count) => Array.from({ length: count }, (_, index) => `0:${String(index).padStart(64, "0")}`);
const listHashes = (readers, account) =>
  readers
    .flatMap((reader) => reader.list("transactions"))
    .map(({ data }) => data.transactions[0])
    .filter((row) => row.account === account)
    .map(({ hash }) => hash);
const readHashes = (rows, account) => rows.filter((row) => row.account === account).map(({ hash }) => hash);

describe("streams in Durable Objects", () => {
  // Loads the code of the gateway, which is not on the simulated clock.
  before(async () => {
    const { send } = makeStreamGateway(() => ({ accounts: [] }), { streaming: { scope: SCOPE } });
    await (await send(`?addresses=${A}&types=transactions`)).body?.cancel();
  });

  test("1000 streams of five isolates cost one upstream request per second", async () => {
    const chain = new ScriptedChain();
    const accounts = makeAccounts(100);
    for (const account of accounts) chain.add(account);
    const settings = { streaming: { maxConnectionsPerCaller: 1000, scope: SCOPE } };
    const firstGateway = makeStreamGateway((url) => chain.respond(url), settings);
    const gateways = [
      firstGateway,
      ...[1, 2, 3, 4].map(() => makeStreamGateway(() => ({}), settings, firstGateway.hubs)),
    ];
    await onSimulatedClock(async () => {
      const readers = [];
      for (let index = 0; index < 1000; index += 1)
        readers.push(await gateways[index % 5].open([accounts[index % 100]]));
      await sleep(2000);
      const requestsBefore = firstGateway.requests.length;
      for (let second = 0; second < 60; second += 1) {
        chain.add(accounts[(7 * second) % 100]);
        await sleep(1000);
      }
      assert.ok(
        firstGateway.requests.length - requestsBefore <= 61,
        `${firstGateway.requests.length - requestsBefore} requests in a minute`,
      );
      await sleep(5000);
      assert.deepEqual(firstGateway.hubs.names, ["mainnet:0"]);
      for (const gateway of gateways.slice(1)) assert.deepEqual(gateway.requests, []);
      for (const [index, reader] of readers.entries()) {
        const account = accounts[index % 100];
        assert.deepEqual(listHashes([reader], account), readHashes(chain.rows.slice(100), account));
      }
      await Promise.all(readers.map((reader) => reader.close()));
    });
  });

  test("streams are spread over shards by their lowest address, and no stream is split", async () => {
    const chain = new ScriptedChain();
    const accounts = makeAccounts(40);
    for (const account of accounts) chain.add(account);
    const { open, hubs, requests } = makeStreamGateway((url) => chain.respond(url), {
      streaming: { maxConnectionsPerCaller: 100, scope: SCOPE, shards: 3 },
    });
    await onSimulatedClock(async () => {
      const readers = [await open(accounts.toReversed())];
      for (const account of accounts) readers.push(await open([account]));
      await sleep(3000);
      assert.deepEqual(hubs.names.sort(), ["mainnet:0", "mainnet:1", "mainnet:2"]);
      const requestsBefore = requests.length;
      await sleep(60_000);
      assert.ok(
        requests.length - requestsBefore <= 3 * 61,
        `${requests.length - requestsBefore} requests of three objects in a minute`,
      );
      for (const account of accounts) chain.add(account);
      await sleep(5000);
      for (const [index, account] of accounts.entries()) {
        const expected = readHashes(chain.rows.slice(40), account);
        assert.deepEqual(listHashes([readers[0]], account), expected, "a stream has accounts of all shards");
        assert.deepEqual(listHashes([readers[index + 1]], account), expected);
      }
      await Promise.all(readers.map((reader) => reader.close()));
    });
    const counts = [0, 0, 0, 0];
    for (const account of makeAccounts(1000)) counts[chooseShard({ accounts: [account] }, 4)] += 1;
    assert.ok(Math.min(...counts) > 200, `1000 accounts on 4 shards: ${counts}`);
    assert.equal(chooseShard({ accounts: [C, A, B] }, 64), chooseShard({ accounts: [A] }, 64));
    assert.ok(chooseShard({ accounts: [], traces: ["AbC="] }, 64) < 64);
  });

  test("streams wake their object only while they are open", async () => {
    const { open, hubs } = makeStreamGateway(() => ({ accounts: [] }), { streaming: { scope: SCOPE } });
    await onSimulatedClock(async () => {
      const readers = [await open([A]), await open([B])];
      await sleep(90_000);
      assert.equal(hubs.alarmCount, 5, "one every 20 seconds, and the next one");
      await Promise.all(readers.map((reader) => reader.close()));
      await sleep(90_000);
      assert.equal(hubs.alarmCount, 5);
    });
  });

  test("streams are limited per caller over all isolates", async () => {
    const settings = { streaming: { maxConnectionsPerCaller: 2, scope: SCOPE } };
    const firstGateway = makeStreamGateway(() => ({ accounts: [], transactions: [] }), settings);
    const secondGateway = makeStreamGateway(() => ({}), settings, firstGateway.hubs);
    const readers = [await firstGateway.open([A]), await secondGateway.open([B])];
    const refusal = await firstGateway.send(`?addresses=${A}&types=transactions`);
    assert.deepEqual(
      [refusal.status, refusal.headers.get("x-ton-edge-error"), refusal.headers.get("retry-after")],
      [429, "too_many_in_flight", "5"],
    );
    assert.match((await refusal.json()).error, /connection limit reached: 2 active connections/);
    await readers[0].close();
    readers.push(await secondGateway.open([A]));
    await Promise.all(readers.map((reader) => reader.close()));
  });

  test("streams send the upstream key, and use the next upstream if the first one fails", async () => {
    const chain = new ScriptedChain();
    chain.add(A);
    const keys = new Map();
    const respond = (url, headers) => {
      keys.set(url.host, headers.get("x-api-key"));
      return url.host === "one.example" ? new Response("{}", { status: 502 }) : chain.respond(url);
    };
    const { open } = makeStreamGateway(respond, {
      mainnet: [
        { baseUrl: "https://one.example", apiKey: "first-key" },
        { baseUrl: "https://two.example", apiKey: "second-key" },
      ],
      streaming: { scope: SCOPE },
    });
    await onSimulatedClock(async () => {
      const reader = await open([A]);
      await sleep(10_000);
      const row = chain.add(A);
      await sleep(20_000);
      assert.deepEqual(listHashes([reader], A), [row.hash]);
      assert.deepEqual(Object.fromEntries(keys), { "one.example": "first-key", "two.example": "second-key" });
      await reader.close();
    });
  });

  test("a stream gets an error with the reason if its object is missing or fails", async () => {
    const lines = [];
    const settings = {
      streaming: { scope: SCOPE },
      logLevel: "error",
      logClient: "off",
      log: (line) => lines.push(JSON.parse(line)),
    };
    const query = `?addresses=${A}&types=transactions`;
    const objects = { object: undefined, attempts: 0 };
    const hubs = /** @type {any} */ ({
      idFromName: (name) => name,
      get: () => ({
        fetch: (url, init) => {
          objects.attempts += 1;
          return objects.object(url, init);
        },
      }),
    });
    const failingGateway = makeStreamGateway(() => ({ accounts: [] }), settings, hubs);
    const describeResponse = async () => {
      lines.length = objects.attempts = 0;
      const response = await failingGateway.send(query);
      const { error } = await response.json();
      const code = response.headers.get("x-ton-edge-error");
      return [response.status, code, error, lines.map(({ alert }) => alert), objects.attempts];
    };
    const unreachableMessage = "the hub of streams does not respond; try again later";
    const alert = "the Durable Object mainnet:0 of STREAM_HUB does not respond";

    objects.object = () => Promise.reject(new TypeError("broken"));
    assert.deepEqual(await describeResponse(), [503, "overloaded", unreachableMessage, [`${alert}: TypeError`], 1]);
    const retryableError = Object.assign(new Error("reset"), { retryable: true });
    objects.object = () => Promise.reject(retryableError);
    assert.deepEqual(await describeResponse(), [503, "overloaded", unreachableMessage, [`${alert}: Error`], 2]);
    objects.object = () => Promise.reject(Object.assign(new Error("busy"), { retryable: true, overloaded: true }));
    assert.deepEqual((await describeResponse()).at(-1), 1);
    objects.object = async () => new Response("x", { status: 500 });
    assert.deepEqual((await describeResponse()).slice(0, 2), [503, "overloaded"]);

    const workingGateway = makeStreamGateway(() => ({ accounts: [] }), settings);
    objects.object = (url, init) =>
      objects.attempts === 1 ? Promise.reject(retryableError) : workingGateway.hubs.get("mainnet:0").fetch(url, init);
    objects.attempts = 0;
    const reader = await failingGateway.open([A]);
    assert.equal(objects.attempts, 2, "the gateway sends requests again to an object that has restarted");
    await reader.close();

    objects.object = (_, { signal }) =>
      new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason)));
    await onSimulatedClock(async () => {
      const startedAt = Date.now();
      assert.deepEqual((await describeResponse()).slice(0, 3), [503, "overloaded", unreachableMessage]);
      assert.equal(Date.now() - startedAt, 5000);
    });

    const unboundGateway = makeStreamGateway(() => ({}), settings, /** @type {any} */ (null));
    unboundGateway.hubs = /** @type {any} */ (undefined);
    const response = await unboundGateway.gateway.fetch(
      new Request(`https://gateway.example/api/streaming/v2/sse${query}`),
      {},
      { address: "192.0.2.1" },
    );
    assert.equal(response.status, 500);
    assert.match((await response.json()).error, /no binding STREAM_HUB/);
  });
});

describe("streams in a Durable Object in workerd", () => {
  const chain = new ScriptedChain();
  /** What the upstream does with a request, besides responding: returns whether it has responded. */
  let spoilResponse = /** @type {(response: import("node:http").ServerResponse, url: URL) => boolean} */ (() => false);
  let upstream;
  let fleet;
  let url = "";

  before(async () => {
    upstream = await makeService((request, response) => {
      const target = new URL(request.url ?? "", "http://upstream.example");
      if (!spoilResponse(response, target)) response.writeHead(200, OK).end(JSON.stringify(chain.respond(target)));
    });
    const streaming = { intervalMs: INTERVAL_MS, maxConnectionsPerCaller: 2000, maxConnections: 2000, scope: SCOPE };
    const config = {
      mainnet: { baseUrl: upstream.url },
      limits: { keyless: "off", budget: "off" },
      overload: { maxInFlight: 5000, maxInFlightPerClient: 5000 },
      breaker: { failures: 100 },
      retries: 0,
      streaming,
    };
    fleet = await startFleet("workerd", [config]);
    [url] = fleet.urls;
  });
  after(async () => {
    await fleet?.close();
    await upstream?.close();
  });

  const open = async (accounts, types = "transactions", lastId = undefined) => {
    const stop = new AbortController();
    const query = new URLSearchParams({ addresses: accounts.join(","), types });
    const headers = lastId === undefined ? {} : { "last-event-id": lastId };
    const send = () => fetch(`${url}/api/streaming/v2/sse?${query}`, { signal: stop.signal, headers });
    // When a stream ends with the object, workerd closes its connection, which `fetch` may be about to use again.
    const response = await send().catch(send);
    assert.equal(response.status, 200);
    assert.equal(response.headers.get("content-type"), "text/event-stream");
    const reader = new StreamReader(response);
    reader.readAll().catch(() => {});
    return { reader, leave: () => stop.abort() };
  };
  const restart = async () => {
    const send = () => fetch(`${url}/restart-hub/mainnet:0`);
    assert.equal(await (await send().catch(send)).text(), "a restart");
  };

  test("streams share upstream requests, which stop when the callers have left", async () => {
    const accounts = makeAccounts(100);
    for (const account of accounts) chain.add(account);
    const query = (index) => `/api/streaming/v2/sse?addresses=${accounts[index % 100]}&types=transactions`;
    const sockets = [];
    let eventCount = 0;
    const openSocket = async (index) => {
      const request = get(`${url}${query(index)}`, { agent: false });
      const [response] = await once(request, "response");
      assert.equal(response.statusCode, 200);
      response.on("data", (part) => (eventCount += String(part).split('"type":"transactions"').length - 1));
      response.on("error", () => {});
      sockets.push(request);
    };
    for (let index = 0; index < 1000; index += 50)
      await Promise.all(Array.from({ length: 50 }, (_, part) => openSocket(index + part)));
    await sleep(10 * INTERVAL_MS);
    const [countBefore, startedAt] = [upstream.seen.length, performance.now()];
    for (let part = 0; part < 5; part += 1) {
      chain.add(accounts[(7 * part) % 100]);
      await sleep(3 * INTERVAL_MS);
    }
    const requests = upstream.seen.length - countBefore;
    const intervalCount = (performance.now() - startedAt) / INTERVAL_MS;
    assert.ok(requests >= 5 && requests <= intervalCount + 1, `${requests} requests in ${intervalCount} intervals`);
    await waitUntil(() => eventCount === 50, "each of the 10 streams of 5 accounts gets its event");
    for (const socket of sockets) socket.destroy();
    // The gateway notices at the next write to a caller that it has left: an event, or a comment after 15 seconds.
    let count = -1;
    await waitUntil(async () => {
      for (const account of accounts) chain.add(account);
      const countBefore = count;
      count = upstream.seen.length;
      await sleep(10 * INTERVAL_MS);
      return countBefore === count;
    }, "the upstream gets no more requests");
  });

  test("streams share upstream requests with WebSockets, which resume after the object restarts", async () => {
    const account = makeAccount(30);
    chain.add(account);
    const subscribe = { operation: "subscribe", id: "1", addresses: [account], types: ["transactions"] };
    const sockets = [];
    for (let count = 0; count < 20; count += 1) sockets.push(await openSocket(url, ["ton-edge"]));
    assert.equal(sockets[0].socket.protocol, "ton-edge");
    const { reader, leave } = await open([account]);
    for (const socket of sockets)
      assert.deepEqual(await socket.ask({ ...subscribe, include_state: true }), { id: "1", status: "subscribed" });
    await Promise.all(sockets.map((socket) => socket.live()));
    const [countBefore, startedAt] = [upstream.seen.length, performance.now()];
    await sleep(20 * INTERVAL_MS);
    const requests = upstream.seen.length - countBefore;
    const intervalCount = (performance.now() - startedAt) / INTERVAL_MS;
    assert.ok(requests <= intervalCount + 1, `${requests} requests in ${intervalCount} intervals`);
    const hashes = [chain.add(account).hash];
    await waitUntil(() => sockets.every((socket) => socket.list("transactions").length === 1), "an event on each");
    await waitUntil(() => reader.list("transactions").length === 1, "an event of the stream");
    leave();
    const resume = sockets[0].lastPosition;
    await restart();
    await waitUntil(() => sockets.every(({ closed }) => closed !== undefined), "the end of the connections");
    hashes.push(chain.add(account).hash);
    const secondSocket = await openSocket(url);
    await secondSocket.ask({ ...subscribe, resume });
    await waitUntil(() => secondSocket.list("transactions").length === 1, "the missed event");
    const transactionEvents = [sockets[0], secondSocket].flatMap((socket) => socket.list("transactions"));
    assert.deepEqual(
      transactionEvents.map(({ transactions: [row] }) => row.hash),
      hashes,
    );
    await secondSocket.close();
  });

  test("streams end when the object restarts, lose and repeat no event, and resume", { timeout: 120_000 }, async () => {
    const { below } = createSeededRandom(Number(process.env.SEED ?? 1));
    const accounts = Array.from({ length: 8 }, (_, index) => makeAccount(index));
    for (const account of accounts) chain.add(account);
    const callers = Array.from({ length: 12 }, (_, index) => ({
      accounts: accounts.filter((_, position) => position === index % 8 || below(3) === 0),
      streams: /** @type {Awaited<ReturnType<typeof open>>[]} */ ([]),
    }));
    const connect = async (caller) => {
      const lastId = caller.streams.findLast(({ reader }) => reader.lastId !== undefined)?.reader.lastId;
      caller.streams.push(await open(caller.accounts, "transactions,account_state_change", lastId));
    };
    const reconnect = async () => {
      for (const caller of callers) if (caller.streams.at(-1)?.reader.isOver !== false) await connect(caller);
    };
    await reconnect();
    await waitUntil(() => callers.every(({ streams }) => streams[0].reader.lastId !== undefined), "positions");
    const start = chain.rows.length;
    spoilResponse = (response, target) => {
      const fault = below(20);
      if (fault === 0) response.writeHead(502, OK).end("{}");
      else if (fault === 1) response.writeHead(200, OK).end('{"accounts":[{"add');
      else if (fault === 2)
        response.writeHead(200, OK).end(JSON.stringify(chain.respond(target, Math.max(start, chain.rows.length - 5))));
      return fault <= 2;
    };
    for (let step = 0; step < 9; step += 1) {
      for (let count = below(6); count > 0; count -= 1) chain.add(accounts[below(8)]);
      await sleep(100 + below(400));
      if (step % 3 === 2) {
        await restart();
        await waitUntil(() => callers.every(({ streams }) => streams.at(-1)?.reader.isOver), "all streams end");
      }
      const caller = callers[below(12)];
      if (below(2) === 0) caller.streams.at(-1)?.leave();
      await sleep(20);
      await reconnect();
    }
    spoilResponse = () => false;
    const listAll = ({ streams }) => streams.map(({ reader }) => reader);
    const hasAll = (caller) =>
      caller.accounts.every(
        (account) => listHashes(listAll(caller), account).length >= readHashes(chain.rows.slice(start), account).length,
      );
    await waitUntil(async () => {
      await reconnect();
      return callers.every(hasAll);
    }, "all events");
    await sleep(1500);
    let eventCount = 0;
    for (const caller of callers)
      for (const account of caller.accounts) {
        assert.deepEqual(listHashes(listAll(caller), account), readHashes(chain.rows.slice(start), account));
        eventCount += readHashes(chain.rows.slice(start), account).length;
      }
    assert.ok(eventCount > 30, `${eventCount} events`);
    for (const { streams } of callers) streams.at(-1)?.leave();
    assert.ok(!fleet.complaints.some((line) => line.includes("Fatal")), fleet.complaints.join("\n"));
  });
});

test("the Worker of the guide has its streams in a Durable Object", { timeout: 60_000 }, async (t) => {
  const chain = new ScriptedChain();
  chain.add(A);
  const upstream = await makeService((request, response) => {
    const target = new URL(request.url ?? "", "http://upstream.example");
    response.writeHead(200, OK).end(JSON.stringify(chain.respond(target)));
  });
  const { program } = readDocumented("stream-hub", { "https://gateway.example": upstream.url }, "docs/live.md");
  const worker = new Miniflare({
    host: "127.0.0.1",
    port: 0,
    cf: false,
    telemetry: { enabled: false },
    compatibilityDate: "2026-04-01",
    modulesRoot: "/",
    modules: [
      {
        type: "ESModule",
        path: "/worker.mjs",
        contents: await bundleProgram(program, { "ton-edge/gateway": "../pkg/dist/gateway.workerd.js" }),
      },
      {
        type: "CompiledWasm",
        path: "/gateway.wasm",
        contents: await readFile(new URL("../../pkg/dist/gateway.wasm", import.meta.url)),
      },
    ],
    durableObjects: { STREAM_HUB: { className: "StreamHub", useSQLite: true } },
    bindings: { API_KEY: "key" },
    handleRuntimeStdio: (stdout, stderr) => {
      stdout.resume();
      stderr.resume();
    },
  });
  const stop = new AbortController();
  t.after(async () => {
    stop.abort();
    await worker.dispose();
    await upstream.close();
  });
  const { origin } = await worker.ready;
  const query = `addresses=${A}&types=transactions`;
  const response = await fetch(`${origin}/api/streaming/v2/sse?${query}`, { signal: stop.signal });
  assert.equal(response.status, 200);
  const reader = new StreamReader(response);
  reader.readAll().catch(() => {});
  await waitUntil(() => reader.list("state").at(-1)?.data.state === "live", "live");
  const row = chain.add(A);
  await waitUntil(() => reader.list("transactions").length === 1, "an event");
  assert.equal(reader.list("transactions")[0].data.transactions[0].hash, row.hash);
  assert.equal(upstream.seen[0].headers["x-api-key"], "key");
});
