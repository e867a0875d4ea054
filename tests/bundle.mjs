// Suites in one file, for runtimes and entries other than those of the installed package.

import { fileURLToPath } from "node:url";
import { build } from "esbuild";

/**
 * @param {string} contents a program beside this file
 * @param {Record<string, string>} entries what stands for which entry of the package, by paths from here
 */
export async function bundle(contents, entries) {
  const here = fileURLToPath(new URL(".", import.meta.url));
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: here },
    bundle: true,
    format: "esm",
    platform: "neutral",
    mainFields: ["module", "main"],
    conditions: ["import"],
    target: "es2022",
    write: false,
    // The suite of odd values reads names of the whole package, which an entry may lack.
    logOverride: { "import-is-undefined": "silent" },
    logLevel: "warning",
    plugins: [{
      name: "entries",
      setup({ onResolve }) {
        onResolve({ filter: /^ton-edge(\/|$)/ }, ({ path }) =>
          path in entries ? { path: fileURLToPath(new URL(entries[path], import.meta.url)) } : undefined);
        onResolve({ filter: /\.wasm$/ }, ({ path }) => ({ path: `./${path.split("/").pop()}`, external: true }));
      },
    }],
  });
  return outputFiles[0].text;
}
