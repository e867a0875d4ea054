// Libraries that code refers to by their hashes.

import { beginCell, parseBoc } from "../../message.js";
import { setBounded } from "../util/bounded-maps.js";
import { isTonEdgeError } from "../util/error.js";
import { listIn, readResponse, textIn } from "./read-response.js";
import { share } from "./shared-requests.js";

/** Libraries that a client remembers. */
const MOST = 64;
/** Characters of a library in base64 that is remembered. */
const MOST_LENGTH = 1 << 20;
/** Most libraries of one request; a liteserver leaves out the others. */
const MOST_OF_REQUEST = 16;

/** The hash of a cell in hexadecimal digits. */
const hashOf = (cell) =>
  beginCell().storeBytes(cell.hash()).endCell().beginParse().loadUintBig(256).toString(16).padStart(64, "0");

/** The libraries of a response that have one of the hashes. Each is checked: its hash is what makes it the right one. */
function readLibraries(response, hashes) {
  const found = new Map();
  for (const { data } of readResponse("getLibraries", () => listIn(response.result))) {
    try {
      const hash = hashOf(parseBoc(textIn(data)));
      if (hashes.includes(hash)) found.set(hash, data);
    } catch (error) {
      // Another one may be right.
      if (!isTonEdgeError(error)) throw error;
    }
  }
  return found;
}

/**
 * Bags of libraries by their hashes in hexadecimal digits; those that the network does not have are left out.
 *
 * @param {any} memory @param {string[]} hashes @param {any} options @returns {Promise<Map<string, string>>}
 */
export async function findLibraries(memory, hashes, options) {
  const found = new Map();
  for (const hash of hashes) if (memory.libraries.has(hash)) found.set(hash, memory.libraries.get(hash));
  const missing = hashes.filter((hash) => !found.has(hash)).sort();
  for (let at = 0; at < missing.length; at += MOST_OF_REQUEST) {
    const some = missing.slice(at, at + MOST_OF_REQUEST);
    const libraries = await share(memory, `libraries ${some}`, options, async (own) =>
      readLibraries(await memory.client.v2.getLibraries({ libraries: some }, own), some),
    );
    for (const [hash, boc] of libraries) {
      found.set(hash, boc);
      if (boc.length <= MOST_LENGTH) setBounded(memory.libraries, hash, boc, MOST);
    }
  }
  return found;
}
