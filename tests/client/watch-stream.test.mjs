// `client.watch` with `stream: true`, over a gateway that serves streams: it sends requests at once when an event arrives, and seldom otherwise; no
// event is lost, whatever the stream does.

import assert from "node:assert/strict";
import { before, describe, test } from "node:test";

import { makeStreamGateway, sleep } from "../gateway/streams.mjs";
import { makeAccount, ScriptedChain } from "../helpers/scripted-chain.mjs";
import { createSeededRandom } from "../helpers/seeded-random.mjs";
import { onSimulatedClock } from "../helpers/simulated-clock.mjs";
import { makeBadStreams, makeChainClient, makeClient } from "./stream-clients.mjs";

const A = makeAccount(0);
const RUNS = process.env.TESTS_FULL === "1" ? 60 : 5;

/** Watches until it is aborted; records the events with the times of their arrival. */
function record(client, query, options) {
  const controller = new AbortController();
  const recording = { events: [], states: [], stop: () => controller.abort(), done: Promise.resolve() };
  recording.done = (async () => {
    const onState = (state) => recording.states.push(state);
    for await (const event of client.watch(query, { ...options, onState, signal: controller.signal }))
      recording.events.push({ ...event, at: Date.now() });
  })().catch((error) => assert.equal(error.name, "AbortError"));
  return recording;
}

// Loads the modules that the first stream loads: loading is not on the simulated clock.
before(async () => {
  const reader = await makeStreamGateway(() => ({ accounts: [], transactions: [] })).open([A]);
  while (reader.messages.length === 0) await sleep(20);
  await reader.close();
  const { client, count } = makeChainClient(new ScriptedChain());
  const recording = record(client, { accounts: [A] }, { stream: true });
  while (recording.states.at(-1) !== "live" || count("sse") === 0) await sleep(20);
  recording.stop();
  await recording.done;
});

describe("watch with a stream", () => {
  test("watch sends requests seldom while the account is idle, and at once after an event", async () => {
    const chain = new ScriptedChain();
    chain.add(A);
    const { client, count } = makeChainClient(chain);
    await onSimulatedClock(async () => {
      const recording = record(client, { accounts: [A] }, { stream: true });
      await sleep(5000);
      const countBefore = count("accountStates");
      await sleep(120_000);
      assert.ok(
        count("accountStates") - countBefore <= 5,
        `${count("accountStates") - countBefore} requests in two minutes`,
      );
      const addedAt = [];
      for (let round = 0; round < 20; round += 1) {
        addedAt.push(Date.now());
        chain.add(A);
        await sleep(7000);
      }
      assert.equal(recording.events.length, 20);
      const delays = recording.events.map(({ at }, index) => at - addedAt[index]);
      assert.ok(Math.max(...delays) <= 2100, `${Math.max(...delays)} ms`);
      assert.deepEqual(recording.states, ["catching_up", "live"]);
      assert.equal(count("sse"), 1);
      recording.stop();
      await recording.done;
    });
  });

  test("a cache between the client and the gateway delays what the stream shows by its time, not until the next rare poll", async () => {
    const chain = new ScriptedChain();
    chain.add(A);
    const { gateway } = makeStreamGateway((url) => chain.respond(url));
    let cachedHead = { until: 0, body: "" };
    const { client } = makeClient(async (request) => {
      const isState = request.url.includes("/accountStates");
      if (isState && Date.now() < cachedHead.until) return Response.json(JSON.parse(cachedHead.body));
      const response = await gateway.fetch(request, {}, { address: "192.0.2.1" });
      if (isState) cachedHead = { until: Date.now() + 4000, body: await response.clone().text() };
      return response;
    });
    await onSimulatedClock(async () => {
      const recording = record(client, { accounts: [A] }, { stream: true });
      for (let round = 0; round < 5; round += 1) {
        await sleep(31_000);
        // The cache now has the state before this transaction.
        await client.v3.accountStates({ address: [A] });
        chain.add(A);
        await sleep(8000);
        assert.equal(recording.events.length, round + 1);
      }
      recording.stop();
      await recording.done;
    });
  });

  test("watch is offline while the gateway's stream is, though the cache still has responses", async () => {
    const chain = new ScriptedChain();
    chain.add(A);
    let isDown = false;
    const { gateway } = makeStreamGateway((url) =>
      isDown ? new Response("down", { status: 503 }) : chain.respond(url),
    );
    let cachedHead = "";
    const { client } = makeClient(async (request) => {
      if (isDown && request.url.includes("/accountStates")) return Response.json(JSON.parse(cachedHead));
      const response = await gateway.fetch(request, {}, { address: "192.0.2.1" });
      if (request.url.includes("/accountStates")) cachedHead = await response.clone().text();
      return response;
    });
    await onSimulatedClock(async () => {
      const recording = record(client, { accounts: [A] }, { stream: true });
      await sleep(5000);
      assert.deepEqual(recording.states, ["catching_up", "live"]);
      isDown = true;
      await sleep(40_000);
      assert.equal(recording.states.at(-1), "offline");
      isDown = false;
      chain.add(A);
      await sleep(40_000);
      assert.equal(recording.states.at(-1), "live");
      assert.equal(recording.events.length, 1);
      recording.stop();
      await recording.done;
    });
  });

  test("watch polls if the server has no stream, or not for this caller", async () => {
    const chain = new ScriptedChain();
    chain.add(A);
    for (const settings of [
      { streaming: false },
      { streaming: { maxAddresses: 1 } },
      { operations: { deny: ["v3/transactions"] } },
    ]) {
      const { gateway } = makeStreamGateway((url) => chain.respond(url), settings);
      const { client, count } = makeClient((request) =>
        request.url.includes("/v3/")
          ? Promise.resolve(Response.json(chain.respond(new URL(request.url))))
          : gateway.fetch(request, {}, { address: "192.0.2.1" }),
      );
      await onSimulatedClock(async () => {
        const recording = record(client, { accounts: [A, makeAccount(1)] }, { stream: true });
        await sleep(60_000);
        const row = chain.add(A);
        await sleep(4000);
        assert.equal(recording.events.at(-1)?.hash, row.hash);
        assert.equal(count("sse"), 1, "watch does not repeat a refusal that time cannot end");
        assert.ok(count("accountStates") >= 20);
        recording.stop();
        await recording.done;
      });
    }
  });

  test("watch sends the API key and the headers of the client, and closes its stream", async () => {
    const requests = [];
    const { client } = makeClient(
      async (request) => {
        if (request.url.includes("/v3/")) return Response.json({ accounts: [], transactions: [] });
        requests.push(request);
        return new Response(new ReadableStream({}), { headers: { "content-type": "text/event-stream" } });
      },
      { apiKey: async () => "key-of-a-caller", headers: { "x-app": "shop" } },
    );
    await onSimulatedClock(async () => {
      const recording = record(client, { accounts: [A] }, { stream: true });
      await sleep(5000);
      assert.equal(requests[0].headers.get("x-api-key"), "key-of-a-caller");
      assert.equal(requests[0].headers.get("x-app"), "shop");
      assert.equal(requests[0].signal.aborted, false);
      recording.stop();
      await recording.done;
      assert.equal(requests[0].signal.aborted, true);
    });
  });

  test(`loses and repeats nothing over ${RUNS} streams that end, stall, lie and come back`, async () => {
    for (let seed = 1; seed <= RUNS; seed += 1) {
      const { below } = createSeededRandom(seed);
      const chain = new ScriptedChain();
      chain.add(A);
      const { gateway } = makeStreamGateway((url) => chain.respond(url));
      const respondBadly = makeBadStreams(below);
      const { client } = makeClient(async (request) =>
        request.url.includes("/sse") && below(2) === 0
          ? respondBadly()
          : gateway.fetch(request, {}, { address: "192.0.2.1" }),
      );
      await onSimulatedClock(async () => {
        const recording = record(client, { accounts: [A] }, { stream: true });
        await sleep(3000);
        for (let count = 0; count < 60; count += 1) {
          chain.add(A);
          await sleep(below(20_000));
        }
        await sleep(60_000);
        assert.deepEqual(
          recording.events.map(({ hash }) => hash),
          chain.rows.slice(1).map(({ hash }) => hash),
          `seed ${seed}`,
        );
        recording.stop();
        await recording.done;
      });
    }
  });
});
