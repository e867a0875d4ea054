// Attempts to lead the gateway to a path, host or method outside the table by any part of a request. After every scenario, world.mjs checks
// that nothing else went upstream, and with no other headers than the gateway's.

import assert from "node:assert/strict";

import { respondWith } from "../../upstream/service-of.mjs";
import { BOC, JSON_BODY, READ_PATH, READING, RPC } from "./requests.mjs";

const TARGETS = [
  "/api/v3/../../etc/passwd",
  "/api/v3/%2e%2e/%2e%2e/admin",
  "/api/v3/..%2f..%2fadmin",
  "/api/v3//masterchainInfo",
  "//evil.example/api/v3/blocks",
  "//api/v3/blocks",
  "/api//v3/blocks",
  "/api/v3/@evil.example/",
  "/@evil.example/api/v3/blocks",
  "/api/v3/blocks/..;/admin",
  "/api/v3\\blocks",
  "/api/v3/blocks%2f..%2fadmin",
  "/api%2fv3/blocks",
  "/api/v3/blocks;x=1",
  "/api/v3/blocks%00",
  "/api/v3/blocks%0d%0aX-Injected:%201",
  "/api/v3/blocks%23",
  "/api/v3/blocks%3flimit=1",
  "/API/V3/BLOCKS",
  "/api/v3/./blocks",
  "/api/v3/blocks/",
  "/testnet//api/v3/blocks",
  "/mainnet/testnet/api/v3/blocks",
  "/api/v3/http://169.254.169.254/",
  "/api/v3/blocks%",
  "/api/v3/%62locks",
  "/api/v3/blocks\t",
  "/api/v3/b\xfflocks",
  "http://evil.example/api/v3/nothing",
  "http://evil.example/api/v3/masterchainInfo",
  "http://user:word@evil.example/api/v3/masterchainInfo",
  "https://169.254.169.254/api/v3/masterchainInfo",
  "ftp://evil.example/api/v3/masterchainInfo",
  "evil.example:443",
  "*",
  "?",
  "#",
];

const HOSTS = ["gw.example", "169.254.169.254", "evil.example@gw.example"];

/** The number of complete responses, by their heads. */
const listStatuses = (text) => (text.match(/HTTP\/1\.1 \d{3}/g) ?? []).map((head) => Number(head.slice(9)));

export default [
  {
    name: "paths: dots, slashes, escapes, other hosts, absolute forms",
    async steps(world) {
      for (const method of ["GET", "POST", "OPTIONS", "CONNECT", "TRACE", "PATCH", "PROPFIND", "get"]) {
        const targets = method === "GET" ? TARGETS : [READ_PATH, "evil.example:443", "/api/v3/../../x"];
        for (const [round, target] of targets.entries()) {
          // Every host for every target in a full run, and one in turn otherwise.
          for (const host of process.env.TESTS_FULL ? HOSTS : [HOSTS[round % HOSTS.length]]) {
            const requestsBefore = world.service.seen.length;
            const text = await world.sendRaw(
              `${method} ${target} HTTP/1.1\r\nhost: ${host}\r\nconnection: close\r\ncontent-length: 0\r\n\r\n`,
              1500,
            );
            const [status = 0] = listStatuses(text);
            // 505: a blank ends the target. workerd itself responds with 500 to a target that cannot be a URL.
            const isRefusedByRuntime = status === 505 || (world.runtime === "workerd" && !/x-request-id/i.test(text));
            assert.ok(
              isRefusedByRuntime || (status !== 500 && status < 502),
              `${method} ${target}: ${text.slice(0, 200)}`,
            );
            const receivedRequests = world.service.seen.slice(requestsBefore);
            assert.ok(receivedRequests.length <= 1);
            // The platform may have normalised the path; the result leads to the configured upstream.
            if (receivedRequests.length === 0) assert.ok(status === 0 || status >= 204, `${method} ${target}`);
            if (world.runtime === "Node" && receivedRequests.length)
              assert.match(target, /\/api\/v3\/(masterchainInfo|blocks)\/?$/);
            assert.ok(!/x-injected|^location|evil|169\.254/im.test(text.split("\r\n\r\n")[0]), text);
          }
        }
      }
    },
  },
  {
    name: "line breaks, ampersands and other names in a query value stay inside their parameter",
    config: () => ({ unknownParameters: "forward" }),
    async steps(world) {
      for (const [query, names] of /** @type {any[][]} */ ([
        ["limit=1%26api_key%3Dx", undefined],
        ["limit=1&x=a%0d%0aHost:%20evil%0d%0a%0d%0aGET%20/", ["limit", "x"]],
        ["x=%00&limit=1", ["x", "limit"]],
        ["limit=1&api_key=x&API_KEY=y", undefined],
        ["%61pi_key=x&limit=1", ["limit"]],
        ["limit=1&x=%23%3f%26%3d%2b%2520", ["limit", "x"]],
        ["limit=1&x=//evil.example/@", ["limit", "x"]],
        ["limit=1&__proto__=x", ["limit", "__proto__"]],
        ["x_debug_request=1&limit=1", ["limit"]],
        ["limit=1&x_timeout=1%26a=b", ["limit", "x_timeout"]],
        ["limit=1&%61%70%69%5f%6b%65%79=z", ["limit"]],
      ])) {
        const requestsBefore = world.service.seen.length;
        const reply = await world.request(`/api/v3/blocks?${query}`);
        const receivedRequests = world.service.seen
          .slice(requestsBefore)
          .map(({ url }) => [...new URL(url, "http://x").searchParams.keys()].sort());
        assert.deepEqual([reply.status, receivedRequests], names ? [200, [names.sort()]] : [422, []], query);
      }
    },
  },
  {
    name: "JSON-RPC accepts only the table's methods, and no parameter leaves its field",
    async steps(world) {
      const methods = [
        "../v3/blocks",
        "getMasterchainInfo?x=1",
        "getMasterchainInfo#",
        "getMasterchainInfo/../sendBoc",
        "/getMasterchainInfo",
        "jsonRPC",
        "__proto__",
        "constructor",
        "toString",
        "GETMASTERCHAININFO",
        "getMasterchainInfo\r\nX: y",
        "getMasterchainInfo\0",
        "http://evil.example/",
        "v3/blocks",
        "blocks",
        "",
        " ",
        "x".repeat(100_000),
      ];
      for (const method of methods) {
        const reply = await world.post(RPC, { id: 1, method });
        assert.deepEqual([reply.status, reply.json.id, world.service.seen.length], [404, 1, 0], method.slice(0, 40));
      }
      for (const method of [1, null, true, ["getMasterchainInfo"], { a: 1 }]) {
        assert.equal((await world.post(RPC, { id: 1, method })).status, 422);
      }
      assert.equal(world.service.seen.length, 0);
      for (const [params, status] of [
        [{ address: "x&api_key=y" }, 422],
        [{ address: "EQCD39VS5jcptHL8vMjEXrzGaRcCVYto7HUn4bpAOg8xqB2N\r\nHost: evil" }, 422],
        [{ address: ["x"] }, 422],
        [{ address: { toString: "x" } }, 422],
        [{ __proto__: null, address: "../x" }, 422],
        ["x", 422],
        [[1], 422],
      ]) {
        assert.equal((await world.post(RPC, { id: 1, method: "getAddressBalance", params })).status, status);
      }
      assert.equal(world.service.seen.length, 0);
      // The gateway writes the whole envelope, and passes on no part of the caller's.
      assert.equal(
        (await world.post(RPC, { ...READING, url: "http://evil.example", headers: { host: "evil" }, jsonrpc: "2.0" }))
          .status,
        200,
      );
      assert.deepEqual(
        world.service.seen.map(({ method, url }) => [method, url]),
        [["GET", "/api/v2/getMasterchainInfo"]],
      );
    },
  },
  {
    name: "only those headers of the caller that the upstream needs go upstream",
    async steps(world) {
      const evilIp = "6.6.6.6";
      const headers = {
        "x-forwarded-for": evilIp,
        "x-forwarded-host": "evil.example",
        "x-forwarded-proto": "gopher",
        "x-real-ip": evilIp,
        forwarded: `for=${evilIp}`,
        via: "1.1 evil",
        "cf-connecting-ip": evilIp,
        "cf-ipcountry": "T1",
        "true-client-ip": evilIp,
        "x-client-ip": evilIp,
        "x-cluster-client-ip": evilIp,
        "fastly-client-ip": evilIp,
        "x-original-url": "/admin",
        "x-rewrite-url": "/admin",
        "x-http-method-override": "DELETE",
        "x-method-override": "DELETE",
        "x-debug-request": "1",
        "proxy-authorization": "Basic eA==",
        proxy: "http://evil.example",
        range: "bytes=0-0",
        "if-none-match": "*",
        "if-modified-since": new Date().toUTCString(),
        "max-forwards": "0",
        "x-api-key-2": "k",
        "x-fault": "reset",
        cookie: "a=b",
        referer: "https://evil.example/",
        origin: "https://evil.example",
        "sec-websocket-key": "x",
        "content-encoding": "gzip",
        "x-request-id": "mine",
        "server-timing": "x",
        "x-ton-edge-error": "x",
        "cdn-loop": "cloudflare",
      };
      const plainReply = await world.request(READ_PATH);
      const reply = await world.request(READ_PATH, { headers });
      assert.deepEqual([reply.status, reply.text], [plainReply.status, plainReply.text]);
      assert.deepEqual(Object.keys(reply.headers).sort(), Object.keys(plainReply.headers).sort());
      assert.notEqual(reply.headers["x-request-id"], "mine");
      const hop = await world.request(READ_PATH, {
        headers: {
          connection: "close, x-api-key, host, accept, x-no-metadata",
          "x-no-metadata": "1",
          te: "trailers",
          "keep-alive": "timeout=9",
        },
      });
      assert.equal(hop.status, 200);
      const listHeaderNames = (index) => Object.keys(world.service.seen[index].headers).sort();
      assert.deepEqual(
        listHeaderNames(1),
        listHeaderNames(0),
        "the upstream gets the same headers as without forged ones",
      );
      assert.ok(
        world.service.seen.every(
          ({ headers: receivedHeaders }) =>
            receivedHeaders["x-api-key"] && !JSON.stringify(receivedHeaders).includes("6.6.6.6"),
        ),
      );
    },
  },
  {
    name: "a protocol upgrade is ignored",
    async steps(world) {
      for (const upgrade of ["websocket", "h2c", "TLS/1.2"]) {
        const text = await world.sendRaw(
          `GET ${READ_PATH} HTTP/1.1\r\nhost: gw\r\nconnection: Upgrade, HTTP2-Settings\r\nupgrade: ${upgrade}\r\nhttp2-settings: AAA\r\n` +
            "sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\nsec-websocket-version: 13\r\n\r\n",
          1500,
        );
        assert.ok(
          listStatuses(text).every((status) => status !== 101 && status !== 500),
          text.slice(0, 200),
        );
      }
      assert.equal((await world.request(READ_PATH)).status, 200);
    },
  },
  {
    name: "bytes that could be read as two requests count as one request or none",
    async steps(world) {
      const innerRequest = "GET /api/v3/blocks?limit=66 HTTP/1.1\r\nhost: gw\r\n\r\n";
      const body = JSON.stringify(READING);
      const chunkedText = `${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`;
      const post = (headers, init) =>
        `POST ${RPC} HTTP/1.1\r\nhost: gw\r\ncontent-type: application/json\r\n${headers}\r\n\r\n${init}`;
      const ways = {
        "length and chunks": post(
          `content-length: ${chunkedText.length + innerRequest.length}\r\ntransfer-encoding: chunked`,
          chunkedText + innerRequest,
        ),
        "chunks and length": post("transfer-encoding: chunked\r\ncontent-length: 4", chunkedText + innerRequest),
        "two lengths": post(
          `content-length: ${body.length}\r\ncontent-length: ${body.length + innerRequest.length}`,
          body + innerRequest,
        ),
        "a list of lengths": post(
          `content-length: ${body.length}, ${body.length + innerRequest.length}`,
          body + innerRequest,
        ),
        "a signed length": post(`content-length: +${body.length + innerRequest.length}`, body + innerRequest),
        "chunks by another name": post(
          `transfer-encoding: xchunked\r\ncontent-length: ${body.length + innerRequest.length}`,
          body + innerRequest,
        ),
        "chunks twice": post("transfer-encoding: chunked\r\ntransfer-encoding: identity", chunkedText + innerRequest),
        "a blank before the colon": post(
          `transfer-encoding : chunked\r\ncontent-length: ${body.length + innerRequest.length}`,
          body + innerRequest,
        ),
        "a folded header line": post(`x: y\r\n transfer-encoding: chunked\r\ncontent-length: ${body.length}`, body),
        "a bare line feed in the head": post(
          `x: y\ntransfer-encoding: chunked\r\ncontent-length: ${body.length + innerRequest.length}`,
          body + innerRequest,
        ),
        "a bare return in a value": post(`x: y\rz: 1\r\ncontent-length: ${body.length}`, body),
        "a NUL byte in a value": post(`x: y\0z\r\ncontent-length: ${body.length}`, body),
        "a body of a GET": `GET ${READ_PATH} HTTP/1.1\r\nhost: gw\r\ncontent-length: ${innerRequest.length}\r\n\r\n${innerRequest}`,
        "no host": `GET ${READ_PATH} HTTP/1.1\r\n\r\n`,
        "two hosts": `GET ${READ_PATH} HTTP/1.1\r\nhost: gw\r\nhost: evil.example\r\n\r\n`,
        "a chunk's size that overflows": post("transfer-encoding: chunked", `fffffffffffffffff\r\n${body}`),
      };
      const twoServices = [];
      for (const [way, text] of Object.entries(ways)) {
        const requestsBefore = world.service.seen.length;
        const reply = await world.sendRaw(text, 600);
        const statuses = listStatuses(reply);
        const receivedUrls = world.service.seen.slice(requestsBefore).map(({ url }) => url);
        const split = receivedUrls.some((url) => url.includes("limit=66"));
        // The second request is separate if the end of the first one is unambiguous.
        const toleratedError = TOLERATED_FRAMINGS[world.runtime]?.includes(way);
        if (!toleratedError && (statuses.length > 1 || split)) twoServices.push(`${way}: ${statuses} ${receivedUrls}`);
        // workerd's own text for requests that it cannot parse.
        assert.ok(world.runtime === "workerd" || statuses.every((status) => status !== 500), way);
      }
      assert.deepEqual(twoServices, []);
      assert.equal((await world.request(READ_PATH)).status, 200);
    },
  },
  {
    name: "the check of these scenarios notices an upstream key in a response body",
    async steps(world) {
      world.service.act = (request, response) =>
        respondWith(200, { echo: request.headers["x-api-key"] })(request, response);
      await world.request(READ_PATH);
      assert.throws(world.check, /keys in replies/);
      world.check = () => {};
    },
  },
  {
    name: "an upstream's response cannot redirect a caller",
    async steps(world) {
      world.service.act = respondWith(
        200,
        { ok: true },
        {
          location: "https://evil.example",
          refresh: "0;url=https://evil.example",
          "set-cookie": "a=b",
          "clear-site-data": '"*"',
          "content-security-policy": "",
          "access-control-allow-origin": "https://evil.example",
          "access-control-allow-credentials": "true",
          link: "<https://evil.example>; rel=preload",
          "x-request-id": "theirs",
          "service-worker-allowed": "/",
          "alt-svc": 'h2="evil.example:443"',
          "strict-transport-security": "max-age=0",
          "content-type": "text/html",
          "x-frame-options": "ALLOWALL",
          "content-disposition": "attachment",
          "www-authenticate": "Basic",
          "proxy-authenticate": "Basic",
          "server-timing": "db;desc=secret",
          "x-content-type-options": "none",
        },
      );
      for (const reply of [
        await world.request(READ_PATH),
        await world.post("/api/v3/message", { boc: BOC }),
        await world.request(READ_PATH, { headers: JSON_BODY }),
      ]) {
        assert.equal(reply.status, 200);
        assert.equal(reply.headers["access-control-allow-origin"], "*");
        assert.match(reply.headers["content-security-policy"], /sandbox$/);
        for (const name of [
          "clear-site-data",
          "link",
          "service-worker-allowed",
          "alt-svc",
          "strict-transport-security",
          "content-disposition",
          "x-frame-options",
          "proxy-authenticate",
        ]) {
          assert.equal(reply.headers[name], undefined, name);
        }
      }
    },
  },
];

/** Requests that a runtime's own HTTP parser reads as two, and that no proxy in front of it may read as one; see docs/operate/requests.md. */
const TOLERATED_FRAMINGS = { workerd: ["length and chunks", "chunks and length"] };
