// The explorer's tools for responses and calls: paths, the table, differences, headers drawn as a picture, calls stored on this device,
// links, and errors with a Retry button.

import "../helpers/site-imports.mjs";

import assert from "node:assert/strict";
import { matchHashedFile } from "../helpers/hashed-file.mjs";
import { describe, test } from "node:test";

import { findAxeViolations } from "./axe.mjs";
import {
  setUpExplorer,
  findField,
  readFocusedId,
  readFragment,
  goToOperation,
  pressButton,
  confirmSending,
  waitForStatus,
  clickTab,
  readText,
} from "./explorer-visit.mjs";
import { eventually } from "./visit.mjs";

// Imported after the helper, which finds the modules of the package.
const [{ readCache }, { parseExact }, { compareJson, MAX_CHANGES }, { findRows }] = await Promise.all([
  import("../../www/explorer/cache-status.js"),
  import("../../www/explorer/exact-json.js"),
  import("../../www/explorer/json-diff.js"),
  import("../../www/explorer/response-rows.js"),
]);

const { testPage, openPage, stack } = setUpExplorer();
const readClipboard = (page) => page.evaluate(() => navigator.clipboard.readText());
const readStoredCalls = (page) => page.evaluate(() => localStorage.getItem("ton-edge:calls"));
const readCalls = (page) =>
  page.locator("#explorer-history .calls a").evaluateAll((elements) => elements.map((element) => element.hash));

describe("readers of responses", () => {
  test("differences are found by path, by the key of a row, and by the digits of a number", () => {
    const compareTexts = (before, after) =>
      compareJson(parseExact(before), parseExact(after)).changes.map(({ path, kind }) => `${kind} ${path}`);
    assert.deepEqual(compareTexts('{"a":1,"b":[1,2]}', '{"a":2,"b":[1],"c":null}'), [
      "changed a",
      "removed b[1]",
      "added c",
    ]);
    // A new row at the front moves the others, but changes none of them.
    assert.deepEqual(
      compareTexts(
        '{"rows":[{"hash":"x","n":1},{"hash":"y","n":1}]}',
        '{"rows":[{"hash":"z"},{"hash":"x","n":2},{"hash":"y","n":1}]}',
      ),
      ["added rows[0]", "changed rows[1].n"],
    );
    assert.deepEqual(compareTexts('{"n":9223372036854775807}', '{"n":9223372036854775806}'), ["changed n"]);
    assert.deepEqual(compareTexts('{"n":1.50}', '{"n":1.50}'), []);
    assert.deepEqual(compareTexts("[]", "{}"), ["changed "]);
    assert.deepEqual(compareTexts('{"__proto__":{"x":1},"a b":1}', '{"__proto__":{"x":2},"a b":2}'), [
      "changed __proto__.x",
      'changed ["a b"]',
    ]);
    const writeManyNumbers = (n) => JSON.stringify(Array.from({ length: 300_000 }, (_, index) => index * n));
    const differences = compareJson(parseExact(writeManyNumbers(1)), parseExact(writeManyNumbers(2)));
    assert.deepEqual([differences.changes.length, differences.more], [MAX_CHANGES, true]);
    const writeDeepJson = (leaf) => `${'{"a":'.repeat(5000)}${leaf}${"}".repeat(5000)}`;
    assert.equal(compareTexts(writeDeepJson(1), writeDeepJson(2)).length, 1);
  });

  test("rows are found in lists of objects, the outer lists first", () => {
    const listRows = (json) => findRows(parseExact(json)).map(({ path, rows: { length } }) => `${path} ${length}`);
    assert.deepEqual(listRows('[{"a":1}]'), [" 1"]);
    assert.deepEqual(listRows('{"result":{"deep":[{}]},"top":[{},{}],"texts":["a"],"empty":[],"mixed":[{},1]}'), [
      "top 2",
      "result.deep 1",
    ]);
    for (const invalidInput of ["1", "null", '"x"', "[]", "{}", "[1e999]"])
      assert.deepEqual(listRows(invalidInput), []);
  });

  test("the gateway's cache header is read, and a malformed one is ignored", () => {
    const getCacheKind = (status, age) => readCache(status, age)?.kind;
    assert.equal(getCacheKind(undefined), undefined);
    assert.deepEqual(readCache("ton-edge; hit; ttl=5", "3"), { kind: "hit", stored: false, age: 3, ttl: 5 });
    assert.equal(getCacheKind("ton-edge; hit; ttl=-2"), "stale");
    assert.equal(getCacheKind("ton-edge; fwd=stale; fwd-status=503"), "stale");
    assert.equal(getCacheKind("ton-edge; fwd=bypass"), "bypass");
    assert.equal(readCache("ton-edge; fwd=miss; stored").stored, true);
    // The member nearest to the visitor counts; commas in quotes are text.
    assert.equal(getCacheKind('origin; hit, "a, b; hit"; fwd=miss'), "miss");
    assert.equal(readCache("ton-edge; hit; ttl=x", "-1").age, undefined);
  });
});

describe("tools for a response", () => {
  testPage("a press on a field copies its path, and a branch offers its path in the bar", async (page) => {
    await openPage(page, "#/explorer/v3.masterchainInfo");
    await pressButton(page, "send");
    await waitForStatus(page);
    await page.locator(".tree summary", { hasText: "last" }).click();
    assert.equal(await page.locator(".path-shown").textContent(), "last");
    await page.getByRole("button", { name: "Copy the path" }).click();
    await eventually(() => readClipboard(page), "last");
    const key = page.locator(".tree button.key", { hasText: /^seqno: $/ }).first();
    if (!(await key.isVisible())) await page.locator(".tree summary", { hasText: "last" }).click();
    await key.click();
    await eventually(() => readClipboard(page), "last.seqno");
    assert.equal(await page.locator("#copied").textContent(), "Copied the path");
  });

  testPage("the tree is one Tab stop, and the arrow keys move in it", async (page) => {
    await openPage(page, "#/explorer/v3.blocks?limit=2");
    await waitForStatus(page);
    const countTabStops = () => page.locator('.tree :is(summary, a, button)[tabindex="0"]').count();
    assert.equal(await countTabStops(), 1);
    await page.locator('.tree [tabindex="0"]').focus();
    const readPath = () => page.locator(".path-shown").textContent();
    await page.keyboard.press("ArrowDown");
    assert.equal(await readPath(), "blocks");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("ArrowDown");
    assert.match(await readPath(), /^blocks\[0\]\.\w+$/);
    await page.keyboard.press("ArrowLeft");
    assert.equal(await readPath(), "blocks[0]");
    await page.keyboard.press("ArrowLeft");
    assert.equal(await page.locator(".tree details[open]").count(), 2);
    await page.keyboard.press("End");
    assert.equal(await readPath(), "blocks[1]");
    assert.equal(await countTabStops(), 1);
  });

  testPage("rows are shown as a table with links, and nested values are shortened", async (page) => {
    const requestedPaths = [];
    page.on("request", (request) => requestedPaths.push(new URL(request.url()).pathname));
    await openPage(page, "#/explorer/v3.transactions?limit=12");
    await waitForStatus(page);
    assert.ok(!requestedPaths.includes("/explorer/response-table.js"));
    await clickTab(page, "Table");
    const rows = page.locator(".response-table tbody tr");
    await eventually(() => rows.count(), 12);
    const headerTexts = await page.locator(".response-table thead th").allTextContents();
    assert.deepEqual(headerTexts.slice(0, 4), ["#", "account", "hash", "lt"]);
    const linkedViews = await rows
      .first()
      .locator("a")
      .evaluateAll((elements) =>
        elements.map((element) => /** @type {HTMLAnchorElement} */ (element).hash.split("/")[1]),
      );
    assert.deepEqual([...new Set(linkedViews)].sort(), ["account", "trace"]);
    assert.match(await rows.first().textContent(), /\{\d+ fields\}/);
    assert.deepEqual(await findAxeViolations(page), []);
    // An operation without rows has no table.
    await goToOperation(page, "v2.getMasterchainInfo");
    await pressButton(page, "send");
    await waitForStatus(page);
    assert.equal(await page.getByRole("tab", { name: "Table" }).count(), 0);
  });

  testPage("a table of many rows is drawn in parts", async (page) => {
    const body = JSON.stringify({
      rows: Array.from({ length: 1000 }, (_, index) => ({ n: index, text: `<b>${index}</b>\u202e` })),
    });
    await page.route("**/api/v3/blocks*", (route) => route.fulfill({ body, contentType: "application/json" }));
    await openPage(page, "#/explorer/v3.blocks?limit=3");
    await waitForStatus(page);
    await clickTab(page, "Table");
    const rows = page.locator(".response-table tbody tr");
    await eventually(() => rows.count(), 100);
    assert.equal(await page.locator(".response-table tbody b").count(), 0);
    assert.match(await rows.nth(3).textContent(), /<b>3<\/b>\[U\+202E\]/);
    await page.getByRole("button", { name: "Show 100 more of 1000" }).click();
    await eventually(() => rows.count(), 200);
  });

  testPage("the changes since the last response are shown", async (page) => {
    let n = 0;
    await page.route("**/api/v3/masterchainInfo", (route) => {
      n += 1;
      route.fulfill({ json: { first: { seqno: 1 }, last: { seqno: n, ...(n > 1 && { fresh: true }) } } });
    });
    await openPage(page, "#/explorer/v3.masterchainInfo");
    await pressButton(page, "send");
    await waitForStatus(page);
    assert.equal(await page.getByRole("tab", { name: "Diff" }).count(), 0);
    await pressButton(page, "send");
    await page.getByRole("tab", { name: "Diff" }).click();
    await eventually(
      () => page.locator(".diff li").allTextContents(),
      ["~changed: last.seqno1 2", "+added: last.freshtrue"],
    );
    assert.deepEqual(await findAxeViolations(page), []);
    // Each operation has its own last response.
    await goToOperation(page, "v3.topAccountsByBalance", "?limit=1");
    await waitForStatus(page);
    assert.equal(await page.getByRole("tab", { name: "Diff" }).count(), 0);
  });

  testPage("the rate limit and the cache are drawn as a picture", async (page) => {
    const send = async (headers) => {
      await page.unrouteAll();
      await page.route("**/api/v3/masterchainInfo", (route) => route.fulfill({ json: {}, headers }));
      await goToOperation(page, "v3.masterchainInfo");
      await pressButton(page, "send");
      await waitForStatus(page);
      return page.locator(".gateway-picture > .part").allTextContents();
    };
    await openPage(page);
    assert.deepEqual(
      await send({
        "cache-status": "ton-edge; hit; ttl=5",
        age: "3",
        ratelimit: '"keyless";r=20;t=7',
        "ratelimit-policy": '"keyless";q=100;w=60',
      }),
      ["20 of 100 leftper 60 s, resets in 7 s", "Hit3 s old, 5 s left"],
    );
    assert.equal(await page.locator(".ring.note").count(), 1);
    assert.equal(await page.locator(".lifetime .part").getAttribute("width"), "37.5");
    await page.evaluate(() => {
      location.hash = "#/explorer/";
    });
    assert.deepEqual(await send({}), ["Not countedby the rate limit", "No cachenot named in the response"]);
  });

  testPage("a tool that does not load shows an error, and Retry loads it", async (page, expectedMessages) => {
    expectedMessages.push(/net::ERR_FAILED/);
    await openPage(page, "#/explorer/v3.blocks?limit=2");
    await waitForStatus(page);
    await page.route(matchHashedFile("explorer/response-table.js"), (route) => route.abort());
    await clickTab(page, "Table");
    await page.locator(".lazy .message.bad").waitFor();
    await page.unrouteAll();
    await page.locator(".lazy").getByRole("button", { name: "Retry" }).click();
    await eventually(() => page.locator(".response-table tbody tr").count(), 2);
  });
});

describe("calls stored on this device", () => {
  testPage(
    "calls are stored without messages, sent again when they are opened, and can be deleted",
    async (page, expectedMessages) => {
      expectedMessages.push(/status of 500/);
      await openPage(page, "#/explorer/v3.topAccountsByBalance?limit=2");
      await waitForStatus(page);
      await goToOperation(page, "v3.decode", "?opcodes=0x0f8a7ea5&bodies=te6cckEBAQEAAgAAAEysuc0%3D");
      await waitForStatus(page);
      await goToOperation(page, "v2.sendBoc");
      await findField(page, "boc").fill("te6cckEBAQEAAgAAAEysuc0=");
      await pressButton(page, "send");
      await confirmSending(page);
      await waitForStatus(page, 500);
      await goToOperation(page, "v2.jsonRPC");
      await findField(page, "method").fill("sendBoc");
      await findField(page, "params").fill('{"boc":"te6cckEBAQEAAgAAAEysuc0="}');
      await pressButton(page, "send");
      await confirmSending(page);
      await eventually(async () => /^Status/.test(await readText(page, "status")), true);
      assert.ok(!(await readStoredCalls(page)).includes("te6cck"), await readStoredCalls(page));
      await pressButton(page, "history-open");
      await eventually(
        () => readCalls(page),
        [
          "#/explorer/v2.jsonRPC",
          "#/explorer/v2.sendBoc",
          "#/explorer/v3.decode?opcodes=0x0f8a7ea5",
          "#/explorer/v3.topAccountsByBalance?limit=2",
        ],
      );
      assert.deepEqual(await findAxeViolations(page), []);
      await page.keyboard.press("Escape");
      assert.equal(await readFocusedId(page), "explorer-history-open");
      await page.keyboard.press("Enter");
      await page.locator("#explorer-history .calls a").last().focus();
      await page.keyboard.press("Enter");
      await page.locator('#explorer-title[data-id="v3.topAccountsByBalance"]').waitFor();
      await waitForStatus(page);
      assert.equal(readFragment(page), "#/explorer/v3.topAccountsByBalance?limit=2");
      // The call that is already shown is also sent again.
      const requestCount = stack().own.requests.length;
      await pressButton(page, "history-open");
      await page.locator("#explorer-history .calls a").first().click();
      await eventually(() => page.locator("#explorer-history").isVisible(), false);
      await waitForStatus(page);
      assert.ok(stack().own.requests.length >= requestCount);
      await pressButton(page, "history-open");
      await pressButton(page, "history-clear");
      assert.match(await page.locator("#explorer-history").textContent(), /No calls yet\./);
      assert.equal(await readStoredCalls(page), null);
    },
  );

  testPage("the number of stored calls is bounded, and other stored values are ignored", async (page) => {
    await page.addInitScript(() => {
      const call = (index) => ({
        id: "v3.blocks",
        network: "mainnet",
        query: { limit: String(index) },
        status: 200,
        at: index,
        cut: false,
      });
      const oddValues = [
        null,
        1,
        {},
        { ...call(1), id: "v3.nonsense" },
        { ...call(1), query: { limit: {} } },
        { ...call(1), at: "x" },
      ];
      localStorage.setItem(
        "ton-edge:calls",
        JSON.stringify([...oddValues, ...Array.from({ length: 80 }, (_, index) => call(index))]),
      );
    });
    await openPage(page, "#/explorer/v3.blocks?limit=999");
    await waitForStatus(page);
    assert.equal(JSON.parse(await readStoredCalls(page)).length, 50);
    await pressButton(page, "history-open");
    await eventually(async () => (await readCalls(page)).length, 50);
    assert.equal((await readCalls(page))[0], "#/explorer/v3.blocks?limit=999");
  });

  for (const [name, broken] of Object.entries({
    "text that is no JSON": () => localStorage.setItem("ton-edge:calls", "{"),
    "blocked storage": () =>
      Object.defineProperty(globalThis, "localStorage", {
        get() {
          throw new DOMException("blocked", "SecurityError");
        },
      }),
  }))
    testPage(`${name} does not hinder the explorer`, async (page) => {
      await page.addInitScript(broken);
      await openPage(page);
      assert.equal(await page.locator("#explorer-recent").isVisible(), false);
      await goToOperation(page, "v3.blocks", "?limit=1");
      await waitForStatus(page);
      await pressButton(page, "history-open");
      await page.locator("#explorer-history :is(.calls, .empty)").waitFor();
    });
});

describe("links and errors of the explorer", () => {
  testPage("a link to a call has the form's parameters, but no message", async (page) => {
    await openPage(page, "#/explorer/v3.blocks");
    await findField(page, "limit").fill("4");
    await pressButton(page, "share");
    await eventually(() => readClipboard(page), `${stack().url}/#/explorer/v3.blocks?limit=4`);
    assert.equal(readFragment(page), "#/explorer/v3.blocks");
    await goToOperation(page, "v2.sendBoc");
    await findField(page, "boc").fill("te6cckEBAQEAAgAAAEysuc0=");
    await pressButton(page, "share");
    await eventually(() => readClipboard(page), `${stack().url}/#/explorer/v2.sendBoc`);
  });

  testPage("an error has a Retry button that sends the request again", async (page, expectedMessages) => {
    expectedMessages.push(/status of 500/);
    stack().own.faults.add("status=500", { path: "/api/v3/topAccountsByBalance" });
    await openPage(page, "#/explorer/v3.topAccountsByBalance?limit=7");
    await waitForStatus(page, 500);
    stack().own.faults.clear();
    // The gateway caches a failure for half a second: docs/operate/caching.md.
    await page.waitForTimeout(600);
    await page.locator("#explorer-retry").focus();
    await page.keyboard.press("Enter");
    assert.equal(await readFocusedId(page), "explorer-status");
    await waitForStatus(page);
    assert.equal(await page.locator("#explorer-retry").count(), 0);
  });

  testPage("Retry never sends a message again", async (page, expectedMessages) => {
    expectedMessages.push(/status of 500/);
    await openPage(page, "#/explorer/v2.sendBoc");
    await findField(page, "boc").fill("te6cckEBAQEAAgAAAEysuc0=");
    await pressButton(page, "send");
    await confirmSending(page);
    await waitForStatus(page, 500);
    assert.equal(await page.locator("#explorer-retry").count(), 0);
  });
});
