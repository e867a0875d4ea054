// The input of wasm is bounded, and an instance releases memory that only one call needed.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

import { makeClient, expectRightResponses, makeGatewayOptions, RAW, request } from "./echo.mjs";
import { listLiveInstances, listClients } from "./wasm-instances.mjs";

setFlagsFromString("--expose-gc");
const collectGarbage = runInNewContext("gc");

/** Bytes of all remaining memories, after a garbage collection. */
async function measureMemory() {
  for (let n = 0; n < 3; n += 1) {
    // An object that a WeakRef has returned stays alive until the end of the turn.
    await new Promise((resolve) => setTimeout(resolve, 5));
    collectGarbage();
  }
  return listLiveInstances().reduce((sum, { memory: { buffer } }) => sum + buffer.byteLength, 0);
}

const MB = 1024 * 1024;

/** Checks that little memory stays occupied, because a page or a Worker has little of it. */
async function assertBounded(maxSize) {
  const bytes = await measureMemory();
  assert.ok(bytes <= maxSize * MB, `${bytes} bytes are held`);
}

const ton = await import("ton-edge");
const { createGateway } = await import("ton-edge/gateway");

const EQ = "EQCD39VS5jcptHL8vMjEXrzGaRcCVYto7HUn4bpAOg8xqB2N";

describe("memory of the client", () => {
  const MAX_BITS = 2 ** 20;
  const client = makeClient(ton);
  const longText = "x".repeat(10_000_000);
  const CASES = {
    "a text": ["method", () => client.v2.runGetMethod({ address: EQ, method: longText, stack: [] })],
    "a text of 100 MB": [
      "method",
      () => client.v2.runGetMethod({ address: EQ, method: "x".repeat(100_000_000), stack: [] }),
    ],
    "bytes of 20 MB": ["boc", () => client.v2.sendBoc({ boc: new Uint8Array(20_000_000) })],
    "a list": ["address[", () => client.v3.accountStates({ address: Array(1_000_000).fill(RAW) })],
    "a list of short values": ["address[", () => client.v3.accountStates({ address: Array(1_000_000).fill("") })],
    "a text in a stack": [
      "stack[0][1]",
      () => client.v2.runGetMethod({ address: EQ, method: "seqno", stack: [["num", longText]] }),
    ],
    "a stack": [
      "stack[",
      () => client.v2.runGetMethod({ address: EQ, method: "seqno", stack: Array(1_000_000).fill(["num", 1]) }),
    ],
    "a name": ["xxx", () => client.v3.blocks({ [longText]: 1 })],
    "a name in a stack": [
      "stack[0]",
      () => client.v2.runGetMethod({ address: EQ, method: "seqno", stack: [{ [longText]: 1 }] }),
    ],
    "options that are sent with a call": ["extra", () => client.v3.blocks({}, { extra: { extra: longText } })],
    "a cursor": ["cursor", async () => client.v3.transactions.paginate({ account: RAW }, { cursor: longText }).cursor],
  };
  for (const [title, [parameter, call]] of /** @type {any[][]} */ (Object.entries(CASES))) {
    test(`${title}: refused at once, with the parameter's name and the limit`, async () => {
      const startedAt = performance.now();
      const error = await call().then(
        () => undefined,
        (error) => error,
      );
      assert.equal(error?.code, "too_long", String(error));
      assert.ok(error.parameter.startsWith(parameter), error.parameter);
      assert.ok(error.message.includes(String(MAX_BITS)) && error.message.length < 1000, error.message.slice(0, 1000));
      assert.ok(performance.now() - startedAt < 2000);
      await assertBounded(60);
    });
  }

  test("a stack of 900,000 characters is accepted", async () => {
    const { url } = await client.v2.runGetMethod({
      address: EQ,
      method: "seqno",
      stack: [["tvm.Slice", "A".repeat(900_000)]],
    });
    assert.match(url, /runGetMethod$/);
    await assertBounded(60);
  });

  test("memory that cannot grow fails only the call that needs it", async () => {
    client.v3.transactions.paginate({ account: RAW });
    const { memory: lastMemory } = listClients().at(-1);
    for (let pages = 65_536; pages >= 1; pages >>= 1) {
      try {
        lastMemory.grow(pages);
      } catch {
        // The memory cannot grow by so many pages.
      }
    }
    await client.v2.runGetMethod({ address: EQ, method: "x".repeat(1_000_000), stack: [] }).catch(() => {});
    await client.v2.runGetMethod({ address: EQ, method: "seqno", stack: [] });
    await assertBounded(60);
    const { url } = await client.v3.transactions({ account: RAW, limit: 7 });
    assert.match(url, /limit=7&sort=desc$/);
  });
});

describe("memory of the gateway", () => {
  const makeGateway = (options) => createGateway(makeGatewayOptions(options));

  test("request bodies as long as `maxBodyBytes` leave no memory occupied", { timeout: 120_000 }, async () => {
    const gateway = makeGateway({ maxBodyBytes: 32 * 1024 * 1024 });
    const headers = { "content-type": "application/json" };
    const bodies = [
      JSON.stringify({
        id: 1,
        method: "runGetMethod",
        params: { address: EQ, method: "x".repeat(20_000_000), stack: [] },
      }),
      JSON.stringify({ id: 1, method: "x".repeat(20_000_000) }),
    ];
    for (const body of bodies) {
      const response = await request(gateway, "/api/v2/jsonRPC", { method: "POST", headers, body });
      await response.text();
      assert.equal((await request(gateway, "/api/v3/blocks?limit=1")).status, 200);
      await assertBounded(60);
    }
    await expectRightResponses(gateway);
  });

  test("URLs and headers longer than any setting allows are refused before they reach wasm", async () => {
    const gateway = makeGateway();
    assert.equal((await request(gateway, "/api/v3/blocks?limit=1")).status, 200);
    const memoryBefore = await measureMemory();
    assert.equal((await request(gateway, `/api/v3/blocks?limit=${"1".repeat(10_000_000)}`)).status, 414);
    assert.equal(
      (await request(gateway, "/api/v3/blocks?limit=2", { headers: { accept: "x".repeat(10_000_000) } })).status,
      431,
    );
    await assertBounded(memoryBefore / MB + 4);
  });
});
