// Client IPs, operations, web pages and hosts that an operator excludes, and what the log says about the refused requests.

import assert from "node:assert/strict";

import { respondWith } from "../upstream/service-of.mjs";
import { BOC, READ_PATH, READING, RPC } from "../gateway/scenarios/requests.mjs";
import { TOKEN } from "../gateway/scenarios/secrets.mjs";

const RAW = "0:83DFD552E63729B472FCBCC8C45EBCC6691702558B68EC7527E1BA403A0F31A8";
const requestFrom = (address, overrides = {}) => ({ headers: { "cf-connecting-ip": address, ...overrides } });
const summarize = ({ status, headers }) => [status, headers["x-ton-edge-error"]];
const NO_CLIENT = [403, "client_not_allowed"];
const NO_OPERATION = [403, "operation_not_allowed"];
const NO_ORIGIN = [403, "origin_not_allowed"];

export default [
  {
    name: "denied client IPs and ranges are refused, in any notation",
    config: () => ({ clientIp: "cloudflare", clients: { deny: ["192.0.2.0/24", "2001:db8:1::/48", "203.0.113.9"] } }),
    async steps(world) {
      for (const address of ["192.0.2.1", "192.0.2.255", "::ffff:192.0.2.7", "2001:db8:1:ffff::1", "203.0.113.9"]) {
        assert.deepEqual(summarize(await world.request(READ_PATH, requestFrom(address))), NO_CLIENT, address);
        assert.equal(
          (await world.request("/healthz", requestFrom(address))).status,
          200,
          "every caller may request /healthz",
        );
      }
      for (const address of ["192.0.3.1", "2001:db8:2::1", "203.0.113.10"])
        assert.equal((await world.request(READ_PATH, requestFrom(address))).status, 200, address);
      assert.equal(world.service.seen.length, 3);
    },
  },
  {
    name: "only allowed client IPs are admitted; an unknown client IP is not",
    config: () => ({ clientIp: "cloudflare", clients: { allow: ["192.0.2.0/24"], deny: ["192.0.2.66"] } }),
    async steps(world) {
      assert.equal((await world.request(READ_PATH, requestFrom("192.0.2.1"))).status, 200);
      for (const headers of [requestFrom("192.0.2.66"), requestFrom("198.51.100.1"), requestFrom("rubbish"), {}])
        assert.deepEqual(summarize(await world.request(READ_PATH, headers)), NO_CLIENT);
    },
  },
  {
    name: "operations that are switched off are refused, in every call style",
    config: () => ({ operations: { deny: ["Send", "v3/message", "getTransactions", "v3/estimateFee"] } }),
    async steps(world) {
      for (const [path, body] of /** @type {any[][]} */ ([
        ["/api/v2/sendBoc", { boc: BOC }],
        ["/api/v2/sendBocReturnHash", { boc: BOC }],
        ["/api/v3/message", { boc: BOC }],
        ["/api/v3/estimateFee", {}],
      ])) {
        assert.deepEqual(summarize(await world.post(path, body)), NO_OPERATION, path);
      }
      assert.deepEqual(summarize(await world.request(`/api/v2/getTransactions?address=${RAW}`)), NO_OPERATION);
      const rpc = await world.post(RPC, { id: 7, method: "sendBoc", params: { boc: BOC } });
      assert.deepEqual([rpc.status, rpc.json.id], [403, 7]);
      const batch = await world.post(RPC, [{ id: 1, method: "sendBoc", params: { boc: BOC } }, READING]);
      assert.deepEqual(
        batch.json.map(({ code = 200 }) => code),
        [403, 200],
      );
      assert.equal((await world.request(`/api/v3/transactions?account=${RAW}`)).status, 200);
      assert.ok(world.service.seen.every(({ url }) => !/sendBoc|message|estimateFee|getTransactions/.test(url)));
    },
  },
  {
    name: "web pages of other origins cannot send requests whose responses they cannot read",
    config: () => ({
      assets: "a page",
      origins: ["https://app.example", "http://localhost:*"],
      enforceOrigins: true,
      allowedHosts: ["127.0.0.1", "localhost"],
    }),
    async steps(world) {
      for (const origin of [
        "https://evil.example",
        "null",
        "http://localhost.evil.example:3000",
        "https://localhost:3000",
        "http://127.0.0.1:5173",
      ]) {
        assert.deepEqual(summarize(await world.request(READ_PATH, { headers: { origin } })), NO_ORIGIN, origin);
        assert.deepEqual(summarize(await world.post(RPC, READING, { origin })), NO_ORIGIN, origin);
      }
      // An <img> on a foreign web page sends no origin.
      for (const site of ["cross-site", "same-site"])
        assert.deepEqual(
          summarize(await world.request(READ_PATH, { headers: { "sec-fetch-site": site } })),
          NO_ORIGIN,
          site,
        );
      // A foreign host name that resolves to 127.0.0.1.
      assert.deepEqual(summarize(await world.request(READ_PATH, { headers: { host: "evil.example" } })), [
        421,
        "host_not_allowed",
      ]);
      assert.equal(world.service.seen.length, 0);
      for (const headers of [
        {},
        { origin: "https://app.example" },
        { origin: "http://localhost:5173" },
        { origin: "http://localhost" },
        { "sec-fetch-site": "same-origin" },
        { "sec-fetch-site": "none" },
      ]) {
        assert.equal((await world.request(READ_PATH, { headers })).status, 200, JSON.stringify(headers));
      }
      // The gateway's own web app: any web page may link to it, and it may call the gateway that serves it.
      const visitResponse = await new Promise((resolve) =>
        world
          .open(`GET / HTTP/1.1\r\nhost: localhost\r\nsec-fetch-site: cross-site\r\nconnection: close\r\n\r\n`)
          .once("data", (part) => resolve(String(part))),
      );
      assert.match(visitResponse, /^HTTP\/1.1 200 /);
      assert.equal(
        (await world.post(RPC, READING, { origin: "https://gw.example", "sec-fetch-site": "same-origin" })).status,
        200,
      );
      assert.equal(
        (await world.request("/healthz", { headers: { host: "probe.internal", origin: "https://evil.example" } }))
          .status,
        200,
      );
    },
  },
  {
    name: "the length of the IPv6 prefix that counts as one client is a setting",
    config: () => ({ clientIp: "cloudflare", limits: { keyless: 1, budget: "off", ipv6PrefixLength: 48 } }),
    async steps(world) {
      const statuses = [];
      for (const subnet of ["1", "2", "ffff"])
        statuses.push((await world.request(READ_PATH, requestFrom(`2001:db8:7:${subnet}::1`))).status);
      assert.deepEqual(statuses, [200, 429, 429]);
      assert.equal((await world.request(READ_PATH, requestFrom("2001:db8:8:1::1"))).status, 200);
    },
  },
  {
    name: "CF-Connecting-IP does not count if Cloudflare does not set it",
    config: () => ({ selfHosted: true, limits: { keyless: 1, budget: "off" } }),
    async steps(world) {
      const statuses = [];
      for (const lastByte of [1, 2, 3])
        statuses.push((await world.request(READ_PATH, requestFrom(`192.0.2.${lastByte}`))).status);
      assert.deepEqual(statuses, [200, 429, 429]);
    },
  },
  {
    name: "the log distinguishes clients without their IPs",
    config: () => ({ clientIp: "cloudflare" }),
    async steps(world) {
      for (const address of ["192.0.2.1", "192.0.2.2", "192.0.2.1", "2001:db8::1", "2001:db8::2"])
        await world.request(READ_PATH, requestFrom(address));
      world.service.act = respondWith(503);
      await world.request(READ_PATH, requestFrom("192.0.2.2"));
      await world.logged(({ status }) => status === 503);
      const lines = world.log();
      const [firstLine, secondLine, repeatedLine, wideLine, sameLine] = lines
        .filter(({ event }) => event === "request")
        .map(({ client }) => client);
      assert.match(firstLine, /^[0-9a-f]{16}$/);
      assert.deepEqual(
        [repeatedLine === firstLine, secondLine === firstLine, wideLine === firstLine, sameLine === wideLine],
        [true, false, false, true],
      );
      assert.ok(
        lines
          .filter(({ event, status }) => event === "alert" || status === 503)
          .every(({ client }) => client === secondLine),
      );
      assert.doesNotMatch(world.lines.join("\n"), /192\.0\.2\.|2001:db8/);
    },
  },
  {
    name: "the log has the client IP if the operator configures it",
    config: () => ({ clientIp: "cloudflare", logClient: "address", adminToken: TOKEN }),
    async steps(world) {
      await world.request(READ_PATH, requestFrom("192.0.2.1"));
      assert.equal((await world.logged(({ event }) => event === "request")).client, "192.0.2.1");
    },
  },
];
