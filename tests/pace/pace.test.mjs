// The pace against real servers, beside the client that people use today.

import assert from "node:assert/strict";
import { test } from "node:test";

import { TonClient } from "@ton/ton";
import { createClient } from "ton-edge";

import { startReplay } from "../upstream/replay.mjs";

const full = process.env.TESTS_FULL === "1";

/** The outcomes of the calls, and the server's record of them. */
async function measured(server, calls) {
  const before = server.requests.length;
  const start = performance.now();
  const settled = await Promise.allSettled(calls());
  const seconds = (performance.now() - start) / 1000;
  const statuses = server.requests.slice(before).map(({ status }) => status);
  return {
    right: settled.filter(({ status }) => status === "fulfilled").length,
    first: /** @type {any} */ (settled.find(({ status }) => status === "rejected"))?.reason,
    requests: statuses.length,
    refused: statuses.filter((status) => status === 429).length,
    seconds,
  };
}

const shown = ({ right, requests, refused, seconds }) =>
  `${right} right, ${requests} requests, ${refused} refused, ${seconds.toFixed(2)} s`;

test("twelve keyless calls at once, one request per second", { timeout: 60_000 }, async (t) => {
  const server = await startReplay({ rps: 1 });
  try {
    // Two clients, as two parts of an application would have: they share the pace of the origin.
    const clients = [createClient({ baseUrl: server.url }), createClient({ baseUrl: server.url })];
    const result = await measured(server, () =>
      Array.from({ length: 12 }, (_, at) => clients[at % 2].v3.transactions({ limit: 1, offset: at })),
    );
    t.diagnostic(`ton-edge: ${shown(result)}`);
    await new Promise((done) => setTimeout(done, 1100));
    const peer = new TonClient({ endpoint: `${server.url}/api/v2/jsonRPC` });
    const theirs = await measured(server, () => Array.from({ length: 12 }, () => peer.getMasterchainInfo()));
    t.diagnostic(`@ton/ton: ${shown(theirs)}`);
    assert.equal(result.right, 12, result.first?.stack);
    assert.ok(result.refused <= 1, "at most one 429");
    // 11.3 s on a quiet machine, later on a busy one; never earlier.
    assert.ok(result.seconds >= 11 && result.seconds < 30, `${result.seconds} s`);
  } finally {
    await server.close();
  }
});

for (const keyRps of full ? [10, 3, 40] : [10]) {
  test(`a hundred calls with a key, against an unknown limit of ${keyRps} per second`, {
    timeout: 120_000,
  }, async (t) => {
    const server = await startReplay({ keyRps });
    try {
      const client = createClient({ baseUrl: server.url, apiKey: "mainnet-key", timeoutMs: 100_000 });
      const result = await measured(server, () =>
        Array.from({ length: 100 }, (_, at) => client.v3.blocks({ limit: 1, offset: at })),
      );
      t.diagnostic(shown(result));
      assert.equal(result.right, 100, result.first?.stack);
      // A slow limit is learned in longer steps: 11 at most on a simulated clock, over all kinds of limiters.
      assert.ok(result.refused <= (keyRps < 10 ? 12 : 8), `${result.refused} refused`);
      // 10.5 s for ten per second on a quiet machine. The simulated clock measures how near to a limit the pace comes.
      assert.ok(result.seconds < 3 * (100 / keyRps) + 10, `${result.seconds} s`);
    } finally {
      await server.close();
    }
  });
}

test("a policy in the server's headers applies at once", { timeout: 90_000 }, async () => {
  const server = await startReplay();
  try {
    for (let times = 0; times < 60; times += 1)
      server.faults.add({ headers: { "ratelimit-policy": '"default";q=20;w=1' } });
    const client = createClient({ baseUrl: server.url, timeoutMs: 80_000 });
    const result = await measured(server, () =>
      Array.from({ length: 60 }, (_, at) => client.v3.blocks({ limit: 1, offset: at })),
    );
    assert.equal(result.right, 60, result.first?.stack);
    assert.ok(result.seconds < 30, `${result.seconds} s, and not fifty-nine`);
  } finally {
    await server.close();
  }
});

test("aborted calls leave their slots to others", { timeout: 90_000 }, async () => {
  const server = await startReplay();
  try {
    const { v3 } = createClient({ baseUrl: server.url, timeoutMs: 60_000 });
    const stop = new AbortController();
    const given = Array.from({ length: 200 }, (_, at) =>
      v3.blocks({ limit: 1, offset: at }, { signal: stop.signal }).catch((error) => error),
    );
    await given[0];
    const start = performance.now();
    stop.abort("enough");
    assert.deepEqual(new Set((await Promise.all(given)).slice(1)), new Set(["enough"]));
    await v3.blocks({ limit: 2 });
    assert.ok(performance.now() - start < 15_000, "not after the turns of the 199");
    assert.equal(server.requests.length, 2);
    // No call waits for a slot after its time in the queue.
    const late = await v3.blocks({ limit: 3 }, { queueTimeoutMs: 300 }).catch((error) => error);
    assert.equal(late.code, "timeout");
    assert.match(late.message, /^the slot of this call is \d+ ms away, beyond its `queueTimeoutMs` of 300 ms$/);
    assert.ok(late.retryAfterMs > 300 && late.retryAfterMs <= 1020, String(late.retryAfterMs));
  } finally {
    await server.close();
  }
});

test("only request 2 of 100 is refused, with a key", { timeout: 60_000 }, async (t) => {
  let requests = 0;
  const fetch = async () => {
    requests += 1;
    return requests === 2 ? Response.json({ error: "slow down" }, { status: 429 }) : Response.json({ blocks: [] });
  };
  const { v3 } = createClient({ baseUrl: "https://one-refusal.example", apiKey: "a-key", fetch, timeoutMs: 50_000 });
  const start = performance.now();
  await Promise.all(Array.from({ length: 100 }, (_, offset) => v3.blocks({ limit: 1, offset })));
  const seconds = (performance.now() - start) / 1000;
  t.diagnostic(`${seconds.toFixed(2)} s`);
  assert.equal(requests, 101);
  assert.ok(seconds < 7, `${seconds} s`);
});

test("a refusal costs only its own slot, and is not a failed attempt", { timeout: 60_000 }, async (t) => {
  const starts = [];
  const fetch = async () => {
    starts.push(performance.now());
    return starts.length <= 5 ? Response.json({ error: "slow down" }, { status: 429 }) : Response.json({ blocks: [] });
  };
  const { v3 } = createClient({ baseUrl: "https://five-refusals.example", fetch, timeoutMs: 50_000 });
  await Promise.all([1, 2].map((limit) => v3.blocks({ limit })));
  const gaps = starts.slice(1).map((start, at) => Math.round(start - starts[at]));
  t.diagnostic(`gaps of ${gaps} ms`);
  assert.equal(starts.length, 7, "five refusals, four attempts");
  assert.ok(
    gaps.every((gap) => gap >= 1000 && gap < 4600),
    `${gaps}`,
  );
  // One request was refused, whatever its Retry-After was: the pace is the upstream's, with a little room.
  assert.ok(gaps.at(-1) < 2300, `${gaps}`);
  const once = createClient({
    baseUrl: "https://once.example",
    fetch: async () => Response.json({}, { status: 429 }),
    retry: false,
  });
  assert.equal((await once.v3.blocks({ limit: 1 }).catch((error) => error)).code, "rate_limited");
});

test("two clients of one origin with rate limits of their own keep both", { timeout: 60_000 }, async () => {
  const made = (rateLimit) => {
    const starts = [];
    const fetch = async () => {
      starts.push(performance.now());
      return Response.json({ blocks: [] });
    };
    return { starts, ...createClient({ baseUrl: "https://two-rates.example", fetch, rateLimit, timeoutMs: 50_000 }) };
  };
  const [slow, fast, standard] = [made(0.5), made(50), made()];
  const calls = ({ v3 }, count) =>
    Promise.all(Array.from({ length: count }, (_, offset) => v3.blocks({ limit: 1, offset })));
  await Promise.all([calls(slow, 3), calls(fast, 40), calls(standard, 3)]);
  const gaps = ({ starts }) => starts.slice(1).map((start, at) => start - starts[at]);
  assert.ok(
    gaps(slow).every((gap) => gap >= 1950),
    `${gaps(slow)}`,
  );
  assert.ok(
    gaps(standard).every((gap) => gap >= 950),
    `${gaps(standard)}`,
  );
  const took = fast.starts.at(-1) - fast.starts[0];
  assert.ok(took >= 750 && took < 5000, `forty at fifty a second in ${took} ms`);
});

test("`concurrency` is first come, first served, and wastes no time", { timeout: 60_000 }, async (t) => {
  const order = [];
  const fetch = async ({ url }) => {
    order.push(Number(new URL(url).searchParams.get("offset")));
    await new Promise((done) => setTimeout(done, 5));
    return Response.json({ blocks: [] });
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
  const given = v3.blocks({ limit: 1, offset: 2000 }, { signal: stop.signal });
  const all = Array.from({ length: 1000 }, (_, offset) => v3.blocks({ limit: 1, offset }));
  const late = v3.blocks({ limit: 1, offset: 3000 }, { signal: stop.signal }).catch((reason) => reason);
  await given;
  stop.abort("enough");
  assert.equal(await late, "enough");
  await Promise.all(all);
  const used = process.cpuUsage(cpu);
  t.diagnostic(
    `${Math.round(performance.now() - start)} ms, ${Math.round((used.user + used.system) / 1000)} ms of processor time`,
  );
  assert.deepEqual(order, [2000, ...Array.from({ length: 1000 }, (_, at) => at)]);
});

const blocks = () => Response.json({ blocks: [] });

test("time in the queue does not count towards the timeout of the response", { timeout: 60_000 }, async () => {
  const { v3 } = createClient({
    baseUrl: "https://queue.example",
    fetch: async () => blocks(),
    rateLimit: 20,
    timeoutMs: 300,
  });
  const start = performance.now();
  const responses = await Promise.all(Array.from({ length: 30 }, (_, offset) => v3.blocks({ limit: 1, offset })));
  assert.equal(responses.length, 30);
  assert.ok(performance.now() - start > 1000, "the last turn came long after 300 ms");
});

test("the queue ends a call at its deadline, for the pace as for `concurrency`", { timeout: 60_000 }, async () => {
  const paced = createClient({
    baseUrl: "https://short-queue.example",
    fetch: async () => blocks(),
    rateLimit: 10,
    queueTimeoutMs: 450,
  });
  const outcomes = await Promise.allSettled(
    Array.from({ length: 10 }, (_, offset) => paced.v3.blocks({ limit: 1, offset })),
  );
  const late = outcomes.filter(({ status }) => status === "rejected").map((/** @type {any} */ { reason }) => reason);
  assert.ok(late.length >= 4 && late.length <= 7, `${late.length} of 10`);
  for (const error of late) {
    assert.equal(error.code, "timeout");
    assert.ok(error.retryAfterMs > 0 && error.retryAfterMs <= 1100, String(error.retryAfterMs));
  }
  // A server that never responds holds the only slot.
  const slow = createClient({
    baseUrl: "https://one-slot.example",
    fetch: () => new Promise(() => {}),
    rateLimit: false,
    concurrency: 1,
    timeoutMs: 400,
    queueTimeoutMs: 100,
  });
  const [first, second] = await Promise.all([1, 2].map((limit) => slow.v3.blocks({ limit }).catch((error) => error)));
  assert.match(
    first.message,
    /^no complete response within 400 ms: attempt 1 ran for \d{3,} ms, after \d+ ms in the queue$/,
  );
  assert.match(second.message, /^no slot within 100 ms in the queue \(`queueTimeoutMs`\)$/);
  // The slot is free again: the next call gets it.
  assert.match((await slow.v3.blocks({ limit: 3 }).catch((error) => error)).message, /^no complete response/);
  const never = createClient({ baseUrl: "https://no-queue.example", fetch: async () => blocks(), rateLimit: 1 });
  const now = await Promise.allSettled([1, 2].map((limit) => never.v3.blocks({ limit }, { queueTimeoutMs: 0 })));
  assert.deepEqual(
    now.map(({ status }) => status),
    ["fulfilled", "rejected"],
  );
});

test("a timeout names the attempt that took the time, and how long the queue was", { timeout: 60_000 }, async () => {
  let sent = 0;
  const fetch = () =>
    (sent += 1) === 1 ? Promise.resolve(new Response("{}", { status: 503 })) : new Promise(() => {});
  const { v3 } = createClient({
    baseUrl: "https://second-try.example",
    fetch,
    rateLimit: false,
    retry: { minDelayMs: 1 },
    timeoutMs: 300,
  });
  const error = await v3.blocks().catch((error) => error);
  const said = /^no complete response within 300 ms: attempt 2 ran for (\d+) ms, after (\d+) ms in the queue$/;
  const [, ran, queued] = error.message.match(said) ?? assert.fail(error.message);
  // A busy machine notices the timeout late.
  assert.ok(ran > 100, `the second attempt took the time: ${error.message}`);
  assert.ok(queued < 100, `no queue: ${error.message}`);
});

test("a function for the key that never resolves ends its call", { timeout: 60_000 }, async () => {
  const { v3 } = createClient({
    baseUrl: "https://no-key.example",
    apiKey: () => new Promise(() => {}),
    fetch: async () => blocks(),
    timeoutMs: 100,
  });
  const error = await v3.blocks().catch((error) => error);
  assert.deepEqual([error.code, error.message], ["timeout", "`apiKey` returned no API key within 100 ms"]);
});

test("an upstream that refuses everything does not block the queue for ever", { timeout: 60_000 }, async () => {
  let sent = 0;
  const fetch = async () => {
    sent += 1;
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
    Array.from({ length: 100 }, (_, offset) => v3.blocks({ limit: 1, offset }).catch((error) => error)),
  );
  assert.ok(performance.now() - start < 15_000, "not one after the other");
  assert.deepEqual(new Set(errors.map(({ code }) => code)), new Set(["rate_limited"]));
  const queued = errors.filter(({ message }) =>
    /^no slot: the service has refused every request for \d+ ms$/.test(message),
  );
  assert.ok(queued.length > 80, `${queued.length} of 100`);
  assert.ok(sent < 100, `${sent} requests for nothing`);
  // A later call makes its own attempt.
  const before = sent;
  await v3.blocks().catch((error) => error);
  assert.ok(sent > before);
});
