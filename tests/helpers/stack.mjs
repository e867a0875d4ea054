// The gateway in workerd, as `ton-edge/worker` from the built package, with an upstream and the web app.

import { cp, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

import { Miniflare } from "miniflare";

import { buildSiteIn } from "./web-app-site.mjs";
import { startReplay } from "../upstream/replay.mjs";
import { startSecondChain } from "./second-chain.mjs";

const root = join(dirname(fileURLToPath(import.meta.url)), "../..");
const dist = join(root, "pkg/dist");
/** The URL for a network without an upstream, so that the gateway sends no requests to the hosted service. */
const UNREACHABLE_URL = "http://127.0.0.1:1";

/** The files of a bundle for workerd: the entry, its shared chunks, and the chunks that it loads later. */
function listWorkerFiles(entry) {
  const files = [entry];
  for (const file of files) {
    const imports = readFileSync(join(dist, file), "utf8").matchAll(/(?:from |import\()"\.\/([\w.-]+\.workerd\.js)"/g);
    for (const [, chunk] of imports) if (!files.includes(chunk)) files.push(chunk);
  }
  return files;
}

/** Modules of the Worker: its bundle, and the wasm files that it imports. */
function listWorkerModules(entry = "worker.workerd.js") {
  const resolvePath = (name) => join(dist, name);
  return [
    ...listWorkerFiles(entry).map((file) => ({
      type: /** @type {const} */ ("ESModule"),
      path: resolvePath(file),
      contents: readFileSync(resolvePath(file), "utf8"),
    })),
    ...["address", "cell", "client", "gateway"].map((name) => ({
      type: /** @type {const} */ ("CompiledWasm"),
      // The bundle imports the module by this name.
      path: resolvePath(`${name}.wasm?module`),
      contents: readFileSync(resolvePath(`${name}.wasm`)),
    })),
  ];
}

/** The account with the most transactions. */
export function findBusiestAccount(world) {
  const counts = new Map();
  for (const {
    row: { account },
  } of world.transactions)
    counts.set(account, (counts.get(account) ?? 0) + 1);
  return [...counts].sort((a, b) => b[1] - a[1])[0]?.[0];
}

/**
 * The world of the second chain. It is a constant so that the option is not written in suites: suites whose files contain it wait for the
 * local chain.
 */
const SECOND_WORLD = /** @type {const} */ ("small");
const OTHER_NETWORK = /** @type {const} */ ({ mainnet: "testnet", testnet: "mainnet" });

/**
 * Copies the web app to a new folder, with these networks to choose from.
 *
 * @param {string[]} networks the first one is that of `/api` @param {boolean} isPrecompressed
 * @param {string} [docs] folder of the site of the documents, which is served at `/docs/`
 */
async function makeSite(networks, isPrecompressed, docs) {
  const folder = await buildSiteIn(await mkdtemp(join(tmpdir(), "ton-edge-site-")), { precompressed: isPrecompressed });
  const index = join(folder, "index.html");
  const html = await readFile(index, "utf8");
  const writeSetting = (/** @type {string} */ names) => `<meta name="networks" content="${names}">`;
  if (!html.includes(writeSetting("mainnet"))) throw new Error("index.html does not name the network");
  await writeFile(index, html.replace(writeSetting("mainnet"), writeSetting(networks.join(" "))));
  if (docs) await cp(docs, join(folder, "docs"), { recursive: true });
  return folder;
}

/** Each network has its own folder inside the folder of `--state`. @param {string | undefined} folder */
async function makeFolders(folder) {
  if (folder === undefined) return {};
  const { findNetworkFolder } = await import("../upstream/devnet/state.mjs");
  return { mainnet: findNetworkFolder(folder, "mainnet"), testnet: findNetworkFolder(folder, "testnet") };
}

/**
 * The upstream behind the gateway, if this module starts it.
 * @param {string} upstream @param {"mainnet" | "testnet"} network @param {{ replay: object, devnet: object }} options
 */
async function startOwn(upstream, network, { replay, devnet }) {
  if (upstream === "replay") {
    const ownReplay = await startReplay({ network, ...replay });
    return { own: ownReplay, busiest: findBusiestAccount(ownReplay.world) };
  }
  if (upstream !== "devnet") return { own: undefined, busiest: undefined };
  // Imports the module only when needed, because the executor and the wallets take a while to load.
  const { startDevnet } = await import("../upstream/devnet/server.mjs");
  const ownDevnet = await startDevnet({ network, ...devnet });
  return { own: ownDevnet, busiest: ownDevnet.cast.busy.account };
}

/**
 * @param {{ port?: number, upstream?: string, network?: "mainnet" | "testnet", both?: boolean, page?: boolean, precompressed?: boolean, docs?: string, keys?: { mainnet?: string, testnet?: string },
 *   replay?: object, devnet?: { state?: string, [option: string]: any }, bindings?: Record<string, string> }} [options]
 *   `upstream`: replay, devnet, or a base URL; `replay`, `devnet`: its options; `both`: a devnet of the other network as well, with the
 *   small world unless `devnet` names one; `precompressed`: the files of the web app as for a deployment; `docs`: folder of the site
 *   of the documents
 */
export async function startStack({
  port = 0,
  upstream = "replay",
  network = "mainnet",
  both: isBoth = false,
  page = true,
  precompressed: isPrecompressed = false,
  docs,
  keys = {},
  replay = {},
  devnet = {},
  bindings = {},
} = {}) {
  // The devnet builds its blocks in this process: if it began before the gateway listens, it would delay the start.
  let openedListener;
  const listening = new Promise((resolve) => {
    openedListener = resolve;
  });
  // Meanwhile the second process starts to listen; it opens its chain after the gateway listens.
  const otherNetwork = OTHER_NETWORK[network];
  const folders = await makeFolders(devnet.state);
  const startPromise = isBoth
    ? startSecondChain({ world: SECOND_WORLD, ...devnet, network: otherNetwork, state: folders[otherNetwork] })
    : undefined;
  startPromise?.catch(() => {});
  const options = { replay, devnet: { after: listening, ...devnet, state: folders[network] } };
  const { own: ownReplay, busiest: account } = await startOwn(upstream, network, options).catch(async (error) => {
    await (await startPromise?.catch(() => undefined))?.close();
    throw error;
  });
  const second = await startPromise;
  const folder = page ? await makeSite(isBoth ? [network, otherNetwork] : [network], isPrecompressed, docs) : undefined;
  const base = ownReplay?.url ?? upstream;
  const bases = { [network]: base, [otherNetwork]: second?.url ?? (upstream === "devnet" ? UNREACHABLE_URL : base) };
  const gateway = new Miniflare({
    host: "127.0.0.1",
    port,
    cf: false,
    telemetry: { enabled: false },
    modules: listWorkerModules(),
    modulesRoot: dist,
    compatibilityDate: "2026-04-01",
    bindings: {
      TON_EDGE_NETWORK: network,
      TON_EDGE_MAINNET: bases.mainnet,
      TON_EDGE_TESTNET: bases.testnet,
      TON_EDGE_MAINNET_API_KEY: keys.mainnet ?? "",
      TON_EDGE_TESTNET_API_KEY: keys.testnet ?? "",
      // Tests must see the faults of this upstream, so the gateway neither retries nor caches.
      ...(ownReplay && { TON_EDGE_RETRIES: "0", TON_EDGE_CACHE_ADAPTER: "none" }),
      TON_EDGE_LOG_LEVEL: "error",
      TON_EDGE_LIMITS_KEYLESS: "off",
      TON_EDGE_LIMITS_BUDGET: "off",
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
    const url = (await gateway.ready.finally(openedListener)).origin;
    second?.open();
    return {
      url,
      upstream: base,
      /** The replay upstream or the devnet, if this module started it. */
      own: ownReplay,
      /** The process of the other network's devnet. */
      second,
      busiest: account,
      /** The files of the web app. */
      folder,
      async close() {
        await gateway.dispose();
        await Promise.all([ownReplay?.close(), second?.close()]);
        if (folder) await rm(folder, { recursive: true, force: true });
      },
    };
  } catch (error) {
    await gateway.dispose().catch(() => {});
    await Promise.all([ownReplay?.close(), second?.close()]);
    throw error;
  }
}
