// The one place where the halves of the package differ: how a module gets loaded. `wasm/x.js` inlines it; a half that does
// otherwise has `wasm/x.HALF.js`.
import { existsSync } from "node:fs";
import { resolve } from "node:path";

/** A plugin of esbuild that puts `wasm/*.HALF.js` in the place of `wasm/*.js`. */
export const swap = (half) => ({
  name: half,
  setup: ({ onResolve }) =>
    onResolve({ filter: /\/wasm\/\w+\.js$/ }, ({ path, resolveDir }) => {
      const other = resolve(resolveDir, path.replace(/\.js$/, `.${half}.js`));
      return existsSync(other) ? { path: other, sideEffects: false } : undefined;
    }),
});

/** Maps name the package's own files, which are beside them: nothing is copied into them. */
export const MAPS = { sourcemap: true, sourcesContent: false };
