// Finds the client of a request by its client IP.

import { createGenerationalMap } from "../../util/bounded-maps.js";

const CLOUDFLARE = "cf-connecting-ip";

/** Most clients that are remembered, so that not each of their requests calls the core for its name. */
const MAX_CLIENTS = 8192;
/** Most characters of a remembered header; a longer chain of proxies is read again for every request. */
const MAX_LINES_LENGTH = 512;

const writeLine = (name, value) => (typeof value === "string" && !value.includes("\n") ? `${name}: ${value}\n` : "");

/** The clients of a gateway. */
export class Clients {
  #core;
  #log;
  #header;
  #trustsCloudflare;
  #isWorkerd;
  #isOnCloudflare = false;
  #hasWarned = false;
  #clients = createGenerationalMap(MAX_CLIENTS);

  /**
   * @param {{ core: Pick<import("../core/gateway-core.js").GatewayCore, "readClient">, log: Pick<import("../ops/log.js").Log, "alert"> }} parts
   * @param {{ header: string | undefined, trustsCloudflare: boolean, isWorkerd: boolean }} settings `header`: the header that names the
   * client, if one does; `trustsCloudflare`: whether Cloudflare's header is believed on every platform
   */
  constructor({ core, log }, { header, trustsCloudflare, isWorkerd }) {
    this.#core = core;
    this.#log = log;
    this.#header = header;
    this.#trustsCloudflare = trustsCloudflare;
    this.#isWorkerd = isWorkerd;
  }

  /** Whether a header has the client IP of a request. @param {string} name */
  isClientHeader(name) {
    return name === this.#header || (this.#isWorkerd && name === CLOUDFLARE);
  }

  /**
   * Returns the client of a request as lines for the core: `@peer`, the other end of the connection, and `@client`, the header
   * that counts. `headers` are the headers of `isClientHeader`.
   *
   * @param {Record<string, string>} headers
   */
  describe(headers, request, ctx) {
    const header = this.#header;
    if (header === CLOUDFLARE)
      return writeLine("@client", this.#trustsCloudflare ? headers[CLOUDFLARE] : this.#peerInWorkerd(headers, request));
    const peer = writeLine("@peer", this.#isWorkerd ? this.#peerInWorkerd(headers, request) : ctx?.address);
    return header === undefined ? peer : peer + writeLine("@client", headers[header]);
  }

  /**
   * Cloudflare sets this header, and `colo` (its data centre) next to it. A self-hosted workerd reports the other end of the
   * connection itself; there the caller writes the header, so it is not believed.
   */
  #peerInWorkerd(headers, { cf }) {
    if (this.#isOnCloudflare || typeof cf?.colo === "string") {
      // The platform of an isolate never changes: `cf`, which is parsed when it is read, need not be read again.
      this.#isOnCloudflare = true;
      return headers[CLOUDFLARE];
    }
    if (typeof cf?.clientIp === "string") return cf.clientIp;
    if (!this.#hasWarned) {
      this.#hasWarned = true;
      const message =
        "CF-Connecting-IP is not believed, since this is not Cloudflare: all clients share one limit. Set `clientIp`";
      this.#log.alert({ level: "warn", code: "client_ip_unknown", message });
    }
    return undefined;
  }

  /** Returns the client that such lines describe. @param {string} lines @returns {{ name: string, allowed: boolean }} */
  find(lines) {
    const cachedClient = this.#clients.get(lines);
    if (cachedClient) return cachedClient;
    const client = this.#core.readClient(lines);
    if (lines.length <= MAX_LINES_LENGTH) this.#clients.set(lines, client);
    return client;
  }
}
