// The layout of the endpoint explorer: three zones on wide screens, one column on a phone, common parameters first; and a call from the
// search to the response, by the keyboard alone and by touch.

import assert from "node:assert/strict";
import { describe } from "node:test";

import { endpoints } from "ton-edge/endpoints";

import {
  setUpExplorer,
  findField,
  readFocusedId,
  readFragment,
  goToOperation,
  pressButton,
  waitForStatus,
  readText,
} from "./explorer-visit.mjs";
import { eventually, describeFit } from "./visit.mjs";

const { testPage, openPage, stack } = setUpExplorer();
const WIDE_SCREEN = { viewport: { width: 1440, height: 900 } };
const PHONE_SCREEN = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

const findBox = (page, selector) => page.locator(selector).boundingBox();
const readParameterNames = (page, selector) =>
  page.locator(`${selector} .param`).evaluateAll((elements) => elements.map((element) => element.dataset.param));

describe("zones of the explorer", () => {
  testPage(
    "on wide screens the list, the form, and the code above the response are side by side",
    async (page) => {
      await openPage(page, "#/explorer/v3.transactions?limit=20");
      await waitForStatus(page);
      const [operationBox, formBox, codeBox, responseBox] = await Promise.all(
        ["#explorer-list", "#explorer-form", ".request-card", ".response-card"].map((partSelector) =>
          findBox(page, partSelector),
        ),
      );
      assert.ok(
        operationBox.x + operationBox.width <= formBox.x && formBox.x + formBox.width <= codeBox.x,
        "list, form and code are side by side",
      );
      assert.ok(
        codeBox.y + codeBox.height <= responseBox.y && codeBox.x === responseBox.x,
        "the code is above the response",
      );
      // The list scrolls by itself, and shows the open operation.
      const currentBox = await findBox(page, "#explorer-groups [aria-current]");
      assert.ok(currentBox.y > operationBox.y && currentBox.y + currentBox.height < 900);
      assert.ok(
        await page.locator("#explorer-links").evaluate((element) => element.scrollHeight > element.clientHeight),
      );
      // The code stays in place while the form scrolls.
      await page.locator("#explorer-more-params > summary").click();
      await page.mouse.move(600, 500);
      await page.mouse.wheel(0, 600);
      await eventually(() => page.evaluate(() => scrollY > 300), true);
      const boxAfter = await findBox(page, ".request-card");
      assert.ok(boxAfter.y >= 0 && boxAfter.y < 200, `${boxAfter.y}`);
      assert.equal(await describeFit(page), "fits");
    },
    WIDE_SCREEN,
  );

  testPage(
    "on narrower screens form, response and code are one column, and a change of width keeps the focus",
    async (page) => {
      await openPage(page, "#/explorer/v3.blocks?limit=2");
      await waitForStatus(page);
      const readOrder = async () =>
        (await Promise.all([".request-card", ".response-card"].map((partSelector) => findBox(page, partSelector)))).map(
          ({ y }) => y,
        );
      const [codeBox, responseBox] = await readOrder();
      assert.ok((await findBox(page, "#explorer-form")).y < responseBox && responseBox < codeBox);
      await page.locator("#explorer-as-tab-0").focus();
      await page.setViewportSize({ width: 1200, height: 800 });
      await eventually(async () => {
        const [upperBox, lowerBox] = await readOrder();
        return upperBox < lowerBox;
      }, true);
      assert.equal(await readFocusedId(page), "explorer-as-tab-0");
    },
    { viewport: { width: 1000, height: 800 } },
  );

  for (const id of ["v3.transactions", "v2.runGetMethod", "v3.jetton.wallets", "v2.sendBoc", "v3.masterchainInfo"])
    testPage(
      `on a phone, the first screen of ${id} has its name, path, first field and send button`,
      async (page) => {
        await openPage(page, `#/explorer/${id}`);
        await page.locator("#explorer-title").waitFor();
        for (const selector of [
          "#explorer-title",
          ".operation-head .path",
          "#explorer-send",
          "#explorer-form .param",
        ]) {
          const firstElement = page.locator(selector).first();
          if ((await firstElement.count()) === 0) continue;
          const { y, height } = await firstElement.boundingBox();
          assert.ok(y >= 0 && y + height <= 844, `${selector}: ${y} to ${y + height}`);
        }
        assert.equal(await describeFit(page), "fits");
      },
      PHONE_SCREEN,
    );

  testPage(
    "the catalogue has the search first, then the most used operations, then the groups as cards",
    async (page) => {
      await openPage(page);
      const [searchFieldBox, popularBox, groupsBox] = await Promise.all(
        ["#explorer-search", "#explorer-popular", "#explorer-groups"].map((partSelector) =>
          findBox(page, partSelector),
        ),
      );
      assert.ok(
        searchFieldBox.y < popularBox.y && popularBox.y < groupsBox.y && popularBox.y + popularBox.height < 900,
      );
      assert.ok((await page.locator("#explorer-popular a").count()) >= 8);
      const cardCount = await page
        .locator("#explorer-groups section")
        .evaluateAll(
          (elements) => new Set(elements.map((element) => Math.round(element.getBoundingClientRect().x))).size,
        );
      assert.ok(cardCount >= 3, `${cardCount} columns`);
      await page.locator("#explorer-search").fill("wallet");
      assert.equal(await page.locator("#explorer-popular").isVisible(), false);
    },
    WIDE_SCREEN,
  );
});

describe("parameters in the explorer's form", () => {
  testPage(
    "common parameters come first, and the others are folded until the URL or an error names one",
    async (page) => {
      await openPage(page, "#/explorer/v3.actions");
      const commonNames = await readParameterNames(page, "#explorer-form > div > .params");
      assert.equal(commonNames[0], "account");
      assert.ok(commonNames.includes("limit") && commonNames.length < 8, `${commonNames}`);
      const foldedElement = page.locator("#explorer-more-params");
      assert.match(await foldedElement.locator("summary").textContent(), /^More parameters \(1\d\)$/);
      assert.equal(await findField(page, "sort").isVisible(), false);
      await goToOperation(page, "v3.actions", "?sort=asc&limit=1");
      await eventually(() => findField(page, "sort").isVisible(), true);
      await waitForStatus(page);
      // Required parameters are never folded, and few others are shown.
      await goToOperation(page, "v2.getBlockHeader");
      assert.deepEqual((await readParameterNames(page, "#explorer-form > div > .params")).slice(0, 3), [
        "workchain",
        "shard",
        "seqno",
      ]);
      assert.equal(await foldedElement.count(), 0);
      await goToOperation(page, "v3.transactions", "?offset=x");
      await page.locator("#explorer-field-offset[aria-invalid]").waitFor();
      assert.equal(await findField(page, "offset").isVisible(), true);
    },
  );

  testPage("no form explains a parameter by the languages of the API's servers", async (page) => {
    await openPage(page, "#/explorer/v2.runGetMethod");
    // Some parameters of each generation have such a note, which is under "About this operation".
    const rows = endpoints().filter(({ params = [] }) => params.some(({ note = "" }) => /C\+\+|Python/.test(note)));
    assert.ok(rows.length > 10);
    const overlaps = [];
    for (const { generation, name, params = [] } of rows) {
      await goToOperation(page, `${generation}.${name}`);
      await findField(page, params[0].name).waitFor({ state: "attached" });
      if (/C\+\+|Python/.test(await page.locator("#explorer-form").textContent())) overlaps.push(name);
      assert.match(await page.locator(".about-operation").textContent(), /Servers differ.*(C\+\+|Python)/s);
    }
    assert.deepEqual(overlaps, []);
  });

  testPage("required fields of a body are prefilled", async (page) => {
    const { account } = stack().own.cast.wallet("alice");
    await openPage(page, "#/explorer/v2.runGetMethod");
    assert.equal(await findField(page, "stack").inputValue(), "[]");
    await findField(page, "address").fill(account);
    await findField(page, "method").fill("seqno");
    await pressButton(page, "send");
    await waitForStatus(page);
    // A link without the parameter is also complete.
    await goToOperation(page, "v3.runGetMethod", `?address=${account}&method=seqno`);
    await waitForStatus(page);
    await goToOperation(page, "v2.jsonRPC");
    for (const [name, value] of Object.entries({ jsonrpc: "2.0", id: "1", params: "{}" }))
      assert.equal(await findField(page, name).inputValue(), value, name);
    await findField(page, "method").fill("getMasterchainInfo");
    await pressButton(page, "send");
    await waitForStatus(page);
  });
});

describe("from the search to the response", () => {
  testPage(
    "by the keyboard alone, the list is one Tab stop, and few Tab stops precede the first field",
    async (page) => {
      await openPage(page);
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
      assert.equal(await readFocusedId(page), "explorer-title");
      let stopCount = 0;
      while ((await readFocusedId(page)) !== "explorer-field-account" && stopCount < 10) {
        await page.keyboard.press("Tab");
        stopCount += 1;
      }
      assert.ok(stopCount <= 2, `${stopCount} Tab stops from the title to the first field`);
      // Repeats this from the search of the list beside the form.
      await page.locator("#explorer-search").focus();
      for (stopCount = 0; (await readFocusedId(page)) !== "explorer-field-account" && stopCount < 10; stopCount++)
        await page.keyboard.press("Tab");
      assert.ok(stopCount <= 6, `${stopCount} Tab stops from the search to the first field`);
      await page.keyboard.type(stack().own.cast.wallet("alice").account);
      await page.keyboard.press("Control+Enter");
      await waitForStatus(page);
      assert.match(readFragment(page), /^#\/explorer\/v3\.transactions\?account=/);
      for (stopCount = 0; stopCount < 40; stopCount++) {
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
    WIDE_SCREEN,
  );

  testPage(
    "by touch at 390x844, a visitor gets from the search to the response",
    async (page) => {
      await openPage(page);
      await page.locator("#explorer-search").tap();
      await page.locator("#explorer-search").fill("top accounts");
      await page.locator("#explorer-groups a.best").tap();
      await page.locator('#explorer-title[data-id="v3.topAccountsByBalance"]').waitFor();
      await page.locator("#explorer-field-limit").tap();
      await page.locator("#explorer-field-limit").fill("2");
      await page.locator("#explorer-send").tap();
      await waitForStatus(page);
      const { y } = await findBox(page, "#explorer-status");
      assert.ok(y > 0 && y < 600, `the response is out of sight, at ${y}`);
      await page
        .locator(".tree button.key", { hasText: "account" })
        .first()
        .tap({ timeout: 1000 })
        .catch(() => {});
      await page.getByRole("tab", { name: "Table" }).tap();
      await page.locator(".response-table tbody tr").nth(1).waitFor();
      assert.equal(await describeFit(page), "fits");
      await page.getByRole("link", { name: "All operations" }).tap();
      await eventually(() => page.locator("#explorer-search").isVisible(), true);
      await eventually(() => page.locator("#explorer-recent .calls a").count(), 1);
    },
    PHONE_SCREEN,
  );

  // Each call has a different limit, because a cached response would come before anything is drawn.
  for (const { name, options, limit } of [
    { name: "wide", options: WIDE_SCREEN, limit: 5 },
    { name: "phone", options: PHONE_SCREEN, limit: 6 },
  ])
    testPage(
      `${name}: nothing shifts without a press of the visitor`,
      async (page) => {
        await page.addInitScript(() => {
          const layoutShifts = (globalThis.shifts = []);
          new PerformanceObserver((list) => {
            for (const entry of /** @type {any[]} */ (list.getEntries()))
              if (!entry.hadRecentInput)
                layoutShifts.push([
                  entry.value,
                  ...entry.sources.map(({ node }) => node?.id || node?.className || node?.nodeName),
                ]);
          }).observe({ type: "layout-shift", buffered: true });
        });
        stack().own.faults.add("delay=900", { path: "/api/v3/topAccountsByBalance" });
        await openPage(page, `#/explorer/v3.topAccountsByBalance?limit=${limit}`);
        // Cancel and Clear have reserved space, whatever font makes the row of buttons wrap.
        await page.locator("#explorer-cancel").waitFor();
        assert.equal(await page.locator("#explorer-reset").isVisible(), false);
        const actions = await findBox(page, "#explorer-form .actions");
        await waitForStatus(page);
        assert.equal(await page.locator("#explorer-cancel").isVisible(), false);
        await eventually(() => page.locator("#explorer-reset").isVisible(), true);
        assert.deepEqual(await findBox(page, "#explorer-form .actions"), actions);
        await page.waitForTimeout(700);
        // The footer belongs to the frame of all views.
        const layoutShifts = (await page.evaluate(() => globalThis.shifts)).filter(
          ([, ...moved]) => moved.join() !== "FOOTER",
        );
        assert.deepEqual(layoutShifts, []);
        assert.match(await readText(page, "response"), /account/);
      },
      options,
    );
});
