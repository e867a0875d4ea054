// Golden files of the JavaScript tests; `cargo xtask generate` writes them.

import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";

/** Compares a text with `tests/golden/NAME`. */
export function compareGolden(name, text) {
  const file = new URL(`../golden/${name}`, import.meta.url);
  if (process.env.TESTS_GENERATE === "1") writeFileSync(file, text);
  assert.equal(text, readFileSync(file, "utf8"), `tests/golden/${name} differs: "cargo xtask generate" writes it`);
}
