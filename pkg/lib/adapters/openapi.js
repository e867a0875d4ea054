// `openapi`: serves the OpenAPI documents from the files of this package. For Node, Deno and Bun.

import { readFile } from "node:fs/promises";

import { CompressedForms } from "../gateway/http/compressed-forms.js";
import { createPacedStream } from "../gateway/http/paced-stream.js";
import { rememberForms } from "../gateway/http/text-body.js";

const HEADERS = { "content-type": "application/json", "cache-control": "public, max-age=3600" };
const PIECE_BYTES = 64 * 1024;

/** The documents, each read once and shared by all callers, with its two compressed forms. */
const documents = new Map();

async function loadDocument(generation) {
  const cachedDocument = documents.get(generation);
  if (cachedDocument) return cachedDocument;
  const bytes = await readFile(new URL(`../../dist/assets/openapi/${generation}.json`, import.meta.url));
  const document = { bytes, forms: new CompressedForms(() => true) };
  documents.set(generation, document);
  return document;
}

/** The setting `openapi` of a gateway: returns the response with a document. */
export async function openapi(generation) {
  const { bytes, forms } = await loadDocument(generation);
  let offset = 0;
  const next = () => {
    const piece = bytes.subarray(offset, offset + PIECE_BYTES);
    offset += PIECE_BYTES;
    return piece.length > 0 ? piece : undefined;
  };
  const response = new Response(createPacedStream({ next, end() {} }).stream, {
    headers: { ...HEADERS, "content-length": String(bytes.length) },
  });
  rememberForms(response, forms);
  return response;
}
