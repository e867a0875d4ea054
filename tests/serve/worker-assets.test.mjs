// Assets of the ready-made Worker, compressed in advance where compressed copies exist: in workerd, and with a simulated ASSETS binding.

import assert from "node:assert/strict";
import { get } from "node:http";
import { after, before, describe, test } from "node:test";
import { brotliDecompressSync, gunzipSync } from "node:zlib";

import { createWorkerAssets } from "../../pkg/lib/adapters/worker-assets.js";
import { findHashed } from "../helpers/hashed-file.mjs";
import { startStack } from "../helpers/stack.mjs";

describe("assets in workerd", () => {
  let stack;
  let script;
  before(async () => {
    stack = await startStack({ precompressed: true });
    script = `/${await findHashed(stack.folder, "app/app.js")}`;
  });
  after(() => stack?.close());

  /** @returns {Promise<{ status: number, headers: Record<string, any>, body: Buffer }>} */
  const request = (path, headers = {}) =>
    new Promise((resolve, fail) => {
      get(stack.url + path, { headers }, (response) => {
        const pieces = [];
        response
          .on("data", (piece) => pieces.push(piece))
          .on("end", () =>
            resolve({ status: response.statusCode, headers: response.headers, body: Buffer.concat(pieces) }),
          );
      }).on("error", fail);
    });

  test("a compressed copy is sent unchanged, with its own entity tag", async () => {
    const wholeReply = await request(script);
    assert.equal(wholeReply.headers["content-encoding"], undefined);
    const tags = new Set([wholeReply.headers.etag]);
    for (const [coding, read] of /** @type {const} */ ([
      ["br", brotliDecompressSync],
      ["gzip", gunzipSync],
    ])) {
      const { headers, body } = await request(script, { "accept-encoding": coding });
      assert.equal(headers["content-encoding"], coding);
      // A response that is compressed while it is sent has no length.
      assert.equal(Number(headers["content-length"]), body.length);
      assert.deepEqual(read(body), wholeReply.body);
      assert.equal(headers.vary, "Accept-Encoding");
      assert.equal(headers["cache-control"], "public, max-age=31536000, immutable");
      assert.equal(headers["content-type"], "text/javascript; charset=utf-8");
      tags.add(headers.etag);
      const revalidation = await request(script, { "accept-encoding": coding, "if-none-match": headers.etag });
      assert.deepEqual([revalidation.status, revalidation.body.length], [304, 0]);
    }
    assert.equal(tags.size, 3);
  });

  test("a page, a copy requested by its own name, and a missing file have their headers", async () => {
    assert.equal((await request("/")).headers["cache-control"], "no-cache");
    const copy = await request(`${script}.br`);
    assert.equal(copy.headers["content-type"], "application/octet-stream");
    assert.equal(copy.headers["content-encoding"], undefined);
    for (const path of ["/nothing.js", "/nothing", "/_headers", "/app/nothing-3f9c0a1b2c4d.js"]) {
      const { status, headers, body } = await request(path, { "accept-encoding": "identity" });
      assert.deepEqual([status, String(body)], [404, "Not Found\n"]);
      assert.equal(headers["content-type"], "text/plain; charset=utf-8");
      assert.equal(headers["cache-control"], undefined);
      assert.equal(headers["cross-origin-opener-policy"], "same-origin");
    }
  });
});

describe("assets of a simulated ASSETS binding", () => {
  /** Assets by path; a path without one is 404, or the page with `spa`. */
  const resolveAssets = (files, { spa = false } = {}) => {
    const seenPathnames = [];
    const fetch = async (request) => {
      const { pathname } = new URL(request.url);
      seenPathnames.push(pathname);
      if (Object.hasOwn(files, pathname)) return new Response(files[pathname], { headers: { etag: `"${pathname}"` } });
      return spa
        ? new Response("<!doctype html>", { headers: { "content-type": "text/html; charset=utf-8" } })
        : new Response(null, { status: 404 });
    };
    return { seenRequests: seenPathnames, env: { ASSETS: { fetch } } };
  };
  const requestFile = (files, path, headers = {}, /** @type {any} */ { cf, spa, hsts = 600, method = "GET" } = {}) => {
    const { seenRequests, env } = resolveAssets(files, { spa });
    const request = Object.assign(new Request(`https://gw.example${path}`, { method, headers }), cf && { cf });
    return createWorkerAssets(() => hsts)(request, env).then((response) => ({ response, seenRequests }));
  };
  const FILES = { "/a.js": "whole", "/a.js.br": "br", "/a.js.gz": "gz", "/b.js": "whole", "/page": "page" };

  test("the browser's clientAcceptEncoding decides, not Cloudflare's own Accept-Encoding header", async () => {
    const encodingHeaders = { "accept-encoding": "gzip, br" };
    for (const [clientAcceptEncoding, coding] of [
      ["br", "br"],
      ["gzip", "gzip"],
      ["", null],
      ["identity", null],
    ]) {
      const { response } = await requestFile(FILES, "/a.js", encodingHeaders, { cf: { clientAcceptEncoding } });
      assert.equal(response.headers.get("content-encoding"), coding, clientAcceptEncoding);
    }
    assert.equal((await requestFile(FILES, "/a.js", encodingHeaders)).response.headers.get("content-encoding"), "br");
  });

  test("an asset without compressed copies is sent uncompressed, also with the fallback to index.html", async () => {
    for (const spa of [false, true]) {
      const { response, seenRequests } = await requestFile(FILES, "/b.js", { "accept-encoding": "br, gzip" }, { spa });
      assert.deepEqual(seenRequests, ["/b.js.br", "/b.js.gz", "/b.js"]);
      assert.deepEqual([await response.text(), response.headers.get("content-encoding")], ["whole", null]);
      assert.equal(response.headers.get("vary"), "Accept-Encoding");
    }
  });

  test("no copy is sent for a range, a page, a path without an extension, or a POST", async () => {
    for (const [path, headers, method] of /** @type {[string, any, string?][]} */ ([
      ["/a.js", { range: "bytes=0-1" }],
      ["/page", {}],
      ["/", {}],
      ["/a.js", {}, "POST"],
    ])) {
      const { seenRequests } = await requestFile(FILES, path, { "accept-encoding": "br", ...headers }, { method });
      assert.deepEqual(seenRequests, [path]);
    }
    const head = await requestFile(FILES, "/nothing.js", { "accept-encoding": "br" }, { method: "HEAD" });
    assert.deepEqual([head.response.status, await head.response.text()], [404, ""]);
  });

  test("Strict-Transport-Security is sent only if it is configured", async () => {
    const fetchHstsHeader = async (hsts) =>
      (await requestFile(FILES, "/a.js", {}, { hsts })).response.headers.get("strict-transport-security");
    assert.deepEqual([await fetchHstsHeader(600), await fetchHstsHeader(0)], ["max-age=600", null]);
  });
});
