// Attacks on the Node server in front of the gateway: odd hosts and targets, pipelining, broken requests, hidden files, slow writers.

import assert from "node:assert/strict";
import { mkdir, mkdtemp, rm, truncate, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { after, afterEach, before, describe, test } from "node:test";

import { isTonEdgeError } from "ton-edge";
import { createGateway } from "ton-edge/gateway";
import { files, openapi, serve } from "ton-edge/node";

import { startCounted, WAYS, listWays } from "./counted.mjs";
import { createByteCounter } from "../../pkg/lib/gateway/http/byte-counter.js";
import { rememberText } from "../../pkg/lib/gateway/http/text-body.js";
import { Connection } from "../../pkg/lib/adapters/node/connection.js";
import { readStream } from "../../pkg/lib/util/body.js";
import { closeAll, get, openSocket, openMany, exchangeText, listStatuses, waitUntil } from "./sockets.mjs";
import { OTHER_PROCESSES } from "../runtimes/runtimes.mjs";
import { UNLIMITED } from "../helpers/unlimited.mjs";
import { startGateway } from "./gateway-process.mjs";

const runningRequests = [];
afterEach(async () => {
  closeAll();
  for (const server of runningRequests.splice(0)) await server.close();
});

/** Serves a gateway, or a function in place of one, until the test ends. */
async function startServing(gateway, options) {
  const gatewayLike = typeof gateway === "function" ? { fetch: gateway } : gateway;
  const server = await serve(gatewayLike, { port: 0, drainMs: 0, ...options });
  runningRequests.push(server);
  return { ...server, port: Number(new URL(server.url).port) };
}

/** A gateway and its log lines. */
function createLoggingGateway(config) {
  const lines = [];
  return {
    lines,
    gateway: createGateway({
      mainnet: "http://127.0.0.1:9",
      openapi,
      log: (line) => lines.push(line),
      logLevel: "warn",
      ...config,
    }),
  };
}

/** Serves a function in place of a gateway, and counts the bytes that its connections hold. */
async function startCountedServer(fetch, settings) {
  const server = await startCounted(fetch, settings);
  runningRequests.push(server);
  return server;
}

const listHeaders = (text) => text.split("\r\n\r\n")[0].toLowerCase();
const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

describe("Host and target of requests to Node", () => {
  let folder;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), "ton-edge-attacks-"));
    await writeFile(join(folder, "index.html"), "the page");
  });
  after(() => rm(folder, { recursive: true }));

  test("a Host that is not host[:port] is 400, and cannot rewrite the path", async () => {
    const seenPathnames = [];
    const { port } = await startServing(async ({ url }) => {
      seenPathnames.push(new URL(url).pathname);
      return new Response("ok");
    });
    const wrongUrls = [
      "x/metrics?",
      "x/.env?",
      "x#",
      "x?y",
      "a@b",
      "a b",
      "a, b",
      "a,b",
      "%%%",
      "%zz",
      "",
      "a:b",
      "a:99999",
      "[::1",
      "::1",
      "[x]",
      "a\\b",
      "http://a",
      "a:80:80",
      "<a>",
      "a".repeat(400),
    ];
    for (const host of wrongUrls) {
      const output = await exchangeText(port, `GET /blocked HTTP/1.1\r\nhost: ${host}\r\nconnection: close\r\n\r\n`);
      assert.deepEqual(listStatuses(output), [400], host);
      for (const line of [
        "x-ton-edge-error: invalid_host",
        "access-control-allow-origin: *",
        "cache-control: no-store",
        "content-type: application/json",
      ]) {
        assert.ok(listHeaders(output).includes(line), `${host}: ${line}`);
      }
      const { id, reason } = JSON.parse(output.split("\r\n\r\n")[1]);
      assert.deepEqual([reason, listHeaders(output).includes(`x-request-id: ${id}`)], ["invalid_host", true]);
    }
    for (const lines of ["", "host: a\r\nhost: a\r\n", "Host: a\r\nhost: b\r\n"]) {
      assert.deepEqual(
        listStatuses(await exchangeText(port, `GET /blocked HTTP/1.1\r\n${lines}connection: close\r\n\r\n`)),
        [400],
        lines,
      );
    }
    assert.deepEqual(seenPathnames, []);
    for (const host of ["gw", "gw:8080", "127.0.0.1:1", "[::1]:80", "[::1]", "a_b.example", "a-b.example:"]) {
      assert.deepEqual(
        listStatuses(await exchangeText(port, `GET /blocked HTTP/1.1\r\nhost: ${host}\r\nconnection: close\r\n\r\n`)),
        [200],
        host,
      );
    }
    // HTTP/1.0 does not require Host.
    assert.deepEqual(listStatuses(await exchangeText(port, "GET /blocked HTTP/1.0\r\n\r\n")), [200]);
    assert.deepEqual([...new Set(seenPathnames)], ["/blocked"]);
  });

  test("OPTIONS * is 204 with Allow, every other malformed target is 400, and none raises an alert", async () => {
    const { gateway, lines } = createLoggingGateway({ assets: files(folder) });
    const { port } = await startServing(gateway);
    const send = (line, host = "gw") =>
      exchangeText(port, `${line} HTTP/1.1\r\nhost: ${host}\r\nconnection: close\r\n\r\n`);
    const reply = await send("OPTIONS *");
    assert.deepEqual(listStatuses(reply), [204]);
    assert.match(listHeaders(reply), /^allow: get, head, post, options$/m);
    for (const line of [
      "GET *",
      "POST *",
      "HEAD *",
      "GET ftp://gw/",
      "GET http://",
      "GET http://a@b/",
      "GET http://%%%/healthz",
      "GET gw:80",
      "OPTIONS gw",
      "GET ?x",
      "OPTIONS **",
    ]) {
      assert.deepEqual(listStatuses(await send(line)), [400], line);
    }
    for (const host of ["%%%", "x/.env?"])
      for (const line of ["GET /", "OPTIONS *", "GET /healthz"])
        assert.deepEqual(listStatuses(await send(line, host)), [400], line);
    for (const line of ["GET http://other.example/healthz", "GET HTTPS://other.example:443/healthz"])
      assert.deepEqual(listStatuses(await send(line)), [200], line);
    for (const path of ["/%", "/%%%", "/%00", "/%c0%ae", "//x/y", "/%5c..%5cx"])
      assert.deepEqual(listStatuses(await send(`GET ${path}`)), [404], path);
    assert.deepEqual(lines, []);
  });
});

describe("one request at a time on a connection", () => {
  test("pipelined requests run one after the other, in their order, with their bodies", async () => {
    const log = [];
    let now = 0;
    const { port } = await startServing(async ({ url, body }) => {
      const { pathname } = new URL(url);
      assert.equal((now += 1), 1, "requests that run");
      const text = body ? await new Response(body).text() : "";
      await pause(5);
      log.push(pathname + text);
      now -= 1;
      return new Response(`response ${pathname}`);
    });
    const buildPost = (path, text) =>
      `POST ${path} HTTP/1.1\r\nhost: gw\r\ncontent-length: ${text.length}\r\n\r\n${text}`;
    const requestsWithExpect =
      "POST /6 HTTP/1.1\r\nhost: gw\r\nexpect: 100-continue\r\nconnection: close\r\ncontent-length: 5\r\n\r\nlater";
    const longText = "x".repeat(300_000);
    const output = await exchangeText(
      port,
      [get("/1"), buildPost("/2", "two"), get("/3"), buildPost("/4", longText), get("/5"), requestsWithExpect].join(""),
      10_000,
    );
    assert.deepEqual(log, ["/1", "/2two", "/3", `/4${longText}`, "/5", "/6later"]);
    assert.deepEqual(
      listStatuses(output).filter((status) => status !== 100),
      [200, 200, 200, 200, 200, 200],
    );
    assert.deepEqual(
      [...output.matchAll(/response (\/\d)/g)].map(([, path]) => path),
      ["/1", "/2", "/3", "/4", "/5", "/6"],
    );
  });

  test("requests beyond maxPipelinedRequests do not run: the response to the last accepted one closes the connection", async () => {
    let runCount = 0;
    const { port } = await startServing(
      async () => {
        runCount += 1;
        await pause(2);
        return new Response("ok");
      },
      { maxPipelinedRequests: 4 },
    );
    const output = await exchangeText(port, get("/").repeat(500));
    assert.deepEqual([listStatuses(output).length, runCount], [5, 5]);
    assert.ok(output.toLowerCase().indexOf("connection: close") > output.lastIndexOf("HTTP/1.1 200"));
    runCount = 0;
    const replies = exchangeText(port, get("/").repeat(5), 1000);
    assert.deepEqual(
      [listStatuses(await replies).length, runCount],
      [5, 5],
      "as many requests as the limit allows do not close the connection",
    );
  });

  test("further pipelined requests are read after earlier ones have ended", async () => {
    let release;
    const gonePromise = new Promise((resolve) => (release = resolve));
    const { port } = await startServing(() => gonePromise.then(() => new Response("ok")), { maxPipelinedRequests: 4 });
    const socket = openSocket(port, get("/").repeat(4));
    let output = "";
    socket
      .setEncoding("latin1")
      .on("data", (part) => (output += part))
      .resume();
    for (let index = 0; index < 2; index += 1) {
      await pause(100);
      socket.write(get("/").repeat(2));
    }
    await pause(100);
    release();
    await waitUntil(() => listStatuses(output).length === 8, "all requests get a response");
    assert.ok(!output.toLowerCase().includes("connection: close"));
  });

  test("no bytes are read after the last accepted request of a connection", async () => {
    const pendingReplies = [];
    const { port } = await startServing(
      () => new Promise((resolve) => pendingReplies.push(() => resolve(new Response("ok")))),
      {
        maxPipelinedRequests: 1,
      },
    );
    const socket = openSocket(port, get("/").repeat(500_000));
    for (let index = 0; index < 2; index += 1) {
      await waitUntil(() => pendingReplies.length === 1, "one runs");
      await pause(200);
      assert.ok(socket.writableLength > 0, "the unread bytes stay in the caller's buffer");
      pendingReplies.pop()();
    }
  });

  test("no request runs after the last accepted one of a connection", async () => {
    const { release, respond } = listWays();
    const { port, countHeldBytes } = await startCountedServer(respond, { maxRequestsPerSocket: 3 });
    const replies = exchangeText(port, get("/unread").repeat(10));
    await waitUntil(() => countHeldBytes() > 0, "some wait");
    await pause(50);
    assert.ok(
      countHeldBytes() < 3 * 4 * 1024,
      `${countHeldBytes()} bytes: two requests wait, and the bytes read after them are far fewer`,
    );
    release();
    assert.deepEqual(listStatuses(await replies), [200, 200, 200]);
  });

  for (const [title, packets] of [
    ["in the same packet", [`${get("/")}not HTTP\r\n\r\n`]],
    ["in the next packet", [get("/"), "not HTTP\r\n\r\n"]],
  ])
    test(`the last accepted request of a connection gets its response, whatever follows ${title}`, async () => {
      let release;
      const gonePromise = new Promise((resolve) => (release = resolve));
      const { port } = await startServing(() => gonePromise.then(() => new Response("ok")), {
        maxRequestsPerSocket: 1,
      });
      const socket = openSocket(port).setNoDelay();
      let output = "";
      socket
        .setEncoding("latin1")
        .on("data", (part) => (output += part))
        .resume();
      for (const packet of packets) {
        socket.write(packet);
        await pause(50);
      }
      release();
      await waitUntil(() => socket.closed, "the connection ends");
      assert.deepEqual(listStatuses(output), [200]);
    });

  test("no request runs after a response that ends with its connection", async () => {
    let runCount = 0;
    const { port } = await startServing(() => {
      runCount += 1;
      return new Response(/** @type {any} */ (ReadableStream).from([Buffer.from("of HTTP/1.0")]));
    });
    const output = await exchangeText(port, "GET / HTTP/1.0\r\nconnection: keep-alive\r\n\r\n".repeat(3));
    assert.deepEqual([listStatuses(output), runCount], [[200], 1]);
    assert.ok(output.endsWith("\r\n\r\nof HTTP/1.0"));
  });

  test("queued requests do not run when the caller has disconnected", async () => {
    let runCount = 0;
    let release;
    const gonePromise = new Promise((resolve) => (release = resolve));
    const { port } = await startServing(async () => {
      runCount += 1;
      await gonePromise;
      return new Response("late");
    });
    const socket = openSocket(port, get("/").repeat(10));
    await waitUntil(() => runCount === 1, "the first request runs");
    socket.resetAndDestroy();
    await pause(50);
    release();
    await pause(200);
    assert.equal(runCount, 1);
  });

  test("a disconnect aborts the running request", async () => {
    const abortedRequests = [];
    let runCount = 0;
    const { port } = await startServing(async ({ signal }) => {
      runCount += 1;
      await new Promise((resolve) => signal.addEventListener("abort", resolve, { once: true }));
      abortedRequests.push(signal.aborted);
      return new Response("late");
    });
    for (const leave of ["destroy", "resetAndDestroy"]) {
      const countBefore = runCount;
      const socket = openSocket(port, get("/"));
      await waitUntil(() => runCount > countBefore, "it runs");
      socket[leave]();
      await waitUntil(() => abortedRequests.length > 0, "the handler gets the abort");
      assert.deepEqual(abortedRequests.splice(0), [true]);
    }
  });
});

describe("closing a server", () => {
  test("a closing server fails its health checks for drainDelayMs, and serves meanwhile", async () => {
    const admin = "operators-".repeat(3);
    const gateway = createGateway({ mainnet: "http://127.0.0.1:9", adminToken: admin, logLevel: "off" });
    const server = await serve(gateway, { port: 0, drainMs: 0, drainDelayMs: 400 });
    const { host } = new URL(server.url);
    const request = async (path) => {
      const response = await fetch(`http://${host}${path}`, { headers: { authorization: `Bearer ${admin}` } });
      return [response.status, JSON.parse(await response.text()).status];
    };
    assert.deepEqual(await request("/healthz"), [200, "ok"]);
    const closedPromise = server.close();
    assert.deepEqual(await request("/healthz"), [503, "draining"]);
    assert.deepEqual(await request("/readyz"), [503, "draining"]);
    const [status] = await request(
      "/api/v2/detectAddress?address=-1:0000000000000000000000000000000000000000000000000000000000000000",
    );
    assert.equal(status, 200);
    await closedPromise;
    await assert.rejects(fetch(server.url));
  });

  test("a closing server responds to running requests, and starts no queued ones", async () => {
    let runCount = 0;
    let release;
    const gonePromise = new Promise((resolve) => (release = resolve));
    const { port, close } = await startServing(
      async () => {
        runCount += 1;
        await gonePromise;
        return new Response("ok");
      },
      { drainMs: 5000 },
    );
    const replies = exchangeText(port, get("/").repeat(5));
    await waitUntil(() => runCount === 1, "the first request runs");
    const closedPromise = close();
    release();
    const output = await replies;
    await closedPromise;
    assert.deepEqual([listStatuses(output), runCount], [[200], 1]);
    assert.match(listHeaders(output), /^connection: close$/m);
  });

  for (const requests of [1, 5]) {
    test(`a closing server ends a connection with ${requests} requests after the response that has begun`, async () => {
      let runCount = 0;
      let finish;
      const { port, close } = await startServing(
        async () => {
          runCount += 1;
          const body = new ReadableStream({
            start(controller) {
              controller.enqueue(Buffer.from("begun"));
              finish = () => controller.close();
            },
          });
          return new Response(body);
        },
        { drainMs: 20_000 },
      );
      const socket = openSocket(port, get("/").repeat(requests));
      let output = "";
      socket
        .setEncoding("latin1")
        .on("data", (part) => (output += part))
        .resume();
      const closedPromise = new Promise((resolve) => socket.once("close", resolve));
      await waitUntil(() => output.includes("begun"), "the first response begins");
      const start = performance.now();
      const closePromise = close();
      finish();
      await Promise.all([closePromise, closedPromise]);
      // An idle connection would stay open for 5 s, and one with queued requests until the deadline.
      assert.ok(performance.now() - start < 4000);
      assert.deepEqual([listStatuses(output), output.endsWith("0\r\n\r\n"), runCount], [[200], true, 1]);
    });
  }

  test("a closing server closes idle connections at once, aborts running requests at the deadline, and leaves no timer", async () => {
    const listTimers = () => process.getActiveResourcesInfo().filter((name) => name === "Timeout").length;
    const { port, close } = await startServing(
      ({ url }) => (url.endsWith("/never") ? new Promise(() => {}) : new Response("ok")),
      { drainMs: 500 },
    );
    const idleSocket = openSocket(port, get("/"));
    const waitingSocket = openSocket(port, get("/never"));
    const closeTimePromises = [idleSocket, waitingSocket].map(
      (socket) => new Promise((resolve) => socket.resume().once("close", () => resolve(performance.now()))),
    );
    await pause(100);
    const start = performance.now();
    await close();
    const [idleClosedAt, waitingClosedAt] = await Promise.all(closeTimePromises);
    assert.ok(
      idleClosedAt - start < 400 && waitingClosedAt - start >= 450 && waitingClosedAt - start < 4000,
      `${idleClosedAt - start} and ${waitingClosedAt - start} ms`,
    );
    const timersBefore = listTimers();
    const otherServer = await serve(
      { fetch: () => /** @type {any} */ (new Response("ok")) },
      { port: 0, drainMs: 60_000 },
    );
    await otherServer.close();
    assert.equal(listTimers(), timersBefore);
  });
});

describe("Expect", () => {
  test("a request with an unknown expectation in Expect counts as any other", async () => {
    const requests = [];
    const { port } = await startServing(
      async ({ url, headers }) => {
        requests.push([new URL(url).pathname, headers.get("expect")]);
        return new Response("ok");
      },
      { maxRequestsPerSocket: 3 },
    );
    const output = await exchangeText(
      port,
      ["/1", "/2", "/3", "/4"].map((path) => get(path, "expect: the-unexpected\r\n")).join(""),
    );
    assert.deepEqual(listStatuses(output), [200, 200, 200]);
    assert.deepEqual(
      requests,
      ["/1", "/2", "/3"].map((path) => [path, "the-unexpected"]),
    );
    assert.equal(output.match(/^connection: close\r$/gim).length, 1);
  });

  test("a request with Expect: 100-continue gets 100 before its body arrives, and counts as any other", async () => {
    const requests = [];
    const { port } = await startServing(
      async ({ body }) => {
        requests.push(await new Response(body).text());
        return new Response("ok");
      },
      { maxRequestsPerSocket: 2 },
    );
    const socket = openSocket(port);
    let output = "";
    socket
      .setEncoding("latin1")
      .on("data", (part) => (output += part))
      .resume();
    const closedPromise = new Promise((resolve) => socket.once("close", resolve));
    for (let index = 1; index <= 2; index += 1) {
      socket.write("POST / HTTP/1.1\r\nhost: gw\r\nexpect: 100-continue\r\ncontent-length: 5\r\n\r\n");
      await waitUntil(() => listStatuses(output).length === 2 * index - 1, "the caller may send the body");
      assert.equal(requests.length, index - 1);
      socket.write("later");
      await waitUntil(() => listStatuses(output).length === 2 * index, "the request gets a response");
    }
    await closedPromise;
    assert.deepEqual(
      [listStatuses(output), requests],
      [
        [100, 200, 100, 200],
        ["later", "later"],
      ],
    );
  });
});

describe("a request for another protocol", () => {
  const UPGRADE = "connection: Upgrade\r\nupgrade: websocket\r\n";
  const innerRequest = get("/inner");
  const buildPost = (path, headers, body) =>
    `POST ${path} HTTP/1.1\r\nhost: gw\r\n${headers}content-length: ${body.length}\r\n\r\n${body}`;

  /**
   * Writes packets one by one while the first response is pending. Returns the requests that ran, and the bytes that the caller got until the
   * connection ended.
   */
  async function exchange(packets) {
    const requests = [];
    let release;
    const gonePromise = new Promise((resolve) => (release = resolve));
    const { port } = await startServing(async ({ url, body }) => {
      requests.push(new URL(url).pathname + (body ? ` ${await new Response(body).text()}` : ""));
      await gonePromise;
      return new Response("ok");
    });
    const socket = openSocket(port).setNoDelay();
    let output = "";
    let isClosed = false;
    socket
      .setEncoding("latin1")
      .on("data", (part) => (output += part))
      .on("close", () => (isClosed = true))
      .resume();
    for (const packet of packets) {
      socket.write(packet, "latin1");
      await pause(20);
    }
    release();
    await waitUntil(() => isClosed, "the connection ends", 2000);
    return { handledRequests: requests, said: output };
  }

  for (const [title, packets, expectedRequests] of /** @type {[string, string[], string[]][]} */ ([
    ["a request in the same packet", [get("/1", UPGRADE) + get("/2")], ["/1"]],
    ["a request in the next packet", [get("/1", UPGRADE), get("/2")], ["/1"]],
    [
      "a request whose body looks like a request",
      [
        `${get("/1", UPGRADE)}POST /2 HTTP/1.1\r\nhost: gw\r\ncontent-length: ${innerRequest.length}\r\n\r\n`,
        innerRequest,
      ],
      ["/1"],
    ],
    ["bytes that are not HTTP", [get("/1", UPGRADE), "\u0001\u0002nothing like it\r\n\r\n", "more"], ["/1"]],
    ["a body", [buildPost("/1", UPGRADE, "abc") + get("/2"), get("/3")], ["/1 abc"]],
    [
      "a body in chunks",
      [
        `POST /1 HTTP/1.1\r\nhost: gw\r\n${UPGRADE}transfer-encoding: chunked\r\n\r\n3\r\nabc\r\n`,
        `0\r\n\r\n${get("/2")}`,
        get("/3"),
      ],
      ["/1 abc"],
    ],
    ["an expectation", [buildPost("/1", `expect: odd\r\n${UPGRADE}`, "abc") + get("/2"), get("/3")], ["/1 abc"]],
    ["Connection does not name Upgrade", [get("/1", "upgrade: h2c\r\n") + get("/2")], ["/1"]],
    ["a request before the upgrade", [get("/0") + get("/1", UPGRADE) + get("/2"), get("/3")], ["/0", "/1"]],
  ])) {
    test(`Upgrade with ${title}: it is the last request of its connection`, async () => {
      const { handledRequests, said: text } = await exchange(packets);
      assert.deepEqual(handledRequests, expectedRequests);
      assert.deepEqual(
        listStatuses(text),
        expectedRequests.map(() => 200),
      );
      assert.equal(text.match(/^connection: close\r$/gim)?.length, 1);
    });
  }

  for (const [title, packets, expectedStatuses] of /** @type {[string, string[], number[]][]} */ ([
    ["CONNECT", [`CONNECT a:80 HTTP/1.1\r\nhost: a:80\r\n\r\n${get("/2")}`, get("/3")], []],
    ["the preface of HTTP/2", [`PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n${get("/2")}`, get("/3")], [400]],
  ])) {
    test(`${title} ends the connection, and no later request runs`, async () => {
      const { handledRequests, said: text } = await exchange(packets);
      assert.deepEqual([handledRequests, listStatuses(text)], [[], expectedStatuses]);
    });
  }
});

describe("requests that Node's HTTP parser refuses", () => {
  test("a request that Node's parser refuses gets an error response of the gateway", async () => {
    const { port } = await startServing(async () => new Response("ok"));
    for (const [text, status] of [
      ["nothing like it\r\n\r\n", 400],
      [get("/", `x: ${"y".repeat(300_000)}\r\n`), 431],
    ]) {
      const output = await exchangeText(port, text);
      assert.deepEqual(listStatuses(output), [status]);
      assert.match(listHeaders(output), /x-request-id: .*[^]*x-ton-edge-error: /);
      assert.equal(JSON.parse(output.split("\r\n\r\n")[1]).code, status);
    }
  });

  test("no error is written into a response that is pending or has begun", async () => {
    const encoder = new TextEncoder();
    const { port } = await startServing(async ({ url }) => {
      if (url.endsWith("/slow")) await pause(300);
      const body = new ReadableStream({
        async pull(controller) {
          controller.enqueue(encoder.encode("begun "));
          await pause(300);
          controller.close();
        },
      });
      return new Response(body, { headers: { "content-length": "600" } });
    });
    for (const path of ["/begun", "/slow"]) {
      const socket = openSocket(port, get(path));
      let output = "";
      socket
        .setEncoding("latin1")
        .on("data", (part) => (output += part))
        .resume();
      const closedPromise = new Promise((resolve) => socket.once("close", resolve));
      await pause(100);
      socket.write("nothing like it\r\n\r\n");
      await closedPromise;
      assert.ok(!output.includes("400"), output);
      assert.deepEqual(listStatuses(output), path === "/begun" ? [200] : []);
    }
  });

  test("a malformed body fails its own request", async () => {
    const { port } = await startServing(async ({ body }) => {
      await new Response(body).text().catch(() => {});
      return new Response("late");
    });
    const output = await exchangeText(port, "POST / HTTP/1.1\r\nhost: gw\r\ntransfer-encoding: chunked\r\n\r\nzz\r\n");
    assert.deepEqual(listStatuses(output), [400]);
    assert.ok(!output.includes("late"));
  });

  test("a malformed body ends the connection if the response has begun", async () => {
    const { port } = await startServing(
      async () => new Response(new ReadableStream({ start: (controller) => controller.enqueue(Buffer.from("begun")) })),
    );
    const socket = openSocket(port, "POST / HTTP/1.1\r\nhost: gw\r\ntransfer-encoding: chunked\r\n\r\n");
    let output = "";
    socket
      .setEncoding("latin1")
      .on("data", (part) => (output += part))
      .resume();
    const closePromise = new Promise((resolve) => socket.once("close", resolve));
    await waitUntil(() => output.includes("begun"), "it begins");
    socket.write("zz\r\n");
    await closePromise;
    assert.deepEqual(listStatuses(output), [200]);
  });

  test("a truncated body is an error of its stream, not of the process", async () => {
    const errors = [];
    const { port, url } = await startServing(async ({ body }) => {
      if (body) await new Response(body).text().catch((error) => errors.push(error));
      return new Response("ok");
    });
    const socket = openSocket(port, "POST / HTTP/1.1\r\nhost: gw\r\ncontent-length: 1000\r\n\r\nhalf of");
    await pause(100);
    socket.resetAndDestroy();
    await waitUntil(() => errors.length === 1, "the body reports the error");
    assert.deepEqual(
      [errors[0].name, errors[0].message],
      ["AbortError", "the caller disconnected before the end of the request body"],
    );
    assert.equal((await fetch(url)).status, 200);
  });
});

describe("an incomplete body leaves no request in flight", () => {
  const head = "POST /api/v2/jsonRPC HTTP/1.1\r\nhost: gw\r\ncontent-type: application/json\r\n";
  const BODIES = {
    "no byte of the body": "content-length: 1000\r\n\r\n",
    "a part of the body": 'content-length: 1000\r\n\r\n{"id":',
    "a part of the body in chunks": 'transfer-encoding: chunked\r\n\r\n6\r\n{"id":\r\n',
  };
  const CONNECTION_ENDS = {
    "the caller closes": (socket) => socket.end(),
    "the caller goes": (socket) => socket.destroy(),
    "the caller resets": (socket) => socket.resetAndDestroy(),
    "the caller writes an invalid chunk": (socket) => socket.write("\r\nzz\r\n"),
    "the caller is silent until requestTimeoutMs": () => {},
  };
  for (const [endName, end] of Object.entries(CONNECTION_ENDS)) {
    test(endName, async () => {
      const admin = "operators-".repeat(3);
      const gateway = createGateway({ mainnet: "http://127.0.0.1:9", adminToken: admin, logLevel: "off" });
      const { port, url } = await startServing(
        gateway,
        endName.includes("silent") ? { headersTimeoutMs: 500, requestTimeoutMs: 500 } : {},
      );
      const countInFlight = async () => {
        const metrics = await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${admin}` } });
        return Number(/^ton_edge_requests_in_flight (\d+)$/m.exec(await metrics.text())[1]);
      };
      const bodies = endName.includes("chunk") ? [BODIES["a part of the body in chunks"]] : Object.values(BODIES);
      const callers = bodies.flatMap((body) => openMany(5, port, head + body));
      // The health check that reads the number is itself one request in flight.
      await waitUntilAsync(async () => (await countInFlight()) > 1 || endName.includes("silent"));
      callers.forEach(end);
      await waitUntilAsync(async () => (await countInFlight()) === 1);
    });
  }

  async function waitUntilAsync(condition) {
    for (let index = 0; !(await condition()); index += 1) {
      assert.ok(index < 400, "not in time");
      await pause(20);
    }
  }
});

describe("bytes that connections hold in Node", () => {
  const KIB = 1024;
  const openOnes = (sockets) => sockets.filter(({ destroyed }) => !destroyed).length;

  for (const [label, textBefore] of [
    ["at first", ""],
    ["behind a request", get("/")],
    ["behind many", get("/").repeat(10)],
  ]) {
    test(`unfinished heads ${label} hold no more than a quarter above the limit`, async () => {
      const { port, countHeldBytes } = await startCountedServer(async () => new Response("ok"), {
        maxBufferedBytes: 800 * KIB,
      });
      const sockets = openMany(60, port, `${textBefore}GET / HTTP/1.1\r\nhost: gw\r\nx: ${"y".repeat(50 * KIB)}`);
      for (const socket of sockets) socket.resume();
      // Each request is a little more than 50 KiB. Requests that came a second earlier make room for all bytes above the limit.
      await waitUntil(() => {
        const openHeads = openOnes(sockets);
        return openHeads >= 15 && openHeads <= 19 && Math.floor(countHeldBytes() / KIB / 50) === openHeads;
      }, "as many connections stay as have room");
    });
  }

  test("a flood of heads as long as the longest list, on 200 connections, holds no more than a quarter above the limit", async () => {
    const MIB = 1024 * KIB;
    const { port, countHeldBytes } = await startCountedServer(async () => new Response("ok"), {
      maxBufferedBytes: 8 * MIB,
    });
    const head = `GET /api/v3/addressBook?${"address=0%3A".padEnd(76, "8").concat("&").repeat(1024)}`;
    const sockets = openMany(200, port, head);
    let maxHeldBytes = 0;
    const watch = setInterval(() => (maxHeldBytes = Math.max(maxHeldBytes, countHeldBytes())), 5);
    for (const socket of sockets) socket.resume();
    // As many requests stay as fit into the limit plus a quarter.
    await waitUntil(() => {
      const openCount = openOnes(sockets);
      return openCount > 0 && openCount < 200 && countHeldBytes() === openCount * head.length;
    }, "the other connections are ended");
    clearInterval(watch);
    assert.ok(openOnes(sockets) >= Math.floor((8 * MIB) / head.length), `${openOnes(sockets)} stay`);
    assert.ok(maxHeldBytes <= 10 * MIB, `${maxHeldBytes} bytes`);
    sockets.forEach((socket) => socket.destroy());
    await waitUntil(() => countHeldBytes() === 0, "the server holds no bytes");
    assert.deepEqual(
      listStatuses(await exchangeText(port, `${head} HTTP/1.1\r\nhost: gw\r\nconnection: close\r\n\r\n`)),
      [200],
    );
  });

  test("long heads count while they wait behind another request, and until their responses are read", async () => {
    const longPath = `/?${"x".repeat(100 * KIB)}`;
    let respond = () => {};
    const { port, countHeldBytes } = await startCountedServer(async () => {
      await new Promise((resolve) => (respond = () => resolve(undefined)));
      // The body is read piece by piece, so no more than one piece counts.
      let pieces = 512;
      const piece = Buffer.alloc(64 * KIB);
      const pull = (controller) => (pieces-- > 0 ? controller.enqueue(piece) : controller.close());
      return new Response(new ReadableStream({ pull }, { highWaterMark: 0 }));
    });
    const socket = openSocket(port, get("/") + get(longPath));
    await waitUntil(() => countHeldBytes() === 4 * KIB + get(longPath).length, "the queued request");
    respond();
    await waitUntil(() => countHeldBytes() > 4 * KIB + get(longPath).length, "a piece of the first response");
    socket.resume();
    await waitUntil(() => countHeldBytes() === 0, "it runs");
    socket.pause();
    respond();
    await waitUntil(() => countHeldBytes() >= 100 * KIB + 64 * KIB, "the URL and a piece of the response");
    socket.resume();
    await waitUntil(() => countHeldBytes() === 0, "the server holds no bytes");
  });

  test("long URLs of requests in flight count, and one without room gets 503 and goes nowhere", async () => {
    const MIB = 1024 * KIB;
    let requestCount = 0;
    let respond = () => {};
    const blocker = new Promise((resolve) => (respond = () => resolve(undefined)));
    const gateway = createGateway({
      mainnet: "http://127.0.0.1:9",
      limits: UNLIMITED,
      cache: { adapter: "none" },
      logLevel: "off",
      async fetch() {
        requestCount += 1;
        await blocker;
        return new Response('{"accounts":[]}', { headers: { "content-type": "application/json" } });
      },
    });
    const { port } = await startServing(gateway, { maxBufferedBytes: 8 * MIB });
    const getAccount = (request, index) => `0:${String(request * 1000 + index).padStart(64, "0")}`;
    const list = (request) =>
      Array.from({ length: 1000 }, (_, index) => `address=${getAccount(request, index)}`).join("&");
    const replyPromises = Array.from({ length: 40 }, (_, request) =>
      exchangeText(port, get(`/api/v3/accountStates?${list(request)}`, "connection: close\r\n"), 20_000),
    );
    let refusedCount = 0;
    for (const reply of replyPromises) reply.then((text) => (refusedCount += Number(listStatuses(text)[0] === 503)));
    await waitUntil(() => requestCount + refusedCount === 40, "all requests are in flight or refused");
    assert.ok(requestCount >= 8 && requestCount <= 13, `${requestCount} in flight`);
    respond();
    const replies = await Promise.all(replyPromises);
    assert.equal(replies.filter((text) => listStatuses(text)[0] === 200).length, requestCount);
    assert.match(
      replies.find((text) => listStatuses(text)[0] === 503),
      /x-ton-edge-error: overloaded/i,
    );
    // The bytes of the ended requests are free again.
    assert.deepEqual(
      listStatuses(await exchangeText(port, get(`/api/v3/accountStates?${list(99)}`, "connection: close\r\n"))),
      [200],
    );
  });

  test("the text of a response counts while callers do not read it, once if they share it", async () => {
    const text = "x".repeat(16 * KIB * KIB);
    const entry = {};
    const { port, countHeldBytes } = await startCountedServer(async ({ url }) => {
      const response = new Response(text);
      rememberText(response, text, url.endsWith("/shared") ? entry : undefined);
      return response;
    });
    const countTexts = () => Math.floor(countHeldBytes() / text.length);
    const sharingSockets = openMany(3, port, get("/shared"));
    await waitUntil(() => countTexts() === 1, "one text for three callers");
    openMany(2, port, get("/own"));
    await waitUntil(() => countTexts() === 3, "two more texts");
    sharingSockets.forEach((socket) => socket.destroy());
    await waitUntil(() => countTexts() === 2, "the shared text is free");
  });

  test("while a text is compressed, the copy that the encoder reads counts too", async () => {
    const text = "the same words ".repeat(17_000);
    const { port, countHeldBytes } = await startCountedServer(
      async () => {
        const response = new Response(text, { headers: { "content-type": "text/plain" } });
        rememberText(response, text);
        return response;
      },
      { compress: true },
    );
    let maxHeldBytes = 0;
    let isFinished = false;
    const watch = () => {
      maxHeldBytes = Math.max(maxHeldBytes, countHeldBytes());
      if (!isFinished) setImmediate(watch);
    };
    watch();
    const output = await exchangeText(port, get("/", "accept-encoding: gzip\r\nconnection: close\r\n"));
    isFinished = true;
    assert.match(output, /content-encoding: gzip/i);
    assert.ok(maxHeldBytes >= 2 * text.length && maxHeldBytes < 3 * text.length, `${maxHeldBytes} bytes`);
  });

  test("complete requests leave no bytes that count as an unfinished head", async () => {
    const { port, countHeldBytes } = await startCountedServer(
      async ({ body }) => new Response(body && (await new Response(body).text())),
    );
    const postHead = "POST / HTTP/1.1\r\nhost: gw\r\n";
    const socket = openSocket(port);
    socket.resume();
    const chunks = `5\r\nthese\r\n1f4\r\n${"x".repeat(500)}\r\n0\r\n\r\n`;
    for (const text of [
      get("/"),
      `${postHead}content-length: 5\r\n\r\nthese`,
      `${postHead}Transfer-Encoding: chunked\r\n\r\n${chunks}`,
      "OPTIONS * HTTP/1.1\r\nhost: gw\r\n\r\n",
    ]) {
      for (const times of [1, 5]) {
        socket.write(text.repeat(times));
        await pause(50);
        assert.equal(countHeldBytes(), 0, text);
      }
    }
    assert.equal(socket.destroyed, false);
  });

  test("the bytes of an unfinished head count, whatever precedes it", async () => {
    const { port, countHeldBytes } = await startCountedServer(
      async ({ body }) => new Response(body && (await new Response(body).text())),
    );
    const postHead = "POST / HTTP/1.1\r\nhost: gw\r\n";
    const head = `GET / HTTP/1.1\r\nhost: gw\r\nx: ${"y".repeat(50 * KIB)}`;
    const bodies = [
      `${postHead}content-length: 30000\r\n\r\n${"x".repeat(30_000)}`,
      `${postHead}transfer-encoding: chunked\r\n\r\n3e8\r\n${"x".repeat(1000)}\r\n0\r\n\r\n`,
    ];
    for (const partialText of [get("/"), ...bodies, `${postHead}\r\n`, "OPTIONS * HTTP/1.1\r\nhost: gw\r\n\r\n"]) {
      const socket = openSocket(port, partialText + head).resume();
      await waitUntil(() => countHeldBytes() === head.length, "only the bytes of the head are counted");
      socket.write("\r\n\r\n");
      await waitUntil(() => countHeldBytes() === 0, "the head is complete");
      socket.destroy();
    }
  });

  test("at the limit of held bytes, uploads with progress stay, and stalled ones are closed first", async () => {
    let receivedBytes = 0;
    const { port } = await startCountedServer(
      async ({ body }) => {
        let bytes = 0;
        for await (const part of body) {
          bytes += part.length;
          receivedBytes += part.length;
        }
        return new Response(`all ${bytes}`);
      },
      { maxBufferedBytes: 160 * KIB },
    );
    const upload = () => openSocket(port, `POST / HTTP/1.1\r\nhost: gw\r\ncontent-length: ${70 * KIB}\r\n\r\n`);
    const write = async (socket, bytes) => {
      const total = receivedBytes + bytes;
      socket.write("x".repeat(bytes));
      await waitUntil(() => receivedBytes === total, "it has come");
    };
    const liveSocket = upload();
    let output = "";
    liveSocket
      .setEncoding("latin1")
      .on("data", (part) => (output += part))
      .resume();
    await write(liveSocket, 5 * KIB);
    const staleRequests = [];
    for (let index = 0; index < 12; index += 1) {
      staleRequests.push(upload().resume());
      await write(staleRequests.at(-1), 20 * KIB);
      await write(liveSocket, 5 * KIB);
    }
    liveSocket.write("x".repeat(5 * KIB));
    await waitUntil(() => output.endsWith("0\r\n\r\n"), "the upload with progress gets a response");
    assert.match(output, new RegExp(`^all ${70 * KIB}\r$`, "m"));
    // The limit plus a quarter has room for the live upload and six others.
    assert.deepEqual(
      staleRequests.map(({ destroyed }) => destroyed),
      staleRequests.map((_, index) => index < 6),
    );
  });

  test("at the limit of held bytes, the connections without progress are closed in their order", () => {
    const endedNames = [];
    // If the limit plus a quarter is exceeded, the upload whose last progress is oldest ends first.
    const byteCounter = createByteCounter(80);
    const [a, b, c, d] = ["a", "b", "c", "d"].map((name) => ({
      name,
      heldBytes: 0,
      reset: () => endedNames.push(name),
    }));
    for (const connection of [a, b, c]) byteCounter.hold(connection, 30);
    byteCounter.release(a, 10);
    byteCounter.hold(b, 5);
    byteCounter.move(b);
    byteCounter.hold(d, 16);
    assert.deepEqual(
      [endedNames, byteCounter.total],
      [["c"], 71],
      "the holder c made no progress, a lost bytes, b received bytes",
    );
    byteCounter.release(a, 20);
    byteCounter.hold(c, 60);
    assert.deepEqual([endedNames, byteCounter.total], [["c", "b"], 76], "the holder a has no bytes and is not dropped");
    byteCounter.hold(c, 1000);
    assert.deepEqual(
      [endedNames, byteCounter.total],
      [["c", "b", "d"], 1060],
      "the last connection alone may exceed the limit",
    );
    byteCounter.release(d, 16);
    assert.equal(byteCounter.total, 1060, "a dropped connection has no bytes to release");
    byteCounter.forget(c);
    byteCounter.hold(a, 100);
    assert.deepEqual([endedNames.length, byteCounter.total], [3, 100], "the whole limit can be used again");
  });

  test("a closed connection holds no bytes", () => {
    const byteCounter = createByteCounter(100);
    const connection = new Connection({}, { byteCounter });
    connection.hold(10);
    connection.handleClose();
    connection.hold(10);
    assert.equal(byteCounter.total, 0);
  });

  test("bytes are released once: queued requests still count after the response before them has ended", async () => {
    const { release, respond } = listWays();
    const { port, countHeldBytes } = await startCountedServer(respond);
    const queuedBytes = 4 * KIB + get("/unread").length;
    const socket = openSocket(port, get("/stream") + get("/unread").repeat(3));
    await waitUntil(() => countHeldBytes() > 3 * queuedBytes, "three requests wait, and a piece of the response");
    let bytes = 0;
    socket.on("data", (part) => (bytes += part.length)).resume();
    await waitUntil(() => bytes > 16 * KIB * KIB, "the response has ended");
    await waitUntil(() => countHeldBytes() < 3 * queuedBytes, "the next one runs");
    assert.equal(countHeldBytes(), 2 * queuedBytes);
    release();
    await waitUntil(() => countHeldBytes() === 0, "nothing waits");
  });

  for (const end of ["completes", "destroy", "resetAndDestroy"]) {
    test(`a connection holds no bytes when its request ${end === "completes" ? "has ended" : `is aborted: ${end}`}`, async () => {
      const { release, respond } = listWays();
      const { port, countHeldBytes } = await startCountedServer(respond, {
        maxPipelinedRequests: 2000,
        maxBufferedBytes: 1024 * KIB * KIB,
      });
      const sockets = [];
      for (const [way, [text, rest]] of Object.entries(WAYS)) {
        const memoryBefore = countHeldBytes();
        sockets.push([openSocket(port, text), rest]);
        await waitUntil(() => countHeldBytes() > memoryBefore, `${way} holds bytes`);
      }
      if (end === "completes") {
        release();
        for (const [socket, rest] of sockets) socket.resume().write(rest);
      } else {
        for (const [socket] of sockets) socket[end]();
        // While requests are queued, the server does not read further bytes, so it notices the disconnect only when it responds.
        release();
      }
      await waitUntil(() => countHeldBytes() === 0, "the server holds no bytes");
      assert.equal(openOnes(sockets.map(([socket]) => socket)), end === "completes" ? sockets.length : 0);
    });
  }
});

describe("slow readers of Node's responses", () => {
  const RESPONSES = ["text", "stream", "whole"];

  test("a caller who reads nothing for writeTimeoutMs is disconnected, and the system drops the unread data", async () => {
    await Promise.all(
      RESPONSES.map(async (responseKind) => {
        const { port, countHeldBytes } = await startCountedServer(listWays().respond, { writeTimeoutMs: 600 });
        const start = performance.now();
        const socket = openSocket(port, get(`/${responseKind}`));
        await waitUntil(() => countHeldBytes() > 0, "some waits");
        await pause(300);
        if (performance.now() - start < 600)
          assert.ok(countHeldBytes() > 0, `${responseKind}: the connection is still open`);
        await waitUntil(() => countHeldBytes() === 0, "the connection is cut off", 4000);
        let bytes = 0;
        socket.on("data", (part) => (bytes += part.length)).resume();
        await new Promise((resolve) => socket.once("close", resolve));
        // After an ordinary close the caller would still receive everything that the system has buffered: 4 MB.
        assert.ok(bytes < 1024 * 1024, `${responseKind}: ${bytes} bytes`);
      }),
    );
  });

  test("a connection without unread data is not closed, and may have many listeners for its end", async () => {
    const warnings = [];
    const recordWarning = (warning) => warnings.push(warning);
    process.on("warning", recordWarning);
    const { url } = await startCountedServer(
      async ({ signal }) => {
        for (let index = 0; index < 20; index += 1) signal.addEventListener("abort", () => {});
        await pause(500);
        return new Response("ok");
      },
      { writeTimeoutMs: 100 },
    );
    for (let index = 0; index < 2; index += 1) assert.equal(await (await fetch(url)).text(), "ok");
    process.off("warning", recordWarning);
    assert.deepEqual(warnings, []);
  });

  test("a slow reader receives everything, even in far more time than writeTimeoutMs", async () => {
    const { port } = await startCountedServer(listWays().respond, { writeTimeoutMs: 1500 });
    await Promise.all(
      RESPONSES.map(async (responseKind) => {
        const socket = openSocket(port, get(`/${responseKind}`, "connection: close\r\n"));
        let bytes = 0;
        const start = performance.now();
        socket
          .on("data", (part) => {
            bytes += part.length;
            socket.pause();
            setTimeout(() => socket.resume(), 8);
          })
          .resume();
        await new Promise((resolve) => socket.once("close", resolve));
        assert.ok(bytes > 16 * 1024 * 1024, `${responseKind}: ${bytes} bytes`);
        assert.ok(performance.now() - start > 1800);
      }),
    );
  });

  test("a character that spans two chunks is not broken", async () => {
    const { rememberText } = await import("../../pkg/lib/gateway/http/text-body.js");
    const { PIECE_LENGTH } = await import("../../pkg/lib/gateway/http/long-text.js");
    const text = ["x".repeat(PIECE_LENGTH - 1), "\u{1f600}".repeat(PIECE_LENGTH)].join("");
    const { url } = await startServing(() => {
      const response = new Response(text);
      rememberText(response, text);
      return response;
    });
    const response = await fetch(url, { headers: { "accept-encoding": "identity" } });
    assert.equal(Number(response.headers.get("content-length")), Buffer.byteLength(text));
    assert.equal(await response.text(), text);
  });

  test("a disconnect cancels the stream of the response, even if the cancellation fails", async () => {
    let cancelCount = 0;
    const { port } = await startServing(
      () =>
        new Response(
          new ReadableStream({
            start: (controller) => controller.enqueue(Buffer.from("begun")),
            pull: () => new Promise(() => {}),
            cancel() {
              cancelCount += 1;
              throw new Error("the body cannot be cancelled");
            },
          }),
        ),
    );
    const socket = openSocket(port, get("/"));
    await new Promise((resolve) => socket.once("data", resolve).resume());
    socket.destroy();
    await waitUntil(() => cancelCount === 1, "it is cancelled");
  });
});

describe("bodies in many parts", () => {
  const getChunkedRequest = (path, size, count) =>
    `POST ${path} HTTP/1.1\r\nhost: gw\r\nconnection: close\r\ntransfer-encoding: chunked\r\n\r\n` +
    `${`${size.toString(16)}\r\n${"x".repeat(size)}\r\n`.repeat(count)}0\r\n\r\n`;

  /** A server that reads bodies. It returns the length of the last one and the number of its reads. */
  async function countReads() {
    const lastReading = { bytes: 0, reads: 0 };
    const { port } = await startServing(async ({ body }) => {
      lastReading.bytes = lastReading.reads = 0;
      for await (const part of body) {
        lastReading.bytes += part.length;
        lastReading.reads += 1;
      }
      return new Response("ok");
    });
    return { port, lastReading };
  }

  test("the parts of a body that arrived together are read at once", async () => {
    const { port, lastReading } = await countReads();
    const output = await exchangeText(port, getChunkedRequest("/", 1, 1000));
    assert.deepEqual([listStatuses(output), lastReading.bytes], [[200], 1000]);
    assert.ok(lastReading.reads <= 5, `${lastReading.reads} reads of 1000 parts`);
  });

  test("the number of a body's parts is bounded by its size: more are 413, and the connection ends", async () => {
    const { port, lastReading } = await countReads();
    const output = await exchangeText(port, getChunkedRequest("/", 1, 50_000));
    assert.deepEqual(listStatuses(output), [413]);
    assert.match(listHeaders(output), /x-ton-edge-error: payload_too_large\r\n[^]*connection: close/);
    assert.ok(lastReading.bytes < 1100, `${lastReading.bytes} bytes were read`);
    // Each part is an object of some 250 bytes until it is read, so the number of small parts is bounded, too.
    assert.deepEqual(listStatuses(await exchangeText(port, getChunkedRequest("/", 10, 4000))), [413]);
    const wholeReply = await exchangeText(port, getChunkedRequest("/", 64, 20_000));
    assert.deepEqual([listStatuses(wholeReply), lastReading.bytes], [[200], 1_280_000]);
  });

  test("the number of a body's parts is also bounded if the body is not read or the request is queued", async () => {
    let runCount = 0;
    const { port } = await startServing(async () => {
      runCount += 1;
      await pause(50);
      return new Response("not read");
    });
    const start = performance.now();
    await exchangeText(port, getChunkedRequest("/", 1, 50_000));
    await exchangeText(port, get("/") + getChunkedRequest("/", 1, 50_000));
    // Without the bound, the server would read and discard an unread body for two seconds.
    assert.ok(performance.now() - start < 1900, "the connections end at once");
    assert.equal(runCount, 2);
  });

  test("the number of parts of an upstream response is bounded", async () => {
    const streamOfSize = (size, count) =>
      /** @type {any} */ (ReadableStream).from(
        (function* () {
          for (let index = 0; index < count; index += 1) yield new Uint8Array(size).fill(120);
        })(),
      );
    assert.equal(await readStream(streamOfSize(1, 5000), 1e6), undefined);
    assert.equal((await readStream(streamOfSize(1, 4000), 1e6)).length, 4000);
    assert.equal((await readStream(streamOfSize(64, 10_000), 1e6)).length, 640_000);
  });
});

describe("a request body that is not read to its end", () => {
  const MIB = 1024 * 1024;
  const refuseBody = async ({ body }) => {
    const reader = body.getReader();
    await reader.read();
    await reader.cancel();
    return new Response("too large", { status: 413 });
  };
  const buildPost = (bytes, headers = "") =>
    `POST / HTTP/1.1\r\nhost: gw\r\n${headers}content-length: ${bytes}\r\n\r\n`;

  for (const [title, headers] of [
    ["stays", ""],
    ["ends", "connection: close\r\n"],
  ]) {
    test(`an unread body is read and discarded before the response ends, and the connection ${title}`, async () => {
      const { port, countHeldBytes } = await startCountedServer(refuseBody);
      const timers = process.getActiveResourcesInfo().filter((name) => name === "Timeout").length;
      const socket = openSocket(port, buildPost(8 * MIB, headers));
      let output = "";
      let error;
      let isClosed = false;
      socket
        .setEncoding("latin1")
        .on("data", (part) => (output += part))
        .on("error", (fault) => (error = fault))
        .on("close", () => (isClosed = true))
        .resume();
      const start = performance.now();
      for (let part = 0; part < 8; part += 1) {
        socket.write("x".repeat(MIB));
        await pause(20);
      }
      await waitUntil(() => output.includes("too large"), "the request gets a response");
      if (title === "ends") await waitUntil(() => isClosed, "it ends");
      else {
        await waitUntil(() => output.endsWith("0\r\n\r\n"), "the response ends");
        socket.write(buildPost(1) + "x");
        await waitUntil(() => listStatuses(output).length === 2, "another request gets a response");
      }
      assert.deepEqual([listStatuses(output)[0], error, countHeldBytes()], [413, undefined, 0]);
      assert.ok(performance.now() - start < 1900, "the server does not wait longer for the end of the body");
      assert.ok(
        process.getActiveResourcesInfo().filter((name) => name === "Timeout").length <= timers,
        "no timer is left",
      );
    });
  }

  test("the server waits for the rest of an unread body for two seconds only", async () => {
    const { port } = await startServing(refuseBody);
    const start = performance.now();
    const output = await exchangeText(port, buildPost(100, "connection: close\r\n") + "x".repeat(99), 10_000);
    assert.deepEqual(listStatuses(output), [413]);
    const elapsedMs = performance.now() - start;
    assert.ok(elapsedMs >= 1900 && elapsedMs < 4500, `${elapsedMs} ms`);
  });

  test("an unread body without Content-Length counts at most like an unfinished head", async () => {
    const { port, countHeldBytes } = await startCountedServer(async () => new Response("not read"));
    const socket = openSocket(port, "GET / HTTP/1.1\r\nhost: gw\r\ntransfer-encoding: chunked\r\n\r\n").resume();
    socket.write(`${(300_000).toString(16)}\r\n${"x".repeat(300_000)}\r\n0\r\n\r\n`);
    await waitUntil(() => countHeldBytes() > 0, "it counts");
    await pause(50);
    assert.equal(countHeldBytes(), 160 * 1024);
  });
});

describe("idle connections", () => {
  test("idle connections stay open for keepAliveTimeoutMs, by default longer than those of load balancers", async () => {
    const plainServer = await startServing(async () => new Response("ok"));
    assert.match(await exchangeText(plainServer.port, get("/"), 100), /^keep-alive: timeout=75\r$/im);

    // The timeout for a request's head does not run while a connection is idle.
    const { port } = await startServing(async () => new Response("ok"), {
      keepAliveTimeoutMs: 600,
      headersTimeoutMs: 100,
    });
    const socket = openSocket(port, get("/"));
    let output = "";
    socket
      .setEncoding("latin1")
      .on("data", (part) => (output += part))
      .resume();
    const closedPromise = new Promise((resolve) => socket.once("close", resolve));
    await waitUntil(() => listStatuses(output).length === 1, "the first response");
    await pause(300);
    socket.write(get("/"));
    await waitUntil(() => listStatuses(output).length === 2, "the second response");
    const start = performance.now();
    await closedPromise;
    assert.ok(performance.now() - start < 4000, "it ends");
    assert.deepEqual(listStatuses(output), [200, 200]);
  });
});

describe("slow writers", () => {
  test("headersTimeoutMs and requestTimeoutMs end slow requests in time", async () => {
    const options = { headersTimeoutMs: 800, requestTimeoutMs: 1600 };
    const { port } = await startServing(
      async ({ body }) => new Response(body && (await new Response(body).text())),
      options,
    );
    for (const [text, ms] of /** @type {any[][]} */ ([
      ["", 800],
      ["GET / HT", 800],
      ["POST / HTTP/1.1\r\nhost: gw\r\ncontent-length: 9\r\n\r\nhalf", 1600],
    ])) {
      const start = performance.now();
      const output = await exchangeText(port, text, 20_000);
      const elapsedMs = performance.now() - start;
      // With Node's default interval of 30 s between checks, the timeout would take up to 30 s longer.
      assert.ok(elapsedMs >= ms - 50 && elapsedMs < ms + 6000, `${elapsedMs} ms for ${text}`);
      assert.deepEqual(listStatuses(output), [408], text);
    }
  });
});

describe("files of the web app in Node", () => {
  let folder;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), "ton-edge-files-"));
    await mkdir(join(folder, ".well-known"));
    await mkdir(join(folder, "sub", ".git"), { recursive: true });
    const texts = {
      "index.html": "page",
      "a.txt": "a",
      ".env": "secret",
      "sub/.git/config": "secret",
      "sub/index.html": "sub",
      ".well-known/x.txt": "known",
      "empty.txt": "",
      "..x": "secret",
    };
    for (const [path, text] of Object.entries(texts)) await writeFile(join(folder, path), text);
  });
  after(() => rm(folder, { recursive: true }));

  test("files of a relative folder are served, except hidden ones", async () => {
    for (const argument of [
      folder,
      `${folder}/`,
      relative(process.cwd(), folder),
      `./${relative(process.cwd(), folder)}`,
    ]) {
      const { url, port } = await startServing(
        createGateway({ mainnet: "http://127.0.0.1:9", assets: files(argument), log() {} }),
      );
      for (const [path, text] of [
        ["/", "page"],
        ["/a.txt", "a"],
        ["/sub/", "sub"],
        ["/.well-known/x.txt", "known"],
        ["/empty.txt", ""],
      ]) {
        const response = await fetch(url + path);
        assert.deepEqual(
          [response.status, await response.text(), response.headers.get("content-length")],
          [200, text, String(text.length)],
          path,
        );
      }
      const head = await fetch(`${url}/a.txt`, { method: "HEAD" });
      assert.deepEqual([head.status, head.headers.get("content-length"), await head.text()], [200, "1", ""]);
      for (const path of [
        "/.env",
        "/%2eenv",
        "/sub/.git/config",
        "/sub/%2Egit/config",
        "/sub%2f.git%2fconfig",
        "/x\\..\\.env",
        "/..x",
        "/%2e%2e/etc/passwd",
        "/a.txt%00",
        "/%",
      ]) {
        assert.deepEqual(listStatuses(await exchangeText(port, get(path, "connection: close\r\n"))), [404], path);
      }
      assert.equal((await fetch(`${url}/a.txt`, { method: "POST" })).status, 405);
    }
  });

  test("a file that shrinks while it is sent ends the response with an error", async () => {
    const path = join(folder, "shrinks.bin");
    await writeFile(path, Buffer.alloc(16 * 1024 * 1024));
    const { gateway, lines } = createLoggingGateway({ assets: files(folder) });
    const { url, port } = await startServing(gateway);
    const socket = openSocket(port, get("/shrinks.bin"));
    let bytes = 0;
    socket
      .once("data", async (part) => {
        bytes += part.length;
        socket.pause();
        await truncate(path, 1000);
        socket.on("data", (chunk) => (bytes += chunk.length)).resume();
      })
      .resume();
    let isClosed = false;
    socket.once("close", () => (isClosed = true));
    // This is not the timeout of idle connections, which would end it 5 s later.
    await waitUntil(() => isClosed, "the connection ends", 3500);
    assert.ok(bytes > 0 && bytes < 16 * 1024 * 1024);
    assert.equal((await fetch(`${url}/a.txt`)).status, 200);
    assert.deepEqual(lines, []);
  });
});

describe("the operators' listener of Node", () => {
  test("operators have their own listener, and the gateway serves their endpoints only there", async () => {
    const seenListeners = [];
    const makeGateway = async (request, env, { listener }) => {
      seenListeners.push(listener);
      return new Response("ok");
    };
    const { url, operatorsUrl } = await startServing(makeGateway, { operators: { port: 0 } });
    assert.notEqual(url, operatorsUrl);
    for (const target of [url, operatorsUrl]) assert.equal((await fetch(target)).status, 200);
    const singleServer = await startServing(makeGateway);
    assert.equal(singleServer.operatorsUrl, undefined);
    await fetch(singleServer.url);
    assert.deepEqual(seenListeners, ["public", "operators", undefined]);
    // If the port is in use, no listener stays open.
    const { port } = new URL(operatorsUrl);
    await assert.rejects(serve({ fetch: makeGateway }, { port: 0, operators: { port: Number(port) } }), {
      code: "EADDRINUSE",
    });
    for (const server of runningRequests.splice(0)) await server.close();
    for (const target of [url, operatorsUrl]) await assert.rejects(fetch(target));
  });
});

test("invalid options of `serve` are refused by name", async () => {
  for (const [options, parameter] of /** @type {any[][]} */ ([
    [{ prot: 1 }, "prot"],
    [{ writeTimeoutMs: 0 }, "writeTimeoutMs"],
    [{ maxConnections: "10" }, "maxConnections"],
    [{ maxRequestsPerSocket: 1.5 }, "maxRequestsPerSocket"],
    [{ maxBufferedBytes: Infinity }, "maxBufferedBytes"],
    [{ maxPipelinedRequests: 0 }, "maxPipelinedRequests"],
    [{ headersTimeoutMs: -1 }, "headersTimeoutMs"],
    [{ keepAliveTimeoutMs: 0 }, "keepAliveTimeoutMs"],
    [{ drainDelayMs: -1 }, "drainDelayMs"],
    [{ requestTimeoutMs: 2 ** 31 }, "requestTimeoutMs"],
    [{ headersTimeoutMs: 2000, requestTimeoutMs: 1000 }, "headersTimeoutMs"],
    [{ operators: {} }, "operators.port"],
    [{ operators: { port: 65_536 } }, "operators.port"],
    [{ operators: { port: 1, host: "" } }, "operators.host"],
    [{ exitOnSignal: 1 }, "exitOnSignal"],
  ])) {
    await assert.rejects(
      serve(/** @type {any} */ ({}), options),
      (error) => isTonEdgeError(error, "invalid_option") && error.parameter === parameter,
      JSON.stringify(options),
    );
  }
});

test("a gateway whose configuration cannot be used is refused before the server listens", async () => {
  const faultyGateway = createGateway(/** @type {any} */ ({ limits: { keyless: -1 } }));
  const findNamed = (error) => isTonEdgeError(error) && error.message.startsWith("`limits.keyless` must be");
  await assert.rejects(serve(faultyGateway, { port: 0 }), findNamed);
  assert.throws(() => faultyGateway.check(), findNamed);
});

for (const runtime of OTHER_PROCESSES) {
  test(`${runtime} refuses invalid Host headers, serves the operators' port, and ends unfinished bodies`, {
    skip: !process.env.TESTS_FULL && "in a full run",
    timeout: 60_000,
  }, async () => {
    const gateway = await startGateway(runtime, {
      config: { mainnet: "http://127.0.0.1:9" },
      options: { operators: { port: 0 }, requestTimeoutMs: 1000 },
    });
    try {
      for (const host of ["x/metrics?", "%%%", "a b", "a, b", "a@b", "a:b"]) {
        const output = await exchangeText(
          gateway.port,
          `GET /healthz HTTP/1.1\r\nhost: ${host}\r\nconnection: close\r\n\r\n`,
        );
        assert.deepEqual(listStatuses(output), [400], host);
      }
      assert.deepEqual(listStatuses(await exchangeText(gateway.port, get("/healthz", "connection: close\r\n"))), [200]);
      assert.equal((await fetch(`${gateway.operatorsUrl}/healthz`)).status, 200);
      const start = performance.now();
      const text = await exchangeText(
        gateway.port,
        "POST /api/v2/jsonRPC HTTP/1.1\r\nhost: gw\r\ncontent-type: application/json\r\ncontent-length: 99\r\n\r\n{",
        3000,
      );
      assert.equal(listStatuses(text).length, 1);
      assert.ok(listStatuses(text)[0] >= 400 && performance.now() - start >= 950);
    } finally {
      await gateway.close();
    }
  });
}
