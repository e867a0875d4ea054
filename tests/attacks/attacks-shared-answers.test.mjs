// What one caller asks for is not what another gets: answers that caches on the way may keep, and requests that are joined.

import assert from "node:assert/strict";
import { test } from "node:test";

import { createGateway } from "ton-edge/gateway";

import { UNLIMITED } from "../helpers/unlimited.mjs";

const PATH = "https://gw.example/api/v3/transactions?limit=3";
const CHANGING = ["x-no-address-book", "x-no-metadata", "x-actions-version"];

/** A gateway before an upstream that answers after `delayMs`, and what it was asked. */
function gateway(delayMs = 0, config = {}) {
  const sent = [];
  const { fetch } = createGateway({
    limits: UNLIMITED,
    logLevel: "off",
    ...config,
    async fetch(url, init) {
      sent.push({ url, headers: new Headers(init.headers) });
      await new Promise((done) => setTimeout(done, delayMs));
      return new Response('{"transactions":[],"address_book":{}}', { headers: { "content-type": "application/json" } });
    },
  });
  return { sent, ask: (url, headers = {}) => fetch(new Request(url, { headers }), {}) };
}

test("what a shared cache may keep varies with every header that changes answers", async () => {
  for (const config of [{}, { origins: ["https://app.example"] }]) {
    const { ask } = gateway(0, config);
    let shared = 0;
    for (const headers of [{}, ...CHANGING.map((name) => ({ [name]: "1" })), { origin: "https://app.example" }]) {
      // Missed, then from the cache.
      for (let turn = 0; turn < 2; turn += 1) {
        const response = await ask(PATH, headers);
        assert.equal(response.status, 200);
        const control = response.headers.get("cache-control") ?? "";
        if (!/\bpublic\b/.test(control) || !/max-age=[1-9]/.test(control)) continue;
        shared += 1;
        const varied = (response.headers.get("vary") ?? "")
          .toLowerCase()
          .split(",")
          .map((one) => one.trim());
        for (const name of CHANGING)
          assert.ok(varied.includes("*") || varied.includes(name), `${JSON.stringify(headers)}: vary: ${varied}`);
        if (config.origins) assert.ok(varied.includes("origin"), `vary: ${varied}`);
      }
    }
    assert.ok(shared >= 8, `${shared}`);
  }
});

test("callers who give the service different times are not joined, callers who give it the same are", async () => {
  for (const place of ["header", "query"]) {
    const { sent, ask } = gateway(150);
    const one = (timeout) =>
      place === "header" || timeout === undefined
        ? ask(PATH, timeout === undefined ? {} : { "x-timeout": timeout })
        : ask(`${PATH}&x_timeout=${timeout}`);
    const answers = await Promise.all([one("1"), one(), one("3000"), one(), one("3000"), one("1")]);
    for (const answer of answers) assert.equal(answer.status, 200);
    const asked = sent.map(
      ({ url, headers }) => headers.get("x-timeout") ?? new URL(url).searchParams.get("x_timeout"),
    );
    assert.deepEqual(asked.sort(), ["1", "3000", null].sort(), place);
    // Once it is there, the answer is everybody's.
    assert.match((await one("7")).headers.get("cache-status"), /hit/);
    assert.equal(sent.length, 3);
  }
});
