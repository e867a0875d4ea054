// The package as `npm publish` would upload it.

import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const run = promisify(execFile);
const here = fileURLToPath(new URL("../..", import.meta.url));

/**
 * Packs the package of a checkout into its own folder: the tarball's path, its bytes, the paths in it; `remove` deletes the folder.
 */
export async function pack(checkout = here) {
  const folder = await mkdtemp(join(tmpdir(), "ton-edge-packed-"));
  const npm = ["pack", "--json", "--ignore-scripts", "--pack-destination", folder];
  const { stdout } = await run("npm", npm, {
    cwd: join(checkout, "pkg"),
    env: { ...process.env, npm_config_update_notifier: "false" },
    maxBuffer: 1 << 24,
  });
  const [{ filename, files }] = JSON.parse(stdout);
  const file = join(folder, filename);
  return {
    folder,
    file,
    bytes: await readFile(file),
    paths: files.map(({ path }) => path),
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
