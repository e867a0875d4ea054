// How the variants of the package differ. By default `wasm/x.js` inlines a module; a variant that loads it in another way has
// `wasm/x.VARIANT.js`. `codecs.fallback.js` is for runtimes without the platform's codecs.
import { existsSync } from "node:fs";
import { resolve } from "node:path";

/** A plugin of esbuild that puts `wasm/*.VARIANT.js` in the place of `wasm/*.js`. */
export const swapWasmModules = (variantName) => ({
  name: variantName,
  setup: ({ onResolve }) =>
    onResolve({ filter: /\/wasm\/\w+\.js$/ }, ({ path, resolveDir }) => {
      const otherPath = resolve(resolveDir, path.replace(/\.js$/, `.${variantName}.js`));
      return existsSync(otherPath) ? { path: otherPath, sideEffects: false } : undefined;
    }),
});

/** The module that a variant with a fallback has in the place of this one. */
export const toFallbackPath = (path) => path.replace(/\/codecs\.js$/, "/codecs.fallback.js");

/** A plugin of esbuild that puts them there. */
export const useFallbackCodecs = {
  name: "fallback",
  setup: ({ onResolve }) =>
    onResolve({ filter: /\/codecs\.js$/ }, ({ path, resolveDir }) => ({
      path: toFallbackPath(resolve(resolveDir, path)),
      sideEffects: false,
    })),
};

/** Maps name the package's own files, which are beside them: nothing is copied into them. */
export const SOURCE_MAP_OPTIONS = { sourcemap: true, sourcesContent: false };
