// Writes the entries that are one file each, as an ES module and for CommonJS: there the wasm modules are not inlined but JavaScript
// (by wasm2js), or both of it, or brought by the caller.
import { createRequire } from "node:module";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

import { fallback, MAPS, swap } from "./swap.mjs";

const root = fileURLToPath(new URL("../../", import.meta.url));
const pkg = join(root, "pkg");
const { build } = createRequire(join(root, "tests/package.json"))("esbuild");

for (const [entry, out, half, options] of /** @type {any[][]} */ ([
  // What wasm2js writes is not for reading, and hundreds of kB.
  ["address.js", "address.no-wasm", "no-wasm", { minify: true }],
  ["address.js", "address.auto", "auto", { minify: true }],
  ["client.js", "no-wasm", "no-wasm", { minify: true }],
  ["message.js", "message.no-wasm", "no-wasm", { minify: true }],
  ["lib/wasm/slim.js", "slim", "slim", MAPS],
])) {
  for (const [format, ending] of [
    ["esm", "js"],
    ["cjs", "cjs"],
  ]) {
    await build({
      entryPoints: [join(pkg, entry)],
      outfile: join(pkg, `dist/${out}.${ending}`),
      bundle: true,
      format,
      target: "es2022",
      logLevel: "warning",
      // Jest loads CommonJS under jsdom, which has no codecs.
      plugins: half === "slim" && format === "esm" ? [swap(half)] : [swap(half), fallback],
      ...options,
    });
  }
}
process.stdout.write("10 files\n");
