// The one place where the halves of the package differ: how a module gets loaded. `load/x.js` inlines it; a half that does
// otherwise has `load/x.HALF.js`.
import { existsSync } from "node:fs";
import { resolve } from "node:path";

/** A plugin of esbuild that puts `load/*.HALF.js` in the place of `load/*.js`. */
export const swap = (half) => ({
  name: half,
  setup: ({ onResolve }) => onResolve({ filter: /\/load\/\w+\.js$/ }, ({ path, resolveDir }) => {
    const other = resolve(resolveDir, path.replace(/\.js$/, `.${half}.js`));
    return existsSync(other) ? { path: other, sideEffects: false } : undefined;
  }),
});

/** Maps name the package's own files, which are beside them: nothing is copied into them. */
export const MAPS = { sourcemap: true, sourcesContent: false };
