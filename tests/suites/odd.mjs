// Odd values as arguments of every export: only typed errors, and no call hangs.

import { assert } from "chai";
import * as everything from "ton-edge";
import { endpoints } from "ton-edge/endpoints";
import { createGateway } from "ton-edge/gateway";

function makeOddValues() {
  const revokedProxy = Proxy.revocable({}, {});
  revokedProxy.revoke();
  const revokedList = Proxy.revocable([], {});
  revokedList.revoke();
  const cyclicObject = {};
  cyclicObject.self = cyclicObject;
  const throwTrap = () => {
    throw new RangeError("the caller's own trap failed");
  };
  return [
    undefined,
    null,
    true,
    NaN,
    Infinity,
    -0,
    1.5,
    2 ** 53,
    -1,
    10n ** 40n,
    "",
    "\ud800",
    "\u0000",
    "🙂",
    "x".repeat(2_000_000),
    Symbol("odd"),
    Symbol.iterator,
    () => {},
    class {},
    {},
    [],
    [[]],
    [undefined],
    [Symbol("odd")],
    Object.create(null),
    new Proxy({}, { get: throwTrap, ownKeys: throwTrap, getPrototypeOf: throwTrap, has: throwTrap }),
    new Proxy([], { get: throwTrap }),
    revokedProxy.proxy,
    revokedList.proxy,
    cyclicObject,
    {
      get address() {
        return throwTrap();
      },
    },
    {
      get account() {
        return throwTrap();
      },
    },
    {
      get signal() {
        return throwTrap();
      },
    },
    { toString: throwTrap, toRawString: throwTrap, toJSON: throwTrap, valueOf: throwTrap },
    { [Symbol("key")]: 1 },
    { address: Symbol("odd") },
    { length: 2 ** 32 },
    new Array(200_000),
    new Date(NaN),
    new Map([[1, 2]]),
    Promise.resolve(1),
    new Uint8Array(3),
    new Error("odd"),
    new String("EQ"),
    new WeakMap(),
    JSON.parse('{"__proto__": {"limit": 1}, "constructor": 1}'),
  ];
}

/** No client-side rate limit and no retries, because these tests make a thousand calls. */
const plainOptions = { rateLimit: false, retry: false };

const makeResponse = () => new Response('{"ok":true,"result":{}}', { headers: { "content-type": "application/json" } });

function assertTyped(error, label) {
  assert.isTrue(
    everything.isTonEdgeError(error),
    `${label} gave ${Object.prototype.toString.call(error)} ${error?.stack}`,
  );
  assert.notEqual(error.code, "internal", `${label}: ${error.message}`);
}

/** Runs the work; whatever it throws, or rejects with, must be a TonEdgeError. */
async function checkQuickly(label, work) {
  let timer;
  const timeoutPromise = new Promise((_, reject) => {
    timer = setTimeout(() => reject(new Error("it hangs")), 5000);
  });
  try {
    await Promise.race([work(), timeoutPromise]);
  } catch (error) {
    assertTyped(error, label);
  } finally {
    clearTimeout(timer);
  }
}

export const oddTests = {
  async "odd values at every function of the package"() {
    let callCount = 0;
    for (const [name, member] of /** @type {any[][]} */ (Object.entries(everything))) {
      if (typeof member !== "function" || /^[A-Z]/.test(name)) continue;
      for (const [number, value] of makeOddValues().entries()) {
        await checkQuickly(`${name}(odd ${number})`, () => member(value));
        await checkQuickly(`${name}(address, odd ${number})`, () => member("0:" + "0".repeat(64), value));
        callCount += 2;
      }
    }
    assert.isAbove(callCount, 1000);
  },

  async "odd values at every function of the class Address"() {
    const { Address } = everything;
    const address = new Address(0, new Uint8Array(32));
    let callCount = 0;
    for (const [number, value] of makeOddValues().entries()) {
      await checkQuickly(`new Address(odd ${number})`, () => new Address(value, address.hash));
      await checkQuickly(`new Address(0, odd ${number})`, () => new Address(0, value));
      for (const [title, members] of [
        ["Address", Address],
        ["address", Address.prototype],
      ]) {
        for (const name of Object.getOwnPropertyNames(members)) {
          if (typeof members[name] !== "function" || name === "constructor") continue;
          await checkQuickly(`${title}.${name}(odd ${number})`, () =>
            (title === "Address" ? Address : address)[name](value),
          );
          callCount += 1;
        }
      }
    }
    assert.isAbove(callCount, 400);
  },

  async "odd values as parameters and options of every operation"() {
    const client = everything.createClient(/** @type {any} */ ({ fetch: async () => makeResponse(), ...plainOptions }));
    for (const { generation, path, params } of /** @type {any[]} */ (endpoints())) {
      const name = params?.[0]?.name ?? "none";
      for (const [number, value] of makeOddValues().entries()) {
        await checkQuickly(`${generation} ${path}(odd ${number})`, () => client.call(generation, path, value));
        await checkQuickly(`${generation} ${path}({ ${name}: odd ${number} })`, () =>
          client.call(generation, path, { [name]: value }),
        );
      }
    }
    for (const [number, value] of makeOddValues().entries()) {
      await checkQuickly(`options ${number}`, () => client.v2.getMasterchainInfo({}, value));
      for (const option of ["signal", "timeoutMs", "queueTimeoutMs", "extra", "method", "retry"]) {
        await checkQuickly(`${option} ${number}`, () => client.v2.getMasterchainInfo({}, { [option]: value }));
      }
      await checkQuickly(`call ${number}`, () => client.call(value, value, value));
      await checkQuickly(`jsonRpc ${number}`, () => client.v2.jsonRpc(value, value));
      await checkQuickly(`batch ${number}`, () => client.v2.batch(value, value));
      await checkQuickly(`batch of ${number}`, () =>
        client.v2.batch([value, { method: value }, { method: "getMasterchainInfo", params: value }]),
      );
      await checkQuickly(`paginate ${number}`, () => client.v3.transactions.paginate(value, value).toArray(value));
      for (const option of ["pageSize", "maxItems", "signal"]) {
        await checkQuickly(`paginate ${option} ${number}`, () =>
          client.v3.blocks.paginate({}, { [option]: value }).toArray({ maxItems: 1 }),
        );
      }
    }
  },

  async "odd values as options of a client, and as results of fetch"() {
    for (const [number, value] of makeOddValues().entries()) {
      for (const option of [
        "network",
        "baseUrl",
        "apiKey",
        "apiKeyIn",
        "fetch",
        "headers",
        "timeoutMs",
        "queueTimeoutMs",
        "maxResponseBytes",
        "maxUrlBytes",
        "retry",
        "concurrency",
        "coalesce",
        "onRequest",
        "onResponse",
        "onRetry",
        "dangerouslyAllowBrowser",
      ]) {
        await checkQuickly(`${option} ${number}`, () =>
          // No server listens there. Without a custom `fetch`, the client uses the runtime's.
          everything
            .createClient(
              /** @type {any} */ ({
                baseUrl: "http://127.0.0.1:9",
                fetch: async () => makeResponse(),
                ...plainOptions,
                [option]: value,
              }),
            )
            .v2.getMasterchainInfo(),
        );
      }
      for (const giveValue of [
        async () => value,
        () => value,
        async () => {
          throw value;
        },
      ]) {
        await checkQuickly(`fetch gives ${number}`, () =>
          everything.createClient(/** @type {any} */ ({ fetch: giveValue, ...plainOptions })).v2.getMasterchainInfo(),
        );
      }
      await checkQuickly(`apiKey gives ${number}`, () =>
        everything
          .createClient(
            /** @type {any} */ ({
              fetch: async () => makeResponse(),
              ...plainOptions,
              apiKey: () => value,
              dangerouslyAllowBrowser: true,
            }),
          )
          .v2.getMasterchainInfo(),
      );
    }
  },

  async "odd values at the gateway, which responds to each"() {
    const request = () => new Request("http://localhost/api/v2/unpackAddress?address=x");
    const quietConfig = { log() {}, fetch: async () => makeResponse() };
    const checkResponse = async (label, gateway, request) => {
      const response = await gateway.fetch(request);
      assert.include([200, 404, 405, 414, 415, 422, 500], response.status, label);
      assert.isBelow((await response.text()).length, 2000, label);
    };
    for (const [number, value] of makeOddValues().entries()) {
      await checkResponse(`config ${number}`, createGateway(value), request());
      for (const option of ["network", "mainnet", "origins", "unknownParameters", "maxUrlBytes", "timeout", "assets"]) {
        await checkResponse(`${option} ${number}`, createGateway({ ...quietConfig, [option]: value }), request());
      }
      const gateway = createGateway(quietConfig);
      await checkResponse(`request ${number}`, gateway, value);
      for (const part of ["method", "url", "headers", "body", "signal"]) {
        const { method, url, headers } = request();
        await checkResponse(`${part} ${number}`, gateway, { method, url, headers, body: null, [part]: value });
      }
      await checkResponse(
        `key ${number}`,
        createGateway({ ...quietConfig, mainnet: { apiKey: () => value } }),
        new Request("http://localhost/api/v3/blocks"),
      );
    }
  },

  async "the package still works after all odd values"() {
    assert.equal(everything.unpackAddress("EQCD39VS5jcptHL8vMjEXrzGaRcCVYto7HUn4bpAOg8xqB2N").slice(0, 6), "0:83DF");
    assert.deepEqual(
      await everything
        .createClient(/** @type {any} */ ({ fetch: async () => makeResponse(), ...plainOptions }))
        .v2.getMasterchainInfo(),
      {},
    );
  },
};
