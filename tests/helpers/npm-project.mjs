// Installs the packages of a lockfile into their own folder below target/, if they are missing or outdated.

import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

import { readLock } from "../../xtask/js/locks.mjs";

const root = fileURLToPath(new URL("../../", import.meta.url));

/**
 * Installs the packages of `tests/FROM/package-lock.json.gz` into `target/NAME`, without running their install scripts.
 * @param {string} name @param {string} from
 * @returns {Promise<NodeJS.Require>} `require` of that folder
 */
export async function ensureProject(name, from) {
  const folder = join(root, "target", name);
  const stamp = join(folder, "installed");
  const files = {
    "package.json": await readFile(join(root, "tests", from, "package.json"), "utf8"),
    "package-lock.json": readLock(join(root, "tests", from)),
  };
  const sum = createHash("sha256").update(process.version);
  for (const text of Object.values(files)) sum.update(text);
  const mark = sum.digest("hex");
  const isInstalled = async () => (await readFile(stamp, "utf8").catch(() => "")) === mark;
  if (!(await isInstalled())) {
    // Suites that run side by side may install the same packages, so each does it in its own folder; the first one to finish puts it in place.
    const ownFolder = `${folder}.${process.pid}`;
    await mkdir(ownFolder, { recursive: true });
    for (const [name, text] of Object.entries(files)) await writeFile(join(ownFolder, name), text);
    await promisify(execFile)(
      process.platform === "win32" ? "npm.cmd" : "npm",
      // The lockfile has every package, including peers: npm resolves none itself.
      ["ci", "--ignore-scripts", "--no-audit", "--no-fund", "--legacy-peer-deps"],
      { cwd: ownFolder, env: { ...process.env, npm_config_update_notifier: "false" }, maxBuffer: 1 << 24 },
    );
    await writeFile(join(ownFolder, "installed"), mark);
    if (!(await isInstalled())) {
      await rm(folder, { recursive: true, force: true });
      await rename(ownFolder, folder);
    } else await rm(ownFolder, { recursive: true });
  }
  return createRequire(join(folder, "package.json"));
}
