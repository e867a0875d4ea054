// `files` with compressed copies beside the files: each client gets the right bytes with correct headers.

import assert from "node:assert/strict";
import { mkdir, mkdtemp, rm, utimes, writeFile } from "node:fs/promises";
import { get } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from "node:zlib";

import { createGateway } from "ton-edge/gateway";
import { files, serve } from "ton-edge/node";

const CODE = `export const words = "${"many words ".repeat(500)}";`;
/** The policy of pages in `_headers`. */
const PAGE_POLICY = "default-src 'none'; style-src 'sha256-AAAA'";
const HASHED_FILE = "/app/view-3f9c0a1b2c4d.js";

let folder;
let server;
before(async () => {
  folder = await mkdtemp(join(tmpdir(), "ton-edge-precompressed-"));
  await mkdir(join(folder, "app"));
  await mkdir(join(folder, "sub"));
  const write = (path, content) => writeFile(join(folder, path), content);
  for (const path of [HASHED_FILE, "/a.js"]) {
    await write(path, CODE);
    await write(`${path}.br`, brotliCompressSync(CODE));
    await write(`${path}.gz`, gzipSync(CODE));
  }
  await write("only-gz.css", "a{}");
  await write("only-gz.css.gz", gzipSync("a{}"));
  await write("none.js", "1;");
  await write("edited.js", "2;");
  await write("edited.js.br", brotliCompressSync("1;"));
  const fileTime = new Date(Date.now() - 60_000);
  await utimes(join(folder, "edited.js.br"), fileTime, fileTime);
  await write("index.html", "<!doctype html>");
  await write("index.html.br", brotliCompressSync("a missing file does not get the page"));
  await write("lone.js.br", brotliCompressSync("3;"));
  await mkdir(join(folder, "folder.js"));
  await mkdir(join(folder, "none.js.gz"));
  await write("_headers", `/*\n  X: y\n  Content-Security-Policy: ${PAGE_POLICY}\n/app/*\n  X: z\n`);
  await write(".secret.js", "4;");
  await write(".secret.js.br", brotliCompressSync("4;"));
  const gateway = createGateway({ mainnet: "http://127.0.0.1:9", assets: files(join(folder)), log() {} });
  server = await serve(gateway, { port: 0, compress: false });
});
after(async () => {
  await server?.close();
  await rm(folder, { recursive: true, force: true });
});

/** @returns {Promise<{ status: number, headers: Record<string, any>, body: Buffer }>} the response, with its body not decompressed */
const request = (path, headers = {}, method = "GET") =>
  new Promise((resolve, fail) => {
    const options = { path, method, headers, host: "127.0.0.1", port: new URL(server.url).port };
    get(options, (response) => {
      const pieces = [];
      response
        .on("data", (piece) => pieces.push(piece))
        .on("end", () =>
          resolve({ status: response.statusCode, headers: response.headers, body: Buffer.concat(pieces) }),
        )
        .on("error", fail);
    }).on("error", fail);
  });
const acceptEncodingHeader = (coding) => ({ "accept-encoding": coding });

describe("the coding that `files` chooses", () => {
  for (const [acceptEncoding, coding] of /** @type {[string | undefined, string | undefined][]} */ ([
    [undefined, undefined],
    ["", undefined],
    ["br", "br"],
    ["BR", "br"],
    ["gzip, deflate, br, zstd", "br"],
    ["gzip", "gzip"],
    ["x-gzip", "gzip"],
    ["br;q=0.5, gzip;q=0.8", "gzip"],
    ["br;q=0, gzip", "gzip"],
    ["br;q=0.0, gzip;q=0", undefined],
    ["*", "br"],
    ["*;q=0", undefined],
    ["br;q=0, *", "gzip"],
    ["identity, br;q=0.5", undefined],
    ["identity;q=0.5, br;q=0.5", "br"],
    ["identity;q=0, br", "br"],
    ["identity;q=0", undefined],
    [" br ; q=1.000 ", "br"],
    ["br;q=1.001", undefined],
    ["br;q=-1", undefined],
    ["br;q=high", undefined],
    ["br;q=1;q=0", undefined],
    ["brotli, bro, b r", undefined],
    [",,,;q=1,br,", "br"],
    ["constructor, __proto__", undefined],
    [`${"x,".repeat(40)}br`, undefined],
    [`${"x;q=0,".repeat(500)}`, undefined],
  ]))
    test(`Accept-Encoding ${JSON.stringify(acceptEncoding)?.slice(0, 40)} gets ${coding ?? "the plain file"}`, async () => {
      for (const path of [HASHED_FILE, "/a.js"]) {
        const { status, headers, body } = await request(
          path,
          acceptEncoding === undefined ? {} : acceptEncodingHeader(acceptEncoding),
        );
        assert.equal(status, 200);
        assert.equal(headers["content-encoding"], coding);
        assert.equal(headers.vary, "Accept-Encoding");
        assert.equal(headers["content-type"], "text/javascript; charset=utf-8");
        assert.equal(Number(headers["content-length"]), body.length);
        const text = coding === "br" ? brotliDecompressSync(body) : coding === "gzip" ? gunzipSync(body) : body;
        assert.equal(String(text), CODE);
      }
    });

  test("a file without a copy in an accepted coding is sent plain", async () => {
    const css = await request("/only-gz.css", acceptEncodingHeader("br, gzip;q=0.1"));
    assert.equal(css.headers["content-encoding"], "gzip");
    for (const path of ["/none.js", "/only-gz.css"]) {
      const { status, headers, body } = await request(
        path,
        acceptEncodingHeader(path === "/none.js" ? "br, gzip" : "br"),
      );
      assert.deepEqual([status, headers["content-encoding"], headers.vary], [200, undefined, "Accept-Encoding"]);
      assert.ok(body.length <= 3);
    }
  });

  test("a copy older than its file, or a copy of an HTML page, is not sent", async () => {
    assert.equal(String((await request("/edited.js", acceptEncodingHeader("br"))).body), "2;");
    for (const path of ["/", "/index.html"]) {
      const page = await request(path, acceptEncodingHeader("br"));
      assert.deepEqual([String(page.body), page.headers["content-encoding"]], ["<!doctype html>", undefined]);
    }
  });
});

describe("requested paths", () => {
  test("a copy requested by its own name is sent as bytes that no browser executes", async () => {
    const { status, headers, body } = await request("/a.js.br", acceptEncodingHeader("br"));
    assert.equal(status, 200);
    assert.equal(headers["content-encoding"], undefined);
    assert.equal(headers["content-type"], "application/octet-stream");
    assert.equal(headers["x-content-type-options"], "nosniff");
    assert.equal(String(brotliDecompressSync(body)), CODE);
    // A copy is not sent in place of a missing file.
    assert.equal((await request("/lone.js", acceptEncodingHeader("br"))).status, 404);
  });

  for (const path of [
    "/../a.js.br",
    "/%2e%2e/a.js",
    "/..%2fa.js.br",
    "/..%5ca.js",
    "/a.js%00.br",
    "/.secret.js",
    "/.secret.js.br",
    "/_headers",
    "//_headers",
    "/%5fheaders",
    "/sub/../_headers",
    "/folder.js",
    "/a.js/",
    "/a.js.br.br",
    "/nothing",
  ])
    test(`${path} gets 404 with a text`, async () => {
      const { status, headers, body } = await request(path, acceptEncodingHeader("br, gzip"));
      // The URL parser removes the dots before the server sees the path.
      if (status === 200) return assert.match(path, /\.\.\/a\.js|%2e%2e\/a\.js/);
      assert.equal(status, 404, path);
      assert.equal(headers["content-type"], "text/plain; charset=utf-8");
      assert.match(headers["content-security-policy"], /^default-src 'none'/);
      assert.equal(String(body), "Not Found\n");
    });
});

describe("caching headers of `files`", () => {
  test("each coding has its own entity tag, and a request with this tag gets 304", async () => {
    const tags = new Set();
    for (const acceptEncoding of ["br", "gzip", "identity"]) {
      const firstReply = await request("/a.js", acceptEncodingHeader(acceptEncoding));
      tags.add(firstReply.headers.etag);
      const revalidation = await request("/a.js", {
        ...acceptEncodingHeader(acceptEncoding),
        "if-none-match": firstReply.headers.etag,
      });
      assert.deepEqual(
        [revalidation.status, revalidation.body.length, revalidation.headers.vary],
        [304, 0, "Accept-Encoding"],
      );
      assert.equal(revalidation.headers.etag, firstReply.headers.etag);
      assert.equal(revalidation.headers["cache-control"], "no-cache");
      const head = await request("/a.js", acceptEncodingHeader(acceptEncoding), "HEAD");
      assert.deepEqual(
        ["etag", "content-length", "content-encoding", "vary", "cache-control"].map((name) => head.headers[name]),
        ["etag", "content-length", "content-encoding", "vary", "cache-control"].map((name) => firstReply.headers[name]),
      );
    }
    assert.equal(tags.size, 3);
    const [br] = tags;
    assert.equal((await request("/a.js", { ...acceptEncodingHeader("gzip"), "if-none-match": br })).status, 200);
  });

  test("only a file with a hash in its name is cached as immutable", async () => {
    for (const name of [
      "a-3f9c0a1b2c4d.js",
      "b-202501011200.js",
      "c-abcdefabcdef.js",
      "3f9c0a1b2c4d.js",
      "d-3F9C0A1B2C4D.js",
    ])
      await writeFile(join(folder, "sub", name), "1;");
    const readCaching = async (path) => (await request(path)).headers["cache-control"];
    assert.equal(await readCaching("/sub/a-3f9c0a1b2c4d.js"), "public, max-age=31536000, immutable");
    assert.equal(await readCaching(HASHED_FILE), "public, max-age=31536000, immutable");
    for (const name of ["b-202501011200.js", "c-abcdefabcdef.js", "3f9c0a1b2c4d.js", "d-3F9C0A1B2C4D.js"])
      assert.equal(await readCaching(`/sub/${name}`), "no-cache", name);
    assert.equal(await readCaching("/"), "no-cache");
    assert.equal(await readCaching("/nothing-3f9c0a1b2c4d.js"), undefined);
  });
});

describe("range requests", () => {
  const size = CODE.length;
  for (const [range, status, from, to] of /** @type {[string, number, number?, number?][]} */ ([
    ["bytes=0-9", 206, 0, 10],
    ["bytes=10-", 206, 10, size],
    ["bytes=-5", 206, size - 5, size],
    [`bytes=0-${size * 9}`, 206, 0, size],
    [`bytes=-${size * 9}`, 206, 0, size],
    [`bytes=${size}-`, 416],
    ["bytes=-0", 416],
    ["bytes=5-1", 200],
    ["bytes=0-1,3-4", 200],
    ["bytes=a-b", 200],
    ["bytes=-", 200],
    ["lines=0-1", 200],
    [`bytes=${"9".repeat(400)}-`, 200],
  ]))
    test(range.slice(0, 40), async () => {
      const {
        status: receivedStatus,
        headers,
        body,
      } = await request("/a.js", { range, ...acceptEncodingHeader("br") });
      assert.equal(receivedStatus, status);
      if (status === 206) {
        assert.equal(headers["content-encoding"], undefined);
        assert.equal(headers["content-range"], `bytes ${from}-${to - 1}/${size}`);
        assert.equal(String(body), CODE.slice(from, to));
      } else if (status === 416) assert.equal(headers["content-range"], `bytes */${size}`);
      else assert.equal(String(headers["content-encoding"] ? brotliDecompressSync(body) : body), CODE);
    });

  test("a range request with If-Range or HEAD gets 200 and the whole file", async () => {
    const { headers } = await request("/a.js");
    const rangeReply = await request("/a.js", { range: "bytes=0-1", "if-range": headers.etag });
    assert.deepEqual([rangeReply.status, rangeReply.body.length], [200, size]);
    assert.equal((await request("/a.js", { range: "bytes=0-1" }, "HEAD")).status, 200);
  });
});

describe("security headers of `files`", () => {
  const requestFile = (serveFiles, url, headers = {}) =>
    serveFiles(/** @type {any} */ ({ method: "GET", url, headers: new Headers(headers) }));

  test("Strict-Transport-Security is sent only over https, and only with `hstsSeconds`", async () => {
    const strictFiles = files(folder, { hstsSeconds: 600 });
    const fetchHstsHeader = async (...request) =>
      (await requestFile(...request)).headers.get("strict-transport-security");
    assert.equal(await fetchHstsHeader(strictFiles, "https://gw.example/a.js"), "max-age=600");
    assert.equal(
      await fetchHstsHeader(strictFiles, "http://gw.example/a.js", { "x-forwarded-proto": "HTTPS" }),
      "max-age=600",
    );
    assert.equal(await fetchHstsHeader(strictFiles, "http://gw.example/a.js"), null);
    assert.equal(await fetchHstsHeader(strictFiles, "http://gw.example/a.js", { "x-forwarded-proto": "http" }), null);
    assert.equal(await fetchHstsHeader(files(folder), "https://gw.example/a.js"), null);
    for (const hstsSeconds of /** @type {any[]} */ ([-1, 1.5, "600", Number.NaN, 1e12, null]))
      assert.throws(() => files(folder, { hstsSeconds }), { code: "invalid_option", parameter: "hstsSeconds" });
    assert.throws(() => files(folder, /** @type {any} */ ({ hsts: 1 })), { code: "invalid_option" });
  });

  test("pages have the content security policy of `_headers`, also when they are revalidated", async () => {
    const readPolicy = async (path, headers) =>
      (await requestFile(files(folder), `http://gw.example${path}`, headers)).headers.get("content-security-policy");
    const { headers } = await requestFile(files(folder), "http://gw.example/");
    assert.equal(headers.get("content-security-policy"), PAGE_POLICY);
    assert.equal(await readPolicy("/", { "if-none-match": headers.get("etag") }), PAGE_POLICY);
    assert.match(await readPolicy("/a.js"), /style-src 'self';/);
    assert.match(await readPolicy("/nothing"), /style-src 'self';/);
  });

  test("every response has the security headers", async () => {
    for (const [path, method] of [
      ["/a.js", "GET"],
      ["/", "HEAD"],
      ["/nothing", "GET"],
      ["/a.js", "POST"],
    ]) {
      const { headers } = await requestFile(files(folder), `http://gw.example${path}`).then(async (response) =>
        method === "GET"
          ? response
          : files(folder)(/** @type {any} */ ({ method, url: `http://gw.example${path}`, headers: new Headers() })),
      );
      assert.equal(headers.get("cross-origin-opener-policy"), "same-origin");
      assert.equal(headers.get("cross-origin-resource-policy"), "same-origin");
      assert.match(headers.get("permissions-policy"), /camera=\(\), .*microphone=\(\)/);
      assert.equal(headers.get("x-content-type-options"), "nosniff");
      assert.match(headers.get("content-security-policy"), /^default-src 'none'/);
    }
  });
});
