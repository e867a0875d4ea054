// The templates for servers, and the command, as a new user gets them: from the packed package, by the command lines that they
// name.

import assert from "node:assert/strict";
import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { after, before, test } from "node:test";
import { promisify } from "node:util";

import { getCommand, PROCESSES, getRuntime } from "../runtimes/runtimes.mjs";
import { SERVERS } from "./entries.mjs";
import { pack, unpack } from "../helpers/tarball.mjs";
import { startReplay } from "../upstream/replay.mjs";

const run = promisify(execFile);
const UPSTREAM_KEY = "our-own-key";
const TOKEN = "token-of-the-operators";

let folder;
let tarball;
let upstream;
before(async () => {
  folder = mkdtempSync(join(tmpdir(), "ton-edge-server-"));
  [tarball, upstream] = await Promise.all([pack(), startReplay({ keys: { mainnet: [UPSTREAM_KEY], testnet: [] } })]);
});
after(async () => {
  await upstream?.close();
  await tarball?.remove();
  rmSync(folder, { recursive: true, force: true });
});

/** Starts a program and waits for a line of its output; a signal ends the program at the end of the test. */
async function startTemplate(t, [program, ...args], cwd, line) {
  const env = {
    ...process.env,
    PORT: "0",
    TON_EDGE_MAINNET: upstream.url,
    TON_EDGE_MAINNET_API_KEY: UPSTREAM_KEY,
    TON_EDGE_ORIGINS: "https://one.example, https://two.example",
    TON_EDGE_ADMIN_TOKEN: TOKEN,
    npm_config_update_notifier: "false",
  };
  const child = spawn(program, args, { cwd, env, stdio: ["ignore", "pipe", "pipe"], detached: true });
  const exitEvent = once(child, "exit");
  t.after(async () => {
    if (child.exitCode === null && child.signalCode === null) process.kill(-child.pid, "SIGKILL");
    await exitEvent;
  });
  const messages = [];
  const url = await new Promise((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr]) {
      createInterface({ input: stream }).on("line", (outputLine) => {
        messages.push(outputLine);
        const match = line.exec(outputLine);
        if (match) resolve(match[1]);
      });
    }
    child.once("error", reject);
    child.once("exit", () => reject(new Error(messages.join("\n"))));
  });
  return {
    url,
    output: messages,
    async stop() {
      process.kill(child.pid, "SIGTERM");
      return (await exitEvent)[0];
    },
  };
}

async function checkWorks({ url, output }, origin) {
  const requestsBefore = upstream.requests.length;
  const response = await fetch(`${url}/api/v3/transactions?limit=2`, { headers: { origin } });
  assert.equal(response.status, 200, output.join("\n"));
  assert.equal(response.headers.get("access-control-allow-origin"), origin);
  assert.equal((await response.json()).transactions.length, 2);
  assert.deepEqual(
    upstream.requests.slice(requestsBefore).map(({ headers }) => headers["x-api-key"]),
    [UPSTREAM_KEY],
  );
  assert.equal((await fetch(`${url}/api/v3/transactions?limit=x`)).status, 422);
  const openapiResponse = await fetch(`${url}/api/v2/openapi.json`);
  assert.deepEqual([openapiResponse.status, (await openapiResponse.json()).openapi], [200, "3.1.0"]);
  assert.equal((await fetch(`${url}/metrics`)).status, 401);
  assert.equal((await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${TOKEN}` } })).status, 200);
  assert.ok(!output.join("\n").includes(UPSTREAM_KEY));
  // The gateway refuses a flood of one client: waves of 2000 calls, to which it responds itself, until it refuses one. A busy
  // machine may take as long for a wave as the limit needs to refill.
  const calls = Array.from({ length: 20 }, (_, id) => ({ id, method: "detectAddress", params: { address: "x" } }));
  const batch = { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(calls) };
  let limits = [];
  for (let wave = 0; wave < 10 && limits.length === 0; wave += 1) {
    const replies = await Promise.all(Array.from({ length: 100 }, () => fetch(`${url}/api/v2/jsonRPC`, batch)));
    limits = replies.filter(({ status }) => status === 429).map((reply) => reply.headers.get("x-ton-edge-limit"));
  }
  assert.deepEqual([...new Set(limits)], ["requests"]);
  assert.equal((await fetch(`${url}/healthz`)).status, 200);
}

const readJson = (path) => JSON.parse(readFileSync(path, "utf8"));

/** The command line that starts a template: a script of package.json, or a task of Deno. */
function readCommandLine(home) {
  const manifest = ["package.json", "deno.json"].map((name) => join(home, name)).find((path) => existsSync(path));
  const { scripts, tasks } = readJson(manifest);
  return (scripts ?? tasks).start;
}

const TEMPLATES = PROCESSES.filter((runtime) => getRuntime(runtime).template);

test("every server entry is tested in its runtime, and every server template is started", () => {
  assert.deepEqual(
    PROCESSES.map((runtime) => getRuntime(runtime).entry).sort(),
    SERVERS.map(({ name }) => name).sort(),
  );
  // Other suites test templates without a start script: the Worker's, and the files for operators in tests/operate.
  const templatesUrl = new URL("../../pkg/templates/", import.meta.url);
  const templates = readdirSync(templatesUrl).filter((name) => {
    const manifests = ["package.json", "deno.json"].map((file) => new URL(`${name}/${file}`, templatesUrl));
    const manifest = manifests.find((file) => existsSync(file));
    return manifest && /"start":/.test(readFileSync(manifest, "utf8"));
  });
  assert.deepEqual(TEMPLATES.map((runtime) => getRuntime(runtime).template.name).sort(), templates.sort());
});

for (const runtime of TEMPLATES) {
  const { name, flags = [], stopsWithZero } = getRuntime(runtime).template;
  test(`the template ${name} serves with the command line that it documents`, { timeout: 120_000 }, async (t) => {
    const home = join(folder, name);
    const packageFolder = await unpack(tarball.file, home);
    cpSync(join(packageFolder, "templates", name), home, { recursive: true });
    const bin = join(packageFolder, "bin/ton-edge.js");
    const issueArguments = ["key", "new", "--network", "mainnet", "--file", join(home, "keys.json")];
    const key = (await run(process.execPath, [bin, ...issueArguments])).stdout.trim();
    // If the server has no files, a variable contains the text of the configuration.
    process.env.API_KEYS = readFileSync(join(home, "keys.json"), "utf8");
    t.after(() => delete process.env.API_KEYS);
    const [program, ...words] = readCommandLine(home).split(" ");
    assert.equal(program, name.split("-")[0]);
    // Flags must come before the script.
    const script = words.pop();
    const server = await startTemplate(
      t,
      [getCommand(runtime)[0], ...words, ...flags, script],
      home,
      /^listening on (http:\S+)$/,
    );
    const fetchStatusWith = async (sentHeaders) =>
      (await fetch(`${server.url}/api/v3/transactions?limit=3`, { headers: { "x-api-key": sentHeaders } })).status;
    assert.deepEqual([await fetchStatusWith(key), await fetchStatusWith("unknown")], [200, 401]);
    assert.equal(upstream.requests.at(-1).headers["x-api-key"], UPSTREAM_KEY);
    await checkWorks(server, "https://two.example");
    if (stopsWithZero) assert.equal(await server.stop(), 0);
  });
}

test("the command runs with npx from the tarball that npm installed", { timeout: 120_000 }, async (t) => {
  const home = join(folder, "command");
  mkdirSync(home);
  writeFileSync(join(home, "package.json"), '{ "private": true }\n');
  const npmFlags = ["--offline", "--no-audit", "--no-fund", "--ignore-scripts"];
  await run("npm", ["install", ...npmFlags, tarball.file], {
    cwd: home,
    env: { ...process.env, npm_config_update_notifier: "false" },
  });
  const { stdout } = await run("npx", ["--no", "ton-edge", "--", "--help"], { cwd: home });
  assert.match(stdout, /^Usage: ton-edge gateway/);
  const gateway = [
    "npx",
    "--no",
    "ton-edge",
    "--",
    "gateway",
    "--port",
    "0",
    "--mainnet",
    upstream.url,
    "--origins",
    "https://one.example",
  ];
  await checkWorks(
    await startTemplate(t, /** @type {any} */ (gateway), home, /^ton-edge is listening on (http:\S+)$/),
    "https://one.example",
  );
});
