// `serve` compresses its responses for clients that accept it, and sends streams without waiting for their end.

import assert from "node:assert/strict";
import { once } from "node:events";
import { connect } from "node:net";
import { request } from "node:http";
import { after, before, describe, test } from "node:test";
import { brotliDecompressSync, createBrotliDecompress, gunzipSync } from "node:zlib";

import { createGateway } from "ton-edge/gateway";
import { serve } from "ton-edge/node";

import { startReplay } from "../upstream/replay.mjs";

const ROWS = JSON.stringify(Array.from({ length: 200 }, (_, row) => ({ row, text: "the same words in each row" })));
const makeJson = (body, headers = {}) =>
  new Response(body, { headers: { "content-type": "application/json", ...headers } });
/** Responses by path. @type {Record<string, (request: any) => Response | Promise<Response>>} */
const PAGES = { "/rows": () => makeJson(ROWS) };

let server;
let plainReply;
before(async () => {
  const gateway = { fetch: async (request) => PAGES[new URL(request.url).pathname](request) };
  server = await serve(/** @type {any} */ (gateway), { port: 0 });
  plainReply = await serve(/** @type {any} */ (gateway), { port: 0, compress: false });
});
after(() => Promise.all([server.close(), plainReply.close()]));

/** @returns {Promise<{ status: number, headers: Record<string, any>, body: Buffer }>} */
const get = (
  path,
  /** @type {Record<string, string>} */ headers = { "accept-encoding": "br" },
  { method = "GET", at: target = server } = {},
) =>
  new Promise((resolve, fail) => {
    request(target.url + path, { method, headers }, (response) => {
      const pieces = [];
      response
        .on("data", (piece) => pieces.push(piece))
        .on("end", () =>
          resolve({ status: response.statusCode, headers: response.headers, body: Buffer.concat(pieces) }),
        )
        .on("error", fail);
    })
      .on("error", fail)
      .end();
  });

describe("the responses that are compressed", () => {
  test("JSON is compressed by brotli or gzip, as the client accepts", async () => {
    const brResponse = await get("/rows");
    assert.equal(brResponse.headers["content-encoding"], "br");
    assert.equal(brResponse.headers.vary, "Accept-Encoding");
    assert.ok(brResponse.body.length < ROWS.length / 10, `${brResponse.body.length} bytes`);
    assert.equal(String(brotliDecompressSync(brResponse.body)), ROWS);
    const gzipResponse = await get("/rows", { "accept-encoding": "gzip" });
    assert.equal(gzipResponse.headers["content-encoding"], "gzip");
    assert.equal(String(gunzipSync(gzipResponse.body)), ROWS);
    for (const acceptEncoding of ["identity", "br;q=0, gzip;q=0", "zstd"]) {
      const wholeReply = await get("/rows", { "accept-encoding": acceptEncoding });
      assert.deepEqual(
        [wholeReply.headers["content-encoding"], wholeReply.headers.vary],
        [undefined, "Accept-Encoding"],
      );
      assert.equal(String(wholeReply.body), ROWS);
    }
  });

  test("nothing is compressed with `compress: false`", async () => {
    const { headers, body } = await get("/rows", undefined, { at: plainReply });
    assert.deepEqual([headers["content-encoding"], headers.vary, String(body)], [undefined, undefined, ROWS]);
    await assert.rejects(serve(/** @type {any} */ ({ fetch() {} }), /** @type {any} */ ({ compress: "no" })), {
      code: "invalid_option",
      parameter: "compress",
    });
  });

  for (const [title, make] of /** @type {[string, () => Response][]} */ ([
    ["a short body", () => makeJson("[1]", { "content-length": "3" })],
    ["a response that is already encoded", () => makeJson(ROWS, { "content-encoding": "zstd" })],
    ["a picture", () => makeJson(ROWS, { "content-type": "image/png" })],
    ["no content type", () => new Response(new Blob([ROWS]).stream())],
    ["a response with no-transform", () => makeJson(ROWS, { "cache-control": "public, no-transform" })],
    ["a part", () => new Response(ROWS, { status: 206, headers: { "content-type": "application/json" } })],
    ["nothing", () => new Response(null, { status: 304, headers: { "content-type": "application/json" } })],
  ]))
    test(`${title} is not compressed`, async () => {
      PAGES["/left"] = make;
      const { headers, body } = await get("/left");
      assert.equal(headers["content-encoding"], make().headers.get("content-encoding") ?? undefined);
      assert.equal(headers.vary, undefined);
      assert.equal(String(body), await make().text());
    });

  test("a compressed response has a weak entity tag, and keeps its Vary names", async () => {
    PAGES["/tag"] = () => makeJson(ROWS, { etag: '"one"', vary: "Origin" });
    const { headers } = await get("/tag");
    assert.deepEqual([headers.etag, headers.vary], ['W/"one"', "Origin, Accept-Encoding"]);
    PAGES["/tag"] = () => makeJson(ROWS, { etag: 'W/"one"', vary: "Accept-Encoding, Origin" });
    assert.deepEqual((await get("/tag")).headers.etag, 'W/"one"');
    assert.deepEqual((await get("/tag")).headers.vary, "Accept-Encoding, Origin");
    const head = await get("/tag", undefined, { method: "HEAD" });
    assert.deepEqual([head.headers["content-encoding"], head.body.length], [undefined, 0]);
  });

  test("a response with immutable headers is sent", async () => {
    PAGES["/redirect"] = () => Response.redirect("https://gw.example/", 302);
    assert.equal((await get("/redirect")).status, 302);
  });

  test("a gateway's compressed responses keep its own headers", async () => {
    const replay = await startReplay();
    const gateway = createGateway({ mainnet: replay.url, limits: { keyless: "off", budget: "off" }, log() {} });
    const compressedServer = await serve(gateway, { port: 0 });
    try {
      const path = "/api/v3/transactions?limit=20";
      const brResponse = await get(path, undefined, { at: compressedServer });
      const wholeReply = await get(path, {}, { at: compressedServer });
      assert.equal(brResponse.headers["content-encoding"], "br");
      assert.match(brResponse.headers.vary, /X-No-Address-Book.*, Accept-Encoding$/);
      assert.equal(String(brotliDecompressSync(brResponse.body)), String(wholeReply.body));
      assert.ok(brResponse.headers["server-timing"] && brResponse.headers["x-request-id"]);
      // An error response is too short to compress.
      const refusal = await get("/api/v3/transactions?limit=x", undefined, { at: compressedServer });
      assert.deepEqual([refusal.status, refusal.headers["content-encoding"]], [422, undefined]);
    } finally {
      await compressedServer.close();
      await replay.close();
    }
  });
});

describe("compressed streams", () => {
  test("a long text is compressed as a stream", async () => {
    const { rememberText } = await import("../../pkg/lib/gateway/http/text-body.js");
    const longBody = JSON.stringify(Array.from({ length: 40_000 }, (_, row) => `${row} \u{1f600} äöü`));
    PAGES["/long"] = () => {
      const response = makeJson(longBody);
      rememberText(response, longBody);
      return response;
    };
    for (const [coding, read] of /** @type {const} */ ([
      ["br", brotliDecompressSync],
      ["gzip", gunzipSync],
    ])) {
      const { headers, body } = await get("/long", { "accept-encoding": coding });
      assert.deepEqual([headers["content-encoding"], headers["content-length"]], [coding, undefined]);
      assert.equal(String(read(body)), longBody);
    }
    const wholeReply = await get("/long", {});
    assert.deepEqual(
      [Number(wholeReply.headers["content-length"]), String(wholeReply.body)],
      [Buffer.byteLength(longBody), longBody],
    );
  });

  const text = new TextEncoder();

  test("each piece of a stream is sent at once", { timeout: 20_000 }, async () => {
    let controller;
    const startStream = (streamController) => {
      controller = streamController;
      // The head of the response is sent with the first piece.
      streamController.enqueue(text.encode("zero "));
    };
    PAGES["/stream"] = () => makeJson(new ReadableStream({ start: startStream }));
    const call = request(`${server.url}/stream`, { headers: { "accept-encoding": "br" } }).end();
    const [response] = await once(call, "response");
    assert.equal(response.headers["content-encoding"], "br");
    const parts = response.pipe(createBrotliDecompress())[Symbol.asyncIterator]();
    assert.equal(String((await parts.next()).value), "zero ");
    for (const piece of ["one ", "two ", "ü".repeat(200_000), "three"]) {
      controller.enqueue(text.encode(piece));
      let readText = "";
      const decoder = new TextDecoder();
      while (readText.length < piece.length) {
        readText += decoder.decode((await parts.next()).value, { stream: true });
      }
      assert.equal(readText, piece);
    }
    controller.close();
    assert.equal((await parts.next()).done, true);
  });

  test("a stream that fails ends the connection", { timeout: 20_000 }, async () => {
    PAGES["/breaks"] = () => {
      let count = 0;
      const pull = (controller) => {
        count += 1;
        if (count > 3) throw new Error("it breaks");
        controller.enqueue(text.encode(ROWS));
      };
      return makeJson(new ReadableStream({ pull }));
    };
    await assert.rejects(get("/breaks"), { code: "ECONNRESET" });
    assert.equal((await get("/rows")).status, 200);
  });

  test("a client that disconnects cancels its stream and frees its compression slot", { timeout: 60_000 }, async () => {
    let cancelCount = 0;
    PAGES["/endless"] = () => {
      const pull = (controller) => controller.enqueue(crypto.getRandomValues(new Uint8Array(65_536)));
      return makeJson(new ReadableStream({ pull, cancel: () => void (cancelCount += 1) }));
    };
    const { port } = new URL(server.url);
    // More responses than `serve` compresses at a time.
    const readers = Array.from({ length: 80 }, () => {
      const socket = connect(Number(port), "127.0.0.1").on("error", () => {});
      socket.write("GET /endless HTTP/1.1\r\nhost: a\r\naccept-encoding: br\r\n\r\n");
      socket.once("data", () => socket.pause());
      return socket;
    });
    await Promise.all(readers.map((socket) => once(socket, "data")));
    const busyReply = await get("/rows");
    assert.equal(busyReply.headers["content-encoding"], undefined);
    assert.equal(String(busyReply.body), ROWS);
    for (const socket of readers) socket.destroy();
    const end = Date.now() + 20_000;
    while (cancelCount < 80 && Date.now() < end) await new Promise((resolve) => setTimeout(resolve, 20));
    assert.equal(cancelCount, 80);
    assert.equal((await get("/rows")).headers["content-encoding"], "br");
  });
});
