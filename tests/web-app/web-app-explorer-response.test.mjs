// Responses in the endpoint explorer, in headless Chromium in front of the local chain: the request as programs that run,
// the response with its headers, all rows of a list, and errors.

import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { describe } from "node:test";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

import { toNano } from "@ton/core";
import { transform } from "esbuild";
import { createClient } from "ton-edge";

import { sendTransfer } from "../upstream/devnet/send.mjs";
import { findAxeViolations } from "./axe.mjs";
import { eventually, serveSources, scrollToEnd } from "./visit.mjs";
import { assertReceived, CALLS, listFieldNames, sendAndRead, readSnippet } from "./explorer-programs.mjs";
import {
  waitForStatus,
  setUpExplorer,
  findField,
  readFocusedId,
  readFragment,
  goToOperation,
  HOSTILE_TEXT,
  readTree,
  pressButton,
  clickTab,
  readText,
} from "./explorer-visit.mjs";

const TESTS_FOLDER = fileURLToPath(new URL("..", import.meta.url));
const run = promisify(execFile);

const { testPage, openPage, stack } = setUpExplorer();
const readFact = (page, name) => page.locator(`[data-fact="${name}"] dd`).textContent();

describe("the snippets of a request", () => {
  /** Runs a snippet as a user who has copied it would. */
  const runJavaScript = (source) => run(process.execPath, ["--input-type=module", "-e", source], { cwd: TESTS_FOLDER });
  const RUN_BY_LANGUAGE = {
    curl: (code) => run("bash", ["-c", code]),
    Python: (code) => run("python3", ["-c", code]),
    JavaScript: runJavaScript,
    TypeScript: async (code) => runJavaScript((await transform(code, { loader: "ts", format: "esm" })).code),
  };
  /** The client prints objects in its own format; the others print the text of the response. */
  const COMPILED_LANGUAGES = ["JavaScript", "TypeScript"];

  for (const call of CALLS) {
    testPage(
      `${call.id}: curl, Python, JavaScript and TypeScript run, and send the request of the web app`,
      async (page) => {
        await openPage(page, `#/explorer/${call.id}`);
        const shownFields = await sendAndRead(page, call, stack());
        for (const [name, work] of Object.entries(RUN_BY_LANGUAGE)) {
          const { stdout } = await work(await readSnippet(page, name));
          assert.ok(stdout.length > 1, name);
          if (!COMPILED_LANGUAGES.includes(name)) assert.deepEqual(listFieldNames(stdout), shownFields, name);
        }
        assertReceived(call, stack());
      },
    );
  }

  testPage("the snippet of a list reads one page, or all rows by `paginate`", async (page) => {
    const { account, total } = stack().own.db.get(
      "SELECT account, count(*) AS total FROM transactions GROUP BY account HAVING total BETWEEN 4 AND 12 LIMIT 1",
    );
    await openPage(page, `#/explorer/v3.transactions?account=${account}&limit=2`);
    await waitForStatus(page);
    const readRows = (text) => text.match(/trace_id:/g)?.length ?? 0;
    for (const name of ["JavaScript", "TypeScript"]) {
      await clickTab(page, name);
      await page.getByRole("button", { name: "One page" }).click();
      assert.ok(!(await readSnippet(page, name)).includes("paginate"));
      const allPagesButton = page.getByRole("button", { name: "All pages" });
      await allPagesButton.focus();
      await page.keyboard.press("Enter");
      assert.equal(await page.evaluate(() => document.activeElement.getAttribute("aria-pressed")), "true");
      const code = await readSnippet(page, name);
      assert.match(code, /for await \(const row of client\.v3\.transactions\.paginate\(/);
      assert.ok(!code.includes("limit:"), code);
      assert.ok(readRows((await RUN_BY_LANGUAGE[name](code)).stdout) >= total, name);
    }
    await clickTab(page, "curl");
    assert.equal(await page.locator(".snippet-tools .segmented").count(), 0);
  });

  testPage("snippets follow the form, and can be copied", async (page) => {
    await openPage(page, "#/explorer/v3.blocks");
    assert.equal(await readSnippet(page, "URL"), `${stack().url}/api/v3/blocks?limit=10&sort=desc`);
    await findField(page, "limit").fill("5");
    await eventually(
      () => page.locator('#explorer-request [role="tabpanel"]:visible code').textContent(),
      `${stack().url}/api/v3/blocks?limit=5&sort=desc`,
    );
    await page.getByRole("button", { name: "Copy the request as URL" }).click();
    await eventually(
      () => page.evaluate(() => navigator.clipboard.readText()),
      `${stack().url}/api/v3/blocks?limit=5&sort=desc`,
    );
    await findField(page, "limit").fill("five");
    await eventually(
      () => page.locator("#explorer-request .pending").textContent(),
      "To see the request, correct: limit.",
    );
  });
});

describe("a response in the explorer", () => {
  testPage("before a request, an operation shows the fields of its response and an example", async (page) => {
    const readNames = (list) =>
      list.locator(":scope > li").evaluateAll((rows) => rows.map((row) => row.querySelector("code").textContent));
    for (const [id, names, nested, nestedName] of /** @type {[string, string[], string, string][]} */ ([
      ["v3.jetton.masters", ["jetton_masters", "address_book", "metadata"], "jetton_masters", "total_supply"],
      ["v2.getMasterchainInfo", ["ok", "result"], "result", "last"],
    ])) {
      await openPage(page, `#/explorer/${id}`);
      await page.getByText("What a response contains").click();
      const list = page.locator(".expected > .lazy > .response-fields");
      await list.waitFor();
      const shownNames = await readNames(list);
      for (const name of names) assert.ok(shownNames.includes(name), `${id} ${name} ${shownNames}`);
      await list.locator(":scope > li > details > summary", { has: page.getByText(nested, { exact: true }) }).click();
      const nestedList = list.locator(".response-fields").first();
      await nestedList.waitFor();
      assert.ok((await readNames(nestedList)).includes(nestedName), await nestedList.innerText());
      await page.getByText("Example", { exact: true }).click();
      assert.match(await page.locator(".expected .example .tree").innerText(), new RegExp(nested));
      assert.deepEqual(await findAxeViolations(page), []);
    }
  });

  testPage("a response shows status, time, size and the headers about cache and limits", async (page) => {
    await openPage(page, "#/explorer/v3.topAccountsByBalance?limit=4");
    await waitForStatus(page);
    assert.equal(await readFact(page, "status"), "200 OK");
    assert.match(await readFact(page, "time"), /^\d+ ms$|^\d\.\d\d s$/);
    assert.match(await readFact(page, "size"), /^\d+ B$|^\d\.\d kB$/);
    assert.match(await readFact(page, "cache-status"), /^ton-edge; fwd=/);
    assert.match(await readFact(page, "ratelimit"), /^"keyless";r=\d+/);
    assert.equal(await readFact(page, "ratelimit-policy"), '"keyless";q=1000;w=1');
    assert.match(await readFact(page, "x-request-id"), /^[0-9a-f-]{36}$/);
    const firstRequestId = await readFact(page, "x-request-id");
    await pressButton(page, "send");
    await eventually(async () => (await readFact(page, "x-request-id")) !== firstRequestId, true);
    assert.match(await readFact(page, "cache-status"), /^ton-edge; hit/);
    assert.match(await readFact(page, "age"), /^\d+$/);
  });

  testPage("a response is a tree with links, and a text as received, to copy and to save", async (page) => {
    await openPage(page, "#/explorer/v3.transactions?limit=3");
    await waitForStatus(page);
    const body = await fetch(`${stack().url}/api/v3/transactions?limit=3`).then((reply) => reply.text());
    const { hash, account } = JSON.parse(body).transactions[0];
    const row = page.locator("#explorer-response .tree summary", { hasText: /^0: / });
    await row.focus();
    await page.keyboard.press("Enter");
    await page.locator("#explorer-response .tree a").first().waitFor();
    const links = await page
      .locator("#explorer-response .tree a")
      .evaluateAll((elements) => elements.map((element) => element.getAttribute("href")));
    assert.ok(
      links.some((href) => href.startsWith("#/account/")) && links.some((href) => href.startsWith("#/trace/")),
      `${hash} ${account}: ${links}`,
    );
    await clickTab(page, "Text");
    await page.getByLabel("As received").check();
    const rawText = await page.locator("#explorer-response pre.raw").textContent();
    assert.deepEqual(Object.keys(JSON.parse(rawText)), Object.keys(JSON.parse(body)));
    assert.ok(!rawText.includes("\n"));
    await page.getByRole("button", { name: "Copy the response" }).click();
    await eventually(() => page.evaluate(() => navigator.clipboard.readText()), rawText);
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: "Download" }).click(),
    ]);
    assert.equal(download.suggestedFilename(), "v3.transactions.json");
    assert.equal(readFileSync(await download.path(), "utf8"), rawText);
  });

  testPage("numbers in a response keep their digits, and large responses are drawn in parts", async (page) => {
    await openPage(page);
    await serveSources(page);
    const renderedTree = await page.evaluate(async () => {
      const { parseExact, indentJson } = await import(/** @type {any} */ ("/sources/explorer/exact-json.js"));
      const { renderJsonTree } = await import(/** @type {any} */ ("/sources/explorer/json-tree.js"));
      const oddJson =
        '{"a":9223372036854775807,"b":-0,"c":1.50,"d":1e400,"e":"9223372036854775807","f":[18446744073709551616],"__proto__":{"x":1}}';
      const rows = JSON.stringify({
        rows: Array.from({ length: 10_000 }, (_, i) => ({ hash: `h${i}`, lt: "1".repeat(60), list: [i] })),
        long: "x".repeat(300_000),
      });
      const operation = document.getElementById("explorer-operation");
      const startTime = performance.now();
      operation.replaceChildren(renderJsonTree(parseExact(rows)));
      operation.getBoundingClientRect();
      const durationMs = performance.now() - startTime;
      const items = operation.querySelectorAll("li").length;
      /** @type {HTMLElement} */ (operation.querySelector("details details > ul > li:last-child > button")).click();
      const itemCount = operation.querySelectorAll("li").length;
      operation.replaceChildren(renderJsonTree(parseExact(oddJson)));
      return {
        ms: durationMs,
        items,
        after: itemCount,
        size: rows.length,
        text: operation.textContent,
        same: JSON.stringify(JSON.parse(indentJson(oddJson))) === JSON.stringify(JSON.parse(oddJson)),
        pretty: indentJson(oddJson),
      };
    });
    assert.ok(renderedTree.size > 1_000_000);
    assert.ok(renderedTree.ms < 10_000, `${renderedTree.ms} ms`);
    assert.ok(
      renderedTree.items < 150 && renderedTree.after === renderedTree.items + 100,
      JSON.stringify([renderedTree.items, renderedTree.after]),
    );
    for (const one of [
      "a: 9223372036854775807",
      "b: -0",
      "c: 1.50",
      "d: 1e400",
      'e: "9223372036854775807"',
      "0: 18446744073709551616",
      "__proto__: ",
    ]) {
      assert.ok(renderedTree.text.includes(one), `${one}: ${renderedTree.text}`);
    }
    assert.ok(renderedTree.same && renderedTree.pretty.includes('"c": 1.50'));
  });

  testPage("text from the chain is never markup", async (page) => {
    const client = createClient({ baseUrl: stack().url, rateLimit: false });
    const [senderWallet, receiverWallet] = ["dave", "bob"].map((name) => stack().own.cast.wallet(name));
    const { hash } = await sendTransfer({
      client,
      from: senderWallet,
      to: receiverWallet.address,
      amount: toNano("0.01"),
      comment: HOSTILE_TEXT,
    });
    await openPage(page, `#/explorer/v3.traces?msg_hash=${encodeURIComponent(hash)}`);
    await waitForStatus(page);
    for (let round = 0; round < 12; round++) {
      const closedBranches = page.locator("#explorer-response .tree details:not([open]) > summary");
      if ((await closedBranches.count()) === 0) break;
      await closedBranches.evaluateAll((elements) =>
        elements.forEach((summaryElement) => /** @type {HTMLElement} */ (summaryElement).click()),
      );
      await page.waitForTimeout(50);
    }
    assert.ok((await readTree(page)).includes("<img src=x onerror=alert(1)>"), await readTree(page));
    assert.equal(await page.locator("#explorer-response img").count(), 0);
  });
});

describe("an odd response", () => {
  /** Sends v3.blocks, and responds with a body. */
  async function serveResponse(page, body) {
    await page.route("**/api/v3/blocks?*", (route) => route.fulfill({ contentType: "application/json", body }));
    await openPage(page, "#/explorer/v3.blocks?limit=1");
    await waitForStatus(page);
  }
  const writeDeepJson = (levelCount) => `${'{"a":'.repeat(levelCount)}7${"}".repeat(levelCount)}`;

  testPage("a response of 3 000 levels opens a few, and more on a press", async (page) => {
    await serveResponse(page, writeDeepJson(3000));
    const branchesOpen = page.locator("#explorer-response .tree details[open]");
    assert.equal(await branchesOpen.count(), 9);
    assert.equal(await page.locator("#explorer-response .skeleton").count(), 0);
    await page.locator("#explorer-response .tree summary").last().click();
    await eventually(() => branchesOpen.count(), 18);
    assert.equal(
      await page.evaluate(() => {
        const summaries = [...document.querySelectorAll("#explorer-response .tree summary")];
        /** @type {HTMLElement} */ (summaries.at(-1)).focus();
        return document.querySelector("#explorer-response .path-shown").textContent;
      }),
      Array(18).fill("a").join("."),
    );
  });

  testPage("a response of 3 000 levels as text is JSON, and not mostly spaces", async (page) => {
    await serveResponse(page, writeDeepJson(3000));
    await clickTab(page, "Text");
    await page.getByRole("button", { name: /^Show all [\d,]+ characters$/ }).click();
    const shownRaw = await page.locator("#explorer-response pre.raw").textContent();
    assert.ok(shownRaw.length < 1_000_000, `${shownRaw.length} characters`);
    assert.equal(shownRaw.replaceAll(/\s/g, ""), writeDeepJson(3000));
    assert.match(shownRaw, /^\{\n {2}"a": \{\n {4}"a": \{\n {6}"a"/);
  });

  testPage("a response that cannot be drawn shows an error instead of the placeholder", async (page) => {
    await openPage(page, "#/explorer/v3.blocks");
    await page.evaluate(() => {
      const originalCreate = document.createElement.bind(document);
      /** @type {any} */ (document).createElement = (name, ...rest) => {
        if (name === "details") throw new RangeError("Maximum call stack size exceeded");
        return originalCreate(name, ...rest);
      };
    });
    await pressButton(page, "send");
    await waitForStatus(page);
    await eventually(
      () => readText(page, "response"),
      "The page failed to show this outcome.Maximum call stack size exceeded.Code RangeError",
    );
  });

  testPage("the tree shows no invisible direction marks, and copies are exact", async (page) => {
    const name = "key\u202Eyek";
    const body = {
      [name]: { name: "\u202Ename", list: [`short\u202E`, `${"long".repeat(60)}\u202E`] },
      [`${name}2`]: 1,
    };
    await serveResponse(page, JSON.stringify(body));
    for (let round = 0; round < 3; round++)
      await page
        .locator("#explorer-response .tree details:not([open]) > summary")
        .evaluateAll((elements) =>
          elements.forEach((summaryElement) => /** @type {HTMLElement} */ (summaryElement).click()),
        );
    await page.getByRole("button", { name: "Show all 241 characters" }).click();
    const treeText = await page.locator("#explorer-response .tree-box").textContent();
    assert.ok(!treeText.includes("\u202E"), treeText);
    for (const one of [
      "key[U+202E]yek: ",
      "key[U+202E]yek2: ",
      "name [U+202E]name",
      '"[U+202E]name"',
      '"short[U+202E]"',
      'long[U+202E]"',
    ])
      assert.ok(treeText.includes(one), `${one}: ${treeText}`);
    // A press on a field copies the path of the field.
    await page.locator("#explorer-response .tree button.key", { hasText: "yek2" }).click();
    await eventually(() => page.evaluate(() => navigator.clipboard.readText()), JSON.stringify([`${name}2`]));
    assert.equal(await page.locator("#explorer-response .path-shown").textContent(), '["key[U+202E]yek2"]');
    await clickTab(page, "Text");
    await page.getByRole("button", { name: "Copy the response" }).click();
    await eventually(async () => JSON.parse(await page.evaluate(() => navigator.clipboard.readText())), body);
  });
});

describe("all rows of a list in the explorer", () => {
  testPage(
    "scrolling to the end loads all rows, none twice",
    async (page) => {
      const { account, total } = stack().own.db.get(
        "SELECT account, count(*) AS total FROM transactions GROUP BY account HAVING total BETWEEN 15 AND 60 ORDER BY total DESC LIMIT 1",
      );
      await openPage(page, `#/explorer/v3.transactions?account=${account}&limit=4&sort=asc`);
      await waitForStatus(page);
      await pressButton(page, "scroll");
      assert.match(await waitForText(page, "progress", /^\d+ rows so far|^All/), /rows/);
      await scrollToEnd(page, "#explorer-response .paged");
      assert.match(await readText(page, "progress"), /^All \d+ rows shown$/);
      const rows = await page.locator(".rows-found > li > details > summary").allTextContents();
      const hashes = rows.map((rowText) => /hash (\S+)/.exec(rowText)[1]);
      const expectedHashes = stack()
        .own.db.all("SELECT hash FROM transactions WHERE account = ? ORDER BY lt", [account])
        .map((row) => row.hash);
      assert.deepEqual(hashes.slice(0, expectedHashes.length), expectedHashes.slice(0, hashes.length));
      assert.ok(hashes.length >= total);
      assert.equal(new Set(hashes).size, hashes.length);
      assert.match(readFragment(page), /&scroll=1$/);
    },
    { viewport: { width: 1000, height: 500 } },
  );

  testPage(
    "all rows of a v2 list are loaded, which continues at the last row",
    async (page) => {
      const { account, total } = stack().own.db.get(
        "SELECT account, count(*) AS total FROM transactions GROUP BY account HAVING total BETWEEN 5 AND 14 LIMIT 1",
      );
      await openPage(page, `#/explorer/v2.getTransactions?address=${account}&limit=3&scroll=1`);
      await scrollToEnd(page, "#explorer-response .paged");
      await eventually(async () => /^All \d+ rows shown$/.test(await readText(page, "progress")), true);
      const rows = await page.locator(".rows-found > li > details > summary").allTextContents();
      const hashes = new Set(rows.map((rowText) => /hash (\S+)/.exec(rowText)[1]));
      assert.ok(hashes.size === rows.length && rows.length >= total, `${rows.length} of ${total}`);
      for (const { hash } of stack().own.db.all("SELECT hash FROM transactions WHERE account = ? ORDER BY lt LIMIT ?", [
        account,
        total,
      ]))
        assert.ok(hashes.has(hash));
    },
    { viewport: { width: 1000, height: 500 } },
  );

  async function waitForText(page, id, pattern) {
    await eventually(async () => pattern.test(await readText(page, id)), true);
    return readText(page, id);
  }

  testPage("an error on a later page is shown, and a retry works", async (page, expectedMessages) => {
    expectedMessages.push(/status of 500/);
    stack().own.faults.add("status=500", { path: "/api/v3/blocks" });
    await openPage(page, "#/explorer/v3.blocks?scroll=1&limit=30&workchain=-1");
    await eventually(() => readText(page, "progress"), "Stopped after 0 rows");
    // The gateway caches a failure for half a second: docs/operate/caching.md.
    await page.waitForTimeout(600);
    await pressButton(page, "retry");
    await waitForText(page, "progress", /^\d\d+ rows so far|^All/);
  });
});

describe("errors in the explorer", () => {
  testPage("an error of the upstream is shown in its own form, with a hint", async (page, expectedMessages) => {
    expectedMessages.push(/status of 404/);
    await openPage(page, `#/explorer/v3.adjacentTransactions?hash=${"ab".repeat(32)}`);
    await waitForStatus(page, 404);
    assert.match(
      await page.locator("#explorer-response .message.bad").textContent(),
      /^The API found nothing for these values\..*Code not_found, HTTP status 404$/,
    );
    assert.match(await readTree(page), /error: "/);
  });

  testPage("a slow request can be cancelled, and times out with a message", async (page) => {
    stack().own.faults.add("hang", { path: "/api/v3/blocks" });
    await openPage(page, "#/explorer/v3.blocks?limit=7&seqno=3&shard=8000000000000000&workchain=-1");
    await page.locator("#explorer-cancel").click();
    assert.match(await readText(page, "status"), /^Cancelled after /);
    assert.equal(await readFocusedId(page), "explorer-status");
    assert.equal(await page.locator("#explorer-cancel").isVisible(), false);
    // The gateway may still wait for the cancelled request, so this request is a different one.
    await findField(page, "limit").fill("8");
    await pressButton(page, "send");
    await waitForStatus(page);

    await page.clock.install();
    stack().own.faults.add("hang", { path: "/api/v3/messages" });
    await goToOperation(page, "v3.messages", "?limit=9");
    await page.locator("#explorer-cancel").waitFor();
    await page.clock.fastForward(31_000);
    await eventually(
      async () => /^No complete response arrived in time\./.test(await readText(page, "response")),
      true,
    );
    assert.equal(await readText(page, "status"), "No response.");
  });

  testPage(
    "a double press of Cancel does not press Clear, which then takes its place",
    async (page) => {
      stack().own.faults.add("hang", { path: "/api/v3/blocks" });
      await openPage(page, "#/explorer/v3.blocks?limit=6&seqno=3&shard=8000000000000000&workchain=-1");
      const cancelButton = page.locator("#explorer-cancel");
      await cancelButton.waitFor();
      const { x, y, width, height } = await cancelButton.boundingBox();
      await page.mouse.dblclick(x + width / 2, y + height / 2, { delay: 50 });
      await page.waitForTimeout(300);
      assert.match(await readText(page, "status"), /^Cancelled after /);
      assert.equal(await findField(page, "limit").inputValue(), "6");
      await pressButton(page, "reset");
      await eventually(() => findField(page, "limit").inputValue(), "");
    },
    { viewport: { width: 1400, height: 900 } },
  );

  testPage("a late response is not shown under another operation", async (page) => {
    stack().own.faults.add("delay=1200", { path: "/api/v3/masterchainInfo" });
    await openPage(page, "#/explorer/v3.masterchainInfo");
    await pressButton(page, "send");
    await eventually(() => readText(page, "status"), "Waiting for the response…");
    await goToOperation(page, "v3.blocks", "?limit=2");
    await waitForStatus(page);
    await page.waitForTimeout(1500);
    assert.match(await readTree(page), /blocks/);
  });

  testPage("a late result of a button does not bring its operation back", async (page) => {
    stack().own.faults.add("delay=1200", { path: "/api/v3/transactions" });
    await openPage(page, "#/explorer/v3.adjacentTransactions");
    await pressButton(page, "sample");
    await page.locator("#nav-address").click();
    await page.waitForTimeout(2500);
    assert.equal(readFragment(page), "#/address/");
    await page.goBack();
    await page.waitForTimeout(300);
    assert.equal(readFragment(page), "#/explorer/v3.adjacentTransactions");
    // Switches to another operation at once, before the check of the form has ended.
    await page.evaluate(() => {
      /** @type {HTMLInputElement} */ (document.getElementById("explorer-field-hash")).value = "ab".repeat(32);
      document.getElementById("explorer-send").click();
      location.hash = "#/explorer/v3.blocks?limit=3";
    });
    await waitForStatus(page);
    assert.equal(readFragment(page), "#/explorer/v3.blocks?limit=3");
  });

  testPage("leaving the explorer aborts the request, and coming back sends it again", async (page) => {
    stack().own.faults.add("hang", { path: "/api/v3/blocks" });
    await openPage(page, "#/explorer/v3.blocks?limit=13");
    await page.locator("#explorer-cancel").waitFor();
    const [failedRequest] = await Promise.all([
      page.waitForEvent("requestfailed"),
      page.locator("#nav-address").click(),
    ]);
    assert.match(failedRequest.url(), /\/api\/v3\/blocks\?limit=13&sort=desc$/);
    await page.goBack();
    await eventually(() => readText(page, "status"), "Waiting for the response…");
    await page.locator("#explorer-cancel").click();
  });

  testPage("a browser without WebAssembly gets a message", async (page) => {
    await page.addInitScript(() => delete globalThis.WebAssembly);
    await openPage(page, "#/explorer/v3.blocks?limit=1");
    await eventually(
      async () => /^This browser blocks WebAssembly.*Code wasm_unavailableRetry$/.test(await readText(page, "notice")),
      true,
    );
  });

  testPage("without a connection the explorer shows an error, and recovers", async (page, expectedMessages) => {
    expectedMessages.push(/ERR_INTERNET_DISCONNECTED/);
    await openPage(page, "#/explorer/v3.blocks?limit=1");
    await waitForStatus(page);
    await page.context().setOffline(true);
    await pressButton(page, "send");
    await eventually(async () => /^The gateway cannot be reached\./.test(await readText(page, "response")), true);
    await page.context().setOffline(false);
    await pressButton(page, "send");
    await waitForStatus(page);
  });
});
