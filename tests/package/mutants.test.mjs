// `cargo xtask mutants` changes what it should, and suites run with the changed module.

import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { pathToFileURL } from "node:url";

import { applyMutant, listMutants } from "../../xtask/js/mutants/generate.mjs";
import { ROOT, runSuite } from "../../xtask/js/mutants/suites.mjs";

const SUITE = "tests/message/transfer-links.test.mjs";
const MODULE = "pkg/lib/message/transfer-link.js";

const folder = mkdtempSync(join(tmpdir(), "mutants-test-"));
after(() => rmSync(folder, { recursive: true }));

/** The changes of a text, as `before → after`. */
const listChanges = (text) => listMutants("a.js", text).map((mutant) => `${mutant.before} → ${mutant.after}`);

test("one change per operator and boundary", () => {
  assert.deepEqual(listChanges("const f = (a, b) => a < b && a?.c;"), [
    "(a, b) => a < b && a?.c → (a, b) => undefined",
    "a < b && a?.c → ((a < b) || (a?.c))",
    "a < b → ((a) <= (b))",
    "a < b → ((a) >= (b))",
    "a?.c → a.c",
  ]);
  assert.deepEqual(listChanges("if (!a) throw a;"), ["!a → !(!a)", "!a → (a)", "throw a; → ;"]);
  assert.deepEqual(listChanges('x = n + 1 ? "y" : (s ?? "");').slice(1), [
    'n + 1 ? "y" : (s ?? "") → (!(n + 1) ? "y" : (s ?? ""))',
    "n + 1 → ((n) - (1))",
    "1 → (1 + 1)",
    "1 → (1 - 1)",
    '"y" → ""',
    's ?? "" → (s)',
    '"" → "mutant"',
  ]);
});

test("names, texts for people and durations are not changed", () => {
  assert.deepEqual(listChanges('import a from "a"; export { b } from "b";'), []);
  assert.deepEqual(listChanges('const t = "the key is missing" + ` ${a}`;'), []);
  assert.deepEqual(listChanges("const WAIT_MS = 5 * 1000;"), []);
});

test("a suite runs with the changed module", async () => {
  const text = readFileSync(join(ROOT, MODULE), "utf8");
  const run = async (source) => {
    const file = join(folder, "module.js");
    writeFileSync(file, source);
    const env = { MUTANT_URL: pathToFileURL(join(ROOT, MODULE)).href, MUTANT_FILE: file };
    return (await runSuite(SUITE, 60_000, env)).verdict;
  };
  assert.equal(await run(text), "passed");
  const mutant = listMutants(MODULE, text).find(({ operator }) => operator === "return");
  assert.equal(await run(applyMutant(text, mutant)), "failed");
});

test("each mutant that is explained exists", () => {
  const rows = JSON.parse(readFileSync(join(ROOT, "xtask/equivalent-mutants.json"), "utf8"));
  for (const { file, line, before, after: replacement, reason } of rows) {
    const mutants = listMutants(file, readFileSync(join(ROOT, file), "utf8"));
    const isTestedMutant = (mutant) =>
      mutant.lineText === line && mutant.before === before && mutant.after === replacement;
    assert.ok(mutants.some(isTestedMutant), `${file}: ${line}: no longer there`);
    assert.ok(reason.length > 20, `${file}: ${line}: no reason`);
  }
});
