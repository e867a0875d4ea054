// Clients: whose requests these are, by client IP.

import { memo } from "./memo.js";
import { alert } from "./log.js";
import { consult } from "./policy.js";

const WORKERD = globalThis.navigator?.userAgent === "Cloudflare-Workers";
const CLOUDFLARE = "cf-connecting-ip";

/** Clients that are remembered, so that not every request of theirs crosses to the core for its name. */
const MOST = 8192;
/** Characters; a longer chain of proxies is read again for every request. */
const LONGEST = 512;

/**
 * What tells the client of a request, as lines for the core: `@peer`, the other end of the connection, and `@client`, the header
 * that counts. Workers know the peer by Cloudflare's header alone, and that is believed only where Cloudflare has written it, or
 * where the configuration says so: on a workerd of one's own, callers write it.
 */
export function clientLines(ready, { headers, cf }, ctx) {
  const { client } = ready;
  const isCloudflare = client === CLOUDFLARE || WORKERD;
  const isTrusted = ready.trustsCloudflare || cf !== undefined;
  if (isCloudflare && !isTrusted) {
    if (!ready.warned) {
      ready.warned = true;
      const message = "this workerd is not on Cloudflare: CF-Connecting-IP is not believed, and all clients share one limit. Set `clientIp`";
      alert(ready, {}, { level: "warn", code: "client_ip_unknown", message });
    }
    return "";
  }
  let lines = "";
  if (client !== CLOUDFLARE) lines += line("@peer", WORKERD ? headers.get(CLOUDFLARE) : ctx?.address);
  if (client !== undefined) lines += line("@client", headers.get(client));
  return lines;
}

const line = (name, value) => (typeof value === "string" && !value.includes("\n") ? `${name}: ${value}\n` : "");

/** The client of such lines: `{ name, allowed }`. */
export function clients(ready) {
  const known = memo(MOST);
  return {
    of(lines) {
      const found = known.get(lines);
      if (found) return found;
      const client = consult(ready, "client", lines);
      if (lines.length <= LONGEST) known.set(lines, client);
      return client;
    },
  };
}
