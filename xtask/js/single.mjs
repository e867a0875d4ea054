// Writes the entries that are one file each, as ES modules and as CommonJS. Instead of inlining the wasm modules they have them as JavaScript
// (by wasm2js), or have both, or let the caller load them. Modules that are loaded later, or are entries themselves, are separate files.
import { createRequire } from "node:module";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

import { useFallbackCodecs, SOURCE_MAP_OPTIONS, swapWasmModules } from "./swap.mjs";

const root = fileURLToPath(new URL("../../", import.meta.url));
const packageFolder = join(root, "pkg");
const { build } = createRequire(join(root, "tests/package.json"))("esbuild");

// The output of wasm2js is hundreds of kB that nobody reads.
const MINIFY_OPTIONS = { minify: true };

/** Variants: name, options, and separate files by their sources. */
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
      "lib/client/session.js": "session.no-wasm",
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
      "lib/client/session.js": "session.slim",
      "lib/integrity/index.js": "integrity.slim",
      "lib/mnemonic/index.js": "mnemonic.slim",
      "message.js": "message.slim",
      "lib/wasm/manual.js": "manual.slim",
      "lib/util/error.js": "error.slim",
    },
  ],
]);

/** A plugin of esbuild that imports the modules with separate files from those files. */
const keepBeside = (files, ending) => ({
  name: "beside",
  setup: ({ onResolve }) =>
    onResolve({ filter: /^\./ }, ({ path, resolveDir, kind }) => {
      const source = Object.keys(files).find(
        (candidate) => resolve(resolveDir, path) === join(packageFolder, candidate),
      );
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
        entryPoints: [join(packageFolder, source)],
        outfile: join(packageFolder, `dist/${name}.${ending}`),
        bundle: true,
        format,
        target: "es2022",
        logLevel: "warning",
        // Jest does not support `import()` in CommonJS.
        supported: { "dynamic-import": format === "esm" },
        // Jest loads CommonJS under jsdom, which has no text codecs.
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
