// The account view in headless Chromium, in front of the local chain: its entry, the summary, the tabs and its layout.

import assert from "node:assert/strict";
import { describe } from "node:test";
import { Address } from "@ton/core";

import { startStack } from "../helpers/stack.mjs";
import {
  waitForSummary,
  createOpenPage,
  readPart,
  loadAllPages,
  findTab,
  formatTon,
  writeWalletsResponse,
} from "./account-visit.mjs";
import { findAxeViolations } from "./axe.mjs";
import {
  assertLooks,
  EMPTY_ACCOUNT,
  eventually,
  readFocusedId,
  readFragment,
  isFull,
  readHashes,
  waitForList,
  waitForRows,
  setUpFixture,
  createPageTest,
  WIDTHS,
} from "./visit.mjs";

const fixture = setUpFixture(() => startStack({ upstream: "devnet", devnet: { world: "small" } }));
const getChain = () => fixture.stack;
const findAccount = (name) => getChain().own.cast.wallet(name).account;
const toRawAddress = (text) => Address.parse(text).toRawString().toUpperCase();
const readState = (account) =>
  getChain().own.db.get(
    "SELECT A.*, S.balance, S.status, S.code_hash, S.data_hash FROM accounts A JOIN account_states S ON S.hash = A.state_hash WHERE A.account = ?",
    [account],
  );
/** Reads the balance, without the number of extra currencies beside it. */
const readBalance = (page) => page.locator("#account-balance > span").first().textContent();
const testPage = createPageTest(() => fixture);
const openPage = createOpenPage(getChain);

describe("the account view without an address", () => {
  testPage("a form, usable by the keyboard, leads to the account", async (page) => {
    await openPage(page, "#/account/");
    assert.equal(await page.locator("#account-shown").isVisible(), false);
    await page.locator("#account-input").fill(findAccount("bob"));
    await page.keyboard.press("Enter");
    await eventually(async () => readFragment(page), `#/account/${findAccount("bob")}`);
    await waitForRows(page, 10);
    assert.equal(await page.locator("#account-form").isVisible(), false);
    await page.getByRole("link", { name: "Other account" }).click();
    await page.locator("#account-form").waitFor();
    assert.equal(readFragment(page), "#/account/");
  });

  testPage("a text that is not an address is reported without a request", async (page) => {
    const requestedPaths = [];
    page.on("request", (request) => requestedPaths.push(request.url()));
    await openPage(page, "#/account/");
    await page.locator("#account-samples a").first().waitFor();
    await page.locator("#account-input").fill("EQnonsense");
    await page.locator("#account-show").click();
    await eventually(() => page.locator("#account-message .code code").textContent(), "address_length");
    assert.equal(await page.locator("#account-input").getAttribute("aria-invalid"), "true");
    assert.equal(await readFocusedId(page), "account-input");
    assert.equal(await page.locator("#account-shown").isVisible(), false);
    assert.equal(
      requestedPaths.some((url) => url.includes("nonsense")),
      false,
    );
  });

  testPage("a domain and a transfer link lead to their account, and an unknown domain says so", async (page) => {
    await openPage(page, "#/account/");
    const input = page.locator("#account-input");
    await input.fill("alice.ton");
    await page.keyboard.press("Enter");
    await waitForSummary(page);
    assert.equal(toRawAddress(await readPart(page, "title")), findAccount("alice"));
    assert.match(readFragment(page), /^#\/account\/0:/);
    await page.goBack();
    await input.fill(`ton://transfer/${findAccount("bob")}?amount=1`);
    await page.keyboard.press("Enter");
    await eventually(async () => toRawAddress(await readPart(page, "title")), findAccount("bob"));
    await openPage(page, "#/account/no-such-domain-here.ton");
    await eventually(
      () => page.locator("#account-message").textContent(),
      "no-such-domain-here.ton is not registered, or names no account.",
    );
    assert.equal(await input.getAttribute("aria-invalid"), "true");
  });

  testPage("the samples are accounts of this chain, of several kinds", async (page) => {
    await openPage(page, "#/account/");
    const samples = page.locator("#account-samples a");
    await samples.first().waitFor();
    const kinds = await samples.locator(".kind").allTextContents();
    assert.ok(kinds.length > 2 && new Set(kinds).size > 1, kinds.join());
    for (const name of await samples.evaluateAll((elements) =>
      elements.map((element) => /** @type {any} */ (element).title),
    ))
      assert.match(name, /^[EU]Q/);
    await samples.first().click();
    await waitForSummary(page);
    assert.notEqual(await readPart(page, "status"), "Not seen yet");
    await eventually(async () => (await readHashes(page)).length > 0, true);
  });

  testPage("if the samples do not load, an error is shown and a retry works", async (page, expectedMessages) => {
    expectedMessages.push(/status of 500/);
    getChain().own.faults.add("status=500", { path: "/api/v3/actions" });
    await openPage(page, "#/account/");
    await page.locator("#account-samples").getByRole("button", { name: "Retry" }).click();
    await page.locator("#account-samples a").first().waitFor();
    assert.equal(await page.locator("#account-samples [role=alert]").count(), 0);
  });
});

describe("the summary of an account", () => {
  testPage(
    "the summary of a wallet has balance, state, contract, domain, last transaction and hashes",
    async (page) => {
      const account = findAccount("bob");
      const row = readState(account);
      await openPage(page, `#/account/${account}`);
      await waitForSummary(page);
      assert.equal(await readBalance(page), formatTon(row.balance));
      assert.equal(await readPart(page, "status"), "Active");
      await eventually(async () => /^Wallet v4r2 · seqno \d+$/.test(await readPart(page, "kind")), true);
      assert.match(await readPart(page, "domain"), /\.ton/);
      assert.equal(await page.locator("#account-code .mono").getAttribute("title"), row.code_hash);
      assert.equal(await page.locator("#account-data .mono").getAttribute("title"), row.data_hash);
      // A wallet is shown in non-bounceable form, as in the address book.
      const friendlyAddress = Address.parse(account).toString({ bounceable: false });
      assert.equal(await readPart(page, "title"), friendlyAddress);
      await waitForRows(page, 10);
      const { now: timestamp } = getChain().own.db.get("SELECT now FROM transactions WHERE hash = ?", [
        row.last_tx_hash,
      ]);
      assert.equal(
        await page.locator("#account-last time").getAttribute("datetime"),
        new Date(timestamp * 1000).toISOString(),
      );
      await page.locator("#account-address button.copy").click();
      await eventually(() => page.evaluate(() => navigator.clipboard.readText()), friendlyAddress);
      await page.getByRole("link", { name: "All forms" }).click();
      await eventually(() => page.locator('.form[data-form="raw"] .value').textContent(), account);
      await page.goBack();
      await page.locator("#account-last a").click();
      await page.locator("#trace-tree").waitFor();
    },
  );

  testPage("each account state has its badge and its description", async (page) => {
    const { cast, db } = getChain().own;
    const uninitAccount = db.get(
      "SELECT A.account FROM accounts A JOIN account_states S ON S.hash = A.state_hash WHERE S.status = 'uninit'",
    ).account;
    for (const [account, expected, kind] of [
      [cast.thrower.account, "Active", "not recognised"],
      [cast.frozen.account, "Frozen", "none"],
      [findAccount("erin"), "No account", "none"],
      [uninitAccount, "Not deployed", "none"],
    ]) {
      await openPage(page, `#/account/${account}`);
      await waitForSummary(page);
      assert.equal(await readPart(page, "status"), expected, account);
      assert.equal(await readPart(page, "kind"), kind, account);
      assert.equal(await readPart(page, "balance"), formatTon(readState(account).balance ?? 0), account);
      assert.ok((await readPart(page, "words")).endsWith("."));
      assert.equal(await page.locator("#account-advice").isVisible(), false);
      await findTab(page, "Contract").click();
      const isContractMissing = /The account has no contract to call/.test(
        await page.locator("#contract-methods").textContent(),
      );
      assert.equal(isContractMissing, expected !== "Active", account);
    }
  });

  testPage("an account that the chain has never seen is shown with a hint", async (page) => {
    await openPage(page, `#/account/${EMPTY_ACCOUNT}`);
    await waitForSummary(page);
    assert.equal(await readPart(page, "status"), "Not seen yet");
    assert.equal(await readPart(page, "balance"), "0 TON");
    assert.match(await readPart(page, "advice"), /check the address and the network of this gateway/);
    assert.deepEqual(await findAxeViolations(page), []);
  });

  testPage("extra currencies are counted beside the balance", async (page) => {
    await openPage(page, `#/account/${findAccount("treasurer")}`);
    await waitForSummary(page);
    assert.match(await page.locator("#account-balance .tag").getAttribute("title"), /^[\d,]+ of currency 239$/);
  });

  testPage(
    "if the summary's request fails, the history still works, and a retry shows the summary",
    async (page, expectedMessages) => {
      expectedMessages.push(/status of 503/);
      getChain().own.faults.add("status=503", { path: "/api/v3/accountStates" });
      await openPage(page, `#/account/${findAccount("bob")}`);
      await waitForRows(page, 10);
      // The requests are sent in parallel.
      await eventually(async () => (await readPart(page, "state-why")) !== "", true);
      assert.match(await readPart(page, "state-why"), /^The upstream service failed to respond\./);
      assert.deepEqual(await findAxeViolations(page), []);
      await page.locator("#account-state-retry").focus();
      await page.keyboard.press("Enter");
      await waitForSummary(page);
      assert.equal(await readBalance(page), formatTon(readState(findAccount("bob")).balance));
      assert.equal(await readFocusedId(page), "account-title");
    },
  );

  testPage("the summary reports an invalid response and a 429", async (page, expectedMessages) => {
    getChain().own.faults.add({ body: "<p>not JSON" }, { path: "/api/v3/accountStates" });
    expectedMessages.push(/status of (429|502)/);
    await openPage(page, `#/account/${findAccount("bob")}`);
    await eventually(async () => (await readPart(page, "state-why")) !== "", true);
    getChain().own.faults.add("429=1,retry-after=9", { path: "/api/v3/accountStates" });
    await page.locator("#account-state-retry").click();
    await eventually(async () => /Wait 9 seconds, then retry\./.test(await readPart(page, "state-why")), true);
  });
});

describe("tabs of the account view", () => {
  testPage("tabs are chosen by the arrow keys, and the URL has the tab", async (page) => {
    await openPage(page, `#/account/${findAccount("bob")}`);
    await waitForRows(page, 10);
    await findTab(page, "History").focus();
    for (const [key, id, query] of [
      ["ArrowRight", "tokens", "?tab=tokens"],
      ["End", "contract", "?tab=contract"],
      ["ArrowRight", "history", ""],
      ["ArrowLeft", "contract", "?tab=contract"],
      ["Home", "history", ""],
      ["End", "contract", "?tab=contract"],
      ["ArrowLeft", "balance", "?tab=balance"],
      ["ArrowLeft", "nfts", "?tab=nfts"],
    ]) {
      await page.keyboard.press(key);
      assert.equal(await readFocusedId(page), `tab-${id}`);
      assert.equal(readFragment(page), `#/account/${findAccount("bob")}${query}`);
      assert.deepEqual(
        await page
          .locator('[role="tab"][aria-selected="true"]')
          .evaluateAll((elements) => elements.map((element) => element.id)),
        [`tab-${id}`],
      );
      assert.deepEqual(
        await page
          .locator('#view-account [role="tabpanel"]')
          .evaluateAll((elements) =>
            elements.filter((element) => element.checkVisibility()).map((element) => element.id),
          ),
        [`panel-${id}`],
      );
    }
    await page.reload();
    await page.locator("#panel-nfts").waitFor();
  });

  testPage("links with former tab names lead to the same tabs", async (page) => {
    for (const [older, id] of [
      ["transactions", "history"],
      ["jettons", "tokens"],
      ["constructor", "history"],
    ]) {
      await openPage(page, `#/account/${findAccount("bob")}?tab=${older}`);
      await page.locator(`#panel-${id}`).waitFor();
    }
  });
});

const ACCOUNT_STATES = {
  history: (page) => waitForRows(page, 10),
  tokens: (page) => waitForList(page, "ended", "jettons"),
  nfts: (page) => waitForList(page, "ended", "nfts"),
  balance: (page) => page.locator("#chart-canvas canvas").waitFor(),
  contract: (page) => page.locator("#contract-methods button").first().waitFor(),
};

describe("layout of the account view", () => {
  for (const [width, height] of [
    [1440, 900],
    [390, 844],
  ])
    testPage(
      `the first screen at ${width} by ${height} has the summary and the first rows`,
      async (page) => {
        await openPage(page, `#/account/${findAccount("alice")}`);
        await waitForSummary(page);
        await waitForRows(page, 5);
        const listBottomY = (await page.locator("#account-list .tail").boundingBox()).y;
        const rowCount = await page
          .locator("#transactions tr.activity")
          .evaluateAll(
            (elements, maxBottom) =>
              elements.filter((element) => element.getBoundingClientRect().bottom <= maxBottom).length,
            listBottomY,
          );
        assert.ok(rowCount >= (width > 1000 ? 8 : 2), `${rowCount} rows`);
        for (const name of ["balance", "status", "kind", "domain", "last"])
          assert.ok((await page.locator(`#account-${name}`).boundingBox()).y < height / 2, name);
      },
      { viewport: { width, height } },
    );

  testPage("every tab is legible and usable, and axe finds nothing", async (page) => {
    for (const [name, ready] of Object.entries(ACCOUNT_STATES)) {
      getChain().own.faults.add(
        { body: writeWalletsResponse(3, { decimals: "6" }) },
        { path: "/api/v3/jetton/wallets" },
      );
      await page.goto("about:blank");
      await openPage(page, `#/account/${findAccount("bob")}?tab=${name}`);
      await waitForSummary(page);
      await ready(page);
      await assertLooks(page, name);
    }
    await page.goto("about:blank");
    await openPage(page, "#/account/");
    await page.locator("#account-samples a").first().waitFor();
    await assertLooks(page, "samples");
  });

  for (const width of isFull ? WIDTHS : [320])
    for (const name of Object.keys(ACCOUNT_STATES)) {
      testPage(
        `${width} px wide, ${name}: nothing shifts while parts of the account load`,
        async (page) => {
          await page.addInitScript(() => {
            globalThis.moved = [];
            new PerformanceObserver((entryList) => {
              for (const { value, sources } of /** @type {any[]} */ (entryList.getEntries()))
                globalThis.moved.push(
                  [value, ...sources.map(({ node }) => node?.id || node?.className || node?.nodeName || "gone")].join(
                    " ",
                  ),
                );
            }).observe({ type: "layout-shift", buffered: true });
          });
          for (const path of [
            "/api/v3/accountStates",
            "/api/v3/walletStates",
            "/api/v3/transactions",
            "/api/v3/actions",
            "/api/v3/jetton",
            "/api/v3/nft",
          ])
            getChain().own.faults.add("delay=400", { path });
          await openPage(page, `#/account/${findAccount("dave")}?tab=${name}`);
          const readScrollPosition = () =>
            page.evaluate(() =>
              ["account-summary", "tab-history", "account-panels"].map(
                (id) => document.getElementById(id).getBoundingClientRect().top + scrollY,
              ),
            );
          const earlyPosition = await readScrollPosition();
          await waitForSummary(page);
          await ACCOUNT_STATES[name](page);
          await eventually(async () => / · seqno /.test(await readPart(page, "kind")), true);
          assert.deepEqual(await readScrollPosition(), earlyPosition);
          assert.deepEqual(await page.evaluate(() => globalThis.moved), []);
        },
        { viewport: { width, height: 800 } },
      );
    }

  testPage(
    "nothing shifts for an account whose rows end on the first screen",
    async (page) => {
      await page.addInitScript(() => {
        globalThis.moved = [];
        new PerformanceObserver((list) =>
          globalThis.moved.push(...list.getEntries().map((entry) => JSON.stringify(entry))),
        ).observe({
          type: "layout-shift",
          buffered: true,
        });
      });
      await openPage(page, `#/account/${getChain().own.cast.frozen.account}`);
      await waitForSummary(page);
      await loadAllPages(page);
      assert.deepEqual(await page.evaluate(() => globalThis.moved), []);
    },
    { viewport: { width: 390, height: 844 } },
  );
});
