// The client refuses every value that it cannot send as the caller meant it, and names the position of the value; it never returns a failure
// as a result.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { runInNewContext } from "node:vm";
import { createClient, isTonEdgeError } from "ton-edge";
import { createGateway } from "ton-edge/gateway";
import { serve } from "ton-edge/node";

import { parseJson } from "../../pkg/lib/util/body.js";
import { UNLIMITED } from "../helpers/unlimited.mjs";

const RAW = "0:83DFD552E63729B472FCBCC8C45EBCC6691702558B68EC7527E1BA403A0F31A8";

/** A client whose upstream responds with `body`; `sent` lists the requests. */
function makeClient(body = '{"ok":true,"result":{}}', status = 200) {
  const sentRequests = [];
  const fetch = async (request) => {
    sentRequests.push(request);
    return new Response(body, { status, headers: { "content-type": "application/json" } });
  };
  return { sentRequests: sentRequests, client: createClient({ fetch, rateLimit: false, retry: false }) };
}

class Filter {
  account = RAW;
}

describe("values that the client refuses", () => {
  const OBJECTS = {
    "a Map": new Map([["account", RAW]]),
    "a Set": new Set(["account"]),
    URLSearchParams: new URLSearchParams({ account: RAW }),
    Headers: new Headers({ account: RAW }),
    "an instance of a class": new Filter(),
    "inherited properties": Object.create({ account: RAW }),
    "inherited properties of an object without a prototype": Object.create(
      Object.assign(Object.create(null), { account: RAW }),
    ),
    "a Date": new Date(),
  };
  for (const [title, params] of Object.entries(OBJECTS)) {
    test(`the client refuses ${title} as parameters`, async () => {
      const { sentRequests, client } = makeClient('{"transactions":[]}');
      for (const call of [
        () => client.v3.transactions(params),
        () => client.v3.transactions({}, { extra: params }),
        async () => client.v3.transactions.paginate(params).cursor,
        () => client.v2.jsonRpc("getMasterchainInfo", params),
      ]) {
        const error = await call().then(
          () => undefined,
          (error) => error,
        );
        assert.equal(error?.code, "invalid_parameter", String(error));
        assert.match(error.message, /plain object/);
      }
      assert.equal(sentRequests.length, 0);
    });
  }

  test("objects without a prototype, and those of another realm, are accepted as parameters", async () => {
    const { runInNewContext } = await import("node:vm");
    const { sentRequests, client } = makeClient('{"transactions":[]}');
    await client.v3.transactions(Object.assign(Object.create(null), { account: RAW }));
    await client.v3.transactions(runInNewContext("({ account })", { account: RAW }));
    assert.deepEqual(
      sentRequests.map(({ url }) => new URL(url).searchParams.get("account")),
      [RAW, RAW],
    );
  });

  const VALUES = {
    "an empty list": [{ account: [] }, "account"],
    "a hole in a list": [{ account: [RAW, , RAW] }, "account[1]"],
    "half of a surrogate pair in a list": [{ account: [RAW, "\ud800"] }, "account[1]"],
    "an object that is not an address": [{ account: {} }, "account"],
    "a Map as an address": [{ account: new Map() }, "account"],
    NaN: [{ limit: NaN }, "limit"],
    "2 ** 60": [{ start_lt: 2 ** 60 }, "start_lt"],
    "a number of a million digits": [{ start_lt: 10n ** 1_000_000n }, "start_lt"],
  };
  for (const [title, [params, position]] of /** @type {any[][]} */ (Object.entries(VALUES))) {
    test(`the client refuses ${title} as a parameter's value`, async () => {
      const { sentRequests, client } = makeClient('{"transactions":[]}');
      const error = await client.v3.transactions(params).then(
        () => undefined,
        (error) => error,
      );
      assert.deepEqual(
        [error?.code, error?.parameter, sentRequests.length],
        ["invalid_parameter", position, 0],
        String(error),
      );
    });
  }

  const STACKS = {
    "2 ** 60": [[["num", 2 ** 60]], "stack[0][1]"],
    "-(2 ** 53)": [[["num", -(2 ** 53)]], "stack[0][1]"],
    NaN: [[["num", NaN]], "stack[0][1]"],
    Infinity: [[["num", Infinity]], "stack[0][1]"],
    "a fraction": [[["num", 1.5]], "stack[0][1]"],
    undefined: [[["num", undefined]], "stack[0][1]"],
    "a hole": [[["num", "1"], , ["num", "2"]], "stack[1]"],
    "half of a surrogate pair": [[["num", "\ud800"]], "stack[0][1]"],
    "half of a surrogate pair in a name": [[{ "\udc00": 1 }], "stack[0]"],
    "a Map": [[["num", new Map([[1, 2]])]], "stack[0][1]"],
    "a Set": [[["tuple", new Set([1])]], "stack[0][1]"],
    "an instance of a class": [[new Filter()], "stack[0]"],
    "inherited properties": [[Object.create({ type: "num" })], "stack[0]"],
    "a Date": [[["num", new Date(0)]], "stack[0][1]"],
    bytes: [[["tvm.Slice", new Uint8Array(3)]], "stack[0][1]"],
    "a boxed number": [[["num", Object(5)]], "stack[0][1]"],
    "a function": [[["num", () => 5]], "stack[0][1]"],
    "a symbol": [[["num", Symbol("5")]], "stack[0][1]"],
    "a bigint of a million digits": [[["num", 10n ** 1_000_000n]], "stack[0][1]"],
    "a number far inside": [[["tuple", { elements: [{ a: [1, { b: 2 ** 60 }] }] }]], "stack[0][1].elements[0].a[1].b"],
  };
  for (const [title, [stack, position]] of /** @type {any[][]} */ (Object.entries(STACKS))) {
    test(`the client refuses ${title} in a stack`, async () => {
      const { sentRequests, client } = makeClient();
      for (const call of [
        () => client.v2.runGetMethod({ address: RAW, method: "get", stack }),
        () => client.v3.runGetMethod({ address: RAW, method: "get", stack }),
      ]) {
        const error = await call().then(
          () => undefined,
          (error) => error,
        );
        assert.deepEqual(
          [error?.code, error?.parameter, sentRequests.length],
          ["invalid_parameter", position, 0],
          String(error),
        );
      }
      const error = await client.v2.jsonRpc("runGetMethod", { address: RAW, method: "get", stack }).then(
        () => undefined,
        (error) => error,
      );
      assert.deepEqual([error?.code, sentRequests.length], ["invalid_parameter", 0], String(error));
    });
  }

  test("every value that a stack may have arrives unchanged", async () => {
    const { sentRequests, client } = makeClient();
    const stack = [
      ["num", 5],
      ["num", -5n],
      ["num", "0x1"],
      ["num", 2 ** 53 - 1],
      { type: "tuple", value: [null, true, [], {}], left: undefined },
      ["text", "\u{1f600}\0"],
    ];
    await client.v2.runGetMethod({ address: RAW, method: "get", stack: /** @type {any} */ (stack) });
    assert.deepEqual(JSON.parse(await sentRequests[0].text()).stack, [
      ["num", 5],
      ["num", "-5"],
      ["num", "0x1"],
      ["num", 2 ** 53 - 1],
      { type: "tuple", value: [null, true, [], {}] },
      ["text", "\u{1f600}\0"],
    ]);
  });

  test("an object that is not an address is refused for that, not for its white space", async () => {
    const error = await makeClient()
      .client.v2.getAddressBalance({ address: {} })
      .catch((error) => error);
    assert.match(error.message, /not an object/);
  });

  test("an error can be sent to another thread by its toJSON", async () => {
    const error = await makeClient()
      .client.v2.getAddressBalance({ address: "EQ" })
      .catch((error) => error);
    const changedJson = structuredClone(error.toJSON());
    assert.ok(isTonEdgeError(changedJson, "address_length"));
    assert.equal(changedJson.parameter, "address");
  });
});

describe("failures with status 200", () => {
  const BODIES = [
    ['{"result":"5"}', "invalid_response"],
    ['{"result":"5","code":200}', "invalid_response"],
    ['{"ok":true,"result":"Ratelimit exceed","code":429}', "rate_limited"],
    ['{"result":"Ratelimit exceed","code":429}', "rate_limited"],
    ['{"ok":false,"result":"Ratelimit exceed","code":429}', "rate_limited"],
    ['{"ok":true,"result":"5","code":500}', "server_error"],
    ['{"ok":true,"result":"5","code":4000}', "bad_request"],
    ['{"ok":"true","result":"5"}', "bad_request"],
    ['{"ok":1,"result":"5"}', "bad_request"],
    ['{"ok":null,"result":"5"}', "bad_request"],
    ['{"ok":true}', "invalid_response"],
    ['{"ok":true,"result":"5","error":"no"}', "bad_request"],
    ['{"ok":true,"result":"5"}', undefined],
    ['{"ok":true,"result":"5","code":200}', undefined],
  ];
  for (const [body, code] of BODIES) {
    test(`the client reads this v2 body with status 200 correctly: ${body}`, async () => {
      const { client } = makeClient(body);
      const [value, error] = await client.v2.getAddressBalance({ address: RAW }).then(
        (value) => [value],
        (error) => [undefined, error],
      );
      assert.deepEqual([value, error?.code], code ? [undefined, code] : ["5", undefined]);
    });

    test(`the gateway reads this v2 body with status 200 correctly: ${body}`, async () => {
      let requestCount = 0;
      const fetch = async () => {
        requestCount += 1;
        return new Response(body, { headers: { "content-type": "application/json" } });
      };
      const gateway = createGateway({ limits: UNLIMITED, fetch, retries: 0, log() {} });
      // The gateway caches a final response for a day.
      const send = () => gateway.fetch(new Request(`http://gateway/api/v2/getShards?seqno=5`), {});
      const firstResponse = await send();
      await firstResponse.text();
      if (code === "rate_limited") assert.equal(firstResponse.status, 429);
      await new Promise((resolve) => setTimeout(resolve, 600));
      await (await send()).text();
      assert.equal(requestCount, code ? 2 : 1, "only a result is cached");
    });
  }

  test("code 429 with status 200 is a failed attempt: the next upstream responds", async () => {
    const requests = [];
    const fetch = async (url) => {
      requests.push(new URL(url).host);
      const body =
        requests.length === 1 ? '{"ok":true,"result":"Ratelimit exceed","code":429}' : '{"ok":true,"result":[]}';
      return new Response(body, { headers: { "content-type": "application/json" } });
    };
    const gateway = createGateway({
      limits: UNLIMITED,
      fetch,
      mainnet: [{ baseUrl: "https://one.example" }, { baseUrl: "https://two.example" }],
      log() {},
    });
    const response = await gateway.fetch(new Request("http://gateway/api/v2/getShards?seqno=5"), {});
    assert.deepEqual(
      [response.status, await response.json(), requests],
      [200, { ok: true, result: [] }, ["one.example", "two.example"]],
    );
  });
});

describe("long bodies with long integers", () => {
  const LONG_NUMBER = '"a":12345678901234567890';
  for (const [title, text] of Object.entries({
    letters: `{${LONG_NUMBER},"b":"${"e".repeat(16e6)}"}`,
    digits: `{${LONG_NUMBER},"b":"${"1".repeat(30e6)}"}`,
    escapes: `{${LONG_NUMBER},"b":"${"\\\\".repeat(8e6)}"}`,
    "white space": `{"b":${" ".repeat(30e6)}1,${LONG_NUMBER}}`,
  })) {
    test(`a long integer beside megabytes of ${title} stays exact`, () => {
      const { shape, value } = parseJson(text);
      assert.deepEqual([shape, value?.a], [2, "12345678901234567890"]);
    });
  }
});

describe("renamed options", () => {
  const OLD_NAMES = {
    keyIn: () => createClient(/** @type {any} */ ({ keyIn: "query" })),
    verb: () =>
      createClient({ fetch: () => assert.fail("nothing is sent") }).v3.decode(
        {},
        /** @type {any} */ ({ verb: "POST" }),
      ),
  };
  for (const [oldName, newName] of [
    ["keyIn", "apiKeyIn"],
    ["verb", "method"],
  ]) {
    test(`the old option \`${oldName}\` is refused, and the error names \`${newName}\``, async () => {
      const error = await Promise.resolve()
        .then(OLD_NAMES[oldName])
        .catch((reason) => reason);
      assert.ok(isTonEdgeError(error), String(error));
      assert.deepEqual([error.code, error.parameter, error.suggestion], ["invalid_option", oldName, newName]);
      assert.match(error.message, new RegExp(`no option \`${oldName}\`; it is now \`${newName}\`$`));
    });
  }

  test("an option name without its unit is refused, and the error names the one with the unit", async () => {
    const error = await Promise.resolve()
      .then(() => serve(createGateway(), /** @type {any} */ ({ port: 0, drain: 1000 })))
      .catch((reason) => reason);
    assert.deepEqual([error.code, error.parameter, error.suggestion], ["invalid_option", "drain", "drainMs"]);
    assert.match(error.message, /no option `drain`; did you mean `drainMs`\?$/);
  });

  test("an error does not suggest a new option name that the object does not have", async () => {
    assert.throws(() => createClient(/** @type {any} */ ({ verb: "POST" })), /no option `verb`; it has network, /);
  });
});

describe("values of another realm and keys of any characters", () => {
  test("a Uint8Array of another realm is accepted, as in tests under jsdom", async () => {
    const requestTexts = [];
    const fetch = async (request) => {
      requestTexts.push(await request.clone().text());
      return new Response('{"ok":true,"result":{"@type":"ok"}}');
    };
    const client = createClient({ baseUrl: "http://127.0.0.1", rateLimit: false, retry: false, fetch });
    const boc = [0xb5, 0xee, 0x9c, 0x72, 1, 2, 3];
    for (const bytes of [Uint8Array.from(boc), Buffer.from(boc), runInNewContext("Uint8Array.from(boc)", { boc })])
      await client.v2.sendBoc({ boc: bytes });
    assert.equal(requestTexts.length, 3);
    assert.equal(new Set(requestTexts).size, 1);
    const error = await client.v2
      .sendBoc({ boc: /** @type {any} */ (new DataView(new ArrayBuffer(8))) })
      .catch((error) => error);
    assert.equal(error.code, "invalid_parameter");
  });

  test("errors do not show an API key in a URL, however the URL encodes it", async () => {
    const apiKey = `abc'def"(123)456`;
    const fetch = async (request) => {
      throw new Error(`cannot reach ${request.url}`);
    };
    const settings = { baseUrl: "http://127.0.0.1", apiKey, apiKeyIn: /** @type {const} */ ("query"), retry: 1, fetch };
    const error = await createClient({ ...settings, rateLimit: false })
      .v2.getMasterchainInfo()
      .catch((error) => error);
    const texts = [error.message, error.stack, error.requestUrl, String(error.cause), error.cause.stack].join("\n");
    assert.match(texts, /cannot reach/);
    assert.doesNotMatch(texts, /def/);
  });
});
