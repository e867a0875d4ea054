// The client against a server that misbehaves: every case has its documented outcome, in time, and leaves no open request.

import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { inspect } from "node:util";

import { createClient, isTonEdgeError } from "ton-edge";

import { startRude } from "../upstream/rude.mjs";

const KEY = "k3y-that/must+not=show";
const BOC = "te6cckEBAQEAAgAAAEysuc0=";
const info = { last: { seqno: 7 } };

let rudeServer;
const unhandledErrors = [];
const recordError = (error) => unhandledErrors.push(error);
before(async () => {
  process.on("unhandledRejection", recordError);
  rudeServer = await startRude();
});
after(async () => {
  process.off("unhandledRejection", recordError);
  await rudeServer.close();
});

/** A client without a rate limit, so that only attempts and their short delays take time. */
const makeClient = (way, options) =>
  createClient({
    baseUrl: rudeServer.url(way),
    rateLimit: false,
    retry: { attempts: 3, minDelayMs: 5, maxDelayMs: 20 },
    timeoutMs: 5000,
    ...options,
  });

/** By behaviour of the server: the result, as an error code or a value, and the number of requests. */
const OUTCOMES = {
  good: [info, 1],
  slow: [info, 1],
  trickle: [info, 1],
  gzip: [info, 1],
  "reset-before-headers": ["connection_failed", 3],
  "close-before-headers": ["connection_failed", 3],
  "reset-mid-body": ["connection_failed", 3],
  "length-too-long": ["connection_failed", 3],
  "no-http": ["connection_failed", 3],
  "bad-gzip": ["connection_failed", 3],
  // Node treats half a chunk as the end of the body.
  "cut-chunk": ["invalid_response", 1],
  // The rest of the bytes is not part of the response.
  "length-too-short": ["invalid_response", 1],
  html: ["bad_gateway", 3],
  "html-200": ["invalid_response", 1],
  204: ["invalid_response", 1],
  empty: ["invalid_response", 1],
  moved: ["redirected", 1],
  "moved-for-good": ["redirected", 1],
  huge: ["response_too_large", 1],
  "huge-by-its-word": ["response_too_large", 1],
  "invalid-utf8": ["\ufffd\ufffd", 1],
  "duplicate-keys": [2, 1],
  "long-number": ["9007199254740993", 1],
  "500-final": ["message_rejected", 1],
  400: ["bad_request", 1],
  "always-500": ["lite_server_error", 3],
  "always-429": ["rate_limited", 3],
  "503-twice": [info, 3],
  "542-once": [info, 2],
  "reset-once": [info, 2],
  "429-once": [info, 2],
  "429-in-200-once": [info, 2],
};

describe("a read from a server that", () => {
  for (const [way, [expected, requests]] of Object.entries(OUTCOMES)) {
    test(way, { timeout: 10_000 }, async () => {
      const result = await makeClient(way, { maxResponseBytes: 1 << 20 })
        .v2.getMasterchainInfo()
        .catch((error) => error);
      if (isTonEdgeError(result)) assert.equal(result.code, expected, inspect(result));
      else assert.deepEqual(result, expected);
      assert.equal(rudeServer.count(way), requests, "requests");
    });
  }

  for (const way of ["never-answers", "trickle-for-ever"]) {
    test(`${way}: the timeout ends the call`, async () => {
      const start = performance.now();
      const error = await makeClient(way, { timeoutMs: 60_000 })
        .v2.getMasterchainInfo({}, { timeoutMs: 200 })
        .catch((error) => error);
      assert.equal(error.code, "timeout");
      assert.ok(performance.now() - start < 20_000);
      assert.equal(rudeServer.count(way), 1);
    });
  }

  for (const [way, minRequests, maxRequests] of /** @type {any[][]} */ ([
    ["429-seconds", 1000, 1000],
    ["429-date", 900, 3000],
    ["429-reset", 1000, 1000],
  ])) {
    test(`${way}: the client waits as long as Retry-After says`, async () => {
      const start = performance.now();
      const delays = [];
      const onRetry = ({ error }) => delays.push(error.retryAfterMs);
      assert.deepEqual(await makeClient(way, { timeoutMs: 60_000, onRetry }).v2.getMasterchainInfo(), info);
      const elapsedMs = performance.now() - start;
      assert.ok(delays.length === 1 && delays[0] >= minRequests - 1000 && delays[0] <= maxRequests, `${delays}`);
      if (minRequests === maxRequests) assert.equal(delays[0], maxRequests);
      // The call may take longer only because this machine is busy.
      assert.ok(elapsedMs >= minRequests && elapsedMs < 20_000, `${elapsedMs} ms`);
      assert.equal(rudeServer.count(way), 2);
    });
  }

  test("the client requests old history again with `archival` only if the server lacks a logical time", async () => {
    const countBefore = rudeServer.count("always-500");
    await assert.rejects(makeClient("always-500").v2.getTransactions({ address: `0:${"00".repeat(32)}` }), {
      code: "lite_server_error",
    });
    assert.equal(rudeServer.count("always-500") - countBefore, 3);
  });

  test("429-long: the client does not start a delay beyond the timeout", async () => {
    const start = performance.now();
    const error = await makeClient("429-long", { timeoutMs: 25_000 })
      .v2.getMasterchainInfo()
      .catch((error) => error);
    assert.deepEqual([error.code, error.retryAfterMs], ["rate_limited", 86_400_000]);
    assert.ok(performance.now() - start < 15_000);
  });
});

describe("a send", () => {
  const send = (way) =>
    makeClient(way)
      .v2.sendBoc({ boc: BOC })
      .catch((error) => error);

  test("a send is retried after a 429", async () => {
    const countBefore = rudeServer.count("429-once");
    assert.equal(
      (
        await makeClient("always-429")
          .v2.sendBoc({ boc: BOC })
          .catch((error) => error)
      ).code,
      "rate_limited",
    );
    assert.equal(rudeServer.count("429-once"), countBefore);
    assert.equal(rudeServer.count("always-429") % 3, 0, "three attempts");
  });

  test("a send is not retried if the server may have accepted it", async () => {
    for (const way of [
      "reset-before-headers",
      "reset-mid-body",
      "html",
      "always-500",
      "500-final",
      "close-before-headers",
    ]) {
      const countBefore = rudeServer.count(way);
      assert.ok(isTonEdgeError(await send(way)), way);
      assert.equal(rudeServer.count(way), countBefore + 1, way);
    }
  });

  test("a send is retried if the connection was refused", async () => {
    const server = await startRude();
    await server.close();
    const retries = [];
    const unreachableClient = createClient({
      baseUrl: server.url("good"),
      rateLimit: false,
      retry: { attempts: 3, minDelayMs: 1, maxDelayMs: 2 },
      onRetry: ({ attempt, error }) => retries.push([attempt, error.code]),
    });
    assert.equal((await unreachableClient.v2.sendBoc({ boc: BOC }).catch((error) => error)).code, "connection_failed");
    assert.deepEqual(retries, [
      [1, "connection_failed"],
      [2, "connection_failed"],
    ]);
  });
});

test("no error, hook or log of a failure contains the API key", { timeout: 60_000 }, async () => {
  const writtenTexts = [];
  const originals = ["log", "info", "warn", "error", "debug"].map((name) => [name, console[name]]);
  for (const [name] of originals) console[name] = (...args) => writtenTexts.push(...args);
  try {
    for (const way of [...Object.keys(OUTCOMES), "never-answers", "429-long"]) {
      for (const apiKeyIn of ["header", "query"]) {
        const record = (info) => writtenTexts.push(info);
        const tester = makeClient(way, {
          apiKey: () => KEY,
          apiKeyIn,
          maxResponseBytes: 1 << 16,
          timeoutMs: 300,
          onRequest: record,
          onResponse: record,
          onRetry: record,
        });
        const settledCalls = await Promise.allSettled([
          tester.v2.getMasterchainInfo(),
          tester.v2.jsonRpc("getMasterchainInfo"),
          tester.v2.sendBoc({ boc: BOC }),
          tester.v2.batch([{ method: "getMasterchainInfo" }, { method: "getConsensusBlock" }]),
        ]);
        writtenTexts.push(...settledCalls.flatMap((/** @type {any} */ { reason, value }) => reason ?? value));
      }
    }
  } finally {
    for (const [name, realFunction] of originals) console[name] = realFunction;
  }
  assert.ok(writtenTexts.filter((item) => isTonEdgeError(item)).length > 100);
  for (const item of writtenTexts) {
    const texts = [
      inspect(item, { depth: 9, showHidden: true, getters: true }),
      JSON.stringify(item),
      String(item),
      item?.stack,
      item?.error?.stack,
    ];
    for (const text of texts) {
      for (const form of [KEY, encodeURIComponent(KEY)]) assert.ok(!text?.includes(form), text);
    }
  }
});

test("the outcome of a response does not depend on earlier responses", async () => {
  /** Status, body, and the outcome of a call of v2 and of one of v3: a value or an error code. */
  const replies = [
    [200, { ok: true, result: 1 }, 1, { ok: true, result: 1 }],
    [200, { ok: true, result: 2 }, 2, { ok: true, result: 2 }],
    [200, { ok: true }, "invalid_response", { ok: true }],
    [200, { ok: false, error: "no", code: 400 }, "bad_request", "bad_request"],
    [200, { ok: true, result: 3 }, 3, { ok: true, result: 3 }],
    [500, { ok: true, result: 4 }, "server_error", "server_error"],
    [200, { ok: true, result: 5, error: "late" }, "bad_request", "bad_request"],
    [200, [6], "invalid_response", [6]],
    [200, { ok: true, result: 7, code: 503 }, "server_error", "server_error"],
    [200, { ok: true, result: 8 }, 8, { ok: true, result: 8 }],
  ];
  let reply;
  const fetch = async () => Response.json(reply[1], { status: reply[0] });
  const slowClient = createClient({ rateLimit: false, retry: { attempts: 1 }, fetch });
  const catchOutcome = (call) => call.catch(({ code }) => code);
  const callV2 = async () =>
    assert.deepEqual(await catchOutcome(slowClient.v2.getMasterchainInfo()), reply[2], JSON.stringify(reply));
  const callV3 = async () =>
    assert.deepEqual(await catchOutcome(slowClient.v3.masterchainInfo()), reply[3], JSON.stringify(reply));
  // The calls run one after the other: first of one generation, then of the other, then of both in turn.
  for (reply of replies) await callV2();
  for (reply of replies) await callV3();
  for (reply of replies) {
    await callV2();
    await callV3();
  }
});

test("no promise rejection was unhandled", async () => {
  await new Promise((resolve) => setTimeout(resolve, 100));
  assert.deepEqual(unhandledErrors, []);
});
