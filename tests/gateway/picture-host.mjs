// A host of pictures for tests: a server on 127.0.0.1, which a gateway reaches under public names by its setting `images.fetch`.

import { once } from "node:events";
import { createServer } from "node:http";

import sharp from "sharp";

import { createGateway } from "ton-edge/gateway";

/** A picture of one colour with a circle, of at most 4 channels. @returns {sharp.Sharp} */
export const drawPicture = (width = 96, height = 64) =>
  sharp(
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="100%" height="100%" fill="#0088cc"/><circle cx="50%" cy="50%" r="25%" fill="#ff8000"/></svg>`,
    ),
    { limitInputPixels: false },
  );

/**
 * @typedef {(request: import("node:http").IncomingMessage, response: import("node:http").ServerResponse) => void} Handler
 */

/** Starts a host. `files` has a body or a handler for each path. */
export async function startPictureHost() {
  /** @type {Map<string, { type: string, body: Uint8Array } | Handler>} */
  const files = new Map();
  /** The requests, as `host path`. @type {string[]} */
  const requests = [];
  const server = createServer((request, response) => {
    const path = String(request.url);
    requests.push(`${request.headers["x-name"]} ${path}`);
    const file = files.get(path);
    if (file === undefined) response.writeHead(404).end();
    else if (typeof file === "function") file(request, response);
    else response.writeHead(200, { "content-type": file.type }).end(file.body);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = /** @type {import("node:net").AddressInfo} */ (server.address());

  /** Redirects requests for public hosts to this server. @param {string} url @param {any} init */
  const fetchHere = (url, init) => {
    const { hostname, pathname, search } = new URL(url);
    return fetch(`http://127.0.0.1:${port}${pathname}${search}`, {
      ...init,
      headers: { ...init.headers, "x-name": hostname },
    });
  };

  return {
    files,
    requests,
    port,
    fetch: fetchHere,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

/**
 * Creates a gateway whose pictures come from such a host. Returns a function that requests a picture.
 *
 * @param {Awaited<ReturnType<typeof startPictureHost>> | undefined} host @param {object} [images] @param {object} [settings]
 */
export function makeImageGateway(host, images = {}, settings = {}) {
  const gateway = createGateway({
    mainnet: "http://127.0.0.1:9",
    logLevel: "off",
    ...settings,
    images: { ...(host && { fetch: host.fetch }), ...images },
  });
  /** @param {string} url @param {RequestInit & { address?: string, size?: number | string }} [init] */
  const get = (url, { address = "192.0.2.1", size, ...init } = {}) => {
    const query = new URLSearchParams({ url, ...(size !== undefined && { size: String(size) }) });
    return gateway.fetch(new Request(`https://gw.example/api/image/v1?${query}`, init), { NAME: "env" }, { address });
  };
  return { gateway, get };
}
