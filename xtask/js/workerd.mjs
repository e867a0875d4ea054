// Writes the half of the package for runtimes that cannot compile wasm from bytes but import it as modules: workerd, and the edge runtime of
// Next.js and Vercel. Each entry that `pkg/package.json` names as `dist/x.workerd.js` becomes one file with its own modules; shared modules
// are in chunks beside the entries, so that a program has each of them once. `?module` after the name of a wasm file requests the compiled
// module; without it, bundlers import an instance.
import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { basename, dirname, join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";

import { SOURCE_MAP_OPTIONS, swapWasmModules } from "./swap.mjs";

const root = fileURLToPath(new URL("../../", import.meta.url));
const packageFolder = join(root, "pkg");
const dist = join(packageFolder, "dist");
const { build } = createRequire(join(root, "tests/package.json"))("esbuild");

const FILE_ENDING = ".workerd.js";

/** Every file with that ending in the exports, at any depth. */
function listImportNames(value) {
  if (typeof value === "string") return value.endsWith(FILE_ENDING) ? [value] : [];
  return value === null || typeof value !== "object" ? [] : Object.values(value).flatMap(listImportNames);
}

const { exports } = JSON.parse(readFileSync(join(packageFolder, "package.json"), "utf8"));
/** Names chunks by their content, because their hashes change with every build. */
function nameChunks(chunks) {
  const readKey = ([, { inputs }]) => Object.keys(inputs).sort().join();
  const orderedChunks = chunks.sort((a, b) => (readKey(a) < readKey(b) ? -1 : 1));
  return orderedChunks.map(([path], index) => [basename(path, FILE_ENDING), `shared-${index + 1}`]);
}

const entries = new Set(listImportNames(exports).map((path) => basename(path, FILE_ENDING)));
const { metafile, outputFiles } = await build({
  entryPoints: Object.fromEntries(
    [...entries].map((entry) => [`${entry}.workerd`, join(packageFolder, `${entry}.js`)]),
  ),
  outdir: dist,
  chunkNames: "[name]-[hash].workerd",
  bundle: true,
  splitting: true,
  write: false,
  metafile: true,
  format: "esm",
  target: "es2022",
  logLevel: "warning",
  ...SOURCE_MAP_OPTIONS,
  plugins: [
    swapWasmModules("workerd"),
    {
      // The endpoints and the examples are the same in all variants, so every condition shares one copy of them.
      name: "data of the fake service",
      setup: ({ onResolve }) =>
        onResolve({ filter: /\/dist\/(endpoints|examples)\.js$/ }, ({ path }) => ({
          path: `./${basename(path)}`,
          external: true,
        })),
    },
    {
      name: "wasm as modules",
      setup: ({ onResolve }) =>
        onResolve({ filter: /\.wasm$/ }, ({ path, resolveDir }) => ({
          path: `./${relative(dist, resolve(resolveDir, path))}?module`,
          external: true,
        })),
    },
  ],
});
const scripts = Object.entries(metafile.outputs).filter(([path]) => path.endsWith(".js"));
const laterScripts = scripts.filter(
  ([path, { entryPoint }]) => entryPoint !== undefined && !entries.has(basename(path, FILE_ENDING)),
);
/** Names a module that is loaded later by its folder: `lib/actions/index.js` is `actions`; by its file if an entry or the folder's index has that name. */
function nameLaterFile(entryPoint) {
  const [folder, file] = [basename(dirname(entryPoint)), basename(entryPoint, ".js")];
  const index = join(dirname(entryPoint), "index.js");
  const hasIndex = laterScripts.some(([, later]) => later.entryPoint === index);
  return entries.has(folder) || (hasIndex && file !== "index") ? file : folder;
}
const laterChunks = laterScripts.map(([path, { entryPoint = "" }]) => [
  basename(path, FILE_ENDING),
  nameLaterFile(entryPoint),
]);
const names = nameChunks(scripts.filter(([, { entryPoint }]) => entryPoint === undefined)).concat(laterChunks);
const finalNames = [...names.map(([, name]) => name), ...entries];
const repeatedName = finalNames.find((name, index) => finalNames.indexOf(name) !== index);
if (repeatedName !== undefined) throw new Error(`two modules would be written to ${repeatedName}${FILE_ENDING}`);
// A bare import only loads a chunk for its side effects. No chunk has any, and bundlers warn of such imports; an empty line remains for the source map.
const renameChunks = (text) =>
  names
    .reduce((text, [hashed, name]) => text.replaceAll(hashed, name), text)
    .replace(/^import "\.\/shared-[\w.-]+";$/gm, "");
for (const { path, text } of outputFiles) writeFileSync(renameChunks(path), renameChunks(text));
process.stdout.write(`${scripts.length} files\n`);
