// A gateway loads a new configuration while it is in use: no request fails, and no request is handled by parts of both configurations.

import assert from "node:assert/strict";
import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { mkdtemp, rename, rm, symlink, writeFile } from "node:fs/promises";
import { Agent, createServer, request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";

import { startCollector } from "../helpers/collector.mjs";
import { startReplay } from "../upstream/replay.mjs";

const BIN = fileURLToPath(new URL("../../pkg/bin/ton-edge.js", import.meta.url));
const SECONDS = process.env.TESTS_FULL === "1" ? 60 : 8;
const CONNECTIONS = 32;
const ADDRESS = `0:${"83".repeat(32)}`;

let folder;
let replay;
before(async () => {
  folder = await mkdtemp(join(tmpdir(), "ton-edge-reload-"));
  replay = await startReplay({});
});
after(async () => {
  await replay?.close();
  await rm(folder, { recursive: true });
});

/** Responses under the two configurations differ in status and in one header. */
const readConfiguration = (configVersion) => `
port = 0
enforceOrigins = false
logLevel = "off"
unknownParameters = "${configVersion === "a" ? "ignore" : "refuse"}"
origins = ["https://${configVersion}.example"]
mainnet = "${replay.url}"
cache.adapter = "none"
[limits]
requests = "off"
keyless = "off"
budget = "off"
`;

/** Starts the command with a file; `lines` are its log lines. */
async function startGateway(t, file, args = [], env = {}) {
  const child = spawn(process.execPath, [BIN, "gateway", "--config", file, ...args], {
    env: { ...process.env, ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  t.after(() => child.kill("SIGKILL"));
  /** @type {any[]} */
  const lines = [];
  createInterface({ input: child.stderr }).on("line", (line) =>
    lines.push(line.startsWith("{") ? JSON.parse(line) : line),
  );
  const exitPromise = once(child, "exit").then(([code]) => {
    throw new Error(`the command exited with ${code}: ${lines.join("\n")}`);
  });
  exitPromise.catch(() => {});
  const [line] = await Promise.race([once(createInterface({ input: child.stdout }), "line"), exitPromise]);
  return { child, lines, url: /http:\S+/.exec(line)[0] };
}

/** Waits until at least `minCount` lines of the log satisfy `isMatch`. */
async function waitForLogged(lines, isMatch, minCount = 1) {
  for (let waitCount = 0; lines.filter(isMatch).length < minCount; waitCount += 1) {
    assert.ok(waitCount < 400, JSON.stringify(lines));
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** Replaces a file atomically, as editors and Kubernetes do. */
async function replace(file, text) {
  await writeFile(`${file}.new`, text);
  await rename(`${file}.new`, file);
}

test("during a reload each second, some of them faulty, no request fails or sees both configurations", {
  timeout: 180_000,
}, async (t) => {
  const file = join(folder, "load.toml");
  await writeFile(file, readConfiguration("a"));
  const { child, lines, url } = await startGateway(t, file);
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  const failures = [];
  const requestCounts = { a: 0, b: 0, upstream: 0 };
  let isFinished = false;
  const send = (path) =>
    new Promise((resolve) => {
      const pendingRequest = request(url + path, { agent, headers: { origin: "https://a.example" } }, (response) => {
        response
          .resume()
          .on("end", () =>
            resolve(`${response.statusCode} ${response.headers["access-control-allow-origin"] ?? "none"}`),
          );
      });
      pendingRequest.on("error", (error) => resolve(`failed ${/** @type {any} */ (error).code}`)).end();
    });
  const callers = Array.from({ length: CONNECTIONS }, async (_, index) => {
    while (!isFinished) {
      // Some requests are in flight upstream when the configuration changes.
      const isForwarded = index < 4;
      const response = await send(
        isForwarded ? `/api/v3/transactions?lmit=${index}` : `/api/v2/detectAddress?address=${ADDRESS}&lmit=1`,
      );
      if (response === "200 https://a.example") requestCounts.a += 1;
      else if (response === "422 none") requestCounts.b += 1;
      else failures.push(response);
      if (isForwarded) requestCounts.upstream += 1;
    }
  });
  replay.faults.add("delay=300", { path: "/api/v3/transactions" });
  const startTime = Date.now();
  let reloads = 0;
  let faultyReloads = 0;
  while (Date.now() - startTime < SECONDS * 1000) {
    const round = reloads + faultyReloads;
    const isFaulty = round % 4 === 3;
    await replace(file, isFaulty ? "prot = 1" : readConfiguration(round % 2 === 0 ? "b" : "a"));
    child.kill("SIGHUP");
    if (isFaulty) faultyReloads += 1;
    else reloads += 1;
    await waitForLogged(lines, ({ event }) => event === "reload", reloads);
    await waitForLogged(lines, ({ code }) => code === "config_invalid", faultyReloads);
    await new Promise((resolve) => setTimeout(resolve, 1000));
  }
  isFinished = true;
  await Promise.all(callers);
  agent.destroy();
  replay.faults.clear();
  assert.deepEqual(failures.slice(0, 5), []);
  assert.ok(
    requestCounts.a > 20 && requestCounts.b > 20 && requestCounts.upstream > 4 && faultyReloads > 0,
    JSON.stringify({ ...requestCounts, reloads, faulty: faultyReloads }),
  );
  t.diagnostic(`${requestCounts.a + requestCounts.b} requests, ${reloads} reloads, ${faultyReloads} faulty ones`);
});

test("a reload of a faulty configuration changes nothing and logs it; settings that need a restart are logged", async (t) => {
  const file = join(folder, "faulty.toml");
  await writeFile(file, readConfiguration("a"));
  const token = "a-token-of-operators";
  const { child, lines, url } = await startGateway(t, file, ["--admin-token", "env:TOKEN"], { TOKEN: token });
  const fetchStatus = async () => (await fetch(`${url}/api/v2/detectAddress?address=${ADDRESS}&lmit=1`)).status;
  const readReport = async () =>
    (await fetch(`${url}/readyz`, { headers: { authorization: `Bearer ${token}` } })).json();
  const listStatus = async () => (await readReport()).alerts.map(({ level, code, alert }) => ({ level, code, alert }));
  assert.deepEqual([await fetchStatus(), await listStatus()], [200, []]);
  const firstReport = (await readReport()).configuration;
  assert.equal(firstReport.sources.file, file);
  assert.ok(firstReport.sources.settings.file > 0 && firstReport.sources.settings.options >= 1);
  assert.deepEqual([firstReport.isInUse, firstReport.lastChange, firstReport.faults], [true, undefined, undefined]);
  await replace(file, `${readConfiguration("b")}\nkeyless = 1\nkeylss = 2\n`);
  child.kill("SIGHUP");
  await waitForLogged(lines, ({ code }) => code === "config_invalid");
  assert.match(
    lines.at(-1).alert,
    /^the previous configuration stays in use: .*`limits\.keylss` is not a setting|it is not TOML/,
  );
  const refusalLine = { level: "error", code: "config_invalid", alert: lines.at(-1).alert };
  assert.deepEqual([await fetchStatus(), await listStatus()], [200, [refusalLine]]);
  const refusedReport = (await readReport()).configuration;
  assert.deepEqual([refusedReport.isInUse, refusedReport.usedSince], [false, firstReport.usedSince]);
  assert.equal(refusalLine.alert, `the previous configuration stays in use: ${refusedReport.faults.join("; ")}`);
  assert.ok(refusedReport.readAt > firstReport.readAt);
  await replace(file, readConfiguration("b").replace("port = 0", "port = 1"));
  child.kill("SIGHUP");
  await waitForLogged(lines, ({ code }) => code === "restart_needed");
  assert.match(lines.at(-1).alert, /^port changes only with a restart/);
  const restart = { level: "warn", code: "restart_needed", alert: lines.at(-1).alert };
  const changedReport = (await readReport()).configuration;
  assert.deepEqual(
    [changedReport.isInUse, changedReport.faults, changedReport.usedSince],
    [true, undefined, changedReport.readAt],
  );
  const { settings, needingRestart, unlisted } = changedReport.lastChange;
  assert.ok(settings.includes("port") && settings.includes("origins"), JSON.stringify(settings));
  assert.deepEqual([needingRestart, unlisted], [["port"], 0]);
  assert.doesNotMatch(JSON.stringify(changedReport), /a-token|https:\/\/b\.example/, "names, no values");
  assert.deepEqual(await listStatus(), [restart, refusalLine], "the gateway that replaces it keeps its alerts");
  assert.equal(await fetchStatus(), 422);
  // SIGHUP does not end the process, but SIGTERM does.
  child.kill("SIGTERM");
  assert.deepEqual(await once(child, "exit"), [0, null]);
});

test("a changed file is noticed without a signal, also behind a replaced symbolic link, and so is a changed secret", async (t) => {
  const [link, secret] = [join(folder, "link.toml"), join(folder, "token")];
  await writeFile(join(folder, "one.toml"), readConfiguration("a"));
  await writeFile(join(folder, "two.toml"), readConfiguration("b"));
  await writeFile(secret, "a-token-of-operators-1");
  await symlink("one.toml", link);
  const { lines, url } = await startGateway(t, link, ["--admin-token", `file:${secret}`]);
  const readStatus = async () => (await fetch(`${url}/api/v2/detectAddress?address=${ADDRESS}&lmit=1`)).status;
  const fetchMetrics = async (token) =>
    (await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${token}` } })).status;
  assert.deepEqual([await readStatus(), await fetchMetrics("a-token-of-operators-1")], [200, 200]);
  await symlink("two.toml", `${link}.new`);
  await rename(`${link}.new`, link);
  await waitForLogged(lines, ({ event }) => event === "reload");
  assert.equal(await readStatus(), 422);
  await replace(secret, "a-token-of-operators-2");
  await waitForLogged(lines, ({ changed }) => changed?.includes("adminToken"));
  assert.deepEqual(
    [await fetchMetrics("a-token-of-operators-1"), await fetchMetrics("a-token-of-operators-2")],
    [401, 200],
  );
});

test("metrics continue over a reload and count it; traces reach the collector before the process ends", async (t) => {
  const collector = await startCollector();
  t.after(() => collector.close());
  const file = join(folder, "watched.toml");
  const telemetry = `[telemetry]\nendpoint = "${collector.url}"\nheaders = "env:HEADERS"\nserviceName = "the-tests"\n`;
  await writeFile(file, readConfiguration("a") + telemetry);
  const token = "a-token-of-operators";
  const { child, lines, url } = await startGateway(t, file, ["--admin-token", "env:TOKEN"], {
    TOKEN: token,
    HEADERS: "x-team=edge, x-b=c=d",
  });
  const readMetrics = async () =>
    (await (await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${token}` } })).text()).split("\n");
  const getNumber = (lines, name) => Number(lines.find((line) => line.startsWith(`${name} `))?.split(" ")[1]);
  const sumMetric = (lines, part) =>
    lines
      .filter((line) => line.startsWith("ton_edge_requests_total{") && line.includes(part))
      .reduce((total, line) => total + Number(line.split(" ").at(-1)), 0);
  const sendRequest = () => fetch(`${url}/api/v2/detectAddress?address=${ADDRESS}`).then((response) => response.text());
  await sendRequest();
  assert.equal(getNumber(await readMetrics(), "ton_edge_config_last_reload_successful"), 1);
  await replace(file, readConfiguration("b") + telemetry);
  child.kill("SIGHUP");
  await waitForLogged(lines, ({ event }) => event === "reload");
  await sendRequest();
  assert.equal(sumMetric(await readMetrics(), 'operation="detectAddress"'), 2);
  await replace(file, "prot = 1");
  child.kill("SIGHUP");
  await waitForLogged(lines, ({ code }) => code === "config_invalid");
  assert.equal(getNumber(await readMetrics(), "ton_edge_config_last_reload_successful"), 0);
  child.kill("SIGTERM");
  await once(child, "exit");
  const traces = collector.received.filter(({ path }) => path === "/v1/traces");
  assert.ok(traces.length >= 2, String(traces.length));
  assert.deepEqual([traces[0].headers["x-team"], traces[0].headers["x-b"]], ["edge", "c=d"]);
  const spans = traces.map(({ body }) => body).join("");
  assert.equal(spans.split('"GET /api/v2/detectAddress"').length - 1, 2, spans);
  assert.match(spans, /the-tests/);
});

test("a reload keeps the state that the changed settings do not affect, and logs which settings changed", async (t) => {
  let failures = 0;
  const failingServer = createServer((_, response) => {
    failures += 1;
    response.writeHead(503).end();
  }).listen(0, "127.0.0.1");
  await once(failingServer, "listening");
  t.after(() => failingServer.close());
  const { port } = /** @type {import("node:net").AddressInfo} */ (failingServer.address());
  const [file, secret] = [join(folder, "kept.toml"), join(folder, "kept-token")];
  const makeConfigText = (overrides = "", keyless = "{ rate = 0.01, burst = 20 }") => `
port = 0
enforceOrigins = false
adminToken = "file:${secret}"
cache.adapter = "memory"
breaker = { failures = 2, openMs = 600000 }
limits = { keyless = ${keyless}, requests = { rate = 0.01, burst = 40 }, budget = "off" }
${overrides}
[[mainnet]]
baseUrl = "http://127.0.0.1:${port}"
[[mainnet]]
baseUrl = "${replay.url}"
`;
  await writeFile(secret, "a-token-of-operators-4");
  await writeFile(file, makeConfigText());
  const { child, lines, url } = await startGateway(t, file);
  const send = async (path) => {
    const response = await fetch(url + path);
    await response.text();
    const [, remainingBudget] = /r=(\d+)/.exec(response.headers.get("ratelimit") ?? "") ?? [];
    return { status: response.status, cache: response.headers.get("cache-status"), remaining: Number(remainingBudget) };
  };
  const reload = async (times) => {
    child.kill("SIGHUP");
    await waitForLogged(lines, ({ event }) => event === "reload", times);
    return lines.filter(({ event }) => event === "reload").at(-1).changed;
  };
  const makeDigests = () => new Set(lines.filter(({ client }) => client).map(({ client }) => client));
  const cachedPath = "/api/v3/jetton/masters?limit=1";
  for (let count = 0; count < 3; count += 1) await send(`/api/v3/transactions?limit=${count + 10}`);
  const replyBefore = await send(cachedPath);
  assert.match(replyBefore.cache, /fwd/);
  const failuresBefore = failures;
  assert.equal(failuresBefore, 2, "the breaker of the first upstream is open");

  await replace(secret, "a-token-of-operators-5");
  assert.deepEqual(await reload(1), ["adminToken"]);
  assert.match((await send(cachedPath)).cache, /hit/);
  const responseAfter = await send(`/api/v3/transactions?limit=4`);
  assert.deepEqual(
    [responseAfter.status, responseAfter.remaining],
    [200, replyBefore.remaining - 1],
    "the keyless limit keeps its count",
  );
  assert.equal(failures, failuresBefore, "the breaker is still open");
  assert.equal(makeDigests().size, 1, "one client has one digest");

  await replace(file, makeConfigText('origins = ["https://a.example"]', "{ rate = 0.02, burst = 20 }"));
  assert.deepEqual(await reload(2), ["limits.keyless", "origins"]);
  assert.match((await send(cachedPath)).cache, /hit/);
  assert.equal(failures, failuresBefore);

  // The first upstream now has an API key: that its breaker opened without a key means nothing for it.
  await replace(file, makeConfigText().replace(`:${port}"`, `:${port}"\napiKey = "file:${secret}"`));
  assert.deepEqual(await reload(3), ["limits.keyless", "mainnet[0].apiKey", "origins"]);
  await send(`/api/v3/transactions?limit=5`);
  assert.equal(failures, failuresBefore + 1);
});

test("an empty configuration file, as a full disk leaves it, changes nothing", async (t) => {
  const file = join(folder, "cut.toml");
  await writeFile(file, `${readConfiguration("b")}\n[clients]\ndeny = ["127.0.0.1", "::1"]\n`);
  const { child, lines, url } = await startGateway(t, file);
  const pickStatus = async () => (await fetch(`${url}/api/v2/detectAddress?address=${ADDRESS}`)).status;
  assert.equal(await pickStatus(), 403);
  await replace(file, "");
  child.kill("SIGHUP");
  await waitForLogged(lines, ({ code }) => code === "config_invalid");
  assert.match(lines.at(-1).alert, /cut\.toml has no settings$/);
  assert.equal(await pickStatus(), 403);
});

test("a configuration from a pipe is read once, and stays valid over a reload", async (t) => {
  const file = join(folder, "fifo.toml");
  await new Promise((resolve) => execFile("mkfifo", [file], resolve));
  const startedProcess = startGateway(t, file);
  await writeFile(file, readConfiguration("b"));
  const { child, lines, url } = await startedProcess;
  child.kill("SIGHUP");
  await waitForLogged(lines, ({ event }) => event === "reload");
  assert.equal((await fetch(`${url}/api/v2/detectAddress?address=${ADDRESS}&lmit=1`)).status, 422);
});

test("a SIGHUP during the start requests a reload, and does not end the process", async (t) => {
  const file = join(folder, "early.toml");
  await writeFile(file, readConfiguration("a"));
  const child = spawn(process.execPath, [BIN, "gateway", "--config", file], { stdio: ["ignore", "pipe", "pipe"] });
  t.after(() => child.kill("SIGKILL"));
  const lines = [];
  createInterface({ input: child.stderr }).on("line", (line) =>
    lines.push(line.startsWith("{") ? JSON.parse(line) : line),
  );
  // Node takes some time until the command runs. Once the command listens for SIGHUP, this signal must never end the process.
  const signalTimer = setInterval(() => isOurs(child.pid) && child.kill("SIGHUP"), 5);
  t.after(() => clearInterval(signalTimer));
  const [line] = await once(createInterface({ input: child.stdout }), "line");
  clearInterval(signalTimer);
  assert.match(String(line), /listening/);
  await waitForLogged(lines, ({ event }) => event === "reload");
});

/** Whether a process handles SIGHUP itself (proc(5): SigCgt, bit 0). */
function isOurs(pid) {
  try {
    const [, signalMask] = /^SigCgt:\t([0-9a-f]+)$/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"));
    return (BigInt(`0x${signalMask}`) & 1n) === 1n;
  } catch {
    return false;
  }
}

test("a secret file created after the configuration that names it is noticed; the need for a restart is logged until it is gone", async (t) => {
  const [file, lateToken] = [join(folder, "late.toml"), join(folder, "late-token")];
  await writeFile(file, readConfiguration("a"));
  const { child, lines, url } = await startGateway(t, file);
  await replace(file, `adminToken = "file:${lateToken}"\n${readConfiguration("b").replace("port = 0", "port = 1")}`);
  child.kill("SIGHUP");
  await waitForLogged(lines, ({ code }) => code === "config_invalid");
  await writeFile(lateToken, "a-token-of-operators-3");
  await waitForLogged(lines, ({ event }) => event === "reload");
  assert.equal((await fetch(`${url}/api/v2/detectAddress?address=${ADDRESS}&lmit=1`)).status, 422);
  await waitForLogged(lines, ({ code }) => code === "restart_needed");
  child.kill("SIGHUP");
  await waitForLogged(lines, ({ code }) => code === "restart_needed", 2);
  await replace(file, readConfiguration("a"));
  child.kill("SIGHUP");
  await waitForLogged(lines, ({ event }) => event === "reload", 3);
  assert.equal(
    lines.filter(({ code }) => code === "restart_needed").length,
    2,
    "the configured port is again the one at which the gateway listens",
  );
});

test("the address of the listener decides which host names are served, also after a reload with another address", async (t) => {
  const file = join(folder, "host.toml");
  const getConfigurationWithHost = (host) => readConfiguration("a").replace("port = 0", `port = 0\nhost = "${host}"`);
  await writeFile(file, getConfigurationWithHost("0.0.0.0"));
  const { child, lines, url } = await startGateway(t, file);
  const port = new URL(url).port;
  const makeStatus = () =>
    new Promise((resolve, reject) => {
      const pendingRequest = request(
        {
          host: "127.0.0.1",
          port,
          path: `/api/v2/detectAddress?address=${ADDRESS}`,
          headers: { host: "gateway.example" },
        },
        (response) => resolve(response.resume().statusCode),
      );
      pendingRequest.on("error", reject).end();
    });
  assert.equal(await makeStatus(), 200);
  await replace(file, getConfigurationWithHost("127.0.0.1"));
  child.kill("SIGHUP");
  await waitForLogged(lines, ({ code }) => code === "restart_needed");
  assert.equal(await makeStatus(), 200);
});

test("a collector that does not respond does not delay the end of the process", async (t) => {
  const silentServer = createServer(() => {}).listen(0, "127.0.0.1");
  await once(silentServer, "listening");
  t.after(() => {
    silentServer.closeAllConnections();
    silentServer.close();
  });
  const file = join(folder, "silent.toml");
  const { port } = /** @type {import("node:net").AddressInfo} */ (silentServer.address());
  await writeFile(file, `${readConfiguration("a")}[telemetry]\nendpoint = "http://127.0.0.1:${port}"\n`);
  const { child, url } = await startGateway(t, file, ["--drain-ms", "1000"]);
  await fetch(`${url}/api/v2/detectAddress?address=${ADDRESS}`);
  const startedAt = performance.now();
  child.kill("SIGTERM");
  assert.deepEqual(await once(child, "exit"), [0, null]);
  assert.ok(performance.now() - startedAt < 3000, `${performance.now() - startedAt} ms`);
});
