// The border to client.wasm: only numbers and strings cross it, for each value that crosses is glue to be loaded.

import * as glue from "../dist/client.glue.js";
import { fail, isList } from "./error.js";
import { write } from "./params.js";

/** The beginning of a text: enough for a message, and never a copy of megabytes. */
const start = (value) => (typeof value === "string" ? value.slice(0, 1000) : undefined);

const read = (generation, path, params) => write(params, (name) => glue.reading(generation, path, name));

const more = (generation, path, extra) => (extra === undefined || extra === null ? undefined : read(generation, path, extra));

export const border = {
  ...glue,

  check: (generation, path, params) => glue.check(generation, path, read(generation, path, params)),

  pageStart: (generation, path, params, extra, ...options) =>
    glue.pageStart(generation, path, read(generation, path, params), more(generation, path, extra), ...options),

  /** Builds the `Request`. In `shown`: its URL without the key, all that errors get to see; whether it only reads; its body. */
  request(generation, path, verb, params, extra, baseUrl, queryKey, signal, shown) {
    const message = glue.request(generation, path, verb, read(generation, path, params), more(generation, path, extra));
    const end = message.indexOf("\n\n");
    const lines = (end < 0 ? message : message.slice(0, end)).split("\n");
    const [repeatable, method, target] = lines.shift().split(" ");
    const headers = lines.map((line) => line.split(/: (.*)/, 2));
    if (end >= 0) headers.push(["content-type", "application/json"]);
    const url = baseUrl + target;
    const body = end < 0 ? undefined : message.slice(end + 2);
    shown.push(url, repeatable === "1", body);
    const key = queryKey === undefined ? "" : `${target.includes("?") ? "&" : "?"}api_key=${encodeURIComponent(queryKey)}`;
    try {
      return new Request(url + key, { method, redirect: "manual", signal, headers, body });
    } catch {
      // What was thrown may quote the URL, and with it the key.
      throw fail("invalid_option", `the request to ${url} cannot be built`, { parameter: "baseUrl" });
    }
  },

  /** The result in a reply, or throws. `shape` is 0 empty, 1 not JSON, 2 JSON in `body`, of which nothing is copied. */
  settle(generation, status, shape, body) {
    if (shape !== 2 || typeof body !== "object" || body === null || isList(body)) {
      const kind = shape !== 2 ? shape : isList(body) ? 3 : 4;
      glue.settle(generation, status, kind, 0, false, undefined, undefined, 0);
      return body;
    }
    const { ok, result, code } = body;
    const error = start(body.error) ?? start(body.error?.message);
    const told = error === undefined && status >= 400 ? start(result) : undefined;
    const known = ok === undefined ? 0 : ok === true ? 1 : 2;
    const number = Number.isInteger(code) && Math.abs(code) < 1e9 ? code : 0;
    return glue.settle(generation, status, 2, known, result !== undefined, error, told, number) ? result : body;
  },
};
