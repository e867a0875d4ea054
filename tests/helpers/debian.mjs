// Installs the Debian packages of programs that only full runs need, if they are missing.

import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { promisify } from "node:util";

const run = promisify(execFile);

/** Whether a program can be installed: as root on a system with apt. */
export const hasApt = () => process.getuid?.() === 0 && existsSync("/usr/bin/apt-get");

/** Installs the packages if one of the paths is missing. @param {string[]} paths @param {string[]} packages */
export async function ensureDebian(paths, packages) {
  if (paths.every((path) => existsSync(path))) return;
  const runApt = (...args) =>
    run("apt-get", ["-o", "DPkg::Lock::Timeout=300", "-q", ...args], {
      env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
      timeout: 300_000,
      maxBuffer: 1 << 24,
    });
  const install = () => runApt("install", "-y", "--no-install-recommends", ...packages);
  // A new machine has no package lists, an old one outdated ones.
  await install().catch(() => runApt("update").then(install));
}
