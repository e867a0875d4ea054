// Consumers that are projects as the generators of frameworks write them with the answers that they suggest. A folder of `projects/` with the
// generator's name has the lines that are added: a page with the check, and a route. It also has the `package.json` that the generator writes, with
// a packed lockfile: after another version of the generator is installed, the comparison shows what is new.

import assert from "node:assert/strict";
import { appendFile, cp, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

import { readLock } from "../../xtask/js/locks.mjs";
import { launch } from "../runtimes/chromium.mjs";
import { getCommand } from "../runtimes/runtimes.mjs";
import { runWithServer, VISITS } from "./frameworks.mjs";
import { fetchRendered } from "./next.mjs";
import { visitFolder } from "./pages.mjs";
import { runInHermes } from "./phones.mjs";
import { runTool } from "./programs.mjs";

const KIND = "generators";
const resolvePath = (path) => fileURLToPath(new URL(path, import.meta.url));
const NPM = process.platform === "win32" ? "npm.cmd" : "npm";
/** Scripts of the projects run on the Node that the generators require. */
const node = () => getCommand("Node 22")[0];
const makeEnvironment = (env) => ({
  PATH: `${dirname(node())}:${process.env.PATH}`,
  npm_config_update_notifier: "false",
  ...env,
});
/** The types of the check, for projects in TypeScript that do not read JavaScript. */
const CHECK_TYPES = "export function check(service: string | null): Promise<Record<string, unknown>>;\n";
const makeSettings = (service) => ({ TONCENTER_URL: service, TONCENTER_API_KEY: "mainnet-key" });

/** Limit of an installation or a build: on a loaded machine, a build of Next.js took more than 400 s. */
const BUILD_MS = 1_200_000;

/** Runs a command that must not have a warning about a file of the package. */
async function runQuietly(command, home, env) {
  const { stdout, stderr } = await runTool(command, home, env, BUILD_MS);
  assert.doesNotMatch(stdout + stderr, /node_modules.ton-edge/);
}

/** Lets the generator write the project, adds the lines of `projects/NAME`, and installs the packages and the package under test. */
async function create(projects, { name, script, args, packages = [], append = {} }, env) {
  const folder = projects.folder("created");
  const home = join(folder, name);
  await rm(home, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  // Ignores the answers that a generator may have stored on this machine.
  const promptEnvironment = { ...env, XDG_CONFIG_HOME: join(folder, "settings") };
  await runTool([node(), projects.path(KIND, script), ...args(name)], folder, promptEnvironment);
  const readManifest = async (path) => JSON.parse(await readFile(join(path, "package.json"), "utf8"));
  const lines = resolvePath(`projects/${name}`);
  const expectedManifest = await readManifest(lines);
  for (const packageName of packages) delete expectedManifest.dependencies[packageName];
  assert.deepEqual(
    await readManifest(home),
    expectedManifest,
    `${name} writes another package.json: refresh its lockfile`,
  );
  await cp(join(lines, "package.json"), join(home, "package.json"));
  await writeFile(join(home, "package-lock.json"), readLock(lines));
  // Installs the versions in the lockfile. `npm ci` would refuse a lockfile without an optional package that no registry has, as
  // Vite names one.
  const installCommand = [NPM, "install", "--ignore-scripts", "--no-audit", "--no-fund", "--legacy-peer-deps"];
  await runTool(installCommand, home, env, BUILD_MS);
  await cp(projects.installed, join(home, "node_modules/ton-edge"), { recursive: true });
  await cp(lines, home, { recursive: true, filter: (path) => !path.endsWith("package-lock.json.gz") });
  await cp(resolvePath("program"), join(home, "program"), { recursive: true });
  await writeFile(join(home, "program/default.d.mts"), CHECK_TYPES);
  for (const [file, text] of Object.entries(append)) await appendFile(join(home, file), text);
  return home;
}

/**
 * @typedef {{ name: string, script: string, args: (name: string) => string[], packages?: string[], append?: Record<string, string>,
 *   env?: (home: string) => NodeJS.ProcessEnv, build: string[][] }} Generator
 *   `script` is the program of the generator, `args` makes its arguments; `packages`: dependencies that the framework's guide adds to those of the
 *   generator; `append`: lines at the end of a file; `env`: further environment of the build; `build` has arguments of npm
 */

/** Writes and builds a project once for all its rows. @param {Generator} generator */
function createProjectBuilder(generator) {
  let buildPromise;
  const build = async (projects, service) => {
    const env = makeEnvironment(makeSettings(service));
    const home = await create(projects, generator, env);
    const buildEnv = { ...env, ...generator.env?.(home) };
    for (const args of generator.build) await runQuietly([NPM, ...args], home, buildEnv);
    return home;
  };
  return (projects, service) => (buildPromise ??= build(projects, service));
}

/** The page at `/` is the generator's, so the gateway has no page that shows a block. */
const CREATED_VISITS = {
  ...VISITS,
  gateway: (url) => VISITS.page(url, url),
  prerendered: (url) => fetchRendered(`${url}/static`),
  component: (url, service) => fetchRendered(`${url}/component?${new URLSearchParams({ service })}`),
};

/**
 * Rows of a project that has a server.
 *
 * @param {Generator & { start: (port: number) => string[] }} generator `start` makes arguments of npm
 */
function createRows(generator) {
  const getProject = createProjectBuilder(generator);
  /** @param {keyof typeof CREATED_VISITS} visit */
  return (visit) => async (projects, service) => {
    const home = await getProject(projects, service);
    const result = await runWithServer(
      (port) => [NPM, ...generator.start(port)],
      home,
      makeEnvironment(makeSettings(service)),
      (url) => CREATED_VISITS[visit](url, service),
    );
    return { result, version: await projects.version(KIND, generator.name) };
  };
}

const listArguments = (port) => ["--host", "127.0.0.1", "--port", String(port), "--strictPort"];

const describeVite = (start) => ({
  name: "create-vite",
  script: "create-vite/index.js",
  args: (name) => [name, "--template", "react-ts", "--no-interactive"],
  append: { "src/main.tsx": "import './check.ts'\n" },
  build: [["run", "build"]],
  start: (port) => ["run", start, "--", ...listArguments(port)],
});
/** @param {"dev" | "preview"} start */
export const createVite = (start) => createRows(describeVite(start))("page");

export const sv = createRows({
  name: "sv",
  script: "sv/dist/bin.mjs",
  args: (name) => ["create", name, "--template", "minimal", "--types", "ts", "--no-add-ons", "--no-install"],
  build: [
    ["run", "build"],
    ["run", "check"],
  ],
  start: (port) => ["run", "preview", "--", ...listArguments(port)],
});

export const createNextApp = createRows({
  name: "create-next-app",
  script: "create-next-app/dist/index.js",
  args: (name) => [name, "--yes", "--use-npm", "--skip-install", "--disable-git"],
  // The template loads two fonts from Google at build time.
  env: (home) => ({ NEXT_FONT_GOOGLE_MOCKED_RESPONSES: join(home, "fonts.cjs") }),
  build: [
    ["run", "build"],
    ["run", "lint", "--", "app"],
  ],
  start: (port) => ["run", "start", "--", "--hostname", "127.0.0.1", "--port", String(port)],
});

/**
 * The newest template whose packages can be installed: that of SDK 58 (58.0.8) names a version of React Native which depends on a package in a version
 * that npm does not have.
 */
const EXPO_TEMPLATE = "expo-template-blank@57.0.28";
/** The options of Expo for a bundle as text. */
const EXPO_TEXT = ["--platform", "android", "--dev", "false", "--minify", "false", "--bytecode", "false"];
const EXPO_ENVIRONMENT = { EXPO_NO_TELEMETRY: "1", EXPO_OFFLINE: "1" };

const expo = createProjectBuilder({
  name: "create-expo-app",
  script: "create-expo-app/index.js",
  args: (name) => [name, "--template", EXPO_TEMPLATE, "--no-install", "--yes"],
  packages: ["react-dom", "react-native-web"],
  append: { "index.js": "\nimport './check';\n" },
  env: () => EXPO_ENVIRONMENT,
  build: [
    ["exec", "--", "expo", "export", "--platform", "web"],
    // Also compiles the app to the bytecode of Hermes.
    ["exec", "--", "expo", "export", "--platform", "android", "--output-dir", "dist-android"],
  ],
});

const EXPO_VISITS = {
  page: async (projects, home, service) => {
    const page = await readFile(join(home, "dist/index.html"), "utf8");
    return (await visitFolder(launch, join(home, "dist"), { page, query: { service } })).result;
  },
  /** The same check without the app, in Hermes alone; see `projects/expo-hermes`. */
  hermes: async (projects, home, service) => {
    await cp(resolvePath("projects/expo-hermes"), home, { recursive: true });
    await cp(resolvePath("projects/metro/react-native.js"), join(home, "react-native.js"));
    const bundle = ["export:embed", "--entry-file", "hermes.js", "--bundle-output", "out.js", "--reset-cache"];
    const command = [NPM, "exec", "--", "expo", ...bundle, ...EXPO_TEXT];
    await runQuietly(command, home, makeEnvironment(EXPO_ENVIRONMENT));
    return runInHermes(projects, home, service);
  },
};

/** @param {keyof typeof EXPO_VISITS} visit */
export const createExpoApp = (visit) => async (projects, service) => {
  const home = await expo(projects, service);
  const { version } = JSON.parse(await readFile(join(home, "node_modules/expo/package.json"), "utf8"));
  return {
    result: await EXPO_VISITS[visit](projects, home, service),
    version: `${await projects.version(KIND, "create-expo-app")}, Expo ${version}`,
  };
};
