// The replay upstream: an offline stand-in for the hosted service, which responds with recordings.
//
//   node tests/upstream/replay.mjs --port 8081 [--network testnet] [--rps 1] [--variant python] [--429 error]
//
// It imports nothing of the package, so that an error of the package cannot hide in it. It listens on the loopback interface only, stores the
// last 500 requests, and makes faults on request (faults.mjs).
// API keys for manual use: "mainnet-key" and "testnet-key".
import { pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { KEYS, TOO_FAST, startFront } from "./front.mjs";
import { respond } from "./service.mjs";
import { loadWorld } from "./world.mjs";

/**
 * @param {import("./front.mjs").FrontOptions} [options]
 * @returns {Promise<Awaited<ReturnType<typeof startFront>> & { world: ReturnType<typeof loadWorld> }>}
 */
export async function startReplay(options = {}) {
  const world = loadWorld();
  const { network = "mainnet", variant = "cpp" } = options;
  const front = await startFront("replay upstream", options, (request) =>
    respond(world, { network, variant }, request),
  );
  return { ...front, world };
}

async function main() {
  const { values } = parseArgs({
    options: {
      port: { type: "string", default: "8081" },
      network: { type: "string", default: "mainnet" },
      rps: { type: "string" },
      variant: { type: "string", default: "cpp" },
      429: { type: "string", default: "result" },
      quiet: { type: "boolean" },
    },
  });
  const port = Number(values.port),
    rps = values.rps === undefined ? undefined : Number(values.rps);
  if (!Number.isInteger(port) || port < 0 || port > 65535)
    throw new Error(`--port needs a number from 0 to 65535, not "${values.port}"`);
  if (rps !== undefined && !(rps > 0)) throw new Error(`--rps needs a number above 0, not "${values.rps}"`);
  if (!(values.network in KEYS)) throw new Error(`--network is mainnet or testnet, not "${values.network}"`);
  if (!["cpp", "python"].includes(values.variant))
    throw new Error(`--variant is cpp or python, not "${values.variant}"`);
  if (!(values[429] in TOO_FAST))
    throw new Error(`--429 is one of ${Object.keys(TOO_FAST).join(", ")}, not "${values[429]}"`);
  const replay = await startReplay({
    port,
    rps,
    network: /** @type {any} */ (values.network),
    variant: /** @type {any} */ (values.variant),
    tooFast: /** @type {any} */ (values[429]),
    log: values.quiet ? undefined : console.log,
  });
  const { transactions, messages, traces } = replay.world;
  console.log(
    `replay upstream (${values.network}) on ${replay.url}: ${transactions.length} transactions, ${messages.length} messages, ${traces.length} traces`,
  );
  for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => replay.close().then(() => process.exit(0)));
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  main().catch((error) => {
    console.error(error.message);
    process.exit(1);
  });
}
