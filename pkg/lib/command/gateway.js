// `ton-edge gateway`: runs a gateway on this machine.

import { stat } from "node:fs/promises";
import { unwatchFile, watchFile } from "node:fs";

import { exitOnSignals } from "../adapters/listeners.js";
import { serve } from "../adapters/node.js";
import { buildGateway, ConfigurationError, findWarnings, firstOf } from "./configuration/build.js";
import { loadConfiguration } from "./configuration/load.js";
import { printConfiguration } from "./configuration/print.js";
import { CONFIG_VARIABLE, readOptions } from "./configuration/sources.js";
import { createReload } from "./reload.js";
import { end, stop } from "./usage.js";

/** Milliseconds between two looks at the files of the configuration. Works for links that are replaced, too, as in Kubernetes. */
const LOOK_EVERY_MS = 2000;
/** Milliseconds in which a file does not change any more when it is read: editors and copies write in parts. */
const SETTLED_MS = 250;
const MOST_LOOKS = 20;

/** Waits until a file is written. @param {string} path */
async function settled(path) {
  const look = () =>
    stat(path).then(
      ({ mtimeMs, size }) => `${mtimeMs} ${size}`,
      () => "",
    );
  for (let [before, at] = [await look(), 0]; at < MOST_LOOKS; at += 1) {
    await new Promise((done) => setTimeout(done, SETTLED_MS).unref());
    const after = await look();
    if (after === before) return;
    before = after;
  }
}

function optionsOf(args) {
  try {
    return readOptions(args);
  } catch (error) {
    return stop(error.message);
  }
}

/** Most faults that are printed. */
const MOST_FAULTS = 100;

/** Ends with every fault: 2, as for wrong arguments. @param {unknown} error @returns {never} */
function refuse(error) {
  if (!(error instanceof ConfigurationError)) throw error;
  process.stderr.write(
    firstOf(error.faults, MOST_FAULTS, "faults")
      .map((fault) => `ton-edge: ${fault}\n`)
      .join(""),
  );
  process.stderr.write("`ton-edge gateway --help` lists every setting.\n");
  process.exit(2);
}

/** Ends the command where a port cannot be had. */
function unheard(error, port) {
  if (error.code !== "EADDRINUSE") return end(error.message);
  return end(`port ${error.port} is taken: choose another with ${error.port === port ? "--port" : "--admin-port"}`);
}

export async function gateway(args) {
  const { source, config, check, print } = optionsOf(args);
  const file = config ?? (process.env[CONFIG_VARIABLE] || undefined);
  // Of a terminal SIGHUP says that it closed. Before there is a gateway, it counts as a wish to come.
  const isService = !check && !print && !process.stdin.isTTY && !process.stdout.isTTY;
  let isWished = false;
  let again = () => {
    isWished = true;
  };
  if (isService) process.on("SIGHUP", () => again());
  const load = (listens) => loadConfiguration({ options: source, file, env: process.env }, listens);
  const configuration = load();
  const made = await buildGateway(configuration, { connects: !check && !print }).catch(refuse);
  if (print) process.stdout.write(printConfiguration(configuration.settings));
  if (check)
    process.stderr.write(
      firstOf(await findWarnings(configuration), MOST_FAULTS, "warnings")
        .map((one) => `ton-edge: warning: ${one}\n`)
        .join(""),
    );
  if (check && !print) process.stdout.write("the configuration is valid\n");
  if (check || print) return;

  const { port, host, drainMs, drainDelayMs, keepAliveTimeoutMs, admin } = configuration.own;
  const reload = createReload(made, configuration, load);
  await reload.warn();
  const operators = admin.port === undefined ? undefined : { port: admin.port, host: admin.host };
  const listens = { port, host, drainMs, drainDelayMs, keepAliveTimeoutMs, operators };
  const server = await serve(reload.gateway, listens).catch((error) => unheard(error, port));
  exitOnSignals(server.close, isService ? ["SIGTERM", "SIGINT"] : undefined);
  /** @type {Map<string, () => void>} */
  const watched = new Map();
  const watch = () => {
    const files = new Set(reload.files());
    for (const [path, changed] of watched) {
      if (files.has(path)) continue;
      unwatchFile(path, changed);
      watched.delete(path);
    }
    for (const path of files) {
      if (watched.has(path)) continue;
      const changed = () => settled(path).then(again);
      watched.set(path, changed);
      watchFile(path, { interval: LOOK_EVERY_MS, persistent: false }, changed);
    }
  };
  again = () => reload.now().then(watch);
  watch();
  if (isWished) again();
  process.stdout.write(`ton-edge is listening on ${server.url}\n`);
  if (server.operatorsUrl) process.stdout.write(`operators' requests go to ${server.operatorsUrl}\n`);
}
