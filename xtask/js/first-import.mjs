// Bundles a program as users do, and measures the part that a page loads first: later imports are in separate files.
import { createRequire } from "node:module";
import { basename } from "node:path";
import { fileURLToPath } from "node:url";
import { brotliCompressSync, constants } from "node:zlib";

const { build } = createRequire(fileURLToPath(new URL("../../tests/package.json", import.meta.url)))("esbuild");

/** The bytes of a program whose text is `contents`; imports are resolved from `resolveDir`. */
export async function bundleFirstImport(contents, resolveDir, plugins = []) {
  const { outputFiles, metafile } = await build({
    stdin: { contents, resolveDir },
    bundle: true,
    splitting: true,
    outdir: "/first-import",
    metafile: true,
    minify: true,
    format: "esm",
    platform: "browser",
    target: "es2022",
    write: false,
    logLevel: "silent",
    plugins,
  });
  const contentsByName = new Map(outputFiles.map((file) => [basename(file.path), file.contents]));
  const outputs = new Map(Object.entries(metafile.outputs).map(([path, output]) => [basename(path), output]));
  const names = new Set(["stdin.js"]);
  for (const name of names)
    for (const { path, kind } of outputs.get(name).imports) if (kind === "import-statement") names.add(basename(path));
  return Buffer.concat(Array.from(names, (name) => contentsByName.get(name)));
}

/** The number of bytes after the strongest brotli compression. */
export function brotliSize(bytes) {
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length };
  return brotliCompressSync(bytes, { params }).length;
}
