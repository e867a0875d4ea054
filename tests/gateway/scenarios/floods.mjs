// The gateway refuses requests that are too many, too deep or too slow in time, and serves others as before.

import assert from "node:assert/strict";
import { gzipSync } from "node:zlib";

import { respondWith, waitUntil } from "../../upstream/service-of.mjs";
import { BOC, JSON_BODY, READ_PATH, READING, RPC } from "./requests.mjs";

const MIB = 1024 * 1024;

/** This many MiB of spaces, compressed once for all runtimes. */
const BOMBS = new Map([50, 100].map((mib) => [mib, gzipSync(Buffer.alloc(mib * MIB, 32))]));

/** A response must arrive within this many milliseconds, on a busy machine. */
const SOON_MS = 15_000;

async function runWithinSecond(work, label) {
  const start = performance.now();
  const outcome = await work();
  assert.ok(performance.now() - start < SOON_MS, `${label} took ${performance.now() - start} ms`);
  return outcome;
}

export default [
  {
    name: "batches that are too large or nested are refused",
    async steps(world) {
      const countUpstreamRequests = () => world.service.seen.splice(0).length;
      /** @param {number} count @param {{ method: string, params?: object }} [call] */
      const getBatch = (count, call = READING) =>
        JSON.stringify(Array.from({ length: count }, (_, index) => ({ ...call, id: index })));
      const fullBatch = await world.post(RPC, getBatch(20));
      assert.deepEqual([fullBatch.status, fullBatch.json.length, countUpstreamRequests()], [200, 20, 20]);
      for (const body of [
        getBatch(21),
        getBatch(10_000),
        `[${"[],".repeat(300_000)}[]]`,
        `[${"1,".repeat(500_000)}1]`,
      ]) {
        const reply = await runWithinSecond(() => world.post(RPC, body), body.slice(0, 20));
        assert.deepEqual([reply.status, countUpstreamRequests()], [413, 0]);
      }
      // A batch in a batch is a malformed call.
      const nestedReply = await world.post(RPC, `[${getBatch(20)},${getBatch(20)}]`);
      assert.deepEqual(
        [nestedReply.json.length, nestedReply.json.every(({ ok }) => ok === false), countUpstreamRequests()],
        [2, true, 0],
      );
      const sends = await world.post(RPC, getBatch(20, { method: "sendBoc", params: { boc: BOC } }));
      assert.deepEqual([sends.json.length, countUpstreamRequests()], [20, 20]);
    },
  },
  {
    name: "JSON that is too deep or malformed is refused",
    async steps(world) {
      const nestBrackets = (open, close, count) => open.repeat(count) + close.repeat(count);
      for (const body of [
        nestBrackets("[", "]", 100_000),
        "[".repeat(MIB - 10),
        nestBrackets('{"a":', "1}", 10).replaceAll("1}", "}"),
        '{"a":'.repeat(150_000),
        `{"id":1,"method":"getMasterchainInfo","params":${nestBrackets("[", "]", 100_000)}}`,
        `{"id":${nestBrackets("[", "]", 100_000)},"method":"getMasterchainInfo"}`,
        `{"id":1,"method":${nestBrackets("[", "]", 100_000)}}`,
        " ".repeat(MIB - 10),
        '"'.repeat(1000),
        `{"id":1,"method":"\\ud800"}`,
        '{"id":1,"method":"getMasterchainInfo"',
        '\ufeff{"id":1}',
        '{"id":1}{"id":2}',
        "NaN",
        '{"method":"getAddressBalance","params":{"address":"a","address":"b"}}',
        "\0",
        "//",
        "{'id':1}",
      ]) {
        const reply = await runWithinSecond(() => world.post(RPC, body), body.slice(0, 40));
        // A list with one value that is not a call counts as a batch with one refusal.
        assert.ok(
          [200, 404, 413, 422].includes(reply.status),
          `${body.slice(0, 60)}: ${reply.status} ${reply.text.slice(0, 100)}`,
        );
        assert.ok(
          [reply.json].flat().every(({ ok }) => ok === false),
          body.slice(0, 60),
        );
      }
      for (const [value, status] of /** @type {[string, number][]} */ ([
        [`{"boc":${nestBrackets("[", "]", 100_000)}}`, 422],
        [`{"boc":"${"A".repeat(900_000)}"}`, 422],
        // The property is ignored, so the message is missing.
        [`{"${"x".repeat(900_000)}":1}`, 401],
      ])) {
        const reply = await runWithinSecond(() => world.post("/api/v3/message", value), value.slice(0, 20));
        assert.equal(reply.status, status);
        assert.ok(reply.text.length < 2000, "an error does not repeat the body");
      }
      const bytes = await world.request(RPC, {
        method: "POST",
        headers: JSON_BODY,
        body: Buffer.from([0x7b, 0xff, 0xfe, 0x22, 0x7d]),
      });
      assert.equal(bytes.status, 422);
      // The gateway does not decompress a body: whatever its size, it is not JSON.
      const bomb = await runWithinSecond(
        () =>
          world.request(RPC, {
            method: "POST",
            headers: { ...JSON_BODY, "content-encoding": "gzip" },
            body: BOMBS.get(50),
          }),
        "a bomb",
      );
      assert.ok([413, 415, 422].includes(bomb.status));
      assert.equal(world.service.seen.length, 0);
    },
  },
  {
    name: "bodies with and without Content-Length, URLs and headers that are too large are refused",
    async steps(world) {
      // These runtimes may close the connection before they have sent the response to a body that the gateway does not read.
      const isHasty = ["Bun", "workerd"].includes(world.runtime);
      const onCut = (error) => (isHasty ? { status: 413 } : Promise.reject(error));
      for (const extraBytes of [1, 5 * MIB]) {
        assert.equal(
          (
            await runWithinSecond(
              () => world.post("/api/v3/message", "x".repeat(MIB + extraBytes)).catch(onCut),
              "a body",
            )
          ).status,
          413,
        );
      }
      const head = `POST /api/v3/message HTTP/1.1\r\nhost: gw\r\ncontent-type: application/json\r\n`;
      // The request has a wrong Content-Length, or none.
      for (const text of [
        `${head}content-length: 99999999999\r\n\r\n{`,
        `${head}transfer-encoding: chunked\r\n\r\n${"10000\r\n" + "x".repeat(65536) + "\r\n"}`.concat(
          `10000\r\n${"x".repeat(65536)}\r\n`.repeat(20),
        ),
      ]) {
        const streamText = await runWithinSecond(() => world.sendRaw(text, 1500), "a stream");
        assert.ok(
          /^HTTP\/1\.1 (413|400) /.test(streamText) || (isHasty && streamText === ""),
          streamText.slice(0, 100),
        );
      }
      for (const [target, headers] of [
        [`${READ_PATH}?x=${"x".repeat(140_000)}`, ""],
        [READ_PATH, `x: ${"x".repeat(60_000)}\r\n`],
        [READ_PATH, Array.from({ length: 900 }, (_, index) => `x-${index}: ${"y".repeat(60)}\r\n`).join("")],
        [READ_PATH, `x: ${"x".repeat(2 * MIB)}\r\n`],
      ]) {
        const streamText = await runWithinSecond(
          () => world.sendRaw(`GET ${target} HTTP/1.1\r\nhost: gw\r\nconnection: close\r\n${headers}\r\n`, 1500),
          "a head",
        );
        assert.match(`${streamText}\n`, /^(HTTP\/1\.1 (400|413|414|431) |\n)/, streamText.slice(0, 100));
      }
      assert.equal(world.service.seen.length, 0);
      assert.equal((await world.request(READ_PATH)).status, 200);
    },
  },
  {
    name: "a compression bomb, an endless stream and a too large head from the upstream are cut off",
    config: () => ({ timeoutMs: 2500 }),
    async steps(world) {
      world.service.act = (request, response) =>
        response.writeHead(200, { ...JSON_BODY, "content-encoding": "gzip" }).end(BOMBS.get(100));
      const batchReply = await world.post(RPC, READING);
      assert.deepEqual([batchReply.status, batchReply.json.id], [502, 1]);
      let requestCount = 0;
      world.service.act = (request, response) => {
        response.writeHead(200, JSON_BODY);
        const writeMore = () => {
          while (!response.destroyed && (requestCount += 65536) && response.write(" ".repeat(65536)));
          response.once("drain", writeMore);
        };
        writeMore();
      };
      assert.equal((await world.post(RPC, READING)).status, 502);
      await waitUntil(() => world.service.seen.at(-1).closed, "the stream ends");
      assert.ok(requestCount < 64 * MIB, `${requestCount} bytes were read`);
      world.service.act = respondWith(200, {}, { "x-large": "x".repeat(300_000) });
      assert.ok([200, 502].includes((await world.request(READ_PATH)).status));
      world.service.act = respondWith(200);
      assert.equal((await world.request(READ_PATH)).status, 200);
    },
  },
  {
    name: "slow writers block no other caller",
    async steps(world) {
      const heads = [
        `GET ${READ_PATH} HTTP/1.1\r\nhost: gw\r\nx-slow`,
        `POST ${RPC} HTTP/1.1\r\nhost: gw\r\ncontent-type: application/json\r\ncontent-length: 900000\r\n\r\n{"id":`,
      ];
      const sockets = Array.from({ length: 100 }, (_, index) => world.open(heads[index % 2]));
      await new Promise((resolve) => setTimeout(resolve, 200));
      for (let index = 0; index < 5; index += 1)
        assert.equal((await runWithinSecond(() => world.request(READ_PATH), "beside slow writers")).status, 200);
      for (const socket of sockets) socket.destroy();
      assert.equal(world.service.seen.length, 5);
      assert.equal((await world.request(READ_PATH)).status, 200);
    },
  },
  {
    name: "slow readers hold the upstream's connection no longer than the deadline",
    config: () => ({ timeoutMs: 2000 }),
    async steps(world) {
      world.service.act = (request, response) => {
        response.writeHead(200, JSON_BODY);
        const writeMore = () => {
          while (!response.destroyed && response.write("x".repeat(65536)));
          response.once("drain", writeMore);
        };
        writeMore();
      };
      const sockets = Array.from({ length: 5 }, () =>
        world.open(`GET ${READ_PATH} HTTP/1.1\r\nhost: gw\r\n\r\n`).pause(),
      );
      await waitUntil(() => world.service.seen.length === 5, "a request goes upstream");
      await waitUntil(() => world.service.seen.every(({ closed }) => closed), "the upstream requests end");
      for (const socket of sockets) socket.destroy();
      world.service.act = respondWith(200);
      assert.equal((await world.request(READ_PATH)).status, 200);
    },
  },
  {
    name: "when a caller disconnects, the upstream request ends: before the response, during it, and in a batch",
    config: () => ({ timeoutMs: 20_000 }),
    async steps(world) {
      const respondHalf = (request, response) => response.writeHead(200, JSON_BODY).write('{"a":"');
      const batch = JSON.stringify(Array.from({ length: 5 }, (_, index) => ({ ...READING, id: index })));
      const post = `POST ${RPC} HTTP/1.1\r\nhost: gw\r\ncontent-type: application/json\r\ncontent-length: ${batch.length}\r\n\r\n${batch}`;
      for (const [handler, text, count] of [
        [() => {}, `GET ${READ_PATH} HTTP/1.1\r\nhost: gw\r\n\r\n`, 1],
        [respondHalf, `GET ${READ_PATH} HTTP/1.1\r\nhost: gw\r\n\r\n`, 1],
        [() => {}, post, 5],
      ]) {
        world.service.act = handler;
        const requestsBefore = world.service.seen.length;
        const socket = world.open(text);
        await waitUntil(() => world.service.seen.length === requestsBefore + count, "a request goes upstream");
        await new Promise((resolve) => setTimeout(resolve, 100));
        assert.ok(world.service.seen.slice(requestsBefore).every(({ closed }) => !closed));
        // workerd notices the end of a connection by a reset, or when it next writes.
        if (world.runtime === "workerd") socket.resetAndDestroy();
        else socket.destroy();
        await waitUntil(
          () => world.service.seen.slice(requestsBefore).every(({ closed }) => closed),
          "the upstream requests end",
        );
      }
    },
  },
];
