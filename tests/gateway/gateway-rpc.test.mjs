// JSON-RPC at the gateway over real sockets: ids, batches, and upstream replies that are not JSON.

import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { createGateway } from "ton-edge/gateway";
import { serve } from "ton-edge/node";

import { startStack } from "../helpers/stack.mjs";
import { startReplay } from "../upstream/replay.mjs";
import { UNLIMITED } from "../helpers/unlimited.mjs";

const RUNTIMES = {
  workerd: () => startStack({ page: false }),
  async Node() {
    const replay = await startReplay();
    const server = await serve(
      createGateway({
        limits: UNLIMITED,
        mainnet: replay.url,
        testnet: replay.url,
        retries: 0,
        cache: { adapter: "none" },
        log() {},
      }),
      { port: 0 },
    );
    return { url: server.url, own: replay, close: () => server.close().then(() => replay.close()) };
  },
};

for (const [runtime, start] of Object.entries(RUNTIMES)) {
  describe(`JSON-RPC in ${runtime}`, () => {
    let stack;
    before(async () => {
      stack = await start();
    });
    after(() => stack.close());
    const send = async (body) => {
      const response = await fetch(`${stack.url}/api/v2/jsonRPC`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body,
      });
      return { status: response.status, headers: response.headers, text: await response.text() };
    };
    const setFault = (spec) => {
      stack.own.faults.clear();
      stack.own.faults.add(spec);
    };

    test("a JSON-RPC reply is the upstream's own text with the id at its end", async () => {
      const text = '{"ok":true,"result":{"big":12345678901234567890, "é":"\\u00e9" },"@extra":"1:2:3"}\n';
      for (const id of ["1", '"1"', "null", "-0.5e3", '"\\ud83d\\ude00"', "98765432109876543210"]) {
        setFault({ status: 200, body: text, contentType: "application/json" });
        const reply = await send(`{"id":${id},"method":"getMasterchainInfo"}`);
        assert.equal(reply.status, 200);
        assert.equal(reply.text, `${text.trimEnd().slice(0, -1)},"jsonrpc":"2.0","id":${id}}`);
        assert.equal(reply.headers.get("content-type"), "application/json");
      }
      setFault("gzip");
      assert.equal(JSON.parse((await send('{"id":7,"method":"getMasterchainInfo"}')).text).id, 7);
      setFault({ status: 200, body: "{ }", contentType: "application/json" });
      assert.equal((await send('{"id":7,"method":"getMasterchainInfo"}')).text, '{ "jsonrpc":"2.0","id":7}');
    });

    test("an upstream's JSON-RPC reply that is not an object becomes the gateway's error, with the id", async () => {
      for (const brokenReply of [
        "html",
        "truncate",
        "reset",
        { status: 200, body: '"text"', contentType: "application/json" },
      ]) {
        setFault(brokenReply);
        const reply = await send('{"id":7,"method":"getMasterchainInfo"}');
        const { ok, code, id } = JSON.parse(reply.text);
        assert.deepEqual({ ok, code, id, status: reply.status }, { ok: false, code: 502, id: 7, status: 502 });
      }
      setFault({ status: 500, body: "a stack trace }", contentType: "text/plain" });
      const tracedReply = JSON.parse((await send('{"id":7,"method":"getMasterchainInfo"}')).text);
      assert.deepEqual([tracedReply.ok, tracedReply.code, tracedReply.id], [false, 502, 7]);
      setFault("status=500");
      const failedReply = JSON.parse((await send('{"id":7,"method":"getMasterchainInfo"}')).text);
      assert.deepEqual([failedReply.ok, failedReply.code, failedReply.id], [false, 500, 7]);
    });

    test("a JSON-RPC batch returns one response per call, in order", async () => {
      stack.own.faults.clear();
      const calls = Array.from({ length: 20 }, (_, index) => ({
        id: index,
        method: index % 2 ? "getMasterchainInfo" : "nope",
      }));
      const requestsBefore = stack.own.requests.length;
      const reply = await send(JSON.stringify(calls));
      assert.equal(reply.status, 200);
      const responses = JSON.parse(reply.text);
      assert.deepEqual(
        responses.map(({ id, ok }) => [id, ok]),
        calls.map(({ id }) => [id, id % 2 === 1]),
      );
      assert.equal(stack.own.requests.length - requestsBefore, 10);
      // One call fails; the others succeed.
      setFault("reset");
      const mixedBatch = JSON.parse((await send(JSON.stringify(calls.slice(0, 4)))).text);
      assert.deepEqual(mixedBatch.map(({ code }) => code ?? 200).sort(), [200, 404, 404, 502]);
    });
  });
}

test("five calls of a batch run at once, and its log line has the number of calls", async () => {
  let [running, maxRunning] = [0, 0];
  const lines = [];
  const fetch = async () => {
    running += 1;
    maxRunning = Math.max(maxRunning, running);
    await new Promise((resolve) => setTimeout(resolve, 5));
    running -= 1;
    return Response.json({ ok: true, result: {} });
  };
  const gateway = createGateway({ limits: UNLIMITED, fetch, log: (line) => lines.push(JSON.parse(line)) });
  const calls = Array.from({ length: 12 }, (_, id) => ({
    id,
    method: "getBlockHeader",
    params: { workchain: -1, shard: "-9223372036854775808", seqno: id + 1 },
  }));
  const body = JSON.stringify(calls);
  const response = await gateway.fetch(
    new Request("https://gw.example/api/v2/jsonRPC", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body,
    }),
  );
  assert.deepEqual(
    (await response.json()).map(({ id }) => id),
    calls.map(({ id }) => id),
  );
  assert.equal(maxRunning, 5);
  assert.deepEqual([lines[0].calls, lines[0].cache], [12, undefined], "a batch has no single cache status");
});
