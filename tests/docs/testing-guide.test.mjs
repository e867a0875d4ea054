// Runs the test files of docs/testing.md unchanged: with node:test, and in a full run with Vitest and Jest, whose packages take minutes to install.

import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, test } from "node:test";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

import { ensureProject } from "../helpers/npm-project.mjs";
import { fenced } from "./fenced.mjs";

const run = promisify(execFile);
const IS_FULL = process.env.TESTS_FULL === "1";
const SKIP_TOOLS = !IS_FULL && "only in a full run";
const TOOLS = "testing-guide-tools";
const root = fileURLToPath(new URL("../../", import.meta.url));
const blocks = fenced("docs/testing.md", await readFile(join(root, "docs/testing.md"), "utf8"));

/** The only block with this tag. */
function blockOf(tag) {
  const foundBlocks = blocks.filter(({ tags }) => tags.includes(tag));
  assert.equal(foundBlocks.length, 1, tag);
  return foundBlocks[0].source;
}

/** Writes the program and a test file of the guide into a project where `ton-edge` is installed. */
async function makeProject(home, tag, description) {
  await rm(home, { recursive: true, force: true });
  await mkdir(join(home, "node_modules"), { recursive: true });
  await symlink(join(root, "pkg"), join(home, "node_modules/ton-edge"));
  await writeFile(join(home, "package.json"), JSON.stringify({ private: true, ...description }));
  await writeFile(join(home, "pay.js"), blockOf("program"));
  await writeFile(join(home, "pay.test.js"), blockOf(tag));
  return home;
}

/** Runs a program, and returns what it writes. Test files must not believe that they run inside of this test. */
async function runIn(home, args) {
  const { NODE_TEST_CONTEXT: _, ...env } = process.env;
  const { stdout, stderr } = await run(process.execPath, args, { cwd: home, env: { ...env, NO_COLOR: "1" } });
  return stdout + stderr;
}

describe("the guide to unit tests", () => {
  test("node:test", async () => {
    const home = await makeProject(join(root, "target/testing-guide"), "node-test", { type: "module" });
    const output = await runIn(home, ["--test", "--test-reporter=tap", "pay.test.js"]);
    assert.match(output, /# pass 4\n# fail 0/);
  });

  test("Vitest", { skip: SKIP_TOOLS, timeout: 300_000 }, async () => {
    const { resolve } = await ensureProject(TOOLS, "consumers/tools/test-runners");
    const home = join(root, "target", TOOLS, "vitest");
    await makeProject(home, "vitest", { type: "module" });
    const output = await runIn(home, [join(resolve("vitest/package.json"), "../vitest.mjs"), "run"]);
    assert.match(output, /Tests {2}1 passed/);
  });

  test("Jest, compiled by Babel", { skip: SKIP_TOOLS, timeout: 300_000 }, async () => {
    const { resolve } = await ensureProject(TOOLS, "consumers/tools/test-runners");
    const home = join(root, "target", TOOLS, "jest");
    const transform = ["babel-jest", { presets: [["@babel/preset-env", { targets: { node: "current" } }]] }];
    await makeProject(home, "jest", {
      jest: { transform: { "\\.js$": transform }, transformIgnorePatterns: ["/node_modules/", "/pkg/"] },
    });
    const output = await runIn(home, [join(resolve("jest/package.json"), "../bin/jest.js"), "--ci", "--no-cache"]);
    assert.match(output, /Tests: +1 passed, 1 total/);
  });
});
