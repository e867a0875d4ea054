// Measures the download of a web page for one function, bundled as users bundle it: minified, with the strongest brotli.
// Prints JSON: { name: { raw, brotli }, ... }.
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";

import { brotliSize } from "../../xtask/js/first-import.mjs";

const thisFolder = fileURLToPath(new URL(".", import.meta.url));
const { build } = createRequire(new URL("../package.json", import.meta.url))("esbuild");

async function bundle(contents, options) {
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: thisFolder },
    bundle: true,
    minify: true,
    format: "esm",
    platform: "browser",
    target: "es2022",
    write: false,
    logLevel: "silent",
    ...options,
  });
  const bytes = outputFiles[0].contents;
  return { raw: bytes.length, brotli: brotliSize(bytes) };
}

const sizes = {
  ours: await bundle('import { packAddress } from "ton-edge/address"; console.log(packAddress(location.hash))'),
  // Without a global Buffer, @ton/core throws while it loads; its documentation tells users to provide one.
  "@ton/core": await bundle(
    'import { Address } from "@ton/core"; console.log(Address.parse(location.hash).toString())',
    {
      inject: [fileURLToPath(new URL("buffer.js", import.meta.url))],
      define: { global: "globalThis" },
    },
  ),
};
process.stdout.write(JSON.stringify(sizes));
