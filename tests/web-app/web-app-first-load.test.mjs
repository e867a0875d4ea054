// The cost of a first visit: each view, opened by its URL in a browser with an empty cache. All bytes on the wire count, with headers, for
// each kind of host that the documents name. API responses are the content of the view, and count separately.

import assert from "node:assert/strict";
import { describe, test } from "node:test";

import { createGateway } from "ton-edge/gateway";
import { files, serve } from "ton-edge/node";

import { text as ADDRESS_MODULE } from "../../pkg/dist/address.wasm.js";
import { hashedFile } from "../helpers/hashed-file.mjs";
import { startStack } from "../helpers/stack.mjs";
import { serveFiles } from "../helpers/static.mjs";
import { startWire } from "../helpers/wire.mjs";
import { openView, VIEWS } from "./views.mjs";
import { standing } from "./visit.mjs";

const MOST = 150_000;
/** The most bytes of API responses in the first second. */
const MOST_OF_API = 75_000;
const MOST_FILES = 12;
const SETTLED = 1000;
/** Modules that few visitors need, which load on their first use. */
const LAZY = ["explorer/local-get-method.js", "explorer/local.css", "explorer/lazy-files.json"];

/** The stack, and the web app on each kind of host. */
async function start() {
  const stack = await startStack({ upstream: "devnet", devnet: { world: "small" }, precompressed: true });
  const gateway = createGateway({
    mainnet: stack.own.url,
    limits: { keyless: "off", budget: "off" },
    logLevel: "error",
    assets: files(stack.folder),
  });
  const node = await serve(gateway, { port: 0 });
  // As Cloudflare does, and unlike Miniflare, which takes the first coding of the header; a browser names gzip first.
  const worker = await startWire(stack.url, { acceptEncoding: "br" });
  const api = await startWire(stack.url);
  const plain = await serveFiles({ folder: stack.folder, gateway: api.url });
  const wires = { worker, api, node: await startWire(node.url), static: await startWire(plain.url) };
  return {
    ...stack,
    hosts: { workerd: worker.url, node: wires.node.url, static: wires.static.url },
    take: () => Object.values(wires).flatMap((wire) => wire.take()),
    async close() {
      await Promise.all(Object.values(wires).map((wire) => wire.close()));
      await Promise.all([node.close(), plain.close()]);
      await stack.close();
    },
  };
}

const started = standing(start);

/**
 * The responses to a visit, by path, with the bytes on the wire.
 *
 * @param {import("./views.mjs").View} view @param {string} host
 */
async function responsesOf(view, host) {
  const context = await started.browser.newContext();
  try {
    const page = await context.newPage();
    started.stack.take();
    await openView(page, view, { ...started.stack, url: started.stack.hosts[host] });
    await page.waitForLoadState("networkidle", { timeout: SETTLED }).catch(() => {});
    const responses = new Map();
    for (const { path, bytes } of started.stack.take()) responses.set(path, (responses.get(path) ?? 0) + bytes);
    return responses;
  } finally {
    await context.close();
  }
}

const isOfApi = (path) => /^\/(api|healthz|readyz|metrics|testnet|mainnet)\b/.test(path);

for (const host of ["workerd", "node", "static"])
  describe(host, () => {
    for (const view of VIEWS)
      test(`the first load of the view ${view.name} is below ${MOST / 1000} kB`, { timeout: 60_000 }, async (t) => {
        const responses = await responsesOf(view, host);
        const sum = (isCounted) =>
          [...responses].reduce((all, [path, bytes]) => all + (isCounted(path) ? bytes : 0), 0);
        const total = sum((path) => !isOfApi(path));
        const data = sum(isOfApi);
        const paths = [...responses.keys()].filter((path) => !isOfApi(path) && path !== "/favicon.svg");
        t.diagnostic(`${host} ${view.name}: ${paths.length} files, ${total} bytes, and ${data} of the API`);
        for (const [path, bytes] of [...responses].sort(([, a], [, b]) => b - a))
          t.diagnostic(`  ${String(bytes).padStart(6)} ${path}`);
        for (const source of ["app/app.js", "app/style.css", `${view.folder}/view.js`])
          assert.ok(
            paths.some((path) => hashedFile(source).test(path)),
            `${source} was requested`,
          );
        // Each file of a visit costs a round trip.
        assert.ok(paths.length <= MOST_FILES, `${paths.length} files`);
        for (const source of LAZY)
          assert.ok(!paths.some((path) => hashedFile(source).test(path)), `${source} was requested`);
        assert.ok(total < MOST, `${total} bytes`);
        assert.ok(data < MOST_OF_API, `${data} bytes of the API`);
        if (view.name !== "address") return;
        const bodies = await Promise.all(
          paths.map(async (path) => (await fetch(started.stack.hosts[host] + path)).text()),
        );
        assert.ok(
          bodies.some((body) => body.includes(ADDRESS_MODULE.slice(0, 100))),
          "the first load of the address inspector lacks the module that reads addresses",
        );
      });
  });
