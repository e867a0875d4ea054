// `ton-edge gateway`: runs a gateway on this machine.

import { stat } from "node:fs/promises";
import { unwatchFile, watchFile } from "node:fs";

import { exitOnSignals } from "../adapters/listeners.js";
import { serve } from "../adapters/node.js";
import { buildGateway, ConfigurationError, findWarnings, limitList } from "./configuration/build.js";
import { loadConfiguration } from "./configuration/load.js";
import { printConfiguration } from "./configuration/print.js";
import { CONFIG_VARIABLE, OPTION_NAMES, readOptions } from "./configuration/sources.js";
import { takeListenSockets } from "./listen-sockets.js";
import { createReload } from "./reload.js";
import { isTonEdgeError } from "../util/error.js";
import { exitAtOption, exitWithError } from "./usage.js";

/**
 * Milliseconds between two checks of the configuration's files. Polling also notices replaced symbolic links, as in
 * Kubernetes.
 */
const CHECK_INTERVAL_MS = 2000;
/** A file is read after this many milliseconds without a change, since editors and copy commands write in parts. */
const SETTLED_MS = 250;
const MAX_CHECKS = 20;

/** Waits until a file is written completely. @param {string} path */
async function waitUntilSettled(path) {
  const readVersion = () =>
    stat(path).then(
      ({ mtimeMs, size }) => `${mtimeMs} ${size}`,
      () => "",
    );
  for (let [versionBefore, checkCount] = [await readVersion(), 0]; checkCount < MAX_CHECKS; checkCount += 1) {
    await new Promise((resolve) => setTimeout(resolve, SETTLED_MS).unref());
    const versionAfter = await readVersion();
    if (versionAfter === versionBefore) return;
    versionBefore = versionAfter;
  }
}

function readArguments(args) {
  try {
    return readOptions(args);
  } catch (error) {
    return exitAtOption(error, OPTION_NAMES);
  }
}

/** Maximum errors that are printed. */
const MAX_FAULTS = 100;

/** Prints all errors and exits with 2, as for invalid arguments. @param {unknown} error @returns {never} */
function exitWithFaults(error) {
  if (!(error instanceof ConfigurationError)) throw error;
  process.stderr.write(
    limitList(error.faults, MAX_FAULTS, "faults")
      .map((fault) => `ton-edge: ${fault}\n`)
      .join(""),
  );
  process.stderr.write("`ton-edge gateway --help` lists every setting.\n");
  process.exit(2);
}

/** Returns the sockets that this process got, or exits. @param {{ port?: number }} admin */
function readListenSockets(admin) {
  try {
    const sockets = takeListenSockets(process.env);
    if (sockets.operatorsFd !== undefined && admin.port === undefined)
      throw new ConfigurationError(["the socket `operators` needs the setting `admin.port`"]);
    return sockets;
  } catch (error) {
    return exitWithFaults(error);
  }
}

/** Exits if a port or a socket cannot be opened. */
function exitWithoutPort(error, port) {
  if (isTonEdgeError(error, "invalid_option")) return exitWithFaults(new ConfigurationError([error.message]));
  if (error.code !== "EADDRINUSE") return exitWithError(error.message);
  return exitWithError(
    `port ${error.port} is taken: choose another with ${error.port === port ? "--port" : "--admin-port"}`,
  );
}

export async function runGateway(args) {
  const { source, config, check, print } = readArguments(args);
  const file = config ?? (process.env[CONFIG_VARIABLE] || undefined);
  // In a terminal, SIGHUP means that the terminal was closed. For a service it requests a reload, which waits until the
  // gateway has started.
  const isService = !check && !print && !process.stdin.isTTY && !process.stdout.isTTY;
  let isReloadRequested = false;
  let reloadAgain = () => {
    isReloadRequested = true;
  };
  if (isService) process.on("SIGHUP", () => reloadAgain());
  const loadSources = (currentHost) => loadConfiguration({ options: source, file, env: process.env }, currentHost);
  const configuration = loadSources();
  const firstGateway = await buildGateway(configuration, { connects: !check && !print }).catch(exitWithFaults);
  if (print) process.stdout.write(printConfiguration(configuration.settings));
  if (check)
    process.stderr.write(
      limitList(
        (await findWarnings(configuration, firstGateway)).map(({ text }) => text),
        MAX_FAULTS,
        "warnings",
      )
        .map((warning) => `ton-edge: warning: ${warning}\n`)
        .join(""),
    );
  if (check && !print) process.stdout.write("the configuration is valid\n");
  if (check || print) return;

  const { port, host, drainMs, drainDelayMs, keepAliveTimeoutMs, admin } = configuration.own;
  const sockets = readListenSockets(admin);
  const reload = createReload(firstGateway, configuration, loadSources);
  await reload.warn();
  const operators = admin.port === undefined ? undefined : { port: admin.port, host: admin.host };
  const serveOptions = { port, host, drainMs, drainDelayMs, keepAliveTimeoutMs, operators, ...sockets };
  const server = await serve(reload.gateway, serveOptions).catch((error) => exitWithoutPort(error, port));
  exitOnSignals(server.close, isService ? ["SIGTERM", "SIGINT"] : undefined);
  /** @type {Map<string, () => void>} */
  const watchedFiles = new Map();
  const watchFiles = () => {
    const files = new Set(reload.files());
    for (const [path, onChange] of watchedFiles) {
      if (files.has(path)) continue;
      unwatchFile(path, onChange);
      watchedFiles.delete(path);
    }
    for (const path of files) {
      if (watchedFiles.has(path)) continue;
      const onChange = () => waitUntilSettled(path).then(reloadAgain);
      watchedFiles.set(path, onChange);
      watchFile(path, { interval: CHECK_INTERVAL_MS, persistent: false }, onChange);
    }
  };
  reloadAgain = () => reload.now().then(watchFiles);
  watchFiles();
  if (isReloadRequested) reloadAgain();
  process.stdout.write(`ton-edge is listening on ${server.url}\n`);
  if (server.operatorsUrl) process.stdout.write(`the listener for operators is ${server.operatorsUrl}\n`);
}
