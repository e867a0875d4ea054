// Loaded into every process of a suite by `--import`: the module named by MUTANT_URL has the text of the file MUTANT_FILE. No file of the
// package changes, so several mutants can be tested at the same time. The hooks are synchronous: with those of another thread, `import()` would
// wait for this thread, which a simulated clock does not.
import { readFileSync } from "node:fs";
import module from "node:module";

const { MUTANT_URL: mutantUrl, MUTANT_FILE: file } = process.env;

// Programs of a suite that run in an older Node, such as npm, load no module of the package.
module.registerHooks?.({
  load: (url, context, nextLoad) =>
    url.split("?")[0] === mutantUrl
      ? { format: "module", shortCircuit: true, source: readFileSync(file, "utf8") }
      : nextLoad(url, context),
});
