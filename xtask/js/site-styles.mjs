// Joins the style sheets of the web app: each entry becomes one file with all of its imports.

import { createRequire } from "node:module";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../../", import.meta.url));
const { build } = createRequire(join(root, "tests/package.json"))("esbuild");

/** @param {string} folder @param {Record<string, string>} entries the source of each, by its path on the site */
export async function joinStyles(folder, entries) {
  await build({
    entryPoints: Object.entries(entries).map(([path, source]) => ({ in: source, out: path.slice(0, -".css".length) })),
    outdir: folder,
    bundle: true,
    minify: true,
    // The content security policy of the web app allows images in data URLs.
    loader: { ".svg": "dataurl" },
    absWorkingDir: folder,
    logLevel: "warning",
  });
}
