// Builds the URL of a request from its target and its `Host` header (RFC 9112, section 3.2).

/**
 * Matches one host, optionally with a port: a name, an IPv4 address, or an IPv6 address in brackets (RFC 3986, section 3.2.2). A comma
 * does not match, because it may join two headers.
 */
const HOST_PATTERN = /^(?:[\w.~!$&'()*+;=-]|%[\dA-Fa-f]{2})+(?::\d{0,5})?$|^\[[\dA-Fa-f:.]+\](?::\d{0,5})?$/;
/** Matches a target in absolute form: scheme, authority and the rest. */
const ABSOLUTE_TARGET = /^(https?):\/\/([^/?#]*)([/?#].*)?$/i;
/** Maximum characters of a host: longer than any DNS name with its port. */
const MAX_HOST_LENGTH = 300;

const refuseTarget = (code, message) => ({ refusal: { code, message } });
export const INVALID_HOST = refuseTarget(
  "invalid_host",
  "the Host header must be exactly one host, optionally with a port",
);
const INVALID_TARGET = refuseTarget("bad_request", "the request target must be a path, or an http or https URL");

/** The last host that was checked: most requests have the same one. */
let lastValidHost;

export function isHost(host) {
  if (host === lastValidHost) return true;
  if (host.length > MAX_HOST_LENGTH || !HOST_PATTERN.test(host) || !URL.canParse(`http://${host}/`)) return false;
  lastValidHost = host;
  return true;
}

/**
 * Returns the URL of a request, or the reason why it is invalid.
 *
 * @param {string} method
 * @param {string} target as the caller sent it
 * @param {string[]} hosts the values of all `Host` headers
 * @param {boolean} mayLackHost whether the request may have no `Host`, as in HTTP/1.0
 * @returns {{ url?: string, isServer?: boolean, refusal?: { code: string, message: string } }} `isServer`: the request is about the
 *   server as a whole (`OPTIONS *`)
 */
export function parseRequestTarget(method, target, hosts, mayLackHost) {
  if (hosts.length > 1 || (hosts.length === 0 && !mayLackHost)) return INVALID_HOST;
  const host = hosts.length === 0 ? "localhost" : hosts[0];
  if (!isHost(host)) return INVALID_HOST;
  if (target.startsWith("/")) return { url: `http://${host}${target}` };
  if (target === "*") return method === "OPTIONS" ? { isServer: true } : INVALID_TARGET;
  const absoluteMatch = ABSOLUTE_TARGET.exec(target);
  if (!absoluteMatch) return INVALID_TARGET;
  const [, , authority] = absoluteMatch;
  return isHost(authority) ? { url: target } : INVALID_HOST;
}
