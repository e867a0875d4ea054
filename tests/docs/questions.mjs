// The questions of docs/questions.md, and the programs that answer them.
import { readFileSync } from "node:fs";

import { listFencedBlocks, listPromisedLines } from "./fenced.mjs";

/** The words after a block's language that let a test run it as it is, if it is in docs/*.md. */
const RUN_TAGS = ["run", "chain", "after"];

const readDocument = (name) => readFileSync(new URL(`../../docs/${name}`, import.meta.url), "utf8");

/** The anchor of a heading, as GitHub makes it. */
const writeAnchor = (heading) =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, "")
    .replaceAll(" ", "-");

/**
 * A section of a document, with its subsections; without an anchor, the text before the first section. `undefined` if there is no such heading.
 * @param {string} text @param {string} [anchor]
 */
export function findSection(text, anchor) {
  const lines = text.split("\n");
  let inBlock = false;
  const headings = lines.flatMap((line, index) => {
    if (line.startsWith("```")) inBlock = !inBlock;
    const [, hashMarks, title] = (!inBlock && /^(#{1,6}) (.+)$/.exec(line)) || [];
    return hashMarks ? [{ at: index, depth: hashMarks.length, anchor: writeAnchor(title.trim()) }] : [];
  });
  const startIndex = headings.findIndex((heading, index) =>
    anchor === undefined ? index === 0 : heading.anchor === anchor,
  );
  if (startIndex < 0) return undefined;
  const depth = anchor === undefined ? Number.POSITIVE_INFINITY : headings[startIndex].depth;
  const endHeading = headings.slice(startIndex + 1).find((heading) => heading.depth <= depth);
  return lines.slice(headings[startIndex].at, endHeading?.at).join("\n");
}

/** The questions of the table, each with the links of its answer. @param {string} [text] */
export function listQuestions(text = readDocument("questions.md")) {
  return [...text.matchAll(/^\| (.+\?) \| (.+) \|$/gm)].map(([, question, answer]) => ({
    question,
    links: [...answer.matchAll(/\]\(([^)#]+)(?:#([^)]+))?\)/g)].map(([, page, anchor]) => ({ page, anchor })),
  }));
}

/**
 * Returns the fault of an answer; `undefined` if its section has a complete program that a test runs, and whose output the test compares.
 * @param {{ page: string, anchor?: string }} link @param {(page: string) => string} [read]
 */
export function findProblem({ page, anchor }, read = readDocument) {
  if (!/^[\w-]+\.md$/.test(page)) return `${page} is not a guide`;
  const section = findSection(read(page), anchor);
  if (section === undefined) return `${page} has no section ${anchor}`;
  const programs = listFencedBlocks(page, section).filter(({ tags }) => tags.some((tag) => RUN_TAGS.includes(tag)));
  if (programs.length === 0) return `no test runs a program of ${page}#${anchor}`;
  const completePrograms = programs.filter(({ source }) => /^\s*import .* from "ton-edge[\w/-]*";$/m.test(source));
  if (completePrograms.length === 0) return `no program of ${page}#${anchor} imports the package`;
  return completePrograms.some(({ source }) => listPromisedLines(source).length > 0)
    ? undefined
    : `no program of ${page}#${anchor} says what it prints`;
}
