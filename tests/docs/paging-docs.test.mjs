// Runs the examples of docs/paging.md unchanged against the replay upstream.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { after, before, test } from "node:test";

import * as package_ from "ton-edge";
import { endpoints } from "ton-edge/endpoints";

import { startContext } from "../suites/context.mjs";

const document = await readFile(new URL("../../docs/paging.md", import.meta.url), "utf8");
const examples = [...document.matchAll(/```js\n([^]*?)```/g)].map(([, code]) => code);
let context;
before(async () => {
  context = await startContext({ page: false });
});
after(() => context.close());

/** Runs an example; returns its output. */
async function run(code) {
  const printedValues = [];
  const body = code.replace(/^import (\{.*\}) from "ton-edge";\n/, "const $1 = package_;\n");
  const AsyncFunction = /** @type {FunctionConstructor} */ ((async () => {}).constructor);
  const work = new AsyncFunction("package_", "baseUrl", "account", "console", body);
  await work(package_, context.direct, context.busiest, { log: (...values) => printedValues.push(values) });
  return printedValues;
}

test("docs/paging.md: reading rows, and leaving the loop early", async () => {
  const lts = (await run(examples[0])).map(([lt]) => BigInt(lt));
  assert.equal(lts.length, 5);
  assert.deepEqual(
    lts,
    lts.toSorted((a, b) => (a < b ? 1 : -1)),
  );
});

test("docs/paging.md: reading pages, and an array of rows", async () => {
  const printedLines = await run(examples[1]);
  assert.deepEqual(
    printedLines.slice(0, -1).map(([offset, rows]) => [offset, rows]),
    [
      [0, 4],
      [4, 4],
      [8, 2],
    ],
  );
  assert.deepEqual(printedLines.at(-1), [3]);
});

test("docs/paging.md: continuing from a cursor", async () => {
  assert.deepEqual(await run(examples[2]), [[7]]);
});

test("docs/paging.md: a cache key without the query", async () => {
  const printedLines = await run(examples[3]);
  assert.deepEqual(printedLines.at(-1), ["ignored: end_lt"]);
  assert.deepEqual([printedLines.length, new Set(printedLines.flat()).size], [3, 3]);
  assert.equal(examples.length, 4);
});

test("docs/paging.md names every list that may end early", () => {
  for (const row of endpoints().filter(({ livePage }) => livePage?.stale)) {
    assert.ok(document.includes(`\`${row.name.split("/")[0] === "multisig" ? "multisig" : row.name}\``), row.name);
  }
});
