// Every lockfile is up to date: an outdated one would make an install or a build fail only in long runs.

import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

import { listChanges, readLock } from "../../xtask/js/locks.mjs";

const run = promisify(execFile);
const root = fileURLToPath(new URL("../..", import.meta.url));

const readLockfiles = async (pattern) =>
  (await run("git", ["ls-files", pattern], { cwd: root })).stdout.trim().split("\n");

test("each Cargo.lock matches its manifest", { timeout: 300_000 }, async () => {
  const files = await readLockfiles("*Cargo.lock");
  assert.ok(files.length > 5, files.join(" "));
  for (const file of files) {
    const args = ["update", "--workspace", "--locked", "--manifest-path", file.replace(/lock$/, "toml")];
    await run("cargo", args, { cwd: root }).catch(({ stderr }) =>
      assert.fail(`${file}: ${stderr}\n\`cargo update --workspace\` there`),
    );
  }
});

test("each packed package-lock.json matches its package.json", async () => {
  const files = await readLockfiles("*package-lock.json.gz");
  assert.ok(files.length > 10, files.join(" "));
  const kinds = ["dependencies", "devDependencies", "optionalDependencies", "peerDependencies", "engines"];
  for (const folder of files.map(dirname)) {
    const lock = JSON.parse(readLock(join(root, folder)));
    const manifest = JSON.parse(readFileSync(join(root, folder, "package.json"), "utf8"));
    const pick = (from) => Object.fromEntries(kinds.map((kind) => [kind, from[kind]]));
    assert.deepEqual(pick(lock.packages[""]), pick(manifest), `node xtask/js/locks.mjs refresh ${folder}`);
    for (const [path, entry] of Object.entries(lock.packages))
      assert.ok(path === "" || entry.integrity || entry.inBundle, `${folder}: ${path} has no hash`);
  }
});

test("refreshing a lockfile lists the changed packages", () => {
  const lock = (packages) => JSON.stringify({ packages: { "": { version: "1.0.0" }, ...packages } });
  const lockBefore = lock({ "node_modules/a": { version: "1.0.0" }, "node_modules/b": { version: "2.0.0" } });
  const lockAfter = lock({
    "node_modules/a": { version: "1.1.0" },
    "node_modules/a/node_modules/c": { version: "3.0.0" },
  });
  assert.deepEqual(listChanges(lockBefore, lockAfter), [
    "a: 1.0.0 -> 1.1.0",
    "a/node_modules/c: new -> 3.0.0",
    "b: 2.0.0 -> removed",
  ]);
  assert.deepEqual(listChanges("", lockAfter), ["a: new -> 1.1.0", "a/node_modules/c: new -> 3.0.0"]);
  assert.deepEqual(listChanges(lockAfter, lockAfter), []);
});
