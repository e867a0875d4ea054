// Suites in one file, for runtimes and entries other than those of the installed package.

import { fileURLToPath } from "node:url";
import { build } from "esbuild";

import { MUTANT_PLUGINS } from "../../xtask/js/mutants/bundle-mutant.mjs";

const TESTS = new URL("../", import.meta.url);

/**
 * @param {string} contents a program; its paths are relative to `tests/`
 * @param {Record<string, string>} entries entries of the package and the files that replace them, relative to `tests/`
 */
export async function bundleProgram(contents, entries) {
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: fileURLToPath(TESTS) },
    bundle: true,
    format: "esm",
    platform: "neutral",
    mainFields: ["module", "main"],
    conditions: ["import"],
    target: "es2022",
    write: false,
    // `tests/suites/odd.mjs` reads the names of all exports of the package; a replacing entry may lack some.
    logOverride: { "import-is-undefined": "silent" },
    logLevel: "warning",
    plugins: [
      ...MUTANT_PLUGINS,
      {
        name: "entries",
        setup({ onResolve }) {
          onResolve({ filter: /^ton-edge(\/|$)/ }, ({ path }) =>
            path in entries ? { path: fileURLToPath(new URL(entries[path], TESTS)) } : undefined,
          );
          // The suffix `?module` is for bundlers: the name of the file does not have it.
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
