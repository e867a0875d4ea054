// Runs the test files of docs/testing.md unchanged: with node:test, and in a full run with Vitest and Jest, whose packages take minutes to install.

import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, test } from "node:test";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

import { ensureProject } from "../helpers/npm-project.mjs";
import { listFencedBlocks } from "./fenced.mjs";

const run = promisify(execFile);
const IS_FULL = process.env.TESTS_FULL === "1";
const SKIP_TOOLS = !IS_FULL && "only in a full run";
const TOOLS = "testing-guide-tools";
const root = fileURLToPath(new URL("../../", import.meta.url));
const blocks = listFencedBlocks("docs/testing.md", await readFile(join(root, "docs/testing.md"), "utf8"));

/** The only block with this tag. */
function findBlock(tag) {
  const taggedBlocks = blocks.filter(({ tags }) => tags.includes(tag));
  assert.equal(taggedBlocks.length, 1, tag);
  return taggedBlocks[0].source;
}

/** Writes the program and a test file of the guide into a project where `ton-edge` is installed. */
async function makeProject(projectFolder, tag, description) {
  await rm(projectFolder, { recursive: true, force: true });
  await mkdir(join(projectFolder, "node_modules"), { recursive: true });
  await symlink(join(root, "pkg"), join(projectFolder, "node_modules/ton-edge"));
  await writeFile(join(projectFolder, "package.json"), JSON.stringify({ private: true, ...description }));
  await writeFile(join(projectFolder, "pay.js"), findBlock("program"));
  await writeFile(join(projectFolder, "pay.test.js"), findBlock(tag));
  return projectFolder;
}

/** Runs a program, and returns what it writes. Removes the variable by which test files would detect that they run inside of this test. */
async function runIn(projectFolder, args) {
  const { NODE_TEST_CONTEXT: _, ...env } = process.env;
  const { stdout, stderr } = await run(process.execPath, args, { cwd: projectFolder, env: { ...env, NO_COLOR: "1" } });
  return stdout + stderr;
}

describe("the guide to unit tests", () => {
  test("node:test", async () => {
    const projectFolder = await makeProject(join(root, "target/testing-guide"), "node-test", { type: "module" });
    const output = await runIn(projectFolder, ["--test", "--test-reporter=tap", "pay.test.js"]);
    assert.match(output, /# pass 4\n# fail 0/);
  });

  test("Vitest", { skip: SKIP_TOOLS, timeout: 300_000 }, async () => {
    const { resolve } = await ensureProject(TOOLS, "consumers/tools/test-runners");
    const projectFolder = join(root, "target", TOOLS, "vitest");
    await makeProject(projectFolder, "vitest", { type: "module" });
    const output = await runIn(projectFolder, [join(resolve("vitest/package.json"), "../vitest.mjs"), "run"]);
    assert.match(output, /Tests {2}1 passed/);
  });

  test("Jest, compiled by Babel", { skip: SKIP_TOOLS, timeout: 300_000 }, async () => {
    const { resolve } = await ensureProject(TOOLS, "consumers/tools/test-runners");
    const projectFolder = join(root, "target", TOOLS, "jest");
    const transform = ["babel-jest", { presets: [["@babel/preset-env", { targets: { node: "current" } }]] }];
    await makeProject(projectFolder, "jest", {
      jest: { transform: { "\\.js$": transform }, transformIgnorePatterns: ["/node_modules/", "/pkg/"] },
    });
    const output = await runIn(projectFolder, [
      join(resolve("jest/package.json"), "../bin/jest.js"),
      "--ci",
      "--no-cache",
    ]);
    assert.match(output, /Tests: +1 passed, 1 total/);
  });
});
