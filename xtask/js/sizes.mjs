// Measures what users download: the three modules, and programs bundled the way users bundle them.
// Prints JSON: [{ name, raw, gzip, brotli }, ...]; an entry that does not exist is left out,
// one that cannot be bundled is { name, error }.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";

import { brotliSize, bundleFirstImport } from "./first-import.mjs";

const root = fileURLToPath(new URL("../../", import.meta.url));
const pkg = join(root, "pkg");

const measure = (name, bytes) => ({
  name,
  raw: bytes.length,
  gzip: gzipSync(bytes, { level: 9 }).length,
  brotli: brotliSize(bytes),
});

const bundle = async (name, entry, contents) =>
  measure(name, await bundleFirstImport(contents.replace("ENTRY", JSON.stringify(entry)), pkg));

const sizes = [];
for (const face of ["address", "cell", "client", "ed25519", "emulator", "gateway", "tvm"]) {
  const file = join(pkg, "dist", `${face}.wasm`);
  if (existsSync(file)) sizes.push(measure(`${face}.wasm`, readFileSync(file)));
}
for (const [name, entry, contents] of [
  ["address bundle", "./address.js", "import { packAddress } from ENTRY; console.log(packAddress(location.hash))"],
  [
    "no-wasm bundle",
    "./dist/address.no-wasm.js",
    "import { packAddress } from ENTRY; console.log(packAddress(location.hash))",
  ],
  [
    "auto bundle",
    "./dist/address.auto.js",
    "import { packAddress } from ENTRY; console.log(packAddress(location.hash))",
  ],
  ["no-wasm client", "./dist/no-wasm.js", "import { createClient } from ENTRY; globalThis.client = createClient({})"],
  ["client bundle", "./client.js", "import { createClient } from ENTRY; globalThis.client = createClient({})"],
  [
    "slim bundle",
    "./dist/slim.js",
    "import { createClient, init } from ENTRY; await init('/client.wasm'); globalThis.client = createClient({})",
  ],
  [
    "cell bundle",
    "./message.js",
    "import { parseBoc, messageHash } from ENTRY; console.log(parseBoc(location.hash), messageHash(location.hash))",
  ],
  ["message bundle", "./message.js", "import * as message from ENTRY; globalThis.message = message"],
  [
    "ed25519 bundle",
    "./ed25519.js",
    "import { keyPairFromSeed, verify } from ENTRY; globalThis.ed25519 = { keyPairFromSeed, verify }",
  ],
  ["tvm bundle", "./tvm.js", "import { openContract } from ENTRY; globalThis.openContract = openContract"],
  ["gateway bundle", "./gateway.js", "import { createGateway } from ENTRY; globalThis.gateway = createGateway({})"],
]) {
  if (!existsSync(join(pkg, entry))) continue;
  sizes.push(await bundle(name, entry, contents).catch((error) => ({ name, error: error.message })));
}
process.stdout.write(JSON.stringify(sizes));
