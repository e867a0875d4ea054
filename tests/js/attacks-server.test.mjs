// Attacks on the Node server around the gateway: odd hosts and targets, pipelining, broken requests, hidden files, slow writers.

import assert from "node:assert/strict";
import { mkdir, mkdtemp, rm, truncate, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { after, afterEach, before, describe, test } from "node:test";

import { isTonEdgeError } from "ton-edge";
import { createGateway } from "ton-edge/gateway";
import { files, openapi, serve } from "ton-edge/node";

import { closeAll, get, open, say, statuses, until } from "../attacks/sockets.mjs";
import { startGateway } from "../attacks/gateway-process.mjs";

const running = [];
afterEach(async () => {
  closeAll();
  for (const server of running.splice(0)) await server.close();
});

/** A server of a gateway, or of a function in its place, until the test is over. */
async function serving(gateway, options) {
  const made = typeof gateway === "function" ? { fetch: gateway } : gateway;
  const server = await serve(made, { port: 0, drain: 0, ...options });
  running.push(server);
  return { ...server, port: Number(new URL(server.url).port) };
}

/** A gateway with what it logs. */
function logged(config) {
  const lines = [];
  return { lines, gateway: createGateway({ mainnet: "http://127.0.0.1:9", openapi, log: (line) => lines.push(line), logLevel: "warn", ...config }) };
}

const headersOf = (said) => said.split("\r\n\r\n")[0].toLowerCase();
const pause = (ms) => new Promise((done) => setTimeout(done, ms));

describe("Host and target", () => {
  let folder;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), "ton-edge-attacks-"));
    await writeFile(join(folder, "index.html"), "the page");
  });
  after(() => rm(folder, { recursive: true }));

  test("a Host that is not host[:port] is 400, and cannot rewrite the path", async () => {
    const seen = [];
    const { port } = await serving(async ({ url }) => {
      seen.push(new URL(url).pathname);
      return new Response("ok");
    });
    const wrong = ["x/metrics?", "x/.env?", "x#", "x?y", "a@b", "a b", "a, b", "a,b", "%%%", "%zz", "", "a:b", "a:99999", "[::1", "::1", "[x]", "a\\b", "http://a", "a:80:80", "<a>", "a".repeat(400)];
    for (const host of wrong) {
      const said = await say(port, `GET /blocked HTTP/1.1\r\nhost: ${host}\r\nconnection: close\r\n\r\n`);
      assert.deepEqual(statuses(said), [400], host);
      for (const line of ["x-ton-edge-error: invalid_host", "access-control-allow-origin: *", "cache-control: no-store", "content-type: application/json"]) {
        assert.ok(headersOf(said).includes(line), `${host}: ${line}`);
      }
      const { id, reason } = JSON.parse(said.split("\r\n\r\n")[1]);
      assert.deepEqual([reason, headersOf(said).includes(`x-request-id: ${id}`)], ["invalid_host", true]);
    }
    for (const lines of ["", "host: a\r\nhost: a\r\n", "Host: a\r\nhost: b\r\n"]) {
      assert.deepEqual(statuses(await say(port, `GET /blocked HTTP/1.1\r\n${lines}connection: close\r\n\r\n`)), [400], lines);
    }
    assert.deepEqual(seen, []);
    for (const host of ["gw", "gw:8080", "127.0.0.1:1", "[::1]:80", "[::1]", "a_b.example", "a-b.example:"]) {
      assert.deepEqual(statuses(await say(port, `GET /blocked HTTP/1.1\r\nhost: ${host}\r\nconnection: close\r\n\r\n`)), [200], host);
    }
    // HTTP/1.0 has no Host.
    assert.deepEqual(statuses(await say(port, "GET /blocked HTTP/1.0\r\n\r\n")), [200]);
    assert.deepEqual([...new Set(seen)], ["/blocked"]);
  });

  test("OPTIONS * is 204 with Allow, every other odd target is 400, and none raises an alert", async () => {
    const { gateway, lines } = logged({ assets: files(folder) });
    const { port } = await serving(gateway);
    const ask = (line, host = "gw") => say(port, `${line} HTTP/1.1\r\nhost: ${host}\r\nconnection: close\r\n\r\n`);
    const all = await ask("OPTIONS *");
    assert.deepEqual(statuses(all), [204]);
    assert.match(headersOf(all), /^allow: get, head, post, options$/m);
    for (const line of ["GET *", "POST *", "HEAD *", "GET ftp://gw/", "GET http://", "GET http://a@b/", "GET http://%%%/healthz", "GET gw:80", "OPTIONS gw", "GET ?x", "OPTIONS **"]) {
      assert.deepEqual(statuses(await ask(line)), [400], line);
    }
    for (const host of ["%%%", "x/.env?"]) for (const line of ["GET /", "OPTIONS *", "GET /healthz"]) assert.deepEqual(statuses(await ask(line, host)), [400], line);
    for (const line of ["GET http://other.example/healthz", "GET HTTPS://other.example:443/healthz"]) assert.deepEqual(statuses(await ask(line)), [200], line);
    for (const path of ["/%", "/%%%", "/%00", "/%c0%ae", "//x/y", "/%5c..%5cx"]) assert.deepEqual(statuses(await ask(`GET ${path}`)), [404], path);
    assert.deepEqual(lines, []);
  });
});

describe("one request at a time on a connection", () => {
  test("pipelined requests run one after the other, in their order, with their bodies", async () => {
    const log = [];
    let now = 0;
    const { port } = await serving(async ({ url, body }) => {
      const { pathname } = new URL(url);
      assert.equal((now += 1), 1, "requests that run");
      const text = body ? await new Response(body).text() : "";
      await pause(5);
      log.push(pathname + text);
      now -= 1;
      return new Response(`answer ${pathname}`);
    });
    const post = (path, text) => `POST ${path} HTTP/1.1\r\nhost: gw\r\ncontent-length: ${text.length}\r\n\r\n${text}`;
    const expecting = "POST /6 HTTP/1.1\r\nhost: gw\r\nexpect: 100-continue\r\nconnection: close\r\ncontent-length: 5\r\n\r\nlater";
    const long = "x".repeat(300_000);
    const said = await say(port, [get("/1"), post("/2", "two"), get("/3"), post("/4", long), get("/5"), expecting].join(""), 10_000);
    assert.deepEqual(log, ["/1", "/2two", "/3", `/4${long}`, "/5", "/6later"]);
    assert.deepEqual(statuses(said).filter((status) => status !== 100), [200, 200, 200, 200, 200, 200]);
    assert.deepEqual([...said.matchAll(/answer (\/\d)/g)].map(([, path]) => path), ["/1", "/2", "/3", "/4", "/5", "/6"]);
  });

  test("beyond maxPipelinedRequests they are not run: the last accepted one's answer closes the connection", async () => {
    let ran = 0;
    const { port } = await serving(async () => {
      ran += 1;
      await pause(2);
      return new Response("ok");
    }, { maxPipelinedRequests: 4 });
    const said = await say(port, get("/").repeat(500));
    assert.deepEqual([statuses(said).length, ran], [5, 5]);
    assert.ok(said.toLowerCase().indexOf("connection: close") > said.lastIndexOf("HTTP/1.1 200"));
    ran = 0;
    const all = say(port, get("/").repeat(5), 1000);
    assert.deepEqual([statuses(await all).length, ran], [5, 5], "as many as there is room for do not close it");
  });

  test("what waits behind a request does not run when the caller has left", async () => {
    let ran = 0;
    let go;
    const gone = new Promise((done) => (go = done));
    const { port } = await serving(async () => {
      ran += 1;
      await gone;
      return new Response("late");
    });
    const socket = open(port, get("/").repeat(10));
    await until(() => ran === 1, "the first runs");
    socket.resetAndDestroy();
    await pause(50);
    go();
    await pause(200);
    assert.ok(ran <= 2, `${ran} ran: what is behind a request is not read, so the first write tells`);
  });

  test("a caller who leaves ends the one request that runs", async () => {
    const aborted = [];
    const { port } = await serving(async ({ signal }) => {
      await new Promise((done) => signal.addEventListener("abort", done, { once: true }));
      aborted.push(signal.aborted);
      return new Response("late");
    });
    for (const leave of ["destroy", "resetAndDestroy"]) {
      const socket = open(port, get("/"));
      await pause(100);
      socket[leave]();
      await until(() => aborted.length > 0, "it is told");
      assert.deepEqual(aborted.splice(0), [true]);
    }
  });
});

describe("requests that Node's parser gives up on", () => {
  test("are answered in the gateway's manner", async () => {
    const { port } = await serving(async () => new Response("ok"));
    for (const [text, status] of [["nothing like it\r\n\r\n", 400], [get("/", `x: ${"y".repeat(300_000)}\r\n`), 431]]) {
      const said = await say(port, text);
      assert.deepEqual(statuses(said), [status]);
      assert.match(headersOf(said), /x-request-id: .*[^]*x-ton-edge-error: /);
      assert.equal(JSON.parse(said.split("\r\n\r\n")[1]).code, status);
    }
  });

  test("nothing is written into an answer that is pending or has begun", async () => {
    const encoder = new TextEncoder();
    const { port } = await serving(async ({ url }) => {
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
      const socket = open(port, get(path));
      let said = "";
      socket.setEncoding("latin1").on("data", (part) => (said += part)).resume();
      const closed = new Promise((done) => socket.once("close", done));
      await pause(100);
      socket.write("nothing like it\r\n\r\n");
      await closed;
      assert.ok(!said.includes("400"), said);
      assert.deepEqual(statuses(said), path === "/begun" ? [200] : []);
    }
  });

  test("a body that breaks the rules is the fault of the request that waits for its answer", async () => {
    const { port } = await serving(async ({ body }) => {
      await new Response(body).text().catch(() => {});
      return new Response("late");
    });
    const said = await say(port, "POST / HTTP/1.1\r\nhost: gw\r\ntransfer-encoding: chunked\r\n\r\nzz\r\n");
    assert.deepEqual(statuses(said), [400]);
    assert.ok(!said.includes("late"));
  });

  test("a body that is broken off is an error of the stream, and nothing else", async () => {
    const errors = [];
    const { port, url } = await serving(async ({ body }) => {
      if (body) await new Response(body).text().catch((error) => errors.push(error));
      return new Response("ok");
    });
    const socket = open(port, "POST / HTTP/1.1\r\nhost: gw\r\ncontent-length: 1000\r\n\r\nhalf of");
    await pause(100);
    socket.resetAndDestroy();
    await until(() => errors.length === 1, "the body is told");
    assert.deepEqual([errors[0].name, errors[0].message], ["AbortError", "the caller broke off the request body"]);
    assert.equal((await fetch(url)).status, 200);
  });
});

describe("slow writers", () => {
  test("headersTimeoutMs and requestTimeoutMs end them in time", async () => {
    const options = { headersTimeoutMs: 800, requestTimeoutMs: 1600 };
    const { port } = await serving(async ({ body }) => new Response(body && (await new Response(body).text())), options);
    for (const [text, ms] of [["", 800], ["GET / HT", 800], ["POST / HTTP/1.1\r\nhost: gw\r\ncontent-length: 9\r\n\r\nhalf", 1600]]) {
      const start = performance.now();
      const said = await say(port, text, 20_000);
      const took = performance.now() - start;
      // Were it looked at every 30 s, as Node does by itself, it would take that long.
      assert.ok(took >= ms - 50 && took < ms + 6000, `${took} ms for ${text}`);
      assert.deepEqual(statuses(said), [408], text);
    }
  });
});

describe("files", () => {
  let folder;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), "ton-edge-files-"));
    await mkdir(join(folder, ".well-known"));
    await mkdir(join(folder, "sub", ".git"), { recursive: true });
    const texts = { "index.html": "page", "a.txt": "a", ".env": "secret", "sub/.git/config": "secret", "sub/index.html": "sub", ".well-known/x.txt": "known", "empty.txt": "", "..x": "secret" };
    for (const [path, text] of Object.entries(texts)) await writeFile(join(folder, path), text);
  });
  after(() => rm(folder, { recursive: true }));

  test("of a relative folder, none of them hidden", async () => {
    for (const given of [folder, `${folder}/`, relative(process.cwd(), folder), `./${relative(process.cwd(), folder)}`]) {
      const { url, port } = await serving(createGateway({ mainnet: "http://127.0.0.1:9", assets: files(given), log() {} }));
      for (const [path, text] of [["/", "page"], ["/a.txt", "a"], ["/sub/", "sub"], ["/.well-known/x.txt", "known"], ["/empty.txt", ""]]) {
        const response = await fetch(url + path);
        assert.deepEqual([response.status, await response.text(), response.headers.get("content-length")], [200, text, String(text.length)], path);
      }
      const head = await fetch(`${url}/a.txt`, { method: "HEAD" });
      assert.deepEqual([head.status, head.headers.get("content-length"), await head.text()], [200, "1", ""]);
      for (const path of ["/.env", "/%2eenv", "/sub/.git/config", "/sub/%2Egit/config", "/sub%2f.git%2fconfig", "/x\\..\\.env", "/..x", "/%2e%2e/etc/passwd", "/a.txt%00", "/%"]) {
        assert.deepEqual(statuses(await say(port, get(path, "connection: close\r\n"))), [404], path);
      }
      assert.equal((await fetch(`${url}/a.txt`, { method: "POST" })).status, 405);
    }
  });

  test("one that becomes shorter while it is sent ends the answer visibly", async () => {
    const path = join(folder, "shrinks.bin");
    await writeFile(path, Buffer.alloc(16 * 1024 * 1024));
    const { gateway, lines } = logged({ assets: files(folder) });
    const { url, port } = await serving(gateway);
    const socket = open(port, get("/shrinks.bin"));
    let bytes = 0;
    socket.once("data", async (part) => {
      bytes += part.length;
      socket.pause();
      await truncate(path, 1000);
      socket.on("data", (more) => (bytes += more.length)).resume();
    }).resume();
    let closed = false;
    socket.once("close", () => (closed = true));
    // Not when its time as an idle connection is over: that would be 5 s later.
    await until(() => closed, "the connection ends", 3500);
    assert.ok(bytes > 0 && bytes < 16 * 1024 * 1024);
    assert.equal((await fetch(`${url}/a.txt`)).status, 200);
    assert.deepEqual(lines, []);
  });
});

describe("operators", () => {
  test("have a listener of their own, of which the gateway is told", async () => {
    const seen = [];
    const gateway = async (request, env, { listener }) => {
      seen.push(listener);
      return new Response("ok");
    };
    const { url, operatorsUrl } = await serving(gateway, { operators: { port: 0 } });
    assert.notEqual(url, operatorsUrl);
    for (const one of [url, operatorsUrl]) assert.equal((await fetch(one)).status, 200);
    const single = await serving(gateway);
    assert.equal(single.operatorsUrl, undefined);
    await fetch(single.url);
    assert.deepEqual(seen, ["public", "operators", undefined]);
    // A port that is taken leaves nothing behind.
    const { port } = new URL(operatorsUrl);
    await assert.rejects(serve({ fetch: gateway }, { port: 0, operators: { port: Number(port) } }), { code: "EADDRINUSE" });
    for (const server of running.splice(0)) await server.close();
    for (const one of [url, operatorsUrl]) await assert.rejects(fetch(one));
  });
});

test("options of serve that cannot be meant are refused by name", async () => {
  for (const [options, parameter] of [
    [{ prot: 1 }, "prot"], [{ writeTimeoutMs: 0 }, "writeTimeoutMs"], [{ maxConnections: "10" }, "maxConnections"], [{ maxRequestsPerSocket: 1.5 }, "maxRequestsPerSocket"],
    [{ maxBufferedBytes: Infinity }, "maxBufferedBytes"], [{ maxPipelinedRequests: 0 }, "maxPipelinedRequests"], [{ headersTimeoutMs: -1 }, "headersTimeoutMs"],
    [{ requestTimeoutMs: 2 ** 31 }, "requestTimeoutMs"], [{ headersTimeoutMs: 2000, requestTimeoutMs: 1000 }, "headersTimeoutMs"], [{ operators: {} }, "operators.port"],
    [{ operators: { port: 65_536 } }, "operators.port"], [{ operators: { port: 1, host: "" } }, "operators.host"], [{ exitOnSignal: 1 }, "exitOnSignal"],
  ]) {
    await assert.rejects(serve({}, options), (error) => isTonEdgeError(error, "invalid_option") && error.parameter === parameter, JSON.stringify(options));
  }
});

for (const runtime of ["Deno", "Bun"]) {
  test(`${runtime}: Host, operators and unfinished bodies`, { skip: !process.env.TON_EDGE_FULL && "in a full run", timeout: 60_000 }, async () => {
    const gateway = await startGateway(runtime, { config: { mainnet: "http://127.0.0.1:9" }, options: { operators: { port: 0 }, requestTimeoutMs: 1000 } });
    try {
      for (const host of ["x/metrics?", "%%%", "a b", "a, b", "a@b", "a:b"]) {
        const said = await say(gateway.port, `GET /healthz HTTP/1.1\r\nhost: ${host}\r\nconnection: close\r\n\r\n`);
        assert.deepEqual(statuses(said), [400], host);
      }
      assert.deepEqual(statuses(await say(gateway.port, get("/healthz", "connection: close\r\n"))), [200]);
      assert.equal((await fetch(`${gateway.operatorsUrl}/healthz`)).status, 200);
      const start = performance.now();
      const said = await say(gateway.port, "POST /api/v2/jsonRPC HTTP/1.1\r\nhost: gw\r\ncontent-type: application/json\r\ncontent-length: 99\r\n\r\n{", 3000);
      assert.equal(statuses(said).length, 1);
      assert.ok(statuses(said)[0] >= 400 && performance.now() - start >= 950);
    } finally {
      await gateway.close();
    }
  });
}
