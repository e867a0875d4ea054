// Measures what each part of the client weighs in the first import of a page: how many bytes fewer the bundle has without it, minified and
// after brotli. Prints JSON: { rows: [{ part, bytes }, ...] }, the whole first.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { basename, dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { brotliCompressSync, constants } from "node:zlib";

const pkg = fileURLToPath(new URL("../../pkg/", import.meta.url));
const { build } = createRequire(new URL("../package.json", import.meta.url))("esbuild");

/** First what few callers use. A part is some files, by their paths below `pkg/`. */
const PARTS = {
  "pages of lists": /^lib\/pagination\//,
  "batches of calls": /^lib\/client\/batch\.js$/,
  "the pace that tabs share": /^lib\/client\/shared-pace\.js$/,
  "an engine that compiles asynchronously only": /^lib\/client\/deferred\.js$/,
  "API keys, and secrets in what is shown": /^lib\/util\/api-key\.js$/,
  "writing parameters, and what is wrong with them": /^lib\/client\/params\.js$/,
  "settings and options": /^lib\/(client\/settings|util\/options)\.js$/,
  "attempts, retries, timeouts":
    /^lib\/client\/(send|attempt|pace|hooks|clock)\.js$|^lib\/util\/(timers|retry-after)\.js$/,
  "client.wasm: checks, plans, pages, pace, and their table": /^dist\/client\.wasm\.js$/,
};

/** The bytes of the first import, without the files that `left` matches: what they export does nothing. */
async function weigh(left) {
  const empty = {
    name: "empty",
    setup({ onLoad }) {
      onLoad({ filter: /\.js$/ }, ({ path }) => {
        if (!left?.test(path.slice(pkg.length))) return undefined;
        const names = Array.from(
          readFileSync(path, "utf8").matchAll(/^export (?:async )?(?:function|const|class) (\w+)/gm),
        );
        return {
          contents: names.map(([, name]) => `export const ${name} = () => {};`).join("\n"),
          resolveDir: dirname(path),
        };
      });
    },
  };
  const { outputFiles, metafile } = await build({
    stdin: {
      contents: 'import { createClient } from "./client.js"; globalThis.client = createClient({})',
      resolveDir: pkg,
    },
    bundle: true,
    splitting: true,
    outdir: "/parts",
    metafile: true,
    minify: true,
    format: "esm",
    platform: "browser",
    target: "es2022",
    write: false,
    logLevel: "silent",
    plugins: [empty],
  });
  const byName = new Map(outputFiles.map((file) => [basename(file.path), file.contents]));
  const outputs = new Map(Object.entries(metafile.outputs).map(([path, output]) => [basename(path), output]));
  const first = new Set(["stdin.js"]);
  // What is imported later is in files of its own.
  for (const name of first)
    for (const { path, kind } of outputs.get(name).imports) if (kind === "import-statement") first.add(basename(path));
  const bytes = Buffer.concat(Array.from(first, (name) => byName.get(name)));
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length };
  return brotliCompressSync(bytes, { params }).length;
}

const whole = await weigh();
const rows = [{ part: "all of the first import", bytes: whole }];
for (const [part, files] of Object.entries(PARTS)) {
  const less = whole - (await weigh(files));
  if (less <= 0) throw new Error(`${part}: nothing was left out`);
  rows.push({ part, bytes: less });
}
process.stdout.write(JSON.stringify({ rows }));
