// The package as `npm publish` would upload it.

import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { copyFile, mkdir, mkdtemp, readFile, readdir, rename, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const run = promisify(execFile);
const testsFolder = fileURLToPath(new URL("../..", import.meta.url));

/** Tarballs of earlier states are deleted after this time. */
const DAY_MS = 86_400_000;

/** Packs `pkg/` of a checkout into a folder; returns the name of the tarball, and the paths in it. */
async function runNpmPack(checkout, folder) {
  if (existsSync(join(checkout, "pkg/dist/QUICK")))
    throw new Error("pkg/dist has modules of the quick profile, which nobody publishes: run cargo xtask build");
  const npm = ["pack", "--json", "--ignore-scripts", "--pack-destination", folder];
  const { stdout } = await run("npm", npm, {
    cwd: join(checkout, "pkg"),
    env: { ...process.env, npm_config_update_notifier: "false" },
    maxBuffer: 1 << 24,
  });
  const [{ filename, files }] = JSON.parse(stdout);
  return { filename, paths: files.map(({ path }) => path) };
}

/** Returns a text that changes with every file of a folder, from the paths, sizes and times of the files. */
async function makeState(folder) {
  const names = (await readdir(folder, { recursive: true })).filter((name) => !name.startsWith("node_modules")).sort();
  const files = await Promise.all(
    names.map(async (name) => {
      const { size, mtimeMs } = await stat(join(folder, name));
      return `${name} ${size} ${mtimeMs}`;
    }),
  );
  return createHash("sha256").update(files.join("\n")).digest("hex");
}

/** The tarball of a checkout in `target/packed/STATE`, packed by the first suite that needs it: npm takes 2 s of CPU for it. */
async function packOnce(checkout) {
  const home = join(checkout, "target/packed");
  const folder = join(home, await makeState(join(checkout, "pkg")));
  const list = join(folder, "packed.json");
  const listText = await readFile(list, "utf8").catch(() => undefined);
  if (listText !== undefined) return { folder, ...JSON.parse(listText) };
  await mkdir(home, { recursive: true });
  const newFolder = await mkdtemp(join(home, "new-"));
  const packedFiles = await runNpmPack(checkout, newFolder);
  await writeFile(join(newFolder, "packed.json"), JSON.stringify(packedFiles));
  for (const name of await readdir(home)) {
    const { mtimeMs } = await stat(join(home, name)).catch(() => ({ mtimeMs: Infinity }));
    if (Date.now() - mtimeMs > DAY_MS) await rm(join(home, name), { recursive: true, force: true });
  }
  // Another suite may have been faster; both tarballs are equal.
  return rename(newFolder, folder).then(
    () => ({ folder, ...packedFiles }),
    () => ({ folder: newFolder, ...packedFiles }),
  );
}

/**
 * Packs the package of a checkout into a folder of its own: the tarball's path, its bytes, the paths in it; `remove` deletes the folder.
 *
 * @param {{ checkout?: string, again?: boolean }} [options] `again`: npm packs it now, also if it has packed the same files before
 */
export async function pack({ checkout = testsFolder, again: isRepacked = false } = {}) {
  const folder = await mkdtemp(join(tmpdir(), "ton-edge-packed-"));
  const packedFiles = isRepacked ? { folder, ...(await runNpmPack(checkout, folder)) } : await packOnce(checkout);
  const file = join(folder, packedFiles.filename);
  if (!isRepacked) await copyFile(join(packedFiles.folder, packedFiles.filename), file);
  return {
    folder,
    file,
    bytes: await readFile(file),
    paths: /** @type {string[]} */ (packedFiles.paths),
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}

/** Unpacks it as npm does and returns `folder/node_modules/ton-edge`. */
export async function unpack(file, folder) {
  const home = join(folder, "node_modules/ton-edge");
  await run("mkdir", ["-p", home]);
  await run("tar", ["-xzf", file, "-C", home, "--strip-components=1"]);
  return home;
}
