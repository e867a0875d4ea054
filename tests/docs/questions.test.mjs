// docs/questions.md: the questions that authors ask have answers that tests run. examples.test.mjs and chain-examples.test.mjs run them,
// docs-site.test.mjs searches for them.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { describe, test } from "node:test";

import { findProblem, listQuestions, findSection } from "./questions.mjs";

const QUESTION_COUNT = 24;
const readProjectFile = (file) => readFileSync(new URL(`../../docs/${file}`, import.meta.url), "utf8");

describe("the questions of docs/questions.md", () => {
  test(`there are ${QUESTION_COUNT} questions, and each has its own answer`, () => {
    const allQuestions = listQuestions();
    const links = allQuestions.flatMap((row) => row.links.map(({ page, anchor }) => `${page}#${anchor}`));
    assert.equal(allQuestions.length, QUESTION_COUNT);
    assert.equal(new Set(allQuestions.map(({ question }) => question)).size, QUESTION_COUNT);
    assert.equal(new Set(links).size, links.length);
    assert.ok(allQuestions.every((row) => row.links.length > 0));
  });

  test("each answer is a section with a whole program that a test runs", () => {
    const problems = listQuestions().flatMap(({ links }) => links.map((link) => findProblem(link)));
    assert.deepEqual(
      problems.filter((problem) => problem !== undefined),
      [],
    );
  });

  test("the index of the documents has the questions on its first screen", () => {
    const [, startSection] = readProjectFile("README.md").split(/^## /m);
    assert.match(startSection, /^Start\n/);
    assert.match(startSection.split("\n").slice(0, 8).join("\n"), /\[Questions\]\(questions\.md\)/);
  });
});

describe("the check of the questions", () => {
  const makeGuide = (info, source) => `# Title\n\n## One\n\ntext\n\n## Two\n\n\`\`\`${info}\n${source}\n\`\`\`\n`;
  const completeProgram = 'import { isAddress } from "ton-edge/address";\nconsole.log(1); // → 1';
  const findGuideProblem = (anchor, info, source) =>
    findProblem({ page: "guide.md", anchor }, () => makeGuide(info, source));

  test("it accepts a program in the section, and nothing else", () => {
    assert.equal(findGuideProblem("two", "js run", completeProgram), undefined);
    assert.match(findGuideProblem("three", "js run", completeProgram), /has no section three/);
    assert.match(findGuideProblem("one", "js run", completeProgram), /no test runs a program/);
    assert.match(findGuideProblem(undefined, "js run", completeProgram), /no test runs a program/);
    assert.match(findGuideProblem("two", "js", completeProgram), /no test runs a program/);
    assert.match(findGuideProblem("two", "js run", "console.log(1); // → 1"), /imports the package/);
    assert.match(findGuideProblem("two", "js run", completeProgram.replace("→", "")), /says what it prints/);
    assert.match(findProblem({ page: "../README.md" }), /is not a guide/);
  });

  test("a section ends at the next heading of its depth, and a comment in a block is not a heading", () => {
    const text = "# A\na\n## B\nb\n```sh\n# c\n```\n### D\nd\n## E\ne";
    assert.equal(findSection(text), "# A\na");
    assert.equal(findSection(text, "b"), "## B\nb\n```sh\n# c\n```\n### D\nd");
    assert.equal(findSection(text, "d"), "### D\nd");
    assert.equal(findSection(text, "c"), undefined);
  });

  test("it reads the rows of a table with their links", () => {
    const [row, ...rest] = listQuestions("| question | answer |\n|---|---|\n| Why? | [a](a.md#b), [c](c.md) |\n");
    assert.deepEqual(rest, []);
    assert.deepEqual(row.links, [
      { page: "a.md", anchor: "b" },
      { page: "c.md", anchor: undefined },
    ]);
  });
});
