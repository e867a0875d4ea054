// The questions of docs/questions.md, and the programs that answer them.
import { readFileSync } from "node:fs";

import { fenced, promised } from "./fenced.mjs";

/** The words after a block's language that let a test run it as it is, if it is in docs/*.md. */
const RUN_TAGS = ["run", "chain", "after"];

const readDocument = (name) => readFileSync(new URL(`../../docs/${name}`, import.meta.url), "utf8");

/** The anchor of a heading, as GitHub makes it. */
const anchorOf = (heading) =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, "")
    .replaceAll(" ", "-");

/**
 * A section of a document, with its subsections; without an anchor, the text before the first section. `undefined` if there is no such heading.
 * @param {string} text @param {string} [anchor]
 */
export function sectionOf(text, anchor) {
  const lines = text.split("\n");
  let inBlock = false;
  const headings = lines.flatMap((line, at) => {
    if (line.startsWith("```")) inBlock = !inBlock;
    const [, marks, title] = (!inBlock && /^(#{1,6}) (.+)$/.exec(line)) || [];
    return marks ? [{ at, depth: marks.length, anchor: anchorOf(title.trim()) }] : [];
  });
  const start = headings.findIndex((heading, at) => (anchor === undefined ? at === 0 : heading.anchor === anchor));
  if (start < 0) return undefined;
  const depth = anchor === undefined ? Number.POSITIVE_INFINITY : headings[start].depth;
  const end = headings.slice(start + 1).find((heading) => heading.depth <= depth);
  return lines.slice(headings[start].at, end?.at).join("\n");
}

/** The questions of the table, each with the links of its answer. @param {string} [text] */
export function questions(text = readDocument("questions.md")) {
  return [...text.matchAll(/^\| (.+\?) \| (.+) \|$/gm)].map(([, question, answer]) => ({
    question,
    links: [...answer.matchAll(/\]\(([^)#]+)(?:#([^)]+))?\)/g)].map(([, page, anchor]) => ({ page, anchor })),
  }));
}

/**
 * What an answer lacks; `undefined` if its section has a whole program that a test runs and whose output it compares.
 * @param {{ page: string, anchor?: string }} link @param {(page: string) => string} [read]
 */
export function problemOf({ page, anchor }, read = readDocument) {
  if (!/^[\w-]+\.md$/.test(page)) return `${page} is not a guide`;
  const section = sectionOf(read(page), anchor);
  if (section === undefined) return `${page} has no section ${anchor}`;
  const programs = fenced(page, section).filter(({ tags }) => tags.some((tag) => RUN_TAGS.includes(tag)));
  if (programs.length === 0) return `no test runs a program of ${page}#${anchor}`;
  const whole = programs.filter(({ source }) => /^\s*import .* from "ton-edge[\w/-]*";$/m.test(source));
  if (whole.length === 0) return `no program of ${page}#${anchor} imports the package`;
  return whole.some(({ source }) => promised(source).length > 0)
    ? undefined
    : `no program of ${page}#${anchor} says what it prints`;
}
