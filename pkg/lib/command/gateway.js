// `ton-edge gateway`: runs a gateway on this machine.

import { watchFile } from "node:fs";

import { exitOnSignals } from "../adapters/listeners.js";
import { serve } from "../adapters/node.js";
import { buildGateway, ConfigurationError } from "./configuration/build.js";
import { loadConfiguration } from "./configuration/load.js";
import { printConfiguration } from "./configuration/print.js";
import { CONFIG_VARIABLE, readOptions } from "./configuration/sources.js";
import { createReload } from "./reload.js";
import { end, stop } from "./usage.js";

/** Milliseconds between two looks at the files of the configuration. Works for links that are replaced, too, as in Kubernetes. */
const LOOK_EVERY_MS = 2000;

function optionsOf(args) {
  try {
    return readOptions(args);
  } catch (error) {
    return stop(error.message);
  }
}

/** Most faults that are printed: a file of another kind has thousands. */
const MOST_FAULTS = 100;

/** Ends with every fault: 2, as for wrong arguments. @param {unknown} error @returns {never} */
function refuse(error) {
  if (!(error instanceof ConfigurationError)) throw error;
  const more = error.faults.length - MOST_FAULTS;
  const shown = [...error.faults.slice(0, MOST_FAULTS), ...(more > 0 ? [`and ${more} faults more`] : [])];
  process.stderr.write(shown.map((fault) => `ton-edge: ${fault}\n`).join(""));
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
  const load = () => loadConfiguration({ options: source, file, env: process.env });
  const configuration = load();
  const made = await buildGateway(configuration, { connects: !check && !print }).catch(refuse);
  if (print) process.stdout.write(printConfiguration(configuration.settings));
  if (check && !print) process.stdout.write("the configuration is valid\n");
  if (check || print) return;

  const { port, host, drainMs, admin } = configuration.own;
  const reload = createReload(made, configuration, load);
  const operators = admin.port === undefined ? undefined : { port: admin.port, host: admin.host };
  const server = await serve(reload.gateway, { port, host, drainMs, operators }).catch((error) => unheard(error, port));
  // Of a terminal SIGHUP says that it closed.
  const isService = !process.stdin.isTTY && !process.stdout.isTTY;
  exitOnSignals(server.close, isService ? ["SIGTERM", "SIGINT"] : undefined);
  const watched = new Set();
  const watch = () => {
    for (const path of reload.files()) {
      if (watched.has(path)) continue;
      watched.add(path);
      watchFile(path, { interval: LOOK_EVERY_MS, persistent: false }, again);
    }
  };
  const again = () => reload.now().then(watch);
  if (isService) process.on("SIGHUP", again);
  watch();
  process.stdout.write(`ton-edge is listening on ${server.url}\n`);
  if (server.operatorsUrl) process.stdout.write(`operators' requests go to ${server.operatorsUrl}\n`);
}
