// The documents as a static site: every document is a page, the search finds it, no link is broken,
// and nothing comes from other hosts.
// `cargo xtask test docs-site` installs the packages of xtask/docs.

import assert from "node:assert/strict";
import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:http";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join, posix } from "node:path";
import { after, before, describe, test } from "node:test";
import { pathToFileURL } from "node:url";

import { SECURITY_HEADERS } from "../../pkg/lib/adapters/security-headers.js";
import { documents } from "../../xtask/docs/build.mjs";
import { listQuestions } from "./questions.mjs";
import { launch } from "../runtimes/chromium.mjs";

const ROOT = new URL("../../", import.meta.url);
const BASE_PATH = "/ton-edge/";
/** The options with which the search of VitePress searches, and the number of results that it shows. */
const VITEPRESS_SEARCH = { fuzzy: 0.2, prefix: true, boost: { title: 4, text: 2, titles: 1 } };
const RESULT_LIMIT = 16;
/** The text that an author types in the search, by the answer that must be found. */
const SEARCHES = {
  "first-payment.md#2-create-a-mnemonic-and-a-wallet": "mnemonic",
  "addresses.md#the-two-forms": "bounceable",
  "from-ton-core.md#without-buffer": "Buffer",
  "client.md#pace": "rate limit",
  "amounts.md#jettons": "jettons",
  "amounts.md#send-a-jetton": "USDT",
  "preview.md#": "fees",
  "sending.md#": "outcome",
  "sending.md#exit-codes": "exit code",
  "highload.md#batch-payout-300-payments-in-three-requests": "payout",
  "ton-connect.md#send-the-request-and-learn-its-outcome": "sendTransaction",
  "ton-connect.md#verify-a-login": "login",
  "payments.md#accept-ton-with-a-comment": "comment",
  "payments.md#track-deposits-of-a-jetton": "deposits",
  "payments.md#verify-the-payment-of-a-user": "verify",
  "live.md#": "live",
  "messages.md#decode-the-body-of-a-v3-row": "decode",
  "contracts.md#nfts": "NFT",
  "own-contract.md#deploy-a-contract-in-tolk": "Tolk",
  "testing.md#": "mock",
};
const readProjectFile = (file) => readFileSync(new URL(file, ROOT), "utf8");

describe("the site", () => {
  let folder;
  let site;
  const files = new Set();
  const text = (file) => readFileSync(join(folder, file), "utf8");
  const html = () => [...files].filter((file) => file.endsWith(".html") && file !== "404.html");

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), "docs-site-"));
    const { build } = await import("../../xtask/docs/build.mjs");
    site = await build(folder, { url: `https://docs.example${BASE_PATH}`, quiet: true });
    for (const name of /** @type {string[]} */ (readdirSync(folder, { recursive: true })))
      files.add(name.replaceAll("\\", "/"));
  });
  after(() => rm(folder, { recursive: true, force: true }));

  test("the site has a page for every document", async () => {
    assert.equal(site.pages.length, (await documents()).length);
    assert.deepEqual(
      site.pages.filter((page) => !files.has(page)),
      [],
    );
    assert.ok(text("index.html").includes("Build on TON from the browser or the edge"));
  });

  test("the site has a page for every function and class that the package exports", () => {
    const names = [...readProjectFile("tests/golden/exports.txt").matchAll(/^ {2}(\w+)$/gm)].map(([, name]) => name);
    const pages = new Set([...files].map((file) => /^exports\/.*\/(\w+)\.html$/.exec(file)?.[1]));
    assert.ok(names.length > 150, `${names.length} names`);
    assert.deepEqual(
      names.filter((name) => !pages.has(name)),
      [],
    );
    assert.match(text("exports/ton-edge/functions/createClient.html"), /api_key_in_browser/);
    const client = text("exports/ton-edge/interfaces/WatchedJetton.html");
    assert.match(client, /href="\/ton-edge\/reference\/v3\/types(\.html)?#jettonwallet"/);
  });

  test("the site has every page as Markdown, and lists of them for language models", async () => {
    for (const page of site.pages) assert.ok(files.has(page.replace(/\.html$/, ".md")), page);
    const list = text("llms.txt");
    assert.match(list, /\[Your first payment\]\(https:\/\/docs\.example\/ton-edge\/first-payment\.md\): This tutorial/);
    const fullText = text("llms-full.txt");
    assert.ok(fullText.includes("client.payments") && fullText.includes("paginate"));
  });

  test("the site has no broken link, and works below a path", () => {
    const ids = new Map(
      html().map((file) => [
        file,
        new Set([...text(file).matchAll(/\sid="([^"]+)"/g)].map(([, id]) => decodeURIComponent(id))),
      ]),
    );
    const brokenLinks = [];
    let links = 0;
    for (const file of html()) {
      for (const [, attribute, to] of text(file).matchAll(/\s(href|src)="([^"]*)"/g)) {
        if (/^(mailto|data):/.test(to) || (attribute === "href" && /^https?:/.test(to))) continue;
        links += 1;
        const [path, anchor] = to.split("#");
        const absolutePath = path.startsWith("/") ? path : posix.join(BASE_PATH, posix.dirname(file), path);
        const sitePath =
          path === ""
            ? file
            : absolutePath.startsWith(BASE_PATH)
              ? absolutePath.slice(BASE_PATH.length)
              : `outside of ${BASE_PATH}`;
        const existingFile = [sitePath, `${sitePath}.html`, posix.join(sitePath, "index.html")].find(
          (candidate) => files.has(candidate) && !candidate.endsWith("/"),
        );
        const page =
          existingFile && !existingFile.includes(".") ? posix.join(existingFile, "index.html") : existingFile;
        if (!page || (anchor && ids.has(page) && !ids.get(page).has(decodeURIComponent(anchor))))
          brokenLinks.push(`${file}: ${to}`);
      }
    }
    assert.ok(links > 5000, `${links} links`);
    assert.deepEqual([...new Set(brokenLinks)], []);
  });

  test("the site loads nothing from another host", () => {
    const foundItems = [];
    for (const file of files) {
      if (file.endsWith(".html")) {
        foundItems.push(
          ...[
            ...text(file).matchAll(
              /<(?:script|img|iframe)[^>]*\ssrc="(?:https?:)?\/\/[^"]*"|<link[^>]*\shref="(?:https?:)?\/\/[^"]*"/g,
            ),
          ].map(([tag]) => `${file}: ${tag}`),
        );
      }
      if (file.endsWith(".css"))
        foundItems.push(
          ...[...text(file).matchAll(/(?:url\(|@import )["']?(?:https?:)?\/\/[^)"']*/g)].map(
            ([url]) => `${file}: ${url}`,
          ),
        );
    }
    assert.deepEqual(foundItems, []);
  });

  test("the site has a diagram for every Mermaid block, and loads Mermaid on those pages only", async () => {
    const count = (where, pattern) => [...where.matchAll(pattern)].length;
    const blocks = (await documents()).reduce((sum, file) => sum + count(readProjectFile(file), /^```mermaid$/gm), 0);
    const diagramCount = html().reduce((sum, file) => sum + count(text(file), /<pre class="diagram"[^>]*>\w/g), 0);
    assert.ok(blocks > 10, `${blocks} blocks`);
    assert.equal(diagramCount, blocks);
    assert.match(text("architecture.html"), /<pre class="diagram"[^>]*>flowchart TB\n/);
    assert.deepEqual(
      html().filter((file) => /language-mermaid|<link[^>]*\/mermaid/.test(text(file))),
      [],
    );
    assert.ok([...files].some((file) => /\/mermaid\.core.*\.js$/.test(file)));
  });

  /** The search of the site. */
  async function openSearch() {
    const require = createRequire(new URL("xtask/docs/package.json", ROOT));
    const { default: MiniSearch } = await import(pathToFileURL(require.resolve("minisearch")).href);
    const [chunk] = [...files].filter((file) => /localSearchIndexroot.*\.js$/.test(file));
    const { default: index } = await import(pathToFileURL(join(folder, chunk)).href);
    return MiniSearch.loadJSON(index, { fields: ["title", "titles", "text"], storeFields: ["title", "titles"] });
  }

  test("one search finds the answer of each question, besides the page of the questions", async () => {
    const searchIndex = await openSearch();
    const missedPages = [];
    for (const { question, links } of listQuestions()) {
      const [{ page, anchor }] = links;
      const words = SEARCHES[`${page}#${anchor ?? ""}`];
      assert.ok(words, question);
      const foundPages = searchIndex
        .search(words, VITEPRESS_SEARCH)
        .slice(0, RESULT_LIMIT)
        .map(({ id }) => id.replace(BASE_PATH, "").replace(/\.html/, ""));
      const sectionStart = `${page.replace(".md", "")}#${anchor ?? ""}`;
      if (!foundPages.some((id) => (anchor ? id === sectionStart : id.startsWith(sectionStart))))
        missedPages.push(`${words}: ${foundPages.join(" ")}`);
    }
    assert.deepEqual(missedPages, []);
  });

  test("the search of the site finds words in the documents", async () => {
    const search = await openSearch();
    const findPages = (word) => search.search(word).map(({ id }) => id.split("#")[0]);
    assert.ok(
      findPages("cursor").includes(`${BASE_PATH}paging.html`) || findPages("cursor").includes(`${BASE_PATH}paging`),
      findPages("cursor").join(" "),
    );
    assert.ok(findPages("address_checksum").some((page) => page.startsWith(`${BASE_PATH}errors`)));
    assert.deepEqual(findPages("xyzzyplugh"), []);
  });

  test("the site works under the Content-Security-Policy of the gateway", async () => {
    const types = { html: "text/html", js: "text/javascript", css: "text/css", svg: "image/svg+xml", png: "image/png" };
    const server = createServer((request, response) => {
      const name = decodeURIComponent(
        new URL(String(request.url), "http://localhost").pathname.slice(BASE_PATH.length),
      );
      if (!files.has(name)) return response.writeHead(404).end();
      const type = types[name.split(".").at(-1)] ?? "text/plain";
      response.writeHead(200, { ...Object.fromEntries(SECURITY_HEADERS), "content-type": type });
      return response.end(readFileSync(join(folder, name)));
    });
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    const { port } = /** @type {import("node:net").AddressInfo} */ (server.address());
    const browser = await launch();
    try {
      const page = await browser.newPage({ viewport: { width: 1300, height: 900 }, colorScheme: "light" });
      const problems = [];
      // Mermaid also writes styles into its pictures; the page applies them by script.
      page.on("console", (message) => {
        if (message.type() === "error" && !/Applying inline style/.test(message.text())) problems.push(message.text());
      });
      page.on("pageerror", (error) => problems.push(String(error)));
      await page.goto(`http://127.0.0.1:${port}${BASE_PATH}sending.html`);
      const firstShape = page.locator(".diagram svg rect").first();
      await firstShape.waitFor();
      const readFill = () => firstShape.evaluate((element) => getComputedStyle(element).fill);
      assert.notEqual(await readFill(), "rgb(0, 0, 0)");
      const colours = await page
        .locator(".language-js code span span")
        .evaluateAll((elements) => [...new Set(elements.map((element) => getComputedStyle(element).color))]);
      assert.ok(colours.length > 3, colours.join(" "));
      await page.locator(".VPSwitchAppearance").first().click();
      assert.equal(await page.evaluate(() => document.documentElement.classList.contains("dark")), true);
      await page.reload();
      assert.equal(await page.evaluate(() => document.documentElement.classList.contains("dark")), true);
      await page.keyboard.press("Control+k");
      await page.locator(".VPLocalSearchBox input").fill("jetton transfer");
      await page.locator(".VPLocalSearchBox .result").first().waitFor();
      assert.deepEqual(problems, []);
    } finally {
      await browser.close();
      server.closeAllConnections();
      server.close();
    }
  });

  test("the site has the documents in the order of the index", () => {
    const page = text("client.html");
    const sidebar = page.slice(page.indexOf('class="VPSidebar"'), page.indexOf('class="VPContent'));
    const positions = ["migration", "client", "gateway", "reference/", "architecture"].map((name) =>
      sidebar.search(new RegExp(`href="${BASE_PATH}${name}(\\.html)?"`)),
    );
    assert.ok(
      positions.every((position) => position > 0),
      positions.join(" "),
    );
    assert.deepEqual(
      positions,
      [...positions].sort((a, b) => a - b),
    );
  });
});
