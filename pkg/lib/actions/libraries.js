// Libraries that code refers to by their hashes.

import { beginCell, parseBoc } from "../../message.js";
import { setBounded } from "../util/bounded-maps.js";
import { isTonEdgeError } from "../util/error.js";
import { readList, readResponse, readText } from "./read-response.js";
import { shareRequest } from "./shared-requests.js";

/** Maximum number of libraries that a client remembers. */
const MAX_LIBRARIES = 64;
/** Maximum number of base64 characters of a library that is remembered. */
const MAX_LIBRARY_CHARS = 1 << 20;
/** Maximum number of libraries of one request; a liteserver omits any further ones. */
const MAX_LIBRARIES_PER_REQUEST = 16;

/** Returns the hash of a cell in hexadecimal digits. */
const hashHex = (cell) =>
  beginCell().storeBytes(cell.hash()).endCell().beginParse().loadUintBig(256).toString(16).padStart(64, "0");

/**
 * Returns the libraries of a response that have one of the hashes. Each hash is computed from the cell, so a wrong library is not accepted.
 */
function readLibraries(response, hashes) {
  const libraryByHash = new Map();
  for (const { data } of readResponse("getLibraries", () => readList(response.result))) {
    try {
      const hash = hashHex(parseBoc(readText(data)));
      if (hashes.includes(hash)) libraryByHash.set(hash, data);
    } catch (error) {
      // A malformed library is skipped: another one in the response may match.
      if (!isTonEdgeError(error)) throw error;
    }
  }
  return libraryByHash;
}

/**
 * Returns the bags of libraries by their hashes in hexadecimal digits. Libraries that the network does not have are absent.
 *
 * @param {any} clientState @param {string[]} hashes @param {any} options @returns {Promise<Map<string, string>>}
 */
export async function findLibraries(clientState, hashes, options) {
  const libraryByHash = new Map();
  for (const hash of hashes)
    if (clientState.libraries.has(hash)) libraryByHash.set(hash, clientState.libraries.get(hash));
  const missingHashes = hashes.filter((hash) => !libraryByHash.has(hash)).sort();
  for (let offset = 0; offset < missingHashes.length; offset += MAX_LIBRARIES_PER_REQUEST) {
    const hashBatch = missingHashes.slice(offset, offset + MAX_LIBRARIES_PER_REQUEST);
    const libraries = await shareRequest(clientState, `libraries ${hashBatch}`, options, async (requestOptions) =>
      readLibraries(await clientState.client.v2.getLibraries({ libraries: hashBatch }, requestOptions), hashBatch),
    );
    for (const [hash, boc] of libraries) {
      libraryByHash.set(hash, boc);
      if (boc.length <= MAX_LIBRARY_CHARS) setBounded(clientState.libraries, hash, boc, MAX_LIBRARIES);
    }
  }
  return libraryByHash;
}
