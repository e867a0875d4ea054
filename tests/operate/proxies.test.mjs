// The templates for nginx and Caddy: each runs in front of a gateway, and callers try an attacker's methods.

import assert from "node:assert/strict";
import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { get as getPlain } from "node:http";
import { request } from "node:https";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { connect as connectTls } from "node:tls";

import { createGateway } from "ton-edge/gateway";
import { serve } from "ton-edge/node";

import { startReplay } from "../upstream/replay.mjs";
import { DOMAIN, NGINX, startCaddy, startNginx, writeNginx } from "./proxies.mjs";
import { applyChanges, runProgram, readTemplate, TEMPLATES, findTool } from "./templates.mjs";

const TOKEN = "token-of-the-operators";
const ORIGIN = "https://app.example";
const PATH = "/api/v2/getMasterchainInfo";
const SECRETS = ["tonedge_secret-in-the-query", "tonedge_secret-in-a-header"];

let folder;
let upstream;
before(async () => {
  folder = await mkdtemp(join(tmpdir(), "ton-edge-proxies-"));
  upstream = await startReplay();
});
after(async () => {
  await upstream?.close();
  await rm(folder, { recursive: true, force: true });
});

/** `clientIp` of the template, which is TOML. */
async function readClientIp() {
  const [, header, list] = /^clientIp = \{ header = "(.+)", trustedProxies = \[(.+)\] \}$/m.exec(
    await readTemplate("proxies/ton-edge.toml"),
  );
  return { header, trustedProxies: JSON.parse(`[${list}]`) };
}

/** A gateway as the templates expect it, with its log lines and its connections. */
async function startGateway(settings = {}) {
  const lines = [];
  const gateway = createGateway({
    mainnet: upstream.url,
    clientIp: await readClientIp(),
    origins: [ORIGIN],
    adminToken: TOKEN,
    cache: { adapter: "none" },
    limits: { keyless: "off", budget: "off" },
    logClient: "address",
    log: (line) => lines.push(JSON.parse(line)),
    ...settings,
  });
  const server = await serve(gateway, { port: 0, drainMs: 0, operators: { port: 0 } });
  const port = Number(new URL(server.url).port);
  const sockets = [];
  const countSocket = (/** @type {any} */ { socket }) => socket.localPort === port && sockets.push(socket);
  subscribe("net.server.socket", countSocket);
  const close = async () => {
    unsubscribe("net.server.socket", countSocket);
    await server.close();
  };
  return { port, lines, sockets, close };
}

/**
 * Sends a request by TLS from an address of this machine.
 *
 * @param {import("./proxies.mjs").Proxy} proxy @param {string} path
 * @param {{ from?: string, method?: string, headers?: Record<string, string | string[]>, body?: Buffer | string }} [options]
 * @returns {Promise<{ status: number, headers: import("node:http").IncomingHttpHeaders, text: string }>}
 */
async function send({ port, ca }, path, { from = "127.0.0.1", method = "GET", headers = {}, body } = {}) {
  const clientRequest = request({
    host: "127.0.0.1",
    port,
    path,
    method,
    ca,
    localAddress: from,
    servername: DOMAIN,
    agent: false,
    headers: { host: DOMAIN, ...headers },
  });
  // A proxy that refuses a body closes the connection while the client is still sending.
  clientRequest.end(body);
  const connectionError = once(clientRequest, "error").then(([error]) => {
    throw error;
  });
  connectionError.catch(() => {});
  const [response] = await Promise.race([once(clientRequest, "response"), connectionError]);
  response.setEncoding("utf8");
  let text = "";
  for await (const part of response) text += part;
  return { status: response.statusCode, headers: response.headers, text };
}

/** Headers that a caller may forge to impersonate another caller. */
const FORGED_HEADERS = {
  "x-forwarded-for": ["203.0.113.9", "203.0.113.10, 127.0.0.1"],
  forwarded: "for=203.0.113.9",
  "x-real-ip": "203.0.113.9",
  "cf-connecting-ip": "203.0.113.9",
  "true-client-ip": "203.0.113.9",
};

describe("the templates of the proxies", () => {
  test("nginx finds no fault in its template", async () => {
    const caddy = await startCaddy(await mkdtemp(join(folder, "t-")), 1);
    await caddy.close();
    const home = await mkdtemp(join(folder, "t-"));
    const config = await writeNginx(home, { gateway: 1, port: 2, httpPort: 3, ...caddy }, (text) =>
      applyChanges(text, [
        ["    server_tokens off;", `    server_tokens off;\n    include ${TEMPLATES}proxies/cloudflare.conf;`],
      ]),
    );
    const { code, output } = await runProgram(NGINX, ["-t", "-p", home, "-c", config]);
    assert.equal(code, 0, output);
    // The template also works in nginx 1.22, so it uses a directive about which nginx 1.25.1 and later warn.
    assert.doesNotMatch(output.replaceAll(/.*the "listen \.\.\. http2" directive is deprecated.*/g, ""), /warn|emerg/);
  });

  test("Caddy finds no fault in its template", async () => {
    const caddy = await findTool("caddy");
    const file = join(TEMPLATES, "proxies/Caddyfile");
    const { code, output } = await runProgram(caddy, ["validate", "--adapter", "caddyfile", "--config", file]);
    assert.equal(code, 0, output);
    assert.doesNotMatch(output, /"level":"(warn|error)"/);
    assert.equal((await runProgram(caddy, ["fmt", "--diff", file])).code, 0, "the template is formatted");
  });
});

for (const name of ["nginx", "Caddy"]) {
  describe(name, () => {
    let home;
    let gateway;
    let caddy;
    let proxy;
    before(async () => {
      home = await mkdtemp(join(folder, "p-"));
      gateway = await startGateway();
      // Caddy's health checks would keep a connection to the gateway open; `proxy-restarts.test.mjs` uses them.
      caddy = await startCaddy(home, gateway.port, (text) => applyChanges(text, [[/\n\t*health_\w+ .*/g, ""]]));
      // nginx gets a certificate of Caddy's authority, which a client can check.
      proxy = name === "Caddy" ? caddy : await startNginx(home, gateway.port, caddy);
    });
    after(async () => {
      if (proxy !== caddy) await proxy?.close();
      await caddy?.close();
      await gateway?.close();
    });
    const listLoggedRequests = () => gateway.lines.filter(({ event }) => event === "request");

    test("behind the proxy, the gateway sees the client IP, whatever the caller forges", async () => {
      for (const headers of [{}, FORGED_HEADERS]) {
        assert.equal((await send(proxy, PATH, { from: "127.0.0.5", headers })).status, 200);
        assert.equal(listLoggedRequests().at(-1).client, "127.0.0.5");
      }
      // A request that bypasses the proxy: the header has no effect.
      const response = await new Promise((resolve, reject) =>
        getPlain(
          { host: "127.0.0.1", port: gateway.port, path: PATH, localAddress: "127.0.0.7", headers: FORGED_HEADERS },
          (incoming) => resolve(incoming.resume()),
        ).once("error", reject),
      );
      assert.equal(response.statusCode, 200);
      assert.equal(listLoggedRequests().at(-1).client, "127.0.0.7");
    });

    test("the proxy has TLS 1.2 or newer, offers HTTP/2, and redirects plain HTTP", async () => {
      const options = { host: "127.0.0.1", port: proxy.port, ca: proxy.ca, servername: DOMAIN };
      const socket = connectTls({ ...options, ALPNProtocols: ["h2", "http/1.1"] });
      await once(socket, "secureConnect");
      assert.deepEqual([socket.authorized, socket.getProtocol(), socket.alpnProtocol], [true, "TLSv1.3", "h2"]);
      socket.destroy();
      const oldSocket = connectTls({
        ...options,
        minVersion: "TLSv1",
        maxVersion: "TLSv1.1",
        ciphers: "DEFAULT:@SECLEVEL=0",
      });
      await assert.rejects(once(oldSocket, "secureConnect"));
      const plainSocket = await new Promise((resolve, reject) =>
        getPlain({ host: "127.0.0.1", port: proxy.httpPort, path: "/x?a=b", headers: { host: DOMAIN } }, (response) =>
          resolve(response.resume()),
        ).once("error", reject),
      );
      assert.ok([301, 308].includes(plainSocket.statusCode), String(plainSocket.statusCode));
      assert.match(plainSocket.headers.location, /^https:\/\/gateway\.example(:\d+)?\/x\?a=b$/);
      const { headers } = await send(proxy, PATH);
      assert.equal(headers["strict-transport-security"], "max-age=31536000");
    });

    test("the gateway refuses a body above its limit; the proxy refuses one above twice the limit", async () => {
      const postBytes = (bytes) =>
        send(proxy, "/api/v2/runGetMethod", {
          method: "POST",
          headers: { "content-type": "application/json", origin: ORIGIN },
          body: `{"method":"${"x".repeat(bytes)}"}`,
        });
      const requestsBefore = upstream.requests.length;
      const refusal = await postBytes(1.5 * 1024 * 1024);
      assert.equal(refusal.status, 413);
      assert.equal(refusal.headers["access-control-allow-origin"], ORIGIN);
      assert.equal(JSON.parse(refusal.text).ok, false);
      const reachedCount = listLoggedRequests().length;
      // A part of the body may be in flight when the proxy closes the connection.
      const { status } = await postBytes(3 * 1024 * 1024).catch((error) => {
        assert.match(error.code, /^(EPIPE|ECONNRESET)$/);
        return { status: 413 };
      });
      assert.equal(status, 413);
      assert.ok(listLoggedRequests().length <= reachedCount + 1 && upstream.requests.length === requestsBefore);
    });

    test("URLs and headers up to the gateway's limits pass the proxy, and the gateway refuses longer ones", async () => {
      assert.equal((await send(proxy, `${PATH}?x=${"y".repeat(130_900)}`)).status, 200);
      const { status, headers } = await send(proxy, `${PATH}?x=${"y".repeat(132_000)}`);
      assert.deepEqual([status, headers["x-ton-edge-error"]], [414, "uri_too_long"]);
      assert.equal((await send(proxy, PATH, { headers: { "x-long": "y".repeat(12_000) } })).status, 200);
    });

    test("the proxy reuses connections to the gateway, and closes idle ones before Node does", async () => {
      const countBefore = gateway.sockets.length;
      for (let index = 0; index < 10; index += 1) await send(proxy, PATH);
      assert.ok(gateway.sockets.length <= countBefore + 1, `${gateway.sockets.length - countBefore} connections`);
      const openSockets = gateway.sockets.filter((socket) => !socket.destroyed);
      assert.ok(openSockets.length > 0);
      await Promise.all(
        openSockets.map(async (socket) => {
          let isEndOfProxy = false;
          socket.once("end", () => {
            isEndOfProxy = true;
          });
          await once(socket, "close");
          assert.ok(isEndOfProxy);
        }),
      );
      assert.equal((await send(proxy, PATH)).status, 200);
    });

    test("the proxy caches nothing: every request reaches the gateway", async () => {
      const countBefore = listLoggedRequests().length;
      for (const headers of [{ "x-api-key": SECRETS[1] }, { "x-api-key": SECRETS[1] }, {}, {}])
        assert.equal((await send(proxy, PATH, { headers })).status, 200);
      assert.equal(listLoggedRequests().length - countBefore, 4);
    });

    test("the proxy does not expose the operators' endpoints", async () => {
      const headers = { authorization: `Bearer ${TOKEN}` };
      assert.equal((await send(proxy, "/healthz")).status, 200);
      for (const path of ["/metrics", "/readyz"]) assert.equal((await send(proxy, path, { headers })).status, 404);
    });

    test("a caller cannot evade the limit per client with a header", async () => {
      const limitedGateway = await startGateway({ limits: { keyless: { rate: 0.01, burst: 1 }, budget: "off" } });
      const ownFolder = await mkdtemp(join(folder, "p-"));
      const frontProxy =
        name === "Caddy"
          ? await startCaddy(ownFolder, limitedGateway.port)
          : await startNginx(ownFolder, limitedGateway.port, caddy);
      try {
        const requestFrom = async (address, forgedHeaders) =>
          (await send(frontProxy, PATH, { from: address, headers: { "x-forwarded-for": forgedHeaders } })).status;
        assert.deepEqual(
          [
            await requestFrom("127.0.0.5", "203.0.113.1"),
            await requestFrom("127.0.0.5", "203.0.113.2"),
            await requestFrom("127.0.0.6", "203.0.113.1"),
          ],
          [200, 429, 200],
        );
      } finally {
        await frontProxy.close();
        await limitedGateway.close();
      }
    });

    test("behind Cloudflare the client IP comes from Cloudflare's header, and not from other callers'", async () => {
      const ownFolder = await mkdtemp(join(folder, "p-"));
      // 127.0.0.5 stands for Cloudflare.
      const writeNginxConfig = (text) =>
        applyChanges(text, [
          [
            "    server_tokens off;",
            `    server_tokens off;\n    include ${TEMPLATES}proxies/cloudflare.conf;\n    set_real_ip_from 127.0.0.5;`,
          ],
        ]);
      const writeCaddyfile = (text) =>
        applyChanges(text, [
          [
            "\tservers {\n",
            "\tservers {\n\t\ttrusted_proxies static 127.0.0.5\n\t\tclient_ip_headers CF-Connecting-IP\n",
          ],
          ["\t\ttransport http {", "\t\theader_up X-Forwarded-For {client_ip}\n\t\ttransport http {"],
        ]);
      const frontProxy =
        name === "Caddy"
          ? await startCaddy(ownFolder, gateway.port, writeCaddyfile)
          : await startNginx(ownFolder, gateway.port, caddy, writeNginxConfig);
      try {
        const headers = { "cf-connecting-ip": "198.51.100.7", "x-forwarded-for": "203.0.113.9, 198.51.100.7" };
        await send(frontProxy, PATH, { from: "127.0.0.5", headers });
        assert.equal(listLoggedRequests().at(-1).client, "198.51.100.7");
        await send(frontProxy, PATH, { from: "127.0.0.6", headers });
        assert.equal(listLoggedRequests().at(-1).client, "127.0.0.6");
      } finally {
        await frontProxy.close();
      }
    });

    // This test is the last one, because it stops the gateway.
    test("the proxy's logs contain no API key, even when the gateway is down", async () => {
      const sendBoth = () => send(proxy, `${PATH}?api_key=${SECRETS[0]}&x=y`, { headers: { "x-api-key": SECRETS[1] } });
      // The gateway refuses two different keys; the proxy does not read them.
      assert.ok((await sendBoth()).status >= 200);
      await gateway.close();
      const startedAt = performance.now();
      assert.equal((await sendBoth()).status, 502);
      assert.ok(performance.now() - startedAt < 3000);
      await proxy.close();
      const logs = await proxy.logs();
      assert.match(logs, /getMasterchainInfo/);
      for (const secret of SECRETS)
        assert.ok(
          !logs.includes(secret),
          logs.split("\n").find((line) => line.includes(secret)),
        );
    });
  });
}
