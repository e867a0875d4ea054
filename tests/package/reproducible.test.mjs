// The same sources give the same package, byte for byte, wherever the checkout is. A clean build takes minutes, so only TESTS_FULL=1 runs
// it.

import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { cp, mkdir, mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

import { pack, unpack } from "../helpers/tarball.mjs";

const run = promisify(execFile);
const root = fileURLToPath(new URL("../../", import.meta.url));
const isFull = process.env.TESTS_FULL === "1";
const hash = (bytes) => createHash("sha256").update(bytes).digest("hex");

/** The sources of this checkout, without built files. */
async function copySources(to) {
  const { stdout } = await run("git", ["ls-files", "-z", "--cached", "--others", "--exclude-standard"], {
    cwd: root,
    maxBuffer: 1 << 24,
  });
  for (const path of stdout.split("\0").filter(Boolean)) {
    await mkdir(dirname(join(to, path)), { recursive: true });
    // A file that was deleted, but not yet committed, does not exist.
    await cp(join(root, path), join(to, path)).catch((error) => assert.equal(error.code, "ENOENT"));
  }
}

/** The hash of every file of the package in a checkout. */
async function readHashes(checkout) {
  const tarball = await pack({ checkout, again: true });
  try {
    const home = await unpack(tarball.file, tarball.folder);
    const files = {};
    for (const path of tarball.paths.sort()) files[path] = hash(await readFile(join(home, path)));
    return { files, tarball: hash(tarball.bytes) };
  } finally {
    await tarball.remove();
  }
}

test("packing twice results in equal tarballs", async () => {
  assert.deepEqual(await readHashes(root), await readHashes(root));
});

test("a clean build in another folder results in the same bytes", {
  skip: isFull ? false : "only under --full",
  timeout: 1_200_000,
}, async () => {
  const folder = await mkdtemp(join(tmpdir(), "ton-edge-elsewhere-"));
  try {
    const checkout = join(folder, "another name of the checkout");
    await copySources(checkout);
    const environment = { ...process.env };
    delete environment.CARGO_TARGET_DIR;
    await run("cargo", ["xtask", "build"], { cwd: checkout, env: environment, maxBuffer: 1 << 26 });
    assert.deepEqual(await readHashes(checkout), await readHashes(root));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
