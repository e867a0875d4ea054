// Writes the workerd half of the package: each entry that `pkg/package.json` names as `dist/x.workerd.js` becomes one
// file in which every `wasm/x.js` (wasm inlined as text, which workerd refuses to compile) is `wasm/x.workerd.js`
// (wasm imported as a module). The entries need no bundler: workerd takes them as they are.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { basename, join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";

import { MAPS, swap } from "./swap.mjs";

const root = fileURLToPath(new URL("../../", import.meta.url));
const pkg = join(root, "pkg");
const dist = join(pkg, "dist");
const { build } = createRequire(join(root, "tests/package.json"))("esbuild");

/** Every file of that ending which the exports name, at whatever depth. */
function named(value) {
  if (typeof value === "string") return value.endsWith(".workerd.js") ? [value] : [];
  return value === null || typeof value !== "object" ? [] : Object.values(value).flatMap(named);
}

const { exports } = JSON.parse(readFileSync(join(pkg, "package.json"), "utf8"));
const entries = new Set(named(exports).map((path) => basename(path, ".workerd.js")));
for (const entry of entries) {
  await build({
    entryPoints: [join(pkg, `${entry}.js`)],
    outfile: join(dist, `${entry}.workerd.js`),
    bundle: true,
    format: "esm",
    target: "es2022",
    logLevel: "warning",
    ...MAPS,
    plugins: [
      swap("workerd"),
      {
        name: "wasm as modules",
        setup: ({ onResolve }) =>
          onResolve({ filter: /\.wasm$/ }, ({ path, resolveDir }) => ({
            path: `./${relative(dist, resolve(resolveDir, path))}`,
            external: true,
          })),
      },
    ],
  });
}
process.stdout.write(`${entries.size} files\n`);
