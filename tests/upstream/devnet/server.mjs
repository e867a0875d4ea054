// The devnet: a local TON API for development and tests. A real TVM and executor behind the interfaces of v2 and v3.
//
// node tests/upstream/devnet/server.mjs --port 8081 [--state DIR] [--seed TEXT] [--world small] [--network testnet] [--rps 1]
//
// It listens before its seeded world is complete: until then it serves the blocks that it has, and refuses messages.
import { pathToFileURL } from "node:url";
import { parseArgs } from "node:util";

import { loadCatalogue } from "../catalogue.mjs";
import { TOO_FAST, startFront } from "../front.mjs";
import { handle } from "./handler.mjs";
import { GENESIS_UTIME, makeCast } from "./cast.mjs";
import { Chain } from "./chain.mjs";
import { createClock } from "./clock.mjs";
import { findServedDocument } from "./documents/index.mjs";
import { findCacheFile, cacheWorld, openState } from "./state.mjs";
import { makeTraffic } from "./traffic/index.mjs";
import { playWorld } from "./world.mjs";

/** Two networks have different worlds: an address or a hash of one is not found on the other. */
export const DEFAULT_SEEDS = { mainnet: "ton-edge", testnet: "ton-edge-testnet" };
const GLOBAL_IDS = { mainnet: -239, testnet: -3 };

/** @typedef {{ done: number, of: number }} Progress */

/** A document of the seeded world. @param {string} path */
function makeDocumentReply(path) {
  const document = findServedDocument(path);
  return document && { status: 200, headers: { "content-type": document.type }, body: Buffer.from(document.text) };
}

/** Opens the chain of a database, and writes the zero state of a new one. A stored chain keeps its own seed. */
async function openChain({ db, seed, network, wall, log }) {
  const storedSeed = db.meta("seed");
  if (storedSeed !== undefined && seed !== undefined && storedSeed !== seed)
    throw new Error(`the stored chain has the seed "${storedSeed}", not "${seed}"`);
  const storedNetwork = db.meta("network");
  if (storedNetwork !== undefined && storedNetwork !== network)
    throw new Error(`the stored chain is of ${storedNetwork}, not of ${network}`);
  const ownSeed = storedSeed ?? seed ?? DEFAULT_SEEDS[network];
  const cast = makeCast(ownSeed, network);
  const time = wall ? () => Math.floor(Date.now() / 1000) : undefined;
  const chain = await Chain.open({
    db,
    seed: ownSeed,
    utime: GENESIS_UTIME,
    genesis: storedSeed === undefined ? cast.genesis : [],
    special: cast.special,
    globalId: GLOBAL_IDS[network],
    time,
    log,
  });
  if (storedNetwork === undefined) db.setMeta("network", network);
  return { chain, cast };
}

/**
 * @param {import("../front.mjs").FrontOptions & { seed?: string, world?: "none" | "small" | "full", state?: string, clock?: "manual" | number, traffic?: boolean,
 *   cache?: boolean, onProgress?: (progress: Progress) => void, onRemoved?: (folder: string) => void, after?: Promise<unknown> }} [options]
 *   `seed`: of the world and of all random numbers, by default that of the network; `world`: the size of its history (small: everything but the busy account);
 *   `state`: folder that stores the chain; `clock`: milliseconds between blocks, or "manual"; `traffic`: false leaves out the messages
 *   that a running clock sends by itself, which take most of the time of its blocks; `cache`: false plays the world without the cache;
 *   `onRemoved`: called for each cached world that a newer one replaces; `after`: the world is built after this settles, so that
 *   other work of the start has the processor first
 */
export async function startDevnet({
  seed,
  world = "full",
  state,
  clock: pace = "manual",
  traffic = true,
  cache = true,
  onProgress = () => {},
  onRemoved = () => {},
  after = Promise.resolve(),
  ...front
} = {}) {
  const { network = "mainnet", variant = "cpp", log } = front;
  const cached =
    cache && world !== "none"
      ? findCacheFile({ seed: seed ?? DEFAULT_SEEDS[network], size: world, network })
      : undefined;
  const storage = openState({ state, cached });
  const { db } = storage;
  const { chain, cast } = await openChain({ db, seed, network, wall: pace !== "manual", log }).catch((error) => {
    db.close();
    storage.discard();
    throw error;
  });
  const clock = createClock(chain, {
    traffic: traffic ? () => makeTraffic(chain, cast) : undefined,
    onError: (error) => log?.(`the clock stopped: ${error.stack}`),
  });
  const table = loadCatalogue();
  chain.loading = !storage.complete && world !== "none";
  let isClosing = false;

  async function load() {
    await after;
    if (chain.loading && !isClosing) {
      await playWorld(chain, cast, {
        size: /** @type {"small" | "full"} */ (world),
        progress: (done, of) => onProgress({ done, of }),
        stopped: () => isClosing,
      });
      if (isClosing) return false;
      db.setMeta("world", "complete");
      if (cached) for (const folder of cacheWorld(db, cached)) onRemoved(folder);
      chain.loading = false;
    } else if (!storage.complete && !isClosing) db.setMeta("world", "complete");
    if (isClosing) return false;
    if (typeof pace === "number") clock.start(pace);
    return true;
  }

  const frontServer = await startFront(
    "devnet",
    front,
    (request) => handle(table, { chain, db, network, variant }, request),
    makeDocumentReply,
  ).catch((error) => {
    db.close();
    storage.discard();
    throw error;
  });
  const whenReady = load();
  // A caller that awaits `ready` gets the error; without one, the rejection must not end the process.
  whenReady.catch((error) => log?.(`the world could not be built: ${error.stack}`));
  return {
    ...frontServer,
    chain,
    db,
    clock,
    cast,
    /** Resolves when the seeded world is complete and the clock runs; to false if the devnet was closed before. @type {Promise<boolean>} */
    ready: whenReady,
    async close() {
      isClosing = true;
      await frontServer.close();
      await whenReady.catch(() => {});
      await clock.stop();
      await chain.idle();
      db.close();
      storage.discard();
    },
  };
}

function readOptions() {
  const { values } = parseArgs({
    options: {
      port: { type: "string", default: "8081" },
      network: { type: "string", default: "mainnet" },
      rps: { type: "string" },
      state: { type: "string" },
      variant: { type: "string", default: "cpp" },
      429: { type: "string", default: "result" },
      seed: { type: "string" },
      world: { type: "string", default: "full" },
      interval: { type: "string", default: "1000" },
      quiet: { type: "boolean" },
    },
  });
  const readNumber = (name, minimum) => {
    const value = values[name] === undefined ? undefined : Number(values[name]);
    if (value !== undefined && !(Number.isFinite(value) && value >= minimum))
      throw new Error(`--${name} needs a number of at least ${minimum}, not "${values[name]}"`);
    return value;
  };
  const checkChoice = (name, list) => {
    if (!list.includes(values[name])) throw new Error(`--${name} is one of ${list.join(", ")}, not "${values[name]}"`);
    return values[name];
  };
  return {
    port: readNumber("port", 0),
    rps: readNumber("rps", 0.001),
    clock: readNumber("interval", 50),
    state: values.state,
    seed: values.seed,
    network: checkChoice("network", ["mainnet", "testnet"]),
    variant: checkChoice("variant", ["cpp", "python"]),
    world: checkChoice("world", ["none", "small", "full"]),
    tooFast: checkChoice("429", Object.keys(TOO_FAST)),
    log: values.quiet ? undefined : console.log,
  };
}

async function main() {
  const devnet = await startDevnet({
    ...readOptions(),
    onProgress: ({ done, of }) => console.log(`building the seeded world: ${Math.floor((done * 100) / of)} %`),
    onRemoved: (folder) => console.log(`removed an old world: ${folder}`),
  });
  console.log(`devnet is listening on ${devnet.url}`);
  for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => devnet.close().then(() => process.exit(0)));
  if (!(await devnet.ready)) return;
  const { n } = devnet.db.get("SELECT count(*) AS n FROM transactions");
  console.log(`the world is complete: ${n} transactions, masterchain block ${devnet.chain.head.mc.seqno}`);
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  main().catch((error) => {
    console.error(error.message);
    process.exit(1);
  });
}
