// Makes the projects of the matrix below target/consumers, with the packed package installed by npm.

import { execFile } from "node:child_process";
import { cp, mkdir, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { promisify } from "node:util";

import { pack } from "../helpers/tarball.mjs";

const run = promisify(execFile);
const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const NPM = ["install", "--no-save", "--no-package-lock", "--ignore-scripts", "--no-audit", "--no-fund"];
const environment = { ...process.env, npm_config_update_notifier: "false" };

async function installed(folder, ...args) {
  await run(process.platform === "win32" ? "npm.cmd" : "npm", [...NPM, ...args], {
    cwd: folder,
    env: environment,
    maxBuffer: 1 << 24,
  });
}

/** Packs and installs the package; with `tools`, first the tools of the full matrix, by their lockfile. */
export async function prepare({ tools }) {
  const folder = here(`../../target/consumers/${tools ? "full" : "fast"}`);
  await mkdir(folder, { recursive: true });
  if (tools) {
    // Not `npm ci`, which needs the binaries of every platform.
    for (const name of ["package.json", "package-lock.json"]) await cp(here(name), join(folder, name));
    await run("npm", ["install", ...NPM.filter((one) => one !== "--no-package-lock").slice(1)], {
      cwd: folder,
      env: environment,
      maxBuffer: 1 << 24,
    });
  } else {
    await writeFile(join(folder, "package.json"), '{ "private": true, "type": "module" }\n');
  }
  const tarball = await pack();
  await rm(join(folder, "node_modules/ton-edge"), { recursive: true, force: true });
  // npm's cache has no registry metadata of tools that came by a lockfile, so npm may have to fetch it.
  await installed(folder, "--prefer-offline", tarball.file);
  await tarball.remove();
  const require = createRequire(join(folder, "package.json"));
  return {
    /** A module of a tool, and its version. */
    tool: async (name) => ({
      ...(await import(/** @type {any} */ (pathToFileURL(require.resolve(name))))),
      version: require(join(folder, "node_modules", name, "package.json")).version,
    }),
    path: (name) => join(folder, "node_modules", name),
    project: (name, from) => project(folder, name, from),
  };
}

/** Makes a project: the programs, the files of `projects/FROM`, and the package. */
async function project(folder, name, from) {
  const home = join(folder, "projects", name.toLowerCase().replace(/\W+/g, "-"));
  await rm(home, { recursive: true, force: true });
  await mkdir(join(home, "node_modules"), { recursive: true });
  await cp(here("program"), home, { recursive: true });
  await cp(here("projects/package.json"), join(home, "package.json"));
  if (from) await cp(here(`projects/${from}`), home, { recursive: true });
  await cp(join(folder, "node_modules/ton-edge"), join(home, "node_modules/ton-edge"), { recursive: true });
  return home;
}
