// Writes `ton-edge/address/no-wasm`: pkg/address.js in one file, in which `load/address.js` (WebAssembly) is
// `load/address.no-wasm.js` (the module as JavaScript, by wasm2js). As an ES module and for CommonJS.
import { createRequire } from "node:module";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../../", import.meta.url));
const pkg = join(root, "pkg");
const { build } = createRequire(join(root, "tests/package.json"))("esbuild");

for (const [format, ending] of [["esm", "js"], ["cjs", "cjs"]]) {
  await build({
    entryPoints: [join(pkg, "address.js")],
    outfile: join(pkg, `dist/address.no-wasm.${ending}`),
    bundle: true,
    // What wasm2js writes is not for reading, and 100 kB.
    minify: true,
    format,
    target: "es2022",
    logLevel: "warning",
    plugins: [{
      name: "no wasm",
      setup: ({ onResolve }) => onResolve({ filter: /\/load\/address\.js$/ }, () => ({
        path: join(pkg, "lib/load/address.no-wasm.js"),
        sideEffects: false,
      })),
    }],
  });
}
process.stdout.write("2 files\n");
