// Documents that contents of tokens name by a URL (TEP-64). Contents are part of the deterministic world, but the port of a server is not,
// so their hosts are names that do not exist in DNS (RFC 2606). The index reads the documents here, and the server has each of them under
// its own path: https://nft.example/edge/0.json is /documents/nft.example/edge/0.json.
import { readDocument as nfts } from "./nfts.mjs";

/** @typedef {{ type: string, text: string }} Document media type and content */

/** The documents by host: a function that returns the document of a path. @type {Record<string, (path: string) => Document | undefined>} */
const HOSTS = { "nft.example": nfts };

/** @param {string} host @param {string} path with its first slash */
const getDocument = (host, path) => (Object.hasOwn(HOSTS, host) ? HOSTS[host](path) : undefined);

/**
 * The document of a URL.
 * @param {string} url @returns {Document | undefined} undefined: the world has none
 */
function findDocument(url) {
  const [, host, path] = /^https?:\/\/([^/]+)(\/.*)$/.exec(url) ?? [];
  return host === undefined ? undefined : getDocument(host, path);
}

/** The document of a path of the server. @param {string} path @returns {Document | undefined} */
export function findServedDocument(path) {
  const [, host, documentPath] = /^\/documents\/([^/]+)(\/.*)$/.exec(path) ?? [];
  return host === undefined ? undefined : getDocument(host, documentPath);
}

/** The fields of a JSON document. @param {string} url @returns {Record<string, any> | undefined} */
export function findFields(url) {
  const document = findDocument(url);
  return document?.type === "application/json" ? JSON.parse(document.text) : undefined;
}
