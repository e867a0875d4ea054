// Runs blocks of guides that need a limiter: each has its own tag, and the suite with such a limiter runs it.

import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

import { compareLines, listFencedBlocks, listPromisedLines } from "../docs/fenced.mjs";

const run = promisify(execFile);
const LIMITS = "docs/operate/limits.md";

/** The block with that tag, with its addresses replaced. */
export function readDocumented(tag, replacements = {}, guide = LIMITS) {
  const blocks = listFencedBlocks(guide, readFileSync(new URL(`../../${guide}`, import.meta.url), "utf8"));
  const foundBlocks = blocks.filter(({ tags }) => tags.includes(tag));
  if (foundBlocks.length !== 1) throw new Error(`${guide} has ${foundBlocks.length} blocks \`js ${tag}\``);
  const [block] = foundBlocks;
  for (const from of Object.keys(replacements))
    if (!block.source.includes(from)) throw new Error(`${block.place} has no ${from}`);
  return {
    ...block,
    program: Object.entries(replacements).reduce((text, [from, to]) => text.replaceAll(from, to), block.source),
  };
}

/** Runs a block in Node and compares its output with the promised one. */
export async function runDocumented(tag, replacements, env, guide) {
  const { program, source, place: folder } = readDocumented(tag, replacements, guide);
  const { stdout } = await run(process.execPath, ["--input-type=module", "--eval", program], {
    cwd: fileURLToPath(new URL("..", import.meta.url)),
    timeout: 60_000,
    env: { ...process.env, ...env },
  });
  compareLines(stdout.replace(/\n$/, "").split("\n"), listPromisedLines(source), folder);
}
