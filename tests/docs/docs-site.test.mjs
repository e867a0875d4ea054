// The documents as a static site: every document is a page, the search finds it, no link is broken,
// and nothing comes from other hosts.
// `cargo xtask test docs-site` installs the packages of xtask/docs.

import assert from "node:assert/strict";
import { once } from "node:events";
import { cpSync, existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:http";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join, posix } from "node:path";
import { after, before, describe, test } from "node:test";
import { pathToFileURL } from "node:url";

import { SECURITY_HEADERS } from "../../pkg/lib/adapters/security-headers.js";
import { listDocuments } from "../../xtask/docs/build.mjs";
import { compareLines, listPromisedLines } from "./fenced.mjs";
import { listQuestions } from "./questions.mjs";
import { startStack } from "../helpers/stack.mjs";
import { launch } from "../runtimes/chromium.mjs";
import { launch as launchFirefox } from "../runtimes/firefox.mjs";
import { findAxeViolations } from "../web-app/axe.mjs";

const ROOT = new URL("../../", import.meta.url);
/** The path at which `cargo xtask serve` has the site. */
const BASE_PATH = "/docs/";
/** The site of an earlier version. */
const EARLIER_VERSION = "0.0.9=https://docs.example/0.0.9/";
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
  "sending.md#success-and-reason": "why did my message fail",
  "sending.md#exit-codes": "exit code",
  "recipes.md#show-a-balance-in-a-page-without-a-bundler": "balance in a page",
  "recipes.md#save-a-history-as-csv-and-resume-after-a-stop": "CSV",
  "contracts.md#any-get-method": "get-method arguments",
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
/** Adds the errors of a page to a list. VitePress and Mermaid also write styles into elements; where they matter, the page applies them by script. */
function collectProblems(page, problems) {
  page.on("console", (message) => {
    if (message.type() === "error" && !/Applying inline style/.test(message.text())) problems.push(message.text());
  });
  page.on("pageerror", (error) => problems.push(String(error)));
}
const readProjectFile = (file) => readFileSync(new URL(file, ROOT), "utf8");

describe("the site", () => {
  let folder;
  let site;
  const files = new Set();
  const readText = (file) => readFileSync(join(folder, file), "utf8");
  /** The examples of the playground. @returns {{ id: string, page: string, source: string }[]} */
  const listExamples = () =>
    JSON.parse(readText("playground/examples.json")).groups.flatMap((/** @type {any} */ group) => group.examples);
  const listHtmlFiles = () => [...files].filter((file) => file.endsWith(".html") && file !== "404.html");

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), "docs-site-"));
    const { build } = await import("../../xtask/docs/build.mjs");
    site = await build(folder, { url: `https://docs.example${BASE_PATH}`, earlier: [EARLIER_VERSION], quiet: true });
    for (const name of /** @type {string[]} */ (readdirSync(folder, { recursive: true })))
      files.add(name.replaceAll("\\", "/"));
  });
  after(() => rm(folder, { recursive: true, force: true }));

  test("the site has a page for every document", async () => {
    assert.equal(site.pages.length, (await listDocuments()).length);
    assert.deepEqual(
      site.pages.filter((page) => !files.has(page)),
      [],
    );
    assert.ok(readText("index.html").includes("Build on TON from the browser or the edge"));
  });

  test("the site has a page for every function and class that the package exports", () => {
    const names = [...readProjectFile("tests/golden/exports.txt").matchAll(/^ {2}(\w+)$/gm)].map(([, name]) => name);
    const pages = new Set([...files].map((file) => /^exports\/.*\/(\w+)\.html$/.exec(file)?.[1]));
    assert.ok(names.length > 150, `${names.length} names`);
    assert.deepEqual(
      names.filter((name) => !pages.has(name)),
      [],
    );
    assert.match(readText("exports/ton-edge/functions/createClient.html"), /api_key_in_browser/);
    const client = readText("exports/ton-edge/interfaces/WatchedJetton.html");
    assert.match(client, /href="\/docs\/reference\/v3\/types(\.html)?#jettonwallet"/);
  });

  test("the site has every page as Markdown, and lists of them for language models", async () => {
    for (const page of site.pages) assert.ok(files.has(page.replace(/\.html$/, ".md")), page);
    const list = readText("llms.txt");
    assert.match(list, /\[Your first payment\]\(https:\/\/docs\.example\/docs\/first-payment\.md\): This tutorial/);
    const allText = readText("llms-full.txt");
    assert.ok(allText.includes("client.payments") && allText.includes("paginate"));
    const urls = [...allText.matchAll(/^url: (?:>-\s+)?https:\/\/docs\.example\/docs\/(\S+)$/gm)].map(
      ([, path]) => path,
    );
    assert.deepEqual(
      site.pages.map((page) => page.replace(/(\/index)?\.html$/, ".md")).filter((page) => !urls.includes(page)),
      ["index.md"],
    );
  });

  test("tables of the Markdown have as many cells in each row as in their head", () => {
    const wrongRows = [];
    let count = 0;
    for (const file of [...files].filter((name) => /(\.md|llms-full\.txt)$/.test(name))) {
      let cellCount = 0;
      for (const line of readText(file)
        .replace(/^```[^]*?^```/gm, "")
        .split("\n")) {
        const bars = line.startsWith("|") ? line.match(/(?<!\\)\|/g).length : 0;
        if (cellCount > 0 && bars > 0 && bars !== cellCount) wrongRows.push(`${file}: ${line}`);
        if (bars > 0) count += 1;
        cellCount = bars;
      }
    }
    assert.ok(count > 5000, `${count} rows`);
    assert.deepEqual(wrongRows, []);
  });

  test("every link of the lists and of the Markdown leads to a file", () => {
    const pattern = new RegExp(`\\]\\((?:https://docs\\.example)?(/[^)#\\s]*)`, "g");
    const missingFiles = [];
    let count = 0;
    for (const file of [...files].filter((name) => /(\.md|llms\.txt)$/.test(name)))
      for (const [, path] of readText(file)
        .replace(/^```[^]*?^```/gm, "")
        .matchAll(pattern)) {
        count += 1;
        const name = path.startsWith(BASE_PATH) ? path.slice(BASE_PATH.length) : `outside: ${path}`;
        const candidates = [name, `${name}.html`, posix.join(name, "index.html")];
        if (!candidates.some((candidate) => files.has(candidate))) missingFiles.push(`${file}: ${path}`);
      }
    assert.ok(count > 1000, `${count} links`);
    assert.deepEqual(missingFiles, []);
  });

  test("the site has no broken link, and works below a path", () => {
    const ids = new Map(
      listHtmlFiles().map((file) => [
        file,
        new Set([...readText(file).matchAll(/\sid="([^"]+)"/g)].map(([, id]) => decodeURIComponent(id))),
      ]),
    );
    for (const { id } of listExamples()) ids.get("playground.html")?.add(id);
    const brokenLinks = [];
    let links = 0;
    for (const file of listHtmlFiles()) {
      for (const [, attribute, to] of readText(file).matchAll(/\s(href|src)="([^"]*)"/g)) {
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
    const foreignUrls = [];
    for (const file of files) {
      if (file.endsWith(".html")) {
        foreignUrls.push(
          ...[
            ...readText(file).matchAll(
              /<(?:script|img|iframe)[^>]*\ssrc="(?:https?:)?\/\/[^"]*"|<link[^>]*\shref="(?:https?:)?\/\/[^"]*"/g,
            ),
          ].map(([tag]) => `${file}: ${tag}`),
        );
      }
      if (file.endsWith(".css"))
        foreignUrls.push(
          ...[...readText(file).matchAll(/(?:url\(|@import )["']?(?:https?:)?\/\/[^)"']*/g)].map(
            ([url]) => `${file}: ${url}`,
          ),
        );
    }
    assert.deepEqual(foreignUrls, []);
  });

  test("the site has a diagram for every Mermaid block, and loads Mermaid on those pages only", async () => {
    const count = (where, pattern) => [...where.matchAll(pattern)].length;
    const blocks = (await listDocuments()).reduce(
      (sum, file) => sum + count(readProjectFile(file), /^```mermaid$/gm),
      0,
    );
    const diagramCount = listHtmlFiles().reduce(
      (sum, file) => sum + count(readText(file), /<pre class="diagram"[^>]*>\w/g),
      0,
    );
    assert.ok(blocks > 10, `${blocks} blocks`);
    assert.equal(diagramCount, blocks);
    assert.match(readText("architecture.html"), /<pre class="diagram"[^>]*>flowchart TB\n/);
    assert.deepEqual(
      listHtmlFiles().filter((file) => /language-mermaid|<link[^>]*\/mermaid/.test(readText(file))),
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
      collectProblems(page, problems);
      await page.goto(`http://127.0.0.1:${port}${BASE_PATH}sending.html`);
      const firstBox = page.locator(".diagram svg rect").first();
      await firstBox.waitFor();
      const readFill = () => firstBox.evaluate((box) => getComputedStyle(box).fill);
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

  describe("the playground, served by the gateway with a local chain", () => {
    /** Milliseconds that a program may take on a busy machine. */
    const TIMEOUT_MS = 60_000;
    /** Examples that need nothing, read the chain, and send a payment. */
    const PROGRAMS = ["addresses/1", "first-payment/2", "first-payment/3", "sending/2"];
    let stack;
    before(
      async () => {
        const devnet = /** @type {const} */ ({ world: "small", clock: 250, traffic: false });
        const bindings = { TON_EDGE_LIMITS_KEYLESS: "100" };
        stack = await startStack({ upstream: "devnet", docs: folder, devnet, bindings });
        await stack.own.ready;
      },
      { timeout: 240_000 },
    );
    after(() => stack?.close());

    /** Opens the playground; `problems` gets the errors of the page. */
    async function openPlayground(browser, problems, hash = "") {
      const page = await browser.newPage({ viewport: { width: 1300, height: 900 } });
      collectProblems(page, problems);
      await page.goto(`${stack.url}${BASE_PATH}playground.html${hash}`);
      const pressButton = (name) => page.getByRole("button", { name, exact: true }).click();
      /** Presses a button that starts a program, and returns its output. */
      async function run(name) {
        await pressButton(name);
        await page.getByRole("button", { name: "Run", exact: true }).waitFor({ timeout: TIMEOUT_MS });
        return (await page.getByRole("log").innerText()).trimEnd().split("\n");
      }
      await page.waitForFunction(() => document.querySelector("textarea")?.value !== "");
      return { page, press: pressButton, run };
    }

    test("the list has the examples of the guides that run in browsers, each with a link below its code", () => {
      const examples = listExamples();
      assert.ok(examples.length > 80, `${examples.length} examples`);
      for (const { id, page, source } of examples) {
        assert.ok(readText(`${page}.html`).includes(`href="${BASE_PATH}playground.html#${id}"`), id);
        assert.doesNotMatch(source, /"node:|process\.env\.(?!MNEMONIC)/, id);
      }
    });

    test("examples print there what their documents say", { timeout: 300_000 }, async () => {
      const browser = await launch();
      const problems = [];
      try {
        const { page, press: pressButton, run } = await openPlayground(browser, problems, "#sending/1");
        const list = page.getByLabel("Example");
        assert.equal(await list.inputValue(), "sending/1");
        await page.waitForFunction(() => document.querySelector("input")?.value === location.origin);
        for (const id of PROGRAMS) {
          await list.selectOption(id);
          const { source } = listExamples().find((example) => example.id === id);
          if (source.includes("MNEMONIC")) {
            await page.getByRole("textbox", { name: /^Mnemonic/ }).fill("");
            await pressButton("New mnemonic");
            await page.waitForFunction(() => document.querySelectorAll("input")[1].value.split(" ").length === 24);
            assert.deepEqual(await run("Get coins of the local chain"), ["10 TON and 100 EDGE have arrived"]);
          }
          compareLines(await run("Run"), listPromisedLines(source), id);
        }
        assert.deepEqual(problems, []);
      } finally {
        await browser.close();
      }
    });

    test("a changed program runs, its error is shown, and one without an end can be stopped", async () => {
      const browser = await launch();
      const problems = [];
      try {
        const { page, press: pressButton, run } = await openPlayground(browser, problems);
        const program = page.getByLabel("Program", { exact: true });
        await program.fill(
          'import { packAddress } from "ton-edge/address";\nconsole.log(typeof packAddress, [1n, "a"]);\npackAddress("EQ");',
        );
        const [line, error] = await run("Run");
        assert.equal(line, "function [ 1n, 'a' ]");
        assert.match(error, /^TonEdgeError: .+ \(address_\w+\)$/);
        await program.fill("const = 1;");
        assert.match((await run("Run"))[0], /^SyntaxError: /);
        await program.fill("for (let n = 0; n < 5000; n += 1) console.log(n);");
        const manyLines = await run("Run");
        assert.equal(manyLines.length, 1001);
        assert.equal(manyLines.at(-1), "Only the first 1000 lines are shown.");
        await program.fill('console.log("a".repeat(5_000_000));');
        assert.equal((await run("Run"))[0].length, 10_001);
        await program.fill("console.log(1);\nfor (;;);");
        await pressButton("Run");
        await page.getByRole("log").getByText("1", { exact: true }).waitFor();
        await pressButton("Stop");
        assert.match(await page.getByRole("log").innerText(), /^1\nStopped\.\s*$/);
        await pressButton("Reset");
        assert.equal(await program.inputValue(), listExamples()[0].source);
        assert.deepEqual(problems, []);
      } finally {
        await browser.close();
      }
    });

    test("a program runs in Firefox", { timeout: 120_000 }, async () => {
      const browser = await launchFirefox();
      try {
        const page = await browser.newPage();
        await page.goto(`${stack.url}${BASE_PATH}playground.html#addresses/1`);
        const button = await page.waitForSelector("button.playground-run");
        await page.waitForFunction(() => document.querySelector("textarea")?.value !== "");
        await button.click();
        await page.waitForSelector(".playground-log .playground-output", { timeout: TIMEOUT_MS });
        const lines = await page.$$eval(".playground-log span", (spans) =>
          spans.map((line) => line.textContent.trimEnd()),
        );
        compareLines(
          lines,
          listPromisedLines(listExamples().find(({ id }) => id === "addresses/1").source),
          "addresses/1",
        );
      } finally {
        await browser.close();
      }
    });

    for (const colorScheme of /** @type {const} */ (["light", "dark"]))
      test(`axe finds nothing on pages of the site, ${colorScheme}`, { timeout: 120_000 }, async () => {
        const browser = await launch();
        try {
          const page = await browser.newPage({ colorScheme, reducedMotion: "reduce" });
          for (const path of [
            "",
            "sending.html",
            "web-app.html",
            "exports/ton-edge/functions/createClient.html",
            "playground.html",
          ]) {
            await page.goto(`${stack.url}${BASE_PATH}${path}`);
            await page.locator(".VPContent h1").first().waitFor();
            assert.deepEqual(await findAxeViolations(page), [], path);
          }
          await page.goto(`${stack.url}${BASE_PATH}web-app.html`);
          const shownPictures = await page
            .locator('img[src*="-wide"]')
            .evaluateAll((/** @type {HTMLImageElement[]} */ images) =>
              images.filter((image) => getComputedStyle(image).display !== "none").map((image) => image.src),
            );
          assert.ok(shownPictures.length >= 4, shownPictures.join(" "));
          for (const source of shownPictures) assert.ok(source.includes(`-${colorScheme}-wide`), source);
        } finally {
          await browser.close();
        }
      });
  });

  test("editors show a link to the page of each export of a released package", async () => {
    const releasedFolder = await mkdtemp(join(tmpdir(), "ton-edge-released-"));
    try {
      for (const name of [
        "package.json",
        ...readdirSync(new URL("pkg", ROOT)).filter((file) => file.endsWith(".d.ts")),
      ])
        writeFileSync(join(releasedFolder, name), readProjectFile(`pkg/${name}`));
      cpSync(new URL("pkg/dist", ROOT), join(releasedFolder, "dist"), {
        recursive: true,
        filter: (path) => !/\.\w+$/.test(path) || path.endsWith(".d.ts"),
      });
      const { addHoverLinks } = await import("../../xtask/docs/hover-links.mjs");
      const count = await addHoverLinks(
        releasedFolder,
        join(folder, "exports"),
        `https://docs.example${BASE_PATH}exports/`,
      );
      const exportCount = [...readProjectFile("tests/golden/exports.txt").matchAll(/^ {2}(\w+)$/gm)].length;
      assert.ok(count >= exportCount, `${count} links`);

      /** @type {any} */
      const ts = createRequire(new URL("xtask/docs/package.json", ROOT))("typescript");
      const program = join(releasedFolder, "program.ts");
      const source =
        'import { createClient } from "./client.js";\nimport { packAddress } from "./address.js";\nimport { walletV5R1 } from "./message.js";\n';
      writeFileSync(program, source);
      const service = ts.createLanguageService({
        getScriptFileNames: () => [program],
        getScriptVersion: () => "1",
        getScriptSnapshot: (name) =>
          existsSync(name) ? ts.ScriptSnapshot.fromString(readFileSync(name, "utf8")) : undefined,
        getCurrentDirectory: () => releasedFolder,
        getCompilationSettings: () => ({ module: ts.ModuleKind.NodeNext, target: ts.ScriptTarget.ES2022 }),
        getDefaultLibFileName: ts.getDefaultLibFilePath,
        fileExists: ts.sys.fileExists,
        readFile: ts.sys.readFile,
        directoryExists: ts.sys.directoryExists,
      });
      for (const [entry, name] of [
        ["", "createClient"],
        ["/address", "packAddress"],
        ["/message", "walletV5R1"],
      ]) {
        const info = service.getQuickInfoAtPosition(program, source.indexOf(name));
        const links = (info?.tags ?? []).filter((tag) => tag.name === "see").flatMap(({ text: parts }) => parts ?? []);
        const path = `exports/ton-edge${entry}/functions/${name}.html`;
        assert.ok(
          links.some((part) => part.text.includes(`https://docs.example${BASE_PATH}${path}`)),
          JSON.stringify(links),
        );
        assert.ok(files.has(path), path);
      }
      const problems = service.getSyntacticDiagnostics(join(releasedFolder, "client.d.ts"));
      assert.deepEqual(
        problems.map(({ messageText }) => messageText),
        [],
      );
    } finally {
      await rm(releasedFolder, { recursive: true });
    }
  });

  test("the menu of versions has the package's version and the earlier ones", () => {
    const { version } = JSON.parse(readProjectFile("pkg/package.json"));
    assert.ok(readText("index.html").includes(`>${version}<`));
    assert.ok(
      [...files].some((file) => file.endsWith(".js") && readText(file).includes(EARLIER_VERSION.split("=")[1])),
    );
  });

  test("the site has the documents in the order of the index", () => {
    const page = readText("client.html");
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
