// Pictures of tokens by the gateway: what it fetches, checks, limits, stores and refuses.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, before, describe, test } from "node:test";
import { fileURLToPath } from "node:url";
import { deflateSync } from "node:zlib";

import { Miniflare, Response as MiniflareResponse } from "miniflare";
import sharp from "sharp";
import { createGateway } from "ton-edge/gateway";

import { Images } from "../../pkg/lib/gateway/images/images.js";
import { readPictureHeader } from "../../pkg/lib/gateway/images/picture-header.js";
import { bundleProgram } from "../helpers/bundle.mjs";
import { drawPicture, makeImageGateway, startPictureHost } from "./picture-host.mjs";

const BASE = "https://pictures.example";
/** @type {Awaited<ReturnType<typeof startPictureHost>>} */
let host;
before(async () => {
  host = await startPictureHost();
});
after(() => host.close());

/** Serves a file at a path. @returns {string} its URL */
function serve(path, type, body) {
  host.files.set(path, { type, body });
  return `${BASE}${path}`;
}
/** Serves by a handler. @param {string} path @param {import("./picture-host.mjs").Handler} handler */
function handle(path, handler) {
  host.files.set(path, handler);
  return `${BASE}${path}`;
}
const countRequests = (path) => host.requests.filter((request) => request.endsWith(path)).length;
const readMetric = async (gateway, name) => {
  const response = await gateway.fetch(
    new Request("https://gw.example/metrics", { headers: { authorization: "Bearer 0123456789abcdef" } }),
    {},
    { address: "192.0.2.1" },
  );
  const text = await response.text();
  return Number(new RegExp(`^${name.replace(/[{}]/g, "\\$&")} (\\S+)$`, "m").exec(text)?.[1]);
};
const makePngChunk = (type, data) => {
  const chunk = Buffer.alloc(12 + data.length);
  chunk.writeUInt32BE(data.length);
  chunk.write(type, 4, "latin1");
  data.copy(chunk, 8);
  return chunk;
};
/** A PNG whose header says these dimensions. */
function writePng(width, height, data = deflateSync(Buffer.alloc(64))) {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from("89504e470d0a1a0a", "hex"),
    makePngChunk("IHDR", header),
    makePngChunk("IDAT", data),
    makePngChunk("IEND", Buffer.alloc(0)),
  ]);
}
/** Expects a refusal with these words, which a page remembers for some minutes. */
async function assertUnavailable(response, words) {
  const text = await response.text();
  assert.equal(response.status, 502, text);
  assert.equal(response.headers.get("x-ton-edge-error"), "image_unavailable");
  assert.equal(response.headers.get("cache-control"), "public, max-age=300");
  assert.ok(text.includes(words), `${text} does not say ${words}`);
}

describe("pictures of tokens", () => {
  test("pictures are off by default", async () => {
    const plainGateway = createGateway({ logLevel: "off" });
    const response = await plainGateway.fetch(new Request(`https://gw.example/api/image/v1?url=${BASE}/a.png`), {}, {});
    assert.equal(response.status, 404);
    assert.match(await response.text(), /does not offer \/api\/image/);
  });

  test("pictures of every type have the headers of an untrusted file, and an entity tag", async () => {
    const { get } = makeImageGateway(host);
    for (const type of /** @type {const} */ (["png", "jpeg", "gif", "webp"])) {
      const body = await drawPicture().toFormat(type).toBuffer();
      const response = await get(serve(`/picture.${type}`, `image/${type}`, body));
      assert.equal(response.status, 200, type);
      const { headers } = response;
      assert.equal(headers.get("content-security-policy"), "default-src 'none'; frame-ancestors 'none'; sandbox");
      assert.equal(headers.get("x-content-type-options"), "nosniff");
      assert.equal(headers.get("cross-origin-resource-policy"), "cross-origin");
      assert.match(String(headers.get("content-disposition")), /^inline; filename="picture\.\w+"$/);
      assert.match(String(headers.get("cache-control")), /^public, max-age=86(399|400), immutable$/);
      const servedBytes = new Uint8Array(await response.arrayBuffer());
      const { width, height, ...header } =
        readPictureHeader(servedBytes) ?? assert.fail("a file that is not a picture");
      assert.deepEqual([width, height], [96, 64]);
      assert.equal(headers.get("content-type"), header.type);
      assert.equal(headers.get("content-length"), String(servedBytes.length));
      const revalidation = await get(`${BASE}/picture.${type}`, {
        headers: { "if-none-match": String(headers.get("etag")) },
      });
      assert.deepEqual([revalidation.status, await revalidation.text()], [304, ""]);
    }
  });

  test("a picture is fetched once, for simultaneous and later callers", async () => {
    const { get, gateway } = makeImageGateway(host, {}, { adminToken: "0123456789abcdef" });
    const body = await drawPicture().png().toBuffer();
    const url = handle("/once.png", (_, response) =>
      setTimeout(() => response.writeHead(200, { "content-type": "image/png" }).end(body), 100),
    );
    const responses = await Promise.all(Array.from({ length: 10 }, () => get(url)));
    assert.ok(responses.every(({ status }) => status === 200));
    const laterResponse = await get(url);
    assert.deepEqual([laterResponse.status, laterResponse.headers.get("cache-status")], [200, "ton-edge; hit"]);
    const head = await get(url, { method: "HEAD" });
    assert.deepEqual([head.status, await head.text()], [200, ""]);
    assert.equal(countRequests("/once.png"), 1);
    assert.equal(await readMetric(gateway, 'ton_edge_images_total{result="fetched"}'), 1);
    assert.equal(await readMetric(gateway, 'ton_edge_images_total{result="hit"}'), 11);
    assert.equal(await readMetric(gateway, "ton_edge_image_fetched_bytes_total"), body.length);
    assert.ok((await readMetric(gateway, "ton_edge_image_cache_bytes")) > 0);
  });

  test("pictures are fetched again after their TTL, and leave the cache when it is full", async () => {
    const body = await drawPicture().png().toBuffer();
    const { get } = makeImageGateway(host, { ttlMs: 1000, cacheBytes: 3000 });
    for (const name of ["a", "b", "c", "d", "e", "a"]) {
      const response = await get(serve(`/full-${name}.png`, "image/png", body));
      assert.equal(response.status, 200);
    }
    assert.equal(countRequests("/full-a.png"), 2, "the least recently used picture left");
    await new Promise((resolve) => setTimeout(resolve, 1050));
    await get(`${BASE}/full-e.png`);
    assert.equal(countRequests("/full-e.png"), 2, "the picture was older than its TTL");
  });

  test("pictures with an ipfs:// URL come from the IPFS gateway", async () => {
    const cid = "bafybeigdyrzt5sfp7udm7hu76uh7y26nf3efuylqabf3oclgtqy55fbzdi";
    const { get } = makeImageGateway(host, { ipfsUrl: "https://ipfs.example/ipfs" });
    serve(`/ipfs/${cid}/1.png`, "image/png", await drawPicture().png().toBuffer());
    assert.equal((await get(`ipfs://${cid}/1.png`)).status, 200);
    assert.equal(host.requests.at(-1), `ipfs.example /ipfs/${cid}/1.png`);
    for (const url of [`ipfs://${cid}/../../x`, "ipfs://x", `ipfs://${cid}?a`, "ipfs://../api"])
      assert.equal((await get(url)).status, 422, url);
  });

  test("pictures follow few redirects, each of which is checked", async () => {
    const { get } = makeImageGateway(host);
    serve("/target.png", "image/png", await drawPicture().png().toBuffer());
    const redirect = (path, location) =>
      handle(path, (_, response) => response.writeHead(302, { location }).end("<html>"));
    redirect("/hop1", "/hop2");
    redirect("/hop2", "https://other.example/target.png");
    assert.equal((await get(`${BASE}/hop1`)).status, 200);
    assert.equal(host.requests.at(-1), "other.example /target.png");
    redirect("/loop", "/loop");
    const requestCount = countRequests("/loop");
    await assertUnavailable(await get(`${BASE}/loop`), "redirects too often");
    assert.equal(countRequests("/loop") - requestCount, 4);
    for (const [index, location] of [
      "http://pictures.example/target.png",
      "https://127.0.0.1/x.png",
      "https://[::1]/x.png",
      "https://169.254.169.254/latest/meta-data",
      "https://2130706433/",
      "https://localhost/x.png",
      "https://pictures.example:8443/x.png",
      "https://user:password@pictures.example/x.png",
      "file:///etc/passwd",
      "data:image/png;base64,AAAA",
      "https://",
    ].entries()) {
      redirect(`/to-${index}`, location);
      const count = host.requests.length;
      await assertUnavailable(await get(`${BASE}/to-${index}`), "not allowed");
      assert.equal(host.requests.length, count + 1, location);
    }
  });

  test("files are refused unless they are pictures of a type without scripts", async () => {
    const { get } = makeImageGateway(host);
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');
    const png = await drawPicture().png().toBuffer();
    for (const [path, type, body] of /** @type {const} */ ([
      ["/a.svg", "image/svg+xml", svg],
      ["/svg.png", "image/png", svg],
      ["/page.png", "text/html", png],
      ["/avif.png", "image/avif", png],
      ["/html.png", "image/png", Buffer.from("<html><body>")],
      ["/empty.png", "image/png", Buffer.alloc(0)],
      ["/cut.png", "image/png", png.subarray(0, 20)],
      ["/bmp.png", "image/png", Buffer.from(`BM${"\0".repeat(100)}`)],
    ]))
      await assertUnavailable(await get(serve(path, type, body)), "PNG, JPEG, GIF or WebP");
    assert.equal((await get(serve("/plain.bin", "application/octet-stream", png))).status, 200);
    const packedPicture = handle("/packed.png", (_, response) =>
      response.writeHead(200, { "content-type": "image/png", "content-encoding": "zstd" }).end(png),
    );
    await assertUnavailable(await get(packedPicture), "PNG, JPEG, GIF or WebP");
    await assertUnavailable(await get(`${BASE}/missing.png`), "did not respond with 200");
    await assertUnavailable(await get(`${BASE}/missing.png`), "did not respond with 200");
    assert.equal(countRequests("/missing.png"), 1, "a failure is remembered");
  });

  test("pictures with too many pixels or bytes are refused before they are decoded", async () => {
    const { get } = makeImageGateway(host, { maxBytes: 20_000 });
    for (const [index, [width, height]] of [
      [2049, 2048],
      [4097, 1],
      [1, 0x7fffffff],
      [0xffffffff, 0xffffffff],
    ].entries())
      await assertUnavailable(
        await get(serve(`/giant-${index}.png`, "image/png", writePng(width, height))),
        "more pixels",
      );
    await assertUnavailable(await get(serve("/none.png", "image/png", writePng(0, 10))), "PNG, JPEG");
    await assertUnavailable(await get(serve("/long.png", "image/png", Buffer.alloc(20_001))), "more bytes");
    let writeCount = 0;
    const endlessUrl = handle("/endless.png", (request, response) => {
      response.writeHead(200, { "content-type": "image/png" });
      const write = () => {
        while (!response.destroyed && response.write(Buffer.alloc(8192))) writeCount += 8192;
      };
      response.on("drain", write);
      request.on("close", () => response.destroy());
      write();
    });
    await assertUnavailable(await get(endlessUrl), "more bytes");
    assert.ok(writeCount < 50_000_000);
  });

  test("pictures that arrive too slowly are refused after the timeout", async () => {
    const { get } = makeImageGateway(host, { timeoutMs: 300 });
    const silentUrl = handle("/silent.png", () => {});
    const slowUrl = handle("/slow.png", (_, response) => {
      response.writeHead(200, { "content-type": "image/png" });
      const timer = setInterval(() => response.write("x"), 20);
      response.on("close", () => clearInterval(timer));
    });
    const startedAt = performance.now();
    await Promise.all([silentUrl, slowUrl].map(async (url) => assertUnavailable(await get(url), "in time")));
    assert.ok(performance.now() - startedAt < 2000);
  });

  test("a host that hangs holds a slot for one timeout, also after its request has ended", {
    timeout: 10_000,
  }, async (t) => {
    const timeoutMs = 8000;
    const images = new Images({
      maxBytes: 1e6,
      maxFetches: 1,
      timeoutMs,
      cacheBytes: 1e6,
      ttlMs: 1000,
      ipfsUrl: "https://ipfs.example/ipfs/",
    });
    let now = 5000;
    t.mock.method(performance, "now", () => now);
    // As in workerd after the caller has left: neither the response nor the timer of the timeout arrives.
    t.mock.timers.enable({ apis: ["setTimeout"] });
    const body = await drawPicture().png().toBuffer();
    const hangingFetches = [];
    const makeImageFetch = (url) =>
      url.endsWith("/hangs.png")
        ? new Promise((resolve) => hangingFetches.push(resolve))
        : new Response(new Uint8Array(body), { headers: { "content-type": "image/png" } });
    /** Starts a request after some time, and lets it do what it can. */
    const start = async (path, waitMs = 0) => {
      now += waitMs;
      const outcome = images.fetch(
        /** @type {any} */ ({ verdict: { url: `${BASE}${path}` }, gateway: { imageFetch: makeImageFetch } }),
      );
      await new Promise((resolve) => setImmediate(resolve));
      return { outcome };
    };
    await start("/hangs.png");
    const first = await start("/first.png", timeoutMs - 1);
    now += 2;
    t.mock.timers.tick(20);
    assert.equal(/** @type {any} */ (await first.outcome).size, body.length);
    // A fetch whose slot ended does not free the slot of the next fetch of the same picture.
    await start("/hangs.png");
    await start("/hangs.png", timeoutMs + 1);
    assert.equal(hangingFetches.length, 3);
    hangingFetches[1](new Response("", { status: 404 }));
    const second = await start("/second.png");
    now += 5001;
    t.mock.timers.tick(20);
    assert.equal(await second.outcome, "overloaded");
  });

  test("pictures are scaled by the operator's function, and stored per size", async () => {
    const calls = [];
    const resize = ({ bytes, ...picture }, size, env) => {
      calls.push([picture, size, env]);
      return sharp(bytes).resize(size, size, { fit: "inside" }).webp().toBuffer();
    };
    const { get } = makeImageGateway(host, { resize });
    const url = serve("/scaled.png", "image/png", await drawPicture(192, 96).png().toBuffer());
    const readShape = async (response) => readPictureHeader(new Uint8Array(await response.arrayBuffer()));
    for (let index = 0; index < 2; index += 1) {
      assert.deepEqual(await readShape(await get(url, { size: 64 })), { type: "image/webp", width: 64, height: 32 });
      assert.deepEqual(await readShape(await get(url, { size: 128 })), { type: "image/webp", width: 128, height: 64 });
      // A picture that is not larger stays as it is.
      assert.deepEqual(await readShape(await get(url, { size: 256 })), { type: "image/png", width: 192, height: 96 });
      assert.deepEqual(await readShape(await get(url)), { type: "image/png", width: 192, height: 96 });
    }
    const originalPicture = { type: "image/png", width: 192, height: 96 };
    assert.deepEqual(calls, [
      [originalPicture, 64, { NAME: "env" }],
      [originalPicture, 128, { NAME: "env" }],
    ]);
    for (const size of ["63", "64.0", "1024", ""]) {
      const refusal = await get(url, { size, headers: { accept: "application/problem+json" } });
      assert.deepEqual([refusal.status, JSON.parse(await refusal.text()).parameter], [422, "size"], size);
    }
  });

  test("pictures that cannot be scaled are refused, and not served in another size", async () => {
    const body = await drawPicture(192, 96).png().toBuffer();
    const failingHandlers = {
      "/throws.png": () => {
        throw new Error("no memory");
      },
      "/rejects.png": async () => {
        throw new Error("no memory");
      },
      "/hangs.png": () => new Promise(() => {}),
      "/larger.png": async ({ bytes }) => bytes,
      "/text.png": async () => new TextEncoder().encode("<svg/>"),
      "/nothing.png": async () => undefined,
      "/bytes.png": async () => new Uint8Array(5000),
    };
    for (const [path, resize] of Object.entries(failingHandlers)) {
      const { get } = makeImageGateway(host, { resize: /** @type {any} */ (resize), timeoutMs: 300, maxBytes: 4000 });
      await assertUnavailable(await get(serve(path, "image/png", body), { size: 64 }), "could not scale");
    }
  });

  test("pictures have one size in a gateway that cannot scale", async () => {
    const { get } = makeImageGateway(host);
    const url = serve("/plain.png", "image/png", await drawPicture(192, 96).png().toBuffer());
    for (const size of [64, 128, undefined]) {
      const { width } = readPictureHeader(new Uint8Array(await (await get(url, { size })).arrayBuffer())) ?? {};
      assert.equal(width, 192);
    }
    assert.equal(countRequests("/plain.png"), 1);
  });

  test("pictures have their own rate limit per caller, and a limit of concurrent fetches", async () => {
    const body = await drawPicture().png().toBuffer();
    const { get } = makeImageGateway(host, { callerRate: { rate: 0.01, burst: 2 } }, { limits: { keyless: "off" } });
    const urls = Array.from({ length: 3 }, (_, index) => serve(`/rate-${index}.png`, "image/png", body));
    const statuses = [];
    for (const url of [...urls, urls[0], urls[1]]) statuses.push((await get(url)).status);
    assert.deepEqual(statuses, [200, 200, 429, 200, 200], "pictures in the cache do not count");
    assert.equal((await get(urls[2], { address: "192.0.2.2" })).status, 200);
    const busyGateway = makeImageGateway(host, { maxFetches: 1 });
    let openCount = 0;
    let mostOpen = 0;
    const slowUrls = Array.from({ length: 6 }, (_, index) =>
      handle(`/busy-${index}.png`, (_, response) => {
        openCount += 1;
        mostOpen = Math.max(mostOpen, openCount);
        setTimeout(() => {
          openCount -= 1;
          response.writeHead(200, { "content-type": "image/png" }).end(body);
        }, 30);
      }),
    );
    const responses = await Promise.all(slowUrls.map((url) => busyGateway.get(url)));
    assert.ok(responses.every(({ status }) => status === 200));
    assert.equal(mostOpen, 1);
  });

  test("pictures are served only to origins that may read responses", async () => {
    const { get } = makeImageGateway(host, {}, { origins: ["https://app.example"], enforceOrigins: true });
    const url = serve("/origin.png", "image/png", await drawPicture().png().toBuffer());
    const foreignReply = await get(url, { headers: { origin: "https://evil.example" } });
    assert.deepEqual([foreignReply.status, foreignReply.headers.get("x-ton-edge-error")], [403, "origin_not_allowed"]);
    const image = await get(url, { headers: { "sec-fetch-site": "cross-site" } });
    assert.equal(image.status, 403);
    const ownResponse = await get(url, { headers: { origin: "https://app.example" } });
    assert.deepEqual(
      [
        ownResponse.status,
        ownResponse.headers.get("access-control-allow-origin"),
        ownResponse.headers.get("cross-origin-resource-policy"),
      ],
      [200, "https://app.example", "same-origin"],
    );
  });

  test("in workerd, pictures come by its own fetch, and are stored in the Cache API", { timeout: 60_000 }, async () => {
    const program = `import { createGateway } from "ton-edge/gateway";
const gateway = createGateway({ images: { cacheBytes: 0 }, logLevel: "off" });
export default { fetch: (request, env, ctx) => gateway.fetch(request, env, ctx) };`;
    const body = await drawPicture().png().toBuffer();
    let fetchCount = 0;
    const worker = new Miniflare({
      host: "127.0.0.1",
      port: 0,
      cf: false,
      telemetry: { enabled: false },
      compatibilityDate: "2026-04-01",
      modulesRoot: "/",
      modules: [
        {
          type: "ESModule",
          path: "/main.mjs",
          contents: await bundleProgram(program, { "ton-edge/gateway": "../pkg/dist/gateway.workerd.js" }),
        },
        {
          type: "CompiledWasm",
          path: "/gateway.wasm",
          contents: readFileSync(fileURLToPath(new URL("../../pkg/dist/gateway.wasm", import.meta.url))),
        },
      ],
      outboundService: (request) => {
        fetchCount += 1;
        if (new URL(request.url).pathname === "/private")
          return MiniflareResponse.redirect("https://10.0.0.1/a.png", 302);
        return new MiniflareResponse(body, { headers: { "content-type": "image/png" } });
      },
    });
    try {
      const { origin } = await worker.ready;
      const get = (url) => fetch(`${origin}/api/image/v1?url=${encodeURIComponent(url)}`);
      const firstResponse = await get(`${BASE}/workerd.png`);
      assert.deepEqual([firstResponse.status, firstResponse.headers.get("cache-status")], [200, "ton-edge; fwd=miss"]);
      assert.deepEqual(Buffer.from(await firstResponse.arrayBuffer()), body);
      const deadline = performance.now() + 10_000;
      let laterResponse = await get(`${BASE}/workerd.png`);
      while (laterResponse.headers.get("cache-status") !== "ton-edge; hit" && performance.now() < deadline)
        laterResponse = await get(`${BASE}/workerd.png`);
      assert.equal(laterResponse.headers.get("cache-status"), "ton-edge; hit");
      assert.deepEqual(Buffer.from(await laterResponse.arrayBuffer()), body);
      assert.ok(fetchCount < 10);
      await assertUnavailable(await get(`${BASE}/private`), "not allowed");
      assert.equal((await get("https://10.0.0.1/a.png")).status, 422);
    } finally {
      await worker.dispose();
    }
  });

  test("pictures need a URL; refusals are problem documents on request", async () => {
    const { get, gateway } = makeImageGateway(host);
    const problem = { headers: { accept: "application/problem+json" } };
    const refusal = await get("http://pictures.example/a.png", problem);
    assert.equal(refusal.status, 422);
    const { code, parameter } = JSON.parse(await refusal.text());
    assert.deepEqual([code, parameter], ["invalid_parameter", "url"]);
    const send = (query) => gateway.fetch(new Request(`https://gw.example/api/image/v1${query}`, problem), {}, {});
    for (const query of ["", "?url=", "?url=a&url=b", "?size=64", `?url=https://${"a".repeat(2048)}.example/`])
      assert.equal((await send(query)).status, 422, query);
    const post = await gateway.fetch(new Request("https://gw.example/api/image/v1", { method: "POST" }), {}, {});
    assert.deepEqual([post.status, post.headers.get("allow")], [405, "GET, HEAD, OPTIONS"]);
  });
});
