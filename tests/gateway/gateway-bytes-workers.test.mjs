// The counters of bytes and attempts as they are in Cloudflare Workers: an isolate has 128 MB, a request may end without notice, and it may
// make 50 requests. attacks-bytes.test.mjs shows the same in workerd.

import assert from "node:assert/strict";
import { test } from "node:test";

import { onSimulatedClock } from "../helpers/simulated-clock.mjs";

// The modules read the name of the runtime when they are imported.
Object.defineProperty(globalThis, "navigator", { value: { userAgent: "Cloudflare-Workers" } });
const { createByteCounter } = await import("../../pkg/lib/gateway/http/byte-counter.js");
const { createGateway } = await import("ton-edge/gateway");

const MIB = 1024 * 1024;
const ACCOUNT = `0:${"0".repeat(64)}`;
const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

test("all requests of an isolate hold at most 32 MiB, a body 8 MiB, and the responses of a batch 16 MiB", () => {
  const { maxBytes, maxReadBytes, maxBatchBytes, unreadMs } = createByteCounter();
  assert.deepEqual([maxBytes, maxReadBytes, maxBatchBytes, unreadMs], [32 * MIB, 8 * MIB, 16 * MIB, 15_000]);
});

test("the bytes of a request that has ended without notice are free after some seconds, and others are not", async () => {
  await onSimulatedClock(async () => {
    const byteCounter = createByteCounter(MIB);
    const [runningConnection, endedConnection] = [{ heldBytes: 0 }, /** @type {any} */ ({ heldBytes: 0 })];
    assert.ok(byteCounter.tryHold(runningConnection, 0.4 * MIB));
    assert.ok(byteCounter.tryHold(endedConnection, 0.4 * MIB));
    // In workerd, the timers of a request end with the request.
    clearInterval(endedConnection.timer);
    const next = { heldBytes: 0 };
    await sleep(3000);
    assert.equal(byteCounter.tryHold(next, 0.5 * MIB), false);
    await sleep(1500);
    assert.ok(byteCounter.tryHold(next, 0.5 * MIB));
    await sleep(60_000);
    assert.equal(byteCounter.tryHold({ heldBytes: 0 }, 0.5 * MIB), false, "running requests keep their bytes");
    byteCounter.forget(runningConnection);
    byteCounter.forget(next);
    assert.equal(byteCounter.total, 0);
  });
});

test("no request is ended to make room for another one, since the platform forbids it", async () => {
  await onSimulatedClock(async () => {
    const byteCounter = createByteCounter(MIB);
    let endCount = 0;
    const slowConnection = { heldBytes: 0 };
    assert.ok(byteCounter.tryHold(slowConnection, 0.7 * MIB));
    byteCounter.allowReset(slowConnection, () => (endCount += 1));
    await sleep(10_000);
    assert.equal(byteCounter.tryHold({ heldBytes: 0 }, 0.5 * MIB), false);
    byteCounter.hold({ heldBytes: 0 }, MIB);
    assert.equal(endCount, 0);
    byteCounter.forget(slowConnection);
  });
});

test("by default a request makes at most 50 attempts", async () => {
  let fetchCount = 0;
  const gateway = createGateway({
    mainnet: "https://service.example",
    limits: { keyless: "off", budget: "off" },
    retries: 10,
    deadlineMs: 60_000,
    fetch: async () => (
      (fetchCount += 1), new Response("{}", { status: 500, headers: { "content-type": "application/json" } })
    ),
    log() {},
  });
  const calls = Array.from({ length: 20 }, (_, id) => ({
    id,
    method: "getTransactions",
    params: { address: ACCOUNT, lt: String(id + 1), hash: `${"A".repeat(43)}=` },
  }));
  await onSimulatedClock(async () => {
    const response = await gateway.fetch(
      new Request("http://gw/api/v2/jsonRPC", {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify(calls),
      }),
      {},
      { waitUntil() {} },
    );
    assert.equal((await response.json()).length, 20);
  });
  assert.equal(fetchCount, 50);
});
