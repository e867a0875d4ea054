// A client that lists its requests, for suites about the cost of calls.

import { createClient } from "ton-edge";

/** A response of a server. */
export const json = (value, status = 200) =>
  new Response(JSON.stringify(value), { status, headers: { "content-type": "application/json" } });

/**
 * A new client with the virtual machine, and the names of the operations that it requests. `respond` gets an operation's name and the number
 * of the request, and may return the response.
 *
 * @param {string} baseUrl @param {any} [options] @param {(name: string, request: Request, count: number) => any} [respond]
 */
export function makeRecordedClient(baseUrl, options = {}, respond = () => undefined) {
  const requests = [];
  const count = (name) => requests.filter((item) => item === name).length;
  const client = createClient({
    baseUrl,
    rateLimit: false,
    retry: false,
    tvm: () => import("ton-edge/tvm"),
    fetch: async (/** @type {any} */ request) => {
      const name = new URL(request.url).pathname.split("/").slice(3).join("/");
      requests.push(name);
      return (await respond(name, request, count(name))) ?? fetch(request);
    },
    ...options,
  });
  return { client, sentRequests: requests, count };
}
