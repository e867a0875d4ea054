// Writes the CommonJS half of the package: every module that a `require` entry reaches becomes a separate .cjs file, so that two entries
// share one instance of their common modules. `pkg/x.js` becomes `pkg/dist/x.cjs`, `pkg/dist/x.js` becomes `pkg/dist/cjs/x.cjs`, and the
// types of an entry, `pkg/x.d.ts`, become `pkg/dist/x.d.cts`.
import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, relative, resolve, sep } from "node:path";
import { fileURLToPath } from "node:url";

import { toFallbackPath } from "./swap.mjs";

const root = fileURLToPath(new URL("../../", import.meta.url));
const packageFolder = join(root, "pkg");
const dist = join(packageFolder, "dist");
const { build } = createRequire(join(root, "tests/package.json"))("esbuild");

/** The path of the CommonJS form of a module of the package. */
function targetPath(source) {
  const pathInDist = relative(dist, source);
  const path = pathInDist.startsWith("..")
    ? join(dist, relative(packageFolder, source))
    : join(dist, "cjs", pathInDist);
  return path.replace(/\.(d\.)?[jt]s$/, (_, types) => (types ? ".d.cts" : ".cjs"));
}

/** A specifier from one written file to another. */
function relativeSpecifier(from, to) {
  const path = relative(dirname(from), to).split(sep).join("/");
  return path.startsWith(".") ? path : `./${path}`;
}

/** Every file that an entry names under a `require` condition, at any depth. */
function listRequiredFiles(value, isInsideRequire = false) {
  if (typeof value === "string") return isInsideRequire ? [value] : [];
  if (value === null || typeof value !== "object") return [];
  return Object.entries(value).flatMap(([key, part]) => listRequiredFiles(part, isInsideRequire || key === "require"));
}

const { exports } = JSON.parse(readFileSync(join(packageFolder, "package.json"), "utf8"));
// single.mjs writes the entries that are one file; their types are written here.
const SINGLE_FILES = [
  "address.no-wasm",
  "address.auto",
  "message.no-wasm",
  "ed25519.no-wasm",
  "no-wasm",
  "slim",
  "slim-message",
  "slim-tvm",
].map((name) => `./dist/${name}.cjs`);
const entryFiles = new Set(
  listRequiredFiles(exports)
    .filter((path) => !SINGLE_FILES.includes(path))
    .map((path) => resolve(packageFolder, path)),
);
const toSource = (path, from, to) => join(packageFolder, relative(dist, path)).slice(0, -from.length) + to;
const queue = [...entryFiles].filter((path) => path.endsWith(".cjs")).map((path) => toSource(path, ".cjs", ".js"));
for (const source of queue)
  if (!existsSync(source)) throw new Error(`"exports" needs ${relative(root, source)}, which does not exist`);

const writtenSources = new Set();
for (let source; (source = queue.pop()) !== undefined; ) {
  if (writtenSources.has(source)) continue;
  writtenSources.add(source);
  await build({
    entryPoints: [source],
    outfile: targetPath(source),
    bundle: true,
    format: "cjs",
    platform: "node",
    target: "node20",
    // Jest does not support dynamic imports in CommonJS.
    supported: { "dynamic-import": false },
    logLevel: "warning",
    plugins: [
      {
        name: "one file each",
        setup: ({ onResolve }) =>
          onResolve({ filter: /^\./ }, ({ path, resolveDir, kind }) => {
            if (kind === "entry-point") return undefined;
            const resolvedPath = toFallbackPath(resolve(resolveDir, path));
            if (!existsSync(resolvedPath))
              return { errors: [{ text: `${relative(root, resolvedPath)} does not exist` }] };
            queue.push(resolvedPath);
            return { path: relativeSpecifier(targetPath(source), targetPath(resolvedPath)), external: true };
          }),
      },
    ],
  });
}

/** Writes types, with the specifiers of relative imports adapted to the new paths. */
function writeTypes(source) {
  const text = readFileSync(source, "utf8").replace(
    /(\bfrom\s*|\bimport\s*\(?\s*|\bmodule\s+)(["'])(\.[^"']*)\.js\2/g,
    (_, before, quote, path) => {
      const resolvedPath = resolve(dirname(source), `${path}.d.ts`);
      queue.push(resolvedPath);
      return `${before}${quote}${relativeSpecifier(targetPath(source), targetPath(resolvedPath)).replace(/\.d\.cts$/, ".cjs")}${quote}`;
    },
  );
  mkdirSync(dirname(targetPath(source)), { recursive: true });
  writeFileSync(targetPath(source), text);
}

queue.push(
  ...[...entryFiles].filter((path) => path.endsWith(".d.cts")).map((path) => toSource(path, ".d.cts", ".d.ts")),
);
for (let source; (source = queue.pop()) !== undefined; ) {
  if (writtenSources.has(source)) continue;
  writtenSources.add(source);
  if (!existsSync(source)) throw new Error(`the types need ${relative(root, source)}, which does not exist`);
  writeTypes(source);
}

const files = /** @type {string[]} */ (readdirSync(dist, { recursive: true })).filter((name) => /\.c[jt]s$/.test(name));
process.stdout.write(`${files.length} files\n`);
