// Resolves domains on chain: from the root resolver in the network's configuration through as many resolvers as needed.

import { beginCell, decodeDnsRecords, encodeDomain, parseBoc } from "../../message.js";
import { fail, isTonEdgeError } from "../util/error.js";
import { pickOptions } from "../util/options.js";
import { CALL_OPTIONS } from "./get-options.js";
import { read } from "./get.js";
import { parseAddressText } from "./raw-address.js";
import { readResponse } from "./read-response.js";
import { NO_CODE_EXIT_CODES } from "./run-get-method.js";

/** Maximum number of resolvers of one name: each resolves at least one byte of the name, which has at most 127 bytes. */
const MAX_HOPS = 127;
/** The configuration parameter with the account of the root resolver. */
const ROOT_PARAMETER = 4;
const NEXT_RESOLVER_TAG = 0xba93;
/** Exit codes of an account without code, and of a contract that is not a resolver (11: unknown get-method). */
const NO_RESOLVER_EXIT_CODES = [...NO_CODE_EXIT_CODES, 11];

/** The root resolver by client: the network's configuration almost never changes it. */
const roots = /* @__PURE__ */ new WeakMap();

async function readRoot(client, { local, ...options }) {
  const response = await client.v2.getConfigParam({ config_id: ROOT_PARAMETER }, options);
  return readResponse("getConfigParam", () => {
    const slice = parseBoc(response.config.bytes).beginParse();
    return `-1:${slice.loadUintBig(256).toString(16).padStart(64, "0").toUpperCase()}`;
  });
}

/**
 * Decodes a cell that a resolver returned. Any error becomes `invalid_response`, since the owner of a domain may write anything into it.
 */
function readCell(content, readFields) {
  try {
    return readFields();
  } catch (cause) {
    if (!isTonEdgeError(cause)) throw cause;
    throw fail(
      "invalid_response",
      `a resolver of the domain returned ${content} that cannot be read: ${cause.message}`,
      {
        cause,
      },
    );
  }
}

/** Reads the next resolver that a contract names. */
function readResolver(cell) {
  const slice = cell.beginParse();
  if (slice.remainingBits >= 16 && slice.loadUint(16) === NEXT_RESOLVER_TAG) return slice.loadAddress();
  throw fail("invalid_response", "it is not a `dns_next_resolver` record of TEP-81");
}

/** @param {any} client @param {any} domain @param {any} [rawOptions] @returns {Promise<any>} */
export async function dns(client, domain, rawOptions = {}) {
  const options = pickOptions(rawOptions, [...CALL_OPTIONS, "local"], "client.dns");
  // An address is refused: as a domain it would just be unknown, and the caller would think that the account is missing.
  if (parseAddressText(domain) !== undefined)
    throw fail("domain_is_address", "expected a domain, got an address: `client.recipient` takes both", {
      parameter: "domain",
    });
  let name = encodeDomain(domain);
  let resolver = roots.get(client) ?? (await readRoot(client, options));
  roots.set(client, resolver);
  for (let hopIndex = 0; hopIndex < MAX_HOPS; hopIndex += 1) {
    const resolverResult = await lookUp(client, resolver, name, options);
    if (resolverResult === null) return null;
    const { resolvedBits, value } = resolverResult;
    if (resolvedBits === 0 || value === null) return null;
    if (resolvedBits % 8 !== 0 || resolvedBits < 0 || resolvedBits > 8 * name.length)
      throw fail(
        "invalid_response",
        `a resolver must resolve 8 to ${8 * name.length} bits of the domain, in whole bytes, not ${resolvedBits}`,
      );
    if (resolvedBits === 8 * name.length) return readCell("records", () => decodeDnsRecords(value));
    name = name.subarray(resolvedBits / 8);
    resolver = readCell("a next resolver", () => readResolver(value));
  }
  throw fail("invalid_response", `the domain needs more than ${MAX_HOPS} resolvers`);
}

/** Returns the response of a resolver; `null` if the address has no resolver, as for a domain without an owner. */
async function lookUp(client, resolver, name, options) {
  try {
    return await read(client, resolver, "dnsresolve", [beginCell().storeBytes(name).endCell(), 0n], options);
  } catch (error) {
    if (isTonEdgeError(error, "get_method_failed") && NO_RESOLVER_EXIT_CODES.includes(error.exitCode)) return null;
    throw error;
  }
}

/** @param {any} client @param {any} domain @param {any} [options] @returns {Promise<string | null>} */
export const resolve = async (client, domain, options) => (await dns(client, domain, options))?.wallet ?? null;
