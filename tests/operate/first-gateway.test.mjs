// docs/operate/first-gateway.md, step by step as a new operator types it, in an empty folder: with a registry, upstreams, Redis and Prometheus on
// this machine.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { mkdir, mkdtemp, readFile, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { fileURLToPath } from "node:url";

import { startRedis } from "../fleet/redis.mjs";
import { findFreePort } from "../helpers/free-port.mjs";
import { pack } from "../helpers/tarball.mjs";
import { startReplay } from "../upstream/replay.mjs";
import { startRegistry } from "./registry.mjs";
import { applyChanges } from "./templates.mjs";

const GUIDE = fileURLToPath(new URL("../../docs/operate/first-gateway.md", import.meta.url));
const UPSTREAM_KEY = "upstream-key-of-the-operator";
const SCRAPED_MS = 30_000;

const closeFunctions = [];
after(async () => {
  for (const close of closeFunctions.reverse()) await close();
});

/** The steps of the guide, and the output that it shows for each. */
function listSteps(text) {
  const blocks = text.matchAll(/^```(sh step|text prints)\n([^]*?)^```/gm);
  const steps = [];
  for (const [, kind, body] of blocks)
    if (kind === "sh step") steps.push({ commands: body, prints: "" });
    else steps.at(-1).prints = body;
  return steps;
}

/** An operator's shell: the steps share its folder and its variables. */
function openShell(cwd, env) {
  const shell = spawn("bash", ["-euo", "pipefail"], { cwd, env, stdio: ["pipe", "pipe", "pipe"] });
  let output = "";
  for (const stream of [shell.stdout, shell.stderr]) stream.setEncoding("utf8").on("data", (text) => (output += text));
  const endedPromise = new Promise((resolve) => shell.once("exit", resolve));
  return {
    /** Kills the processes that still run. */
    async end() {
      if (shell.exitCode === null) shell.stdin.write("jobs -p | xargs -r kill -9 2> /dev/null || true\n");
    },
    async run(commands) {
      output = "";
      shell.stdin.write(`${commands}echo done-with-step\n`);
      const end = Date.now() + 120_000;
      while (!output.includes("done-with-step\n")) {
        assert.ok(shell.exitCode === null && Date.now() < end, `${commands}\n${output}`);
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
      return output.replace("done-with-step\n", "");
    },
    async close() {
      shell.stdin.end();
      await endedPromise;
    },
  };
}

test("docs/operate/first-gateway.md leads from an empty folder to a gateway as described", {
  timeout: 400_000,
}, async (t) => {
  const folder = await mkdtemp(join(tmpdir(), "ton-edge-first-"));
  closeFunctions.push(() => rm(folder, { recursive: true, force: true }));
  const packedFiles = await pack();
  const registry = await startRegistry(packedFiles);
  closeFunctions.push(() => registry.close(), packedFiles.remove);
  const keys = { mainnet: [UPSTREAM_KEY], testnet: [] };
  const [firstReplay, secondReplay, redis] = await Promise.all([startReplay({ keys }), startReplay({}), startRedis()]);
  closeFunctions.push(firstReplay.close, secondReplay.close, redis.close);

  // Makes the programs available under the names in the guide.
  await mkdir(join(folder, "bin"));
  await symlink(process.env.PROMETHEUS || "/usr/bin/prometheus", join(folder, "bin/prometheus"));
  const ports = { 8080: await findFreePort(), 8081: await findFreePort(), 9090: await findFreePort() };
  const text = applyChanges(await readFile(GUIDE, "utf8"), [
    ...Object.entries(ports).map(
      ([port, freePort]) => /** @type {[RegExp, string]} */ ([new RegExp(`\\b${port}\\b`, "g"), String(freePort)]),
    ),
    ["redis://127.0.0.1:6379", redis.url],
    ['"https://toncenter.com"', `"${firstReplay.url}"`],
    ['"https://toncenter.example"', `"${secondReplay.url}"`],
    ["15s", "1s"],
  ]);
  const steps = listSteps(text);
  assert.equal(steps.length, 7);
  const shell = openShell(folder, {
    ...process.env,
    PATH: `${join(folder, "bin")}:${process.env.PATH}`,
    npm_config_registry: registry.url,
    npm_config_update_notifier: "false",
    TONCENTER_KEY: UPSTREAM_KEY,
  });
  closeFunctions.push(shell.close);
  // Ends the processes that a failed step leaves running.
  closeFunctions.push(() => shell.end());
  const start = performance.now();
  for (const { commands, prints } of steps) {
    const startedAt = performance.now();
    const output = await shell.run(commands);
    t.diagnostic(`${commands.split("\n")[0]}: ${((performance.now() - startedAt) / 1000).toFixed(1)} s`);
    for (const line of prints.split("\n").filter(Boolean)) assert.ok(output.includes(line), `${line}\n---\n${output}`);
  }
  t.diagnostic(`all steps: ${((performance.now() - start) / 1000).toFixed(0)} s`);

  const gateway = `http://127.0.0.1:${ports[8080]}`;
  const key = (await readFile(join(folder, "gateway/secrets/shop-key"), "utf8")).trim();
  const get = (path) => fetch(gateway + path, { headers: { "x-api-key": key } });

  // The first upstream got the operator's key; the second one takes over.
  assert.equal(firstReplay.requests.at(-1).headers["x-api-key"], UPSTREAM_KEY);
  firstReplay.faults.add("status=500");
  assert.equal((await get("/api/v2/getConsensusBlock")).status, 200);
  assert.ok(secondReplay.requests.length > 0);

  // The limits are in Redis.
  const { createClient } = await import("redis");
  const client = await createClient({ url: redis.url }).connect();
  closeFunctions.push(() => client.close());
  assert.ok((await client.keys("{ton-edge}*")).length > 0);

  // Prometheus scrapes the gateway, and no rule has a fault.
  const queryPrometheus = async (path) =>
    (await (await fetch(`http://127.0.0.1:${ports[9090]}/api/v1/${path}`)).json()).data;
  for (const end = Date.now() + SCRAPED_MS; ; await new Promise((resolve) => setTimeout(resolve, 200))) {
    const [sample] = (await queryPrometheus("query?query=ton_edge_key_requests_total{plan='shop'}")).result;
    if (sample) break;
    assert.ok(Date.now() < end, await readFile(join(folder, "gateway/prometheus.log"), "utf8"));
  }
  const rules = (await queryPrometheus("rules")).groups.flatMap((group) => group.rules);
  assert.ok(rules.length > 17);
  assert.deepEqual(
    rules.filter(({ lastError }) => lastError),
    [],
  );
  // No log contains a secret.
  const log = await readFile(join(folder, "gateway/gateway.log"), "utf8");
  for (const secret of [UPSTREAM_KEY, key]) assert.ok(!log.includes(secret));

  // The command of the last line stops both.
  const [, stop] = /`(kill \$\(cat [^`]+)`/.exec(text);
  await shell.run(`${stop}\nwait\n`);
  for (const port of [ports[8080], ports[9090]])
    await assert.rejects(fetch(`http://127.0.0.1:${port}/healthz`), { name: "TypeError" });
});
