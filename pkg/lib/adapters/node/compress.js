// Compresses response bodies for callers who accept it. Most bodies are JSON, which shrinks to a tenth.

import { promisify } from "node:util";
import { brotliCompress, constants, createBrotliCompress, createGzip, gzip } from "node:zlib";

import { getForms } from "../../gateway/http/text-body.js";
import { listAcceptedCodings, addEncodingToVary } from "../accept-encoding.js";

/** Smaller bodies fit into one packet even without compression. */
const MIN_BYTES = 1024;
/**
 * Maximum bodies that are compressed at the same time; further ones are sent uncompressed. An encoder takes memory, and a stream needs
 * its encoder until it is read completely.
 */
const MAX_CODERS = 64;
/** A longer text is compressed piece by piece, because compressing the whole text needs a copy of it. */
const MAX_WHOLE_LENGTH = 256 * 1024;
/** The limit for a body whose compressed form is stored: it is copied once, not once per reader. */
const MAX_KEPT_LENGTH = 1024 * 1024;
const COMPRESSIBLE_TYPES = /^(text\/|application\/(json|javascript|xml|manifest\+json|openmetrics-text)|image\/svg)/;

/** A fast quality, since most compressed responses are sent only once: it takes a third of the time of gzip at its highest level. */
const BROTLI_OPTIONS = {
  params: { [constants.BROTLI_PARAM_QUALITY]: 4, [constants.BROTLI_PARAM_LGWIN]: 18 },
};
const GZIP_OPTIONS = { level: 5 };
const CODERS = {
  br: {
    compress: promisify(brotliCompress),
    stream: () => createBrotliCompress({ ...BROTLI_OPTIONS, flush: constants.BROTLI_OPERATION_FLUSH }),
    options: BROTLI_OPTIONS,
  },
  gzip: {
    compress: promisify(gzip),
    stream: () => createGzip({ ...GZIP_OPTIONS, flush: constants.Z_SYNC_FLUSH }),
    options: GZIP_OPTIONS,
  },
};

let runningCoders = 0;

/** Whether compressing a response is worthwhile. */
function isCompressible(status, headers, bytes) {
  if (bytes < MIN_BYTES) return false;
  if (status < 200 || status === 204 || status === 205 || status === 206 || status === 304) return false;
  if (headers["content-encoding"] !== undefined || !COMPRESSIBLE_TYPES.test(headers["content-type"] ?? ""))
    return false;
  return !/\bno-transform\b/i.test(headers["cache-control"] ?? "");
}

/**
 * Returns the content coding for a response, or undefined. Sets its headers; `Vary` even if this caller gets the body uncompressed.
 *
 * @param {Response} response @param {Record<string, any>} headers of the response, which it changes
 * @param {Headers} requestHeaders those of the request @param {string} method
 * @returns {"br" | "gzip" | undefined}
 */
export function chooseCoding(response, headers, requestHeaders, method) {
  // A body of unknown length counts as long.
  const bytes = headers["content-length"] === undefined ? Number.POSITIVE_INFINITY : Number(headers["content-length"]);
  if (!isCompressible(response.status, headers, bytes)) return undefined;
  headers.vary = addEncodingToVary(headers.vary);
  const [[coding] = [undefined]] = listAcceptedCodings(requestHeaders.get("accept-encoding"));
  if (coding === undefined || method === "HEAD" || response.body === null) return undefined;
  if (runningCoders >= MAX_CODERS && !getForms(response)?.has(coding)) return undefined;
  headers["content-encoding"] = coding;
  delete headers["content-length"];
  // The compressed body has other bytes, so the entity tag becomes weak (RFC 9110, section 8.8.1).
  if (headers.etag?.startsWith('"')) headers.etag = `W/${headers.etag}`;
  return coding;
}

/** Whether a body is compressed whole. @param {number} length @param {boolean} isKept whether its compressed form is stored */
export const isCompressedWhole = (length, isKept) => length <= (isKept ? MAX_KEPT_LENGTH : MAX_WHOLE_LENGTH);

/** Compresses a body. @param {"br" | "gzip"} coding @param {Uint8Array} bytes @returns {Promise<Buffer>} */
export async function compressBytes(coding, bytes) {
  const { compress, options } = CODERS[coding];
  runningCoders += 1;
  try {
    return await compress(bytes, options);
  } finally {
    runningCoders -= 1;
  }
}

/**
 * Compresses a stream: each piece is sent before the next one is read. The encoder is freed at the end of the stream or when the reader
 * cancels.
 *
 * @param {"br" | "gzip"} coding @param {ReadableStream<Uint8Array>} stream
 */
export function compressStream(coding, stream) {
  const coder = CODERS[coding].stream();
  const reader = stream.getReader();
  runningCoders += 1;
  let isRunning = true;
  const freeCoder = () => {
    if (isRunning) runningCoders -= 1;
    isRunning = false;
    coder.destroy();
  };
  return new ReadableStream(
    {
      start(controller) {
        coder.on("data", (piece) => controller.enqueue(piece));
      },
      async pull(controller) {
        try {
          const { done, value } = await reader.read();
          await new Promise((resolve, reject) => {
            coder.once("error", reject);
            if (done) coder.once("end", resolve).end();
            else coder.write(value, () => resolve(coder.off("error", reject)));
          });
          if (!done) return;
          freeCoder();
          controller.close();
        } catch (error) {
          freeCoder();
          throw error;
        }
      },
      cancel(reason) {
        freeCoder();
        return reader.cancel(reason);
      },
    },
    { highWaterMark: 0 },
  );
}
