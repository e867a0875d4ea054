// Checks that work is bounded by input: in no shape of input does a byte cost more because there are many. Only ratios count.

import assert from "node:assert/strict";
import { createServer } from "node:http";
import { describe, test } from "node:test";

import { clientShapes } from "./client-shapes.mjs";
import { gatewayOf, gatewayShapes, members, raised, run, spread, wideStack } from "./gateway-shapes.mjs";
import { growth, summary } from "./growth.mjs";
import { fleetIn } from "../runtimes/fleet.mjs";
import { UNLIMITED } from "../helpers/unlimited.mjs";

const BODY_BYTES = 880_000;
const JSON_TYPE = { "content-type": "application/json" };

describe("the measurement", () => {
  /** Some work for a processor, `count` times. */
  const turn = (count) => {
    let sum = 0;
    for (let at = 0; at < count; at += 1) sum = (Math.imul(sum, 31) + at) | 0;
    return sum;
  };
  const shape = (largest, run) => ({ largest, make: (size) => size, run });

  test("flags quadratic work", async () => {
    const found = await growth(
      shape(20_000, (size) => {
        for (let at = 0; at < size; at += 1) turn(size);
      }),
    );
    assert.equal(found.linear, false, summary(found));
  });

  test("flags quadratic work beside much linear work", async () => {
    const found = await growth(
      shape(65_536, (size) => {
        turn(size * 300);
        for (let at = 0; at < size; at += 1) turn(size / 8);
      }),
    );
    assert.equal(found.linear, false, summary(found));
  });

  test("flags quadratic work below a limit that refuses the largest input", async () => {
    const found = await growth(
      shape(1 << 17, (size) => {
        if (size <= 16_384) for (let at = 0; at < size; at += 1) turn(size);
      }),
    );
    assert.equal(found.linear, false, summary(found));
  });

  test("passes linear work, `n log n` work, and input that is refused at once", async () => {
    for (const work of [
      (size) => turn(size * 20),
      (size) => turn(size * Math.log2(size + 1)),
      () => turn(100),
      async (size) => turn(size * 5),
    ]) {
      const found = await growth(shape(1 << 18, work));
      assert.equal(found.linear, true, summary(found));
    }
  });

  test("does not measure the preparation of a run", async () => {
    const found = await growth({
      ...shape(8192, () => turn(200_000)),
      start: (size) => {
        for (let at = 0; at < size; at += 4) turn(size);
      },
    });
    assert.equal(found.linear, true, summary(found));
  });
});

/** Tests all shapes of a kind, each as a test of its own. */
function hold(shapes, faults) {
  for (const shape of shapes) {
    test(shape.title, { timeout: 60_000 }, async () => {
      const found = await growth(shape);
      assert.ok(found.linear, summary(found));
      assert.deepEqual(faults, []);
    });
  }
}

describe("the gateway in Node", async () => {
  const faults = [];
  hold(gatewayShapes(await raised(), faults), faults);
});

describe("the client in Node", () => {
  const faults = [];
  hold(clientShapes(faults), faults);
});

/** Bodies of the attack, each with the path that reads it. */
const attacks = (size) => {
  const body = members(size, spread);
  return [
    ["/api/v2/runGetMethod", body],
    ["/api/v3/runGetMethod", body],
    ["/api/v2/jsonRPC", `{"method":"runGetMethod","id":1,"params":${body}}`],
  ];
};
/** A valid body of that size that is checked and forwarded completely: with as many parts as allowed, or with fewer than the defaults. */
const good = (size) => ["/api/v2/runGetMethod", run(wideStack(size))];
const goodOfFew = (size) => [
  "/api/v2/runGetMethod",
  run(JSON.stringify(Array.from({ length: 2000 }, () => ["num", "7".repeat(size / 2000 - 11)]))),
];

/** The time of the fastest of a few runs. */
async function fastest(work, rounds = 3) {
  let best = Infinity;
  for (let round = 0; round < rounds; round += 1) {
    const before = performance.now();
    await work();
    best = Math.min(best, performance.now() - before);
  }
  return best;
}

/** Fails if `one` takes more than `times` as long as `other`. It measures again before it fails, since other programs may be running. */
async function within(times, one, other) {
  let [attackMs, validMs] = [Infinity, Infinity];
  for (let retry = 0; retry < 12; retry += 1) {
    validMs = Math.min(validMs, await fastest(other));
    attackMs = Math.min(attackMs, await fastest(one));
    if (attackMs <= times * validMs) return;
  }
  assert.fail(`${attackMs.toFixed(1)} ms are more than ${times} times ${validMs.toFixed(1)} ms`);
}

test("a body of 110 000 distinct members is refused in at most twice the time of a valid body of its size", {
  timeout: 120_000,
}, async () => {
  for (const [config, valid] of [
    [{}, goodOfFew],
    [{ unknownParameters: "forward" }, goodOfFew],
    [await raised(), good],
  ]) {
    const gateway = gatewayOf({ ...config, cache: { adapter: "none" } });
    const post =
      (status) =>
      async ([path, body]) => {
        const response = await gateway.fetch(
          new Request(`https://gw.example${path}`, { method: "POST", headers: JSON_TYPE, body }),
          {},
          {},
        );
        await response.arrayBuffer();
        assert.ok(status(response.status), `${path}: ${response.status}`);
      };
    const [refused, taken] = [post((status) => status >= 400 && status < 500), post((status) => status === 200)];
    // The smaller size keeps a failure short.
    for (const size of [BODY_BYTES / 16, BODY_BYTES]) {
      for (const attack of /** @type {any[]} */ (attacks(size)))
        await within(
          2,
          () => refused(attack),
          () => taken(valid(size)),
        );
    }
  }
});

/** An upstream that responds to every request. */
async function startUpstream() {
  const server = createServer((incoming, outgoing) => {
    incoming.resume().on("end", () => outgoing.writeHead(200, JSON_TYPE).end('{"ok":true,"result":{}}'));
  });
  await new Promise((done) => server.listen(0, "127.0.0.1", done));
  return {
    url: `http://127.0.0.1:${server.address().port}`,
    close: () =>
      new Promise((done) => {
        server.close(done);
        server.closeAllConnections();
      }),
  };
}

/** The worst shapes by size; over HTTP, where servers limit the size of URLs and headers. */
const WORST = {
  "members of the attack": (size) => attacks(size)[0],
  "members of the attack in JSON-RPC": (size) => attacks(size)[2],
  "a deep stack": (size) => ["/api/v2/runGetMethod", run("[".repeat(size / 2) + "]".repeat(size / 2))],
  "a string of escapes": (size) => ["/api/v3/decode", `{"opcodes":["${"\\u0041".repeat(size / 6)}"]}`],
};

for (const runtime of ["workerd", "Node"]) {
  test(`in ${runtime} the worst bodies delay other callers no longer than valid ones do`, {
    timeout: 120_000,
  }, async (t) => {
    const upstream = await startUpstream();
    t.after(upstream.close);
    const fleet = await fleetIn(runtime, [
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
    /** Sends a body a few times and requests the gateway's health meanwhile; returns the longest time of such a request. */
    const beside = async (request) => {
      let over = false;
      let longest = 0;
      let count = 0;
      const checking = (async () => {
        while (!over) {
          const before = performance.now();
          const response = await fetch(`${url}/healthz`);
          await response.arrayBuffer();
          assert.equal(response.status, 200);
          longest = Math.max(longest, performance.now() - before);
          count += 1;
        }
      })();
      for (let count = 0; count < 4; count += 1) await post(request);
      over = true;
      await checking;
      assert.ok(count > 1, `${count} responses`);
      return longest;
    };
    assert.equal(await post(good(BODY_BYTES)), 200);
    for (const [title, make] of Object.entries(WORST)) {
      for (const size of [BODY_BYTES / 16, BODY_BYTES]) {
        const status = await post(make(size));
        assert.ok(status < 500, `${title}: ${status}`);
        await within(
          2,
          () => post(make(size)),
          () => post(good(size)),
        );
      }
      let [calm, worst] = [0, Infinity];
      for (let retry = 0; retry < 12 && worst > 2 * calm; retry += 1) {
        calm = Math.max(calm, await beside(good(BODY_BYTES)));
        worst = Math.min(worst, await beside(make(BODY_BYTES)));
      }
      assert.ok(
        worst <= 2 * calm,
        `${title}: ${worst.toFixed(1)} ms for /healthz beside it, ${calm.toFixed(1)} ms beside a good body`,
      );
    }
  });
}
