// Single calls: limits of their arguments, names in their errors, and a runtime without `performance`.

import assert from "node:assert/strict";
import { test } from "node:test";

import { createClient } from "ton-edge";

/** A client of a server that gives this response to everything, and the number of its requests. */
function makeClient(body, options = {}) {
  const requestCounter = { count: 0 };
  const fetch = async () => {
    requestCounter.count += 1;
    return Response.json(body);
  };
  const client = createClient({ baseUrl: "https://server.example", rateLimit: false, retry: false, fetch, ...options });
  return { client, requestCounter };
}

const HEAD = { ok: true, result: { last: { seqno: 7 } } };

test("the error names an invalid option of a call", async () => {
  const { client, requestCounter } = makeClient(HEAD);
  for (const name of ["timeoutMs", "queueTimeoutMs"])
    await assert.rejects(client.v2.getMasterchainInfo({}, { [name]: -1 }), {
      code: "invalid_option",
      message: new RegExp(`\`${name}\``),
    });
  assert.equal(requestCounter.count, 0);
});

test("an error with the code 400 and no `error` has the text of its `result`", async () => {
  const { client } = makeClient({ ok: false, code: 400, result: "the address is wrong" });
  await assert.rejects(client.v2.getMasterchainInfo(), { message: /the address is wrong/ });
});

test("parameters of more than 2^20 characters are refused, not copied", async () => {
  const { client, requestCounter } = makeClient({ ok: true, result: {} });
  const send = (length) => client.v2.sendBoc({ boc: "A".repeat(length) });
  await assert.rejects(send(2 ** 20 + 4), { code: "too_long" });
  await assert.rejects(send(2 ** 20 - 400), { code: "invalid_parameter" });
  assert.equal(requestCounter.count, 0);
});

test("a row that is not a transaction cannot be summarized, and the error names the argument", async () => {
  const { client } = makeClient(HEAD);
  for (const row of [{ "@type": "blocks.shortTxId" }, undefined, 1])
    await assert.rejects(client.summarize(/** @type {any} */ (row)), { code: "invalid_parameter", parameter: "row" });
});

test("a runtime without `performance` has the clock of `Date`", async (t) => {
  const { performance } = globalThis;
  t.after(() => Object.defineProperty(globalThis, "performance", { value: performance }));
  Object.defineProperty(globalThis, "performance", { value: undefined, configurable: true, writable: true });
  const { client } = makeClient(HEAD);
  assert.equal((await client.v2.getMasterchainInfo()).last.seqno, 7);
});
