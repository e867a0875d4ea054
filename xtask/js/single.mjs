// Writes the entries that are one file each, as an ES module and for CommonJS: there the wasm modules are not inlined but JavaScript
// (by wasm2js), or both of it, or brought by the caller. What is loaded later, or is an entry of its own, is a file beside them.
import { createRequire } from "node:module";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

import { useFallbackCodecs, SOURCE_MAP_OPTIONS, swapWasmModules } from "./swap.mjs";

const root = fileURLToPath(new URL("../../", import.meta.url));
const pkg = join(root, "pkg");
const { build } = createRequire(join(root, "tests/package.json"))("esbuild");

// What wasm2js writes is not for reading, and hundreds of kB.
const MINIFY_OPTIONS = { minify: true };

/** Variants: options, and files of theirs by their sources. */
const VARIANTS = /** @type {[string, any, Record<string, string>][]} */ ([
  ["no-wasm", MINIFY_OPTIONS, { "address.js": "address.no-wasm" }],
  ["auto", MINIFY_OPTIONS, { "address.js": "address.auto" }],
  ["no-wasm", MINIFY_OPTIONS, { "ed25519.js": "ed25519.no-wasm", "lib/mnemonic/index.js": "mnemonic.no-wasm" }],
  [
    "no-wasm",
    MINIFY_OPTIONS,
    {
      "client.js": "no-wasm",
      "lib/actions/index.js": "actions.no-wasm",
      "lib/integrity/index.js": "integrity.no-wasm",
      "lib/mnemonic/index.js": "mnemonic.no-wasm",
      "message.js": "message.no-wasm",
      "lib/util/error.js": "error.no-wasm",
    },
  ],
  [
    "slim",
    SOURCE_MAP_OPTIONS,
    {
      "lib/wasm/slim.js": "slim",
      "lib/wasm/slim-message.js": "slim-message",
      "lib/wasm/slim-tvm.js": "slim-tvm",
      "lib/actions/index.js": "actions.slim",
      "lib/integrity/index.js": "integrity.slim",
      "lib/mnemonic/index.js": "mnemonic.slim",
      "message.js": "message.slim",
      "lib/wasm/manual.js": "manual.slim",
      "lib/util/error.js": "error.slim",
    },
  ],
]);

/** A plugin of esbuild that imports what has a file of its own from there. */
const keepBeside = (files, ending) => ({
  name: "beside",
  setup: ({ onResolve }) =>
    onResolve({ filter: /^\./ }, ({ path, resolveDir, kind }) => {
      const source = Object.keys(files).find((candidate) => resolve(resolveDir, path) === join(pkg, candidate));
      return kind !== "entry-point" && source ? { path: `./${files[source]}.${ending}`, external: true } : undefined;
    }),
});

let count = 0;
for (const [variantName, options, files] of VARIANTS) {
  for (const [format, ending] of [
    ["esm", "js"],
    ["cjs", "cjs"],
  ]) {
    for (const [source, name] of Object.entries(files)) {
      await build({
        entryPoints: [join(pkg, source)],
        outfile: join(pkg, `dist/${name}.${ending}`),
        bundle: true,
        format,
        target: "es2022",
        logLevel: "warning",
        // Jest has no `import()` in CommonJS.
        supported: { "dynamic-import": format === "esm" },
        // It loads CommonJS under jsdom, which has no codecs.
        plugins: [
          keepBeside(files, ending),
          swapWasmModules(variantName),
          ...(variantName === "slim" && format === "esm" ? [] : [useFallbackCodecs]),
        ],
        ...options,
      });
      count += 1;
    }
  }
}
process.stdout.write(`${count} files\n`);
