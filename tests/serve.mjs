// The whole thing on this machine: an upstream, the gateway in workerd, the page.
// `cargo xtask serve` runs it; `node tests/serve.mjs --help` shows its options.

import { parseArgs } from "node:util";

import { startStack } from "./stack.mjs";

const USAGE = `Usage: cargo xtask serve [options]

  --port N              port to listen on (8787; 0: any free one)
  --upstream WHAT       replay (recorded answers, the default), or the base URL of a real service
  --network NAME        mainnet or testnet (mainnet)
  --no-page             the gateway alone

A key for the real service is read from API_KEY_MAINNET or API_KEY_TESTNET.
`;

function stop(message) {
  process.stderr.write(`error: ${message}\n\n${USAGE}`);
  process.exit(2);
}

function read() {
  try {
    return parseArgs({
      options: {
        port: { type: "string", default: "8787" },
        upstream: { type: "string", default: "replay" },
        network: { type: "string", default: "mainnet" },
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
if (values.network !== "mainnet" && values.network !== "testnet") stop("--network must be mainnet or testnet");
if (values.upstream !== "replay" && !/^https?:\/\/[^/?#@\s]/.test(values.upstream)) {
  stop("--upstream must be replay or a base URL such as https://toncenter.com");
}

const stack = await startStack({
  port,
  upstream: values.upstream,
  network: values.network,
  page: !values["no-page"],
  keys: { mainnet: process.env.API_KEY_MAINNET, testnet: process.env.API_KEY_TESTNET },
}).catch((error) => {
  const taken = /EADDRINUSE|address already in use/i.test(String(error?.message));
  process.stderr.write(`error: ${taken ? `port ${port} is taken: choose another with --port` : error.stack}\n`);
  process.exit(1);
});

// Before the line that others wait for: a signal may come right after it.
for (const signal of ["SIGINT", "SIGTERM"]) {
  // Miniflare would end the process at once, and with an error's code.
  process.removeAllListeners(signal);
  process.once(signal, () => stack.close().then(() => process.exit(0)));
}

const example = stack.busiest ? `\n  try      ${stack.url}/api/v3/transactions?account=${encodeURIComponent(stack.busiest)}&limit=3` : "";
process.stdout.write(`  upstream ${stack.upstream}${example}\nton-edge is listening on ${stack.url}\n`);
