// Replaces the gateway of a server by one with a new configuration. Requests that run end under the one they began with; a faulty
// configuration changes nothing.

import { isDeepStrictEqual } from "node:util";

import { recordReload } from "../gateway/ops/reload-metrics.js";
import { buildGateway, ConfigurationError } from "./configuration/build.js";

/** What the listeners were started with. */
const NEEDS_RESTART = ["port", "host", "admin.port", "admin.host", "drainMs"];

/** Lines of the log, whatever the level says: a reload is an operator's act. */
const say = (level, event, more) =>
  process.stderr.write(`${JSON.stringify({ time: new Date().toISOString(), level, event, ...more })}\n`);

const writtenAs = ({ settings }, name) => settings.get(name)?.value;

/**
 * @param {{ fetch(...args: any[]): Promise<Response>, check(): void, flush?(): unknown }} first
 * @param {import("./configuration/load.js").Configuration} configuration
 * @param {() => import("./configuration/load.js").Configuration} load
 */
export function createReload(first, configuration, load) {
  let current = first;
  recordReload(true);
  /** One at a time; further signals meanwhile are one more. @type {Promise<void> | undefined} */
  let running;
  let isDue = false;

  async function replace() {
    try {
      const next = load();
      const made = await buildGateway(next, { previous: current });
      const fixed = NEEDS_RESTART.filter(
        (name) => !isDeepStrictEqual(writtenAs(next, name), writtenAs(configuration, name)),
      );
      const old = current;
      current = made;
      configuration = next;
      recordReload(true);
      // What it has recorded is sent; requests that it still has send theirs later.
      old.flush?.();
      say("info", "reload", {});
      if (fixed.length > 0)
        say("warn", "alert", { code: "restart_needed", alert: `${fixed.join(", ")} changes with a restart only` });
    } catch (error) {
      recordReload(false);
      const faults = error instanceof ConfigurationError ? error.faults : [`${error?.name}: ${error?.message}`];
      say("error", "alert", { code: "config_invalid", alert: `the old configuration stays: ${faults.join("; ")}` });
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
    /** What is served: it never changes, what it calls does. */
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
    files: () => configuration.files,
  };
}
