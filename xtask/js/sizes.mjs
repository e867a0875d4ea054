// Measures what users download: the wasm modules, and programs bundled as users bundle them, each a row of ../budgets.json.
// Prints JSON: [{ name, raw, gzip, brotli }, ...]; a program that cannot be bundled is { name, error }.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";

import { brotliSize, bundleFirstImport } from "./first-import.mjs";

const packageFolder = fileURLToPath(new URL("../../pkg/", import.meta.url));
if (existsSync(join(packageFolder, "dist/QUICK")))
  throw new Error("pkg/dist has modules of the quick profile: run cargo xtask build");

const budgets = JSON.parse(readFileSync(new URL("../budgets.json", import.meta.url), "utf8"));
const sizes = [];
for (const { name, file, program } of budgets) {
  try {
    const bytes = file ? readFileSync(join(packageFolder, file)) : await bundleFirstImport(program, packageFolder);
    const gzip = gzipSync(bytes, { level: 9 }).length;
    sizes.push({ name, raw: bytes.length, gzip, brotli: brotliSize(bytes) });
  } catch (error) {
    sizes.push({ name, error: error.message });
  }
}
process.stdout.write(JSON.stringify(sizes));
