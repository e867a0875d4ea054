// Checks that the vectors that the Rust crate's tests read equal the present output of this package: stacks, entries, metadata, domains.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";

import { vectors } from "../fixtures/messages/generate-stacks.mjs";

test("tests/fixtures/messages/stacks.json", async () => {
  const stored = JSON.parse(await readFile(new URL("../fixtures/messages/stacks.json", import.meta.url), "utf8"));
  assert.deepEqual(JSON.parse(JSON.stringify(await vectors())), stored);
});
