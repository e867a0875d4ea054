// Checks over HTTP that the worst bodies delay other callers no longer than valid bodies of equal size do. No other test runs at the same
// time.

import assert from "node:assert/strict";
import { createServer } from "node:http";
import { test } from "node:test";

import { listAttacks, makeValidRequest, run } from "./gateway-shapes.mjs";
import { assertWithin } from "./growth.mjs";
import { startFleet } from "../runtimes/fleet.mjs";
import { UNLIMITED } from "../helpers/unlimited.mjs";

const BODY_BYTES = 880_000;
const JSON_TYPE = { "content-type": "application/json" };

/** An upstream that responds to every request. */
async function startUpstream() {
  const server = createServer((request, response) => {
    request.resume().on("end", () => response.writeHead(200, JSON_TYPE).end('{"ok":true,"result":{}}'));
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${server.address().port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(resolve);
        server.closeAllConnections();
      }),
  };
}

/** The worst shapes by size; over HTTP, where servers limit the size of URLs and headers. */
const WORST_BODIES = {
  "members of the attack": (size) => listAttacks(size)[0],
  "members of the attack in JSON-RPC": (size) => listAttacks(size)[2],
  "a deeply nested stack": (size) => ["/api/v2/runGetMethod", run("[".repeat(size / 2) + "]".repeat(size / 2))],
  "a string of escapes": (size) => ["/api/v3/decode", `{"opcodes":["${"\\u0041".repeat(size / 6)}"]}`],
};

for (const runtime of ["workerd", "Node"]) {
  test(`in ${runtime} the worst bodies delay other callers no longer than valid bodies of equal size do`, {
    timeout: 120_000,
  }, async (t) => {
    const upstream = await startUpstream();
    t.after(upstream.close);
    const fleet = await startFleet(runtime, [
      {
        mainnet: upstream.url,
        limits: UNLIMITED,
        maxJsonMembers: 1_000_000,
        maxJsonDepth: 10_000,
        logLevel: "off",
        cache: { adapter: "none" },
      },
    ]);
    t.after(() => fleet.close());
    const [url] = fleet.urls;
    /** @param {string[]} given */
    const post = async ([path, body]) => {
      const response = await fetch(url + path, { method: "POST", headers: JSON_TYPE, body });
      await response.arrayBuffer();
      return response.status;
    };
    /** Sends a body a few times while it requests the gateway's health; returns the longest time of a health request. */
    const requestBesideAttack = async (request) => {
      let hasEnded = false;
      let longestMs = 0;
      let count = 0;
      const healthChecks = (async () => {
        while (!hasEnded) {
          const startedAt = performance.now();
          const response = await fetch(`${url}/healthz`);
          await response.arrayBuffer();
          assert.equal(response.status, 200);
          longestMs = Math.max(longestMs, performance.now() - startedAt);
          count += 1;
        }
      })();
      for (let count = 0; count < 4; count += 1) await post(request);
      hasEnded = true;
      await healthChecks;
      assert.ok(count > 1, `${count} responses`);
      return longestMs;
    };
    assert.equal(await post(makeValidRequest(BODY_BYTES)), 200);
    for (const [title, make] of Object.entries(WORST_BODIES)) {
      for (const size of [BODY_BYTES / 16, BODY_BYTES]) {
        const status = await post(make(size));
        assert.ok(status < 500, `${title}: ${status}`);
        await assertWithin(
          2,
          () => post(make(size)),
          () => post(makeValidRequest(size)),
          () => performance.now(),
        );
      }
      let [calmLatency, worstRatio] = [0, Infinity];
      for (let retry = 0; retry < 12 && worstRatio > 2 * calmLatency; retry += 1) {
        calmLatency = Math.max(calmLatency, await requestBesideAttack(makeValidRequest(BODY_BYTES)));
        worstRatio = Math.min(worstRatio, await requestBesideAttack(make(BODY_BYTES)));
      }
      assert.ok(
        worstRatio <= 2 * calmLatency,
        `${title}: ${worstRatio.toFixed(1)} ms for /healthz beside it, ${calmLatency.toFixed(1)} ms beside a good body`,
      );
    }
  });
}
