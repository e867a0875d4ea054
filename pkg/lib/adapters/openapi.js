// `openapi`: serves the OpenAPI documents from the files of this package. For Node, Deno and Bun.

import { readFile } from "node:fs/promises";

const HEADERS = { "content-type": "application/json", "cache-control": "public, max-age=3600" };
const PIECE_BYTES = 64 * 1024;

/** The documents, once they were read: callers share them. */
const documents = new Map();

async function documentOf(generation) {
  const known = documents.get(generation);
  if (known) return known;
  const document = await readFile(new URL(`../../dist/assets/openapi/${generation}.json`, import.meta.url));
  documents.set(generation, document);
  return document;
}

/** `openapi` of a gateway. */
export async function openapi(generation) {
  const document = await documentOf(generation);
  let at = 0;
  const pull = (controller) => {
    controller.enqueue(document.subarray(at, at + PIECE_BYTES));
    at += PIECE_BYTES;
    if (at >= document.length) controller.close();
  };
  const body = new ReadableStream({ pull }, { highWaterMark: 0 });
  return new Response(body, { headers: { ...HEADERS, "content-length": String(document.length) } });
}
