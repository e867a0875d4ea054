// Parses the URL of a picture. Only https on the default port of a public host name is accepted, so that nobody can make the gateway
// send requests to other services or into a private network.

/** Matches `ipfs://CID/path`, also with the superfluous `ipfs/` that some tokens have: CID and path. */
const IPFS_URL = /^ipfs:\/\/(?:ipfs\/)?([a-z0-9]{32,128})(\/[^?#]*)?$/i;
/** Maximum bytes of a URL, also of one that a host redirects to. */
const MAX_URL_LENGTH = 2048;
/** Matches a label of a host name, and the last one, which no IP address has. */
const LABEL = /^[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?$/;
const TOP_LABEL = /^(?:[a-z]{2,63}|xn--[a-z0-9-]{1,59})$/;
/** Last labels of names that are never public. */
const PRIVATE_TOP_LABELS = new Set([
  "alt",
  "arpa",
  "corp",
  "home",
  "internal",
  "intranet",
  "invalid",
  "lan",
  "local",
  "localdomain",
  "localhost",
  "onion",
  "private",
]);

/**
 * Returns the URL to fetch; undefined if it is not allowed.
 *
 * @param {string} text @param {string} ipfsUrl of the IPFS gateway
 */
export function parsePictureUrl(text, ipfsUrl) {
  const [, cid, path = ""] = IPFS_URL.exec(text) ?? [];
  const isIpfs = cid !== undefined;
  const url = parseUrl(isIpfs ? `${ipfsUrl}${cid}${path}` : text);
  if (url === undefined || url.href.length > MAX_URL_LENGTH || !isPublicUrl(url)) return undefined;
  // A path with `..` must not leave the folder of IPFS.
  if (isIpfs && !url.href.startsWith(`${ipfsUrl}${cid}`)) return undefined;
  url.hash = "";
  return url;
}

function parseUrl(text) {
  try {
    return new URL(text);
  } catch {
    return undefined;
  }
}

/** @param {URL} url whose parser has written an IP address in any notation as the usual one */
const isPublicUrl = ({ protocol, hostname, port, username, password }) =>
  protocol === "https:" && port === "" && username === "" && password === "" && isPublicName(hostname);

/** @param {string} name */
function isPublicName(name) {
  const labels = name.split(".");
  const topLabel = labels.at(-1) ?? "";
  return (
    name.length <= 253 &&
    labels.length > 1 &&
    labels.every((label) => LABEL.test(label)) &&
    TOP_LABEL.test(topLabel) &&
    !PRIVATE_TOP_LABELS.has(topLabel)
  );
}
