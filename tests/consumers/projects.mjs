// Makes the projects of the matrix below target/consumers, with the packed package installed by npm, and installs the tools that build and
// run them. Each kind of tools has its own folder in `tools/`, with its own lockfile, so that packages do not conflict.

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
const resolvePath = (path) => fileURLToPath(new URL(path, import.meta.url));
const INSTALL_ARGUMENTS = ["install", "--no-save", "--no-package-lock", "--ignore-scripts", "--no-audit", "--no-fund"];
/** Number of installations that run at the same time. */
const PARALLEL_INSTALLS = 2;
const ROOT = resolvePath("../../target/consumers");
const findToolsFolder = (kind) => join(ROOT, "tools", kind);

/** Installs the tools of every kind by their lockfiles, and reports each with its seconds. */
async function installTools(report) {
  const kinds = readdirSync(resolvePath("tools"));
  const installNext = async () => {
    for (let kind = kinds.shift(); kind !== undefined; kind = kinds.shift()) {
      const startTime = Date.now();
      await ensureProject(`consumers/tools/${kind}`, `consumers/tools/${kind}`);
      report(`tools of ${kind}: ${Math.round((Date.now() - startTime) / 1000)} s`);
    }
  };
  await Promise.all(Array.from({ length: PARALLEL_INSTALLS }, installNext));
}

/** Packs the package and installs it as a user does; returns the folder of the installed package. */
async function installPackage() {
  const folder = join(ROOT, "package");
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, "package.json"), '{ "private": true, "type": "module" }\n');
  const tarball = await pack();
  await rm(join(folder, "node_modules"), { recursive: true, force: true });
  await run(process.platform === "win32" ? "npm.cmd" : "npm", [...INSTALL_ARGUMENTS, tarball.file], {
    cwd: folder,
    env: { ...process.env, npm_config_update_notifier: "false" },
    maxBuffer: 1 << 24,
  });
  await tarball.remove();
  return join(folder, "node_modules/ton-edge");
}

/** @param {{ tools: boolean, report?: (line: string) => void }} options `tools`: also those of the full matrix */
export async function prepare({ tools, report = () => {} }) {
  const [installedFolder] = await Promise.all([installPackage(), tools ? installTools(report) : undefined]);
  const path = (kind, name) => join(findToolsFolder(kind), "node_modules", name);
  return {
    installed: installedFolder,
    /** A folder for projects that find no tools in the folders above. */
    folder: (name) => join(ROOT, name),
    /** The folder of a tool. */
    path,
    version: async (kind, name) => JSON.parse(await readFile(join(path(kind, name), "package.json"), "utf8")).version,
    /** A module of a tool, and its version. */
    tool: async (kind, name) => {
      const require = createRequire(join(findToolsFolder(kind), "package.json"));
      return {
        ...(await import(/** @type {any} */ (pathToFileURL(require.resolve(name))))),
        version: require(join(path(kind, name), "package.json")).version,
      };
    },
    /** Makes a project: the programs, the files of `projects/FROM`, and the package; with `kind`, it also finds these tools. */
    project: (name, template, kind) => project(installedFolder, kind ? findToolsFolder(kind) : ROOT, name, template),
  };
}

async function project(installedFolder, folder, name, from) {
  const home = join(folder, "projects", name.toLowerCase().replace(/\W+/g, "-"));
  await rm(home, { recursive: true, force: true });
  await mkdir(join(home, "node_modules"), { recursive: true });
  await cp(resolvePath("program"), home, { recursive: true });
  await cp(resolvePath("projects/package.json"), join(home, "package.json"));
  if (from) await cp(resolvePath(`projects/${from}`), home, { recursive: true });
  await cp(installedFolder, join(home, "node_modules/ton-edge"), { recursive: true });
  return home;
}
