// Whatever interrupts a call into wasm (a full call stack, a trap, a value that calls back), the next call is right.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { describe, test } from "node:test";

import { createPlainInstance } from "../../pkg/lib/wasm/instance.js";
import { makeClient, expectRightResponses, makeGatewayOptions, RAW } from "./echo.mjs";
import { listLiveInstances, listClients } from "./wasm-instances.mjs";

const require = createRequire(import.meta.url);
const slim = await import("ton-edge/slim");
const dist = new URL("../../pkg/dist/", import.meta.url);
await slim.init(await readFile(new URL("address.wasm", dist)), await readFile(new URL("client.wasm", dist)));
const { createGateway } = await import("ton-edge/gateway");

const ADDRESSES = {
  "ton-edge/address": await import("ton-edge/address"),
  "ton-edge/address by require": require("ton-edge/address"),
  "ton-edge/address/no-wasm": await import("ton-edge/address/no-wasm"),
  "ton-edge/address/no-wasm by require": require("ton-edge/address/no-wasm"),
  "ton-edge/slim": slim,
};
const CLIENTS = {
  "ton-edge": await import("ton-edge"),
  "ton-edge by require": require("ton-edge"),
  "ton-edge/slim": slim,
};

const EQ = "EQCD39VS5jcptHL8vMjEXrzGaRcCVYto7HUn4bpAOg8xqB2N";
const HASH = RAW.slice(2).toLowerCase();

/** Calls `work` when the call stack is full, then 150 times with one frame more of room each; errors that it throws are ignored. */
function runAtPageEdge(size, work) {
  const pad = Array(size).fill(0);
  let callsLeft = 150;
  const descend = (...frame) => {
    try {
      descend(...frame);
    } catch {
      // The call stack is full.
    }
    if (callsLeft <= 0) return;
    callsLeft -= 1;
    try {
      work();
    } catch {
      // The caller checks the result of the next call instead.
    }
  };
  descend(...pad);
  assert.equal(callsLeft, 0);
}

const SIZES = [0, 1, 2, 3, 5, 8, 13, 40, 150];

/** Every function of the entry for addresses, with arguments that it accepts and arguments that it refuses. */
const calls = ({ Address, ...face }) => [
  ...[
    "parseAddress",
    "tryParseAddress",
    "isAddress",
    "detectAddress",
    "packAddress",
    "unpackAddress",
    "normalizeAddress",
  ].flatMap((name) => [() => face[name](EQ), () => face[name]("EQ+bad")]),
  () => face.addressesEqual(EQ, RAW),
  ...["packAddresses", "unpackAddresses", "detectAddresses"].map((name) => () => face[name]([EQ, "bad", RAW])),
  ...["detectHash", "isHash"].flatMap((name) => [() => face[name](HASH), () => face[name]("bad")]),
  () => face.normalizeHash(HASH, "b64"),
  () => Address.parse(EQ).toString({ bounceable: false }),
  () => Address.parseFriendly(EQ),
  () => Address.normalize(RAW),
];

function rightAddresses(face) {
  for (let n = 0; n < 1000; n += 1) {
    assert.equal(face.isAddress(EQ), true);
    assert.equal(face.isAddress("bad"), false);
    assert.equal(face.unpackAddress(EQ), RAW);
    assert.equal(face.packAddress(RAW), EQ);
    assert.throws(() => face.unpackAddress("EQ"), { code: "address_length" });
  }
  assert.deepEqual(
    face.unpackAddresses([RAW, "x", EQ]).map(({ ok }) => ok),
    [true, false, true],
  );
  assert.equal(face.detectHash(HASH).hex, HASH);
  assert.equal(face.tryParseAddress(EQ).value.raw, RAW);
}

describe("interrupted address calls", () => {
  for (const [name, face] of Object.entries(ADDRESSES)) {
    test(`${name}: after stack overflows in every function, 1000 results are right`, () => {
      for (const size of SIZES) {
        for (const call of calls(face)) {
          runAtPageEdge(size, call);
          assert.equal(face.isAddress(EQ), true, call.toString());
          assert.equal(face.unpackAddress(EQ), RAW, call.toString());
        }
        rightAddresses(face);
      }
    });

    test(`${name}: after a caught endless recursion, results are right`, () => {
      const descend = () => {
        face.isAddress(EQ);
        descend();
      };
      for (let n = 0; n < 5; n += 1) {
        assert.throws(descend);
        rightAddresses(face);
      }
    });
  }

  test("a stack overflow is not reported as missing WebAssembly", () => {
    const getCode = (thrownValue) => {
      try {
        return createPlainInstance(() => {
          throw thrownValue;
        }).start();
      } catch (error) {
        return error.code;
      }
    };
    assert.deepEqual([new RangeError("too deep"), new Error("refused"), undefined].map(getCode), [
      "internal",
      "wasm_unavailable",
      "wasm_unavailable",
    ]);
  });
});

async function rightCalls(face, client) {
  for (let n = 0; n < 1000; n += 1) {
    assert.throws(() => client.v3.transactions.paginate({ account: "bad" }).cursor, { code: "address_length" });
    assert.equal(client.v3.transactions.paginate({ account: RAW }).stats.rows, 0);
  }
  for (let n = 1; n < 50; n += 1) {
    const { url } = await client.v3.transactions({ account: EQ, limit: n });
    assert.ok(url.endsWith(`limit=${n}&sort=desc`), url);
  }
  assert.deepEqual(Object.keys(makeClient(face).v2).sort(), Object.keys(client.v2).sort());
}

describe("interrupted client calls", () => {
  for (const [name, face] of Object.entries(CLIENTS)) {
    test(`${name}: after stack overflows in every export, 1000 results are right`, async () => {
      const client = makeClient(face);
      const pendingRequests = [];
      const calls = [
        () => face.createClient(),
        () => pendingRequests.push(client.v3.transactions({ account: EQ })),
        () => pendingRequests.push(client.v2.runGetMethod({ address: EQ, method: "seqno", stack: [["num", "0x1"]] })),
        () => pendingRequests.push(client.v2.jsonRpc("getMasterchainInfo")),
        () => client.v3.transactions.paginate({ account: EQ }).cursor,
        () => client.v3.transactions.paginate({ account: "bad" }),
      ];
      for (const size of SIZES) {
        for (const call of calls) {
          runAtPageEdge(size, call);
          await Promise.allSettled(pendingRequests.splice(0));
          assert.throws(() => client.v3.transactions.paginate({ account: "bad" }).cursor, { code: "address_length" });
        }
        await rightCalls(face, client);
      }
    });

    test(`${name}: values that call the client while it reads them do no harm`, async () => {
      const client = makeClient(face);
      const callAgain = () => {
        face.isAddress?.(EQ);
        face.unpackAddress(EQ);
        try {
          client.v3.transactions.paginate({ account: "bad" });
        } catch (error) {
          assert.equal(error.code, "address_length");
        }
        return RAW;
      };
      const values = [
        {
          get account() {
            return callAgain();
          },
        },
        { account: { toString: callAgain } },
        { account: /** @type {any} */ ({ toRawString: callAgain }) },
        { account: [{ toString: callAgain }, RAW] },
        new Proxy(
          { account: RAW },
          {
            ownKeys: (target) => (callAgain(), Reflect.ownKeys(target)),
            get: (target, key) => (callAgain(), target[key]),
            getPrototypeOf: (target) => (callAgain(), Reflect.getPrototypeOf(target)),
          },
        ),
      ];
      for (let n = 0; n < 200; n += 1) {
        const url = decodeURIComponent((await client.v3.transactions(values[n % values.length])).url);
        assert.ok(url.includes(`account=${RAW}`), url);
      }
    });
  }

  test("a trap fails only the call in which it happens", async () => {
    const face = CLIENTS["ton-edge"];
    const client = makeClient(face);
    for (let n = 0; n < 20; n += 1) {
      client.v3.transactions.paginate({ account: RAW });
      for (const instance of listClients()) new Uint8Array(instance.memory.buffer).fill(0xff);
      assert.throws(() => client.v3.transactions.paginate({ account: "bad" }).cursor, { code: "internal" });
      assert.throws(() => client.v3.transactions.paginate({ account: "bad" }).cursor, { code: "address_length" });
    }
    await rightCalls(face, client);
  });
});

describe("interrupted gateway requests", () => {
  const makeGateway = (options) => createGateway(makeGatewayOptions(options));

  test("after stack overflows in requests, 1000 responses are right", async () => {
    const gateway = makeGateway();
    await expectRightResponses(gateway);
    for (const size of SIZES) {
      const requests = Array.from(
        { length: 150 },
        (_, n) => new Request(`http://localhost/api/v2/packAddress?address=${RAW}&n=${n}`),
      );
      const pendingRequests = [];
      runAtPageEdge(size, () => pendingRequests.push(gateway.fetch(requests.pop())));
      await Promise.allSettled(pendingRequests);
      await expectRightResponses(gateway);
    }
  });
});
