// CORS headers are on every response: the same origins may read it, whatever its status.

import assert from "node:assert/strict";

import { respondWith } from "../../upstream/service-of.mjs";
import { BOC, JSON_BODY, READ_PATH, RPC, V2, VARY } from "./requests.mjs";
import { RECORDS, CALLER_KEYS } from "./secrets.mjs";

/** Origins, and whether they may read a response under the allow-list below. */
const ORIGINS = [
  ["https://app.example", true],
  ["https://pre.app.example", true],
  ["https://a.b.app.example", false],
  ["https://app.example.evil.example", false],
  ["https://evilapp.example", false],
  ["http://app.example", false],
  ["https://app.example:8443", false],
  ["https://APP.example", false],
  ["null", false],
  ["https://app.example, https://evil.example", false],
  ["*", false],
  ["https://app.example/", false],
  [undefined, false],
];

/** Requests by their resulting status; `act` is the upstream's behaviour. */
const STATUSES = [
  [200, READ_PATH],
  [200, V2],
  [200, "/api/v2/detectAddress?address=EQCD39VS5jcptHL8vMjEXrzGaRcCVYto7HUn4bpAOg8xqB2N"],
  [200, RPC, { method: "POST", headers: JSON_BODY, body: '[{"method":"x"}]' }],
  [204, READ_PATH, { method: "OPTIONS", headers: { "access-control-request-method": "GET" } }],
  [400, `${READ_PATH}?api_key=a`, { headers: { "x-api-key": "b" } }],
  [401, READ_PATH, { headers: { "x-api-key": CALLER_KEYS.unknown } }],
  [403, `/testnet${READ_PATH}`, { headers: { "x-api-key": CALLER_KEYS.good } }],
  [404, "/api/v3/nothing"],
  [404, "/api/nothing"],
  [404, RPC, { method: "POST", headers: JSON_BODY, body: '{"method":"x"}' }],
  [405, READ_PATH, { method: "DELETE" }],
  [413, "/api/v3/message", { method: "POST", headers: JSON_BODY, body: "x".repeat(2000) }],
  [414, `${READ_PATH}?${"x".repeat(1000)}`],
  [415, "/api/v3/message", { method: "POST", body: "{}" }],
  [422, "/api/v3/blocks?limit=1001"],
  [431, READ_PATH, { headers: { "x-wide": "x".repeat(4000) } }],
  ...[404, 409, 416, 422, 429, 500, 502, 503, 504, 542].map((status) => [status, READ_PATH, {}, respondWith(status)]),
  [
    500,
    "/api/v3/message",
    { method: "POST", headers: JSON_BODY, body: JSON.stringify({ boc: BOC }) },
    respondWith(500),
  ],
  [502, READ_PATH, {}, respondWith(302, {}, { location: "https://evil.example" })],
  [502, READ_PATH, {}, respondWith(401)],
  [502, READ_PATH, {}, (request, response) => response.destroy()],
  [504, READ_PATH, {}, () => {}],
];

const settings = {
  apiKeys: RECORDS,
  maxUrlBytes: 600,
  maxBodyBytes: 1000,
  maxHeaderBytes: 3000,
  timeoutMs: 2000,
  breaker: { failures: 1000 },
};

const checkMatrix = (check) => async (world) => {
  for (const [status, path, init = {}, handler = respondWith(200)] of STATUSES) {
    world.service.act = handler;
    await Promise.all(
      ORIGINS.map(async ([origin, isListed]) => {
        const reply = await world.request(path, { ...init, headers: { ...init.headers, ...(origin && { origin }) } });
        assert.equal(reply.status, status, `${path.slice(0, 60)} ${reply.text.slice(0, 100)}`);
        check(reply.headers, origin, isListed, `${status} ${path.slice(0, 60)} for ${origin}`);
        assert.match(reply.headers["access-control-expose-headers"], /Retry-After.*X-Request-Id/);
        if (status === 204) {
          assert.equal(reply.headers["access-control-allow-methods"], "GET, HEAD, OPTIONS");
          assert.match(
            reply.headers["access-control-allow-headers"],
            /Content-Type, X-API-Key, X-Ton-Client-Version, X-Timeout/,
          );
        }
      }),
    );
  }
};

export default [
  {
    name: "every origin is allowed, on every status",
    config: () => settings,
    steps: checkMatrix((headers, origin, isListed, label) => {
      assert.equal(headers["access-control-allow-origin"], "*", label);
      assert.equal(headers.vary, VARY, label);
    }),
  },
  {
    name: "only listed origins are allowed, on every status",
    config: () => ({ ...settings, origins: ["https://app.example", "https://*.app.example"] }),
    steps: checkMatrix((headers, origin, isListed, label) => {
      assert.equal(headers["access-control-allow-origin"], isListed ? origin : undefined, label);
      assert.equal(headers.vary, `Origin, ${VARY}`, label);
    }),
  },
];
