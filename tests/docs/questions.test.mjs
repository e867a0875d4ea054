// docs/questions.md: the questions that authors ask have answers that tests run. examples.test.mjs and chain-examples.test.mjs run them,
// docs-site.test.mjs searches for them.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { describe, test } from "node:test";

import { problemOf, questions, sectionOf } from "./questions.mjs";

const COUNT = 20;
const read = (file) => readFileSync(new URL(`../../docs/${file}`, import.meta.url), "utf8");

describe("the questions of docs/questions.md", () => {
  test(`there are ${COUNT} questions, and each has its own answer`, () => {
    const all = questions();
    const links = all.flatMap((row) => row.links.map(({ page, anchor }) => `${page}#${anchor}`));
    assert.equal(all.length, COUNT);
    assert.equal(new Set(all.map(({ question }) => question)).size, COUNT);
    assert.equal(new Set(links).size, links.length);
    assert.ok(all.every((row) => row.links.length > 0));
  });

  test("each answer is a section with a whole program that a test runs", () => {
    const problems = questions().flatMap(({ links }) => links.map((link) => problemOf(link)));
    assert.deepEqual(
      problems.filter((problem) => problem !== undefined),
      [],
    );
  });

  test("the index of the documents has the questions on its first screen", () => {
    const [, start] = read("README.md").split(/^## /m);
    assert.match(start, /^Start\n/);
    assert.match(start.split("\n").slice(0, 8).join("\n"), /\[Questions\]\(questions\.md\)/);
  });
});

describe("the check of the questions", () => {
  const guide = (info, source) => `# Title\n\n## One\n\ntext\n\n## Two\n\n\`\`\`${info}\n${source}\n\`\`\`\n`;
  const whole = 'import { isAddress } from "ton-edge/address";\nconsole.log(1); // → 1';
  const problem = (anchor, info, source) => problemOf({ page: "guide.md", anchor }, () => guide(info, source));

  test("it accepts a program in the section, and nothing else", () => {
    assert.equal(problem("two", "js run", whole), undefined);
    assert.match(problem("three", "js run", whole), /has no section three/);
    assert.match(problem("one", "js run", whole), /no test runs a program/);
    assert.match(problem(undefined, "js run", whole), /no test runs a program/);
    assert.match(problem("two", "js", whole), /no test runs a program/);
    assert.match(problem("two", "js run", "console.log(1); // → 1"), /imports the package/);
    assert.match(problem("two", "js run", whole.replace("→", "")), /says what it prints/);
    assert.match(problemOf({ page: "../README.md" }), /is not a guide/);
  });

  test("a section ends at the next heading of its depth, and a comment in a block is not a heading", () => {
    const text = "# A\na\n## B\nb\n```sh\n# c\n```\n### D\nd\n## E\ne";
    assert.equal(sectionOf(text), "# A\na");
    assert.equal(sectionOf(text, "b"), "## B\nb\n```sh\n# c\n```\n### D\nd");
    assert.equal(sectionOf(text, "d"), "### D\nd");
    assert.equal(sectionOf(text, "c"), undefined);
  });

  test("it reads the rows of a table with their links", () => {
    const [row, ...rest] = questions("| question | answer |\n|---|---|\n| Why? | [a](a.md#b), [c](c.md) |\n");
    assert.deepEqual(rest, []);
    assert.deepEqual(row.links, [
      { page: "a.md", anchor: "b" },
      { page: "c.md", anchor: undefined },
    ]);
  });
});
