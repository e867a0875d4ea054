// Measures how much each part of the client adds to the first import of a page: the number of bytes by which the bundle is smaller without the
// part, minified and after brotli. Prints JSON: { rows: [{ part, bytes }, ...] }, the complete bundle first.
import { readFileSync } from "node:fs";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";

import { brotliSize, bundleFirstImport } from "../../xtask/js/first-import.mjs";

const pkg = fileURLToPath(new URL("../../pkg/", import.meta.url));

/** The parts that few callers use come first. A part is some files, by their paths below `pkg/`. */
const PARTS = {
  "pagination of lists": /^lib\/pagination\//,
  "batches of calls": /^lib\/client\/batch\.js$/,
  "the rate limit that tabs share": /^lib\/client\/shared-pace\.js$/,
  "engines that compile wasm only asynchronously": /^lib\/client\/deferred\.js$/,
  "API keys, and their redaction from texts": /^lib\/util\/api-key\.js$/,
  "writing parameters, and the errors about them": /^lib\/client\/params\.js$/,
  "settings and options": /^lib\/(client\/settings|util\/options)\.js$/,
  "attempts, retries, timeouts":
    /^lib\/client\/(send|attempt|pace|hooks|clock)\.js$|^lib\/util\/(timers|retry-after)\.js$/,
  "client.wasm: checks, requests, pagination, rate limit, and the table of operations": /^dist\/client\.wasm\.js$/,
};

/** The bytes of the first import without the files that match `left`: empty functions replace their exports. */
async function countBytesWithout(omittedPattern) {
  const emptyModules = {
    name: "empty",
    setup({ onLoad }) {
      onLoad({ filter: /\.js$/ }, ({ path }) => {
        if (!omittedPattern?.test(path.slice(pkg.length))) return undefined;
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
  const program = 'import { createClient } from "./client.js"; globalThis.client = createClient({})';
  return brotliSize(await bundleFirstImport(program, pkg, [emptyModules]));
}

const wholeBytes = await countBytesWithout();
const rows = [{ part: "all of the first import", bytes: wholeBytes }];
for (const [part, files] of Object.entries(PARTS)) {
  const partBytes = wholeBytes - (await countBytesWithout(files));
  if (partBytes <= 0) throw new Error(`${part}: nothing was left out`);
  rows.push({ part, bytes: partBytes });
}
process.stdout.write(JSON.stringify({ rows }));
