// The documents: links lead to existing files and headings, and files that a document names exist.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const FILES = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard"], {
  cwd: ROOT,
  encoding: "utf8",
})
  .trim()
  .split("\n");
const EXISTING = new Set(
  FILES.flatMap((file) => {
    const folders = file
      .split("/")
      .slice(0, -1)
      .map((_, at, all) => all.slice(0, at + 1).join("/"));
    return [file, ...folders];
  }),
);
const DOCUMENTS = FILES.filter(
  (file) => file.endsWith(".md") && !/^(tests\/fixtures|pkg\/templates|target|\.github)\//.test(file),
);
const texts = new Map(DOCUMENTS.map((file) => [file, readFileSync(join(ROOT, file), "utf8")]));

/** The text without code blocks, in which brackets have other meanings. */
const prose = (text) => text.replace(/^```[^]*?^```/gm, "");
/** The anchor of a heading, as GitHub makes it. */
const anchorOf = (heading) =>
  heading
    .toLowerCase()
    .replace(/\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replace(/[^\p{L}\p{N} _-]/gu, "")
    .replaceAll(" ", "-");

function anchors(text) {
  const seenEntries = new Map();
  return new Set(
    [...prose(text).matchAll(/^#{1,6} (.+)$/gm)].map(([, heading]) => {
      const anchor = anchorOf(heading.trim());
      const count = seenEntries.get(anchor) ?? 0;
      seenEntries.set(anchor, count + 1);
      return count === 0 ? anchor : `${anchor}-${count}`;
    }),
  );
}

test("links of the documents lead to existing files and headings", () => {
  const broken = [];
  let links = 0;
  for (const [file, text] of texts) {
    for (const [, target] of prose(text).matchAll(/\]\(([^)\s]+)\)/g)) {
      if (/^[a-z]+:/.test(target)) continue;
      links += 1;
      const [path, anchor] = target.split("#");
      const to = path === "" ? file : normalize(join(dirname(file), path)).replace(/\/$/, "");
      // The package's own README links to files of its tarball.
      const found = EXISTING.has(to) || (file === "pkg/README.md" && /^pkg\/LICENSE/.test(to));
      const hasAnchor = anchor === undefined || !texts.has(to) || anchors(texts.get(to)).has(anchor);
      if (!found || !hasAnchor) broken.push(`${file}: ${target}`);
    }
  }
  assert.ok(links > 100, `${links} links`);
  assert.deepEqual(broken, []);
});

test("files that a document for developers names exist in the repository", () => {
  const missing = [];
  let names = 0;
  for (const [file, text] of texts) {
    if (!/^(src\/ARCHITECTURE|CONTRIBUTING|SECURITY|docs\/decisions\/|docs\/small-modules|tests\/README)/.test(file))
      continue;
    for (const [, name] of prose(text).matchAll(/`([\w./-]+\.(?:rs|js|mjs|ts))`/g)) {
      // Skips built files, and names that the reader chooses.
      if (name.includes("NAME") || name.includes("dist/") || name.startsWith(".")) continue;
      names += 1;
      if (!FILES.some((one) => one === name || one.endsWith(`/${name}`))) missing.push(`${file}: ${name}`);
    }
  }
  assert.ok(names > 100, `${names} names`);
  assert.deepEqual(missing, []);
});

test("src/ARCHITECTURE.md lists the steps of a gateway request in their order", () => {
  const read = (path) => readFileSync(join(ROOT, path), "utf8");
  const [, list] = /const listSteps = .*?\[\n(.*?)\n\];/s.exec(read("pkg/lib/gateway/create-gateway.js"));
  const steps = Array.from(list.matchAll(/^ {2}(?:\.\.\.ownSteps\.map\()?(\w+)\)?,/gm), ([, name]) => name);
  assert.ok(steps.length > 10 && steps.includes("runOwnStep"));
  const [, chapter] = read("src/ARCHITECTURE.md").split("\n## A gateway request\n");
  assert.deepEqual(
    Array.from(chapter.matchAll(/^\d+\. .*?`(\w+)`/gm), ([, name]) => name),
    steps,
  );
});
