// Single requests: which statuses of an upstream let another one respond, a server that is closing, upstream keys from a function, log
// lines of cached verdicts, records of keys.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { createGateway, listKeys } from "ton-edge/gateway";

import { CompressedForms } from "../../pkg/lib/gateway/http/compressed-forms.js";
import { generateKey } from "../../pkg/lib/gateway/keys/generate.js";

const READ_PATH = "/api/v3/transactions?limit=1";
const EMPTY_RESPONSE = { transactions: [], address_book: {} };

/** A gateway before upstreams that respond by `replies`, in their order; the hosts that got a request, and the log lines. */
function setUp(replies, overrides = {}) {
  const requests = [];
  const lines = [];
  const hosts = Object.keys(replies);
  const gateway = createGateway({
    mainnet: hosts.map((host) => `https://${host}`),
    limits: { keyless: "off", budget: "off" },
    fetch: async (url, init) => {
      const { host } = new URL(url);
      requests.push({ host, headers: new Headers(init.headers) });
      return replies[host]();
    },
    log: (line) => lines.push(JSON.parse(line)),
    ...overrides,
  });
  const send = (path, init = {}, ctx = undefined) =>
    gateway.fetch(new Request(`https://gw.example${path}`, init), {}, ctx);
  return { send, sentRequests: requests, lines };
}

describe("an upstream's response", () => {
  const read = async (status, type = "application/json") => {
    const makeFirstResponse = () => new Response("{}", { status, headers: { "content-type": type } });
    const { send, sentRequests } = setUp({
      "a.example": makeFirstResponse,
      "b.example": () => Response.json(EMPTY_RESPONSE),
    });
    const response = await send(READ_PATH);
    return { final: response.status, hosts: sentRequests.map(({ host }) => host) };
  };

  for (const status of [301, 302, 303, 307, 308, 401, 403, 408, 425, 429, 500, 503])
    test(`${status} lets the other upstream respond to a read`, async () => {
      const { final, hosts } = await read(status);
      assert.equal(final, 200);
      assert.equal(hosts.at(-1), "b.example");
    });

  for (const status of [400, 404, 422, 499])
    test(`${status} is passed on`, async () => {
      const { final, hosts } = await read(status);
      assert.equal(final, status);
      assert.ok(!hosts.includes("b.example"), hosts.join(" "));
    });
});

test("a server that is closing fails its health check, and no other request", async () => {
  const { send } = setUp({ "a.example": () => Response.json(EMPTY_RESPONSE) });
  const ctx = { server: { isDraining: true }, waitUntil() {} };
  const health = await send("/healthz", {}, ctx);
  assert.deepEqual([health.status, await health.json()], [503, { status: "draining" }]);
  assert.equal((await send(READ_PATH, {}, ctx)).status, 200);
  assert.equal((await send("/healthz")).status, 200);
});

test("an upstream key may come from a function", async () => {
  const mainnet = [{ baseUrl: "https://a.example", apiKey: () => "an-upstream-key" }];
  const { send, sentRequests } = setUp({ "a.example": () => Response.json(EMPTY_RESPONSE) }, { mainnet });
  assert.equal((await send(READ_PATH)).status, 200);
  assert.equal(sentRequests[0].headers.get("x-api-key"), "an-upstream-key");
});

test("the log line of a repeated request with an API key has the same operation", async () => {
  const { key, record } = await generateKey({ network: "mainnet", name: "app", plan: undefined });
  assert.deepEqual([record.name, record.id], ["app", record.hash.slice(0, 12)]);
  const { send, lines } = setUp({ "a.example": () => Response.json(EMPTY_RESPONSE) }, { apiKeys: listKeys([record]) });
  for (let count = 0; count < 3; count += 1)
    assert.equal((await send(READ_PATH, { headers: { "x-api-key": key } })).status, 200);
  const requests = lines.filter(({ event }) => event === "request");
  assert.deepEqual(
    requests.map(({ endpoint, generation }) => `${generation} ${endpoint}`),
    Array(3).fill("v3 transactions"),
  );
});

test("an item of the list of keys that is not a record is named", async () => {
  for (const item of [undefined, null, 1])
    await assert.rejects(
      async () => /** @type {any} */ (listKeys(/** @type {any} */ ([item]))).find("a".repeat(64), {}),
      {
        code: "key_record_invalid",
        message: /^record 1 of the list of keys: (?!.*(undefined|Cannot read))/,
      },
    );
});

test("a compressed form is kept if there is room for it, and made again otherwise", async () => {
  for (const hasRoom of [true, false]) {
    const forms = new CompressedForms(() => hasRoom);
    let creationCount = 0;
    const compress = async () => new Uint8Array([(creationCount += 1)]);
    assert.deepEqual([...(await forms.get("gzip", compress))], [1]);
    assert.equal(forms.has("gzip"), hasRoom);
    assert.deepEqual([...(await forms.get("gzip", compress))], [hasRoom ? 1 : 2]);
  }
});
