// One client in a Worker's module that serves many requests at once. In workerd a request must not wait for I/O of another one.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { after, before, describe, test } from "node:test";

import { Miniflare } from "miniflare";

import { bundleProgram } from "../helpers/bundle.mjs";
import { startDevnet } from "../upstream/devnet/server.mjs";
import { startReplay } from "../upstream/replay.mjs";

const PROGRAM = (url) => `
import { createClient } from "ton-edge";
const baseUrl = ${JSON.stringify(url)};
// After a 429 the client is slow for a while, and even slower on a busy machine.
const client = createClient({ baseUrl, apiKey: "mainnet-key", concurrency: 20, timeoutMs: 60_000 });
export default {
  async fetch(request) {
    const { pathname } = new URL(request.url);
    try {
      if (pathname === "/give-up") return Response.json(await client.v3.blocks({ limit: 1 }, { signal: AbortSignal.timeout(1) }));
      // All calls send the same request: the Worker's requests must not share any part of it.
      return Response.json(await client.v2.getMasterchainInfo());
    } catch (error) {
      return Response.json({ code: error.code ?? error.name, message: error.message }, { status: 500 });
    }
  },
};`;

/** Get-methods of one account in the Worker. */
const GET = (url, account) => `
import { createClient } from "ton-edge";
const client = createClient({ baseUrl: ${JSON.stringify(url)}, rateLimit: false, tvm: () => import("ton-edge/tvm") });
export default {
  async fetch() {
    const calls = [1, 2, 3].map(() => client.get("${account}", "seqno", [], { local: "only" }));
    const results = await Promise.allSettled(calls);
    const failed = results.some(({ status }) => status === "rejected");
    const write = ({ value, reason }) => value?.stack.number(0) ?? reason?.code ?? String(reason);
    return Response.json(results.map(write), { status: failed ? 500 : 200 });
  },
};`;

async function startWorker(program) {
  const entries = { "ton-edge": "../pkg/dist/client.workerd.js", "ton-edge/tvm": "../pkg/dist/tvm.workerd.js" };
  const wasm = await Promise.all(
    ["address", "cell", "client", "emulator", "tvm"].map(async (name) => ({
      type: /** @type {const} */ ("CompiledWasm"),
      path: `${name}.wasm`,
      contents: await readFile(new URL(`../../pkg/dist/${name}.wasm`, import.meta.url)),
    })),
  );
  const worker = new Miniflare({
    cf: false,
    telemetry: { enabled: false },
    compatibilityDate: "2026-04-01",
    modules: [{ type: "ESModule", path: "program.mjs", contents: await bundleProgram(program, entries) }, ...wasm],
  });
  await worker.ready;
  return worker;
}

describe("one client in a Worker's module", () => {
  let upstream;
  let worker;
  before(async () => {
    upstream = await startReplay();
    worker = await startWorker(PROGRAM(upstream.url));
  });
  after(async () => {
    await worker?.dispose();
    await upstream?.close();
  });

  const sendFifty = () =>
    Promise.all(
      Array.from({ length: 50 }, async () => {
        const response = await worker.dispatchFetch("http://localhost/");
        return { status: response.status, text: await response.text() };
      }),
    );

  test("one client in a Worker's module serves fifty requests at once", { timeout: 120_000 }, async () => {
    for (const { status, text } of await sendFifty()) {
      assert.equal(status, 200, text);
      assert.ok(JSON.parse(text).last.seqno > 0, text);
    }
    assert.equal(upstream.requests.length, 50, "one each");
  });

  test("a client in a Worker still works after some requests were aborted or refused", {
    timeout: 120_000,
  }, async () => {
    await Promise.all(
      Array.from({ length: 10 }, async () => (await worker.dispatchFetch("http://localhost/give-up")).text()),
    );
    upstream.faults.add("429=3");
    for (const { status, text } of await sendFifty()) assert.equal(status, 200, text);
  });
});

describe("get-methods that a Worker computes", () => {
  let devnet;
  let worker;
  before(
    async () => {
      devnet = await startDevnet({ world: "small" });
      await devnet.ready;
      worker = await startWorker(GET(devnet.url, devnet.cast.wallet("carol").account));
    },
    { timeout: 120_000 },
  );
  after(async () => {
    await worker?.dispose();
    await devnet?.close();
  });
  const listStates = () => devnet.requests.filter(({ url }) => url.includes("getAddressInformation")).length;
  const get = async (signal) => {
    const response = await worker.dispatchFetch("http://localhost/", { signal });
    return { status: response.status, text: await response.text() };
  };

  test("get-methods in a Worker share the request for a state with other requests", { timeout: 60_000 }, async () => {
    devnet.faults.add("delay=500", { path: "getAddressInformation" });
    for (const { status, text } of await Promise.all(Array.from({ length: 20 }, () => get())))
      assert.equal(status, 200, text);
    assert.equal(listStates(), 1);
  });

  test("get-methods in a Worker that share a request which fails have its error", { timeout: 60_000 }, async () => {
    const statesBefore = listStates();
    devnet.faults.add({ status: 422, body: '{"ok":false,"error":"no","code":422}' }, { path: "getAddressInformation" });
    const { status, text } = await get();
    devnet.faults.clear();
    assert.deepEqual([status, JSON.parse(text)], [500, Array(3).fill("bad_request")]);
    assert.equal(listStates() - statesBefore, 1);
  });

  test("get-methods in a Worker continue after the request that fetched the state has ended", {
    timeout: 60_000,
  }, async () => {
    const statesBefore = listStates();
    devnet.faults.add("delay=3000", { path: "getAddressInformation" });
    const controller = new AbortController();
    const first = get(controller.signal).catch(() => undefined);
    await new Promise((resolve) => setTimeout(resolve, 200));
    const otherGets = Array.from({ length: 10 }, () => get());
    await new Promise((resolve) => setTimeout(resolve, 200));
    controller.abort();
    for (const { status, text } of await Promise.all(otherGets)) assert.equal(status, 200, text);
    await first;
    assert.ok(listStates() - statesBefore <= 2, String(listStates() - statesBefore));
  });
});
