// The environment of a scenario: upstreams with the scenario's behaviour, a gateway with its configuration, and recorded connections between
// them, of which every byte is checked at the end.

import assert from "node:assert/strict";
import http from "node:http";
import { connect } from "node:net";
import { endpoints } from "ton-edge/endpoints";

import { respondWith, makeService, waitUntil } from "../../upstream/service-of.mjs";
import { findLeaks, UPSTREAM_KEYS, findStrayedKeys } from "./secrets.mjs";
import { startTap } from "./tap.mjs";
import { UNLIMITED } from "../../helpers/unlimited.mjs";

const PATHS = new Set(endpoints().map(({ generation, path }) => `/api/${generation}${path}`));

/** Headers that an upstream may get: the gateway's, and those that each runtime's own `fetch` adds. */
const UPSTREAM_HEADERS = new Set([
  "accept",
  "content-type",
  "content-length",
  "x-api-key",
  "traceparent",
  "tracestate",
  "x-no-address-book",
  "x-no-metadata",
  "x-timeout",
  "x-actions-version",
  "host",
  "connection",
  "user-agent",
  "accept-encoding",
  "accept-language",
  "sec-fetch-mode",
  "transfer-encoding",
]);

/** Milliseconds without new bytes after which a response counts as complete. */
const QUIET_MS = 200;

/** Prepares the upstreams of a scenario, and its configuration before its gateway runs. */
export async function prepare(scenario) {
  const services = [];
  for (const handler of scenario.services ?? [undefined]) {
    const service = { act: handler ?? respondWith(200) };
    const server = await makeService((request, response, count) => service.act(request, response, count));
    const tap = await startTap(server.url);
    services.push(Object.assign(service, { server, tap, url: tap.url, seen: server.seen }));
  }
  const keyedUpstreams = services.map(({ url }, index) => ({ baseUrl: url, apiKey: UPSTREAM_KEYS[index] }));
  const config = {
    mainnet: keyedUpstreams,
    testnet: keyedUpstreams[0],
    retries: 0,
    limits: UNLIMITED,
    cache: { adapter: "none" },
    ...scenario.config?.(keyedUpstreams),
  };
  return { services, config };
}

/**
 * @param {string} runtime
 * @param {Awaited<ReturnType<typeof prepare>>} prepared
 * @param {string} url of its gateway
 * @param {string[]} lines its log
 */
export async function enter(runtime, { services }, url, lines) {
  const tap = await startTap(url);
  const bodies = [];
  const sockets = new Set();
  const world = {
    runtime,
    url: tap.url,
    services,
    service: services[0],
    lines,
    log: () => lines.map((line) => JSON.parse(line)),

    /** Waits for the log line that `predicate` accepts. */
    async logged(predicate) {
      await waitUntil(() => world.log().some(predicate), "a line in the log");
      return world.log().find(predicate);
    },

    /**
     * Sends a request by Node's own client, which decodes nothing and refuses little.
     *
     * @param {string} path
     * @param {{ method?: string, headers?: import("node:http").OutgoingHttpHeaders, body?: string | Uint8Array, signal?: AbortSignal }} [init]
     */
    async request(path, { method = "GET", headers = {}, body, signal } = {}) {
      const reply = await new Promise((resolve, fail) => {
        const request = http.request(tap.url + path, { method, headers, signal, agent: false }, (response) => {
          const parts = [];
          response
            .on("data", (part) => parts.push(part))
            .on("error", fail)
            .on("end", () =>
              resolve({ status: response.statusCode, headers: response.headers, body: Buffer.concat(parts) }),
            );
        });
        request.on("error", fail).end(body);
      });
      bodies.push(reply.body);
      assertCommonHeaders(reply, `${method} ${path.slice(0, 80)}`);
      return {
        ...reply,
        text: reply.body.toString(),
        get json() {
          return JSON.parse(this.text);
        },
      };
    },

    post: (path, value, headers = {}) =>
      world.request(path, {
        method: "POST",
        headers: { "content-type": "application/json", ...headers },
        body: typeof value === "string" ? value : JSON.stringify(value),
      }),

    /** Sends raw bytes; resolves to the bytes that come back until the end, or until none have come for a while. */
    sendRaw: (text, quietMs = 400) =>
      new Promise((resolve) => {
        let receivedText = "";
        const socket = world.open(text);
        const end = () => {
          socket.destroy();
          resolve(receivedText);
        };
        socket.setTimeout(quietMs, end);
        socket
          .on("data", (part) => {
            receivedText += part.toString("latin1");
            // The rest of the request follows immediately.
            socket.setTimeout(QUIET_MS, end);
          })
          .on("close", end);
      }),

    /** Opens a connection and sends this text. */
    open(text) {
      const { hostname, port } = new URL(tap.url);
      const socket = connect(Number(port), hostname, () => socket.write(text, "latin1"));
      sockets.add(socket);
      return socket.on("error", () => {}).on("close", () => sockets.delete(socket));
    },

    /** Checks every byte that the gateway has sent. */
    check() {
      for (const [index, { seen, tap: wire }] of services.entries()) {
        for (const { method, url: target, headers } of seen) {
          const [path] = target.split("?");
          assert.ok(PATHS.has(path) && ["GET", "POST"].includes(method), `the upstream got ${method} ${target}`);
          assert.equal(headers.host, new URL(wire.url).host);
          assert.deepEqual(
            Object.keys(headers).filter((name) => !UPSTREAM_HEADERS.has(name)),
            [],
            "headers at the upstream",
          );
          assert.ok(
            [UPSTREAM_KEYS[index], ...(world.spare ?? [])].includes(headers["x-api-key"]),
            `the key of upstream ${index}`,
          );
        }
        const wireText = wire.there.map((parts) => Buffer.concat(parts).toString("latin1")).join("\n");
        assert.deepEqual(findStrayedKeys(wireText), [], "keys that an upstream gets");
      }
      const replies = tap.back.map((parts) => Buffer.concat(parts).toString("latin1"));
      assert.deepEqual(findLeaks([...replies, ...bodies.map(String)].join("\n")), [], "keys in replies");
      assert.deepEqual(findLeaks(lines.join("\n")), [], "keys in the log");
    },

    close() {
      for (const socket of sockets) socket.destroy();
      return tap.close();
    },
  };
  return world;
}

export async function closeWorld({ services }) {
  for (const { server, tap } of services) {
    await tap.close();
    await server.close();
  }
}

/** Checks the headers that every response must have, whatever its status. */
function assertCommonHeaders({ status, headers }, label) {
  assert.match(headers["x-request-id"] ?? "", /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/, label);
  assert.match(headers["server-timing"] ?? "", /^(upstream;dur=[\d.]+, )?gateway;dur=[\d.]+$/, label);
  assert.equal(headers["x-content-type-options"], "nosniff", label);
  assert.match(headers["content-security-policy"] ?? "", /default-src 'none'/, label);
  assert.ok(headers["access-control-expose-headers"] ?? status === 500, label);
  // The only status that must say how to authenticate (RFC 9110, section 11.6.1), if the gateway itself refuses.
  const isWrongToken = headers["x-ton-edge-error"] === "admin_token_wrong";
  assert.equal(headers["www-authenticate"], isWrongToken ? "Bearer" : undefined, label);
  for (const name of ["location", "set-cookie", "refresh", "access-control-allow-credentials"]) {
    assert.equal(headers[name], undefined, `${label}: ${name}`);
  }
}
