// The documents: links lead to existing files and headings, and files that a document names exist.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const PROJECT_FILES = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard"], {
  cwd: ROOT,
  encoding: "utf8",
})
  .trim()
  .split("\n");
const EXISTING_PATHS = new Set(
  PROJECT_FILES.flatMap((file) => {
    const folders = file
      .split("/")
      .slice(0, -1)
      .map((_, index, parts) => parts.slice(0, index + 1).join("/"));
    return [file, ...folders];
  }),
);
const DOCUMENTS = PROJECT_FILES.filter(
  (file) => file.endsWith(".md") && !/^(tests\/fixtures|pkg\/templates|target|\.github)\//.test(file),
);
const texts = new Map(DOCUMENTS.map((file) => [file, readFileSync(join(ROOT, file), "utf8")]));

/** The text without code blocks, in which brackets have other meanings. */
const removeCode = (text) => text.replace(/^```[^]*?^```/gm, "");
/** The anchor of a heading, as GitHub makes it. */
const writeAnchor = (heading) =>
  heading
    .toLowerCase()
    .replace(/\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replace(/[^\p{L}\p{N} _-]/gu, "")
    .replaceAll(" ", "-");

function listAnchors(text) {
  const countByAnchor = new Map();
  return new Set(
    [...removeCode(text).matchAll(/^#{1,6} (.+)$/gm)].map(([, heading]) => {
      const anchor = writeAnchor(heading.trim());
      const count = countByAnchor.get(anchor) ?? 0;
      countByAnchor.set(anchor, count + 1);
      return count === 0 ? anchor : `${anchor}-${count}`;
    }),
  );
}

test("links of the documents lead to existing files and headings", () => {
  const brokenLinks = [];
  let linkCount = 0;
  for (const [file, text] of texts) {
    for (const [, target] of removeCode(text).matchAll(/\]\(([^)\s]+)\)/g)) {
      if (/^[a-z]+:/.test(target)) continue;
      linkCount += 1;
      const [path, anchor] = target.split("#");
      const targetPath = path === "" ? file : normalize(join(dirname(file), path)).replace(/\/$/, "");
      // The package's own README links to files of its tarball.
      const isExisting =
        EXISTING_PATHS.has(targetPath) || (file === "pkg/README.md" && /^pkg\/LICENSE/.test(targetPath));
      const hasAnchor =
        anchor === undefined || !texts.has(targetPath) || listAnchors(texts.get(targetPath)).has(anchor);
      if (!isExisting || !hasAnchor) brokenLinks.push(`${file}: ${target}`);
    }
  }
  assert.ok(linkCount > 100, `${linkCount} links`);
  assert.deepEqual(brokenLinks, []);
});

const DEVELOPER_DOCUMENTS =
  /^(src\/ARCHITECTURE|CONTRIBUTING|SECURITY|docs\/decisions\/|docs\/small-modules|tests\/README)/;

test("files that a document for developers names exist in the repository", () => {
  const missingNames = [];
  let nameCount = 0;
  for (const [file, text] of texts) {
    if (!DEVELOPER_DOCUMENTS.test(file)) continue;
    for (const [, name] of removeCode(text).matchAll(/`([\w./-]+\.(?:rs|js|mjs|ts))`/g)) {
      // Skips built files, and names that the reader chooses.
      if (name.includes("NAME") || name.includes("dist/") || name.startsWith(".")) continue;
      nameCount += 1;
      if (!PROJECT_FILES.some((path) => path === name || path.endsWith(`/${name}`)))
        missingNames.push(`${file}: ${name}`);
    }
  }
  assert.ok(nameCount > 100, `${nameCount} names`);
  assert.deepEqual(missingNames, []);
});

test("names that a document for developers gives together with their file are in that file", () => {
  const missingNames = [];
  let nameCount = 0;
  for (const [file, text] of texts) {
    if (!DEVELOPER_DOCUMENTS.test(file)) continue;
    const prose = removeCode(text);
    // `NAME` in `FILE`, `NAME` of `FILE`; `FILE` (`NAME`); `FILE`: `NAME`
    const namesFirst = Array.from(prose.matchAll(/`(\w+)(?:\(\))?` (?:in|of) `([\w./-]+\.\w+)`/g), ([, name, path]) => [
      name,
      path,
    ]);
    const filesFirst = Array.from(prose.matchAll(/`([\w./-]+\.\w+)`(?: \(|: )`(\w+)(?:\(\))?`/g), ([, path, name]) => [
      name,
      path,
    ]);
    for (const [name, path] of [...namesFirst, ...filesFirst]) {
      const matchingPath = PROJECT_FILES.find((filePath) => filePath === path || filePath.endsWith(`/${path}`));
      if (matchingPath === undefined || name.includes("NAME")) continue;
      nameCount += 1;
      if (!new RegExp(`\\b${name}\\b`).test(readFileSync(join(ROOT, matchingPath), "utf8")))
        missingNames.push(`${file}: ${name} of ${path}`);
    }
  }
  assert.ok(nameCount > 50, `${nameCount} names`);
  assert.deepEqual(missingNames, []);
});

test("src/ARCHITECTURE.md lists the steps of a gateway request in their order", () => {
  const readProjectFile = (path) => readFileSync(join(ROOT, path), "utf8");
  const [, list] = /const listSteps = .*?\[\n(.*?)\n\];/s.exec(readProjectFile("pkg/lib/gateway/create-gateway.js"));
  const stepNames = Array.from(list.matchAll(/^ {2}(?:\.\.\.ownSteps\.map\()?(\w+)\)?,/gm), ([, name]) => name);
  assert.ok(stepNames.length > 10 && stepNames.includes("runOwnStep"));
  const [, chapterText] = readProjectFile("src/ARCHITECTURE.md").split("\n## A gateway request\n");
  assert.deepEqual(
    Array.from(chapterText.matchAll(/^\d+\. .*?`(\w+)`/gm), ([, name]) => name),
    stepNames,
  );
});
