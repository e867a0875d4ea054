// Lockfiles of npm packages that only the tests, the benches and the site of the documents install. Each is stored beside its
// `package.json` as `package-lock.json.gz`: complete, but without 64 000 lines of text.
//
//   node xtask/js/locks.mjs refresh FOLDER...   lets npm resolve package.json, packs the lockfile, and lists the packages that changed
//   node xtask/js/locks.mjs unpack FOLDER...    writes package-lock.json, for `npm ci`, `npm audit` and other tools; git ignores it
//
// `gzip -dc FOLDER/package-lock.json.gz` prints a lockfile.

import { execFileSync } from "node:child_process";
import { copyFileSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { gunzipSync, gzipSync } from "node:zlib";

const LOCK_FILE = "package-lock.json";
const PACKED_FILE = `${LOCK_FILE}.gz`;
/** The lockfile names no registry, so that every machine can use its own. */
const RESOLVE_ARGUMENTS = [
  "install",
  "--package-lock-only",
  "--omit-lockfile-registry-resolved",
  "--ignore-scripts",
  "--no-audit",
];

/** The lockfile of a folder, exactly as npm wrote it. @param {string} folder */
export const readLock = (folder) => gunzipSync(readFileSync(join(folder, PACKED_FILE))).toString();

/** Packs a lockfile, unless the packed one has the same text: another version of zlib would write other bytes for it. */
function writeLock(folder, text) {
  if (!existsSync(join(folder, PACKED_FILE)) || readLock(folder) !== text)
    writeFileSync(join(folder, PACKED_FILE), gzipSync(text, { level: 9 }));
}

/** Lets npm resolve `package.json`, starting from the packed lockfile. */
function resolveLock(folder) {
  const workFolder = mkdtempSync(join(tmpdir(), "ton-edge-lock-"));
  try {
    copyFileSync(join(folder, "package.json"), join(workFolder, "package.json"));
    if (existsSync(join(folder, PACKED_FILE))) writeFileSync(join(workFolder, LOCK_FILE), readLock(folder));
    const npm = process.platform === "win32" ? "npm.cmd" : "npm";
    execFileSync(npm, [...RESOLVE_ARGUMENTS, "--no-fund"], { cwd: workFolder, stdio: ["ignore", "ignore", "inherit"] });
    return readFileSync(join(workFolder, LOCK_FILE), "utf8");
  } finally {
    rmSync(workFolder, { recursive: true, force: true });
  }
}

/** The packages whose versions differ between two lockfiles, one per line, for a reviewer. */
export function listChanges(before, after) {
  const readVersions = (text) =>
    new Map(Object.entries(text ? JSON.parse(text).packages : {}).map(([path, { version }]) => [path, version]));
  const [oldVersions, newVersions] = [readVersions(before), readVersions(after)];
  return [...new Set([...oldVersions.keys(), ...newVersions.keys()])]
    .filter((path) => path !== "" && oldVersions.get(path) !== newVersions.get(path))
    .sort()
    .map(
      (path) =>
        `${path.replace("node_modules/", "")}: ${oldVersions.get(path) ?? "new"} -> ${newVersions.get(path) ?? "removed"}`,
    );
}

function main(verb, folders) {
  if (!["refresh", "unpack"].includes(verb) || folders.length === 0) {
    process.stderr.write("usage: node xtask/js/locks.mjs refresh|unpack FOLDER...\n");
    process.exitCode = 2;
    return;
  }
  for (const folder of folders) {
    if (verb === "unpack") {
      writeFileSync(join(folder, LOCK_FILE), readLock(folder));
      continue;
    }
    const lockBefore = existsSync(join(folder, PACKED_FILE)) ? readLock(folder) : "";
    const lockAfter = resolveLock(folder);
    writeLock(folder, lockAfter);
    const changeLines = listChanges(lockBefore, lockAfter);
    process.stdout.write(
      `${folder}: ${changeLines.length} packages changed\n${changeLines.map((line) => `  ${line}\n`).join("")}`,
    );
  }
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href)
  main(process.argv[2], process.argv.slice(3));
