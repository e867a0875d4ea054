// TypeScript as a consumer: the types of the package, from the oldest supported compiler to the newest; and the syntax of every
// published file.

import { execFile } from "node:child_process";
import { readdir, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";

import { environment } from "./programs.mjs";

const run = promisify(execFile);
const KIND = "typescript";

const RESOLUTION_OPTIONS = {
  node16: { module: "node16", moduleResolution: "node16" },
  nodenext: { module: "nodenext", moduleResolution: "nodenext" },
  bundler: { module: "esnext", moduleResolution: "bundler" },
  // The resolution that does not read package exports, which TypeScript 7 no longer has.
  node10: { module: "esnext", moduleResolution: "node10" },
};
const PLATFORM_OPTIONS = {
  dom: { lib: ["es2022", "dom", "dom.iterable"], types: [] },
  node: { lib: ["es2022"], types: ["node"] },
  neither: { lib: ["es2022"], types: [] },
};
const STRICT_OPTIONS = {
  target: "es2022",
  strict: true,
  noEmit: true,
  skipLibCheck: false,
  exactOptionalPropertyTypes: true,
};

/** The first line of each error of a compilation. */
async function findErrors(projects, home, version, options) {
  // TypeScript 6 requires this option from users of the old resolution.
  const deprecationOptions =
    version === "6" && options.moduleResolution === "node10" ? { ignoreDeprecations: "6.0" } : {};
  await writeFile(
    join(home, "tsconfig.json"),
    JSON.stringify({ compilerOptions: { ...STRICT_OPTIONS, ...options, ...deprecationOptions }, files: ["main.ts"] }),
  );
  const tsc = projects.path(KIND, `typescript-${version}/bin/tsc`);
  const { stdout } = await run(process.execPath, [tsc, "-p", "tsconfig.json", "--pretty", "false"], {
    cwd: home,
    env: environment,
    timeout: 120_000,
    maxBuffer: 1 << 24,
  }).catch((error) => (typeof error.stdout === "string" && error.stdout !== "" ? error : Promise.reject(error)));
  return stdout
    .split("\n")
    .filter((line) => /\berror TS\d+:/.test(line))
    .slice(0, 3);
}

/** The expected result: no errors in any resolution. */
export const expectNoErrors = (resolutions) => Object.fromEntries(resolutions.map((name) => [name, []]));

/** @param {string} version @param {keyof typeof PLATFORM_OPTIONS} platform @param {(keyof typeof RESOLUTION_OPTIONS)[]} resolutions */
export const runTypescript = (version, platform, resolutions) => async (projects) => {
  const errorsByFile = {};
  for (const name of resolutions) {
    const home = await projects.project(`typescript ${version} ${platform} ${name}`, "typescript", KIND);
    errorsByFile[name] = await findErrors(projects, home, version, {
      ...RESOLUTION_OPTIONS[name],
      ...PLATFORM_OPTIONS[platform],
    });
  }
  return { result: errorsByFile, version: await projects.version(KIND, `typescript-${version}`) };
};

/** Checks the syntax of every published script with es-check: there are files of each kind, and all have at most that level. */
export const checkSyntax = (ecmaLevel) => async (projects) => {
  const home = await projects.project("syntax", undefined, "node-tools");
  // es-check skips files in folders named node_modules.
  await symlink(projects.installed, join(home, "package"));
  const files = (await readdir(projects.installed, { recursive: true })).filter((file) => /\.(js|mjs|cjs)$/.test(file));
  const checkerPath = projects.path("node-tools", "es-check/lib/cli/index.js");
  const errorsByFile = {};
  for (const [name, ends, flags] of /** @type {const} */ ([
    ["modules", /\.m?js$/, ["--module", "--allowHashBang"]],
    ["scripts", /\.cjs$/, []],
  ])) {
    const checkedFiles = files.filter((file) => ends.test(file)).map((file) => `package/${file}`);
    // es-check exits with an error if a file has newer syntax.
    await run(process.execPath, [checkerPath, ecmaLevel, ...flags, ...checkedFiles], {
      cwd: home,
      env: environment,
      maxBuffer: 1 << 24,
    });
    errorsByFile[name] = checkedFiles.length > 20;
  }
  return { result: errorsByFile, version: await projects.version("node-tools", "es-check") };
};
