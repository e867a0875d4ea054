// A plugin of esbuild for suites that bundle the package while they run: the module named by MUTANT_URL has the text of MUTANT_FILE, as
// `swap-source.mjs` does for modules that Node loads.
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const { MUTANT_URL: mutantUrl, MUTANT_FILE: file } = process.env;

/** @type {any[]} */
export const MUTANT_PLUGINS =
  mutantUrl === undefined
    ? []
    : [
        {
          name: "mutant",
          setup: ({ onLoad }) =>
            onLoad({ filter: /\.js$/ }, ({ path }) =>
              path === fileURLToPath(mutantUrl) ? { contents: readFileSync(file, "utf8"), loader: "js" } : undefined,
            ),
        },
      ];
