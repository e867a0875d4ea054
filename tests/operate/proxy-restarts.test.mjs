// Two gateways behind each proxy with its template, restarted under load one after the other. No request fails, except a POST that nginx sends while
// a gateway closes its own port.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { Agent, request } from "node:https";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { after, before, describe, test } from "node:test";
import { fileURLToPath } from "node:url";

import { findFreePort } from "../helpers/free-port.mjs";
import { ensurePython } from "../helpers/python.mjs";
import { startReplay } from "../upstream/replay.mjs";
import { DOMAIN, startCaddy, startNginx } from "./proxies.mjs";
import { applyChanges } from "./templates.mjs";

const BIN = fileURLToPath(new URL("../../pkg/bin/ton-edge.js", import.meta.url));
const SOCKET_OWNER = fileURLToPath(new URL("../command/socket_owner.py", import.meta.url));
const IS_FULL = process.env.TESTS_FULL === "1";
const RESTARTS = IS_FULL ? 12 : 3;
const PAUSE_MS = IS_FULL ? 5000 : 1000;
const CONNECTIONS = 8;
/**
 * Longer than a proxy keeps an idle connection to a gateway (4 s in the templates, shortened to 1 s except in a full run), and than Caddy's checks of
 * `/healthz` need to notice that a gateway is about to close (1 s).
 */
const DRAIN_DELAY_MS = IS_FULL ? 5000 : 2500;

let folder;
let upstream;
before(async () => {
  folder = await mkdtemp(join(tmpdir(), "ton-edge-restarts-"));
  upstream = await startReplay();
});
after(async () => {
  await upstream?.close();
  await rm(folder, { recursive: true, force: true });
});

/** The command line of a gateway. @param {number} port */
const getCommandLine = (port) => [
  ...[process.execPath, BIN, "gateway", "--port", `${port}`, "--mainnet", upstream.url, "--testnet", "off"],
  ...["--limits-keyless", "off", "--limits-budget", "off", "--limits-requests", "off", "--cache-adapter", "none"],
  ...["--allowed-hosts", DOMAIN, "--log-level", "error", "--drain-delay-ms", `${DRAIN_DELAY_MS}`],
];

/** Starts a gateway that opens its port itself. */
async function startWithPort() {
  const port = await findFreePort();
  const startGateway = async () => {
    const [program, ...args] = getCommandLine(port);
    const child = spawn(program, args, { stdio: ["ignore", "pipe", "inherit"] });
    await once(createInterface({ input: child.stdout }), "line");
    return child;
  };
  let child = await startGateway();
  async function stop() {
    child.kill("SIGTERM");
    assert.deepEqual(await once(child, "exit"), [0, null]);
  }
  return {
    port,
    stop,
    async restart() {
      await stop();
      child = await startGateway();
    },
  };
}

/** Starts a gateway whose port another process keeps open, as systemd does. */
async function startWithSocket() {
  const args = [SOCKET_OWNER, "public", ...getCommandLine(1)];
  const owner = spawn(await ensurePython(), args, { stdio: ["pipe", "pipe", "inherit"] });
  const lines = createInterface({ input: owner.stdout })[Symbol.asyncIterator]();
  const readLine = async () => (await lines.next()).value;
  const [, port] = (await readLine()).split(" ");
  assert.match(await readLine(), /listening/);
  return {
    port: Number(port),
    async restart() {
      owner.stdin.write("\n");
      assert.equal(await readLine(), "exit 0");
      assert.match(await readLine(), /listening/);
    },
    async stop() {
      owner.stdin.end();
      assert.deepEqual(await once(owner, "exit"), [0, null]);
    },
  };
}

/** The status of a response, or the error code of a request without one. */
function send(agent, { port, ca }, { method, path, body = undefined }) {
  return new Promise((resolve) => {
    const headers = { host: DOMAIN, ...(body && { "content-type": "application/json" }) };
    const target = { host: "127.0.0.1", port, ca, servername: DOMAIN, agent, method, path, headers };
    const outgoing = request(target, (response) =>
      response.resume().on("end", () => resolve(`${response.statusCode}`)),
    );
    outgoing.on("error", (error) => resolve(`failed: ${/** @type {any} */ (error).code}`)).end(body);
  });
}

const READS = { method: "GET", path: "/api/v2/getMasterchainInfo" };
const CALLS = {
  method: "POST",
  path: "/api/v2/jsonRPC",
  body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "getMasterchainInfo", params: {} }),
};

/** `mayLose`: whether a POST may be lost that arrives while a port closes. The proxy must not send it again, because it may have had an effect. */
const CASES = [
  { name: "nginx", startGateway: startWithPort, mayLose: true },
  { name: "nginx and sockets that stay open", startGateway: startWithSocket, mayLose: false },
  { name: "Caddy", startGateway: startWithPort, mayLose: false },
];

describe("two gateways behind a proxy restart one after the other", () => {
  for (const { name, startGateway, mayLose } of CASES)
    test(`no GET ${mayLose ? "" : "and no POST "}fails behind ${name} while two gateways restart one after the other`, {
      timeout: 300_000,
    }, async (t) => {
      const home = await mkdtemp(join(folder, "p-"));
      const gateways = await Promise.all([startGateway(), startGateway()]);
      t.after(() => Promise.all(gateways.map((gateway) => gateway.stop())));
      const ports = gateways.map(({ port }) => port);
      // nginx gets a certificate of Caddy's authority, which a client can check.
      const shorten = (text) => (IS_FULL ? text : applyChanges(text, [[/(keepalive|keepalive_timeout) 4s/g, "$1 1s"]]));
      const caddy = await startCaddy(home, ports, shorten);
      t.after(() => caddy.close());
      const changeBoth = (text) =>
        shorten(applyChanges(text, [["# server 127.0.0.1:8082 ", `server 127.0.0.1:${ports[1]} `]]));
      const proxy = name === "Caddy" ? caddy : await startNginx(home, ports[0], caddy, changeBoth);
      if (proxy !== caddy) t.after(() => proxy.close());

      const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
      t.after(() => agent.destroy());
      const outcomes = new Map();
      let isFinished = false;
      const callers = Array.from({ length: CONNECTIONS }, async (_, index) => {
        while (!isFinished) {
          const requestKind = index % 4 === 0 ? CALLS : READS;
          const outcome = `${requestKind.method} ${await send(agent, proxy, requestKind)}`;
          outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
          await new Promise((resolve) => setTimeout(resolve, 10));
        }
      });
      for (let restart = 0; restart < RESTARTS; restart += 1) {
        await gateways[restart % 2].restart();
        await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
      }
      isFinished = true;
      await Promise.all(callers);
      const {
        "GET 200": gets,
        "POST 200": posts,
        "POST 502": lostRequests = 0,
        ...otherOutcomes
      } = Object.fromEntries(outcomes);
      t.diagnostic(`${gets} times GET, ${posts} times POST, ${lostRequests} of these lost, ${RESTARTS} restarts`);
      assert.deepEqual(otherOutcomes, {});
      assert.ok(lostRequests <= (mayLose ? RESTARTS : 0), `${lostRequests} lost`);
      assert.ok(gets > 100 && posts > 100);
    });
});
