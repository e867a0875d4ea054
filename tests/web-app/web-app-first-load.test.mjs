// What the first visit costs: each view, opened by its URL in a browser with an empty cache. Files are counted at the size that a
// good static host sends, after the strongest brotli compression.

import assert from "node:assert/strict";
import { test } from "node:test";
import { brotliCompressSync, constants } from "node:zlib";

import { text as ADDRESS_MODULE } from "../../pkg/dist/address.wasm.js";
import { startStack } from "../helpers/stack.mjs";
import { openView, VIEWS } from "./views.mjs";
import { standing } from "./visit.mjs";

const MOST = 125_000;
/** Views that decode messages: the module for it loads beside the first response. */
const MOST_WITH_MESSAGES = 135_000;
const WITH_MESSAGES = ["account", "trace"];
const MOST_FILES = 26;
const SETTLED = 1000;

const started = standing(() => startStack({ upstream: "devnet", devnet: { world: "small" } }));

const squeezed = (body) =>
  brotliCompressSync(body, {
    params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: body.length },
  }).length;

/** The loaded files by path, with their sizes; responses of the API do not count. */
async function filesOf(view) {
  const context = await started.browser.newContext();
  try {
    const page = await context.newPage();
    const files = new Map();
    page.on("request", (request) => {
      const { pathname } = new URL(request.url());
      if (!/^\/(api|healthz|readyz|metrics)\b/.test(pathname)) files.set(pathname, undefined);
    });
    await openView(page, view, started.stack);
    await page.waitForLoadState("networkidle", { timeout: SETTLED }).catch(() => {});
    // Read from the gateway, not from the browser: there a preloaded module may have no body.
    for (const path of files.keys()) {
      const response = await fetch(started.stack.url + path);
      assert.equal(response.status, 200, path);
      const body = Buffer.from(await response.arrayBuffer());
      files.set(path, { size: squeezed(body), holdsAddresses: body.includes(ADDRESS_MODULE.slice(0, 100)) });
    }
    return files;
  } finally {
    await context.close();
  }
}

const sum = (files) => [...files.values()].reduce((total, { size }) => total + size, 0);

for (const view of VIEWS) {
  const { name } = view;
  const most = WITH_MESSAGES.includes(name) ? MOST_WITH_MESSAGES : MOST;
  test(`the first load of the view ${name} is below ${most / 1000} kB`, { timeout: 60_000 }, async (t) => {
    const files = await filesOf(view);
    const total = sum(files);
    t.diagnostic(`${name}: ${files.size} files, ${total} bytes`);
    for (const [path, { size }] of [...files].sort(([, a], [, b]) => b.size - a.size))
      t.diagnostic(`  ${String(size).padStart(6)} ${path}`);
    for (const path of ["/", "/app/app.js", "/app/style.css", `/${name}/view.js`])
      assert.ok(files.has(path), `${path} was requested`);
    // A visit crosses the network for each file.
    assert.ok(files.size <= MOST_FILES, `${files.size} files`);
    if (name === "address")
      assert.ok(
        [...files.values()].some(({ holdsAddresses }) => holdsAddresses),
        "the module that reads addresses",
      );
    // What few visitors use loads when they use it.
    for (const lazy of ["/explorer/local-get-method.js", "/explorer/local.css", "/explorer/lazy-files.json"])
      assert.ok(!files.has(lazy), `${lazy} was requested`);
    assert.ok(total < most, `${total} bytes`);
  });
}
