// The bytes and the attempts of requests: the gateway counts all of them, and above a limit the caller gets an error at once.

import assert from "node:assert/strict";
import { describe, test } from "node:test";

import { createGateway } from "ton-edge/gateway";

import { guardRequestBody } from "../../pkg/lib/adapters/guarded-body.js";
import { createByteCounter, getByteCounter } from "../../pkg/lib/gateway/http/byte-counter.js";
import { LongText, streamLongText } from "../../pkg/lib/gateway/http/long-text.js";
import { createPacedStream } from "../../pkg/lib/gateway/http/paced-stream.js";
import { onSimulatedClock } from "../helpers/simulated-clock.mjs";

const MIB = 1024 * 1024;
const JSON_TYPE = { "content-type": "application/json" };
const ACCOUNT = `0:${"0".repeat(64)}`;

const makePaddedBody = (bytes) => JSON.stringify({ ok: true, result: { pad: "x".repeat(bytes) } });
const makeResponse = (text, headers = {}) => new Response(text, { headers: { ...JSON_TYPE, ...headers } });

/** A call that is never a cache hit, since each has another `lt`. */
const call = (id, lt = id + 1) => ({
  jsonrpc: "2.0",
  id,
  method: "getTransactions",
  params: { address: ACCOUNT, lt: String(lt), hash: `${"A".repeat(43)}=` },
});
const SEND = { id: 1, method: "sendBoc", params: { boc: "te6ccgEBAQEAAgAAAA==" } };
const listCalls = (count) => Array.from({ length: count }, (_, id) => call(id));

/** A gateway over `fetch`; `post(value)` is a JSON-RPC request, whose bytes count in `byteCounter`. */
function makeGateway(fetch, { byteCounter = createByteCounter(), ...config } = /** @type {any} */ ({})) {
  const alerts = [];
  const gateway = createGateway({
    mainnet: "https://service.example",
    limits: { keyless: "off", budget: "off" },
    fetch,
    logLevel: "warn",
    log: (line) => alerts.push(JSON.parse(line)),
    ...config,
  });
  const send = (path, init) =>
    gateway.fetch(new Request(`http://gw${path}`, init), {}, { waitUntil() {}, server: { byteCounter } });
  const post = (value) => send("/api/v2/jsonRPC", { method: "POST", headers: JSON_TYPE, body: JSON.stringify(value) });
  return { send, post, byteCounter, alerts };
}

const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
const listCodes = (replies) => replies.map(({ code = 200 }) => code);
const countReplies = (replies, expected) => listCodes(replies).filter((code) => code === expected).length;

describe("the bytes of responses", () => {
  test("a batch shares response texts with the cache, and counts each text once", async () => {
    const text = makePaddedBody(250_000);
    const { post, byteCounter } = makeGateway(async () => makeResponse(text));
    const batch = Array.from({ length: 20 }, (_, id) => ({ id, method: "getShards", params: { seqno: 1 } }));
    await (await post(batch)).text();
    const responses = await Promise.all(Array.from({ length: 30 }, () => post(batch)));
    // 30 responses of 5 MB: one text, and some bytes for each call.
    assert.ok(byteCounter.total >= text.length && byteCounter.total < 2 * text.length, `${byteCounter.total}`);
    const [firstResponse, ...otherResponses] = responses;
    const replies = await firstResponse.json();
    assert.deepEqual(
      replies.map(({ id, ok, result }) => [id, ok, result.pad.length]),
      batch.map(({ id }) => [id, true, 250_000]),
    );
    await Promise.all(otherResponses.map(({ body }) => body.cancel()));
    assert.equal(byteCounter.total, 0);
  });

  test("in a batch whose responses are too long together, each call beyond the limit gets an error", async () => {
    let fetchCount = 0;
    const text = makePaddedBody(5_000_000);
    const { post, byteCounter } = makeGateway(async () => ((fetchCount += 1), makeResponse(text)));
    const response = await post(listCalls(20));
    assert.equal(response.status, 200);
    assert.ok(byteCounter.total > 25_000_000 && byteCounter.total <= byteCounter.maxBytes);
    const replies = await response.json();
    assert.deepEqual(
      replies.map(({ id }) => id),
      listCalls(20).map(({ id }) => id),
    );
    assert.deepEqual([countReplies(replies, 200), countReplies(replies, 413)], [6, 14]);
    assert.match(replies.at(-1).error, /too long together: split the batch/);
    assert.ok(fetchCount <= 11, `${fetchCount} requests for 6 responses`);
    assert.equal(byteCounter.total, 0);
  });

  test("the copies that a batch makes of short cached responses count, and calls without room get an error", async () => {
    const { post, byteCounter } = makeGateway(async () => makeResponse(makePaddedBody(20_000)), {
      byteCounter: createByteCounter(MIB),
    });
    const batch = Array.from({ length: 20 }, (_, id) => ({ id, method: "getShards", params: { seqno: 1 } }));
    await (await post(batch[0])).text();
    const otherConnection = { heldBytes: 0 };
    byteCounter.hold(otherConnection, MIB);
    const replies = await (await post(batch)).json();
    // A small holder may exceed the limit, with up to 64 KiB.
    assert.deepEqual([countReplies(replies, 200), countReplies(replies, 503)], [3, 17]);
    byteCounter.forget(otherConnection);
    assert.equal(countReplies(await (await post(batch)).json(), 200), 20);
    assert.equal(byteCounter.total, 0);
  });

  test("an error response that breaks off leaves no bytes counted", async () => {
    const fetch = async () => {
      let pieceCount = 3;
      const pull = (controller) => {
        if (pieceCount-- > 0) controller.enqueue(Buffer.alloc(65_536, " "));
        else controller.error(new Error("the connection failed"));
      };
      return new Response(new ReadableStream({ pull }), { status: 500, headers: JSON_TYPE });
    };
    const { send, byteCounter } = makeGateway(fetch, { retries: 0, breaker: { failures: 100 } });
    for (let count = 0; count < 3; count += 1) {
      const response = await send("/api/v3/masterchainInfo");
      await response.text();
      assert.equal(response.status, 502);
      assert.equal(byteCounter.total, 0);
    }
  });

  test("at the limit of buffered bytes, a request that needs more is refused at once, and others are served", async () => {
    let pullCount = 0;
    const fetch = async (url) => {
      if (!url.includes("getTransactions")) return makeResponse('{"ok":true,"result":1}');
      const piece = Buffer.alloc(65_536, " ");
      let remainingBytes = 10;
      const pull = (controller) => {
        pullCount += 1;
        if (remainingBytes-- > 0) return controller.enqueue(piece);
        controller.enqueue(Buffer.from('{"ok":true,"result":1}'));
        controller.close();
      };
      return makeResponse(new ReadableStream({ pull }, { highWaterMark: 0 }));
    };
    const { post, send, byteCounter, alerts } = makeGateway(fetch, {
      byteCounter: createByteCounter(MIB),
      cache: { adapter: "none" },
    });
    const firstResponse = await post(call(1));
    assert.equal(byteCounter.total, 10 * 65_536 + 22);
    pullCount = 0;
    const refusal = await post(call(2));
    assert.deepEqual(
      [refusal.status, refusal.headers.get("retry-after"), refusal.headers.get("x-ton-edge-error")],
      [503, "1", "overloaded"],
    );
    assert.match((await refusal.json()).error, /limit of response bytes/);
    assert.ok(pullCount < 9, `${pullCount} pieces read`);
    assert.equal((await send("/api/v2/getMasterchainInfo")).status, 200);
    const batch = await (await post([call(3), call(4), call(5)])).json();
    assert.deepEqual(listCodes(batch), [503, 503, 503]);
    await firstResponse.text();
    assert.equal(byteCounter.total, 0);
    assert.equal((await post(call(6))).status, 200);
    assert.deepEqual(alerts, []);
  });

  test("at the limit of buffered bytes, the response to a call that sends a message is still read", async () => {
    const byteCounter = createByteCounter(1000);
    const otherConnection = { heldBytes: 0 };
    byteCounter.hold(otherConnection, 5000);
    const { post } = makeGateway(async () => makeResponse('{"ok":true,"result":{"@type":"ok"}}'), { byteCounter });
    assert.equal((await post(SEND)).status, 200);
    assert.deepEqual(listCodes(await (await post([SEND, call(2)])).json()), [200, 503]);
    byteCounter.forget(otherConnection);
  });

  test("at the limit of buffered bytes, a batch has the response to a call that sends a message, however long", async () => {
    const byteCounter = createByteCounter(100_000);
    byteCounter.hold({ heldBytes: 0 }, 200_000);
    const { post } = makeGateway(async () => makeResponse(makePaddedBody(10_000)), { byteCounter });
    const [reply] = await (await post([SEND, call(2)])).json();
    assert.deepEqual([reply.ok, reply.result.pad.length], [true, 10_000]);
  });

  test("after a response without room, no further call of its batch goes upstream", async () => {
    let fetchCount = 0;
    const byteCounter = createByteCounter(1000);
    byteCounter.hold({ heldBytes: 0 }, 5000);
    const fetch = async () => ((fetchCount += 1), makeResponse('{"ok":true,"result":1}'));
    const { post } = makeGateway(fetch, { byteCounter });
    assert.equal(countReplies(await (await post(listCalls(20))).json(), 503), 20);
    // The number of requests that run at the same time.
    assert.equal(fetchCount, 5);
  });

  test("a response that the caller does not read ends, and its bytes are freed", async () => {
    await onSimulatedClock(async () => {
      const byteCounter = createByteCounter(MIB, { unreadMs: 5000 });
      const owner = {};
      const stream = streamLongText(new LongText(["x".repeat(200_000)], [{ owner, bytes: 200_000 }]), byteCounter);
      const reader = stream.getReader();
      // Each piece counts as progress.
      for (let index = 0; index < 3; index += 1) {
        await sleep(4000);
        assert.equal((await reader.read()).done, false);
      }
      assert.equal(byteCounter.total, 200_000);
      await sleep(6500);
      await assert.rejects(reader.read(), /not read in time/);
      assert.equal(byteCounter.total, 0);
    });
  });

  test("a response without progress is ended to make room for a new one; one that is read is not", async () => {
    await onSimulatedClock(async () => {
      const byteCounter = createByteCounter(1000);
      const endedNames = [];
      const [slowConnection, read] = ["slow", "read"].map((name) => ({
        heldBytes: 0,
        reset: () => endedNames.push(name),
      }));
      assert.ok(byteCounter.tryHold(slowConnection, 500));
      assert.ok(byteCounter.tryHold(read, 400));
      assert.equal(byteCounter.tryHold({ heldBytes: 100_000 }, 300), false);
      await sleep(1500);
      byteCounter.move(read);
      assert.ok(byteCounter.tryHold({ heldBytes: 100_000 }, 300));
      assert.deepEqual([endedNames, byteCounter.total], [["slow"], 700]);
      assert.equal(byteCounter.tryHold({ heldBytes: 100_000 }, 400), false);
    });
  });

  test("a response that is being read is not ended for new ones, and stalled responses are", async () => {
    await onSimulatedClock(async () => {
      const byteCounter = createByteCounter(1000);
      const endedNames = [];
      const makeHolder = (name) => ({ heldBytes: 0, reset: () => endedNames.push(name) });
      const reader = makeHolder("reader");
      byteCounter.hold(reader, 100);
      // Pieces of responses that have begun: more than the limit, within the quarter above it.
      for (let round = 0; round < 5; round += 1) {
        await sleep(90);
        // The reader takes a piece, and the next one waits.
        byteCounter.release(reader, 50);
        byteCounter.hold(reader, 50);
        for (let index = 0; index < 20; index += 1) byteCounter.hold(makeHolder(`${round}.${index}`), 11);
        assert.deepEqual(endedNames, []);
      }
      assert.equal(byteCounter.total, 1200);
      // By now, the responses of the first rounds have made no progress for a second. The reader has made progress, and gets room.
      await sleep(800);
      byteCounter.release(reader, 50);
      byteCounter.hold(reader, 50);
      assert.ok(
        endedNames.length > 0 && byteCounter.total <= 1000,
        `${endedNames.length} ended, ${byteCounter.total} bytes`,
      );
      assert.ok(
        endedNames.every((name) => /^[0-3]\./.test(name)),
        `${endedNames}`,
      );
    });
  });

  test("bodies that are read whole, which nothing can end, take no more than three quarters of the limit", () => {
    const byteCounter = createByteCounter(MIB);
    const readingConnection = { heldBytes: 0 };
    assert.ok(byteCounter.tryHold(readingConnection, 0.7 * MIB));
    assert.equal(byteCounter.tryHold({ heldBytes: 0 }, 0.1 * MIB), false);
    assert.ok(byteCounter.tryHold({ heldBytes: 0 }, 0.05 * MIB), "a small one has room");
    // The response begins, so from now on its reader controls the pace.
    byteCounter.allowReset(readingConnection, () => {});
    assert.ok(byteCounter.tryHold({ heldBytes: 0 }, 0.1 * MIB));
  });

  test("more bytes waiting for the same reader do not count as progress, and received bytes do", async () => {
    await onSimulatedClock(async () => {
      const byteCounter = createByteCounter(1000);
      const endedNames = [];
      const [slowConnection, sender] = ["slow", "sender"].map((name) => ({
        heldBytes: 0,
        reset: () => endedNames.push(name),
      }));
      byteCounter.hold(sender, 400);
      byteCounter.hold(slowConnection, 400);
      await sleep(1200);
      byteCounter.hold(sender, 50);
      byteCounter.move(sender);
      byteCounter.hold(slowConnection, 100);
      byteCounter.hold({ heldBytes: 0 }, 300);
      assert.deepEqual(endedNames, ["slow"]);
    });
  });

  test("a long cached response is refused while no other response has stalled, and later stalled ones make room", async () => {
    await onSimulatedClock(async () => {
      const byteCounter = createByteCounter(MIB);
      const { send } = makeGateway(async () => makeResponse(makePaddedBody(250_000)), { byteCounter });
      const get = () => send("/api/v2/getShards?seqno=1");
      assert.equal((await (await get()).json()).result.pad.length, 250_000);
      const endedNames = [];
      for (let index = 0; index < 20; index += 1)
        byteCounter.hold({ heldBytes: 0, reset: () => endedNames.push(index) }, 64 * 1024);
      const refusal = await get();
      assert.deepEqual(
        [refusal.status, refusal.headers.get("x-ton-edge-error"), refusal.headers.get("retry-after")],
        [503, "overloaded", "1"],
      );
      assert.deepEqual(endedNames, []);
      // The gateway serves short responses meanwhile.
      assert.equal((await send("/api/v2/detectAddress?address=x")).status, 422);
      await sleep(1200);
      const servedResponse = await get();
      assert.equal(servedResponse.status, 200);
      await servedResponse.text();
      assert.ok(endedNames.length > 0 && endedNames.length < 20, `${endedNames.length}`);
    });
  });

  test("if the source of a stream fails, the stream fails, and ends the source once", async () => {
    let endCount = 0;
    const next = async () => {
      throw new Error("the file has become shorter");
    };
    const { stream, fail } = createPacedStream({ next, end: () => (endCount += 1) });
    await assert.rejects(new Response(stream).text(), /shorter/);
    fail();
    assert.equal(endCount, 1);
  });
});

describe("the bytes of requests, where no server of this package counts them", () => {
  const isolateCounter = getByteCounter({ ctx: undefined });
  const gateway = createGateway({
    mainnet: "https://service.example",
    limits: { keyless: "off", budget: "off" },
    cache: { adapter: "none" },
    fetch: async () => makeResponse('{"ok":true,"result":1}'),
    log() {},
  });
  const post = (body) =>
    gateway.fetch(
      new Request(
        "http://gw/api/v2/jsonRPC",
        /** @type {any} */ ({
          method: "POST",
          headers: JSON_TYPE,
          body,
          duplex: "half",
        }),
      ),
    );

  test("a body counts from its first bytes until its response begins", async () => {
    /** @type {ReadableStreamDefaultController} */
    let controller;
    const response = post(new ReadableStream({ start: (streamController) => void (controller = streamController) }));
    controller.enqueue(Buffer.from(`${JSON.stringify(call(1))}${" ".repeat(500_000)}`));
    await sleep(20);
    assert.ok(isolateCounter.total >= 500_000, `${isolateCounter.total}`);
    controller.close();
    assert.equal((await (await response).json()).id, 1);
    assert.equal(isolateCounter.total, 0);
  });

  test("a body in too many parts is refused", async () => {
    const text = JSON.stringify(call(1)).padEnd(6000);
    const makeBody = (partLength) => {
      const parts = text.match(new RegExp(`.{1,${partLength}}`, "g"));
      return new ReadableStream({
        pull: (stream) => (parts.length > 0 ? stream.enqueue(Buffer.from(parts.shift())) : stream.close()),
      });
    };
    assert.deepEqual([(await post(makeBody(2))).status, (await post(makeBody(1))).status], [200, 413]);
    assert.equal(isolateCounter.total, 0);
  });

  test("a body without room is refused, and nothing is sent", async () => {
    const otherConnection = { heldBytes: 0 };
    isolateCounter.hold(otherConnection, isolateCounter.maxBytes);
    const refusal = await post(`${JSON.stringify(call(1))}${" ".repeat(500_000)}`);
    assert.deepEqual(
      [refusal.status, refusal.headers.get("x-ton-edge-error"), refusal.headers.get("retry-after")],
      [503, "overloaded", "1"],
    );
    assert.equal((await (await post(JSON.stringify(call(1)))).json()).id, 1, "short bodies have room");
    isolateCounter.forget(otherConnection);
    assert.equal(isolateCounter.total, 0);
  });
});

describe("the bytes of requests that Deno and Bun receive", () => {
  test("a body counts until it ends, and one without progress is ended to make room", async () => {
    await onSimulatedClock(async () => {
      const byteCounter = createByteCounter(1000);
      const receive = async (bytes) => {
        /** @type {ReadableStreamDefaultController} */
        let sender;
        const body = new ReadableStream({ start: (streamController) => void (sender = streamController) });
        const guardedBody = guardRequestBody(body, 60_000, byteCounter);
        const reader = guardedBody.stream.getReader();
        sender.enqueue(Buffer.alloc(bytes));
        assert.equal((await reader.read()).value.length, bytes);
        return { guarded: guardedBody, reader, sender };
      };
      const [stalledStream, slowStream] = [await receive(400), await receive(500)];
      assert.equal(byteCounter.total, 900);
      await sleep(1500);
      slowStream.sender.enqueue(Buffer.alloc(10));
      await slowStream.reader.read();
      const lastReceived = await receive(300);
      assert.deepEqual(
        [stalledStream.guarded.isBroken, slowStream.guarded.isBroken, lastReceived.guarded.isBroken],
        [true, false, false],
      );
      await assert.rejects(stalledStream.reader.read(), { name: "AbortError" });
      assert.equal(byteCounter.total, 810);
      slowStream.sender.close();
      assert.equal((await slowStream.reader.read()).done, true);
      await lastReceived.reader.cancel();
      assert.equal(byteCounter.total, 0);
    });
  });

  test("a body that does not end in time breaks off, and its bytes are free", async () => {
    await onSimulatedClock(async () => {
      const byteCounter = createByteCounter(1000);
      let isCancelled = false;
      const body = new ReadableStream({
        start: (sender) => sender.enqueue(Buffer.alloc(100)),
        cancel: () => void (isCancelled = true),
      });
      const guardedBody = guardRequestBody(body, 5000, byteCounter);
      const reader = guardedBody.stream.getReader();
      await reader.read();
      await sleep(4000);
      assert.deepEqual([guardedBody.isBroken, byteCounter.total], [false, 100]);
      await sleep(1500);
      await assert.rejects(reader.read(), { name: "AbortError", message: /did not arrive in time/ });
      assert.deepEqual([guardedBody.isBroken, isCancelled, byteCounter.total], [true, true, 0]);
    });
  });
});

describe("the attempts of a request", () => {
  test("all calls of a batch and their retries together make at most `maxAttempts`", async () => {
    let fetchCount = 0;
    const fetch = async () => ((fetchCount += 1), new Response("{}", { status: 500, headers: JSON_TYPE }));
    const { post } = makeGateway(fetch, { maxAttempts: 50, deadlineMs: 60_000 });
    const replies = await (await post(listCalls(20))).json();
    assert.equal(fetchCount, 50);
    // Most calls had three attempts.
    assert.ok(countReplies(replies, 413) <= 10);
    assert.equal(replies.length, 20);
    // Another request counts its own attempts.
    assert.equal((await (await post(listCalls(1))).json()).length, 1);
    assert.equal(fetchCount, 53);
  });

  test("calls for which no attempt is left get an error of the gateway", async () => {
    let fetchCount = 0;
    const fetch = async () => ((fetchCount += 1), makeResponse('{"ok":true,"result":1}'));
    const { post } = makeGateway(fetch, { maxAttempts: 7 });
    const replies = await (await post(listCalls(20))).json();
    assert.deepEqual([fetchCount, countReplies(replies, 200), countReplies(replies, 413)], [7, 7, 13]);
    assert.match(replies.at(-1).error, /maxAttempts.*split the batch/);
  });

  test("calls for which no attempt is left do not wait for the budget of the upstream", async () => {
    await onSimulatedClock(async () => {
      let fetchCount = 0;
      const fetch = async () => ((fetchCount += 1), makeResponse('{"ok":true,"result":1}'));
      const { post } = makeGateway(fetch, { maxAttempts: 2, limits: { keyless: "off", budget: 10 } });
      const start = performance.now();
      const replies = await (await post(listCalls(20))).json();
      assert.deepEqual([fetchCount, countReplies(replies, 200), countReplies(replies, 413)], [2, 2, 18]);
      // The first six calls wait for a slot of the budget, 100 ms each; for the others no attempt is left.
      assert.equal(performance.now() - start, 500);
    });
  });

  test("after the last attempt the caller gets the error of the upstream", async () => {
    let fetchCount = 0;
    const fetch = async () => ((fetchCount += 1), new Response("{}", { status: 500, headers: JSON_TYPE }));
    const { send } = makeGateway(fetch, { maxAttempts: 1 });
    assert.deepEqual([(await send("/api/v2/getMasterchainInfo")).status, fetchCount], [500, 1]);
  });

  test("an error of the platform's own request limit does not open the upstream's breaker", async () => {
    let remainingBytes = 10;
    const fetch = async () => {
      if (remainingBytes-- > 0) return makeResponse('{"ok":true,"result":1}');
      throw new Error("Too many subrequests.");
    };
    const { post, send, alerts } = makeGateway(fetch);
    const replies = await (await post(listCalls(20))).json();
    assert.deepEqual([countReplies(replies, 200), countReplies(replies, 413)], [10, 10]);
    assert.match(replies.at(-1).error, /platform/);
    assert.deepEqual([...new Set(alerts.map(({ level, code }) => `${level} ${code}`))], ["warn batch_too_large"]);
    remainingBytes = 10;
    // If the breaker were open, this would be 503.
    assert.equal((await send("/api/v2/getMasterchainInfo")).status, 200);
  });
});
