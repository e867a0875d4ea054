// Golden files of the JavaScript tests: BLESS=1 writes them anew.

import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";

/** Holds a text against `tests/golden/NAME`. */
export function golden(name, text) {
  const file = new URL(`golden/${name}`, import.meta.url);
  if (process.env.BLESS === "1") writeFileSync(file, text);
  assert.equal(text, readFileSync(file, "utf8"), `tests/golden/${name}; BLESS=1 writes it anew`);
}
