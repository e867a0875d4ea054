// Bundles the parsers of configuration files for the command `ton-edge gateway`, so that the package needs no dependency at run time.
import { createRequire } from "node:module";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../../", import.meta.url));
const { build } = createRequire(join(root, "tests/package.json"))("esbuild");

await build({
  stdin: {
    contents: `
      export { getStaticTOMLValue, parseTOML } from "toml-eslint-parser";
      export { parseTree, printParseErrorCode } from "jsonc-parser";
    `,
    resolveDir: join(root, "tests"),
  },
  outfile: join(root, "pkg/dist/config-parsers.js"),
  bundle: true,
  format: "esm",
  platform: "node",
  target: "node20",
  minify: true,
  legalComments: "none",
  // `module` is where jsonc-parser has its ES modules; `main` is for old loaders.
  mainFields: ["module", "main"],
  // The type checks do not cover the bundled code of others.
  banner: { js: "// @ts-nocheck" },
});
console.log("bundled the parsers of configuration files into pkg/dist/config-parsers.js");
