// WebSockets over real sockets, in every runtime: the operations of TON Center's streaming interface, nothing lost or repeated, limits, and callers
// who break the rules.

import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { connect } from "node:net";
import { after, before, describe, mock, test } from "node:test";

import { createGateway } from "ton-edge/gateway";
import { serve } from "ton-edge/node";

import { createByteCounter } from "../../pkg/lib/gateway/http/byte-counter.js";
import { Socket } from "../../pkg/lib/gateway/streaming/socket.js";
import { makeAccount, ScriptedChain } from "../helpers/scripted-chain.mjs";
import { startFleet } from "../runtimes/fleet.mjs";
import { OK, makeService, waitUntil } from "../upstream/service-of.mjs";
import { openSocket } from "./sockets.mjs";
import { sleep } from "./streams.mjs";

const PATH = "/api/streaming/v2/ws";
const KEY = `tonedge_${"k".repeat(43)}`;
const RECORD = {
  hash: createHash("sha256").update(KEY).digest("hex"),
  id: "shop",
  network: "mainnet",
  created: "2026-01-01T00:00:00Z",
};
const OTHER_PAGE = { origin: "https://other.example" };

/** The hashes of the transactions that a WebSocket has received. */
const listHashes = (...sockets) =>
  sockets.flatMap((socket) => socket.list("transactions").map(({ transactions: [row] }) => row.hash));

/** Sends bytes to a server, and returns the head of the response. */
function exchangeBytes(url, text) {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    let receivedText = "";
    const socket = connect(Number(port), hostname, () => socket.write(text));
    socket.on("data", (part) => {
      receivedText += part;
      if (!receivedText.includes("\r\n\r\n")) return;
      resolve(receivedText);
      socket.destroy();
    });
    socket.on("error", reject);
    socket.on("close", () => resolve(receivedText));
  });
}
/** The headers of a handshake. */
const HANDSHAKE = [
  "Connection: Upgrade",
  "Upgrade: websocket",
  "Sec-WebSocket-Version: 13",
  "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==",
];
const writeHandshake = (lines) =>
  ["GET /api/streaming/v2/ws HTTP/1.1", "Host: gateway.example", ...lines, "", ""].join("\r\n");

for (const runtime of ["Node", "Deno", "Bun", "workerd"])
  describe(`WebSockets in ${runtime}`, () => {
    const chain = new ScriptedChain();
    let upstream;
    let fleet;
    let url = "";
    let keyedUrl = "";
    let tightUrl = "";
    before(async () => {
      upstream = await makeService((request, response) => {
        const target = new URL(request.url ?? "", "http://upstream.example");
        response.writeHead(200, OK).end(JSON.stringify(chain.respond(target)));
      });
      const config = {
        mainnet: { baseUrl: upstream.url },
        limits: { keyless: "off", budget: "off" },
        origins: ["https://app.example"],
        streaming: { intervalMs: 200 },
      };
      fleet = await startFleet(runtime, [
        config,
        { ...config, apiKeys: [RECORD], keyless: "refuse" },
        { ...config, streaming: { intervalMs: 200, maxConnectionsPerCaller: 2 } },
      ]);
      [url, keyedUrl, tightUrl] = fleet.urls;
    });
    after(async () => {
      await fleet?.close();
      await upstream?.close();
    });

    test("subscribe, unsubscribe and ping", async () => {
      const [first, second] = [makeAccount(0), makeAccount(1)];
      for (const account of [first, second]) chain.add(account);
      const socket = await openSocket(url);
      assert.deepEqual(await socket.ask({ operation: "ping", id: "p" }), { id: "p", status: "pong" });
      const subscribe = {
        operation: "subscribe",
        include_state: true,
        id: "s",
        addresses: [first, second],
        types: ["transactions"],
      };
      assert.deepEqual(await socket.ask(subscribe), { id: "s", status: "subscribed" });
      await socket.live();
      const row = chain.add(first);
      await waitUntil(() => socket.list("transactions").length === 1, "an event");
      const [event] = socket.list("transactions");
      assert.equal(event.transactions[0].hash, row.hash);
      assert.equal(typeof event.resume, "string");
      const unsubscribe = { operation: "unsubscribe", id: "u", addresses: [first] };
      assert.deepEqual(await socket.ask(unsubscribe), { id: "u", status: "unsubscribed" });
      chain.add(first);
      const lastTransaction = chain.add(second);
      await waitUntil(() => socket.list("transactions").length === 2, "an event of the other account");
      assert.equal(socket.list("transactions")[1].transactions[0].hash, lastTransaction.hash);
      assert.deepEqual(await socket.ask({ operation: "unsubscribe", id: "v", addresses: [second] }), {
        id: "v",
        status: "unsubscribed",
      });
      await socket.close();
    });

    test("nothing is lost or repeated across reconnects and changes of the subscription", async () => {
      const accounts = [makeAccount(2), makeAccount(3), makeAccount(4)];
      for (const account of accounts) chain.add(account);
      const subscription = {
        operation: "subscribe",
        include_state: true,
        id: "s",
        types: ["transactions", "account_state_change"],
      };
      const sockets = [await openSocket(url)];
      await sockets[0].ask({ ...subscription, addresses: accounts });
      await sockets[0].live();
      const rows = [];
      const timer = setInterval(() => rows.push(chain.add(accounts[rows.length % accounts.length])), 30);
      try {
        for (let round = 0; round < 4; round += 1) {
          await sleep(400);
          const lastSocket = sockets.at(-1);
          // The same accounts in another order: the subscription continues at the position of the earlier one.
          if (round % 2 === 0)
            await lastSocket.ask({ ...subscription, id: `again ${round}`, addresses: accounts.toReversed() });
          else {
            lastSocket.socket.terminate();
            await waitUntil(() => lastSocket.closed, "the end");
            const next = await openSocket(url);
            sockets.push(next);
            await next.ask({ ...subscription, addresses: accounts, resume: lastSocket.lastPosition });
          }
        }
      } finally {
        clearInterval(timer);
      }
      await waitUntil(() => listHashes(...sockets).length >= rows.length, "all events");
      await sleep(500);
      assert.deepEqual(listHashes(...sockets).sort(), rows.map(({ hash }) => hash).sort());
      await sockets.at(-1).close();
    });

    test("a caller who leaves is noticed", async () => {
      const account = makeAccount(5);
      chain.add(account);
      const socket = await openSocket(url);
      await socket.ask({
        operation: "subscribe",
        include_state: true,
        id: "s",
        addresses: [account],
        types: ["transactions"],
      });
      await socket.live();
      socket.socket.terminate();
      let count = -1;
      await waitUntil(async () => {
        const countBefore = count;
        count = upstream.seen.length;
        await sleep(1000);
        return countBefore === count;
      }, "the upstream gets no more requests");
    });

    test("invalid messages get errors, and the connection goes on", async () => {
      const socket = await openSocket(url);
      const subscribe = { operation: "subscribe", types: ["transactions"] };
      for (const [message, error] of /** @type {[any, RegExp][]} */ ([
        ["no JSON", /envelope/],
        ["[]", /envelope.*object/],
        [{ id: 1, operation: "ping" }, /`id` must be a text/],
        [{ operation: "shout" }, /unknown operation: shout/],
        [{ operation: "unsubscribe" }, /`addresses` or `trace_external_hash_norms` are required/],
        [{ ...subscribe, addresses: ["EQ"] }, /invalid address at position 1/],
        [{ ...subscribe, addresses: [makeAccount(0)], resume: "?" }, /position/],
        [{ ...subscribe, types: ["shouts"] }, /invalid event type/],
        [{ ...subscribe, addresses: [makeAccount(0)], api_key: "a b" }, /`api_key`/],
        [`{"operation":"subscribe","types":${"[".repeat(5000)}${"]".repeat(5000)}}`, /deeper/],
      ])) {
        const count = socket.messages.length;
        socket.send(message);
        await waitUntil(() => socket.messages.length > count, "a response");
        assert.match(socket.messages.at(-1).error, error, JSON.stringify(message));
      }
      assert.deepEqual(await socket.ask({ operation: "ping", id: "p" }), { id: "p", status: "pong" });
      await socket.close();
    });

    test("a caller who breaks the rules is disconnected", async () => {
      const ping = JSON.stringify({ operation: "ping" });
      for (const [code, handler] of /** @type {[any, (socket: any) => any][]} */ ([
        [1003, (socket) => socket.send(Buffer.from(ping))],
        [[1009, 1006], (socket) => socket.send("x".repeat(200_000))],
        [[1008, 1006], (socket) => Array.from({ length: 1000 }, () => socket.send(ping))],
      ])) {
        const reader = await openSocket(url);
        handler(reader.socket);
        await waitUntil(() => reader.closed !== undefined, `the end with ${code}`);
        assert.ok([code].flat().includes(reader.closed.code), `${reader.closed.code} instead of ${code}`);
      }
    });

    test("pages of other origins cannot connect", async () => {
      await assert.rejects(openSocket(url, [], { headers: OTHER_PAGE }), { status: 403 });
      for (const origin of ["https://app.example", url]) {
        const socket = await openSocket(url, [], { headers: { origin } });
        await socket.close();
      }
    });

    test("the API key comes in a header, a message, a subprotocol or the query", async () => {
      const subscribe = {
        operation: "subscribe",
        include_state: true,
        id: "s",
        addresses: [makeAccount(0)],
        types: ["transactions"],
      };
      await assert.rejects(openSocket(keyedUrl, [], { headers: { "x-api-key": "wrong" } }), { status: 401 });
      const keylessSocket = await openSocket(keyedUrl);
      assert.match((await keylessSocket.ask(subscribe)).error, /API key is required/);
      assert.match(
        (await keylessSocket.ask({ ...subscribe, id: "w", api_key: "wrong" })).error,
        /API key does not exist/,
      );
      assert.equal((await keylessSocket.ask({ ...subscribe, id: "k", api_key: KEY })).status, "subscribed");
      // The connection remembers the key.
      assert.equal((await keylessSocket.ask({ ...subscribe, id: "l" })).status, "subscribed");
      // A refused key does not replace the accepted one.
      assert.match(
        (await keylessSocket.ask({ ...subscribe, id: "m", api_key: "wrong" })).error,
        /API key does not exist/,
      );
      assert.match((await keylessSocket.ask({ ...subscribe, id: "n", api_key: "x".repeat(1025) })).error, /`api_key`/);
      assert.equal((await keylessSocket.ask({ ...subscribe, id: "o" })).status, "subscribed");
      await keylessSocket.close();
      const offeredProtocols = await exchangeBytes(
        keyedUrl,
        writeHandshake([...HANDSHAKE, `Sec-WebSocket-Protocol: ton-edge, api-key.${KEY}`]),
      );
      assert.match(offeredProtocols, /^HTTP\/1.1 101 /);
      assert.match(offeredProtocols, /^sec-websocket-protocol: ton-edge$/im);
      for (const [protocols, headers, path] of /** @type {[string[], any, string][]} */ ([
        [[], { "x-api-key": KEY }, PATH],
        // Deno reads the list of subprotocols only as browsers write it, with a space after each comma.
        ...(runtime === "Deno" ? [] : [[["ton-edge", `api-key.${KEY}`], {}, PATH]]),
        [[], {}, `${PATH}?api_key=${KEY}`],
      ])) {
        const socket = await openSocket(keyedUrl, protocols, { headers }, path);
        assert.equal(socket.socket.protocol, protocols[0] ?? "");
        assert.equal((await socket.ask(subscribe)).status, "subscribed");
        await socket.close();
      }
      const log = fleet.logs[1].join("\n");
      assert.match(log, /"endpoint":"streaming\/ws"/);
      assert.ok(!log.includes(KEY));
    });

    test("the connections of a caller are limited, and each has one subscription", async () => {
      const subscribe = { operation: "subscribe", addresses: [makeAccount(0)], types: ["transactions"] };
      const sockets = [await openSocket(tightUrl), await openSocket(tightUrl)];
      for (const socket of sockets)
        for (const id of ["a", "b"]) assert.equal((await socket.ask({ ...subscribe, id })).status, "subscribed");
      const third = await openSocket(tightUrl);
      await waitUntil(() => third.closed !== undefined, "the end");
      assert.match(third.messages[0].error, /^connection limit reached/);
      assert.equal(third.closed.code, 1013);
      for (const socket of sockets) await socket.close();
      const laterSocket = await openSocket(tightUrl);
      assert.equal((await laterSocket.ask({ ...subscribe, id: "c" })).status, "subscribed");
      await laterSocket.close();
    });

    test("an invalid handshake gets an error", async () => {
      for (const [headers, status] of /** @type {[string[], string][]} */ ([
        [[], "426"],
        [HANDSHAKE.with(2, "Sec-WebSocket-Version: 7"), "426"],
        [HANDSHAKE.with(3, "Sec-WebSocket-Key: short"), "400"],
      ]))
        assert.match(
          await exchangeBytes(url, writeHandshake(headers)),
          new RegExp(`^HTTP/1.1 ${status} `),
          headers.join(),
        );
      const { status, headers } = await fetch(url + PATH, { method: "POST", body: "{}" });
      assert.equal(status, 405);
      assert.equal(headers.get("allow"), "GET, OPTIONS");
    });
  });

describe("WebSockets in Node", () => {
  const chain = new ScriptedChain();
  const start = (streaming = {}) => {
    const gateway = createGateway({
      mainnet: { baseUrl: "https://upstream.example" },
      limits: { keyless: "off", budget: "off" },
      logLevel: "off",
      streaming: { intervalMs: 100, ...streaming },
      fetch: async (target) => Response.json(chain.respond(new URL(String(target)))),
    });
    return serve(gateway, { port: 0, drainMs: 5000 });
  };

  test("a slow reader is disconnected, and resumes without a loss", async () => {
    const account = makeAccount(6);
    chain.add(account);
    const server = await start();
    const subscribe = {
      operation: "subscribe",
      include_state: true,
      id: "s",
      addresses: [account],
      types: ["transactions"],
    };
    const slowSocket = await openSocket(server.url);
    await slowSocket.ask(subscribe);
    await slowSocket.live();
    slowSocket.socket.pause();
    const filler = "x".repeat(300_000);
    const rows = Array.from({ length: 45 }, () => chain.add(account, { filler }));
    await sleep(3000);
    slowSocket.socket.resume();
    await waitUntil(() => slowSocket.closed !== undefined, "the end");
    assert.equal(slowSocket.closed.code, 1013);
    assert.deepEqual(slowSocket.messages.at(-1), { type: "gap", reason: "slow_reader" });
    const next = await openSocket(server.url);
    await next.ask({ ...subscribe, resume: slowSocket.lastPosition });
    await waitUntil(() => listHashes(slowSocket, next).length >= rows.length, "all events");
    assert.deepEqual(
      listHashes(slowSocket, next),
      rows.map(({ hash }) => hash),
    );
    await next.close();
    await server.close();
  });

  test("a server that closes says so to everybody, with and without a subscription", async () => {
    const server = await start();
    const sockets = [await openSocket(server.url), await openSocket(server.url)];
    await sockets[0].ask({
      operation: "subscribe",
      include_state: true,
      id: "s",
      addresses: [makeAccount(7)],
      types: ["transactions"],
    });
    const startedAt = performance.now();
    await server.close();
    assert.ok(performance.now() - startedAt < 4000, "waited for the drain time");
    await waitUntil(() => sockets.every(({ closed }) => closed !== undefined), "the end");
    assert.deepEqual(
      sockets.map(({ closed }) => closed?.code),
      [1001, 1001],
    );
  });

  test("fragments, and messages right after the handshake, arrive", async () => {
    const server = await start();
    const socket = await openSocket(server.url);
    const text = JSON.stringify({ operation: "ping", id: "p" });
    for (const [index, character] of [...text].entries())
      socket.socket.send(character, { fin: index === text.length - 1 });
    await waitUntil(() => socket.messages.length === 1, "a response");
    assert.deepEqual(socket.messages, [{ id: "p", status: "pong" }]);
    await socket.close();
    await server.close();
  });

  test("pings count as messages, and their responses do not pile up", async () => {
    const server = await start();
    const fewEvents = await openSocket(server.url);
    let pongCount = 0;
    fewEvents.socket.on("pong", () => (pongCount += 1));
    for (let index = 0; index < 20; index += 1) fewEvents.socket.ping("x");
    await waitUntil(() => pongCount === 20, "the responses");
    const manySubscriptions = await openSocket(server.url);
    manySubscriptions.socket.pause();
    for (let index = 0; index < 1000; index += 1) manySubscriptions.socket.ping("x".repeat(125));
    await sleep(500);
    manySubscriptions.socket.resume();
    await waitUntil(() => manySubscriptions.closed !== undefined, "the end");
    assert.equal(manySubscriptions.closed?.code, 1008);
    await fewEvents.close();
    await server.close();
  });

  test("a request that offers another protocol is served, with its body", async () => {
    const server = await start();
    const body = JSON.stringify({ id: 1, jsonrpc: "2.0", method: "unpackAddress", params: { address: "EQ" } });
    const head = `POST /api/v2/jsonRPC HTTP/1.1\r\nHost: gateway.example\r\nConnection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n`;
    // The error names the address, so the gateway has read the body.
    assert.match(await exchangeBytes(server.url, head + body), /^HTTP\/1.1 (200|4\d\d)/);
    await server.close();
  });
});

describe("a WebSocket", () => {
  const makeSocket = (connection, limits = {}) => {
    const closings = [];
    const socket = new Socket(
      { send: () => {}, close: (code) => closings.push(code), ...connection },
      /** @type {any} */ ({ ctx: {} }),
      {
        getGateway: () => assert.fail("no request"),
        byteCounter: createByteCounter(),
        limits: /** @type {any} */ ({ maxBufferedBytes: 4096, maxAgeMs: 3_600_000, ...limits }),
        onOver: () => closings.push("over"),
      },
    );
    return { socket, closings };
  };

  test("without a subscription it ends after a minute, whatever it sends", () => {
    mock.timers.enable({ apis: ["setInterval", "setTimeout"] });
    const now = mock.method(performance, "now", () => clock);
    let clock = 1000;
    try {
      const { socket, closings } = makeSocket({});
      for (; clock < 60_000; clock += 1000) {
        mock.timers.tick(1000);
        socket.receive('{"operation":"ping"}');
      }
      assert.deepEqual(closings, []);
      clock += 2000;
      mock.timers.tick(2000);
      assert.deepEqual(closings, ["over", 1008]);
    } finally {
      now.mock.restore();
      mock.timers.reset();
    }
  });

  test("a caller who does not read responses is disconnected, and nothing stays in memory", async () => {
    const socketTexts = [];
    let isTerminated = false;
    const { socket, closings } = makeSocket({
      send: (text) => socketTexts.push(text),
      countWaiting: () => 1_000_000,
      terminate: () => (isTerminated = true),
    });
    for (let index = 0; index < 40 && !socket.isOver; index += 1) {
      socket.receive(JSON.stringify({ operation: "ping", id: "x".repeat(300) }));
      await sleep(0);
    }
    assert.deepEqual(closings, ["over", 1013]);
    assert.deepEqual(
      socketTexts.map((text) => JSON.parse(text)),
      [{ type: "gap", reason: "slow_reader" }],
    );
    assert.equal(socket.heldBytes, 0);
    assert.equal(isTerminated, false);
    socket.handleClose();
  });
});
