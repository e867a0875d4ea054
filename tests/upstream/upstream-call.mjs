// HTTP helpers of the upstream's tests. They do not use `fetch`, which would decode bodies or retry without the test's knowledge.
import http from "node:http";

/**
 * A raw request: status, headers and body as bytes, without any decoding.
 *
 * @param {string} path
 * @param {{ method?: string, headers?: import("node:http").OutgoingHttpHeaders, body?: string | Uint8Array, base?: string, agent?: http.Agent | false }} [init]
 *   `agent`: reuses connections; by default each request has its own connection
 * @returns {Promise<{ status: number, headers: Record<string, string>, body: Buffer<ArrayBuffer> }>}
 */
export function call(path, { method = "GET", headers = {}, body, base, agent = false } = {}) {
  return new Promise((done, fail) => {
    const request = http.request(base + path, { method, headers, agent }, (response) => {
      const parts = [];
      response.on("data", (part) => parts.push(part)).on("error", fail);
      response.on("end", () =>
        done({ status: response.statusCode, headers: response.headers, body: Buffer.concat(parts) }),
      );
    });
    request.on("error", fail).end(body);
  });
}
export const query = (params) =>
  new URLSearchParams(Object.entries(params).flatMap(([k, v]) => [v].flat().map((x) => [k, x])));
export const makeRpc = (method, params, id = 7) => ({
  method: "POST",
  body: JSON.stringify({ jsonrpc: "2.0", id, method, params }),
});
