// A part of a document that a test generates: between `<!-- name -->` and `<!-- /name -->`. With `TESTS_GENERATE=1`, as `cargo xtask generate` runs it, the test writes the part; otherwise it compares it.

import assert from "node:assert/strict";
import { readFile, writeFile } from "node:fs/promises";

export async function fileContains(path, name, text) {
  const file = new URL(`../../${path}`, import.meta.url);
  const document = await readFile(file, "utf8");
  const [open, close] = [`<!-- ${name} -->\n`, `<!-- /${name} -->`];
  const [start, end] = [document.indexOf(open) + open.length, document.indexOf(close)];
  assert.ok(start >= open.length && end >= start, `${path} has no section ${name}`);
  if (document.slice(start, end) === text) return;
  if (process.env.TESTS_GENERATE !== "1") {
    assert.equal(
      document.slice(start, end),
      text,
      `${path}, section ${name} differs: "cargo xtask generate" writes it`,
    );
  }
  await writeFile(file, document.slice(0, start) + text + document.slice(end));
}
