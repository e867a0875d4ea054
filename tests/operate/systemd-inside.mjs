// Runs inside a booted systemd, as a separate service: uses ton-edge-gateway.service as an operator does, and writes its findings as JSON.
// node systemd-inside.mjs FILE

import { execFile } from "node:child_process";
import { once } from "node:events";
import { readFile, writeFile } from "node:fs/promises";
import { createServer, get } from "node:http";

const UNIT = "ton-edge-gateway.service";
const CONFIG = "/etc/ton-edge/ton-edge.toml";

const runProgram = (program, args) =>
  new Promise((resolve) => {
    execFile(program, args, (error, stdout, stderr) =>
      resolve({ code: error ? error.code : 0, output: `${stdout}${stderr}` }),
    );
  });
const runSystemctl = (...args) => runProgram("systemctl", args);
async function showProperties(...names) {
  const { output } = await runSystemctl("show", UNIT, ...names.map((name) => `--property=${name}`));
  return Object.fromEntries(
    output
      .trim()
      .split("\n")
      .map((line) => [line.slice(0, line.indexOf("=")), line.slice(line.indexOf("=") + 1)]),
  );
}

const request = (path, { port = 8080, headers = {} } = {}) =>
  new Promise((resolve) => {
    const outgoing = get({ host: "127.0.0.1", port, path, headers, agent: false }, (response) => {
      let text = "";
      response.setEncoding("utf8").on("data", (part) => {
        text += part;
      });
      response.once("end", () => resolve({ status: response.statusCode, text }));
      response.once("error", (error) => resolve({ status: 0, text: error.message }));
    });
    outgoing.once("error", (error) => resolve({ status: 0, text: error.message }));
  });

async function waitUntil(isTrue, maxRounds = 200) {
  for (let index = 0; index < maxRounds; index += 1) {
    if (await isTrue()) return true;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return false;
}

/** A stand-in for TON Center, one path of which responds slowly. */
async function startUpstream() {
  const keys = [];
  const seenKeys = { keys, slow: 0 };
  const server = createServer((request, response) => {
    keys.push(request.headers["x-api-key"]);
    const isSlow = request.url.includes("getShards");
    if (isSlow) seenKeys.slow += 1;
    const wait = isSlow ? 1500 : 0;
    setTimeout(() => response.end('{"ok":true,"result":{}}'), wait);
  }).listen(8090, "127.0.0.1");
  await once(server, "listening");
  return seenKeys;
}

/**
 * Restarts the service with its socket, while callers connect. Returns how their requests ended, and what happens once both are stopped.
 *
 * @param {string} settings without a fault
 */
async function restartWithSocket(settings) {
  const SOCKET = "ton-edge-gateway.socket";
  await writeFile(CONFIG, settings.replace("keyless = 2", 'keyless = "off"\nrequests = "off"'));
  await runSystemctl("reset-failed", UNIT);
  const report = { start: (await runSystemctl("start", SOCKET)).code, outcomes: {}, pids: [] };
  let isFinished = false;
  // The first caller starts the service.
  const callers = Array.from({ length: 4 }, async () => {
    while (!isFinished) {
      // The test does not use /healthz, which is 503 while the gateway drains.
      const { status, text } = await request(`/api/v2/detectAddress?address=0:${"83".repeat(32)}`);
      const outcome = status === 0 ? text : String(status);
      report.outcomes[outcome] = (report.outcomes[outcome] ?? 0) + 1;
    }
  });
  await waitUntil(() => report.outcomes["200"] > 100);
  for (let restart = 0; restart < 5; restart += 1) {
    const successesBefore = report.outcomes["200"];
    report.pids.push((await showProperties("MainPID")).MainPID);
    await runSystemctl("restart", UNIT);
    await waitUntil(() => report.outcomes["200"] > successesBefore + 100);
  }
  isFinished = true;
  await Promise.all(callers);
  await runSystemctl("stop", SOCKET, UNIT);
  report.stopped = (await request("/healthz")).text;
  return report;
}

async function inspect() {
  const upstream = await startUpstream();
  const systemdState = {};
  systemdState.start = await runSystemctl("start", UNIT);
  systemdState.isHealthy = await waitUntil(async () => (await request("/healthz")).status === 200);
  const { MainPID } = await showProperties("MainPID");
  systemdState.status = await readFile(`/proc/${MainPID}/status`, "utf8").catch(String);
  systemdState.environment = await readFile(`/proc/${MainPID}/environ`, "utf8").catch(String);
  systemdState.response = await request("/api/v2/getMasterchainInfo");
  systemdState.keys = upstream.keys.slice();
  const token = (await readFile("/etc/ton-edge/secrets/admin-token", "utf8")).trim();
  systemdState.metrics = (
    await request("/metrics", { port: 8081, headers: { authorization: `Bearer ${token}` } })
  ).status;
  systemdState.publicMetrics = (await request("/metrics", { headers: { authorization: `Bearer ${token}` } })).status;
  systemdState.security = (await runProgram("systemd-analyze", ["security", "--no-pager", UNIT])).output;

  systemdState.reload = await runSystemctl("reload", UNIT);
  await new Promise((resolve) => setTimeout(resolve, 1000));
  systemdState.afterReload = {
    ...(await showProperties("MainPID", "ActiveState")),
    status: (await request("/healthz")).status,
  };
  systemdState.pid = MainPID;

  // The gateway crashes.
  process.kill(Number(MainPID), "SIGKILL");
  systemdState.restarted = await waitUntil(async () => {
    const { MainPID: next, ActiveState } = await showProperties("MainPID", "ActiveState");
    return ActiveState === "active" && next !== MainPID && (await request("/healthz")).status === 200;
  });

  // The gateway is stopped while a request is in flight.
  const slowRequest = request("/api/v2/getShards?seqno=1");
  // The gateway itself also probes its upstream.
  await waitUntil(async () => upstream.slow > 0);
  const startedAt = performance.now();
  systemdState.stop = await runSystemctl("stop", UNIT);
  systemdState.stopMs = performance.now() - startedAt;
  systemdState.slow = await slowRequest;
  systemdState.afterStop = await showProperties("ActiveState", "Result", "ExecMainStatus");

  // With a faulty configuration, the gateway exits with 2 and is not restarted.
  const text = await readFile(CONFIG, "utf8");
  await writeFile(CONFIG, text.replace('"https://app.example"', '"app.example"'));
  await runSystemctl("start", UNIT);
  await waitUntil(async () => (await showProperties("ActiveState")).ActiveState === "failed");
  await new Promise((resolve) => setTimeout(resolve, 2000));
  systemdState.faulty = await showProperties("ActiveState", "ExecMainStatus", "NRestarts");
  systemdState.withSocket = await restartWithSocket(text);
  systemdState.journal = (await runProgram("journalctl", ["--no-pager", "--unit", UNIT])).output;
  return systemdState;
}

const state = await inspect().catch((error) => ({ error: error.stack }));
await writeFile(process.argv[2], JSON.stringify(state));
// The upstream still listens.
process.exit(0);
