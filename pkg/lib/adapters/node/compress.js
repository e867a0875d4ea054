// Compresses response bodies for callers who accept it. Most bodies are JSON, of which a tenth remains.

import { promisify } from "node:util";
import { brotliCompress, constants, createBrotliCompress, createGzip, gzip } from "node:zlib";

import { acceptedCodings, varyByEncoding } from "../accept-encoding.js";

/** Bodies of fewer bytes fit into one packet anyway. */
const LEAST_BYTES = 1024;
/**
 * Bodies that are compressed at the same time; others leave as they are. A coder has some memory, and a stream of it lasts as long as its
 * reader reads.
 */
const MAX_CODERS = 64;
/** A longer text is compressed piece by piece: each coder of a whole one has a copy of it. */
export const MAX_WHOLE_LENGTH = 256 * 1024;
const COMPRESSIBLE = /^(text\/|application\/(json|javascript|xml|manifest\+json|openmetrics-text)|image\/svg)/;

/** Fast, since every response is compressed again: in a third of the time of the strongest quality that zlib's gzip has. */
const BROTLI = {
  params: { [constants.BROTLI_PARAM_QUALITY]: 4, [constants.BROTLI_PARAM_LGWIN]: 18 },
};
const GZIP = { level: 5 };
const CODERS = {
  br: {
    whole: promisify(brotliCompress),
    stream: () => createBrotliCompress({ ...BROTLI, flush: constants.BROTLI_OPERATION_FLUSH }),
    options: BROTLI,
  },
  gzip: {
    whole: promisify(gzip),
    stream: () => createGzip({ ...GZIP, flush: constants.Z_SYNC_FLUSH }),
    options: GZIP,
  },
};

let running = 0;

/** Whether a response is of a kind that compresses. */
function isCompressible(status, headers, bytes) {
  if (bytes < LEAST_BYTES) return false;
  if (status < 200 || status === 204 || status === 205 || status === 206 || status === 304) return false;
  if (headers["content-encoding"] !== undefined || !COMPRESSIBLE.test(headers["content-type"] ?? "")) return false;
  return !/\bno-transform\b/i.test(headers["cache-control"] ?? "");
}

/**
 * The coding of a response, or undefined. Sets its headers, and `Vary` also where this caller gets the body as it is.
 *
 * @param {{ status: number, body: unknown }} response @param {Record<string, any>} headers of the response, which it changes
 * @param {Headers} accepted those of the request @param {string} method
 * @returns {"br" | "gzip" | undefined}
 */
export function chooseCoding({ status, body }, headers, accepted, method) {
  // A body of unknown length is compressed, too.
  const bytes = headers["content-length"] === undefined ? Number.POSITIVE_INFINITY : Number(headers["content-length"]);
  if (!isCompressible(status, headers, bytes)) return undefined;
  headers.vary = varyByEncoding(headers.vary);
  const [[coding] = [undefined]] = acceptedCodings(accepted.get("accept-encoding"));
  if (coding === undefined || method === "HEAD" || body === null || running >= MAX_CODERS) return undefined;
  headers["content-encoding"] = coding;
  delete headers["content-length"];
  // Byte by byte it is not the same any more (RFC 9110, section 8.8.1).
  if (headers.etag?.startsWith('"')) headers.etag = `W/${headers.etag}`;
  return coding;
}

/** A text as compressed bytes. @param {"br" | "gzip"} coding @param {string} text @returns {Promise<Buffer>} */
export async function compressText(coding, text) {
  const { whole, options } = CODERS[coding];
  running += 1;
  try {
    return await whole(Buffer.from(text, "utf8"), options);
  } finally {
    running -= 1;
  }
}

/**
 * A stream as compressed bytes: each piece is sent before the next one is read. Its end, or that of its reader, frees the coder.
 *
 * @param {"br" | "gzip"} coding @param {ReadableStream<Uint8Array>} stream
 */
export function compressStream(coding, stream) {
  const coder = CODERS[coding].stream();
  const reader = stream.getReader();
  running += 1;
  let isRunning = true;
  const free = () => {
    if (isRunning) running -= 1;
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
          await new Promise((next, fail) => {
            coder.once("error", fail);
            if (done) coder.once("end", next).end();
            else coder.write(value, () => next(coder.off("error", fail)));
          });
          if (!done) return;
          free();
          controller.close();
        } catch (error) {
          free();
          throw error;
        }
      },
      cancel(reason) {
        free();
        return reader.cancel(reason);
      },
    },
    { highWaterMark: 0 },
  );
}
