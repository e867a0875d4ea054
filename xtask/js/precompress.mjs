// Writes `.br` and `.gz` files beside those of a folder; static hosts and `files` of `ton-edge/node` send them.

import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";

const toBrotli = promisify(brotliCompress);
const toGzip = promisify(gzip);

/** A response with fewer bytes than this fits into one packet without compression. */
const MIN_BYTES = 1024;
const TEXT_FILE = /\.(js|css|json|svg|txt|wasm)$/;

/** @param {string} root @param {string[]} files */
export async function precompress(root, files) {
  await Promise.all(files.filter((file) => TEXT_FILE.test(file)).map((file) => compressFile(join(root, file))));
}

async function compressFile(path) {
  const content = await readFile(path);
  if (content.length < MIN_BYTES) return;
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
    [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
  };
  const [brotliBytes, gzipBytes] = await Promise.all([toBrotli(content, { params }), toGzip(content, { level: 9 })]);
  await Promise.all([writeFile(`${path}.br`, brotliBytes), writeFile(`${path}.gz`, gzipBytes)]);
}
