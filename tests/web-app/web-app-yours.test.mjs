// The visitor's own names: labels and watched accounts, which stay on the device; the search, the view Yours, and the file that moves them.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { describe } from "node:test";

import { startStack } from "../helpers/stack.mjs";
import { waitForSummary } from "./account-visit.mjs";
import {
  waitForApp,
  assertLooks,
  eventually,
  readFocusedId,
  readFragment,
  setUpFixture,
  createPageTest,
} from "./visit.mjs";

const fixture = setUpFixture(() => startStack({ upstream: "devnet", devnet: { world: "small" } }));
const testPage = createPageTest(() => fixture);

const STORAGE_KEY = "ton-edge:own-names";
const ELECTOR_ADDRESS = `-1:${"3".repeat(64)}`;
const openPage = async (page, hash) => {
  await page.goto(`${fixture.stack.url}/${hash}`);
  await waitForApp(page);
};
const openBusiestAccount = async (page) => {
  await openPage(page, `#/account/${fixture.stack.busiest}`);
  await waitForSummary(page);
};
const readStoredNames = (page) => page.evaluate((key) => localStorage.getItem(key), STORAGE_KEY);
const readSuggestions = (page) =>
  page.locator("#search-list .search-option .search-words > :first-child").allTextContents();
/** Gives the shown account a label, by the keyboard alone. */
async function labelAccount(page, text) {
  await page.locator("#account-label").focus();
  await page.keyboard.press("Enter");
  await page.keyboard.press("ControlOrMeta+A");
  await page.keyboard.type(text);
  await page.keyboard.press("Enter");
}

describe("labels", () => {
  testPage("a label is set, shown wherever the account is named, found, changed and removed", async (page) => {
    const requests = [];
    page.on("request", (request) => requests.push(decodeURIComponent(request.url()) + (request.postData() ?? "")));
    await openBusiestAccount(page);
    await labelAccount(page, "My exchange");
    await eventually(() => readFocusedId(page), "account-label");
    assert.equal(await page.locator("#account-own > .own-name bdi").textContent(), "My exchange");
    // The label is in the trace of one of the account's payments, with the address for visitors who cannot see the tooltip.
    await page.locator("#transactions tr.activity a[href*='trace/']").first().click();
    const namedLink = page.locator("#trace-shown a .own-name").first();
    await namedLink.waitFor();
    assert.match(await namedLink.textContent(), /^My exchange, your label of \w{6}…[\w-]{6}$/);
    assert.match(await page.locator("#trace-shown a:has(.own-name)").first().getAttribute("title"), /^[EU]Q/);
    // The label is also in the picture and in the newest transactions.
    await page.locator("#trace-flow .flow-account .own-name").first().waitFor();
    await page.locator("#search-input").fill("exch");
    await eventually(async () => (await readSuggestions(page))[0], "My exchange");
    await page.keyboard.press("Enter");
    await waitForSummary(page);
    assert.ok(!(await page.title()).includes("exchange"), "a title never has a label");
    await labelAccount(page, "Changed");
    assert.equal(await page.locator("#account-own > .own-name bdi").textContent(), "Changed");
    await page.locator("#account-label").click();
    await page.locator("#account-own").getByRole("button", { name: "Remove" }).click();
    await page.locator("#account-own > .own-name").waitFor({ state: "hidden" });
    assert.deepEqual(JSON.parse(await readStoredNames(page)).networks.mainnet.labels, {});
    assert.deepEqual(
      requests.filter((text) => /exchange|Changed/.test(text)),
      [],
    );
    assert.ok(!readFragment(page).includes("exchange"));
  });

  testPage("a name of the chain cannot look like a label", async (page) => {
    await openBusiestAccount(page);
    await labelAccount(page, "<img src=x>\u202Egpj");
    assert.equal(await page.locator("#account-own > .own-name bdi").textContent(), "<img src=x>[U+202E]gpj");
    // Only the visitor's label has the mark.
    await eventually(() => page.locator("#transactions .own-name").count(), 0);
  });

  testPage("two tabs agree, and the view says if its storage is blocked or malformed", async (page) => {
    await openBusiestAccount(page);
    const otherPage = await page.context().newPage();
    await openBusiestAccount(otherPage);
    await labelAccount(page, "Shared");
    await eventually(() => otherPage.locator("#account-own > .own-name bdi").textContent(), "Shared");
    await otherPage.close();
    await page.evaluate((key) => localStorage.setItem(key, "{"), STORAGE_KEY);
    await openPage(page, "#/yours/");
    await page.reload();
    await page.locator("#yours-problem", { hasText: "cannot be read" }).waitFor();
    await openBusiestAccount(page);
    await page.locator("#account-watch").click();
    await page.locator("#account-own .refusal", { hasText: "cannot be read" }).waitFor();
    assert.equal(await readStoredNames(page), "{", "what cannot be read is not overwritten");
    await openPage(page, "#/yours/");
    await page.getByRole("button", { name: "Delete them" }).click();
    await page.locator("#yours-problem").waitFor({ state: "hidden" });
    await page.evaluate(() => {
      Storage.prototype.setItem = () => {
        throw new DOMException("full", "QuotaExceededError");
      };
    });
    await page.evaluate((account) => (location.hash = `#/account/${account}`), fixture.stack.busiest);
    await page.locator("#account-watch").click();
    await page.locator("#account-own .refusal", { hasText: "blocked or full" }).waitFor();
    assert.equal(await page.locator("#account-watch").getAttribute("aria-pressed"), "false");
  });
});

describe("the view Yours", () => {
  testPage("shows watched accounts with balances by one request, labels and recent accounts", async (page) => {
    await openBusiestAccount(page);
    await labelAccount(page, "Busy");
    await page.locator("#account-watch").click();
    const requests = [];
    page.on("request", (request) => request.url().includes("accountStates") && requests.push(request.url()));
    await page.locator("#nav-yours").click();
    const row = page.locator("#yours-watched li");
    await eventually(async () => /^[\d.,]+ TON$/.test(await row.locator(".sum").textContent()), true);
    assert.match(await row.locator("a").textContent(), /^Busy/);
    assert.equal(await page.locator("#yours-labels li").count(), 1);
    assert.equal(await page.locator("#yours-recent li").count(), 1);
    assert.ok(requests.length >= 1 && !requests[0].includes("Busy"));
    await assertLooks(page, "yours");
    await row.getByRole("button").click();
    await page.locator("#yours-none").waitFor();
    await page.locator("#yours-forget").click();
    await page.locator("#yours-no-recent").waitFor();
  });

  testPage("an export is imported elsewhere, and a wrong entry is named", async (page) => {
    await openBusiestAccount(page);
    await labelAccount(page, "Exported");
    await page.locator("#account-watch").click();
    await openPage(page, "#/yours/");
    const [download] = await Promise.all([page.waitForEvent("download"), page.locator("#yours-export").click()]);
    const text = await readFile(await download.path(), "utf8");
    const address = fixture.stack.busiest.toUpperCase();
    assert.deepEqual(JSON.parse(text), {
      format: "ton-edge names",
      version: 1,
      networks: {
        mainnet: { labels: { [address]: "Exported" }, watched: [address] },
        testnet: { labels: {}, watched: [] },
      },
    });
    await page.evaluate(() => localStorage.clear());
    await page.reload();
    await waitForApp(page);
    const importContent = (content) =>
      page.locator("#yours-file").setInputFiles({
        name: "names.json",
        mimeType: "application/json",
        buffer: Buffer.from(content),
      });
    const waitForImportText = (words) => page.locator("#yours-imported", { hasText: words }).waitFor();
    await importContent(text);
    await waitForImportText("Imported: 1 new label, 0 replaced, 1 new watched account.");
    await page.locator("#yours-labels .own-name").waitFor();
    const [namesBefore, changeEntry] = [
      await readStoredNames(page),
      (/** @type {any} */ part) => JSON.stringify({ ...JSON.parse(text), ...part }),
    ];
    for (const [content, words] of [
      ["{", "The file is not JSON."],
      ["[]", "not an export"],
      [changeEntry({ version: 2 }), "version 2"],
      [
        changeEntry({ networks: { mainnet: { labels: { "0:12": "x" } } } }),
        "networks.mainnet.labels.0:12: it is not an address.",
      ],
      [changeEntry({ networks: { mainnet: { labels: { [ELECTOR_ADDRESS]: "x".repeat(61) } } } }), "1 to 60 characters"],
      [changeEntry({ networks: { mainnet: { watched: [ELECTOR_ADDRESS, 5] } } }), "networks.mainnet.watched[1]"],
      [" ".repeat(1_000_001), "larger than 1 MB"],
    ]) {
      await importContent(content);
      await waitForImportText(words);
    }
    assert.equal(await readStoredNames(page), namesBefore, "nothing of a wrong file is imported");
  });
});

describe("known contracts", () => {
  testPage("a known contract is found by its name, and its name has a source", async (page) => {
    await openPage(page, "#/");
    await page.locator("#search-input").fill("usdt");
    await eventually(async () => (await readSuggestions(page)).includes("USD₮ · Tether USD"), true);
    await page.locator("#search-input").fill("elector");
    await eventually(async () => (await readSuggestions(page))[0], "Elector");
    await page.keyboard.press("Enter");
    await waitForSummary(page);
    const name = page.locator("#account-own > .known-name");
    await name.waitFor();
    assert.match(await name.getAttribute("href"), /^https:\/\/github\.com\//);
    assert.match(await name.textContent(), /^Elector/);
  });
});

describe("sharing", () => {
  testPage("shares the link with a title that says what it is", async (page) => {
    await page.addInitScript(() => {
      navigator.share = async (data) => {
        document.body.dataset.shared = JSON.stringify(data);
      };
    });
    await openBusiestAccount(page);
    await labelAccount(page, "Secret name");
    await page.getByRole("button", { name: "Share this account" }).click();
    const { title, url } = JSON.parse(await page.evaluate(() => document.body.dataset.shared));
    assert.equal(url, page.url());
    assert.match(title, /^\S+ · Account · ton-edge$/);
  });
});
