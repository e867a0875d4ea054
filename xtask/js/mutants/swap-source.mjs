// Loaded into every process of a suite by `--import`: the module named by MUTANT_URL has the text of the file MUTANT_FILE. No file of the
// package changes, so several mutants can be tested at the same time.
import { register } from "node:module";

const { MUTANT_URL: url, MUTANT_FILE: file } = process.env;

const hooks = `
import { readFileSync } from "node:fs";
export const load = (url, context, nextLoad) =>
  url.split("?")[0] === ${JSON.stringify(url)}
    ? { format: "module", shortCircuit: true, source: readFileSync(${JSON.stringify(file)}, "utf8") }
    : nextLoad(url, context);
`;

if (url) register(`data:text/javascript,${encodeURIComponent(hooks)}`);
