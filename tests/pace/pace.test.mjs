// The pace of a client: with a real server, compared with a usual client, and on a simulated clock, whose times are exact.

import assert from "node:assert/strict";
import { before, test } from "node:test";

import { TonClient } from "@ton/ton";
import { createClient } from "ton-edge";

import { onSimulatedClock } from "../helpers/simulated-clock.mjs";
import { createLimiter } from "../upstream/front.mjs";
import { startReplay } from "../upstream/replay.mjs";

const makeBlocks = () => Response.json({ blocks: [] });

// A call that compiles WebAssembly waits for more than timers, so it runs before the simulated clock.
before(() => createClient({ baseUrl: "https://warm.example", fetch: async () => makeBlocks() }).v3.blocks());

/** Milliseconds from a request to its response, on the simulated clock. */
const LATENCY_MS = 20;
const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** A server on the simulated clock that accepts at most `rps` requests in any second; records the time and the status of each. */
function makeServer({ rps, headers = {} } = /** @type {{ rps?: number, headers?: Record<string, string> }} */ ({})) {
  const takeToken = createLimiter(rps);
  const requests = [];
  const fetch = async () => {
    const status = takeToken() ? 200 : 429;
    requests.push({ status, at: performance.now() });
    await sleep(LATENCY_MS);
    return status === 200
      ? Response.json({ blocks: [] }, { headers })
      : Response.json({ ok: false, result: "Ratelimit exceed", code: 429 }, { status });
  };
  return { requests, fetch };
}

/** Milliseconds between the starts of requests. */
const listGaps = (starts) => starts.slice(1).map((start, index) => Math.round(start - starts[index]));
const makeRange = (count) => Array.from({ length: count }, (_, index) => index);

/** The outcomes of the calls, and the server's record of their requests. */
async function measureCalls({ requests }, calls) {
  const requestsBefore = requests.length;
  const start = performance.now();
  const settledCalls = await Promise.allSettled(calls());
  const seconds = (performance.now() - start) / 1000;
  const statuses = requests.slice(requestsBefore).map(({ status }) => status);
  return {
    right: settledCalls.filter(({ status }) => status === "fulfilled").length,
    first: /** @type {any} */ (settledCalls.find(({ status }) => status === "rejected"))?.reason,
    requests: statuses.length,
    refused: statuses.filter((status) => status === 429).length,
    seconds,
  };
}

const describeRun = ({ right, requests, refused, seconds }) =>
  `${right} right, ${requests} requests, ${refused} refused, ${seconds.toFixed(2)} s`;

test("twelve simultaneous keyless calls send one request per second, and none is refused", () =>
  onSimulatedClock(async () => {
    const server = makeServer({ rps: 1 });
    const clients = [1, 2].map(() => createClient({ baseUrl: "https://twelve.example", fetch: server.fetch }));
    const result = await measureCalls(server, () =>
      makeRange(12).map((index) => clients[index % 2].v3.blocks({ limit: 1, offset: index })),
    );
    assert.equal(result.right, 12, result.first?.stack);
    assert.equal(result.refused, 0);
    // The second request waits until the first response shows whether the server has a policy.
    assert.deepEqual(listGaps(server.requests.map(({ at }) => at)), [
      1020 + LATENCY_MS,
      ...makeRange(10).map(() => 1020),
    ]);
  }));

for (const { keyRps, mostRefused, mostSeconds } of [
  { keyRps: 40, mostRefused: 0, mostSeconds: 4.6 },
  { keyRps: 10, mostRefused: 3, mostSeconds: 11.5 },
  // The client approaches a slow limit in longer steps.
  { keyRps: 3, mostRefused: 12, mostSeconds: 43 },
]) {
  test(`a hundred calls with an API key find an unknown limit of ${keyRps} per second`, (t) =>
    onSimulatedClock(async () => {
      const server = makeServer({ rps: keyRps });
      const client = createClient({
        baseUrl: `https://${keyRps}-a-second.example`,
        fetch: server.fetch,
        apiKey: "mainnet-key",
        timeoutMs: 100_000,
      });
      const result = await measureCalls(server, () =>
        makeRange(100).map((index) => client.v3.blocks({ limit: 1, offset: index })),
      );
      t.diagnostic(describeRun(result));
      assert.equal(result.right, 100, result.first?.stack);
      assert.ok(result.refused <= mostRefused, `${result.refused} refused`);
      assert.ok(result.seconds < mostSeconds, `${result.seconds} s`);
    }));
}

test("a policy in the server's headers applies at once", () =>
  onSimulatedClock(async () => {
    const server = makeServer({ headers: { "ratelimit-policy": '"default";q=20;w=1' } });
    const client = createClient({ baseUrl: "https://policy.example", fetch: server.fetch, timeoutMs: 80_000 });
    const result = await measureCalls(server, () =>
      makeRange(60).map((index) => client.v3.blocks({ limit: 1, offset: index })),
    );
    assert.equal(result.right, 60, result.first?.stack);
    assert.equal(result.seconds.toFixed(2), "3.50", "the calls take less than fifty-nine seconds");
  }));

test("aborted calls leave their slots to others", () =>
  onSimulatedClock(async () => {
    const server = makeServer();
    const { v3 } = createClient({ baseUrl: "https://aborted.example", fetch: server.fetch, timeoutMs: 60_000 });
    const stop = new AbortController();
    const calls = makeRange(200).map((index) =>
      v3.blocks({ limit: 1, offset: index }, { signal: stop.signal }).catch((error) => error),
    );
    await calls[0];
    const start = performance.now();
    stop.abort("enough");
    assert.deepEqual(new Set((await Promise.all(calls)).slice(1)), new Set(["enough"]));
    await v3.blocks({ limit: 2 });
    assert.equal(
      Math.round(performance.now() - start),
      1040,
      "the call does not wait for the slots of the 199 aborted calls",
    );
    assert.equal(server.requests.length, 2);
    // No call waits for a slot that is later than its queue timeout.
    const lateError = await v3.blocks({ limit: 3 }, { queueTimeoutMs: 300 }).catch((error) => error);
    assert.equal(lateError.code, "timeout");
    assert.equal(lateError.message, "the slot of this call is 1000 ms away, beyond its `queueTimeoutMs` of 300 ms");
    assert.equal(lateError.retryAfterMs, 1000);
  }));

test("one refusal in 100 calls with an API key costs little time", (t) =>
  onSimulatedClock(async () => {
    let requests = 0;
    const fetch = async () => {
      requests += 1;
      return requests === 2 ? Response.json({ error: "slow down" }, { status: 429 }) : makeBlocks();
    };
    const { v3 } = createClient({ baseUrl: "https://one-refusal.example", apiKey: "a-key", fetch, timeoutMs: 50_000 });
    const start = performance.now();
    await Promise.all(makeRange(100).map((offset) => v3.blocks({ limit: 1, offset })));
    const seconds = (performance.now() - start) / 1000;
    t.diagnostic(`${seconds.toFixed(2)} s`);
    assert.equal(requests, 101);
    assert.ok(seconds < 5.5, `${seconds} s`);
  }));

test("a refusal costs only its own slot, and is not a failed attempt", (t) =>
  onSimulatedClock(async () => {
    const starts = [];
    const fetch = async () => {
      starts.push(performance.now());
      return starts.length <= 5 ? Response.json({ error: "slow down" }, { status: 429 }) : makeBlocks();
    };
    const { v3 } = createClient({ baseUrl: "https://five-refusals.example", fetch, timeoutMs: 50_000 });
    await Promise.all([1, 2].map((limit) => v3.blocks({ limit })));
    const waitTimes = listGaps(starts);
    t.diagnostic(`gaps of ${waitTimes} ms`);
    assert.equal(starts.length, 7, "five refusals, four attempts");
    assert.ok(
      waitTimes.every((gap) => gap >= 1000 && gap < 4600),
      `${waitTimes}`,
    );
    // The refusals have lengthened the interval between two requests, which may be at most twice its length.
    assert.equal(waitTimes.at(-1), 1632, `${waitTimes}`);
    const onceClient = createClient({
      baseUrl: "https://once.example",
      fetch: async () => Response.json({}, { status: 429 }),
      retry: false,
    });
    assert.equal((await onceClient.v3.blocks({ limit: 1 }).catch((error) => error)).code, "rate_limited");
  }));

test("two clients of one origin each keep their own rate limit", () =>
  onSimulatedClock(async () => {
    const makeClientWithStarts = (rateLimit) => {
      const starts = [];
      const fetch = async () => {
        starts.push(performance.now());
        return makeBlocks();
      };
      return { starts, ...createClient({ baseUrl: "https://two-rates.example", fetch, rateLimit, timeoutMs: 50_000 }) };
    };
    const [slowClient, fastClient, standardClient] = [
      makeClientWithStarts(0.5),
      makeClientWithStarts(50),
      makeClientWithStarts(),
    ];
    const calls = ({ v3 }, count) => Promise.all(makeRange(count).map((offset) => v3.blocks({ limit: 1, offset })));
    await Promise.all([calls(slowClient, 3), calls(fastClient, 40), calls(standardClient, 3)]);
    assert.deepEqual(listGaps(slowClient.starts), [2040, 2040]);
    assert.deepEqual(listGaps(standardClient.starts), [1020, 1020]);
    assert.equal(Math.round(fastClient.starts.at(-1) - fastClient.starts[0]), 796, "forty calls at fifty per second");
  }));

test("`concurrency` serves calls in their order, without gaps", (t) =>
  onSimulatedClock(async () => {
    const order = [];
    const fetch = async ({ url }) => {
      order.push(Number(new URL(url).searchParams.get("offset")));
      await sleep(5);
      return makeBlocks();
    };
    const { v3 } = createClient({
      baseUrl: "https://in-order.example",
      fetch,
      rateLimit: false,
      concurrency: 2,
      timeoutMs: 50_000,
    });
    const cpu = process.cpuUsage();
    const start = performance.now();
    const stop = new AbortController();
    const pendingCall = v3.blocks({ limit: 1, offset: 2000 }, { signal: stop.signal });
    const calls = makeRange(1000).map((offset) => v3.blocks({ limit: 1, offset }));
    const lateCall = v3.blocks({ limit: 1, offset: 3000 }, { signal: stop.signal }).catch((reason) => reason);
    await pendingCall;
    stop.abort("enough");
    assert.equal(await lateCall, "enough");
    await Promise.all(calls);
    const cpuUsed = process.cpuUsage(cpu);
    t.diagnostic(`${Math.round((cpuUsed.user + cpuUsed.system) / 1000)} ms of processor time`);
    assert.deepEqual(order, [2000, ...makeRange(1000)]);
    // 1001 responses of 5 ms each, two at a time.
    assert.equal(performance.now() - start, 501 * 5);
  }));

test("time in the queue does not count towards the timeout of the response", () =>
  onSimulatedClock(async () => {
    const { v3 } = createClient({
      baseUrl: "https://queue.example",
      fetch: async () => makeBlocks(),
      rateLimit: 20,
      timeoutMs: 300,
    });
    const start = performance.now();
    const responses = await Promise.all(makeRange(30).map((offset) => v3.blocks({ limit: 1, offset })));
    assert.equal(responses.length, 30);
    assert.equal(Math.round(performance.now() - start), 29 * 51, "the last slot came long after 300 ms");
  }));

test("a call that waits for the pace or for `concurrency` ends at its queue timeout", () =>
  onSimulatedClock(async () => {
    const pacedClient = createClient({
      baseUrl: "https://short-queue.example",
      fetch: async () => makeBlocks(),
      rateLimit: 10,
      queueTimeoutMs: 450,
    });
    const outcomes = await Promise.allSettled(
      makeRange(10).map((offset) => pacedClient.v3.blocks({ limit: 1, offset })),
    );
    const lateReasons = outcomes
      .filter(({ status }) => status === "rejected")
      .map((/** @type {any} */ { reason }) => reason);
    assert.equal(lateReasons.length, 5, "there are five slots, 102 ms apart, within 450 ms");
    for (const error of lateReasons) assert.deepEqual([error.code, error.retryAfterMs], ["timeout", 510]);
    // A server that never responds holds the only slot.
    const slowClient = createClient({
      baseUrl: "https://one-slot.example",
      fetch: () => new Promise(() => {}),
      rateLimit: false,
      concurrency: 1,
      timeoutMs: 400,
      queueTimeoutMs: 100,
    });
    const [firstReply, secondReply] = await Promise.all(
      [1, 2].map((limit) => slowClient.v3.blocks({ limit }).catch((error) => error)),
    );
    assert.equal(
      firstReply.message,
      "no complete response within 400 ms: attempt 1 ran for 400 ms, after 0 ms in the queue",
    );
    assert.equal(secondReply.message, "no slot within 100 ms in the queue (`queueTimeoutMs`)");
    // The slot is free again, so the next call gets it.
    assert.match((await slowClient.v3.blocks({ limit: 3 }).catch((error) => error)).message, /^no complete response/);
    const blockedClient = createClient({
      baseUrl: "https://no-queue.example",
      fetch: async () => makeBlocks(),
      rateLimit: 1,
    });
    const now = await Promise.allSettled(
      [1, 2].map((limit) => blockedClient.v3.blocks({ limit }, { queueTimeoutMs: 0 })),
    );
    assert.deepEqual(
      now.map(({ status }) => status),
      ["fulfilled", "rejected"],
    );
  }));

test("the error of a timeout names the attempt that took the time, and the time in the queue", () =>
  onSimulatedClock(async () => {
    let requestCount = 0;
    const fetch = () =>
      (requestCount += 1) === 1 ? Promise.resolve(new Response("{}", { status: 503 })) : new Promise(() => {});
    const { v3 } = createClient({
      baseUrl: "https://second-try.example",
      fetch,
      rateLimit: false,
      retry: { minDelayMs: 1 },
      timeoutMs: 300,
    });
    const error = await v3.blocks().catch((error) => error);
    const pattern = /^no complete response within 300 ms: attempt 2 ran for (\d+) ms, after 0 ms in the queue$/;
    const [, elapsedMs] = error.message.match(pattern) ?? assert.fail(error.message);
    // The rest of the time is the delay between the two attempts.
    assert.ok(elapsedMs >= 295 && elapsedMs < 300, `the second attempt took the time: ${error.message}`);
  }));

test("a call ends at its timeout if the function for the API key never resolves", () =>
  onSimulatedClock(async () => {
    const { v3 } = createClient({
      baseUrl: "https://no-key.example",
      apiKey: () => new Promise(() => {}),
      fetch: async () => makeBlocks(),
      timeoutMs: 100,
    });
    const start = performance.now();
    const error = await v3.blocks().catch((error) => error);
    assert.deepEqual([error.code, error.message], ["timeout", "`apiKey` returned no API key within 100 ms"]);
    assert.equal(performance.now() - start, 100);
  }));

test("an upstream that refuses everything does not block the queue forever", () =>
  onSimulatedClock(async () => {
    let requestCount = 0;
    const fetch = async () => {
      requestCount += 1;
      return Response.json({ error: "slow down" }, { status: 429 });
    };
    const { v3 } = createClient({
      baseUrl: "https://refusing.example",
      apiKey: "a-key",
      fetch,
      timeoutMs: 1500,
      retry: { minDelayMs: 20, maxDelayMs: 200 },
    });
    const start = performance.now();
    const errors = await Promise.all(
      makeRange(100).map((offset) => v3.blocks({ limit: 1, offset }).catch((error) => error)),
    );
    assert.ok(performance.now() - start <= 2000, "the calls do not fail one after the other");
    assert.deepEqual(new Set(errors.map(({ code }) => code)), new Set(["rate_limited"]));
    const queuedErrors = errors.filter(({ message }) =>
      /^no slot: the service has refused every request for \d+ ms$/.test(message),
    );
    assert.ok(queuedErrors.length > 80, `${queuedErrors.length} of 100`);
    assert.ok(requestCount <= 20, `${requestCount} requests for nothing`);
    // A later call makes its own attempt.
    const countBefore = requestCount;
    await v3.blocks().catch((error) => error);
    assert.ok(requestCount > countBefore);
  }));

// This test is the last one, because Node's fetch leaves timers behind, which would fire on the simulated clock of a later test.
test("four simultaneous keyless calls send one request per second on the real clock", {
  timeout: 60_000,
}, async (t) => {
  const server = await startReplay({ rps: 1 });
  try {
    // Two clients, as in two parts of an application, which share the pace of the origin.
    const clients = [createClient({ baseUrl: server.url }), createClient({ baseUrl: server.url })];
    const result = await measureCalls(server, () =>
      makeRange(4).map((index) => clients[index % 2].v3.transactions({ limit: 1, offset: index })),
    );
    t.diagnostic(`ton-edge: ${describeRun(result)}`);
    await sleep(1100);
    const tonClient = new TonClient({ endpoint: `${server.url}/api/v2/jsonRPC` });
    const peerResult = await measureCalls(server, () => makeRange(4).map(() => tonClient.getMasterchainInfo()));
    t.diagnostic(`@ton/ton: ${describeRun(peerResult)}`);
    assert.equal(result.right, 4, result.first?.stack);
    assert.ok(result.refused <= 1, "at most one 429");
    // It takes 3.1 s on an idle machine and more on a busy one, but never less.
    assert.ok(result.seconds >= 3 && result.seconds < 20, `${result.seconds} s`);
  } finally {
    await server.close();
  }
});
