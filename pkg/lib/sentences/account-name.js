// Names of accounts: domains and friendly addresses of the response's address book. Everything here works without WebAssembly.

import { toAddressText } from "../message/raw-address.js";
import { decodeBase64 } from "../util/base64.js";
import { computeCrc16 } from "../util/crc16.js";
import { fail } from "../util/error.js";
import { readDomain } from "./domain.js";
import { shorten } from "./format-units.js";
import { readRawAddress } from "./raw-address.js";

const FRIENDLY_ADDRESS = /^(?:[\w-]{48}|[A-Za-z\d+/]{48})$/;
/** The first byte of a friendly address without the bit for test networks: bounceable or not. */
const FRIENDLY_TAGS = [0x11, 0x51];

/** Returns the raw form of an address in any form, in upper case; undefined for other texts. @param {unknown} address */
function parseAddressText(address) {
  const rawAddress = readRawAddress(address);
  if (rawAddress !== undefined || typeof address !== "string") return rawAddress;
  if (!FRIENDLY_ADDRESS.test(address)) return undefined;
  const bytes = decodeBase64(address.replaceAll("-", "+").replaceAll("_", "/"));
  const [tag, workchain, ...rest] = bytes;
  // The checksum of bytes that are followed by their own checksum is 0.
  if (!FRIENDLY_TAGS.includes(tag & 0x7f) || computeCrc16(bytes) !== 0) return undefined;
  const hash = rest.slice(0, 32).map((byte) => byte.toString(16).padStart(2, "0"));
  return `${(workchain << 24) >> 24}:${hash.join("")}`.toUpperCase();
}

/** Returns the raw form of the account whose view is described, in upper case. @param {any} viewer */
export function readViewer(viewer) {
  if (viewer === undefined || viewer === null) return undefined;
  const rawAddress = parseAddressText(toAddressText(viewer, "viewer"));
  if (rawAddress === undefined)
    throw fail("invalid_parameter", "`viewer` must be an address in raw or friendly form", { parameter: "viewer" });
  return rawAddress;
}

/**
 * Returns the address of an account in raw form and its name: its domain, otherwise its shortened address. The friendly form in the
 * address book is used only if it is an address of the same account.
 *
 * @param {unknown} address of the details @param {Record<string, any>} book
 */
export function nameAccount(address, book) {
  const rawAddress = parseAddressText(address);
  if (rawAddress === undefined) return { address: null, domain: null, text: "an unknown account" };
  const bookEntry = Object.hasOwn(book, rawAddress) ? book[rawAddress] : undefined;
  const listedForm = bookEntry?.user_friendly;
  const domain = readDomain(bookEntry) ?? null;
  return {
    address: rawAddress,
    domain,
    text: domain ?? shorten(parseAddressText(listedForm) === rawAddress ? listedForm : rawAddress),
  };
}
