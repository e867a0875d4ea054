// Consumers that are test runners: they run the check as a test.

import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";

import { transform } from "esbuild";

import { getCommand } from "../runtimes/runtimes.mjs";
import { runTool } from "./programs.mjs";

const KIND = "test-runners";
const NODE_COMMAND = [process.execPath];

/** Writes `use.mjs` as CommonJS, for programs that read only that. */
async function writeCommonJs(home) {
  const { code } = await transform(await readFile(join(home, "use.mjs"), "utf8"), { format: "cjs" });
  await writeFile(join(home, "use.cjs"), code);
}

/** @param {string} project @param {string[]} [flags] of Node */
export const runJest =
  (project, flags = []) =>
  async (projects, service) => {
    const home = await projects.project(`jest ${project}`, `jest/${project}`, KIND);
    await writeCommonJs(home);
    const command = [
      ...NODE_COMMAND,
      ...flags,
      projects.path(KIND, "jest/bin/jest.js"),
      "--ci",
      "--runInBand",
      "--no-cache",
    ];
    await runTool(command, home, { SERVICE: service });
    const result = JSON.parse(await readFile(join(home, "result.json"), "utf8"));
    return { result, version: await projects.version(KIND, "jest") };
  };

const REPORT_OPTIONS = ["--reporter=json", "--outputFile=report.json"];

/** @param {string} project @param {{ args?: string[], node?: string[] }} [options] */
export const runVitest =
  (project, { args = [], node = NODE_COMMAND } = {}) =>
  async (projects, service) => {
    const home = await projects.project(`${project} ${args.join(" ")}`, project, KIND);
    const command = [...node, projects.path(KIND, "vitest/vitest.mjs"), "run", ...args, ...REPORT_OPTIONS];
    await runTool(command, home, { SERVICE: service });
    const { testResults } = JSON.parse(await readFile(join(home, "report.json"), "utf8"));
    const [{ meta }] = testResults[0].assertionResults;
    return { result: meta.result, version: await projects.version(KIND, "vitest") };
  };

/** The tests run in workerd; the tool needs a newer Node than the tests do. */
export const runVitestWorkers = async (projects, service) => {
  const { result, version } = await runVitest("vitest-workers", { node: getCommand("Node 22") })(projects, service);
  return { result, version: `${await projects.version(KIND, "@cloudflare/vitest-plugin")}, Vitest ${version}` };
};
