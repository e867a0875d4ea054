#!/usr/bin/env node
// The command `ton-edge`: a gateway on this machine.

import { parseArgs } from "node:util";

import { createGateway } from "../gateway.js";
import { serve } from "../lib/node.js";

const USAGE = `Usage: ton-edge gateway [options]

  --port N              port to listen on (8080)
  --host ADDRESS        address to listen on (127.0.0.1)
  --network NAME        network of /api/...: mainnet or testnet (mainnet)
  --mainnet URL         service behind the gateway for mainnet (https://toncenter.com)
  --testnet URL         service behind the gateway for testnet (https://testnet.toncenter.com)
  --drain MS            how long running requests may take to end after SIGTERM or SIGINT (10000)
  --log LEVEL           lines to write to standard error: info, warn, error or off (info)
  --origin ORIGIN       an origin that may read answers in a browser; repeat it (every one)

Keys are read from the environment: API_KEY_MAINNET, API_KEY_TESTNET.
`;

function stop(message) {
  process.stderr.write(`ton-edge: ${message}\n\n${USAGE}`);
  process.exit(2);
}

function read() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: {
        port: { type: "string", default: "8080" },
        host: { type: "string", default: "127.0.0.1" },
        network: { type: "string" },
        mainnet: { type: "string" },
        testnet: { type: "string" },
        drain: { type: "string", default: "10000" },
        log: { type: "string" },
        origin: { type: "string", multiple: true },
        help: { type: "boolean", default: false },
      },
    });
  } catch (error) {
    return stop(error.message);
  }
}

const { values, positionals } = read();
if (values.help) {
  process.stdout.write(USAGE);
  process.exit(0);
}
if (positionals.length !== 1 || positionals[0] !== "gateway") stop("the command is `gateway`");
const port = Number(values.port);
if (!Number.isInteger(port) || port < 0 || port > 65535) stop("--port must be a whole number from 0 to 65535");
const drain = Number(values.drain);
if (!Number.isInteger(drain) || drain < 0) stop("--drain must be a whole number of milliseconds");

let listening = false;
const gateway = createGateway({
  network: values.network,
  mainnet: { url: values.mainnet, key: (env) => env.API_KEY_MAINNET },
  testnet: { url: values.testnet, key: (env) => env.API_KEY_TESTNET },
  origins: values.origin,
  logLevel: values.log,
  // The look at the configuration below is no request of anybody's.
  log: (line) => listening && console.error(line),
});
// A faulty configuration is told now, not by every answer.
const probe = await gateway.fetch(new Request("http://localhost/api/v2/unpackAddress", { method: "OPTIONS" }));
if (probe.status === 500) stop((await probe.json()).error);

const server = await serve(gateway, { port, host: values.host, drain, exitOnSignal: true }).catch((error) => {
  const why = error.code === "EADDRINUSE" ? `port ${port} is taken: choose another with --port` : error.message;
  process.stderr.write(`ton-edge: ${why}\n`);
  process.exit(1);
});
listening = true;
process.stdout.write(`ton-edge is listening on ${server.url}\n`);
