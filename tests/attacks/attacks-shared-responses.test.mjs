// One caller's request does not change another's response: responses that shared caches may store, and coalesced requests.

import assert from "node:assert/strict";
import { test } from "node:test";

import { createGateway } from "ton-edge/gateway";

import { UNLIMITED } from "../helpers/unlimited.mjs";

const PATH = "https://gw.example/api/v3/transactions?limit=3";
const CHANGING_HEADERS = ["x-no-address-book", "x-no-metadata", "x-actions-version"];

/** A gateway in front of an upstream that responds after `delayMs`, and the requests sent upstream. */
function makeGateway(delayMs = 0, config = {}) {
  const texts = [];
  const { fetch } = createGateway({
    limits: UNLIMITED,
    logLevel: "off",
    ...config,
    async fetch(url, init) {
      texts.push({ url, headers: new Headers(init.headers) });
      await new Promise((resolve) => setTimeout(resolve, delayMs));
      return new Response('{"transactions":[],"address_book":{}}', { headers: { "content-type": "application/json" } });
    },
  });
  return { sentRequests: texts, send: (url, headers = {}) => fetch(new Request(url, { headers }), {}) };
}

test("responses that a shared cache may store have a Vary of every header that changes them", async () => {
  for (const config of [{}, { origins: ["https://app.example"] }]) {
    const { send } = makeGateway(0, config);
    let sharedBytes = 0;
    for (const headers of [
      {},
      ...CHANGING_HEADERS.map((name) => ({ [name]: "1" })),
      { origin: "https://app.example" },
    ]) {
      // A miss, then a hit.
      for (let index = 0; index < 2; index += 1) {
        const response = await send(PATH, headers);
        assert.equal(response.status, 200);
        const control = response.headers.get("cache-control") ?? "";
        if (!/\bpublic\b/.test(control) || !/max-age=[1-9]/.test(control)) continue;
        sharedBytes += 1;
        const varyNames = (response.headers.get("vary") ?? "")
          .toLowerCase()
          .split(",")
          .map((item) => item.trim());
        for (const name of CHANGING_HEADERS)
          assert.ok(
            varyNames.includes("*") || varyNames.includes(name),
            `${JSON.stringify(headers)}: vary: ${varyNames}`,
          );
        if (config.origins) assert.ok(varyNames.includes("origin"), `vary: ${varyNames}`);
      }
    }
    assert.ok(sharedBytes >= 8, `${sharedBytes}`);
  }
});

test("requests with equal timeouts are coalesced, requests with different timeouts are not", async () => {
  for (const position of ["header", "query"]) {
    const { sentRequests, send } = makeGateway(150);
    const request = (timeout) =>
      position === "header" || timeout === undefined
        ? send(PATH, timeout === undefined ? {} : { "x-timeout": timeout })
        : send(`${PATH}&x_timeout=${timeout}`);
    const responses = await Promise.all([
      request("1"),
      request(),
      request("3000"),
      request(),
      request("3000"),
      request("1"),
    ]);
    for (const response of responses) assert.equal(response.status, 200);
    const timeouts = sentRequests.map(
      ({ url, headers }) => headers.get("x-timeout") ?? new URL(url).searchParams.get("x_timeout"),
    );
    assert.deepEqual(timeouts.sort(), ["1", "3000", null].sort(), position);
    // Once the response is cached, every caller gets it.
    assert.match((await request("7")).headers.get("cache-status"), /hit/);
    assert.equal(sentRequests.length, 3);
  }
});
