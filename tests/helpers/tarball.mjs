// The package as `npm publish` would send it.

import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const run = promisify(execFile);
const here = fileURLToPath(new URL("../..", import.meta.url));

/** Packs that of a checkout into a folder of its own: where it is, its bytes, the paths in it; `remove` takes the folder away. */
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

/** Takes it apart below a folder, as npm does: `folder/node_modules/ton-edge`, which is given. */
export async function unpack(file, folder) {
  const home = join(folder, "node_modules/ton-edge");
  await run("mkdir", ["-p", home]);
  await run("tar", ["-xzf", file, "-C", home, "--strip-components=1"]);
  return home;
}
