// Runs scenarios as tests, in several runtimes: one configuration each, real sockets, and a final check that no output contains a key.

import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";

import { retryWhenDisturbed } from "../../helpers/calm.mjs";
import { startFleet } from "../../runtimes/fleet.mjs";
import { MAIN_RUNTIMES } from "../../runtimes/runtimes.mjs";
import { findLeaks } from "./secrets.mjs";
import { enter, closeWorld, prepare } from "./world.mjs";

async function handler(runtime, { steps }, preparedScenario, fleet, index) {
  const world = await enter(runtime, preparedScenario, fleet.urls[index], fleet.logs[index]);
  try {
    await steps(world);
    world.check();
  } finally {
    await world.close();
  }
}

/** Runs a scenario with its own gateway, which has handled no earlier request. */
async function runAlone(runtime, scenario) {
  const preparedScenario = await prepare(scenario);
  let fleet;
  try {
    fleet = await startFleet(runtime, [preparedScenario.config]);
    await handler(runtime, scenario, preparedScenario, fleet, 0);
  } finally {
    await fleet?.close();
    await closeWorld(preparedScenario);
  }
}

/** Number of scenarios at once: most of their time is waiting, and each has its own gateway and upstreams. */
const PARALLEL_SCENARIOS = 4;

/**
 * Runs the scenarios at the same time. A scenario that fails while the machine stalls is repeated with its own gateway process.
 *
 * @param {string} suite its name
 * @param {{ name: string, config?: (services: any) => any, services?: any[],
 *   steps(world: any): Promise<void>, except?: Record<string, string> }[]} scenarios `except`: the reason for not running it, by runtime
 * @param {string[]} runtimes where
 */
export function play(suite, scenarios, runtimes = MAIN_RUNTIMES) {
  for (const runtime of runtimes) {
    describe(`${suite} in ${runtime}`, () => {
      let preparedScenario;
      let fleet;
      before(async () => {
        preparedScenario = await Promise.all(scenarios.map(prepare));
        fleet = await startFleet(
          runtime,
          preparedScenario.map(({ config }) => config),
        );
      });
      after(async () => {
        await fleet?.close();
        await Promise.all(preparedScenario?.map(closeWorld) ?? []);
      });
      describe("scenarios", { concurrency: PARALLEL_SCENARIOS }, () => {
        for (const [index, scenario] of scenarios.entries()) {
          test(scenario.name, { timeout: 120_000, skip: scenario.except?.[runtime] }, (t) =>
            retryWhenDisturbed(t, (attempt) =>
              attempt === 0
                ? handler(runtime, scenario, preparedScenario[index], fleet, index)
                : runAlone(runtime, scenario),
            ),
          );
        }
      });
      test("the output of the processes besides the logs contains no key", () => {
        assert.deepEqual(findLeaks(fleet.complaints.join("\n")), []);
        // The other runtimes also report responses that are cut off, and requests that they cannot read.
        if (runtime === "Node") assert.deepEqual(fleet.complaints, []);
      });
    });
  }
}
