// The code snippets of the explorer, for every operation, with values that try to break out of their literals.
// web-app-explorer-response.test.mjs tests that they send the right requests.

import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

import { format as gofmt } from "@wasm-fmt/gofmt";

import { quoteForShell, toJavaScript, toPython } from "../../www/explorer/literals.js";
import { isPaged } from "../../www/explorer/snippets.js";
import { HOSTILE_TEXTS as HOSTILE, makeTypicalValue, writeAllSnippets } from "./explorer-snippets.mjs";
import { OPERATION_IDS, OPERATION_TABLE } from "./explorer-table.mjs";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const BIG_NUMBER = 123456789012345678901234567890n;

test("a literal in each language evaluates to its text", () => {
  const printedText = execFileSync("bash", ["-c", `printf '%s\\n--\\n' ${HOSTILE.map(quoteForShell).join(" ")}`], {
    encoding: "utf8",
  });
  assert.equal(printedText, HOSTILE.map((text) => `${text}\n--\n`).join(""));
  const loadedText = execFileSync(
    "python3",
    ["-c", `import json\nprint(json.dumps([${HOSTILE.map(toPython).join(", ")}]))`],
    { encoding: "utf8" },
  );
  assert.deepEqual(JSON.parse(loadedText), HOSTILE);
  const nestedValue = {
    list: HOSTILE,
    [HOSTILE[7]]: { deep: [[BIG_NUMBER, null, true, -1.5]], none: {}, empty: [] },
    "a-b": 1,
    $ok: 2,
    ["__proto__"]: { x: 1 },
  };
  // In strict mode, a function body reads the literal as a module does.
  assert.deepEqual(new Function(`"use strict"; return ${toJavaScript(nestedValue)};`)(), nestedValue);
});

test("the JavaScript, Python, Go and shell snippets of all operations parse", () => {
  const AsyncFunction = /** @type {FunctionConstructor} */ ((async () => {}).constructor);
  for (const code of [...writeAllSnippets("JavaScript"), ...writeAllSnippets("JavaScript", { all: true })]) {
    const [firstLine, ...otherLines] = code.split("\n");
    assert.equal(firstLine, 'import { createClient } from "ton-edge";');
    // An asynchronous function body may contain the rest of a module.
    assert.equal(typeof new AsyncFunction(`"use strict"; ${otherLines.join("\n")}`), "function");
  }
  const folder = mkdtempSync(join(tmpdir(), "ton-edge-snippets-"));
  try {
    for (const [index, code] of writeAllSnippets("Python").entries()) writeFileSync(join(folder, `s${index}.py`), code);
    execFileSync("python3", ["-m", "compileall", "-q", folder]);
  } finally {
    rmSync(folder, { recursive: true });
  }
  execFileSync("bash", ["-n"], { input: writeAllSnippets("curl").join("\n") });
  // The suite web-app-explorer-go.test.mjs compiles and runs them. gofmt refuses code that does not parse.
  for (const code of writeAllSnippets("Go")) assert.equal(gofmt(code), code);
  assert.throws(() => gofmt("package main\nfunc main() { a := }"));
});

test("the TypeScript snippets of all operations type-check", { timeout: 120_000 }, () => {
  const folder = mkdtempSync(join(tmpdir(), "ton-edge-typescript-"));
  try {
    const codes = [
      ...writeAllSnippets("TypeScript", { values: makeTypicalValue }),
      ...writeAllSnippets("TypeScript", { all: true, values: makeTypicalValue }),
    ];
    for (const [index, code] of codes.entries()) writeFileSync(join(folder, `s${index}.ts`), code);
    const compilerOptions = {
      strict: true,
      noEmit: true,
      noUnusedLocals: true,
      target: "es2022",
      module: "esnext",
      moduleResolution: "bundler",
      lib: ["es2022", "dom"],
      types: [],
      paths: { "ton-edge": [join(ROOT, "pkg/client.d.ts")] },
    };
    writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions, include: ["*.ts"] }));
    const tsc = join(ROOT, "tests/node_modules/typescript/bin/tsc");
    const checkTypes = () => spawnSync(process.execPath, [tsc, "-p", folder], { encoding: "utf8" });
    const { status, stdout } = checkTypes();
    assert.equal(status, 0, stdout.slice(0, 3000));
    // The check finds wrong values.
    const index = OPERATION_IDS.indexOf("v3.blocks");
    writeFileSync(join(folder, `s${index}.ts`), codes[index].replace("limit: 3", "limit: {}"));
    assert.match(checkTypes().stdout, /error TS2322/);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test("only lists with a client pager have snippets for one page and for all rows", () => {
  const pagedOperations = OPERATION_TABLE.filter(isPaged);
  assert.ok(pagedOperations.length > 20 && pagedOperations.length < OPERATION_TABLE.length);
  const snippets = writeAllSnippets("JavaScript", { all: true });
  for (const [index, row] of OPERATION_TABLE.entries()) {
    assert.equal(snippets[index].includes(".paginate("), isPaged(row), OPERATION_IDS[index]);
    // The pager itself sets these parameters.
    if (isPaged(row)) assert.doesNotMatch(snippets[index], /^ {2}(?:limit|offset): /m);
  }
});

/** Writes a crate with the Rust snippets of all operations, each in its own module. */
function writeCrate(folder) {
  mkdirSync(join(folder, "src"));
  writeFileSync(
    join(folder, "src/lib.rs"),
    writeAllSnippets("Rust")
      .map((code, index) => `pub mod snippet_${index} {\n${code}}\n`)
      .join(""),
  );
  writeFileSync(
    join(folder, "Cargo.toml"),
    `[workspace]
[package]
name = "snippets"
version = "0.0.0"
edition = "2024"
[dependencies]
ton-edge = { path = ${JSON.stringify(ROOT)}, features = ["client"] }
serde_json = "1"
`,
  );
  cpSync(join(ROOT, "tests/rust-wasm-app/Cargo.lock"), join(folder, "Cargo.lock"));
}

test("the Rust snippets of all operations parse, and compile in full runs", { timeout: 900_000 }, () => {
  const folder = mkdtempSync(join(tmpdir(), "ton-edge-crate-"));
  try {
    writeCrate(folder);
    const formatterResult = spawnSync("rustfmt", ["--edition", "2024", join(folder, "src/lib.rs")], {
      encoding: "utf8",
    });
    assert.equal(formatterResult.status, 0, formatterResult.stderr);
    assert.ok(readFileSync(join(folder, "src/lib.rs"), "utf8").includes("Generation::V3"));
    if (process.env.TESTS_FULL !== "1") return;
    const cargoResult = spawnSync("cargo", ["check", "--target", "wasm32-unknown-unknown"], {
      cwd: folder,
      encoding: "utf8",
      env: { ...process.env, CARGO_TARGET_DIR: join(ROOT, "target/snippets") },
    });
    assert.equal(cargoResult.status, 0, cargoResult.stderr.slice(-3000));
  } finally {
    rmSync(folder, { recursive: true });
  }
});
