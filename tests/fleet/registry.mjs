// Two gateways under `wrangler dev`, as users run them: one has the Durable Object, the other reaches it through wrangler's local registry.
// Both share one budget.

import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

import { startWrangler } from "../helpers/wrangler.mjs";
import { computeBurst, load, countWithin, findWorstWindow } from "./load.mjs";
import { startService } from "./service.mjs";

const BUDGET = 10;
const SECOND_MS = 1000;
const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** A Worker of this name under `wrangler dev`. */
function startInOwnFolder(folder, name, config, vars) {
  const ownFolder = join(folder, name);
  mkdirSync(join(ownFolder, "node_modules"), { recursive: true });
  symlinkSync(fileURLToPath(new URL("../../pkg", import.meta.url)), join(ownFolder, "node_modules/ton-edge"));
  writeFileSync(join(ownFolder, "index.js"), 'export { default, LimiterObject } from "ton-edge/worker";\n');
  writeFileSync(
    join(ownFolder, "wrangler.json"),
    JSON.stringify({ name, main: "index.js", compatibility_date: "2026-04-01", vars, ...config }),
  );
  return startWrangler(ownFolder, [], { WRANGLER_REGISTRY_PATH: join(folder, "registry") });
}

/** Two Workers under `wrangler dev` share one budget. */
export async function testOverRegistry(t) {
  const folder = mkdtempSync(join(tmpdir(), "ton-edge-registry-"));
  const service = await startService();
  const vars = {
    TON_EDGE_MAINNET: service.url,
    TON_EDGE_MAINNET_API_KEY: "key",
    TON_EDGE_MAINNET_BUDGET: String(BUDGET),
    TON_EDGE_LIMITS_KEYLESS: "off",
    TON_EDGE_CACHE_ADAPTER: "none",
    TON_EDGE_LOG_LEVEL: "error",
  };
  const makeWranglerConfig = (overrides) => ({
    durable_objects: { bindings: [{ name: "LIMITER", class_name: "LimiterObject", ...overrides }] },
  });
  const workers = [];
  const loadTimes = [];
  try {
    workers.push(
      await startInOwnFolder(
        folder,
        "one",
        { ...makeWranglerConfig(), migrations: [{ tag: "v1", new_sqlite_classes: ["LimiterObject"] }] },
        vars,
      ),
    );
    workers.push(await startInOwnFolder(folder, "two", makeWranglerConfig({ script_name: "one" }), vars));
    for (const { url } of workers)
      assert.equal(
        (await fetch(`${url}/api/v3/masterchainInfo`)).status,
        200,
        workers.flatMap(({ said: outputs }) => outputs).join("\n"),
      );
    loadTimes.push(...workers.map(({ url }) => load(url, 1.5 * BUDGET)));
    await sleep(SECOND_MS);
    const startedAt = Date.now();
    await sleep(10 * SECOND_MS);
    const endTime = Date.now();
    const { times, stall } = await service.times();
    const worstWindow = findWorstWindow(times, BUDGET);
    const usedShare = countWithin(times, startedAt, endTime) / ((BUDGET * (endTime - startedAt)) / SECOND_MS);
    t.diagnostic(
      `${(usedShare * 100).toFixed(1)} % used; worst window ${worstWindow.count} in ${Math.round(worstWindow.ms)} ms, ${worstWindow.over.toFixed(2)} above the budget of ${computeBurst(BUDGET)}`,
    );
    assert.ok(worstWindow.over <= computeBurst(BUDGET) + (BUDGET * stall) / SECOND_MS);
    assert.ok(usedShare >= 0.95, `${usedShare}`);
    for (const { statuses } of loadTimes) assert.ok(statuses.get(200) > BUDGET, JSON.stringify([...statuses]));
  } finally {
    await Promise.all(loadTimes.map((load) => load.stop()));
    await Promise.all(workers.map((worker) => worker.close()));
    await service.close();
    rmSync(folder, { recursive: true, force: true });
  }
}
