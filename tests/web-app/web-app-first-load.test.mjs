// The cost of a first visit: each view, opened by its URL in a browser with an empty cache. All bytes on the wire count, with headers, for
// each kind of host that the documents name. API responses are the content of the view, and count separately.

import assert from "node:assert/strict";
import { describe, test } from "node:test";

import { createGateway } from "ton-edge/gateway";
import { files, serve } from "ton-edge/node";

import { text as ADDRESS_MODULE } from "../../pkg/dist/address.wasm.js";
import { matchHashedFile } from "../helpers/hashed-file.mjs";
import { startStack } from "../helpers/stack.mjs";
import { serveFiles } from "../helpers/static.mjs";
import { startWire } from "../helpers/wire.mjs";
import { openView, VIEWS } from "./views.mjs";
import { setUpFixture } from "./visit.mjs";

const MAX_BYTES = 150_000;
/** The most bytes of API responses in the first second. */
const MAX_API_BYTES = 75_000;
const MAX_FILES = 12;
const SETTLED_MS = 1000;
/** Modules that few visitors need, which load on their first use. */
const LAZY_FILES = ["explorer/local-get-method.js", "explorer/local.css", "explorer/lazy-files.json"];

/** The stack, and the web app on each kind of host. */
async function startStacks() {
  const stack = await startStack({ upstream: "devnet", devnet: { world: "small" }, precompressed: true });
  const gateway = createGateway({
    mainnet: stack.own.url,
    limits: { keyless: "off", budget: "off" },
    logLevel: "error",
    assets: files(stack.folder),
  });
  const node = await serve(gateway, { port: 0 });
  // Requests brotli alone, as Cloudflare would choose it. Miniflare takes the first coding of the header, and browsers name gzip
  // first.
  const worker = await startWire(stack.url, { acceptEncoding: "br" });
  const api = await startWire(stack.url);
  const fileServer = await serveFiles({ folder: stack.folder, gateway: api.url });
  const connections = { worker, api, node: await startWire(node.url), static: await startWire(fileServer.url) };
  return {
    ...stack,
    hosts: { workerd: worker.url, node: connections.node.url, static: connections.static.url },
    take: () => Object.values(connections).flatMap((connection) => connection.take()),
    async close() {
      await Promise.all(Object.values(connections).map((connection) => connection.close()));
      await Promise.all([node.close(), fileServer.close()]);
      await stack.close();
    },
  };
}

const fixture = setUpFixture(startStacks);

/**
 * The responses to a visit, by path, with the bytes on the wire.
 *
 * @param {import("./views.mjs").View} view @param {string} host
 */
async function collectResponses(view, host) {
  const context = await fixture.browser.newContext();
  try {
    const page = await context.newPage();
    fixture.stack.take();
    await openView(page, view, { ...fixture.stack, url: fixture.stack.hosts[host] });
    await page.waitForLoadState("networkidle", { timeout: SETTLED_MS }).catch(() => {});
    const responses = new Map();
    for (const { path, bytes } of fixture.stack.take()) responses.set(path, (responses.get(path) ?? 0) + bytes);
    return responses;
  } finally {
    await context.close();
  }
}

const isApiPath = (path) => /^\/(api|healthz|readyz|metrics|testnet|mainnet)\b/.test(path);

for (const host of ["workerd", "node", "static"])
  describe(host, () => {
    for (const view of VIEWS)
      test(`the first load of the view ${view.name} is below ${MAX_BYTES / 1000} kB`, {
        timeout: 60_000,
      }, async (t) => {
        const responses = await collectResponses(view, host);
        const sum = (isCounted) =>
          [...responses].reduce((sumSoFar, [path, bytes]) => sumSoFar + (isCounted(path) ? bytes : 0), 0);
        const total = sum((path) => !isApiPath(path));
        const data = sum(isApiPath);
        const paths = [...responses.keys()].filter((path) => !isApiPath(path) && path !== "/favicon.svg");
        t.diagnostic(`${host} ${view.name}: ${paths.length} files, ${total} bytes, and ${data} of the API`);
        for (const [path, bytes] of [...responses].sort(([, a], [, b]) => b - a))
          t.diagnostic(`  ${String(bytes).padStart(6)} ${path}`);
        for (const source of ["app/app.js", `${view.folder}/view.js`])
          assert.ok(
            paths.some((path) => matchHashedFile(source).test(path)),
            `${source} was requested`,
          );
        // Each file of a visit costs a round trip.
        assert.ok(paths.length <= MAX_FILES, `${paths.length} files`);
        for (const source of LAZY_FILES)
          assert.ok(!paths.some((path) => matchHashedFile(source).test(path)), `${source} was requested`);
        assert.ok(total < MAX_BYTES, `${total} bytes`);
        assert.ok(data < MAX_API_BYTES, `${data} bytes of the API`);
        if (view.name !== "address") return;
        const bodies = await Promise.all(
          paths.map(async (path) => (await fetch(fixture.stack.hosts[host] + path)).text()),
        );
        assert.ok(
          bodies.some((body) => body.includes(ADDRESS_MODULE.slice(0, 100))),
          "the first load of the address inspector lacks the module that reads addresses",
        );
      });
  });
