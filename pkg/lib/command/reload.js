// Replaces the gateway of a server by one with a new configuration. Running requests finish with the configuration they began with; an
// invalid configuration changes nothing.

import { isDeepStrictEqual } from "node:util";

import { recordReload } from "../gateway/ops/reload-metrics.js";
import {
  addAlert,
  buildGateway,
  closeConnections,
  ConfigurationError,
  findWarnings,
  limitList,
} from "./configuration/build.js";

/** Maximum errors in one log line. */
const MAX_FAULTS = 20;
/** Settings of the listeners, which take effect only after a restart. */
const RESTART_SETTINGS = ["port", "host", "admin.port", "admin.host", "drainMs", "drainDelayMs", "keepAliveTimeoutMs"];

/** Writes a log line, whatever the log level is, since a reload is an action of the operator. */
const writeLine = (level, event, fields) =>
  process.stderr.write(`${JSON.stringify({ time: new Date().toISOString(), level, event, ...fields })}\n`);

/**
 * Returns the names of settings that differ, for upstreams with their fields. It omits the values, since some are secrets.
 *
 * @param {Pick<import("./configuration/load.js").Configuration, "values">} before
 * @param {Pick<import("./configuration/load.js").Configuration, "values">} after
 */
function listChanges({ values: before }, { values: after }) {
  return [...new Set([...before.keys(), ...after.keys()])]
    .flatMap((name) => listDifferences(name, before.get(name), after.get(name)))
    .sort();
}

/** @returns {string[]} */
function listDifferences(name, before, after) {
  if (isDeepStrictEqual(before, after)) return [];
  const isObject = (value) => typeof value === "object" && value !== null;
  const isListOfObjects = (value) => Array.isArray(value) && value.every((row) => isObject(row) && !Array.isArray(row));
  if (isListOfObjects(before) && isListOfObjects(after) && before.length === after.length)
    return before.flatMap((row, index) =>
      Object.keys({ ...row, ...after[index] })
        .filter((key) => !isDeepStrictEqual(row[key], after[index][key]))
        .map((key) => `${name}[${index}].${key}`),
    );
  return [name];
}

/**
 * Returns the file, and the number of settings by the kind of their source: the file, variables, options. Defaults do not count.
 *
 * @param {import("./configuration/load.js").Configuration} configuration
 */
function describeSources({ settings, files: [file] }) {
  const counts = { file: 0, variables: 0, options: 0 };
  for (const [name, { source }] of settings) {
    const ownName = source?.nameOf(name);
    if (ownName === undefined) continue;
    counts[ownName.startsWith("--") ? "options" : ownName.startsWith("TON_EDGE_") ? "variables" : "file"] += 1;
  }
  return { file: counts.file > 0 ? file : undefined, settings: counts };
}

const readSettingText = ({ settings }, name) => settings.get(name)?.value;

/**
 * @param {{ fetch(...args: any[]): Promise<Response>, check(): void, flush?(): unknown }} firstGateway
 * @param {import("./configuration/load.js").Configuration} configuration
 * @param {(listens: string) => import("./configuration/load.js").Configuration} load
 */
export function createReload(firstGateway, configuration, load) {
  const startConfiguration = configuration;
  /** The configuration that was tried last. Its files are watched, too, since missing ones may appear later. */
  let lastTriedConfiguration = configuration;
  let currentGateway = firstGateway;
  recordReload(true, { sources: describeSources(configuration) });
  /**
   * The running reload. Reloads run one at a time; signals during a reload cause one further reload. @type {Promise<void> | undefined}
   */
  let reloadPromise;
  let isDue = false;

  /** Raises an alert, whatever the log level is, and also in `/readyz`. */
  function raiseAlert(level, code, text) {
    writeLine(level, "alert", { code, alert: text });
    addAlert(currentGateway, { time: new Date().toISOString(), level, code, alert: text });
  }

  /** Raises one alert per kind of warning about the configuration. */
  async function raiseWarnings() {
    const warnings = await findWarnings(configuration, currentGateway);
    for (const code of new Set(warnings.map((warning) => warning.code))) {
      const texts = warnings.filter((warning) => warning.code === code).map(({ text }) => text);
      raiseAlert("warn", code, limitList(texts, MAX_FAULTS, "warnings").join("; "));
    }
  }

  async function replaceGateway() {
    try {
      const next = load(startConfiguration.own.host);
      lastTriedConfiguration = next;
      // An empty file, still being written or truncated by a full disk, would switch off every restriction.
      if (next.isFileEmpty && !configuration.isFileEmpty && next.faults.length === 0)
        throw new ConfigurationError([`${next.files[0]} has no settings`]);
      const newGateway = await buildGateway(next, { previous: currentGateway });
      const needingRestart = RESTART_SETTINGS.filter(
        (name) => !isDeepStrictEqual(readSettingText(next, name), readSettingText(startConfiguration, name)),
      );
      const oldGateway = currentGateway;
      const changedSettings = listChanges(configuration, next);
      currentGateway = newGateway;
      configuration = next;
      recordReload(true, { sources: describeSources(next), changed: changedSettings, needingRestart });
      // Exports the recorded telemetry; requests that are still running export theirs later.
      oldGateway.flush?.();
      closeConnections(next.own.redis);
      writeLine("info", "reload", { changed: changedSettings });
      if (needingRestart.length > 0)
        raiseAlert("warn", "restart_needed", `${needingRestart.join(", ")} changes only with a restart`);
      await raiseWarnings();
    } catch (error) {
      closeConnections(configuration.own.redis);
      const faults = limitList(
        error instanceof ConfigurationError ? error.faults : [`${error?.name}: ${error?.message}`],
        MAX_FAULTS,
        "faults",
      );
      recordReload(false, { sources: describeSources(configuration), faults });
      raiseAlert("error", "config_invalid", `the previous configuration stays in use: ${faults.join("; ")}`);
    }
  }

  async function reloadWhileDue() {
    while (isDue) {
      isDue = false;
      await replaceGateway();
    }
    reloadPromise = undefined;
  }

  return {
    warn: raiseWarnings,
    /** The handler that the server calls. It stays the same when the gateway behind it is replaced. */
    gateway: {
      fetch: (...args) => currentGateway.fetch(...args),
      check: () => currentGateway.check(),
      flush: () => currentGateway.flush?.(),
    },
    now() {
      isDue = true;
      reloadPromise ??= reloadWhileDue();
      return reloadPromise;
    },
    files: () => [...new Set([...configuration.files, ...lastTriedConfiguration.files])],
  };
}
