// The decisions: the index lists each, each has its parts, and the files and constants that it is about exist.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const FOLDER = "docs/decisions/";
const MAX_WORDS = 400;
const PART_TITLES = ["Question", "Decision", "Why", "Rejected", "What would change it"];
/** The definition of a name in Rust or JavaScript: an item, a field or a variant, or a row in the list of settings. */
const writeDefinitionPattern = (name) =>
  new RegExp(
    `^[\\w() ]*\\b(?:const|static|fn|function|class|struct|enum|trait) ${name}\\b|^ {4}(?:pub(?:\\(\\w+\\))? )?${name}[:,]|^ +\\(?"${name}",`,
    "m",
  );

const files = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard"], {
  cwd: ROOT,
  encoding: "utf8",
})
  .trim()
  .split("\n");
const readProjectFile = (file) => readFileSync(join(ROOT, file), "utf8");
const decisions = files
  .filter((file) => file.startsWith(FOLDER) && file.endsWith(".md") && file !== `${FOLDER}README.md`)
  .map((file) => ({ name: file.slice(FOLDER.length), text: readProjectFile(file) }));

/** Whether the text contains the name as a definition. */
const isDefinedIn = (file, name) => writeDefinitionPattern(name.replaceAll(".", "\\.")).test(readProjectFile(file));

/** Returns the faults of a line `About: ...`: items that are malformed or do not exist. */
function findFaults(line) {
  return line
    .split(", ")
    .map((item) => ({ item, match: /^(?:`([\w.]+)` in )?`([\w./-]+)`$/.exec(item) }))
    .filter(({ match }) => {
      if (!match) return true;
      const [, name, path] = match;
      if (path.endsWith("/")) return !files.some((file) => file.startsWith(path));
      return !files.includes(path) || (name !== undefined && !isDefinedIn(path, name));
    })
    .map(({ item }) => item);
}

test("the index of decisions lists each decision once, by its title", () => {
  const index = readProjectFile(`${FOLDER}README.md`);
  const listedDecisions = Array.from(
    index.matchAll(/^- \[(.+)\]\(([\w-]+\.md)\)$/gm),
    ([, title, name]) => `${name}: ${title}`,
  );
  assert.ok(decisions.length > 15);
  assert.deepEqual(
    listedDecisions.sort(),
    decisions.map(({ name, text }) => `${name}: ${/^# (.+)/.exec(text)?.[1]}`).sort(),
  );
});

test("each decision has its parts, in order, and is short", () => {
  for (const { name, text } of decisions) {
    const parts = Array.from(text.matchAll(/^## (.+)$/gm), ([, title]) => title);
    assert.deepEqual(parts, PART_TITLES, name);
    const words = text.split(/\s+/).length;
    assert.ok(words <= MAX_WORDS, `${name} has ${words} words`);
  }
});

test("the files and constants that a decision is about exist", () => {
  for (const { name, text } of decisions) {
    const line = /^About: (.+)$/m.exec(text)?.[1];
    assert.ok(line, `${name} has no line About:`);
    assert.deepEqual(findFaults(line), [], name);
  }
});

test("a file or a constant that is gone is found", () => {
  assert.deepEqual(findFaults("`src/pace.rs`, `MARGIN` in `src/pace.rs`"), []);
  const faults = ["`src/gone.rs`", "`GONE` in `src/pace.rs`", "`MARGIN` in `src/pace/rate.rs`", "src/pace.rs"];
  assert.deepEqual(findFaults(faults.join(", ")), faults);
});
