// Work is bounded by input: no shape of input makes a byte cost more because there are many of them. Ratios alone are held.

import assert from "node:assert/strict";
import { createServer } from "node:http";
import { describe, test } from "node:test";

import { clientShapes } from "./client-shapes.mjs";
import { gatewayOf, gatewayShapes, members, raised, run, spread, wideStack } from "./gateway-shapes.mjs";
import { growth, told } from "./growth.mjs";
import { fleetIn } from "../runtimes/fleet.mjs";
import { UNLIMITED } from "../helpers/unlimited.mjs";

const BODY_BYTES = 880_000;
const JSON_TYPE = { "content-type": "application/json" };

describe("the measurement", () => {
  /** Something for a processor to do, `count` times. */
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
    assert.equal(found.linear, false, told(found));
  });

  test("flags quadratic work behind much that is linear", async () => {
    const found = await growth(
      shape(65_536, (size) => {
        turn(size * 300);
        for (let at = 0; at < size; at += 1) turn(size / 8);
      }),
    );
    assert.equal(found.linear, false, told(found));
  });

  test("flags quadratic work below a cap, where the largest is refused", async () => {
    const found = await growth(
      shape(1 << 17, (size) => {
        if (size <= 16_384) for (let at = 0; at < size; at += 1) turn(size);
      }),
    );
    assert.equal(found.linear, false, told(found));
  });

  test("passes linear work, by `n log n` too, and what is refused at once", async () => {
    for (const work of [
      (size) => turn(size * 20),
      (size) => turn(size * Math.log2(size + 1)),
      () => turn(100),
      async (size) => turn(size * 5),
    ]) {
      const found = await growth(shape(1 << 18, work));
      assert.equal(found.linear, true, told(found));
    }
  });

  test("does not measure what prepares a run", async () => {
    const found = await growth({
      ...shape(8192, () => turn(200_000)),
      start: (size) => {
        for (let at = 0; at < size; at += 4) turn(size);
      },
    });
    assert.equal(found.linear, true, told(found));
  });
});

/** All shapes of a kind, each as a test of its own. */
function hold(shapes, faults) {
  for (const shape of shapes) {
    test(shape.title, { timeout: 60_000 }, async () => {
      const found = await growth(shape);
      assert.ok(found.linear, told(found));
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
/** A good body of that size, all of which is checked and sent on: of as many members as may be, or of fewer than are let in by default. */
const good = (size) => ["/api/v2/runGetMethod", run(wideStack(size))];
const goodOfFew = (size) => [
  "/api/v2/runGetMethod",
  run(JSON.stringify(Array.from({ length: 2000 }, () => ["num", "7".repeat(size / 2000 - 11)]))),
];

/** The fastest of a few. */
async function fastest(work, rounds = 3) {
  let best = Infinity;
  for (let round = 0; round < rounds; round += 1) {
    const before = performance.now();
    await work();
    best = Math.min(best, performance.now() - before);
  }
  return best;
}

/** Whether `one` takes at most `times` as long as `other`; measured again where it seems not to, since other programs run beside. */
async function within(times, one, other) {
  let [ours, theirs] = [Infinity, Infinity];
  for (let retry = 0; retry < 12; retry += 1) {
    theirs = Math.min(theirs, await fastest(other));
    ours = Math.min(ours, await fastest(one));
    if (ours <= times * theirs) return;
  }
  assert.fail(`${ours.toFixed(1)} ms are more than ${times} times ${theirs.toFixed(1)} ms`);
}

test("a body of 110 000 distinct members is refused in at most twice the time of a good one of its size", {
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
    // Short enough to be compared at all, should this fail.
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

/** An upstream that has an answer to everything. */
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

/** The worst shapes by size: over HTTP, where a URL and headers are what a server lets in. */
const WORST = {
  "members of the attack": (size) => attacks(size)[0],
  "members of the attack in JSON-RPC": (size) => attacks(size)[2],
  "a deep stack": (size) => ["/api/v2/runGetMethod", run("[".repeat(size / 2) + "]".repeat(size / 2))],
  "a string of escapes": (size) => ["/api/v3/decode", `{"opcodes":["${"\\u0041".repeat(size / 6)}"]}`],
};

for (const runtime of ["workerd", "Node"]) {
  test(`in ${runtime} the worst bodies hold up nobody longer than good ones do`, { timeout: 120_000 }, async (t) => {
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
    /** Sends a body a few times, and asks whether the gateway is well all the while: the longest wait for an answer to that. */
    const beside = async (request) => {
      let over = false;
      let longest = 0;
      let answered = 0;
      const asking = (async () => {
        while (!over) {
          const before = performance.now();
          const response = await fetch(`${url}/healthz`);
          await response.arrayBuffer();
          assert.equal(response.status, 200);
          longest = Math.max(longest, performance.now() - before);
          answered += 1;
        }
      })();
      for (let count = 0; count < 4; count += 1) await post(request);
      over = true;
      await asking;
      assert.ok(answered > 1, `${answered} answers`);
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
