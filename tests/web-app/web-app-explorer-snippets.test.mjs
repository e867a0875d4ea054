// The code snippets of the explorer, for every operation and for values that try to break out of their literals. That they send
// the right requests is tested in web-app-explorer-response.test.mjs.

import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

import { quoteForShell, toJavaScript, toPython } from "../../www/explorer/literals.js";
import { writeSnippets } from "../../www/explorer/snippets.js";
import { IDS, TABLE } from "./explorer-table.mjs";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const HOSTILE = [
  "",
  "'",
  '"',
  "'\"'",
  "\\",
  "\\'",
  "a'\\''b",
  "$HOME ${HOME} $(id) `id`",
  "!!",
  "line\nline\r\n\tend",
  "\u0001\u001b[31m\u007f\u2028\u2029",
  "é💎 \u202e\u200b\ufeff",
  "👨\u200d👩\u{e0041}",
  "%41 %s {0} {}",
  "*/ // # --",
  "</script>",
  '"); process.exit(1); ("',
  "${process.exit(1)}",
  "\\u0041 \\x41 \\0",
  'r#"x"#',
];
const BIG = 123456789012345678901234567890n;

test("a literal in each language evaluates to its text", () => {
  const printed = execFileSync("bash", ["-c", `printf '%s\\n--\\n' ${HOSTILE.map(quoteForShell).join(" ")}`], {
    encoding: "utf8",
  });
  assert.equal(printed, HOSTILE.map((one) => `${one}\n--\n`).join(""));
  const loaded = execFileSync(
    "python3",
    ["-c", `import json\nprint(json.dumps([${HOSTILE.map(toPython).join(", ")}]))`],
    { encoding: "utf8" },
  );
  assert.deepEqual(JSON.parse(loaded), HOSTILE);
  const nested = {
    list: HOSTILE,
    [HOSTILE[7]]: { deep: [[BIG, null, true, -1.5]], none: {}, empty: [] },
    "a-b": 1,
    $ok: 2,
    ["__proto__"]: { x: 1 },
  };
  // In strict mode a function body reads the literal as a module would.
  assert.deepEqual(new Function(`"use strict"; return ${toJavaScript(nested)};`)(), nested);
});

/** A value of every parameter, with as many hostile texts as fit. */
function odd({ kind, array }) {
  const value =
    {
      int: 3,
      utime: 3,
      bool: true,
      object: { a: {}, [HOSTILE[9]]: [HOSTILE, true, null] },
      stack: [["num", BIG, null, 1.5, ...HOSTILE]],
    }[kind] ?? HOSTILE.join(" ");
  return array && kind !== "stack" ? [value, ...HOSTILE] : value;
}

const written = (name) =>
  TABLE.map((row, at) => {
    const values = Object.fromEntries((row.params ?? []).map((param) => [param.name, odd(param)]));
    const url = `https://gateway.example/api/${row.generation}${row.path}?${new URLSearchParams(HOSTILE.map((one, i) => [`p${i}`, one]))}`;
    /** @type {any} */
    const request = {
      method: row.verb,
      url,
      headers: [["x-note", HOSTILE[7]]],
      body: row.verb === "POST" ? JSON.stringify(HOSTILE) : "",
    };
    const operation = { id: IDS[at], row, method: row.path.slice(1).replaceAll("/", ".") };
    return writeSnippets(/** @type {any} */ (operation), values, request).find((one) => one.name === name).text;
  });

test("the JavaScript, Python and shell snippets of all operations parse", () => {
  const AsyncFunction = /** @type {FunctionConstructor} */ ((async () => {}).constructor);
  for (const code of written("JavaScript")) {
    const [first, ...rest] = code.split("\n");
    assert.equal(first, 'import { createClient } from "ton-edge";');
    // An asynchronous function body may contain the rest of a module.
    assert.equal(typeof new AsyncFunction(`"use strict"; ${rest.join("\n")}`), "function");
  }
  const folder = mkdtempSync(join(tmpdir(), "ton-edge-snippets-"));
  try {
    for (const [at, code] of written("Python").entries()) writeFileSync(join(folder, `s${at}.py`), code);
    execFileSync("python3", ["-m", "compileall", "-q", folder]);
  } finally {
    rmSync(folder, { recursive: true });
  }
  execFileSync("bash", ["-n"], { input: written("curl").join("\n") });
});

/** Writes a crate with the Rust snippets of all operations, a module each. */
function crate(folder) {
  mkdirSync(join(folder, "src"));
  writeFileSync(
    join(folder, "src/lib.rs"),
    written("Rust")
      .map((code, at) => `pub mod snippet_${at} {\n${code}}\n`)
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
    crate(folder);
    const read = spawnSync("rustfmt", ["--edition", "2024", join(folder, "src/lib.rs")], { encoding: "utf8" });
    assert.equal(read.status, 0, read.stderr);
    assert.ok(readFileSync(join(folder, "src/lib.rs"), "utf8").includes("Generation::V3"));
    if (process.env.TON_EDGE_FULL !== "1") return;
    const checked = spawnSync("cargo", ["check", "--target", "wasm32-unknown-unknown"], {
      cwd: folder,
      encoding: "utf8",
      env: { ...process.env, CARGO_TARGET_DIR: join(ROOT, "target/snippets") },
    });
    assert.equal(checked.status, 0, checked.stderr.slice(-3000));
  } finally {
    rmSync(folder, { recursive: true });
  }
});
