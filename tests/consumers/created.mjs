// Consumers that are projects as the generators of frameworks write them with the answers that they suggest. A folder of `projects/` with the
// generator's name has the lines that are added: a page with the check, and a route. It also has the `package.json` that the generator writes, with
// a packed lockfile: after another version of the generator is installed, the comparison shows what is new.

import assert from "node:assert/strict";
import { appendFile, cp, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

import { readLock } from "../../xtask/js/locks.mjs";
import { commandOf } from "../runtimes/runtimes.mjs";
import { started, VISITS } from "./frameworks.mjs";
import { runTool } from "./programs.mjs";

const KIND = "generators";
const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const NPM = process.platform === "win32" ? "npm.cmd" : "npm";
/** Scripts of the projects run on the Node that the generators require. */
const node = () => commandOf("Node 22")[0];
const environmentOf = (env) => ({
  PATH: `${dirname(node())}:${process.env.PATH}`,
  npm_config_update_notifier: "false",
  ...env,
});
/** The types of the check, for projects in TypeScript that do not read JavaScript. */
const CHECK_TYPES = "export function check(service: string | null): Promise<Record<string, unknown>>;\n";
const settingsOf = (service) => ({ TONCENTER_URL: service, TONCENTER_API_KEY: "mainnet-key" });

/** Lets the generator write the project, adds the lines of `projects/NAME`, and installs the packages and the package under test. */
async function create(projects, { name, script, args, append = {} }, env) {
  const folder = projects.folder("created");
  const home = join(folder, name);
  await rm(home, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  await runTool([node(), projects.path(KIND, script), ...args(name)], folder, env);
  const manifest = async (path) => JSON.parse(await readFile(join(path, "package.json"), "utf8"));
  const lines = here(`projects/${name}`);
  assert.deepEqual(
    await manifest(home),
    await manifest(lines),
    `${name} writes another package.json: refresh its lockfile`,
  );
  await writeFile(join(home, "package-lock.json"), readLock(lines));
  // Installs what the lockfile names. `npm ci` would refuse a lockfile without an optional package that no registry has, as Vite names one.
  await runTool([NPM, "install", "--ignore-scripts", "--no-audit", "--no-fund", "--legacy-peer-deps"], home, env);
  await cp(projects.installed, join(home, "node_modules/ton-edge"), { recursive: true });
  await cp(lines, home, { recursive: true, filter: (path) => !path.endsWith("package-lock.json.gz") });
  await cp(here("program"), join(home, "program"), { recursive: true });
  await writeFile(join(home, "program/default.d.mts"), CHECK_TYPES);
  for (const [file, text] of Object.entries(append)) await appendFile(join(home, file), text);
  return home;
}

/**
 * @typedef {{ name: string, script: string, args: (name: string) => string[], append?: Record<string, string>, build: string[][],
 *   start: (port: number) => string[] }} Generator
 *   `script` is the program of the generator, `args` makes its arguments; `append`: lines at the end of a file; `build` has arguments of npm
 * @param {Generator} generator
 */
function created(generator) {
  let built;
  const make = async (projects, service) => {
    const env = environmentOf(settingsOf(service));
    const home = await create(projects, generator, env);
    for (const args of generator.build) await runTool([NPM, ...args], home, env);
    return home;
  };
  /** @param {"page" | "server"} visit */
  return (visit) => async (projects, service) => {
    const home = await (built ??= make(projects, service));
    const found = await started(
      (port) => [NPM, ...generator.start(port)],
      home,
      environmentOf(settingsOf(service)),
      (url) => VISITS[visit](url, service),
    );
    return { found, version: await projects.version(KIND, generator.name) };
  };
}

const listen = (port) => ["--host", "127.0.0.1", "--port", String(port), "--strictPort"];

const vite = (start) => ({
  name: "create-vite",
  script: "create-vite/index.js",
  args: (name) => [name, "--template", "react-ts", "--no-interactive"],
  append: { "src/main.tsx": "import './check.ts'\n" },
  build: [["run", "build"]],
  start: (port) => ["run", start, "--", ...listen(port)],
});
/** @param {"dev" | "preview"} start */
export const createVite = (start) => created(vite(start))("page");

export const sv = created({
  name: "sv",
  script: "sv/dist/bin.mjs",
  args: (name) => ["create", name, "--template", "minimal", "--types", "ts", "--no-add-ons", "--no-install"],
  build: [
    ["run", "build"],
    ["run", "check"],
  ],
  start: (port) => ["run", "preview", "--", ...listen(port)],
});
