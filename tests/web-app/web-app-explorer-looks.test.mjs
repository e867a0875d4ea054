// The endpoint explorer in headless Chromium: URLs that can be shared, and its layout and legibility at any width, light and dark.

import assert from "node:assert/strict";
import { describe } from "node:test";

import { assertLooks, eventually } from "./visit.mjs";
import { responded, explorer, field, HOSTILE, leaves, press, tab } from "./explorer-visit.mjs";

const { visit, open, stack } = explorer();

describe("URLs of the explorer", () => {
  visit("a shared URL restores the form, and runs the call if it is a read", async (page) => {
    await open(page, "#/explorer/v3.dns.records");
    await field(page, "domain").fill(HOSTILE);
    await press(page, "send");
    await responded(page);
    const shared = page.url();
    await page.goto("about:blank");
    await open(page, shared.slice(shared.indexOf("#")));
    assert.equal(await field(page, "domain").inputValue(), HOSTILE);
    await responded(page);
    await page.reload();
    await responded(page);
    assert.match(await page.title(), /^v3\.dns\.records · API explorer/);
  });

  visit("lists are in the URL, and Back returns through the earlier requests", async (page) => {
    const accounts = ["alice", "bob"].map((name) => stack().own.cast.wallet(name).account);
    await open(page, "#/explorer/v3.accountStates");
    await field(page, "address").fill(accounts.join("\n"));
    await field(page, "include_boc").selectOption("false");
    await press(page, "send");
    await responded(page);
    await field(page, "address").fill(accounts[0]);
    await press(page, "send");
    await eventually(async () => (await leaves(page)).includes("[1 item]"), true);
    await page.goBack();
    await eventually(() => field(page, "address").inputValue(), accounts.join("\n"));
    assert.equal(await field(page, "include_boc").inputValue(), "false");
    await eventually(async () => (await leaves(page)).includes("[2 items]"), true);
  });
});

const LOOKS = {
  list: (page) => open(page),
  async form(page) {
    await open(page, "#/explorer/v3.transactions?limit=0&account=EQ");
    await page.locator("#explorer-field-limit[aria-invalid]").waitFor();
  },
  async response(page) {
    await open(page, "#/explorer/v3.transactions?limit=3");
    await responded(page);
    await page.locator("#explorer-response .tree summary", { hasText: /^0: / }).click();
    await page.locator("#explorer-response .tree a").first().waitFor();
  },
  async failure(page, expectedMessages) {
    expectedMessages.push(/status of 404/);
    await open(page, `#/explorer/v3.adjacentTransactions?hash=${"ab".repeat(32)}`);
    await responded(page, 404);
    await tab(page, "Text");
  },
  async rows(page) {
    await open(page, "#/explorer/v3.blocks?scroll=1&limit=10&workchain=0");
    await page.locator(".rows-found li").first().waitFor();
  },
  async send(page) {
    await open(page, `#/explorer/v2.sendBoc?boc=${encodeURIComponent("te6cckEBAQEAAgAAAEysuc0=")}`);
    await tab(page, "Rust");
    await press(page, "send");
    await page.locator("#explorer-really").waitFor();
  },
};

describe("layout of the explorer", () => {
  visit("the explorer is legible and usable, and axe finds nothing", async (page, expectedMessages) => {
    for (const [name, show] of Object.entries(LOOKS)) {
      await page.goto("about:blank");
      await show(page, expectedMessages);
      await assertLooks(page, name);
    }
  });
});
