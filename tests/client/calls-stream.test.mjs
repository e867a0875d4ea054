// `client.payments`, `client.send` and `client.waitForMessage` with `stream: true`, over a gateway that serves streams: they send requests at once
// when an event arrives, and seldom otherwise; their results do not depend on the stream.

import assert from "node:assert/strict";
import { before, describe, test } from "node:test";

import { comment, keyPairFromSeed, messageHash, walletV5R1 } from "ton-edge/message";

import { makeStreamGateway, sleep } from "../gateway/streams.mjs";
import { makeAccount, ScriptedChain } from "../helpers/scripted-chain.mjs";
import { createSeededRandom } from "../helpers/seeded-random.mjs";
import { onSimulatedClock } from "../helpers/simulated-clock.mjs";
import { makeBadStreams, makeClient } from "./stream-clients.mjs";

const A = makeAccount(0);
const PAYER = makeAccount(1);
const RUNS = process.env.TESTS_FULL === "1" ? 60 : 5;
/** A time after every time of the simulated clock. */
const VALID_UNTIL = 2_000_000_000;
const SEED = new Uint8Array(32).fill(7);

/** The description of a successful transaction in v3. */
const EXECUTED_PHASES = {
  description: {
    type: "ord",
    aborted: false,
    compute_ph: { skipped: false, success: true, exit_code: 0 },
    action: { success: true, result_code: 0, skipped_actions: 0, no_funds: false, valid: true },
  },
  total_fees: "1",
  out_msgs: [],
};

/** The response of v2 about an account without a contract. */
const NO_CONTRACT = {
  state: "uninitialized",
  balance: "0",
  code: "",
  data: "",
  last_transaction_id: { lt: "0", hash: "" },
  block_id: { seqno: 1 },
};

const now = () => Math.floor(Date.now() / 1000);

class PaidChain extends ScriptedChain {
  /** Adds a transaction that receives coins. @param {string} account @param {string} text of the comment */
  pay(account, text) {
    const body = comment(text).toBase64();
    const message = { source: PAYER, destination: account, bounced: false, bounce: false, value: "5" };
    return this.add(account, {
      ...EXECUTED_PHASES,
      now: now(),
      trace_id: "trace",
      in_msg: { ...message, hash: "a hash", message_content: { body } },
    });
  }

  /** Adds the transaction of an external message. @param {string} account @param {string} hash of the message */
  execute(account, hash) {
    const message = { source: null, destination: account, hash, hash_norm: hash, message_content: { body: null } };
    return this.add(account, { ...EXECUTED_PHASES, now: now(), trace_id: "trace", in_msg: message });
  }

  /** @param {URL} url @returns {any} */
  respond(url, count = this.rows.length) {
    if (url.pathname.endsWith("/sendBoc")) return { ok: true, result: { "@type": "ok" } };
    if (url.pathname.endsWith("/getTransactions")) return { ok: true, result: [] };
    if (url.pathname.endsWith("/getAddressInformation"))
      return { ok: true, result: { ...NO_CONTRACT, sync_utime: now() } };
    if (url.pathname.endsWith("/pendingTraces")) return { traces: [] };
    if (!url.pathname.endsWith("/transactionsByMessage")) return super.respond(url, count);
    const hash = url.searchParams.get("msg_hash");
    return { transactions: this.rows.slice(0, count).filter((row) => row.in_msg?.hash === hash), address_book: {} };
  }
}

/** A client of a gateway over a chain. @param {PaidChain} chain @param {(() => Promise<Response>) | undefined} [respondToStream] instead of the gateway */
function makePaidClient(chain, respondToStream = undefined) {
  const { gateway } = makeStreamGateway((url) => chain.respond(url));
  return makeClient((request) =>
    request.url.includes("/sse") && respondToStream
      ? respondToStream()
      : gateway.fetch(request, {}, { address: "192.0.2.1" }),
  );
}

/** Reads payments until it is stopped; records them with the times of their arrival. */
function receive(client, options) {
  const controller = new AbortController();
  const recording = { deposits: [], stop: () => controller.abort(), done: Promise.resolve() };
  recording.done = (async () => {
    for await (const deposit of client.payments(A, { ...options, signal: controller.signal }))
      recording.deposits.push({ ...deposit, at: Date.now() });
  })().catch((error) => assert.equal(error.name, "AbortError"));
  return recording;
}

/** A stream that is silent after its first events. @param {string[]} events */
const makeSilentStream = (events) => async () => {
  const body = new ReadableStream({
    start(controller) {
      for (const event of events) controller.enqueue(new TextEncoder().encode(`data: ${event}\n\n`));
    },
  });
  return new Response(body, { headers: { "content-type": "text/event-stream" } });
};

const LIVE_EVENT = '{"type":"state","state":"live"}';

/** A signed message of a wallet. */
async function makeMessage(/** @type {number} */ seqno) {
  const { publicKey, privateKey } = await keyPairFromSeed(SEED);
  const wallet = walletV5R1({ publicKey });
  const message = await wallet.transfer([{ to: PAYER, value: 1n }], { seqno, validUntil: VALID_UNTIL }, privateKey);
  return { message, account: wallet.address, hash: messageHash(message) };
}

/** Messages, made before the clock is simulated. @type {Awaited<ReturnType<typeof makeMessage>>} */
let signedMessage;
/** @type {Awaited<ReturnType<typeof makeMessage>>} */
let unsentMessage;

// Loads the modules that the first use loads: loading is not on the simulated clock.
before(async () => {
  signedMessage = await makeMessage(1);
  unsentMessage = await makeMessage(2);
  const chain = new PaidChain();
  chain.pay(A, "first");
  const reader = await makeStreamGateway((url) => chain.respond(url)).open([A]);
  while (reader.messages.length === 0) await sleep(20);
  await reader.close();
  const { client, count } = makePaidClient(chain);
  const recording = receive(client, { stream: true });
  while (recording.deposits.length === 0 || count("sse") === 0) await sleep(20);
  recording.stop();
  await recording.done;
  const { account, hash } = await makeMessage(3);
  chain.execute(account.toString(), hash);
  await client.waitForMessage(hash, { account, stream: true });
});

describe("payments with a stream", () => {
  test("payments with a stream send requests seldom while the account is idle, and see a deposit soon", async () => {
    const counts = {};
    for (const stream of [true, false]) {
      const chain = new PaidChain();
      chain.pay(A, "first");
      const { client, count } = makePaidClient(chain);
      await onSimulatedClock(async () => {
        const recording = receive(client, { stream });
        await sleep(5000);
        const countBefore = count("transactions");
        await sleep(120_000);
        counts[String(stream)] = count("transactions") - countBefore;
        const paidAt = [];
        for (let index = 0; index < 20; index += 1) {
          paidAt.push(Date.now());
          chain.pay(A, `order ${index}`);
          await sleep(7000);
        }
        assert.deepEqual(
          recording.deposits.map(({ comment: text }) => text),
          ["first", ...Array.from({ length: 20 }, (_, index) => `order ${index}`)],
        );
        const delays = recording.deposits.slice(1).map(({ at }, index) => at - paidAt[index]);
        if (stream) assert.ok(Math.max(...delays) <= 2100, `${Math.max(...delays)} ms`);
        assert.equal(count("sse"), stream ? 1 : 0);
        recording.stop();
        await recording.done;
      });
    }
    assert.ok(counts.true <= 5, `${counts.true} requests in two minutes`);
    assert.ok(counts.false >= 39, `${counts.false} requests in two minutes`);
  });

  test("payments open no stream if they do not follow the account", async () => {
    const chain = new PaidChain();
    chain.pay(A, "first");
    const { client, count } = makePaidClient(chain);
    await onSimulatedClock(async () => {
      const comments = [];
      for await (const { comment: text } of client.payments(A, { stream: true, follow: false })) comments.push(text);
      assert.deepEqual([comments, count("sse")], [["first"], 0]);
    });
  });

  test("payments see a deposit within 30 seconds if the stream is silent, and after 3 if it is refused", async () => {
    const makeNotFoundFetch = async () => new Response("", { status: 404 });
    for (const [respondToStream, longestMs] of /** @type {const} */ ([
      [makeSilentStream([LIVE_EVENT]), 30_000],
      [makeSilentStream([]), 3000],
      [makeNotFoundFetch, 3000],
    ])) {
      const chain = new PaidChain();
      chain.pay(A, "first");
      const { client, count } = makePaidClient(chain, respondToStream);
      await onSimulatedClock(async () => {
        const recording = receive(client, { stream: true });
        await sleep(60_000);
        const paidAt = Date.now();
        chain.pay(A, "second");
        await sleep(longestMs + 100);
        assert.equal(recording.deposits.length, 2);
        assert.ok(recording.deposits[1].at - paidAt <= longestMs, `${recording.deposits[1].at - paidAt} ms`);
        assert.equal(count("sse"), 1);
        recording.stop();
        await recording.done;
      });
    }
  });

  test("payments send a request again after the usual time if a hint comes before the server shows the deposit", async () => {
    const chain = new PaidChain();
    chain.pay(A, "first");
    /** @type {(event: string) => void} */
    let pushEvent = () => {};
    const body = new ReadableStream({
      start(controller) {
        pushEvent = (event) => controller.enqueue(new TextEncoder().encode(`data: ${event}\n\n`));
      },
    });
    const headers = { "content-type": "text/event-stream" };
    // Without a gateway, which would have a response in its cache.
    const { client } = makeClient(async (request) =>
      request.url.includes("/sse")
        ? new Response(body, { headers })
        : Response.json(chain.respond(new URL(request.url))),
    );
    await onSimulatedClock(async () => {
      const recording = receive(client, { stream: true });
      pushEvent(LIVE_EVENT);
      await sleep(60_000);
      pushEvent('{"type":"transactions"}');
      await sleep(1500);
      chain.pay(A, "second");
      await sleep(3000);
      assert.equal(recording.deposits.length, 2);
      recording.stop();
      await recording.done;
    });
  });

  test(`loses and repeats nothing over ${RUNS} streams that end, stall, lie and come back`, async () => {
    for (let seed = 1; seed <= RUNS; seed += 1) {
      const { below } = createSeededRandom(seed);
      const chain = new PaidChain();
      const { gateway } = makeStreamGateway((url) => chain.respond(url));
      const respondBadly = makeBadStreams(below);
      const { client } = makeClient((request) =>
        request.url.includes("/sse") && below(2) === 0
          ? respondBadly()
          : gateway.fetch(request, {}, { address: "192.0.2.1" }),
      );
      await onSimulatedClock(async () => {
        const recording = receive(client, { stream: true });
        for (let index = 0; index < 40; index += 1) {
          chain.pay(A, `order ${index}`);
          await sleep(below(20_000));
        }
        await sleep(60_000);
        assert.deepEqual(
          recording.deposits.map(({ hash }) => hash),
          chain.rows.map(({ hash }) => hash),
          `seed ${seed}`,
        );
        recording.stop();
        await recording.done;
      });
    }
  });

  test("payments close their stream when they end", async () => {
    const chain = new PaidChain();
    chain.pay(A, "first");
    for (const end of ["abort", "return"]) {
      const signals = [];
      const { gateway } = makeStreamGateway((url) => chain.respond(url));
      const { client } = makeClient(async (request) => {
        if (!request.url.includes("/sse")) return gateway.fetch(request, {}, { address: "192.0.2.1" });
        signals.push(request.signal);
        return makeSilentStream([LIVE_EVENT])();
      });
      await onSimulatedClock(async () => {
        if (end === "abort") {
          const recording = receive(client, { stream: true });
          await sleep(5000);
          assert.deepEqual(
            signals.map(({ aborted }) => aborted),
            [false],
          );
          recording.stop();
          await recording.done;
        } else for await (const _ of client.payments(A, { stream: true })) break;
      });
      assert.deepEqual(
        signals.map(({ aborted }) => aborted),
        [true],
        end,
      );
    }
  });
});

describe("messages with a stream", () => {
  const OPTIONS = /** @type {const} */ ({ finality: "finalized", timeoutMs: 120_000 });

  test("a send with a stream sees the outcome soon, with fewer requests", async () => {
    const { message, account, hash } = signedMessage;
    for (const call of ["send", "waitForMessage"]) {
      const counts = {};
      for (const stream of [true, false]) {
        const chain = new PaidChain();
        const { client, count } = makePaidClient(chain);
        await onSimulatedClock(async () => {
          let doneTime = 0;
          const result = (
            call === "send"
              ? client.send(message, { ...OPTIONS, stream })
              : client.waitForMessage(hash, { ...OPTIONS, account, stream })
          ).finally(() => (doneTime = Date.now()));
          await sleep(20_000);
          const executedAt = Date.now();
          chain.execute(account.toString(), hash);
          const { status, success } = await result;
          assert.deepEqual([status, success], ["executed", true]);
          if (stream) assert.ok(doneTime - executedAt <= 2100, `${doneTime - executedAt} ms`);
          counts[String(stream)] = count("transactionsByMessage");
          assert.equal(count("sse"), stream ? 1 : 0);
        });
      }
      assert.ok(counts.true <= 4, `${counts.true} searches`);
      assert.ok(counts.false >= 13, `${counts.false} searches`);
    }
  });

  test("a send sees the outcome if the stream is silent, and rejects at its timeout", async () => {
    const { account, hash } = signedMessage;
    const chain = new PaidChain();
    const { client } = makePaidClient(chain, makeSilentStream([LIVE_EVENT]));
    await onSimulatedClock(async () => {
      const result = client.waitForMessage(hash, { ...OPTIONS, account, stream: true });
      await sleep(20_000);
      chain.execute(account.toString(), hash);
      assert.equal((await result).success, true);
      const startedAt = Date.now();
      const options = { ...OPTIONS, account, stream: true, timeoutMs: 40_000 };
      await assert.rejects(client.waitForMessage(unsentMessage.hash, options), { code: "timeout" });
      const elapsedMs = Date.now() - startedAt;
      assert.ok(elapsedMs > 38_000 && elapsedMs <= 40_000, `${elapsedMs} ms`);
    });
  });

  test("a send opens no stream without an account, and closes the stream that it has opened", async () => {
    const { account, hash } = signedMessage;
    const chain = new PaidChain();
    const signals = [];
    const { gateway } = makeStreamGateway((url) => chain.respond(url));
    const { client, count } = makeClient(async (request) => {
      if (!request.url.includes("/sse")) return gateway.fetch(request, {}, { address: "192.0.2.1" });
      signals.push(request.signal);
      return makeSilentStream([LIVE_EVENT])();
    });
    await onSimulatedClock(async () => {
      await assert.rejects(client.waitForMessage(hash, { ...OPTIONS, stream: true, timeoutMs: 10_000 }), {
        code: "timeout",
      });
      assert.equal(count("sse"), 0);
      const controller = new AbortController();
      const options = { ...OPTIONS, account, stream: true, signal: controller.signal };
      const result = client.waitForMessage(hash, options);
      result.catch(() => {});
      await sleep(5000);
      assert.equal(signals[0].aborted, false);
      controller.abort();
      await assert.rejects(result, { name: "AbortError" });
      assert.equal(signals[0].aborted, true);
    });
  });
});
