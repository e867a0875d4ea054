// The compilers that users have: the last TypeScript 5, and the newest version. Tests run them as programs, as users do; only version 5 has
// a JavaScript API.

import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

import ts from "typescript-5";

const require = createRequire(import.meta.url);
const root = fileURLToPath(new URL("../../", import.meta.url));

/** The compilers' packages, by the name in test titles. */
export const COMPILERS = Object.fromEntries(
  ["typescript-5", "typescript"].map((name) => {
    const manifest = require.resolve(`${name}/package.json`);
    return [`TypeScript ${require(manifest).version}`, join(dirname(manifest), "bin/tsc")];
  }),
);

const STRICT_OPTIONS = {
  strict: true,
  noEmit: true,
  skipLibCheck: false,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  noPropertyAccessFromIndexSignature: true,
  noImplicitOverride: true,
  isolatedModules: true,
  verbatimModuleSyntax: false,
  forceConsistentCasingInFileNames: true,
  target: "es2022",
  lib: ["es2022", "dom", "dom.iterable", "dom.asynciterable"],
  // Only the types of the package itself, without @types of other packages.
  types: [],
};
export const NODE16 = { module: "node16", moduleResolution: "node16" };
export const BUNDLER = { module: "esnext", moduleResolution: "bundler" };

/** The folder of a program that has the package installed, with these files. */
function writeProject(texts, options) {
  const home = join(root, "target/types");
  mkdirSync(home, { recursive: true });
  const folder = mkdtempSync(join(home, "program-"));
  symlinkSync(join(root, "tests/node_modules"), join(folder, "node_modules"));
  for (const [name, text] of Object.entries(texts)) writeFileSync(join(folder, name), text);
  const compilerOptions = { ...STRICT_OPTIONS, ...options };
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions, files: Object.keys(texts) }));
  return { folder, compilerOptions };
}

/** Compiles texts; returns the compiler's errors, and the files of the package that it read. */
export async function compile(compiler, texts, options) {
  const { folder } = writeProject(texts, options);
  try {
    const args = [compiler, "-p", folder, "--pretty", "false", "--listFiles"];
    const { stdout } = await promisify(execFile)(process.execPath, args, { maxBuffer: 1 << 26, cwd: folder }).catch(
      (error) => (typeof error.stdout === "string" ? error : Promise.reject(error)),
    );
    const lines = stdout.split("\n").filter(Boolean);
    const faults = lines.filter((line) => /\berror TS\d+:/.test(line));
    const read = lines
      .filter((line) => line.startsWith(join(root, "pkg/")))
      .map((line) => relative(join(root, "pkg"), line));
    return { faults, read };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Queries the same program by the API of TypeScript 5. `callback` gets the program and its checker. */
export function query(texts, options, callback) {
  const { folder, compilerOptions } = writeProject(texts, options);
  try {
    const parsedOptions = ts.convertCompilerOptionsFromJson(compilerOptions, folder);
    const files = Object.keys(texts).map((name) => join(folder, name));
    const host = ts.createCompilerHost(parsedOptions.options);
    const program = ts.createProgram(files, parsedOptions.options, host);
    return callback({ program, checker: program.getTypeChecker(), files, options: parsedOptions.options });
  } finally {
    rmSync(folder, { recursive: true });
  }
}
