// The gateway in workerd, as `ton-edge/worker` from the built package, with an upstream and the page.

import { cp, mkdtemp, rm } from "node:fs/promises";
import { readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

import { Miniflare } from "miniflare";

import { startReplay } from "./upstream/replay.mjs";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const dist = join(root, "pkg/dist");

/** The page with the package beside it, as a static host would have it. */
export async function site() {
  const folder = await mkdtemp(join(tmpdir(), "ton-edge-site-"));
  await cp(join(root, "www"), folder, { recursive: true });
  for (const part of ["address.js", "client.js", "endpoints.js", "lib", "dist"]) {
    await cp(join(root, "pkg", part), join(folder, "ton-edge", part), { recursive: true });
  }
  return folder;
}

/** Modules of the worker: its bundle, and the wasm that it imports. */
export function workerModules(entry = "worker.workerd.js") {
  const path = (name) => join(dist, name);
  return [
    { type: "ESModule", path: path(entry), contents: readFileSync(path(entry), "utf8") },
    ...["address", "client", "gateway"].map((name) => ({
      type: "CompiledWasm",
      path: path(`${name}.wasm`),
      contents: readFileSync(path(`${name}.wasm`)),
    })),
  ];
}

/** The account with the most transactions. */
export function busiest(world) {
  const counts = new Map();
  for (const { row: { account } } of world.transactions) counts.set(account, (counts.get(account) ?? 0) + 1);
  return [...counts].sort((a, b) => b[1] - a[1])[0]?.[0];
}

/**
 * @param {{ port?: number, upstream?: string, network?: "mainnet" | "testnet", page?: boolean,
 *   keys?: { mainnet?: string, testnet?: string }, replay?: object, bindings?: Record<string, string> }} [options]
 */
export async function startStack({ port = 0, upstream = "replay", network = "mainnet", page = true, keys = {}, replay = {}, bindings = {} } = {}) {
  const own = upstream === "replay" ? await startReplay({ network, ...replay }) : undefined;
  const folder = page ? await site() : undefined;
  const base = own?.url ?? upstream;
  const gateway = new Miniflare({
    host: "127.0.0.1",
    port,
    cf: false,
    telemetry: { enabled: false },
    modules: workerModules(),
    modulesRoot: dist,
    compatibilityDate: "2026-04-01",
    bindings: {
      NETWORK: network,
      UPSTREAM_MAINNET: base,
      UPSTREAM_TESTNET: base,
      API_KEY_MAINNET: keys.mainnet ?? "",
      API_KEY_TESTNET: keys.testnet ?? "",
      ...bindings,
    },
    ...(folder && { assets: { directory: folder, binding: "ASSETS", routerConfig: { invoke_user_worker_ahead_of_assets: true, has_user_worker: true } } }),
  });
  try {
    const url = (await gateway.ready).origin;
    return {
      url,
      upstream: base,
      /** The replay upstream, when it is ours. */
      own,
      busiest: own && busiest(own.world),
      async close() {
        await gateway.dispose();
        await own?.close();
        if (folder) await rm(folder, { recursive: true, force: true });
      },
    };
  } catch (error) {
    await gateway.dispose().catch(() => {});
    await own?.close();
    throw error;
  }
}
