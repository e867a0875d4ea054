// The web app as a static host serves it, for a suite. `cargo xtask build` leaves it in target/site: a suite copies it from there, unless a
// source is newer.

import { existsSync, readdirSync, statSync } from "node:fs";
import { cp } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

import { buildSite } from "../../xtask/js/site.mjs";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const BUILT_SITE = join(ROOT, "target/site");
/** The sources of the web app. */
const SOURCES = ["www", "xtask/js", "pkg", "tests/package-lock.json"];

/** The time of the last change of a path, or of a file or folder below it. @returns {number} */
function readModificationTime(path) {
  const fileStats = statSync(path);
  if (!fileStats.isDirectory()) return fileStats.mtimeMs;
  return Math.max(fileStats.mtimeMs, ...readdirSync(path).map((name) => readModificationTime(join(path, name))));
}

/** Whether the built web app is up to date with its sources. */
function isBuilt() {
  const proof = join(BUILT_SITE, "_headers");
  if (!existsSync(proof)) return false;
  const modifiedAt = statSync(proof).mtimeMs;
  return SOURCES.every((path) => existsSync(join(ROOT, path)) && readModificationTime(join(ROOT, path)) < modifiedAt);
}

/**
 * Puts the web app into an empty folder.
 *
 * @param {string} folder @param {{ precompressed?: boolean }} [options] `precompressed`: as for a deployment
 */
export async function buildSiteIn(folder, { precompressed: isPrecompressed = false } = {}) {
  if (!isBuilt()) return buildSite(folder, { precompressed: isPrecompressed });
  await cp(BUILT_SITE, folder, { recursive: true, filter: (path) => isPrecompressed || !/\.(br|gz)$/.test(path) });
  return folder;
}
