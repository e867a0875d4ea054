// Replaces the gateway of a server by one with a new configuration. Requests that run end under the one they began with; a faulty
// configuration changes nothing.

import { isDeepStrictEqual } from "node:util";

import { recordReload } from "../gateway/ops/reload-metrics.js";
import {
  addAlert,
  buildGateway,
  closeConnections,
  ConfigurationError,
  findWarnings,
  firstOf,
} from "./configuration/build.js";

/** Most faults of a line of the log. */
const MOST_FAULTS = 20;
/** The settings that the listeners were started with. */
const NEEDS_RESTART = ["port", "host", "admin.port", "admin.host", "drainMs", "drainDelayMs", "keepAliveTimeoutMs"];

/** Lines of the log, whatever the level says: a reload is an operator's act. */
const say = (level, event, more) =>
  process.stderr.write(`${JSON.stringify({ time: new Date().toISOString(), level, event, ...more })}\n`);

/**
 * Names of the settings that differ; of upstreams their members. No values: some are secrets.
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

const writtenAs = ({ settings }, name) => settings.get(name)?.value;

/**
 * @param {{ fetch(...args: any[]): Promise<Response>, check(): void, flush?(): unknown }} first
 * @param {import("./configuration/load.js").Configuration} configuration
 * @param {(listens: string) => import("./configuration/load.js").Configuration} load
 */
export function createReload(first, configuration, load) {
  const started = configuration;
  /** The configuration that was tried last; files that it lacks may appear later. */
  let tried = configuration;
  let current = first;
  recordReload(true);
  /** Reloads run one at a time; signals during a reload cause one more. @type {Promise<void> | undefined} */
  let running;
  let isDue = false;

  /** Alerts operators whatever the log level says, also in `/readyz`. */
  function alert(level, code, text) {
    say(level, "alert", { code, alert: text });
    addAlert(current, { time: new Date().toISOString(), level, code, alert: text });
  }

  /** Of keys with plans that there are not, before their callers come. */
  async function warn() {
    const warnings = await findWarnings(configuration);
    if (warnings.length > 0) alert("warn", "key_plan_unknown", firstOf(warnings, MOST_FAULTS, "warnings").join("; "));
  }

  async function replace() {
    try {
      const next = load(started.own.host);
      tried = next;
      // A file that is being written, or that a full disk has cut, would switch every restriction off.
      if (next.isFileEmpty && !configuration.isFileEmpty && next.faults.length === 0)
        throw new ConfigurationError([`${next.files[0]} has no settings`]);
      const made = await buildGateway(next, { previous: current });
      const fixed = NEEDS_RESTART.filter((name) => !isDeepStrictEqual(writtenAs(next, name), writtenAs(started, name)));
      const old = current;
      const changed = listChanges(configuration, next);
      current = made;
      configuration = next;
      recordReload(true);
      // Sends its recorded telemetry; requests that are still running send theirs later.
      old.flush?.();
      closeConnections(next.own.redis);
      say("info", "reload", { changed });
      if (fixed.length > 0) alert("warn", "restart_needed", `${fixed.join(", ")} changes with a restart only`);
      await warn();
    } catch (error) {
      recordReload(false);
      closeConnections(configuration.own.redis);
      const faults = error instanceof ConfigurationError ? error.faults : [`${error?.name}: ${error?.message}`];
      alert(
        "error",
        "config_invalid",
        `the old configuration stays: ${firstOf(faults, MOST_FAULTS, "faults").join("; ")}`,
      );
    }
  }

  async function work() {
    while (isDue) {
      isDue = false;
      await replace();
    }
    running = undefined;
  }

  return {
    warn,
    /** The handler that the server calls. It never changes; the gateway behind it does. */
    gateway: {
      fetch: (...args) => current.fetch(...args),
      check: () => current.check(),
      flush: () => current.flush?.(),
    },
    now() {
      isDue = true;
      running ??= work();
      return running;
    },
    files: () => [...new Set([...configuration.files, ...tried.files])],
  };
}
