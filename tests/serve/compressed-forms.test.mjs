// Compressed forms of contents that are sent repeatedly. The tests count the encoders that run, and the bytes in the cache.

import assert from "node:assert/strict";
import { createHook } from "node:async_hooks";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { brotliDecompressSync, gunzipSync } from "node:zlib";

import { createGateway } from "ton-edge/gateway";
import { files, openapi, serve } from "ton-edge/node";

import { createStore } from "../../pkg/lib/gateway/cache/store.js";
import { CompressedForms } from "../../pkg/lib/gateway/http/compressed-forms.js";

/** How many encoders this process has made. The tests decompress only after they have read this number. */
let encoderCount = 0;
const hook = createHook({ init: (_, type) => void (type === "ZLIB" && (encoderCount += 1)) });

const ROWS = JSON.stringify({
  ok: true,
  result: Array.from({ length: 3000 }, (_, row) => ({ row, text: "the same" })),
});
const CACHED_PATH = "/api/v2/getShards?seqno=1";
const DECODERS = { br: brotliDecompressSync, gzip: gunzipSync };

let folder;
/** @type {{ url: string, close(): Promise<void> }} */
let server;
before(async () => {
  folder = await mkdtemp(join(tmpdir(), "ton-edge-forms-"));
  await writeFile(join(folder, "page.html"), `<!doctype html>${"<p>the same words</p>".repeat(500)}`);
  const gateway = createGateway({
    mainnet: "https://service.example",
    fetch: async () => new Response(ROWS, { headers: { "content-type": "application/json" } }),
    limits: { keyless: "off", budget: "off" },
    openapi,
    assets: files(folder),
    log() {},
  });
  server = await serve(gateway, { port: 0 });
  hook.enable();
});
after(async () => {
  hook.disable();
  await server.close();
  await rm(folder, { recursive: true });
});

/** @returns {Promise<{ coding: string | undefined, body: Buffer }>} */
const get = (path, coding) =>
  new Promise((resolve, fail) => {
    request(server.url + path, { headers: { "accept-encoding": coding } }, (response) => {
      const pieces = [];
      response
        .on("data", (piece) => pieces.push(piece))
        .on("end", () => resolve({ coding: response.headers["content-encoding"], body: Buffer.concat(pieces) }))
        .on("error", fail);
    })
      .on("error", fail)
      .end();
  });

describe("each content is compressed once per coding", () => {
  for (const [title, path] of [
    ["a cached response", CACHED_PATH],
    ["an OpenAPI document", "/api/v3/openapi.json"],
    ["a file without a compressed copy", "/page.html"],
  ])
    test(title, async () => {
      const plainBody = (await get(path, "identity")).body;
      for (const coding of ["br", "gzip"]) {
        const countBefore = encoderCount;
        // Sends eight requests at once, then four in turn.
        const replies = await Promise.all(Array.from({ length: 8 }, () => get(path, coding)));
        for (let index = 0; index < 4; index += 1) replies.push(await get(path, coding));
        assert.equal(
          encoderCount - countBefore,
          1,
          `${encoderCount - countBefore} encoders for ${replies.length} ${coding} responses`,
        );
        for (const reply of replies) {
          assert.equal(reply.coding, coding);
          assert.equal(String(DECODERS[coding](reply.body)), String(plainBody));
        }
      }
    });

  test("a changed file is compressed anew", async () => {
    await get("/page.html", "br");
    const text = `<!doctype html>${"<p>other words</p>".repeat(500)}`;
    await writeFile(join(folder, "page.html"), text);
    assert.equal(String(brotliDecompressSync((await get("/page.html", "br")).body)), text);
  });
});

const makeEntry = (body) => ({
  status: 200,
  headers: [],
  body,
  size: body.length,
  tag: "t",
  control: "max-age=1",
  stored: 0,
  fresh: 1000,
  stale: 0,
  failing: 0,
});

describe("compressed forms in the cache", () => {
  const makeStore = (maxBytes) =>
    createStore(
      { maxBytes, adapter: "memory" },
      { urls: { mainnet: [], testnet: [] }, adapter: undefined, log: { alert() {} } },
    );
  const context = /** @type {any} */ ({});
  const makeForm = (bytes) => async () => new Uint8Array(bytes);

  test("compressed forms count towards the cache's maxBytes, and are removed with their entry", async () => {
    const { memory, put: putFile, formsOf } = makeStore(20_000);
    const [firstReply, secondReply] = [makeEntry("x".repeat(2000)), makeEntry("y".repeat(2000))];
    putFile("first", firstReply, context);
    putFile("second", secondReply, context);
    const plainBytes = memory.bytes;
    await formsOf("first", firstReply).get("gzip", makeForm(5000));
    assert.ok(memory.bytes >= plainBytes + 5000 && memory.bytes < plainBytes + 6000, `${memory.bytes}`);
    // The first entry and its form are evicted to make room for this form.
    await formsOf("second", secondReply).get("br", makeForm(12_000));
    assert.deepEqual([memory.get("first"), memory.get("second")], [undefined, secondReply]);
    assert.ok(memory.bytes <= 20_000 && memory.bytes >= 14_000);
    // An entry that replaces another one has no form yet.
    const thirdReply = makeEntry("z".repeat(2000));
    putFile("second", thirdReply, context);
    assert.ok(memory.bytes < 4000, `${memory.bytes}`);
    assert.equal(formsOf("second", thirdReply).has("br"), false);
    memory.delete("second");
    assert.equal(memory.bytes, 0);
  });

  test("a compressed form that does not fit, or whose entry was removed, is not kept", async () => {
    const { memory, put: putFile, formsOf } = makeStore(10_000);
    const entry = makeEntry("x".repeat(2000));
    putFile("a", entry, context);
    const { bytes } = memory;
    const forms = formsOf("a", entry);
    assert.equal((await forms.get("gzip", makeForm(9000))).length, 9000);
    assert.deepEqual([forms.has("gzip"), memory.bytes], [false, bytes]);
    memory.delete("a");
    await forms.get("gzip", makeForm(10));
    assert.deepEqual([forms.has("gzip"), memory.bytes], [false, 0]);
  });

  test("compression that failed is tried again, and a kept form holds no larger buffer", async () => {
    const forms = new CompressedForms(() => true);
    await assert.rejects(forms.get("br", async () => Promise.reject(new Error("out of memory"))));
    const form = await forms.get("br", async () => new Uint8Array(16_384).subarray(0, 100));
    assert.deepEqual([form.length, form.buffer.byteLength], [100, 100]);
  });
});
