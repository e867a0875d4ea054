// `openapi`: serves the OpenAPI documents from the files of this package. For Node, Deno and Bun.

import { readFile } from "node:fs/promises";

import { createPacedStream } from "../gateway/http/paced-stream.js";

const HEADERS = { "content-type": "application/json", "cache-control": "public, max-age=3600" };
const PIECE_BYTES = 64 * 1024;

/** The documents, read once and shared by all callers. */
const documents = new Map();

async function loadDocument(generation) {
  const cachedDocument = documents.get(generation);
  if (cachedDocument) return cachedDocument;
  const document = await readFile(new URL(`../../dist/assets/openapi/${generation}.json`, import.meta.url));
  documents.set(generation, document);
  return document;
}

/** Makes `openapi` of a gateway. */
export async function openapi(generation) {
  const document = await loadDocument(generation);
  let offset = 0;
  const next = () => {
    const piece = document.subarray(offset, offset + PIECE_BYTES);
    offset += PIECE_BYTES;
    return piece.length > 0 ? piece : undefined;
  };
  return new Response(createPacedStream({ next, end() {} }).stream, {
    headers: { ...HEADERS, "content-length": String(document.length) },
  });
}
