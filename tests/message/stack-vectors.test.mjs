// Checks that the vectors for the Rust crate's tests equal this package's present output: stacks, entries, metadata, domains.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";

import { vectors } from "../fixtures/messages/generate-stacks.mjs";

test("tests/fixtures/messages/stacks.json equals the package's present output", async () => {
  const storedStacks = JSON.parse(await readFile(new URL("../fixtures/messages/stacks.json", import.meta.url), "utf8"));
  assert.deepEqual(JSON.parse(JSON.stringify(await vectors())), storedStacks);
});
