// Installs the packed package into small real projects and uses it there. With TESTS_FULL=1 all of them run, and the table in
// docs/consumers.md is written. To run some consumers alone, and write their rows:
//
//   TESTS_FULL=1 node --test --test-name-pattern "docs/consumers.md has" --test-name-pattern "Jest" tests/consumers/consumers.test.mjs

import assert from "node:assert/strict";
import { readFile, writeFile } from "node:fs/promises";
import { after, before, describe, test } from "node:test";

import { describeAbsence } from "./absent.mjs";
import { TABLE_END, writeRowStart, formatLine, MATRIX, TABLE_START, formatTable } from "./matrix.mjs";
import { prepare } from "./projects.mjs";
import { startUpstream } from "./upstream.mjs";

const isFull = process.env.TESTS_FULL === "1";
const DOCUMENT_URL = new URL("../../docs/consumers.md", import.meta.url);

let service;
let projects;
before(
  async () => {
    // The service is started first, so that it can be closed even if the rest fails.
    service = await startUpstream();
    projects = await prepare({ tools: isFull, report: (line) => process.stderr.write(`${line}\n`) });
  },
  { timeout: 900_000 },
);
after(() => service?.close());

const rows = [];
describe("the package in", () => {
  for (const row of MATRIX.filter((matrixRow) => isFull || !matrixRow.full)) {
    if (row.absent) {
      rows.push({ ...row, version: "", result: describeAbsence(row.absent) });
      continue;
    }
    test(`${row.consumer}: ${row.entry.replaceAll("`", "")}`, { timeout: row.full ? 2_400_000 : 900_000 }, async () => {
      const outcome = { ...row, version: "?", result: "failed" };
      rows.push(outcome);
      const { result, version } = await row.run(projects, service.url);
      outcome.version = version;
      assert.deepEqual(result, row.expected);
      outcome.result = "passed";
    });
  }
});

test(
  isFull
    ? "docs/consumers.md has the results of this run"
    : "docs/consumers.md has every consumer, and all of them passed",
  async () => {
    const text = await readFile(DOCUMENT_URL, "utf8");
    const [textBefore, textAfterStart] = text.split(TABLE_START);
    const [tableText, textAfterEnd] = textAfterStart.split(TABLE_END);
    const lines = tableText
      .split("\n")
      .filter((tableLine) => tableLine.startsWith("| ") && !tableLine.startsWith("| consumer"));
    if (isFull) {
      // A consumer that did not run, because of a filter, keeps its row.
      const findRow = (matrixRow) => {
        const outcome = rows.find((row) => writeRowStart(row) === writeRowStart(matrixRow));
        const row = outcome
          ? formatLine(outcome)
          : lines.find((oldLine) => oldLine.startsWith(writeRowStart(matrixRow)));
        return row ?? assert.fail(`${writeRowStart(matrixRow)}: has not run yet`);
      };
      await writeFile(
        DOCUMENT_URL,
        `${textBefore}${TABLE_START}\n\n${formatTable(MATRIX.map(findRow))}\n\n${TABLE_END}${textAfterEnd}`,
      );
      return;
    }
    assert.deepEqual(
      lines.map((tableLine) => MATRIX.findIndex((row) => tableLine.startsWith(writeRowStart(row)))),
      [...MATRIX.keys()],
      "`cargo xtask test --full` writes the table",
    );
    for (const [at, row] of lines.entries()) {
      const cell = row.slice(0, -" |".length).split(" | ").at(-1) ?? "";
      const { absent } = MATRIX[at];
      if (absent) assert.equal(cell, describeAbsence(absent));
      else assert.match(cell, /\d/, `${row}: it has no version, so it did not pass`);
    }
  },
);

test("the matrix of consumers has more than sixty rows, and none twice", () => {
  const heads = MATRIX.map(writeRowStart);
  assert.ok(heads.length > 60, `${heads.length} rows`);
  assert.deepEqual(
    heads.filter((rowHead, index) => heads.indexOf(rowHead) !== index),
    [],
  );
});
