// Replaces the modules in which the variants of the package differ. By default `wasm/x.js` inlines a wasm module; a variant that loads it in
// another way has `wasm/x.VARIANT.js`. `codecs.fallback.js` is for runtimes without text codecs.
import { existsSync } from "node:fs";
import { resolve } from "node:path";

/** A plugin of esbuild that replaces `wasm/*.js` by `wasm/*.VARIANT.js`. */
export const swapWasmModules = (variantName) => ({
  name: variantName,
  setup: ({ onResolve }) =>
    onResolve({ filter: /\/wasm\/\w+\.js$/ }, ({ path, resolveDir }) => {
      const otherPath = resolve(resolveDir, path.replace(/\.js$/, `.${variantName}.js`));
      return existsSync(otherPath) ? { path: otherPath, sideEffects: false } : undefined;
    }),
});

/** The module that replaces this one in a variant with fallback codecs. */
export const toFallbackPath = (path) => path.replace(/\/codecs\.js$/, "/codecs.fallback.js");

/** A plugin of esbuild that replaces the codecs by the fallback. */
export const useFallbackCodecs = {
  name: "fallback",
  setup: ({ onResolve }) =>
    onResolve({ filter: /\/codecs\.js$/ }, ({ path, resolveDir }) => ({
      path: toFallbackPath(resolve(resolveDir, path)),
      sideEffects: false,
    })),
};

/** Source maps name the package's own files, which are beside them, instead of copying their content. */
export const SOURCE_MAP_OPTIONS = { sourcemap: true, sourcesContent: false };
