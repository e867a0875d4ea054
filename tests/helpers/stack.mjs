// The gateway in workerd, as `ton-edge/worker` from the built package, with an upstream and the web app.

import { mkdtemp, rm } from "node:fs/promises";
import { readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

import { Miniflare } from "miniflare";

import { site } from "../../xtask/js/site.mjs";
import { startReplay } from "../upstream/replay.mjs";

const root = join(dirname(fileURLToPath(import.meta.url)), "../..");
const dist = join(root, "pkg/dist");

/** The files of a bundle for workerd: the entry, and the chunks that it shares with others. */
export function workerFiles(entry) {
  const files = [entry];
  for (const file of files) {
    const found = readFileSync(join(dist, file), "utf8").matchAll(/from "\.\/(shared-[\w.-]+\.js)"/g);
    for (const [, chunk] of found) if (!files.includes(chunk)) files.push(chunk);
  }
  return files;
}

/** Modules of the Worker: its bundle, and the wasm files that it imports. */
export function workerModules(entry = "worker.workerd.js") {
  const path = (name) => join(dist, name);
  return [
    ...workerFiles(entry).map((file) => ({
      type: /** @type {const} */ ("ESModule"),
      path: path(file),
      contents: readFileSync(path(file), "utf8"),
    })),
    ...["address", "client", "gateway"].map((name) => ({
      type: /** @type {const} */ ("CompiledWasm"),
      // As the bundle imports it.
      path: path(`${name}.wasm?module`),
      contents: readFileSync(path(`${name}.wasm`)),
    })),
  ];
}

/** The account with the most transactions. */
export function busiest(world) {
  const counts = new Map();
  for (const {
    row: { account },
  } of world.transactions)
    counts.set(account, (counts.get(account) ?? 0) + 1);
  return [...counts].sort((a, b) => b[1] - a[1])[0]?.[0];
}

/**
 * The upstream behind the gateway, if this module starts it.
 * @param {string} upstream @param {"mainnet" | "testnet"} network @param {{ replay: object, devnet: object }} options
 */
async function startOwn(upstream, network, { replay, devnet }) {
  if (upstream === "replay") {
    const own = await startReplay({ network, ...replay });
    return { own, busiest: busiest(own.world) };
  }
  if (upstream !== "devnet") return { own: undefined, busiest: undefined };
  // Imported when needed, because the executor and the wallets take a while to load.
  const { startDevnet } = await import("../upstream/devnet/server.mjs");
  const own = await startDevnet({ network, ...devnet });
  return { own, busiest: own.cast.busy.account };
}

/**
 * @param {{ port?: number, upstream?: string, network?: "mainnet" | "testnet", page?: boolean, keys?: { mainnet?: string, testnet?: string },
 *   replay?: object, devnet?: object, bindings?: Record<string, string> }} [options]
 *   `upstream`: replay, devnet, or a base URL; `replay`, `devnet`: its options
 */
export async function startStack({
  port = 0,
  upstream = "replay",
  network = "mainnet",
  page = true,
  keys = {},
  replay = {},
  devnet = {},
  bindings = {},
} = {}) {
  // The devnet creates its blocks in this process: before the gateway listens that would delay the start.
  let listens;
  const after = new Promise((done) => {
    listens = done;
  });
  const { own, busiest: account } = await startOwn(upstream, network, { replay, devnet: { after, ...devnet } });
  const folder = page ? await site(await mkdtemp(join(tmpdir(), "ton-edge-site-"))) : undefined;
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
      // Faults of this upstream must be visible, so the gateway neither retries nor caches.
      ...(own && { RETRIES: "0", CACHE: "none" }),
      LOG_LEVEL: "error",
      LIMIT_KEYLESS: "off",
      LIMIT_BUDGET: "off",
      ...bindings,
    },
    ...(folder && {
      assets: {
        directory: folder,
        binding: "ASSETS",
        routerConfig: { invoke_user_worker_ahead_of_assets: true, has_user_worker: true },
      },
    }),
  });
  try {
    const url = (await gateway.ready.finally(listens)).origin;
    return {
      url,
      upstream: base,
      /** The replay upstream or the devnet, if this module started it. */
      own,
      busiest: account,
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
