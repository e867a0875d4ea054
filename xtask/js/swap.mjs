// Where the halves of the package differ. How a module gets loaded: `wasm/x.js` inlines it; a half that does otherwise has
// `wasm/x.HALF.js`. And what runs without the codecs of the platform: `codecs.fallback.js`.
import { existsSync } from "node:fs";
import { resolve } from "node:path";

/** A plugin of esbuild that puts `wasm/*.HALF.js` in the place of `wasm/*.js`. */
export const swapWasmModules = (halfName) => ({
  name: halfName,
  setup: ({ onResolve }) =>
    onResolve({ filter: /\/wasm\/\w+\.js$/ }, ({ path, resolveDir }) => {
      const otherPath = resolve(resolveDir, path.replace(/\.js$/, `.${halfName}.js`));
      return existsSync(otherPath) ? { path: otherPath, sideEffects: false } : undefined;
    }),
});

/** The module that a half with a fallback has in the place of this one. */
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
