// Suites in one file, for runtimes and entries other than those of the installed package.

import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const TESTS = new URL("../", import.meta.url);

/**
 * @param {string} contents a program; its paths are relative to `tests/`
 * @param {Record<string, string>} entries entries of the package and the files that replace them, relative to `tests/`
 */
export async function bundle(contents, entries) {
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: fileURLToPath(TESTS) },
    bundle: true,
    format: "esm",
    platform: "neutral",
    mainFields: ["module", "main"],
    conditions: ["import"],
    target: "es2022",
    write: false,
    // The suite of odd values reads names from the whole package, which an entry may lack.
    logOverride: { "import-is-undefined": "silent" },
    logLevel: "warning",
    plugins: [
      {
        name: "entries",
        setup({ onResolve }) {
          onResolve({ filter: /^ton-edge(\/|$)/ }, ({ path }) =>
            path in entries ? { path: fileURLToPath(new URL(entries[path], TESTS)) } : undefined,
          );
          // Modules are named like their files: `?module` is for bundlers.
          onResolve({ filter: /\.wasm(\?module)?$/ }, ({ path }) => ({
            path: `./${path.split("/").pop().replace("?module", "")}`,
            external: true,
          }));
        },
      },
    ],
  });
  return outputFiles[0].text;
}
