// Consumers that are test runners: they run the check as a test.

import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";

import { transform } from "esbuild";

import { commandOf } from "../runtimes/runtimes.mjs";
import { runTool } from "./programs.mjs";

const KIND = "test-runners";
const NODE = [process.execPath];

/** Writes `use.mjs` as CommonJS, for programs that read only that. */
async function writeCommonJs(home) {
  const { code } = await transform(await readFile(join(home, "use.mjs"), "utf8"), { format: "cjs" });
  await writeFile(join(home, "use.cjs"), code);
}

/** @param {string} project @param {string[]} [flags] of Node */
export const jest =
  (project, flags = []) =>
  async (projects, service) => {
    const home = await projects.project(`jest ${project}`, `jest/${project}`, KIND);
    await writeCommonJs(home);
    const command = [...NODE, ...flags, projects.path(KIND, "jest/bin/jest.js"), "--ci", "--runInBand", "--no-cache"];
    await runTool(command, home, { SERVICE: service });
    const found = JSON.parse(await readFile(join(home, "found.json"), "utf8"));
    return { found, version: await projects.version(KIND, "jest") };
  };

const REPORT = ["--reporter=json", "--outputFile=report.json"];

/** @param {string} project @param {{ args?: string[], node?: string[] }} [options] */
export const vitest =
  (project, { args = [], node = NODE } = {}) =>
  async (projects, service) => {
    const home = await projects.project(`${project} ${args.join(" ")}`, project, KIND);
    const command = [...node, projects.path(KIND, "vitest/vitest.mjs"), "run", ...args, ...REPORT];
    await runTool(command, home, { SERVICE: service });
    const { testResults } = JSON.parse(await readFile(join(home, "report.json"), "utf8"));
    const [{ meta }] = testResults[0].assertionResults;
    return { found: meta.found, version: await projects.version(KIND, "vitest") };
  };

/** The tests run in workerd; the tool needs a newer Node than the tests do. */
export const vitestWorkers = async (projects, service) => {
  const { found, version } = await vitest("vitest-workers", { node: commandOf("Node 22") })(projects, service);
  return { found, version: `${await projects.version(KIND, "@cloudflare/vitest-plugin")}, Vitest ${version}` };
};
