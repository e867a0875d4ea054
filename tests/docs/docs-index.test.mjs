// The index of the documents, and their links as the site writes them. docs-site.test.mjs tests the site itself.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { listDocuments, readNavigation, relink, summarize } from "../../xtask/docs/build.mjs";

const readProjectFile = (file) => readFileSync(new URL(`../../${file}`, import.meta.url), "utf8");

test("relative links of the documents lead to the right pages of the site", () => {
  const knownFiles = new Set(["README.md", "docs/README.md", "docs/client.md", "docs/reference/README.md"]);
  const relinkText = (text, repository) => relink(text, "docs/client.md", knownFiles, repository);
  assert.equal(
    relinkText("[a](../README.md) [b](reference/README.md#v2) [c](#here)"),
    "[a](/) [b](/reference/#v2) [c](#here)",
  );
  assert.equal(relinkText("![p](pictures/x.png)"), "![p](./pictures/x.png)");
  assert.equal(relinkText("[code](../src/lib.rs)"), "code");
  assert.equal(
    relinkText("[code](../src/lib.rs)", "https://git.example/x"),
    "[code](https://git.example/x/blob/main/src/lib.rs)",
  );
  assert.equal(relinkText("```md\n[a](../README.md)\n```"), "```md\n[a](../README.md)\n```");
});

test("each document begins with a sentence, which describes it in search results and in llms.txt", async () => {
  const summaries = (await listDocuments()).map((file) => [file, summarize(readProjectFile(file))]);
  assert.deepEqual(
    summaries.filter(([, sentence]) => !/^[\p{L}\d].{10,300}[.?]$/u.test(sentence) || /[*`|]|\]\(/.test(sentence)),
    [],
  );
});

test("docs/README.md lists every guide once", async () => {
  const files = await listDocuments();
  const listedFiles = readNavigation(readProjectFile("docs/README.md"), new Set(files)).flatMap(({ items }) =>
    items.map(({ file }) => file),
  );
  const guideFiles = files.filter((file) => /^docs\/(operate\/)?[\w-]+\.md$/.test(file) && file !== "docs/README.md");
  assert.deepEqual(
    guideFiles.filter((file) => !listedFiles.includes(file)),
    [],
  );
  assert.equal(new Set(listedFiles).size, listedFiles.length);
});
