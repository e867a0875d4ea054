// The routes of requests, and the responses to requests without a route.

import assert from "node:assert/strict";

import { BOC, JSON_BODY, READ_PATH, RPC, V2 } from "./requests.mjs";
import { CALLER_KEYS } from "./secrets.mjs";

/** The upstreams' requests since the last call: `["GET /api/v3/blocks?limit=1"]`. */
const listUpstreamRequests = ({ services }) =>
  services.map(({ seen }) => seen.splice(0).map(({ method, url }) => `${method} ${url}`));

/** The raw addresses of `count` accounts, and a query with all of them. */
const makeAddresses = (count) =>
  Array.from({ length: count }, (_, index) => `0:${index.toString(16).toUpperCase().padStart(64, "0")}`);
const list = (count) =>
  makeAddresses(count)
    .map((address) => `address=${address}`)
    .join("&");

/** The number of addresses that servers with a limit of their own take, and the status of their refusal. */
const LONGEST_URLS = {
  Deno: { most: 850, refusal: /^HTTP\/1\.1 400 / },
  Bun: { most: 200, refusal: /^HTTP\/1\.1 431 / },
};

export default [
  {
    name: "a prefix or a host chooses the network",
    services: [undefined, undefined],
    config: ([mainnet, testnet]) => ({ mainnet, testnet, network: "testnet", hosts: { "main.example": "mainnet" } }),
    async steps(world) {
      const emptyMatrix = [[], []];
      const listCallsOn = (at) => emptyMatrix.map((_, index) => (index === at ? [`GET ${READ_PATH}`] : []));
      for (const [path, host, mountIndex] of [
        [READ_PATH, "any.example", 1],
        [READ_PATH, "main.example", 0],
        [READ_PATH, "MAIN.example:8080", 0],
        [READ_PATH, "main.example.evil.example", 1],
        [`/mainnet${READ_PATH}`, "any.example", 0],
        [`/testnet${READ_PATH}`, "main.example", 1],
      ]) {
        assert.equal((await world.request(path, { headers: { host } })).status, 200);
        assert.deepEqual(listUpstreamRequests(world), listCallsOn(mountIndex), `${host} ${path}`);
      }
      const line = await world.logged(({ network }) => network === "mainnet");
      assert.equal(line.endpoint, "masterchainInfo");
    },
  },
  {
    name: "verbs, HEAD and aliases",
    async steps(world) {
      for (const [method, path, body, upstream] of [
        ["GET", "/api/v2/getMasterchainInfo", undefined, "GET /api/v2/getMasterchainInfo"],
        ["HEAD", "/api/v2/getMasterchainInfo?", undefined, "GET /api/v2/getMasterchainInfo"],
        ["POST", "/api/v2/getAddressBalance", { address: ADDRESS }, `GET /api/v2/getAddressBalance?address=${ADDRESS}`],
        ["GET", "/api/v2/shards?seqno=7", undefined, "GET /api/v2/getShards?seqno=7"],
        ["GET", "/api/v3/jetton/wallets?limit=1&api_key=x", undefined, "GET /api/v3/jetton/wallets?limit=1"],
        ["HEAD", "/api/v3/blocks?limit=2", undefined, "GET /api/v3/blocks?limit=2"],
        ["POST", "/api/v3/message", { boc: BOC }, "POST /api/v3/message"],
      ]) {
        const reply = await world.request(path, {
          method,
          headers: body ? JSON_BODY : {},
          body: body && JSON.stringify(body),
        });
        assert.equal(reply.status, 200, `${method} ${path} ${reply.text}`);
        assert.equal(reply.body.length === 0, method === "HEAD");
        assert.deepEqual(listUpstreamRequests(world), [[upstream]]);
      }
    },
  },
  {
    name: "lists as long as the service documents reach it, and longer ones do not",
    async steps(world) {
      // The longest URL that the runtime's own server accepts, and how it refuses a longer one: docs/operate/requests.md.
      const { most: maxCount, refusal } = LONGEST_URLS[world.runtime] ?? { most: Infinity };
      for (const { path, documented: maxAddresses } of [
        { path: "/api/v3/accountStates", documented: 1000 },
        { path: "/api/v3/addressBook", documented: 1024 },
        { path: "/api/v3/jetton/masters", documented: 1024 },
      ]) {
        const count = Math.min(maxCount, maxAddresses);
        world.service.seen.length = 0;
        const reply = await world.request(`${path}?${list(count)}`);
        assert.equal(reply.status, 200, `${count} in ${path}: ${reply.text}`);
        const [{ url }] = world.service.seen;
        assert.deepEqual(new URL(url, world.url).searchParams.getAll("address"), makeAddresses(count));
        const longerPath = `${path}?${list(maxAddresses + 1)}`;
        if (maxCount === Infinity) {
          const { status, json } = await world.request(longerPath);
          assert.equal(status, 422);
          assert.match(json.error, new RegExp(`at most ${maxAddresses} values`));
        } else assert.match(await world.sendRaw(`GET ${longerPath} HTTP/1.1\r\nhost: gw\r\n\r\n`), refusal);
        assert.equal(world.service.seen.length, 1);
      }
      if (world.runtime === "Bun") return;
      // The upstream gets the name once per value. Deno could not send such a URL: it must not look like the upstream's fault.
      const joinedReply = await world.request(`/api/v3/accountStates?address=${makeAddresses(900).join(",")}`);
      assert.equal(joinedReply.status, world.runtime === "Deno" ? 414 : 200, joinedReply.text);
    },
  },
  {
    name: "refusals have the shape of their generation, of JSON-RPC, or of a problem document",
    config: () => ({ maxBodyBytes: 300, maxUrlBytes: 400, maxHeaderBytes: 2000 }),
    async steps(world) {
      const longText = "x".repeat(500);
      const bigBody = JSON.stringify({ boc: longText });
      const wideHeaders = { "x-wide": "x".repeat(2500) };
      const table = [
        ["GET", "/api/v3/trasactions", {}, undefined, 404, "not_found"],
        ["GET", "/api/v2/getMasterInfo", {}, undefined, 404, "not_found"],
        ["GET", "/api/v4/x", {}, undefined, 404, "not_found"],
        ["DELETE", "/api/v3/blocks", {}, undefined, 405, "method_not_allowed"],
        ["GET", RPC, {}, undefined, 405, "method_not_allowed"],
        ["PUT", V2, {}, undefined, 405, "method_not_allowed"],
        ["POST", "/api/v3/message", JSON_BODY, bigBody, 413, "payload_too_large"],
        ["POST", RPC, JSON_BODY, bigBody, 413, "payload_too_large"],
        ["GET", `/api/v3/blocks?limit=1&x=${longText}`, {}, undefined, 414, "uri_too_long"],
        ["GET", `${V2}?x=${longText}`, {}, undefined, 414, "uri_too_long"],
        ["POST", "/api/v3/message", { "content-type": "text/plain" }, "{}", 415, "unsupported_media_type"],
        ["POST", RPC, {}, "{}", 415, "unsupported_media_type"],
        ["POST", "/api/v3/message", JSON_BODY, "[1]", 422, "invalid_body"],
        ["GET", "/api/v3/blocks?limit=1001", {}, undefined, 422, "invalid_parameter"],
        ["GET", "/api/v2/getAddressBalance", {}, undefined, 422, "missing_parameter"],
        ["POST", "/api/v2/getMasterchainInfo", JSON_BODY, '{"sqno":1}', 422, "unknown_parameter"],
        ["GET", READ_PATH, wideHeaders, undefined, 431, "headers_too_large"],
        ["POST", RPC, { ...JSON_BODY, ...wideHeaders }, "{}", 431, "headers_too_large"],
      ];
      for (const [method, path, headers, body, status, code] of /** @type {any[][]} */ (table)) {
        const label = `${method} ${path.slice(0, 60)}`;
        const reply = await world.request(path, { method, headers, body });
        assert.deepEqual([reply.status, reply.headers["x-ton-edge-error"]], [status, code], `${label} ${reply.text}`);
        assert.equal(reply.headers["content-type"], "application/json");
        assert.equal(reply.headers["cache-control"], "no-store");
        const { ok, error, code: number } = reply.json;
        assert.ok(typeof error === "string" && error.length > 5, label);
        assert.deepEqual([ok, number], path.startsWith("/api/v2") ? [false, status] : [undefined, undefined], label);
        if (status === 405)
          assert.match(reply.headers.allow, path === RPC ? /^POST, OPTIONS$/ : /^GET, HEAD,.* OPTIONS$/);
        const problem = await world.request(path, {
          method,
          headers: { ...headers, accept: "application/problem+json" },
          body,
        });
        assert.equal(problem.headers["content-type"], "application/problem+json", label);
        const { status: problemStatus, code: name, title, detail } = problem.json;
        assert.deepEqual([problem.status, problemStatus, name, detail], [status, status, code, error], label);
        assert.ok(title.length > 5);
      }
      assert.deepEqual(listUpstreamRequests(world), [[]], "no request went upstream");
    },
  },
  {
    name: "invalid requests get the service's error texts and similar names, with parameters in every call style",
    async steps(world) {
      for (const [path, text] of /** @type {any[][]} */ ([
        ["/api/v3/trasactions", /did you mean transactions\?/],
        ["/api/v3/transactions?account=EQ", /account/],
        ["/api/v2/getAddressBalance?address=x", /address/],
        ["/api/v3/transactions?limit=x", /limit/],
        ["/api/v3/blocks?limit=%zz", /percent-escape/],
        ["/api/v3/blocks?limit=%ff", /UTF-8/],
        [`/api/v3/blocks?apikey=${CALLER_KEYS.foreign}`, /X-API-Key/],
      ])) {
        const reply = await world.request(path);
        assert.ok([404, 422].includes(reply.status), path);
        assert.match(reply.json.error, text);
      }
      for (const value of ["limit=5", "limit=+5", "limit=5&limit=6"]) {
        const [get, directRequest] = [
          await world.request(`/api/v3/blocks?${value}`),
          listUpstreamRequests(world)[0].length,
        ];
        assert.equal(directRequest, get.status === 200 ? 1 : 0, value);
      }
      const response = await world.post("/api/v3/message", { boc: "AAAA" });
      assert.deepEqual([response.status, listUpstreamRequests(world)], [422, [[]]], "a send without a valid message");
    },
  },
  {
    name: "by default a request is read as the service reads it: ignored parameters are left out and named",
    async steps(world) {
      for (const [path, sentQuery, ignoredParameters] of /** @type {any[][]} */ ([
        ["/api/v3/blocks?limit=0&_=1700000000000", "/api/v3/blocks?limit=1", '"_"'],
        ["/api/v3/Blocks/?Limit=3&sort=ASC&offset=-1", "/api/v3/blocks?limit=3&offset=0&sort=asc", undefined],
        ["/api/v2/getMasterchainInfo?x=1&y=2", "/api/v2/getMasterchainInfo", '"x", "y"'],
      ])) {
        // The second response comes from the cache, which disregards ignored parameters.
        for (const round of [0, 1]) {
          const reply = await world.request(path);
          assert.deepEqual(
            [reply.status, reply.headers["x-ton-edge-ignored"]],
            [200, ignoredParameters],
            `${path} ${round}`,
          );
          assert.match(reply.headers["access-control-expose-headers"], /X-Ton-Edge-Ignored/);
        }
        assert.equal(listUpstreamRequests(world)[0].pop(), `GET ${sentQuery}`);
      }
      const refusal = await world.request("/api/v3/accountStates?adress=x");
      assert.deepEqual([refusal.status, refusal.headers["x-ton-edge-ignored"]], [422, '"adress"']);
      const localReply = await world.request(`/api/v2/unpackAddress?address=${ADDRESS}&_=1`);
      assert.deepEqual([localReply.status, localReply.headers["x-ton-edge-ignored"]], [200, '"_"']);
      const call = { id: [1], method: "getMasterchainInfo", params: "x" };
      assert.deepEqual([(await world.post(RPC, call)).json.id], [null]);
      const keyedReply = await world.request(READ_PATH, { headers: { "x-api-key": "mine" } });
      assert.deepEqual([keyedReply.status, keyedReply.headers["x-ton-edge-api-key"]], [200, "ignored"]);
    },
  },
  {
    name: "a strict gateway refuses requests that the service would correct, and says how",
    config: () => ({ strict: true }),
    async steps(world) {
      for (const [path, status, text] of /** @type {any[][]} */ ([
        ["/api/v3/blocks?lmit=1", 422, /did you mean `limit`/],
        ["/api/v3/blocks?limit=0", 422, /`limit` must be/],
        ["/api/v3/Blocks", 404, /did you mean blocks/],
        ["/api/v3/blocks?sort=ASC", 422, /must be one of/],
      ])) {
        const reply = await world.request(path);
        assert.equal(reply.status, status, path);
        assert.match(reply.json.error, text);
      }
      const call = { id: [1], method: "getMasterchainInfo" };
      assert.equal((await world.post(RPC, call)).status, 422);
      assert.deepEqual(listUpstreamRequests(world), [[]]);
    },
  },
  {
    name: "unknown parameters are passed on if the operator allows it",
    config: () => ({ unknownParameters: "forward" }),
    async steps(world) {
      assert.equal((await world.request("/api/v3/blocks?limit=1&news=a%26b%3Dc%23&api_key=x")).status, 200);
      assert.deepEqual(listUpstreamRequests(world), [["GET /api/v3/blocks?limit=1&news=a%26b%3Dc%23"]]);
    },
  },
  {
    name: "a path outside of /api is an asset, or 404",
    config: () => ({ assets: "<p>page</p>" }),
    async steps(world) {
      const { hostname, port } = new URL(world.url);
      for (const path of ["/", "/apix/v3/blocks", "/index.html?api=/api/v3/blocks"]) {
        const text = await world.sendRaw(
          `GET ${path} HTTP/1.1\r\nhost: ${hostname}:${port}\r\nconnection: close\r\n\r\n`,
        );
        assert.match(text, /^HTTP\/1\.1 200 /);
        assert.match(text, /x-request-id: [0-9a-f-]{36}/i);
        assert.match(text, /<p>page<\/p>/);
      }
      assert.deepEqual(listUpstreamRequests(world), [[]]);
    },
  },
  {
    name: "a configuration with wrong types is refused, and the operator's log names each setting",
    services: [],
    config: () => ({
      network: 5,
      hosts: ["x"],
      mainnet: 7,
      testnet: [[]],
      origins: "x",
      keyless: 1,
      unknownParameters: {},
      maxUrlBytes: "9",
      maxHeaderBytes: [],
      maxBodyBytes: true,
      maxBatch: 1.5,
      timeoutMs: null,
      deadlineMs: "x",
      retries: -1,
      breaker: 7,
      fetch: "x",
      logLevel: 3,
      orgins: CALLER_KEYS.foreign,
    }),
    async steps(world) {
      for (const path of [READ_PATH, V2, RPC, "/", "/api/v2/detectAddress?address=x"]) {
        const reply = await world.request(path);
        assert.deepEqual(
          [reply.status, reply.headers["x-ton-edge-error"], reply.json.reason],
          [500, "config_invalid", "config_invalid"],
        );
        for (const name of [
          "network",
          "hosts",
          "mainnet",
          "testnet",
          "origins",
          "keyless",
          "unknownParameters",
          "maxUrlBytes",
          "maxHeaderBytes",
          "maxBodyBytes",
          "maxBatch",
          "deadline",
          "retries",
          "breaker",
          "fetch",
          "logLevel",
          "orgins",
        ])
          assert.ok(reply.json.error.includes(`\`${name}`), `${name}: ${reply.json.error}`);
      }
      const alert = await world.logged(({ event }) => event === "alert");
      assert.equal(alert.code, "config_invalid");
    },
  },
];

const ADDRESS = "EQCD39VS5jcptHL8vMjEXrzGaRcCVYto7HUn4bpAOg8xqB2N";
