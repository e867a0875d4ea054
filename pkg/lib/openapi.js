// The interface's description from the package's own files. Node, Deno and Bun.

import { readFile } from "node:fs/promises";

const HEADERS = { "content-type": "application/json", "cache-control": "public, max-age=3600" };

/** `openapi` of a gateway. */
export async function openapi(generation) {
  const document = await readFile(new URL(`../dist/assets/openapi/${generation}.json`, import.meta.url));
  return new Response(document, { headers: { ...HEADERS, "content-length": String(document.byteLength) } });
}
