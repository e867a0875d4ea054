// Makes the projects of the matrix below target/consumers, with the packed package installed by npm, and installs the tools that build and
// run them: one folder of `tools/` with its own lockfile per kind, so that packages do not conflict.

import { execFile } from "node:child_process";
import { readdirSync } from "node:fs";
import { cp, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { promisify } from "node:util";

import { ensureProject } from "../helpers/npm-project.mjs";
import { pack } from "../helpers/tarball.mjs";

const run = promisify(execFile);
const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const NPM = ["install", "--no-save", "--no-package-lock", "--ignore-scripts", "--no-audit", "--no-fund"];
/** Number of installations that run at the same time. */
const LANES = 2;
const ROOT = here("../../target/consumers");
const toolsAt = (kind) => join(ROOT, "tools", kind);

/** Installs the tools of every kind by their lockfiles, and reports each with its seconds. */
async function installTools(report) {
  const kinds = readdirSync(here("tools"));
  const next = async () => {
    for (let kind = kinds.shift(); kind !== undefined; kind = kinds.shift()) {
      const start = Date.now();
      await ensureProject(`consumers/tools/${kind}`, `consumers/tools/${kind}`);
      report(`tools of ${kind}: ${Math.round((Date.now() - start) / 1000)} s`);
    }
  };
  await Promise.all(Array.from({ length: LANES }, next));
}

/** Packs the package and installs it as a user does; returns the folder of the installed package. */
async function installPackage() {
  const folder = join(ROOT, "package");
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, "package.json"), '{ "private": true, "type": "module" }\n');
  const tarball = await pack();
  await rm(join(folder, "node_modules"), { recursive: true, force: true });
  await run(process.platform === "win32" ? "npm.cmd" : "npm", [...NPM, tarball.file], {
    cwd: folder,
    env: { ...process.env, npm_config_update_notifier: "false" },
    maxBuffer: 1 << 24,
  });
  await tarball.remove();
  return join(folder, "node_modules/ton-edge");
}

/** @param {{ tools: boolean, report?: (line: string) => void }} options `tools`: also those of the full matrix */
export async function prepare({ tools, report = () => {} }) {
  const [installed] = await Promise.all([installPackage(), tools ? installTools(report) : undefined]);
  const path = (kind, name) => join(toolsAt(kind), "node_modules", name);
  return {
    installed,
    /** A folder for projects that find no tools in the folders above. */
    folder: (name) => join(ROOT, name),
    /** The folder of a tool. */
    path,
    version: async (kind, name) => JSON.parse(await readFile(join(path(kind, name), "package.json"), "utf8")).version,
    /** A module of a tool, and its version. */
    tool: async (kind, name) => {
      const require = createRequire(join(toolsAt(kind), "package.json"));
      return {
        ...(await import(/** @type {any} */ (pathToFileURL(require.resolve(name))))),
        version: require(join(path(kind, name), "package.json")).version,
      };
    },
    /** Makes a project: the programs, the files of `projects/FROM`, and the package; with `kind`, it also finds these tools. */
    project: (name, from, kind) => project(installed, kind ? toolsAt(kind) : ROOT, name, from),
  };
}

async function project(installed, folder, name, from) {
  const home = join(folder, "projects", name.toLowerCase().replace(/\W+/g, "-"));
  await rm(home, { recursive: true, force: true });
  await mkdir(join(home, "node_modules"), { recursive: true });
  await cp(here("program"), home, { recursive: true });
  await cp(here("projects/package.json"), join(home, "package.json"));
  if (from) await cp(here(`projects/${from}`), home, { recursive: true });
  await cp(installed, join(home, "node_modules/ton-edge"), { recursive: true });
  return home;
}
