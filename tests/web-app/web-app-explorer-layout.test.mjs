// The layout of the endpoint explorer: three zones on wide screens, one column on a phone, common parameters first; and a call from the
// search to the response, by the keyboard alone and by touch.

import assert from "node:assert/strict";
import { describe } from "node:test";

import { endpoints } from "ton-edge/endpoints";

import { explorer, field, focused, fragment, go, press, responded, text } from "./explorer-visit.mjs";
import { eventually, fits } from "./visit.mjs";

const { visit, open, stack } = explorer();
const WIDE = { viewport: { width: 1440, height: 900 } };
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

const box = (page, selector) => page.locator(selector).boundingBox();
const names = (page, where) =>
  page.locator(`${where} .param`).evaluateAll((all) => all.map((one) => one.dataset.param));

describe("zones of the explorer", () => {
  visit(
    "on wide screens the list, the form, and the code above the response are side by side",
    async (page) => {
      await open(page, "#/explorer/v3.transactions?limit=20");
      await responded(page);
      const [list, form, code, answer] = await Promise.all(
        ["#explorer-list", "#explorer-form", ".request-card", ".response-card"].map((one) => box(page, one)),
      );
      assert.ok(list.x + list.width <= form.x && form.x + form.width <= code.x, "list, form and code are side by side");
      assert.ok(code.y + code.height <= answer.y && code.x === answer.x, "the code is above the response");
      // The list scrolls by itself, and shows the open operation.
      const current = await box(page, "#explorer-groups [aria-current]");
      assert.ok(current.y > list.y && current.y + current.height < 900);
      assert.ok(await page.locator("#explorer-links").evaluate((one) => one.scrollHeight > one.clientHeight));
      // The code stays in place while the form scrolls.
      await page.locator("#explorer-more-params > summary").click();
      await page.mouse.move(600, 500);
      await page.mouse.wheel(0, 600);
      await eventually(() => page.evaluate(() => scrollY > 300), true);
      const after = await box(page, ".request-card");
      assert.ok(after.y >= 0 && after.y < 200, `${after.y}`);
      assert.equal(await fits(page), "fits");
    },
    WIDE,
  );

  visit(
    "on narrower screens form, response and code are one column, and a change of width keeps the focus",
    async (page) => {
      await open(page, "#/explorer/v3.blocks?limit=2");
      await responded(page);
      const order = async () =>
        (await Promise.all([".request-card", ".response-card"].map((one) => box(page, one)))).map(({ y }) => y);
      const [code, answer] = await order();
      assert.ok((await box(page, "#explorer-form")).y < answer && answer < code);
      await page.locator("#explorer-as-tab-0").focus();
      await page.setViewportSize({ width: 1200, height: 800 });
      await eventually(async () => {
        const [above, below] = await order();
        return above < below;
      }, true);
      assert.equal(await focused(page), "explorer-as-tab-0");
    },
    { viewport: { width: 1000, height: 800 } },
  );

  for (const id of ["v3.transactions", "v2.runGetMethod", "v3.jetton.wallets", "v2.sendBoc", "v3.masterchainInfo"])
    visit(
      `on a phone, the first screen of ${id} has its name, path, first field and send button`,
      async (page) => {
        await open(page, `#/explorer/${id}`);
        await page.locator("#explorer-title").waitFor();
        for (const selector of [
          "#explorer-title",
          ".operation-head .path",
          "#explorer-send",
          "#explorer-form .param",
        ]) {
          const first = page.locator(selector).first();
          if ((await first.count()) === 0) continue;
          const { y, height } = await first.boundingBox();
          assert.ok(y >= 0 && y + height <= 844, `${selector}: ${y} to ${y + height}`);
        }
        assert.equal(await fits(page), "fits");
      },
      PHONE,
    );

  visit(
    "the catalogue has the search first, then the most used operations, then the groups as cards",
    async (page) => {
      await open(page);
      const [search, popular, groups] = await Promise.all(
        ["#explorer-search", "#explorer-popular", "#explorer-groups"].map((one) => box(page, one)),
      );
      assert.ok(search.y < popular.y && popular.y < groups.y && popular.y + popular.height < 900);
      assert.ok((await page.locator("#explorer-popular a").count()) >= 8);
      const cards = await page
        .locator("#explorer-groups section")
        .evaluateAll((all) => new Set(all.map((one) => Math.round(one.getBoundingClientRect().x))).size);
      assert.ok(cards >= 3, `${cards} columns`);
      await page.locator("#explorer-search").fill("wallet");
      assert.equal(await page.locator("#explorer-popular").isVisible(), false);
    },
    WIDE,
  );
});

describe("parameters in the explorer's form", () => {
  visit("common parameters come first, and the others are folded until the URL or an error names one", async (page) => {
    await open(page, "#/explorer/v3.actions");
    const common = await names(page, "#explorer-form > div > .params");
    assert.equal(common[0], "account");
    assert.ok(common.includes("limit") && common.length < 8, `${common}`);
    const folded = page.locator("#explorer-more-params");
    assert.match(await folded.locator("summary").textContent(), /^More parameters \(1\d\)$/);
    assert.equal(await field(page, "sort").isVisible(), false);
    await go(page, "v3.actions", "?sort=asc&limit=1");
    await eventually(() => field(page, "sort").isVisible(), true);
    await responded(page);
    // Required parameters are never folded, and few others are shown.
    await go(page, "v2.getBlockHeader");
    assert.deepEqual((await names(page, "#explorer-form > div > .params")).slice(0, 3), [
      "workchain",
      "shard",
      "seqno",
    ]);
    assert.equal(await folded.count(), 0);
    await go(page, "v3.transactions", "?offset=x");
    await page.locator("#explorer-field-offset[aria-invalid]").waitFor();
    assert.equal(await field(page, "offset").isVisible(), true);
  });

  visit("no form explains a parameter by the languages of the API's servers", async (page) => {
    await open(page, "#/explorer/v2.runGetMethod");
    // Some parameters of each generation have such a note, which is under "About this operation".
    const rows = endpoints().filter(({ params = [] }) => params.some(({ note = "" }) => /C\+\+|Python/.test(note)));
    assert.ok(rows.length > 10);
    const found = [];
    for (const { generation, name, params = [] } of rows) {
      await go(page, `${generation}.${name}`);
      await field(page, params[0].name).waitFor({ state: "attached" });
      if (/C\+\+|Python/.test(await page.locator("#explorer-form").textContent())) found.push(name);
      assert.match(await page.locator(".about-operation").textContent(), /Servers differ.*(C\+\+|Python)/s);
    }
    assert.deepEqual(found, []);
  });

  visit("required fields of a body are prefilled", async (page) => {
    const { account } = stack().own.cast.wallet("alice");
    await open(page, "#/explorer/v2.runGetMethod");
    assert.equal(await field(page, "stack").inputValue(), "[]");
    await field(page, "address").fill(account);
    await field(page, "method").fill("seqno");
    await press(page, "send");
    await responded(page);
    // A link without the parameter is also complete.
    await go(page, "v3.runGetMethod", `?address=${account}&method=seqno`);
    await responded(page);
    await go(page, "v2.jsonRPC");
    for (const [name, value] of Object.entries({ jsonrpc: "2.0", id: "1", params: "{}" }))
      assert.equal(await field(page, name).inputValue(), value, name);
    await field(page, "method").fill("getMasterchainInfo");
    await press(page, "send");
    await responded(page);
  });
});

describe("from the search to the response", () => {
  visit(
    "by the keyboard alone, the list is one Tab stop, and few Tab stops precede the first field",
    async (page) => {
      await open(page);
      await page.locator("#explorer-search").focus();
      await page.keyboard.press("Tab");
      const link = () => page.evaluate(() => document.activeElement.getAttribute("href"));
      assert.equal(await link(), "#/explorer/v3.transactions");
      await page.keyboard.press("ArrowDown");
      assert.equal(await link(), "#/explorer/v3.actions");
      await page.keyboard.press("End");
      assert.equal(await link(), "#/explorer/v3.walletInformation");
      await page.keyboard.press("Home");
      await page.keyboard.press("Enter");
      await page.locator('#explorer-title[data-id="v3.transactions"]').waitFor();
      assert.equal(await focused(page), "explorer-title");
      let stops = 0;
      while ((await focused(page)) !== "explorer-field-account" && stops < 10) {
        await page.keyboard.press("Tab");
        stops += 1;
      }
      assert.ok(stops <= 2, `${stops} Tab stops from the title to the first field`);
      // The same from the search of the list beside the form.
      await page.locator("#explorer-search").focus();
      for (stops = 0; (await focused(page)) !== "explorer-field-account" && stops < 10; stops++)
        await page.keyboard.press("Tab");
      assert.ok(stops <= 6, `${stops} Tab stops from the search to the first field`);
      await page.keyboard.type(stack().own.cast.wallet("alice").account);
      await page.keyboard.press("Control+Enter");
      await responded(page);
      assert.match(fragment(page), /^#\/explorer\/v3\.transactions\?account=/);
      for (stops = 0; stops < 40; stops++) {
        await page.keyboard.press("Tab");
        if (await page.evaluate(() => document.activeElement.closest(".tree") !== null)) break;
      }
      await page.keyboard.press("ArrowDown");
      await page.keyboard.press("ArrowDown");
      assert.equal(await page.locator(".path-shown").textContent(), "transactions[0]");
      await page.keyboard.press("ArrowRight");
      await page.keyboard.press("ArrowDown");
      assert.equal(await page.locator(".path-shown").textContent(), "transactions[0].account");
    },
    WIDE,
  );

  visit(
    "by touch at 390x844, a visitor gets from the search to the response",
    async (page) => {
      await open(page);
      await page.locator("#explorer-search").tap();
      await page.locator("#explorer-search").fill("top accounts");
      await page.locator("#explorer-groups a.best").tap();
      await page.locator('#explorer-title[data-id="v3.topAccountsByBalance"]').waitFor();
      await page.locator("#explorer-field-limit").tap();
      await page.locator("#explorer-field-limit").fill("2");
      await page.locator("#explorer-send").tap();
      await responded(page);
      const { y } = await box(page, "#explorer-status");
      assert.ok(y > 0 && y < 600, `the response is out of sight, at ${y}`);
      await page
        .locator(".tree button.key", { hasText: "account" })
        .first()
        .tap({ timeout: 1000 })
        .catch(() => {});
      await page.getByRole("tab", { name: "Table" }).tap();
      await page.locator(".response-table tbody tr").nth(1).waitFor();
      assert.equal(await fits(page), "fits");
      await page.getByRole("link", { name: "All operations" }).tap();
      await eventually(() => page.locator("#explorer-search").isVisible(), true);
      await eventually(() => page.locator("#explorer-recent .calls a").count(), 1);
    },
    PHONE,
  );

  // Each call has a different limit, because a cached response would come before anything is drawn.
  for (const { name, options, limit } of [
    { name: "wide", options: WIDE, limit: 5 },
    { name: "phone", options: PHONE, limit: 6 },
  ])
    visit(
      `${name}: nothing shifts without a press of the visitor`,
      async (page) => {
        await page.addInitScript(() => {
          const shifts = (globalThis.shifts = []);
          new PerformanceObserver((list) => {
            for (const one of /** @type {any[]} */ (list.getEntries()))
              if (!one.hadRecentInput)
                shifts.push([
                  one.value,
                  ...one.sources.map(({ node }) => node?.id || node?.className || node?.nodeName),
                ]);
          }).observe({ type: "layout-shift", buffered: true });
        });
        stack().own.faults.add("delay=900", { path: "/api/v3/topAccountsByBalance" });
        await open(page, `#/explorer/v3.topAccountsByBalance?limit=${limit}`);
        // Cancel and Clear have reserved space, whatever font makes the row of buttons wrap.
        await page.locator("#explorer-cancel").waitFor();
        assert.equal(await page.locator("#explorer-reset").isVisible(), false);
        const actions = await box(page, "#explorer-form .actions");
        await responded(page);
        assert.equal(await page.locator("#explorer-cancel").isVisible(), false);
        await eventually(() => page.locator("#explorer-reset").isVisible(), true);
        assert.deepEqual(await box(page, "#explorer-form .actions"), actions);
        await page.waitForTimeout(700);
        // The footer belongs to the frame of all views.
        const shifts = (await page.evaluate(() => globalThis.shifts)).filter(
          ([, ...moved]) => moved.join() !== "FOOTER",
        );
        assert.deepEqual(shifts, []);
        assert.match(await text(page, "response"), /account/);
      },
      options,
    );
});
