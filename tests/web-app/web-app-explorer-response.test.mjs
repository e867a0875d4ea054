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
import { eventually, serveSources, toTheEnd } from "./visit.mjs";
import { assertReceived, CALLS, kindOf, sendAndRead, snippet } from "./explorer-programs.mjs";
import {
  responded,
  explorer,
  field,
  focused,
  fragment,
  go,
  HOSTILE,
  leaves,
  press,
  tab,
  text,
} from "./explorer-visit.mjs";

const TESTS = fileURLToPath(new URL("..", import.meta.url));
const run = promisify(execFile);

const { visit, open, stack } = explorer();
const fact = (page, name) => page.locator(`[data-fact="${name}"] dd`).textContent();

describe("the snippets of a request", () => {
  /** Runs a snippet as a user who has copied it would. */
  const javaScript = (code) => run(process.execPath, ["--input-type=module", "-e", code], { cwd: TESTS });
  const RUN = {
    curl: (code) => run("bash", ["-c", code]),
    Python: (code) => run("python3", ["-c", code]),
    JavaScript: javaScript,
    TypeScript: async (code) => javaScript((await transform(code, { loader: "ts", format: "esm" })).code),
  };
  /** The client prints objects in its own format; the others print the text of the response. */
  const OWN_WAY = ["JavaScript", "TypeScript"];

  for (const one of CALLS) {
    visit(
      `${one.id}: curl, Python, JavaScript and TypeScript run, and send the request of the web app`,
      async (page) => {
        await open(page, `#/explorer/${one.id}`);
        const shown = await sendAndRead(page, one, stack());
        for (const [name, work] of Object.entries(RUN)) {
          const { stdout } = await work(await snippet(page, name));
          assert.ok(stdout.length > 1, name);
          if (!OWN_WAY.includes(name)) assert.deepEqual(kindOf(stdout), shown, name);
        }
        assertReceived(one, stack());
      },
    );
  }

  visit("the snippet of a list reads one page, or all rows by `paginate`", async (page) => {
    const { account, total } = stack().own.db.get(
      "SELECT account, count(*) AS total FROM transactions GROUP BY account HAVING total BETWEEN 4 AND 12 LIMIT 1",
    );
    await open(page, `#/explorer/v3.transactions?account=${account}&limit=2`);
    await responded(page);
    const rows = (text) => text.match(/trace_id:/g)?.length ?? 0;
    for (const name of ["JavaScript", "TypeScript"]) {
      await tab(page, name);
      await page.getByRole("button", { name: "One page" }).click();
      assert.ok(!(await snippet(page, name)).includes("paginate"));
      const all = page.getByRole("button", { name: "All pages" });
      await all.focus();
      await page.keyboard.press("Enter");
      assert.equal(await page.evaluate(() => document.activeElement.getAttribute("aria-pressed")), "true");
      const code = await snippet(page, name);
      assert.match(code, /for await \(const row of client\.v3\.transactions\.paginate\(/);
      assert.ok(!code.includes("limit:"), code);
      assert.ok(rows((await RUN[name](code)).stdout) >= total, name);
    }
    await tab(page, "curl");
    assert.equal(await page.locator(".snippet-tools .segmented").count(), 0);
  });

  visit("snippets follow the form, and can be copied", async (page) => {
    await open(page, "#/explorer/v3.blocks");
    assert.equal(await snippet(page, "URL"), `${stack().url}/api/v3/blocks?limit=10&sort=desc`);
    await field(page, "limit").fill("5");
    await eventually(
      () => page.locator('#explorer-request [role="tabpanel"]:visible code').textContent(),
      `${stack().url}/api/v3/blocks?limit=5&sort=desc`,
    );
    await page.getByRole("button", { name: "Copy the request as URL" }).click();
    await eventually(
      () => page.evaluate(() => navigator.clipboard.readText()),
      `${stack().url}/api/v3/blocks?limit=5&sort=desc`,
    );
    await field(page, "limit").fill("five");
    await eventually(
      () => page.locator("#explorer-request .pending").textContent(),
      "To see the request, correct: limit.",
    );
  });
});

describe("a response in the explorer", () => {
  visit("a response shows status, time, size and the headers about cache and limits", async (page) => {
    await open(page, "#/explorer/v3.topAccountsByBalance?limit=4");
    await responded(page);
    assert.equal(await fact(page, "status"), "200 OK");
    assert.match(await fact(page, "time"), /^\d+ ms$|^\d\.\d\d s$/);
    assert.match(await fact(page, "size"), /^\d+ B$|^\d\.\d kB$/);
    assert.match(await fact(page, "cache-status"), /^ton-edge; fwd=/);
    assert.match(await fact(page, "ratelimit"), /^"keyless";r=\d+/);
    assert.equal(await fact(page, "ratelimit-policy"), '"keyless";q=1000;w=1');
    assert.match(await fact(page, "x-request-id"), /^[0-9a-f-]{36}$/);
    const first = await fact(page, "x-request-id");
    await press(page, "send");
    await eventually(async () => (await fact(page, "x-request-id")) !== first, true);
    assert.match(await fact(page, "cache-status"), /^ton-edge; hit/);
    assert.match(await fact(page, "age"), /^\d+$/);
  });

  visit("a response is a tree with links, and a text as received, to copy and to save", async (page) => {
    await open(page, "#/explorer/v3.transactions?limit=3");
    await responded(page);
    const body = await fetch(`${stack().url}/api/v3/transactions?limit=3`).then((one) => one.text());
    const { hash, account } = JSON.parse(body).transactions[0];
    const row = page.locator("#explorer-response .tree summary", { hasText: /^0: / });
    await row.focus();
    await page.keyboard.press("Enter");
    await page.locator("#explorer-response .tree a").first().waitFor();
    const links = await page
      .locator("#explorer-response .tree a")
      .evaluateAll((all) => all.map((one) => one.getAttribute("href")));
    assert.ok(
      links.some((href) => href.startsWith("#/account/")) && links.some((href) => href.startsWith("#/trace/")),
      `${hash} ${account}: ${links}`,
    );
    await tab(page, "Text");
    await page.getByLabel("As received").check();
    const raw = await page.locator("#explorer-response pre.raw").textContent();
    assert.deepEqual(Object.keys(JSON.parse(raw)), Object.keys(JSON.parse(body)));
    assert.ok(!raw.includes("\n"));
    await page.getByRole("button", { name: "Copy the response" }).click();
    await eventually(() => page.evaluate(() => navigator.clipboard.readText()), raw);
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: "Download" }).click(),
    ]);
    assert.equal(download.suggestedFilename(), "v3.transactions.json");
    assert.equal(readFileSync(await download.path(), "utf8"), raw);
  });

  visit("numbers in a response keep their digits, and large responses are drawn in parts", async (page) => {
    await open(page);
    await serveSources(page);
    const drawn = await page.evaluate(async () => {
      const { parseExact, indentJson } = await import(/** @type {any} */ ("/sources/explorer/exact-json.js"));
      const { renderJsonTree } = await import(/** @type {any} */ ("/sources/explorer/json-tree.js"));
      const odd =
        '{"a":9223372036854775807,"b":-0,"c":1.50,"d":1e400,"e":"9223372036854775807","f":[18446744073709551616],"__proto__":{"x":1}}';
      const rows = JSON.stringify({
        rows: Array.from({ length: 10_000 }, (_, i) => ({ hash: `h${i}`, lt: "1".repeat(60), list: [i] })),
        long: "x".repeat(300_000),
      });
      const operation = document.getElementById("explorer-operation");
      const started = performance.now();
      operation.replaceChildren(renderJsonTree(parseExact(rows)));
      operation.getBoundingClientRect();
      const ms = performance.now() - started;
      const items = operation.querySelectorAll("li").length;
      /** @type {HTMLElement} */ (operation.querySelector("details details > ul > li:last-child > button")).click();
      const after = operation.querySelectorAll("li").length;
      operation.replaceChildren(renderJsonTree(parseExact(odd)));
      return {
        ms,
        items,
        after,
        size: rows.length,
        text: operation.textContent,
        same: JSON.stringify(JSON.parse(indentJson(odd))) === JSON.stringify(JSON.parse(odd)),
        pretty: indentJson(odd),
      };
    });
    assert.ok(drawn.size > 1_000_000);
    assert.ok(drawn.ms < 10_000, `${drawn.ms} ms`);
    assert.ok(drawn.items < 150 && drawn.after === drawn.items + 100, JSON.stringify([drawn.items, drawn.after]));
    for (const one of [
      "a: 9223372036854775807",
      "b: -0",
      "c: 1.50",
      "d: 1e400",
      'e: "9223372036854775807"',
      "0: 18446744073709551616",
      "__proto__: ",
    ]) {
      assert.ok(drawn.text.includes(one), `${one}: ${drawn.text}`);
    }
    assert.ok(drawn.same && drawn.pretty.includes('"c": 1.50'));
  });

  visit("text from the chain is never markup", async (page) => {
    const client = createClient({ baseUrl: stack().url, rateLimit: false });
    const [from, to] = ["dave", "bob"].map((name) => stack().own.cast.wallet(name));
    const { hash } = await sendTransfer({ client, from, to: to.address, amount: toNano("0.01"), comment: HOSTILE });
    await open(page, `#/explorer/v3.traces?msg_hash=${encodeURIComponent(hash)}`);
    await responded(page);
    for (let turn = 0; turn < 12; turn++) {
      const closed = page.locator("#explorer-response .tree details:not([open]) > summary");
      if ((await closed.count()) === 0) break;
      await closed.evaluateAll((all) => all.forEach((one) => /** @type {HTMLElement} */ (one).click()));
      await page.waitForTimeout(50);
    }
    assert.ok((await leaves(page)).includes("<img src=x onerror=alert(1)>"), await leaves(page));
    assert.equal(await page.locator("#explorer-response img").count(), 0);
  });
});

describe("an odd response", () => {
  /** Sends v3.blocks, and responds with a body. */
  async function receive(page, body) {
    await page.route("**/api/v3/blocks?*", (route) => route.fulfill({ contentType: "application/json", body }));
    await open(page, "#/explorer/v3.blocks?limit=1");
    await responded(page);
  }
  const deep = (levels) => `${'{"a":'.repeat(levels)}7${"}".repeat(levels)}`;

  visit("a response of 3 000 levels opens a few, and more on a press", async (page) => {
    await receive(page, deep(3000));
    const opened = page.locator("#explorer-response .tree details[open]");
    assert.equal(await opened.count(), 9);
    assert.equal(await page.locator("#explorer-response .skeleton").count(), 0);
    await page.locator("#explorer-response .tree summary").last().click();
    await eventually(() => opened.count(), 18);
    assert.equal(
      await page.evaluate(() => {
        const all = [...document.querySelectorAll("#explorer-response .tree summary")];
        /** @type {HTMLElement} */ (all.at(-1)).focus();
        return document.querySelector("#explorer-response .path-shown").textContent;
      }),
      Array(18).fill("a").join("."),
    );
  });

  visit("a response of 3 000 levels as text is JSON, and not mostly spaces", async (page) => {
    await receive(page, deep(3000));
    await tab(page, "Text");
    await page.getByRole("button", { name: /^Show all [\d,]+ characters$/ }).click();
    const shown = await page.locator("#explorer-response pre.raw").textContent();
    assert.ok(shown.length < 1_000_000, `${shown.length} characters`);
    assert.equal(shown.replaceAll(/\s/g, ""), deep(3000));
    assert.match(shown, /^\{\n {2}"a": \{\n {4}"a": \{\n {6}"a"/);
  });

  visit("a response that cannot be drawn shows an error instead of the placeholder", async (page) => {
    await open(page, "#/explorer/v3.blocks");
    await page.evaluate(() => {
      const create = document.createElement.bind(document);
      /** @type {any} */ (document).createElement = (name, ...rest) => {
        if (name === "details") throw new RangeError("Maximum call stack size exceeded");
        return create(name, ...rest);
      };
    });
    await press(page, "send");
    await responded(page);
    await eventually(
      () => text(page, "response"),
      "The page failed to show this outcome.Maximum call stack size exceeded.Code RangeError",
    );
  });

  visit("the tree shows no invisible direction marks, and copies are exact", async (page) => {
    const name = "key\u202Eyek";
    const body = {
      [name]: { name: "\u202Ename", list: [`short\u202E`, `${"long".repeat(60)}\u202E`] },
      [`${name}2`]: 1,
    };
    await receive(page, JSON.stringify(body));
    for (let turn = 0; turn < 3; turn++)
      await page
        .locator("#explorer-response .tree details:not([open]) > summary")
        .evaluateAll((all) => all.forEach((one) => /** @type {HTMLElement} */ (one).click()));
    await page.getByRole("button", { name: "Show all 241 characters" }).click();
    const shown = await page.locator("#explorer-response .tree-box").textContent();
    assert.ok(!shown.includes("\u202E"), shown);
    for (const one of [
      "key[U+202E]yek: ",
      "key[U+202E]yek2: ",
      "name [U+202E]name",
      '"[U+202E]name"',
      '"short[U+202E]"',
      'long[U+202E]"',
    ])
      assert.ok(shown.includes(one), `${one}: ${shown}`);
    // A press on a field copies the path of the field.
    await page.locator("#explorer-response .tree button.key", { hasText: "yek2" }).click();
    await eventually(() => page.evaluate(() => navigator.clipboard.readText()), JSON.stringify([`${name}2`]));
    assert.equal(await page.locator("#explorer-response .path-shown").textContent(), '["key[U+202E]yek2"]');
    await tab(page, "Text");
    await page.getByRole("button", { name: "Copy the response" }).click();
    await eventually(async () => JSON.parse(await page.evaluate(() => navigator.clipboard.readText())), body);
  });
});

describe("all rows of a list in the explorer", () => {
  visit(
    "scrolling to the end loads all rows, none twice",
    async (page) => {
      const { account, total } = stack().own.db.get(
        "SELECT account, count(*) AS total FROM transactions GROUP BY account HAVING total BETWEEN 15 AND 60 ORDER BY total DESC LIMIT 1",
      );
      await open(page, `#/explorer/v3.transactions?account=${account}&limit=4&sort=asc`);
      await responded(page);
      await press(page, "scroll");
      assert.match(await eventuallyText(page, "progress", /^\d+ rows so far|^All/), /rows/);
      await toTheEnd(page, "#explorer-response .paged");
      assert.match(await text(page, "progress"), /^All \d+ rows shown$/);
      const rows = await page.locator(".rows-found > li > details > summary").allTextContents();
      const hashes = rows.map((one) => /hash (\S+)/.exec(one)[1]);
      const wanted = stack()
        .own.db.all("SELECT hash FROM transactions WHERE account = ? ORDER BY lt", [account])
        .map((row) => row.hash);
      assert.deepEqual(hashes.slice(0, wanted.length), wanted.slice(0, hashes.length));
      assert.ok(hashes.length >= total);
      assert.equal(new Set(hashes).size, hashes.length);
      assert.match(fragment(page), /&scroll=1$/);
    },
    { viewport: { width: 1000, height: 500 } },
  );

  visit(
    "all rows of a v2 list are loaded, which continues at the last row",
    async (page) => {
      const { account, total } = stack().own.db.get(
        "SELECT account, count(*) AS total FROM transactions GROUP BY account HAVING total BETWEEN 5 AND 14 LIMIT 1",
      );
      await open(page, `#/explorer/v2.getTransactions?address=${account}&limit=3&scroll=1`);
      await toTheEnd(page, "#explorer-response .paged");
      await eventually(async () => /^All \d+ rows shown$/.test(await text(page, "progress")), true);
      const rows = await page.locator(".rows-found > li > details > summary").allTextContents();
      const hashes = new Set(rows.map((one) => /hash (\S+)/.exec(one)[1]));
      assert.ok(hashes.size === rows.length && rows.length >= total, `${rows.length} of ${total}`);
      for (const { hash } of stack().own.db.all("SELECT hash FROM transactions WHERE account = ? ORDER BY lt LIMIT ?", [
        account,
        total,
      ]))
        assert.ok(hashes.has(hash));
    },
    { viewport: { width: 1000, height: 500 } },
  );

  async function eventuallyText(page, id, pattern) {
    await eventually(async () => pattern.test(await text(page, id)), true);
    return text(page, id);
  }

  visit("an error on a later page is shown, and a retry works", async (page, expectedMessages) => {
    expectedMessages.push(/status of 500/);
    stack().own.faults.add("status=500", { path: "/api/v3/blocks" });
    await open(page, "#/explorer/v3.blocks?scroll=1&limit=30&workchain=-1");
    await eventually(() => text(page, "progress"), "Stopped after 0 rows");
    // The gateway caches a failure for half a second: docs/operate/caching.md.
    await page.waitForTimeout(600);
    await press(page, "retry");
    await eventuallyText(page, "progress", /^\d\d+ rows so far|^All/);
  });
});

describe("errors in the explorer", () => {
  visit("an error of the upstream is shown in its own form, with a hint", async (page, expectedMessages) => {
    expectedMessages.push(/status of 404/);
    await open(page, `#/explorer/v3.adjacentTransactions?hash=${"ab".repeat(32)}`);
    await responded(page, 404);
    assert.match(
      await page.locator("#explorer-response .message.bad").textContent(),
      /^The API found nothing for these values\..*Code not_found, HTTP status 404$/,
    );
    assert.match(await leaves(page), /error: "/);
  });

  visit("a slow request can be cancelled, and times out with a message", async (page) => {
    stack().own.faults.add("hang", { path: "/api/v3/blocks" });
    await open(page, "#/explorer/v3.blocks?limit=7&seqno=3&shard=8000000000000000&workchain=-1");
    await page.locator("#explorer-cancel").click();
    assert.match(await text(page, "status"), /^Cancelled after /);
    assert.equal(await focused(page), "explorer-status");
    assert.equal(await page.locator("#explorer-cancel").isVisible(), false);
    // The gateway may still wait for the cancelled request, so this request is a different one.
    await field(page, "limit").fill("8");
    await press(page, "send");
    await responded(page);

    await page.clock.install();
    stack().own.faults.add("hang", { path: "/api/v3/messages" });
    await go(page, "v3.messages", "?limit=9");
    await page.locator("#explorer-cancel").waitFor();
    await page.clock.fastForward(31_000);
    await eventually(async () => /^No complete response arrived in time\./.test(await text(page, "response")), true);
    assert.equal(await text(page, "status"), "No response.");
  });

  visit(
    "a double press of Cancel does not press Clear, which then takes its place",
    async (page) => {
      stack().own.faults.add("hang", { path: "/api/v3/blocks" });
      await open(page, "#/explorer/v3.blocks?limit=6&seqno=3&shard=8000000000000000&workchain=-1");
      const cancel = page.locator("#explorer-cancel");
      await cancel.waitFor();
      const { x, y, width, height } = await cancel.boundingBox();
      await page.mouse.dblclick(x + width / 2, y + height / 2, { delay: 50 });
      await page.waitForTimeout(300);
      assert.match(await text(page, "status"), /^Cancelled after /);
      assert.equal(await field(page, "limit").inputValue(), "6");
      await press(page, "reset");
      await eventually(() => field(page, "limit").inputValue(), "");
    },
    { viewport: { width: 1400, height: 900 } },
  );

  visit("a late response is not shown under another operation", async (page) => {
    stack().own.faults.add("delay=1200", { path: "/api/v3/masterchainInfo" });
    await open(page, "#/explorer/v3.masterchainInfo");
    await press(page, "send");
    await eventually(() => text(page, "status"), "Waiting for the response…");
    await go(page, "v3.blocks", "?limit=2");
    await responded(page);
    await page.waitForTimeout(1500);
    assert.match(await leaves(page), /blocks/);
  });

  visit("a late result of a button does not bring its operation back", async (page) => {
    stack().own.faults.add("delay=1200", { path: "/api/v3/transactions" });
    await open(page, "#/explorer/v3.adjacentTransactions");
    await press(page, "sample");
    await page.locator("#nav-address").click();
    await page.waitForTimeout(2500);
    assert.equal(fragment(page), "#/address/");
    await page.goBack();
    await page.waitForTimeout(300);
    assert.equal(fragment(page), "#/explorer/v3.adjacentTransactions");
    // Switches to another operation at once, before the check of the form has ended.
    await page.evaluate(() => {
      /** @type {HTMLInputElement} */ (document.getElementById("explorer-field-hash")).value = "ab".repeat(32);
      document.getElementById("explorer-send").click();
      location.hash = "#/explorer/v3.blocks?limit=3";
    });
    await responded(page);
    assert.equal(fragment(page), "#/explorer/v3.blocks?limit=3");
  });

  visit("leaving the explorer aborts the request, and coming back sends it again", async (page) => {
    stack().own.faults.add("hang", { path: "/api/v3/blocks" });
    await open(page, "#/explorer/v3.blocks?limit=13");
    await page.locator("#explorer-cancel").waitFor();
    const [gone] = await Promise.all([page.waitForEvent("requestfailed"), page.locator("#nav-address").click()]);
    assert.match(gone.url(), /\/api\/v3\/blocks\?limit=13&sort=desc$/);
    await page.goBack();
    await eventually(() => text(page, "status"), "Waiting for the response…");
    await page.locator("#explorer-cancel").click();
  });

  visit("a browser without WebAssembly gets a message", async (page) => {
    await page.addInitScript(() => delete globalThis.WebAssembly);
    await open(page, "#/explorer/v3.blocks?limit=1");
    await eventually(
      async () => /^This browser blocks WebAssembly.*Code wasm_unavailableRetry$/.test(await text(page, "notice")),
      true,
    );
  });

  visit("without a connection the explorer shows an error, and recovers", async (page, expectedMessages) => {
    expectedMessages.push(/ERR_INTERNET_DISCONNECTED/);
    await open(page, "#/explorer/v3.blocks?limit=1");
    await responded(page);
    await page.context().setOffline(true);
    await press(page, "send");
    await eventually(async () => /^The gateway cannot be reached\./.test(await text(page, "response")), true);
    await page.context().setOffline(false);
    await press(page, "send");
    await responded(page);
  });
});
