// The endpoint explorer in headless Chromium: URLs that can be shared, and its layout and legibility at any width, light and dark.

import assert from "node:assert/strict";
import { describe } from "node:test";

import { assertLooks, eventually } from "./visit.mjs";
import {
  waitForStatus,
  setUpExplorer,
  findField,
  HOSTILE_TEXT,
  readTree,
  pressButton,
  clickTab,
} from "./explorer-visit.mjs";

const { testPage, openPage, stack } = setUpExplorer();

describe("URLs of the explorer", () => {
  testPage("a shared URL restores the form, and runs the call if it is a read", async (page) => {
    await openPage(page, "#/explorer/v3.dns.records");
    await findField(page, "domain").fill(HOSTILE_TEXT);
    await pressButton(page, "send");
    await waitForStatus(page);
    const sharedUrl = page.url();
    await page.goto("about:blank");
    await openPage(page, sharedUrl.slice(sharedUrl.indexOf("#")));
    assert.equal(await findField(page, "domain").inputValue(), HOSTILE_TEXT);
    await waitForStatus(page);
    await page.reload();
    await waitForStatus(page);
    assert.match(await page.title(), /^v3\.dns\.records · API explorer/);
  });

  testPage("lists are in the URL, and Back returns through the earlier requests", async (page) => {
    const accounts = ["alice", "bob"].map((name) => stack().own.cast.wallet(name).account);
    await openPage(page, "#/explorer/v3.accountStates");
    await findField(page, "address").fill(accounts.join("\n"));
    await findField(page, "include_boc").selectOption("false");
    await pressButton(page, "send");
    await waitForStatus(page);
    await findField(page, "address").fill(accounts[0]);
    await pressButton(page, "send");
    await eventually(async () => (await readTree(page)).includes("[1 item]"), true);
    await page.goBack();
    await eventually(() => findField(page, "address").inputValue(), accounts.join("\n"));
    assert.equal(await findField(page, "include_boc").inputValue(), "false");
    await eventually(async () => (await readTree(page)).includes("[2 items]"), true);
  });
});

const VIEW_STATES = {
  list: (page) => openPage(page),
  async form(page) {
    await openPage(page, "#/explorer/v3.transactions?limit=0&account=EQ");
    await page.locator("#explorer-field-limit[aria-invalid]").waitFor();
  },
  async response(page) {
    await openPage(page, "#/explorer/v3.transactions?limit=3");
    await waitForStatus(page);
    await page.locator("#explorer-response .tree summary", { hasText: /^0: / }).click();
    await page.locator("#explorer-response .tree a").first().waitFor();
  },
  async failure(page, expectedMessages) {
    expectedMessages.push(/status of 404/);
    await openPage(page, `#/explorer/v3.adjacentTransactions?hash=${"ab".repeat(32)}`);
    await waitForStatus(page, 404);
    await clickTab(page, "Text");
  },
  async rows(page) {
    await openPage(page, "#/explorer/v3.blocks?scroll=1&limit=10&workchain=0");
    await page.locator(".rows-found li").first().waitFor();
  },
  async send(page) {
    await openPage(page, `#/explorer/v2.sendBoc?boc=${encodeURIComponent("te6cckEBAQEAAgAAAEysuc0=")}`);
    await clickTab(page, "Rust");
    await pressButton(page, "send");
    await page.locator("#explorer-really").waitFor();
  },
};

describe("layout of the explorer", () => {
  testPage("the explorer is legible and usable, and axe finds nothing", async (page, expectedMessages) => {
    for (const [name, show] of Object.entries(VIEW_STATES)) {
      await page.goto("about:blank");
      await show(page, expectedMessages);
      await assertLooks(page, name);
    }
  });
});
