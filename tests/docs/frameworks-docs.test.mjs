// The recipes of docs/frameworks.md are the files of projects that tests/consumers builds and runs:
//
//   ```js file FOLDER/PATH    the whole file of that name in tests/consumers/projects

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { listFencedBlocks } from "./fenced.mjs";

const guide = readFileSync(new URL("../../docs/frameworks.md", import.meta.url), "utf8");
const blocks = listFencedBlocks("docs/frameworks.md", guide).filter(({ tags }) => tags[0] === "file");
const makeProject = (path) => readFileSync(new URL(`../consumers/projects/${path}`, import.meta.url), "utf8");

test("the code of each recipe in docs/frameworks.md is a file of its project", () => {
  for (const { place, tags, source } of blocks)
    assert.equal(`${source}\n`, makeProject(tags[1]), `${place}: ${tags[1]}`);
});

test("every recipe in docs/frameworks.md has code, a way to run it, and its hazard", () => {
  const sections = guide.split(/^## /m).slice(1);
  assert.ok(sections.length >= 12, `${sections.length} recipes`);
  for (const section of sections) {
    const [title] = section.split("\n");
    assert.match(section, /^```\w+ file /m, `${title} has no code of a project`);
    assert.match(section, /Hazard: /, `${title} names no hazard`);
  }
});
