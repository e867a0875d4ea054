// Scenarios as tests, in every runtime: one configuration each, real sockets, and in the end no key anywhere.

import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";

import { fleetIn } from "../runtimes/fleet.mjs";
import { RUNTIMES } from "../runtimes/gateways.mjs";
import { leaked } from "./secrets.mjs";
import { enter, leave, prepare } from "./world.mjs";

/**
 * @param {string} suite its name
 * @param {{ name: string, config?: (services: { url: string, key: string }[]) => object, services?: Function[],
 *   steps(world: object): Promise<void>, except?: Record<string, string> }[]} scenarios `except`: why not, by runtime
 */
export function play(suite, scenarios) {
  for (const runtime of RUNTIMES) {
    describe(`${suite} in ${runtime}`, () => {
      let prepared;
      let fleet;
      before(async () => {
        prepared = await Promise.all(scenarios.map(prepare));
        fleet = await fleetIn(runtime, prepared.map(({ config }) => config));
      });
      after(async () => {
        await fleet?.close();
        await Promise.all(prepared?.map(leave) ?? []);
      });
      for (const [at, { name, steps, except = {} }] of scenarios.entries()) {
        test(name, { timeout: 60_000, skip: except[runtime] }, async () => {
          const world = await enter(runtime, prepared[at], fleet.urls[at], fleet.logs[at]);
          try {
            await steps(world);
            world.judge();
          } finally {
            await world.close();
          }
        });
      }
      test("what was said beside the logs has no key in it", () => {
        assert.deepEqual(leaked(fleet.complaints.join("\n")), []);
        // The others write of answers that break off, and of requests that they cannot read.
        if (runtime === "Node") assert.deepEqual(fleet.complaints, []);
      });
    });
  }
}
