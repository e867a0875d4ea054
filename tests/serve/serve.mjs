// The whole project on this machine: an upstream, the gateway in workerd, and the web app.
// `cargo xtask serve` runs it; `node tests/serve/serve.mjs --help` shows its options.

import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";

/** Requests per second of a caller: far above what the web app sends, and low enough that responses have rate limit headers. */
const RATE = 100;
/** The least number of characters that the gateway accepts for a token. */
const MIN_TOKEN_LENGTH = 16;

const USAGE = `Usage: cargo xtask serve [options]

  --port N              port to listen on (8787; 0: any free one)
  --upstream WHAT       devnet (a local chain, the default), replay (recorded responses), or the base URL of a real upstream
  --state DIR           store the local chains there, and continue them next time
  --network NAME        mainnet or testnet: the only local chain, and the network of /api. Without it there are both:
                        mainnet at /api, testnet at /testnet/api
  --no-page             the gateway alone

The documents are at /docs/, after \`cargo xtask docs\` has built them.

An API key for the real upstream is read from TON_EDGE_MAINNET_API_KEY or TON_EDGE_TESTNET_API_KEY. The admin token, for /metrics, /readyz and
the view Gateway of the web app, is that of TON_EDGE_ADMIN_TOKEN, or a new one every time, which is printed. The cache is on, and each
caller may send ${RATE} requests per second.
`;

/**
 * @param {string} message
 * @returns {never}
 */
function stop(message) {
  process.stderr.write(`error: ${message}\n\n${USAGE}`);
  process.exit(2);
}

function reportTaken() {
  process.stderr.write(
    `error: port ${port} is taken: choose another with --port\n` +
      `  --port 0 takes any free one; if an earlier \`cargo xtask serve\` still runs, end it with Ctrl-C\n`,
  );
  process.exit(1);
}

function read() {
  try {
    return parseArgs({
      options: {
        port: { type: "string", default: "8787" },
        upstream: { type: "string", default: "devnet" },
        state: { type: "string" },
        network: { type: "string" },
        "no-page": { type: "boolean", default: false },
        help: { type: "boolean", default: false },
      },
    }).values;
  } catch (error) {
    return stop(error.message);
  }
}

const values = read();
if (values.help) {
  process.stdout.write(USAGE);
  process.exit(0);
}
const port = Number(values.port);
if (!Number.isInteger(port) || port < 0 || port > 65535) stop("--port must be a whole number from 0 to 65535");
if (values.network !== undefined && values.network !== "mainnet" && values.network !== "testnet")
  stop("--network must be mainnet or testnet");
if (values.upstream !== "devnet" && values.upstream !== "replay" && !/^https?:\/\/[^/?#@\s]/.test(values.upstream)) {
  stop("--upstream must be devnet, replay or a base URL such as https://toncenter.com");
}

const network = /** @type {"mainnet" | "testnet"} */ (values.network ?? "mainnet");
const isLocal = values.upstream === "devnet";
const areBothLocal = isLocal && values.network === undefined;
if (values.state !== undefined && values.upstream !== "devnet") stop("--state is for the devnet");

const operator = process.env.TON_EDGE_ADMIN_TOKEN || randomBytes(18).toString("base64url");
if (!/^[!-~]+$/.test(operator) || operator.length < MIN_TOKEN_LENGTH)
  stop(`TON_EDGE_ADMIN_TOKEN must be ${MIN_TOKEN_LENGTH} or more visible ASCII characters`);

/** Milliseconds between the reads of a stream: the web app shows a payment within 2 s of its transaction. */
const STREAMING_INTERVAL_MS = 500;
/** Milliseconds between blocks, as on the real chain on its fast days. */
const INTERVAL_MS = 1000;
let shownPercent = 0;
const showProgress = ({ done: doneCount, of: total }) => {
  const percent = Math.floor((doneCount * 10) / total) * 10;
  if (percent > shownPercent) process.stdout.write(`  world    ${(shownPercent = percent)} %\n`);
};

const reportRemoved = (folder) => process.stdout.write(`  world    removed an old one: ${folder}\n`);

/** Checks the port before opening the chain, which takes a moment. Another process may still take the port before `startStack` listens. */
await new Promise((resolve) => {
  const probe = createServer().once("error", (/** @type {NodeJS.ErrnoException} */ error) =>
    error.code === "EADDRINUSE" ? reportTaken() : resolve(),
  );
  probe.listen(port, "127.0.0.1", () => probe.close(resolve));
});

/** The site that `cargo xtask docs` has built. */
const docs = fileURLToPath(new URL("../../target/docs", import.meta.url));
const hasDocs = !values["no-page"] && existsSync(join(docs, "index.html"));

const { CALLERS, listExamples } = await import("./callers.mjs");
// Imports the module only when needed, so that the command refuses a wrong option at once.
const { startStack } = await import("../helpers/stack.mjs");
const stack = await startStack({
  port,
  upstream: values.upstream,
  network,
  both: areBothLocal,
  page: !values["no-page"],
  docs: hasDocs ? docs : undefined,
  devnet: { state: values.state, clock: INTERVAL_MS, onProgress: showProgress, onRemoved: reportRemoved },
  bindings: {
    TON_EDGE_ADMIN_TOKEN: operator,
    TON_EDGE_CACHE_ADAPTER: "memory",
    TON_EDGE_STREAMING: "true",
    TON_EDGE_STREAMING_INTERVAL_MS: String(STREAMING_INTERVAL_MS),
    TON_EDGE_LIMITS_KEYLESS: String(RATE),
    ...(isLocal && CALLERS),
  },
  keys: { mainnet: process.env.TON_EDGE_MAINNET_API_KEY, testnet: process.env.TON_EDGE_TESTNET_API_KEY },
}).catch((error) => {
  if (/EADDRINUSE|address already in use/i.test(String(error?.message))) reportTaken();
  process.stderr.write(`error: ${error.stack}\n`);
  process.exit(1);
});

// Registers the handler before printing the line that other programs wait for, because a signal may follow at once.
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) {
  // Without this, Miniflare ends the process at once with the exit code of an error.
  process.removeAllListeners(signal);
  process.once(signal, () => stack.close().then(() => process.exit(0)));
}

const liveText = values["no-page"] ? "" : `\n  page     ${stack.url}/#/chain/\n  gateway  ${stack.url}/#/gateway/`;
const documents = hasDocs ? `\n  docs     ${stack.url}/docs/` : "";
// The token is never printed as a part of a URL, since browsers store URLs in their history. The operator already knows a token from the
// environment.
const token = `\n  operator ${process.env.TON_EDGE_ADMIN_TOKEN ? "the token of TON_EDGE_ADMIN_TOKEN" : operator}${values["no-page"] ? "" : " (paste it in the view Gateway)"}`;
const example = stack.busiest
  ? `\n  try      ${stack.url}/api/v3/transactions?account=${encodeURIComponent(stack.busiest)}&limit=3`
  : "";
const upstreams = stack.second ? `${stack.upstream} (mainnet), ${stack.second.url} (testnet)` : stack.upstream;
const hint = isLocal
  ? `\n  send     node tests/upstream/devnet/send.mjs --url ${stack.url}${network === "testnet" ? " --network testnet" : ""}`
  : "";
const testnet = areBothLocal ? `\n  testnet  ${stack.url}/testnet/api/v3/masterchainInfo` : "";
const keys = isLocal ? `\n  keys     ${listExamples(stack.url, network).join("\n           ")}` : "";
process.stdout.write(
  `  upstream ${upstreams}${liveText}${documents}${token}${example}${testnet}${hint}${keys}\nton-edge is listening on ${stack.url}\n`,
);

if (isLocal) {
  const { ready: devnetReady, db } = /** @type {any} */ (stack.own);
  const reportFailure = (/** @type {string} */ label) => async (/** @type {Error} */ error) => {
    process.stderr.write(`error: ${label}: ${error.stack}\n`);
    await stack.close();
    process.exit(1);
  };
  stack.second?.ready.then((transactions) => {
    if (transactions !== undefined) process.stdout.write(`  testnet  ready: ${transactions} transactions\n`);
  }, reportFailure("the chain of testnet stopped"));
  const seedPromise = await devnetReady.catch(reportFailure("the seeded world could not be built"));
  if (seedPromise)
    process.stdout.write(
      `  world    ready: ${db.get("SELECT count(*) AS n FROM transactions").n} transactions; from now on one block per second\n`,
    );
}
