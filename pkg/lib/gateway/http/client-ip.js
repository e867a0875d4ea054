// Finds the client of a request by its client IP.

import { createGenerationalMap } from "../../util/bounded-maps.js";

const CLOUDFLARE = "cf-connecting-ip";

/** Maximum clients whose names are cached, so that not every request calls the core. */
const MAX_CLIENTS = 8192;
/** Maximum characters of a cache key, which is the text of the lines that name the client. With a longer one, every request calls the core. */
const MAX_LINES_LENGTH = 512;

const writeLine = (name, value) => (typeof value === "string" && !value.includes("\n") ? `${name}: ${value}\n` : "");

/** Finds the clients of a gateway's requests, and caches their names. */
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
   * @param {{ header: string | undefined, trustsCloudflare: boolean, isWorkerd: boolean }} settings `header`: the header with the client IP, if
   *   configured; `trustsCloudflare`: whether Cloudflare's header is trusted on every platform
   */
  constructor({ core, log }, { header, trustsCloudflare, isWorkerd }) {
    this.#core = core;
    this.#log = log;
    this.#header = header;
    this.#trustsCloudflare = trustsCloudflare;
    this.#isWorkerd = isWorkerd;
  }

  /** Whether a header may contain the client IP of a request. @param {string} name */
  isClientHeader(name) {
    return name === this.#header || (this.#isWorkerd && name === CLOUDFLARE);
  }

  /**
   * Returns the client of a request as lines for the core: `@peer`, the other end of the connection, and `@client`, the configured header.
   * `headers`: those for which `isClientHeader` is true.
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
   * Cloudflare sets CF-Connecting-IP, and `cf.colo` (its data centre). In a self-hosted workerd, which does not set `colo`, the caller can
   * forge the header, so the IP comes from the connection.
   */
  #peerInWorkerd(headers, { cf }) {
    if (this.#isOnCloudflare || typeof cf?.colo === "string") {
      // Remembered, because the platform of an isolate never changes and reading `cf` parses it each time.
      this.#isOnCloudflare = true;
      return headers[CLOUDFLARE];
    }
    if (typeof cf?.clientIp === "string") return cf.clientIp;
    if (!this.#hasWarned) {
      this.#hasWarned = true;
      const message =
        "CF-Connecting-IP is not trusted, since this is not Cloudflare: all clients share one limit. Set `clientIp`";
      this.#log.alert({ level: "warn", code: "client_ip_unknown", message });
    }
    return undefined;
  }

  /** Returns the client from the lines that `describe` wrote. @param {string} lines @returns {{ name: string, allowed: boolean }} */
  find(lines) {
    const cachedClient = this.#clients.get(lines);
    if (cachedClient) return cachedClient;
    const client = this.#core.readClient(lines);
    if (lines.length <= MAX_LINES_LENGTH) this.#clients.set(lines, client);
    return client;
  }
}
