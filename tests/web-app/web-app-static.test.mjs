// The web app on a static host, with the headers and the configuration line of docs/web-app.md, and the gateway elsewhere.

import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { extname, join, normalize } from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";

import { buildSiteIn } from "../helpers/web-app-site.mjs";
import { launch } from "../runtimes/chromium.mjs";
import { findHashed } from "../helpers/hashed-file.mjs";
import { startStack } from "../helpers/stack.mjs";
import { readHeadersFile } from "../helpers/static.mjs";
import { listFencedBlocks } from "../docs/fenced.mjs";
import { makePayment, signTransfer } from "./signed-transfer.mjs";
import { openView, VIEWS } from "./views.mjs";
import { eventually } from "./visit.mjs";

const GATEWAY = "https://gw.example";
const TYPES = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript",
  ".css": "text/css",
  ".svg": "image/svg+xml",
  ".wasm": "application/wasm",
};

const text = await readFile(fileURLToPath(new URL("../../docs/web-app.md", import.meta.url)), "utf8");
const blocks = listFencedBlocks("docs/web-app.md", text);
/** The documented headers, with the hashes of the style sheet and the script in this page. @param {string} html */
const makeHeaders = (gateway, html) =>
  Object.fromEntries(
    blocks
      .find(({ tags }) => tags.includes("static-headers"))
      .source.split("\n")
      .slice(1)
      .map((line) => line.trim().replaceAll(GATEWAY, gateway))
      .map((line) => line.replace("STYLE_HASH", hashElement(html, "style")))
      .map((line) => line.replace("SCRIPT_HASH", hashElement(html, "script")))
      .filter(Boolean)
      .map((line) => line.split(/: (.*)/s).slice(0, 2)),
  );
const hashElement = (html, tag) =>
  createHash("sha256")
    .update(new RegExp(`<${tag}>(.+?)</${tag}>`, "s").exec(html)[1])
    .digest("base64");
const writeMetaTag = (gateway) =>
  blocks
    .find(({ language, source }) => language === "html" && source.includes("<meta"))
    .source.replace(GATEWAY, gateway);

let folder;
let indexHtml;
let host;
let stack;
let browser;
before(
  async () => {
    folder = await buildSiteIn(await mkdtemp(join(tmpdir(), "ton-edge-static-")));
    indexHtml = await readFile(join(folder, "index.html"), "utf8");
    const server = createServer(async (request, response) => {
      const { pathname } = new URL(request.url, "http://127.0.0.1");
      const path = normalize(join(folder, pathname === "/" ? "index.html" : pathname));
      const body = path.startsWith(folder) ? await readFile(path, "utf8").catch(() => undefined) : undefined;
      response.writeHead(body === undefined ? 404 : 200, {
        "content-type": TYPES[extname(path)] ?? "text/plain",
        ...makeHeaders(stack.url, indexHtml),
      });
      response.end(pathname === "/" ? body.replace("<head>", `<head>\n${writeMetaTag(stack.url)}`) : body);
    }).listen(0, "127.0.0.1");
    await once(server, "listening");
    host = {
      url: `http://127.0.0.1:${server.address().port}`,
      close: () => (server.close(), server.closeAllConnections()),
    };
    stack = await startStack({
      upstream: "devnet",
      devnet: { world: "small", clock: 400 },
      page: false,
      bindings: { TON_EDGE_ADMIN_TOKEN: "a-token-of-the-operators", TON_EDGE_ORIGINS: host.url },
    });
    await stack.own.ready;
    browser = await launch();
  },
  { timeout: 120_000 },
);
after(async () => {
  await browser?.close();
  await stack?.close();
  host?.close();
  await rm(folder, { recursive: true, force: true });
});

test("the web app's file `_headers` has the documented headers for a gateway on the same host", async () => {
  const headers = readHeadersFile(await readFile(join(folder, "_headers"), "utf8"));
  const ownFiles = Object.fromEntries(
    Object.entries(makeHeaders(GATEWAY, indexHtml)).map(([name, value]) => [name, value.replace(` ${GATEWAY}`, "")]),
  );
  assert.deepEqual(headers("/"), { ...ownFiles, "Cache-Control": "no-cache" });
  const script = await findHashed(folder, "app/app.js");
  assert.deepEqual(headers(`/${script}`), { ...ownFiles, "Cache-Control": "public, max-age=31536000, immutable" });
  assert.deepEqual(headers("/openapi/v3.json"), ownFiles);
});

for (const view of VIEWS) {
  test(`the view ${view.name} works from another origin than the gateway`, { timeout: 60_000 }, async () => {
    const page = await browser.newPage();
    const problems = [];
    page.on("console", (message) => ["error", "warning"].includes(message.type()) && problems.push(message.text()));
    page.on("pageerror", (error) => problems.push(String(error)));
    page.on(
      "request",
      (request) => ![host.url, stack.url].includes(new URL(request.url()).origin) && problems.push(request.url()),
    );
    await openView(page, view, { ...stack, url: host.url });
    if (view.name === "gateway") {
      assert.match(await page.locator("#gateway-message").textContent(), /at the gateway’s own address/);
      assert.equal(await page.getByLabel("Admin token").isVisible(), false);
      assert.match(await page.locator("#gateway-read-status").textContent(), /200/);
    }
    assert.deepEqual(problems, []);
    await page.close();
  });
}

test("a get-method and a preview run in the page from another origin than the gateway", {
  timeout: 60_000,
}, async () => {
  const page = await browser.newPage();
  const problems = [];
  page.on("console", (message) => ["error", "warning"].includes(message.type()) && problems.push(message.text()));
  page.on("pageerror", (error) => problems.push(String(error)));
  const { account } = stack.own.cast.wallet("alice");
  await page.goto(`${host.url}/#/explorer/v2.runGetMethod?address=${account}&method=seqno&stack=[]&here=1`);
  await page.locator("#explorer-response .tree").waitFor();
  await page.goto(`${host.url}/#/explorer/v2.sendBoc`);
  await page
    .locator("#explorer-field-boc")
    .fill(await signTransfer(stack, "alice", [makePayment(stack, "bob", "0.5")]));
  await page.locator("#explorer-preview").click();
  assert.equal(await page.locator("#explorer-verdict").innerText(), "It would succeed: 2 transactions.");
  assert.deepEqual(problems, []);
  await page.close();
});

test("the gateway accepts no admin token from another origin", async () => {
  const page = await browser.newPage();
  await page.goto(host.url);
  const outcome = await page.evaluate(
    (url) =>
      fetch(url, { headers: { authorization: "Bearer a-token-of-the-operators" } }).then(
        () => "responded",
        () => "refused",
      ),
    `${stack.url}/metrics`,
  );
  assert.equal(outcome, "refused");
  await eventually(
    () => page.evaluate(() => /** @type {HTMLElement} */ (document.querySelector("#boot")).hidden),
    true,
  );
  await page.close();
});
