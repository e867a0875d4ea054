// Reads links of explorers, of the API and of this web app by one rule: the last address, hash, name or block in a link is its subject,
// and a link with "testnet" or "test" in its host, or "testnet" in its path, is for testnet.

import { isAddress, isHash } from "../ton-edge/address.js";
import { parseRoute } from "../app/route.js";

/** Longer links are not read. */
const MAX_LINK_CHARS = 4096;
/** Matches links: with a scheme, without one as host and path, as a path of the API, or as a fragment of this web app. */
const LINK_PATTERN = /^(?:https?:\/\/|(?:[\w-]+\.)+[a-z]{2,}(?::\d+)?\/|\/?api\/v[23]\/|\/?#\/)/i;
/** Sites about the main network: their links to testnet contain "testnet" or "test". */
const MAINNET_HOSTS =
  /^(?:[\w-]+\.)*(?:tonviewer\.com|tonscan\.(?:org|com)|dton\.io|ton\.cx|getgems\.io|explorer\.toncoin\.org|toncenter\.com|fragment\.com)(?::\d+)?$/i;
/** Hosts of testnet, such as `testnet.tonviewer.com` and `test-explorer.toncoin.org`. */
const TESTNET_HOST = /(?:^|[.-])test(?:net)?[.-]/i;
/** Matches "testnet" as a part of a path or as a parameter: `/testnet/`, `#/testnet/`, `?testnet=true`, `?network=testnet`. */
const TESTNET_PATH = /[/?&#=]testnet\b(?![-.]|=0|=false)/i;
/** Pages about a username of Telegram, which is the name `NAME.t.me` on the chain. */
const USERNAME_PAGE = /^(?:https?:\/\/)?(?:fragment\.com\/username|t\.me)\/(\w{4,32})\/?(?:[?#]|$)/i;
const API_PATH = /(?:^|\/)api\/(v[23]\/[\w/]+)/i;
/** Paths of transactions: their links may also contain the account. */
const TRANSACTION_PATH = /\/(?:tx|txs|transactions?|traces?|msg|messages?)(?:[/?]|$)/i;
/** Paths of jettons, collections and NFTs: with the address right after the word. */
const TOKEN_PATH = /\/(jetton|collection|nft)s?\/([^/?#]+)/gi;
/** Paths of an NFT below its collection. */
const ITEM_PATH = /\/collections?\/[^/?#]+\/([^/?#]+)/i;
/** Matches a base64 hash in a path, since its slashes would separate parts of the path. */
const UNESCAPED_HASH = /[\w+/-]{43}=(?=$|[/?&#])/g;
/** Matches the name of a parameter, but not base64 that ends with an equals sign. */
const PARAMETER_NAME = /^[\w.-]+=(?=.)/;
export const DOMAIN = /^(?:[\p{L}\p{N}-]{1,126}\.)+(?:ton|t\.me)$/iu;
export const BLOCK = /^\(?\s*(-?\d{1,10})\s*[,:]\s*([0-9a-f]{16})\s*[,:]\s*(\d{1,10})\s*\)?$/i;
/** Parameters of the API that must not get into the URL of this web app: credentials and messages. */
const PRIVATE_PARAMETERS = ["api_key", "apikey", "token", "boc"];

/**
 * What a link shows. `subject`: an address, hash, name or block; `isTransaction`: whether the link is to a transaction or message; `tokenView`: the view
 * of the jetton, collection or NFT that the path names; `route`: of a link of this web app; `call`: an operation of the API with its parameters
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
  const { host, path } = splitLink(text);
  const fragmentIndex = text.indexOf("#/");
  const route = fragmentIndex < 0 ? undefined : parseRoute(text.slice(fragmentIndex));
  const isTransaction = TRANSACTION_PATH.test(path);
  const [, username] = USERNAME_PAGE.exec(text) ?? [];
  const linkSubjects = username === undefined ? listSubjects(host, path) : [`${username.toLowerCase()}.t.me`];
  const subject =
    (isTransaction ? linkSubjects.findLast((text) => isHash(text)) : undefined) ??
    // The link of a block may also contain its hashes.
    readBlockParameters(path) ??
    linkSubjects.at(-1) ??
    readBlockPath(path);
  const isTestnet = TESTNET_HOST.test(host) || TESTNET_PATH.test(path);
  return {
    network: isTestnet ? "testnet" : MAINNET_HOSTS.test(host) ? "mainnet" : undefined,
    isTransaction,
    subject,
    tokenView: readTokenView(path, subject),
    route: route?.view === "missing" ? undefined : route,
    call: readCall(text),
  };
}

/** Returns the host, and the rest of a link. @param {string} text */
export function splitLink(text) {
  const [, host, path] = /** @type {string[]} */ (/^(?:https?:\/\/)?([^/?#]*)(.*)$/is.exec(text));
  return { host, path };
}

/** Returns the parts of a path and the values of its parameters. @param {string} path */
export const listParts = (path) => path.split(/[/?&#]/).map((part) => decodePart(part.replace(PARAMETER_NAME, "")));

/** Returns the view if the path says what the address is: `/jetton/ADDRESS`, `/collection/ADDRESS`. */
function readTokenView(path, subject) {
  if (subject === undefined || !isAddress(subject)) return undefined;
  if (decodePart(ITEM_PATH.exec(path)?.[1] ?? "") === subject) return "nft";
  const [, word] = [...path.matchAll(TOKEN_PATH)].find(([, , text]) => decodePart(text) === subject) ?? [];
  return /** @type {Link["tokenView"]} */ (word?.toLowerCase());
}

/** Returns the addresses, hashes, names and blocks of a link, in their order. The host counts only if there is nothing else. */
function listSubjects(host, path) {
  const subjects = listParts(path).flatMap(listSubjectsOfPart);
  if (subjects.length > 0) return subjects;
  return decodePart(path).match(UNESCAPED_HASH) ?? (DOMAIN.test(host) ? [host] : []);
}

/** A part is itself a subject, or contains several, as in `LT:HASH:ADDRESS`. */
const listSubjectsOfPart = (part) => (isSubject(part) ? [part] : part.split(/[:,;|\s]/).filter(isSubject));
const isSubject = (text) => isAddress(text) || isHash(text) || DOMAIN.test(text) || BLOCK.test(text);

function decodePart(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Returns the block of a path such as `/block/5`. */
const readBlockPath = (path) => /(?<=\/blocks?\/)\d{1,10}(?=$|[/?#])/i.exec(path)?.[0];

/** Returns the block that the parameters of a link name. */
function readBlockParameters(path) {
  const parameters = new URLSearchParams(path.slice(path.indexOf("?") + 1));
  const id = ["workchain", "shard", "seqno"].map((name) => parameters.get(name)).join(":");
  return BLOCK.test(id) ? id : undefined;
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
