// Reads links of explorers, of the API and of this web app by one rule: the last address, hash, name or block in a link is its subject,
// and a link that contains "testnet" is for testnet.

import { isAddress, isHash } from "../ton-edge/address.js";
import { parseRoute } from "../app/route.js";

/** Longer links are not read. */
const MAX_LINK_CHARS = 4096;
/** With a scheme, as a host and a path, or as a path of the API or a fragment of this web app. */
const LINK_PATTERN = /^(?:https?:\/\/|(?:[\w-]+\.)+[a-z]{2,}(?::\d+)?\/|\/?api\/v[23]\/|\/?#\/)/i;
/** Explorers of the main network: their links to testnet contain "testnet". */
const MAINNET_HOSTS =
  /^(?:[\w-]+\.)*(?:tonviewer\.com|tonscan\.org|dton\.io|ton\.cx|getgems\.io|explorer\.toncoin\.org|toncenter\.com)(?::\d+)?$/i;
const API_PATH = /(?:^|\/)api\/(v[23]\/[\w/]+)/i;
/** Paths of transactions: their links may also contain the account. */
const TRANSACTION_PATH = /\/(?:tx|txs|transactions?|traces?|msg|messages?)(?:[/?]|$)/i;
/** Paths of jettons, collections and NFTs: with the address right after the word. */
const TOKEN_PATH = /\/(jetton|collection|nft)s?\/([^/?#]+)/gi;
/** Base64 contains slashes, which separate the parts of a path. */
const UNESCAPED_HASH = /[\w+/-]{43}=(?=$|[/?&#])/g;
/** Base64 may end with an equals sign, which is not the one of a parameter. */
const PARAMETER_NAME = /^[\w.-]+=(?=.)/;
export const DOMAIN = /^(?:[\p{L}\p{N}-]{1,126}\.)+(?:ton|t\.me)$/iu;
export const BLOCK = /^\(?\s*(-?\d{1,10})\s*[,:]\s*([0-9a-f]{16})\s*[,:]\s*(\d{1,10})\s*\)?$/i;
/** Parameters of the API that must not get into the URL of this web app: credentials and messages. */
const PRIVATE_PARAMETERS = ["api_key", "apikey", "token", "boc"];

/**
 * What a link shows. `subject`: an address, hash, name or block; `isTransaction`: whether the link is to a transaction or message; `tokenView`: the view
 * of the jetton, collection or NFT that the path names; `route`: of
 * a link of this web app; `call`: an operation of the API with its parameters
 * @typedef {{ network?: "mainnet" | "testnet", subject?: string, isTransaction: boolean,
 *   tokenView?: "jetton" | "collection" | "nft", route?: ReturnType<typeof parseRoute>,
 *   call?: { operation: string, query: Record<string, string> } }} Link
 */

/** Other chains write hashes with `0x`. @param {string} text */
export const dropHexPrefix = (text) => text.replace(/^0x(?=[\da-f]{64}$)/i, "");

/** @param {string} text */
export const isLink = (text) => text.length <= MAX_LINK_CHARS && LINK_PATTERN.test(text);

/** Returns what a link shows; undefined if the text is not a link. @param {string} text @returns {Link | undefined} */
export function readLink(text) {
  if (!isLink(text)) return undefined;
  const [, host, path] = /** @type {string[]} */ (/^(?:https?:\/\/)?([^/?#]*)(.*)$/is.exec(text));
  const fragmentIndex = text.indexOf("#/");
  const route = fragmentIndex < 0 ? undefined : parseRoute(text.slice(fragmentIndex));
  const isTransaction = TRANSACTION_PATH.test(path);
  const linkSubjects = listSubjects(host, path);
  const subject =
    (isTransaction ? linkSubjects.findLast((text) => isHash(text)) : undefined) ??
    linkSubjects.at(-1) ??
    readBlock(path);
  return {
    network: /testnet/i.test(text) ? "testnet" : MAINNET_HOSTS.test(host) ? "mainnet" : undefined,
    isTransaction,
    subject,
    tokenView: readTokenView(path, subject),
    route: route?.view === "missing" ? undefined : route,
    call: readCall(text),
  };
}

/** Returns the view if the path says what the address is: `/jetton/ADDRESS`, `/collection/ADDRESS`. */
function readTokenView(path, subject) {
  if (subject === undefined || !isAddress(subject)) return undefined;
  const [, word] = [...path.matchAll(TOKEN_PATH)].find(([, , text]) => decodePart(text) === subject) ?? [];
  return /** @type {Link["tokenView"]} */ (word?.toLowerCase());
}

/** Returns the addresses, hashes, names and blocks of a link, in their order. The host counts only if there is nothing else. */
function listSubjects(host, path) {
  const parts = path.split(/[/?&#]/).map((part) => decodePart(part.replace(PARAMETER_NAME, "")));
  const subjects = parts.flatMap(listSubjectsOfPart);
  if (subjects.length > 0) return subjects;
  return decodePart(path).match(UNESCAPED_HASH) ?? (DOMAIN.test(host) ? [host] : []);
}

/** A part is a subject, or has some, as in `LT:HASH:ADDRESS`. */
const listSubjectsOfPart = (part) => (isSubject(part) ? [part] : part.split(/[:,;|\s]/).filter(isSubject));
const isSubject = (text) => isAddress(text) || isHash(text) || DOMAIN.test(text) || BLOCK.test(text);

function decodePart(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Returns the block of a path such as `/block/5`, or of the parameters of a block. */
function readBlock(path) {
  const [seqno] = /(?<=\/blocks?\/)\d{1,10}(?=$|[/?#])/i.exec(path) ?? [];
  const parameters = new URLSearchParams(path.slice(path.indexOf("?") + 1));
  const id = ["workchain", "shard", "seqno"].map((name) => parameters.get(name)).join(":");
  return seqno ?? (BLOCK.test(id) ? id : undefined);
}

function readCall(text) {
  const [match, path] = API_PATH.exec(text) ?? [];
  if (match === undefined) return undefined;
  const queryIndex = text.indexOf("?");
  /** @type {Record<string, string>} */
  const query = {};
  for (const [name, value] of new URLSearchParams(queryIndex < 0 ? "" : text.slice(queryIndex + 1).split("#")[0]))
    if (!PRIVATE_PARAMETERS.includes(name.toLowerCase()))
      query[name] = Object.hasOwn(query, name) ? `${query[name]},${value}` : value;
  return { operation: path.replace(/\/+$/, "").replaceAll("/", "."), query };
}
