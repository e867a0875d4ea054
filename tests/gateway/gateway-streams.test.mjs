// Streams of events over an upstream that we control, on a simulated clock: each transaction comes once and in its order on the account, for every
// caller, whatever the upstream leaves out, repeats, delays or refuses, and whenever callers leave and come back.

import assert from "node:assert/strict";
import { before, describe, test } from "node:test";

import { makeAccount, ScriptedChain } from "../helpers/scripted-chain.mjs";
import { createSeededRandom } from "../helpers/seeded-random.mjs";
import { onSimulatedClock } from "../helpers/simulated-clock.mjs";
import { makeStreamGateway, sleep } from "./streams.mjs";

const RUNS = process.env.TESTS_FULL === "1" ? 100 : 6;
const [A, B, C] = [makeAccount(0), makeAccount(1), makeAccount(2)];
const makeAccounts = (count) => Array.from({ length: count }, (_, index) => `0:${String(index).padStart(64, "0")}`);

/** The hashes of the transactions of an account that a reader has seen. */
const listHashes = (readers, account) =>
  readers
    .flatMap((reader) => reader.list("transactions"))
    .map(({ data }) => data.transactions[0])
    .filter((row) => row.account === account)
    .map(({ hash }) => hash);
const listStates = (reader) => reader.list("state").map(({ data }) => data.state);

// Loads the code of the gateway, which is not on the simulated clock.
before(async () => {
  const { send } = makeStreamGateway(() => ({ accounts: [] }));
  await (await send(`?addresses=${A}&types=transactions`)).body?.cancel();
});

describe("streams", () => {
  test("streams have the service's form, and a position after each event", async () => {
    const chain = new ScriptedChain();
    chain.add(A);
    const { open, send } = makeStreamGateway((url) => chain.respond(url));
    await onSimulatedClock(async () => {
      const reader = await open([A, B], "transactions,account_state_change");
      await sleep(3000);
      chain.add(A, { trace_id: "T" });
      const root = chain.add(B, { in_msg: { source: null, hash_norm: "N" } });
      Object.assign(root, { trace_id: root.hash });
      await sleep(3000);
      assert.deepEqual(reader.messages[0], { name: "connected", data: { status: "subscribed" } });
      assert.deepEqual(listStates(reader), ["catching_up", "live"]);
      const events = reader.messages.filter(({ data }) => data.type !== "state").slice(1);
      assert.deepEqual(
        events.map(({ data }) => [data.type, data.finality, data.trace_external_hash_norm ?? data.account]),
        [
          ["transactions", "finalized", ""],
          ["account_state_change", "finalized", A],
          ["transactions", "finalized", "N"],
          ["account_state_change", "finalized", B],
        ],
      );
      assert.deepEqual(Object.keys(events[1].data.state), [
        "hash",
        "balance",
        "account_status",
        "data_hash",
        "code_hash",
      ]);
      assert.equal(new Set(events.map(({ id }) => id)).size, 4);
      await reader.close();
      const body = JSON.stringify({ addresses: [A], types: ["transactions"], id: "7" });
      const headers = { "content-type": "application/json" };
      const response = await send("", { method: "POST", headers, body });
      const first = await response.body?.getReader().read();
      assert.equal(
        new TextDecoder().decode(first?.value).split("\n\n")[0],
        'event: connected\ndata: {"id":"7","status":"subscribed"}',
      );
    });
  });

  test("streams continue after the last event that arrived, at another gateway too", async () => {
    const chain = new ScriptedChain();
    chain.add(A);
    const firstGateway = makeStreamGateway((url) => chain.respond(url));
    await onSimulatedClock(async () => {
      const reader = await firstGateway.open([A, B]);
      await sleep(2000);
      chain.add(A);
      await sleep(3000);
      await reader.close();
      for (let count = 0; count < 250; count += 1) chain.add(count % 2 ? A : B);
      const secondGateway = makeStreamGateway((url) => chain.respond(url));
      const otherReader = await secondGateway.open([A, B], "transactions", { "last-event-id": reader.lastId ?? "" });
      await sleep(30_000);
      chain.add(B);
      await sleep(5000);
      for (const account of [A, B])
        assert.deepEqual(
          listHashes([reader, otherReader], account),
          chain.rows.filter((row) => row.account === account && row !== chain.rows[0]).map(({ hash }) => hash),
        );
      assert.equal(listStates(otherReader).at(-1), "live");
      // A stream about other accounts begins now with those that it did not have.
      const thirdReader = await secondGateway.open([C, A], "transactions", { "last-event-id": reader.lastId ?? "" });
      chain.add(C);
      await sleep(30_000);
      assert.equal(listHashes([thirdReader], A).length, 125);
      await Promise.all([otherReader.close(), thirdReader.close()]);
    });
  });

  test("the metrics count streams by kind, results of resuming, and the upstream requests for all streams", async () => {
    const chain = new ScriptedChain();
    chain.add(A);
    const token = "a-token-of-operators";
    let hidesRow = false;
    const { gateway, send, open, requests } = makeStreamGateway(
      (url) => {
        const reply = chain.respond(url);
        return hidesRow && reply.transactions
          ? { transactions: reply.transactions.filter((row) => row !== chain.rows.at(-2)) }
          : reply;
      },
      { adminToken: token },
    );
    const readCounts = async () => {
      const request = new Request("https://gateway.example/metrics", { headers: { authorization: `Bearer ${token}` } });
      const text = await (await gateway.fetch(request)).text();
      const series = text.matchAll(/^ton_edge_(streams?_?\w*?)(?:_total)?(?:\{\w+="(\w+)"\})? (\d+)$/gm);
      return Object.fromEntries(
        Array.from(series, ([, name, label, value]) => [label ? `${name} ${label}` : name, +value]),
      );
    };
    // Loads the code of the metrics, which is not on the simulated clock.
    assert.equal((await readCounts())["stream_resumes continued"], 0, "before the first stream");
    await onSimulatedClock(async () => {
      const reader = await open([A]);
      await sleep(2000);
      chain.add(A);
      await sleep(3000);
      await reader.close();
      chain.add(A);
      const resume = (accounts, id) => open(accounts, "transactions", { "last-event-id": id });
      const continuedReader = await resume([A], reader.lastId);
      const otherReader = await resume([B], reader.lastId);
      assert.equal((await send(`?addresses=${A}&types=transactions&resume=seven`)).status, 400);
      await sleep(5000);
      const unfinishedReader = await resume([A], continuedReader.lastId);
      await unfinishedReader.close();
      for (let count = 0; count < 3; count += 1) chain.add(A);
      hidesRow = true;
      const gapReader = await resume([A], continuedReader.lastId);
      await sleep(60_000);
      assert.equal(gapReader.list("gap").length, 1);
      const counts = await readCounts();
      const selectCounts = (name) =>
        Object.fromEntries(Object.entries(counts).filter(([key]) => key.split(" ")[0] === name));
      assert.deepEqual(selectCounts("stream_resumes"), {
        "stream_resumes continued": 1,
        "stream_resumes gap": 1,
        "stream_resumes unfinished": 1,
        "stream_resumes malformed": 1,
        "stream_resumes unrelated": 1,
      });
      assert.deepEqual(selectCounts("streams"), { "streams sse": 3, "streams ws": 0 });
      assert.deepEqual(selectCounts("stream_openings"), { "stream_openings sse": 5, "stream_openings ws": 0 });
      assert.deepEqual([counts.stream_sockets, counts.stream_accounts], [0, 2]);
      const upstreamCount = Object.values(selectCounts("stream_upstream_requests")).reduce(
        (sum, count) => sum + count,
        0,
      );
      const hubRequests = requests.filter((path) => !path.endsWith("/masterchainInfo"));
      assert.ok(counts["stream_upstream_requests transactions"] > 0);
      assert.equal(upstreamCount, hubRequests.length);
      await Promise.all([continuedReader, otherReader, gapReader].map((stream) => stream.close()));
    });
  });

  test("streams have events newer than the states at once, unless they report states", async () => {
    for (const [types, count] of /** @type {[string, number][]} */ ([
      ["transactions", 2],
      ["transactions,account_state_change", 1],
    ])) {
      const chain = new ScriptedChain();
      chain.add(A);
      let isBusy = false;
      const { open } = makeStreamGateway((url) => {
        // The transaction happens between the two requests of a poll.
        if (isBusy && url.pathname.endsWith("/transactions")) chain.add(A);
        return chain.respond(url);
      });
      await onSimulatedClock(async () => {
        const reader = await open([A], types);
        await sleep(3000);
        isBusy = true;
        chain.add(A);
        while (reader.list("transactions").length === 0) await sleep(100);
        assert.equal(reader.list("transactions").length, count, types);
        isBusy = false;
        await sleep(5000);
        assert.deepEqual(listStates(reader).at(-1), "live");
        assert.deepEqual(
          listHashes([reader], A),
          chain.rows.slice(1).map(({ hash }) => hash),
        );
        await reader.close();
      });
    }
  });

  test("streams report a gap if the upstream never shows a transaction", async () => {
    const chain = new ScriptedChain();
    chain.add(A);
    const { open } = makeStreamGateway((url) => {
      const reply = chain.respond(url);
      return reply.transactions ? { transactions: reply.transactions.filter((row) => row !== chain.rows[1]) } : reply;
    });
    await onSimulatedClock(async () => {
      const reader = await open([A]);
      await sleep(2000);
      for (let count = 0; count < 3; count += 1) chain.add(A);
      await sleep(30_000);
      const [gap] = reader.list("gap");
      assert.deepEqual(gap.data, {
        type: "gap",
        account: A,
        after: { lt: chain.rows[0].lt, hash: chain.rows[0].hash },
        before: { lt: chain.rows[2].lt, hash: chain.rows[2].hash },
      });
      assert.deepEqual(
        listHashes([reader], A),
        chain.rows.slice(2).map(({ hash }) => hash),
      );
      assert.deepEqual(listStates(reader).slice(0, 3), ["catching_up", "live", "catching_up"]);
      assert.equal(listStates(reader).at(-1), "live");
      await reader.close();
    });
  });

  test("streams report that the upstream fails, and lose no event meanwhile", async () => {
    const chain = new ScriptedChain();
    chain.add(A);
    let isDown = false;
    const { open, requests } = makeStreamGateway(
      (url) => (isDown ? new Response("", { status: 500 }) : chain.respond(url)),
      { retries: 0 },
    );
    await onSimulatedClock(async () => {
      const reader = await open([A]);
      await sleep(3000);
      isDown = true;
      const requestsBefore = requests.length;
      await sleep(60_000);
      assert.ok(
        requests.length - requestsBefore <= 10,
        `${requests.length - requestsBefore} requests in a minute without an upstream`,
      );
      for (let count = 0; count < 3; count += 1) chain.add(A);
      isDown = false;
      await sleep(60_000);
      assert.deepEqual(listStates(reader), ["catching_up", "live", "offline", "live"]);
      assert.equal(listHashes([reader], A).length, 3);
      await reader.close();
    });
  });

  test("streams share upstream requests: 1000 streams on 100 accounts cost one per second", async () => {
    const chain = new ScriptedChain();
    const accounts = makeAccounts(100);
    for (const account of accounts) chain.add(account);
    const { open, requests } = makeStreamGateway((url) => chain.respond(url), {
      streaming: { maxConnectionsPerCaller: 1000 },
    });
    await onSimulatedClock(async () => {
      const readers = [];
      for (let index = 0; index < 1000; index += 1) readers.push(await open([accounts[index % 100]]));
      await sleep(2000);
      const requestsBefore = requests.length;
      for (let second = 0; second < 60; second += 1) {
        for (let count = 0; count < 5; count += 1) chain.add(accounts[(7 * second + count) % 100]);
        await sleep(1000);
      }
      assert.ok(requests.length - requestsBefore <= 61, `${requests.length - requestsBefore} requests in a minute`);
      await sleep(5000);
      for (const [index, reader] of readers.entries())
        assert.deepEqual(
          listHashes([reader], accounts[index % 100]),
          chain.rows
            .slice(100)
            .filter(({ account }) => account === accounts[index % 100])
            .map(({ hash }) => hash),
        );
      await Promise.all(readers.map((reader) => reader.close()));
      const requestsAfter = requests.length;
      await sleep(60_000);
      assert.ok(requests.length - requestsAfter <= 2, "no stream, no requests");
    });
  });

  test("streams of several processes with a common store send as many upstream requests as one process, and more without the store", async () => {
    const chain = new ScriptedChain();
    const accounts = makeAccounts(100);
    for (const account of accounts) chain.add(account);
    const store = makeStreamStore();
    const gateways = Array.from({ length: 4 }, () =>
      makeStreamGateway((url) => chain.respond(url), { streaming: { store, intervalMs: 1000 } }),
    );
    const count = () => gateways.reduce((sum, { requests }) => sum + requests.length, 0);
    await onSimulatedClock(async () => {
      const readers = [];
      for (const { open } of gateways) readers.push(await open(accounts));
      await sleep(5000);
      const countBefore = count();
      for (let second = 0; second < 60; second += 1) {
        if (second % 5 === 0) chain.add(accounts[second]);
        await sleep(1000);
      }
      assert.ok(count() - countBefore <= 63, `${count() - countBefore} requests of four processes in a minute`);
      const expected = chain.rows.slice(100).map(({ hash }) => hash);
      await sleep(10_000);
      const listAll = (reader) => accounts.flatMap((account) => listHashes([reader], account)).toSorted();
      for (const reader of readers) assert.deepEqual(listAll(reader), expected.toSorted());
      // Without the store, each process sends its own upstream requests, and no transaction is lost.
      store.isAway = true;
      const withStore = count();
      chain.add(accounts[7]);
      await sleep(60_000);
      assert.ok(count() - withStore >= 200, `${count() - withStore} requests`);
      for (const reader of readers) assert.equal(listAll(reader).length, expected.length + 1);
      await Promise.all(readers.map((reader) => reader.close()));
    });
  });

  test("streams catch up with accounts that change all the time, in several processes too", async () => {
    const chain = new ScriptedChain();
    const accounts = [0, 1, 2, 3].map(makeAccount);
    for (const account of accounts) chain.add(account);
    const settings = { streaming: { store: makeStreamStore(), intervalMs: 200 } };
    const [{ open }, otherGateway] = [0, 1].map(() => makeStreamGateway((url) => chain.respond(url), settings));
    await onSimulatedClock(async () => {
      const readers = [await open(accounts), await open(accounts), await otherGateway.open(accounts)];
      await sleep(3000);
      const first = chain.rows.length;
      const traffic = setInterval(() => chain.add(accounts[chain.rows.length % 4]), 70);
      await sleep(5000);
      const id = readers[0].lastId;
      await readers[0].close();
      await sleep(5000);
      const resumedReader = await open(accounts, "transactions", { "last-event-id": id });
      for (let second = 0; second < 30 && listStates(resumedReader).at(-1) !== "live"; second += 1) await sleep(1000);
      assert.equal(listStates(resumedReader).at(-1), "live");
      clearInterval(traffic);
      await sleep(10_000);
      for (const account of accounts) {
        const expected = chain.rows.slice(first).filter((row) => row.account === account);
        assert.deepEqual(
          listHashes([readers[0], resumedReader], account),
          expected.map(({ hash }) => hash),
        );
      }
      await Promise.all([resumedReader, ...readers.slice(1)].map((reader) => reader.close()));
    });
  });

  test("after a restart, 1000 streams catch up within a minute", async () => {
    const chain = new ScriptedChain();
    const accounts = makeAccounts(100);
    for (const account of accounts) chain.add(account);
    const settings = { streaming: { maxConnectionsPerCaller: 1000 } };
    const firstGateway = makeStreamGateway((url) => chain.respond(url), settings);
    const secondGateway = makeStreamGateway((url) => chain.respond(url), settings);
    await onSimulatedClock(async () => {
      const ids = [];
      for (const account of accounts) {
        const reader = await firstGateway.open([account]);
        while (reader.lastId === undefined) await sleep(500);
        ids.push(reader.lastId);
        await reader.close();
      }
      for (let count = 0; count < 300; count += 1) chain.add(accounts[count % 100]);
      const readers = [];
      for (let index = 0; index < 1000; index += 1)
        readers.push(
          await secondGateway.open([accounts[index % 100]], "transactions", { "last-event-id": ids[index % 100] }),
        );
      await sleep(60_000);
      assert.ok(secondGateway.requests.length <= 62, `${secondGateway.requests.length} requests in a minute`);
      for (const [index, reader] of readers.entries()) {
        const account = accounts[index % 100];
        const expected = chain.rows.slice(100).filter((row) => row.account === account);
        assert.deepEqual(
          listHashes([reader], account),
          expected.map(({ hash }) => hash),
        );
        assert.equal(listStates(reader).at(-1), "live");
      }
      await Promise.all(readers.map((reader) => reader.close()));
    });
  });

  test("streams on many accounts get slower, but cause no more upstream requests", async () => {
    const chain = new ScriptedChain();
    const accounts = makeAccounts(1000);
    for (const account of accounts) chain.add(account);
    const { open, requests } = makeStreamGateway((url) => chain.respond(url));
    await onSimulatedClock(async () => {
      const readers = [];
      for (let part = 0; part < 10; part += 1) readers.push(await open(accounts.slice(100 * part, 100 * part + 100)));
      await sleep(60_000);
      assert.ok(requests.length <= 62, `${requests.length} requests in a minute`);
      chain.add(accounts[0]);
      chain.add(accounts[999]);
      await sleep(30_000);
      assert.equal(listHashes([readers[0]], accounts[0]).length, 1);
      assert.equal(listHashes([readers[9]], accounts[999]).length, 1);
      await Promise.all(readers.map((reader) => reader.close()));
    });
  });

  test("the cache serves no response older than a change that a stream has shown", async () => {
    const chain = new ScriptedChain();
    chain.add(A);
    const { open, gateway, requests } = makeStreamGateway((url) => chain.respond(url), {
      cache: { staleWhileRevalidateMs: 60_000, staleIfErrorMs: 60_000 },
    });
    const readBalance = async () => {
      const request = new Request(`https://gateway.example/api/v3/accountStates?address=${A}&include_boc=false`);
      const response = await gateway.fetch(request, {}, { address: "192.0.2.1" });
      return (await response.json()).accounts[0].balance;
    };
    await onSimulatedClock(async () => {
      const reader = await open([A]);
      await sleep(3000);
      const roundCount = 50;
      for (let round = 0; round < roundCount; round += 1) {
        const row = chain.add(A);
        while (reader.list("transactions").at(-1)?.data.transactions[0].hash !== row.hash) {
          await readBalance();
          await sleep(100);
        }
        assert.equal(await readBalance(), row.lt, "a caller reads what the stream has shown");
      }
      const requestsBefore = requests.length;
      assert.equal(await readBalance(), chain.rows.at(-1).lt);
      assert.equal(requests.length, requestsBefore, "the response after the change is cached");
      await reader.close();
    });
  });

  test("responses about an account that a stream watches stay fresh until it changes", async () => {
    const chain = new ScriptedChain();
    chain.add(A);
    const { open, gateway, requests } = makeStreamGateway((url) => chain.respond(url));
    const readBalance = async () => {
      const request = new Request(`https://gateway.example/api/v3/accountStates?address=${A}&include_boc=false`);
      return (await (await gateway.fetch(request, {}, { address: "192.0.2.1" })).json()).accounts[0].balance;
    };
    /** Reads for ten minutes, while the account changes every minute. Returns the reads per upstream request, and the longest delay of a change. */
    const readAll = async () => {
      const requestsBefore = requests.length;
      let readCount = 0;
      let longestMs = 0;
      for (let minute = 0; minute < 10; minute += 1) {
        const row = chain.add(A);
        const addedAt = Date.now();
        let isSeen = false;
        for (; Date.now() - addedAt < 60_000; readCount += 1) {
          const isCurrent = (await readBalance()) === row.lt;
          assert.ok(isCurrent || !isSeen, "an older response came after a newer one");
          if (isCurrent && !isSeen) longestMs = Math.max(longestMs, Date.now() - addedAt);
          isSeen ||= isCurrent;
          await sleep(100);
        }
        assert.ok(isSeen);
      }
      return { requests: requests.length - requestsBefore, reads: readCount, longestMs };
    };
    await onSimulatedClock(async () => {
      const runWithoutStream = await readAll();
      const reader = await open([A]);
      await sleep(3000);
      const pollCount = requests.filter((path) => path.endsWith("/accountStates")).length;
      assert.ok(pollCount > 0);
      const start = Date.now();
      const watchedRun = await readAll();
      // The hub's own requests are one a second, for all accounts and readers.
      const age = Math.floor((Date.now() - start) / 1000);
      assert.ok(watchedRun.requests - age <= 40, `${watchedRun.requests} requests, ${age} of the hub`);
      assert.ok(watchedRun.reads / Math.max(1, watchedRun.requests - age) >= 100);
      assert.ok(runWithoutStream.requests >= 100, `${runWithoutStream.requests} requests without a stream`);
      assert.ok(watchedRun.longestMs <= 2100, `${watchedRun.longestMs} ms until a change was served`);
      await reader.close();
    });
  });

  test("a stream ends when its reader is too slow, and the reader can resume", async () => {
    const chain = new ScriptedChain();
    chain.add(A);
    const { open, send } = makeStreamGateway((url) => chain.respond(url), { streaming: { maxBufferedBytes: 4096 } });
    await onSimulatedClock(async () => {
      const response = await send(`?addresses=${A}&types=transactions`);
      const quickReader = await open([A]);
      await sleep(2000);
      for (let count = 0; count < 100; count += 1) chain.add(A, { padding: "x".repeat(200) });
      await sleep(5000);
      assert.equal(listHashes([quickReader], A).length, 100, "a quick reader gets all, however many come at once");
      const text = await response.text();
      assert.match(text, /"type":"gap","reason":"slow_reader"/);
      assert.ok(text.length < 8192, `${text.length} bytes were held`);
      assert.doesNotMatch(text, /\nid: /);
      await quickReader.close();
    });
  });

  test("streams do not wait for a reader who resumes and does not read", async () => {
    const chain = new ScriptedChain();
    chain.add(A);
    const { open, send } = makeStreamGateway((url) => chain.respond(url), { streaming: { maxBufferedBytes: 4096 } });
    await onSimulatedClock(async () => {
      const firstReader = await open([A]);
      await sleep(3000);
      await firstReader.close();
      for (let count = 0; count < 100; count += 1) chain.add(A, { padding: "x".repeat(200) });
      const headers = { "last-event-id": firstReader.lastId ?? "" };
      const silentResponse = await send(`?addresses=${A}&types=transactions`, { headers });
      await sleep(2000);
      const otherReader = await open([A], "transactions", headers);
      await sleep(20_000);
      assert.equal(listHashes([otherReader], A).length, 100);
      assert.match(await silentResponse.text(), /"type":"gap","reason":"slow_reader"/);
      await otherReader.close();
    });
  });

  test("streams stay open while no event happens, and end when they are too old or the server closes", async () => {
    const { open } = makeStreamGateway(() => ({ accounts: [], transactions: [] }), {
      streaming: { maxAgeMs: 120_000 },
    });
    await onSimulatedClock(async () => {
      const reader = await open([A]);
      await sleep(61_000);
      const comments = reader.messages.filter(({ name }) => name === "comment");
      assert.ok(comments.length >= 3, `${comments.length} comments in a minute`);
      assert.equal(reader.isOver, false);
      await sleep(61_000);
      assert.equal(reader.isOver, true);
    });
  });

  test("streams are limited per caller, per gateway and by their accounts", async () => {
    const settings = { maxConnections: 3, maxConnectionsPerCaller: 2, maxAddresses: 2, maxAccounts: 2 };
    const { open, send } = makeStreamGateway(() => ({ accounts: [], transactions: [] }), {
      streaming: settings,
    });
    const readRefusal = async (query, init = {}) => {
      const response = await send(query, init);
      return [response.status, response.headers.get("x-ton-edge-error"), (await response.json()).error];
    };
    const requestFrom = (ip) => ({ headers: { "x-client": ip } });
    const query = `?addresses=${A}&types=transactions`;
    const readers = [await open([A], "transactions", requestFrom("192.0.2.7").headers)];
    readers.push(await open([A], "transactions", requestFrom("192.0.2.7").headers));
    assert.deepEqual(await readRefusal(query, requestFrom("192.0.2.7")), [
      429,
      "too_many_in_flight",
      "connection limit reached: 2 active connections",
    ]);
    assert.match(
      (await readRefusal(`?addresses=${A},${B},${C}&types=transactions`))[2],
      /too many addresses: 3 > max 2/,
    );
    assert.equal((await readRefusal(`?addresses=${B},${C}&types=transactions`, requestFrom("192.0.2.8")))[0], 503);
    readers.push(await open([B], "transactions", requestFrom("192.0.2.8").headers));
    assert.deepEqual((await readRefusal(query, requestFrom("192.0.2.9"))).slice(0, 2), [503, "overloaded"]);
    await readers[0].close();
    readers.push(await open([A], "transactions", requestFrom("192.0.2.7").headers));
    await Promise.all(readers.map((reader) => reader.close()));
  });

  test("streams refuse invalid subscriptions, and are off by default", async () => {
    const { send } = makeStreamGateway(() => ({ accounts: [] }));
    const streamlessGateway = makeStreamGateway(() => ({}), { streaming: false });
    assert.equal((await streamlessGateway.send(`?addresses=${A}&types=transactions`)).status, 404);
    const readStatus = async (query, init = {}) => (await send(query, init)).status;
    assert.equal(await readStatus("?types=transactions"), 400);
    assert.equal(await readStatus(`?addresses=${A}&types=trace`), 400);
    assert.equal(await readStatus(`?addresses=${A}&types=transactions&resume=seven`), 400);
    assert.equal(await readStatus(`?addresses=${A}&types=transactions`, { method: "DELETE" }), 405);
    assert.equal(await readStatus("", { method: "POST", body: "{}" }), 415);
    const preflight = await send("", { method: "OPTIONS" });
    assert.equal(preflight.status, 204);
    assert.match(preflight.headers.get("access-control-allow-headers") ?? "", /Last-Event-ID/);
    const ignoredResponse = await send(`?addresses=${A}&types=transactions&include_metadata=true`);
    assert.equal(ignoredResponse.headers.get("x-ton-edge-ignored"), '"include_metadata"');
    await ignoredResponse.body?.cancel();
  });

  test(`lose and repeat nothing: ${RUNS} runs with faults, slow readers, restarts and two gateways`, async () => {
    const seed = Number(process.env.SEED ?? 1);
    const counts = { events: 0, slow: 0, restarted: 0 };
    for (let run = 0; run < RUNS; run += 1) await playRun(seed + run, counts);
    assert.ok(counts.events > 500 * RUNS, `${counts.events} events in ${RUNS} runs`);
    assert.ok(counts.slow > RUNS, `${counts.slow} readers were too slow`);
  });

  test(`lose and repeat nothing in a Durable Object: ${RUNS} runs with faults and restarts of the object`, async () => {
    const seed = Number(process.env.SEED ?? 1);
    const counts = { events: 0, slow: 0, restarted: 0 };
    for (let run = 0; run < RUNS; run += 1) await playRun(seed + run, counts, "durable-object");
    assert.ok(counts.events > 500 * RUNS, `${counts.events} events in ${RUNS} runs`);
    assert.ok(counts.restarted > RUNS, `${counts.restarted} restarts in ${RUNS} runs`);
  });
});

/** A store that the streams of several gateways share. @param {(value: any) => any} [distort] makes something else of what it returns */
function makeStreamStore(distort = (value) => value) {
  const entries = new Map();
  const isStored = (key) => entries.has(key) && entries.get(key).end > performance.now();
  const store = {
    isAway: false,
    async look(keys, { turn: queueTurn, gateway, ms }) {
      if (store.isAway) throw new Error("the store is away");
      const texts = keys.map((key) => (isStored(key) ? entries.get(key).text : null));
      const next = `${queueTurn}:next`;
      const isMissing = texts.includes(null);
      const hasTurn = isMissing && !isStored(queueTurn) && (!isStored(next) || entries.get(next).text === gateway);
      if (hasTurn) entries.set(queueTurn, { text: gateway, end: performance.now() + ms });
      if (hasTurn) entries.delete(next);
      else if (isMissing && !isStored(next)) entries.set(next, { text: gateway, end: performance.now() + 2 * ms });
      return distort({ texts, hasTurn });
    },
    async save(texts, ms) {
      if (store.isAway) throw new Error("the store is away");
      for (const [key, text] of texts) entries.set(key, { text, end: performance.now() + ms });
    },
  };
  return store;
}

/** The ways in which a store fails: no reply for a long time, an error, or texts that cannot be parsed. */
function pickFault(random) {
  if (random() < 0.3) return new Promise(() => {});
  if (random() < 0.5) return Promise.reject(new Error("the store fails"));
  return { texts: ["{", "7"], hasTurn: false };
}

/** Plays random traffic, faults and callers; compares what each caller has got with the chain, and adds to the counts. */
async function playRun(seed, counts, scope = "isolate") {
  const { below } = createSeededRandom(seed);
  const drawShare = () => below(1000) / 1000;
  const chain = new ScriptedChain();
  const accounts = Array.from({ length: 12 }, (_, index) => makeAccount(index));
  for (const account of accounts.slice(0, 9)) chain.add(account);
  let isCalm = false;
  const respond = async (url) => {
    const fault = isCalm ? 1 : drawShare();
    if (fault < 0.05) return new Response("{}", { status: 502 });
    if (fault < 0.08) await sleep(4000);
    if (fault < 0.11) return new Response('{"accounts":[{"add', { status: 200 });
    const reply = chain.respond(url, fault < 0.25 ? Math.max(9, chain.rows.length - below(8)) : chain.rows.length);
    if (fault < 0.35 && reply.transactions) reply.transactions.splice(below(reply.transactions.length), 1);
    if (fault < 0.4 && reply.accounts) reply.accounts.splice(below(reply.accounts.length), 1);
    if (fault < 0.5) Object.values(reply).find(Array.isArray)?.reverse();
    return reply;
  };
  const settings = { retries: 0, streaming: { maxConnectionsPerCaller: 100, maxBufferedBytes: 4096, scope } };
  const store = makeStreamStore((value) => (isCalm || drawShare() > 0.1 ? value : pickFault(drawShare)));
  // Every other run has a store that both gateways share, and that fails, too.
  if (seed % 2 === 0) Object.assign(settings.streaming, { store });
  const firstGateway = makeStreamGateway(respond, settings);
  // Gateways share the Durable Objects, or each has a hub of its own.
  const makeAnother = () => makeStreamGateway(respond, settings, firstGateway.hubs);
  let gateways = [firstGateway, makeAnother()];
  await onSimulatedClock(async () => {
    const callers = Array.from({ length: 20 }, () => {
      const ownAccounts = accounts.filter(() => drawShare() < 0.4);
      return {
        accounts: ownAccounts.length > 0 ? ownAccounts : [accounts[0]],
        readers: /** @type {any[]} */ ([]),
        begin: /** @type {any} */ (undefined),
      };
    });
    const connect = async (caller) => {
      const lastId = caller.readers.findLast((reader) => reader.lastId !== undefined)?.lastId;
      caller.readers.push(
        await gateways[below(gateways.length)].open(
          caller.accounts,
          "transactions,account_state_change",
          lastId === undefined ? {} : { "last-event-id": lastId },
        ),
      );
    };
    for (const caller of callers) await connect(caller);
    // Each caller has a position before the traffic begins, so that it is known what it must get.
    isCalm = true;
    await sleep(20_000);
    isCalm = false;
    for (const caller of callers) assert.ok(caller.readers[0].lastId, `seed ${seed}: a caller without a position`);
    const start = chain.rows.length;
    for (let step = 0; step < 60; step += 1) {
      for (let count = below(12); count > 0; count -= 1) chain.add(accounts[below(accounts.length)]);
      await sleep(below(3000));
      const caller = callers[below(callers.length)];
      if (drawShare() < 0.5) {
        await caller.readers.at(-1).close();
        await connect(caller);
      }
      const reader = callers[below(callers.length)].readers.at(-1);
      reader.isPaused = !reader.isPaused;
      if (drawShare() >= 0.04) continue;
      gateways = [gateways[1], makeAnother()];
      counts.restarted += firstGateway.hubs.names.length;
      firstGateway.hubs.restart();
    }
    isCalm = true;
    for (const { readers } of callers) for (const reader of readers) reader.isPaused = false;
    await sleep(10_000);
    for (const caller of callers) if (caller.readers.at(-1).isOver) await connect(caller);
    // Two gateways with a store send as many upstream requests as one, so they need more time to catch up.
    await sleep(seed % 2 === 0 ? 600_000 : 300_000);
    const allReaders = callers.flatMap(({ readers }) => readers);
    counts.slow += allReaders
      .flatMap((reader) => reader.list("gap"))
      .filter(({ data }) => data.reason === "slow_reader").length;
    for (const { accounts: ownAccounts, readers } of callers)
      for (const account of ownAccounts) {
        const receivedHashes = listHashes(readers, account);
        const expected = chain.rows.slice(start).filter((row) => row.account === account);
        const gaps = readers.flatMap((reader) => reader.list("gap")).filter(({ data }) => data.account === account);
        assert.deepEqual(gaps, [], `seed ${seed}: a gap although the upstream has everything in the end`);
        assert.deepEqual(
          receivedHashes,
          expected.map(({ hash }) => hash),
          `seed ${seed}: ${account}`,
        );
        const states = readers
          .flatMap((reader) => reader.list("account_state_change"))
          .filter(({ data }) => data.account === account)
          .map(({ data }) => Number(data.state.balance));
        assert.deepEqual(
          states,
          [...new Set(states)].sort((a, b) => a - b),
          `seed ${seed}: states of ${account}`,
        );
        assert.equal(
          states.at(-1),
          expected.length === 0 ? undefined : Number(expected.at(-1)?.lt),
          `seed ${seed}: last state of ${account}`,
        );
        counts.events += receivedHashes.length + states.length;
      }
    await Promise.all(callers.map(({ readers }) => readers.at(-1).close()));
  });
}
