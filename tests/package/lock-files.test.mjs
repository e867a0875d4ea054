// Every lock file of Rust is up to date: programs that are built with `--locked` in long runs only would fail there.

import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const run = promisify(execFile);
const root = fileURLToPath(new URL("../..", import.meta.url));

test("each one is what its manifest wants", { timeout: 300_000 }, async () => {
  const { stdout } = await run("git", ["ls-files", "*Cargo.lock"], { cwd: root });
  const files = stdout.trim().split("\n");
  assert.ok(files.length > 5, stdout);
  for (const file of files) {
    const args = ["update", "--workspace", "--locked", "--manifest-path", file.replace(/lock$/, "toml")];
    await run("cargo", args, { cwd: root }).catch(({ stderr }) =>
      assert.fail(`${file}: ${stderr}\n\`cargo update --workspace\` there`),
    );
  }
});
