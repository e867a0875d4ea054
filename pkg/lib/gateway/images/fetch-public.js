// Fetches from public addresses only, on Node, Deno and Bun. A name is resolved once; if one of its addresses is not public, the request is
// refused. The connection goes to the address that was checked, so another answer of the name server a moment later has no effect.

import { fail } from "../../util/error.js";
import { isPublicAddress } from "./public-address.js";
import { ImageRefusal } from "./refusal.js";

/** The number of addresses of a name that are tried. */
const MAX_ADDRESSES = 3;
/** Maximum bytes of the headers of a response. */
const MAX_HEADER_BYTES = 16_384;

/**
 * @typedef {{ status: number, headers: { get(name: string): string | null | undefined }, body: AsyncIterable<Uint8Array> | null }} PictureResponse
 * @typedef {(url: string, init: { redirect: "manual", headers: Record<string, string>, signal: AbortSignal }) => Promise<PictureResponse>} PictureFetch
 */

/** @param {string} name of a module @returns {any} */
function requireBuiltin(name) {
  const builtinModule = globalThis.process?.getBuiltinModule?.(name);
  if (builtinModule) return builtinModule;
  throw fail("missing_global", "pictures need Node 20.16 or newer, Deno or Bun", {
    parameter: "process",
  });
}

/** Resolves a host name with the resolver of the system. @param {string} name @returns {Promise<{ address: string }[]>} */
const lookUpName = (name) => requireBuiltin("node:dns").promises.lookup(name, { all: true });

/**
 * Creates the function. The parameters are for tests.
 *
 * @param {{ lookUp?: typeof lookUpName, isAllowed?: (address: string) => boolean, port?: number, ca?: string }} [parts]
 * @returns {PictureFetch}
 */
export function createPublicFetch({ lookUp = lookUpName, isAllowed = isPublicAddress, port = 443, ca } = {}) {
  return async (text, { headers, signal }) => {
    const url = new URL(text);
    const hostAddresses = await lookUp(url.hostname).catch(() => []);
    const addresses = hostAddresses.map(({ address }) => address);
    if (addresses.length === 0 || !addresses.every(isAllowed)) throw new ImageRefusal("host");
    for (const address of addresses.slice(0, MAX_ADDRESSES)) {
      if (signal.aborted) break;
      const response = await connect(address, url, { headers, signal, port, ca }).catch(() => undefined);
      if (response) return response;
    }
    throw new ImageRefusal("host");
  };
}

/**
 * Sends a GET to an address, with the name of the URL in TLS and in the header `Host`.
 *
 * @param {string} address @param {URL} url
 * @param {{ headers: Record<string, string>, signal: AbortSignal, port: number, ca?: string }} options
 * @returns {Promise<PictureResponse>}
 */
function connect(address, { hostname, host, pathname, search }, { headers, signal, port, ca }) {
  return new Promise((resolve, reject) => {
    const request = requireBuiltin("node:https").request({
      method: "GET",
      host: address,
      port,
      servername: hostname,
      path: `${pathname}${search}`,
      headers: { ...headers, host, connection: "close" },
      agent: false,
      maxHeaderSize: MAX_HEADER_BYTES,
      ca,
    });
    signal.addEventListener("abort", () => request.destroy(new Error("aborted")), { once: true });
    request.on("error", reject);
    request.on("response", (response) =>
      resolve({
        status: response.statusCode,
        headers: { get: (name) => response.headers[name] },
        body: response,
      }),
    );
    request.end();
  });
}
