// Prints an import map with the hash of each script: node import-map.mjs node_modules/ton-edge https://cdn.example/ton-edge@0.1.0/
import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import process from "node:process";
import { pathToFileURL } from "node:url";

export async function importMap(folder, url) {
  const integrity = {};
  for (const file of await readdir(folder, { recursive: true })) {
    if (!file.endsWith(".js")) continue;
    const hash = createHash("sha384").update(await readFile(join(folder, file)));
    integrity[url + file] = `sha384-${hash.digest("base64")}`;
  }
  const imports = { "ton-edge": `${url}client.js` };
  for (const entry of ["address", "message", "tvm"]) imports[`ton-edge/${entry}`] = `${url}${entry}.js`;
  return { imports, integrity };
}

const [, script, folder, url] = process.argv;
if (import.meta.url === pathToFileURL(script).href) console.log(JSON.stringify(await importMap(folder, url), null, 2));
