// Finds the client of a request by its client IP.

import { generationalMap } from "../../util/bounded-maps.js";
import { callCore } from "../core.js";
import { logAlert } from "../ops/log.js";

const CLOUDFLARE = "cf-connecting-ip";

/** Clients that are remembered, so that not every request of theirs crosses to the core for its name. */
const MOST = 8192;
/** Characters; a longer chain of proxies is read again for every request. */
const LONGEST = 512;

/** Whether a header shows the client IP of a request. */
export const isClientHeader = ({ client, isWorkerd }, name) => name === client || (isWorkerd && name === CLOUDFLARE);

/**
 * The client of a request, as lines for the core: `@peer`, the other end of the connection, and `@client`, the header
 * that counts. `headers` are the headers of `isClientHeader`.
 */
export function describeClient(ready, headers, request, ctx) {
  const { client } = ready;
  if (client === CLOUDFLARE)
    return line("@client", ready.trustsCloudflare ? headers[CLOUDFLARE] : peerInWorkerd(ready, headers, request));
  const peer = line("@peer", ready.isWorkerd ? peerInWorkerd(ready, headers, request) : ctx?.address);
  return client === undefined ? peer : peer + line("@client", headers[client]);
}

/**
 * Cloudflare writes its header, and names its data centre (`colo`) beside it. A self-hosted workerd reports the other end of the
 * connection itself; there the header is the caller's, and is not believed.
 */
function peerInWorkerd(ready, headers, { cf }) {
  if (ready.onCloudflare || typeof cf?.colo === "string") {
    // No isolate moves: `cf`, which is parsed when it is read, need not be read again.
    ready.onCloudflare = true;
    return headers[CLOUDFLARE];
  }
  if (typeof cf?.clientIp === "string") return cf.clientIp;
  if (!ready.warned) {
    ready.warned = true;
    const message =
      "CF-Connecting-IP is not believed, since this is not Cloudflare: all clients share one limit. Set `clientIp`";
    logAlert(ready, {}, { level: "warn", code: "client_ip_unknown", message });
  }
  return undefined;
}

const line = (name, value) => (typeof value === "string" && !value.includes("\n") ? `${name}: ${value}\n` : "");

/** The client of such lines: `{ name, allowed }`. */
export function createClientLookup(ready) {
  const known = generationalMap(MOST);
  return {
    of(lines) {
      const found = known.get(lines);
      if (found) return found;
      const client = callCore(ready, "client", lines);
      if (lines.length <= LONGEST) known.set(lines, client);
      return client;
    },
  };
}
