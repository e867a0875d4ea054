// The destinations and forms of log lines: streams, terminals, colors, sampling, control characters.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { describe, test } from "node:test";
import { createGateway } from "ton-edge/gateway";

import { PROCESSES, getCommand } from "../runtimes/runtimes.mjs";
import { waitUntil } from "../upstream/service-of.mjs";

const testsFolder = fileURLToPath(new URL(".", import.meta.url));

/** The lines that the program writes to both streams. */
async function run(runtime, { terminals = [], config = {}, env = {} } = {}) {
  const [program, ...args] = getCommand(runtime);
  const file = fileURLToPath(new URL("log-program.mjs", import.meta.url));
  const child = spawn(program, [...args, file, JSON.stringify({ terminals, config })], {
    cwd: testsFolder,
    env: { ...process.env, NO_COLOR: "", TERM: "xterm", ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const [stdoutText, error] = await Promise.all([text(child.stdout), text(child.stderr)]);
  return { stdoutLines: stdoutText.split("\n").filter(Boolean), error: error.split("\n").filter(Boolean) };
}

const listEvents = (lines) => lines.map((line) => JSON.parse(line)).map(({ event, level }) => `${level} ${event}`);

for (const runtime of PROCESSES)
  test(`${runtime}: requests go to standard output, alerts to standard error`, async () => {
    const { stdoutLines, error } = await run(runtime);
    assert.deepEqual(listEvents(stdoutLines), ["info request", "info request"]);
    assert.deepEqual([...new Set(listEvents(error))], ["error alert"]);
  });

describe("a terminal", () => {
  test("a terminal gets log lines as text with colors, and a file JSON", async () => {
    const { stdoutLines, error } = await run("Node", { terminals: ["stdout"] });
    assert.equal(stdoutLines.length, 2);
    assert.match(
      stdoutLines[0],
      /^\d\d:\d\d:\d\d\.\d{3} \x1b\[32mINFO \x1b\[0m 200 GET mainnet v3 masterchainInfo [\d.]+ms id=[0-9a-f-]{36} trace_id=[0-9a-f]{32} .*cache=miss/,
    );
    assert.deepEqual([...new Set(listEvents(error))], ["error alert"]);
    const mergedOutput = await run("Node", { terminals: ["stdout", "stderr"] });
    assert.match(mergedOutput.error[0], /ERROR.* upstream_key_refused /);
  });

  test("log lines have no colors with NO_COLOR or in a dumb terminal", async () => {
    for (const env of [{ NO_COLOR: "1" }, { TERM: "dumb" }]) {
      const { stdoutLines } = await run("Node", { terminals: ["stdout", "stderr"], env });
      assert.match(stdoutLines[0], /^[\d:.]{12} INFO {2}200 GET mainnet/);
    }
  });

  test("with `logFormat`, a terminal can get JSON, and a file text without colors", async () => {
    const json = await run("Node", { terminals: ["stdout"], config: { logFormat: "json" } });
    assert.deepEqual(listEvents(json.stdoutLines), ["info request", "info request"]);
    const { stdoutLines } = await run("Node", { config: { logFormat: "text" } });
    assert.match(stdoutLines[0], /^[\d:.]{12} INFO {2}200 GET mainnet/);
  });
});

/** A gateway and its log. `code`: the status of its web app's response. */
function createLoggingGateway(config, code = undefined) {
  const lines = [];
  const gateway = createGateway({
    mainnet: "https://gateway.example",
    limits: { keyless: "off", budget: "off" },
    fetch: async (url) => new Response("{}", { status: url.includes("blocks") ? 500 : 200 }),
    assets: () => new Response("", { headers: code === undefined ? {} : { "x-ton-edge-error": code } }),
    retries: 0,
    log: (line) => void lines.push(line),
    ...config,
  });
  return { lines, send: (path) => gateway.fetch(new Request(`https://gw.example${path}`)) };
}

test("the log samples the lines of requests, and keeps all errors", async () => {
  const { lines, send } = createLoggingGateway({ logSampling: 0.1, cache: { adapter: "none" } });
  for (let index = 0; index < 1000; index += 1) await send("/api/v2/detectAddress?address=x");
  // The bound is six standard deviations.
  assert.ok(Math.abs(lines.length - 100) < 57, String(lines.length));
  const silentLog = createLoggingGateway({ logSampling: 0 });
  for (let index = 0; index < 20; index += 1) await silentLog.send("/api/v2/detectAddress?address=x");
  assert.deepEqual(silentLog.lines, []);
  await silentLog.send("/api/v3/blocks");
  assert.ok(silentLog.lines.some((line) => JSON.parse(line).status === 500));
  for (const logSampling of [-0.1, 1.1, "0.5", Number.NaN, true])
    assert.throws(
      () => createGateway({ logSampling: /** @type {any} */ (logSampling), log() {} }).check(),
      /`logSampling` must be a number from 0 to 1/,
    );
});

test("the log can leave out probes, except failed ones", async () => {
  const TOKEN = "a-token-of-operators";
  const probes = ["/healthz", "/readyz", "/metrics"];
  for (const logProbes of [true, false]) {
    const lines = [];
    const gateway = createGateway({ adminToken: TOKEN, logProbes, log: (line) => lines.push(JSON.parse(line)) });
    const headers = { authorization: `Bearer ${TOKEN}` };
    for (const path of probes) await gateway.fetch(new Request(`https://gw.example${path}`, { headers }));
    for (const path of probes)
      await gateway.fetch(new Request(`https://gw.example${path}`, { method: "PUT", headers }));
    const loggedRequests = lines.filter(({ event }) => event === "request");
    assert.equal(
      loggedRequests.filter(({ status }) => status === 200).length,
      logProbes ? 2 : 0,
      JSON.stringify(lines),
    );
    assert.ok(loggedRequests.filter(({ status }) => status >= 400).length >= 3, JSON.stringify(lines));
  }
});

test("a logged value cannot start a line, move the cursor or change the direction of writing", async () => {
  // These characters can be in a header; the others are tested in an alert.
  const code = 'a"b\u0085\u009b31m\u007f {"event":"request"}';
  for (const logFormat of /** @type {const} */ (["json", "text"])) {
    const { lines, send } = createLoggingGateway({ logFormat }, code);
    await send("/page");
    const oddText = "x\n{}\r\u001b[2J\u009b\u2028\u202e\u2066";
    const brokenLog = createLoggingGateway({
      logFormat,
      openapi: () => {
        throw Object.assign(new Error(oddText), { stack: `Error: ${oddText}\n    at ${oddText}` });
      },
    });
    await brokenLog.send("/api/v3/openapi.json");
    // The text format is loaded with the first log line.
    await waitUntil(() => lines.length === 1 && brokenLog.lines.length === 2, "the lines");
    for (const line of [...lines, ...brokenLog.lines]) {
      assert.doesNotMatch(line.replaceAll("\n    ", ""), /[\0-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069]/, logFormat);
      if (logFormat === "json") JSON.parse(line);
    }
    if (logFormat === "json") assert.equal(JSON.parse(lines[0]).code, code);
    assert.ok(brokenLog.lines[0].includes("\\u001b[2J"));
  }
});

test("an invalid configuration is reported in the log format that it sets", async () => {
  const lines = [];
  const gateway = createGateway({
    logFormat: "text",
    network: /** @type {any} */ ("moon"),
    log: (line) => void lines.push(line),
  });
  await gateway.fetch(new Request("https://gw.example/"));
  await waitUntil(() => lines.length > 0, "the line");
  assert.match(lines[0], /^[\d:.]{12} ERROR config_invalid `network` must be/);
});
