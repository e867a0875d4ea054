// `limits.redis` of the command: gateways share their counts, with each client that an operator may install.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";

import { startRedis } from "../fleet/redis.mjs";
import { findFreePort } from "../helpers/free-port.mjs";
import { startReplay } from "../upstream/replay.mjs";

const BIN = fileURLToPath(new URL("../../pkg/bin/ton-edge.js", import.meta.url));
const CLIENTS = ["iovalkey", "redis"];
/** Requests that a caller without a key may send at once. */
const BURST = 6;
const CALLS = 20;

let folder;
let replay;
let redis;
before(async () => {
  folder = await mkdtemp(join(tmpdir(), "ton-edge-redis-command-"));
  replay = await startReplay({});
  redis = await startRedis();
  await writeFile(
    join(folder, "ton-edge.toml"),
    `port = 0
enforceOrigins = false
logLevel = "warn"
origins = []
mainnet = "${replay.url}"
testnet = "off"
cache.adapter = "none"
[limits]
redis = "env:REDIS"
budget = "off"
keyless = { rate = 0.001, burst = ${BURST} }
`,
  );
});
after(async () => {
  await replay?.close();
  await redis?.close();
  await rm(folder, { recursive: true });
});

/** Creates the folder of an operator who has installed one client, or none. */
async function makeProject(client) {
  const home = join(folder, client ?? "none");
  await mkdir(join(home, "node_modules"), { recursive: true });
  if (client) {
    const path = createRequire(import.meta.url).resolve(client);
    const root = path.slice(0, path.lastIndexOf(`node_modules/${client}/`) + `node_modules/${client}`.length);
    await symlink(root, join(home, "node_modules", client)).catch(() => {});
  }
  return home;
}

/** Starts the command in that folder; returns its URL, or its exit code and output. */
async function startGateway(t, client, url) {
  const child = spawn(
    process.execPath,
    [BIN, "gateway", "--config", join(dirname(await makeProject()), "ton-edge.toml")],
    {
      cwd: await makeProject(client),
      env: { ...process.env, REDIS: url },
      stdio: ["ignore", "pipe", "pipe"],
    },
  );
  t.after(() => child.kill("SIGKILL"));
  const lines = [];
  createInterface({ input: child.stderr }).on("line", (line) => lines.push(line));
  const [firstResult] = await Promise.race([
    once(createInterface({ input: child.stdout }), "line"),
    once(child, "exit").then(([code]) => [`exit ${code}`]),
  ]);
  return { first: String(firstResult), url: /http:\S+/.exec(firstResult)?.[0], lines };
}

const requestInfo = (url) => fetch(`${url}/api/v2/getMasterchainInfo`);

for (const client of CLIENTS)
  test(`two gateways with \`${client}\` count a caller together`, { timeout: 60_000 }, async (t) => {
    // Each client has its own database in the same Redis.
    const url = `${redis.url}/${CLIENTS.indexOf(client)}`;
    const gateways = await Promise.all([startGateway(t, client, url), startGateway(t, client, url)]);
    const statuses = [];
    for (let index = 0; index < CALLS; index += 1) statuses.push((await requestInfo(gateways[index % 2].url)).status);
    assert.equal(statuses.filter((status) => status === 200).length, BURST, statuses.join());
    assert.equal(statuses.filter((status) => status === 429).length, CALLS - BURST, statuses.join());
  });

for (const client of CLIENTS)
  test(`if Redis does not respond, a gateway with \`${client}\` starts, counts alone and logs one alert`, {
    timeout: 60_000,
  }, async (t) => {
    const host = `127.0.0.1:${await findFreePort()}`;
    const { url, first: firstResult, lines } = await startGateway(t, client, `redis://:s3cret@${host}`);
    assert.ok(url, `${firstResult}: ${lines}`);
    const statuses = [];
    for (let index = 0; index < BURST + 2; index += 1) statuses.push((await requestInfo(url)).status);
    assert.equal(statuses.filter((status) => status === 200).length, BURST, statuses.join());
    const alerts = lines.filter((line) => line.includes("limiter_unavailable"));
    assert.equal(alerts.length, 1, `one log line, not one per request: ${lines.join("\n")}`);
    assert.match(alerts[0], new RegExp(`the limiter cannot be reached: Redis at ${host}: \\w*Error ECONNREFUSED"`));
    assert.ok(!lines.join("\n").includes("s3cret"));
  });

test("`limits.redis` without an installed client says what to install", { timeout: 60_000 }, async (t) => {
  const { first: firstResult, lines } = await startGateway(t, undefined, redis.url);
  assert.equal(firstResult, "exit 2");
  assert.match(lines.join("\n"), /npm install iovalkey/);
});
