// The account view in headless Chromium, in front of the local chain: its entry, the summary, the tabs and its layout.

import assert from "node:assert/strict";
import { describe } from "node:test";
import { Address } from "@ton/core";

import { startStack } from "../helpers/stack.mjs";
import { known, opener, part, readAll, tab, ton, wallets } from "./account-visit.mjs";
import { axe } from "./axe.mjs";
import {
  assertLooks,
  EMPTY_ACCOUNT,
  eventually,
  focused,
  fragment,
  full,
  hashes,
  list,
  shown,
  standing,
  visitor,
  WIDTHS,
} from "./visit.mjs";

const started = standing(() => startStack({ upstream: "devnet", devnet: { world: "small" } }));
const chain = () => started.stack;
const who = (name) => chain().own.cast.wallet(name).account;
const rawOf = (text) => Address.parse(text).toRawString().toUpperCase();
const stateOf = (account) =>
  chain().own.db.get(
    "SELECT A.*, S.balance, S.status, S.code_hash, S.data_hash FROM accounts A JOIN account_states S ON S.hash = A.state_hash WHERE A.account = ?",
    [account],
  );
/** The balance; the number of extra currencies may stand beside it. */
const balance = (page) => page.locator("#account-balance > span").first().textContent();
const visit = visitor(() => started);
const open = opener(chain);

describe("the account view without an address", () => {
  visit("a form, usable by the keyboard, leads to the account", async (page) => {
    await open(page, "#/account/");
    assert.equal(await page.locator("#account-shown").isVisible(), false);
    await page.locator("#account-input").fill(who("bob"));
    await page.keyboard.press("Enter");
    await eventually(async () => fragment(page), `#/account/${who("bob")}`);
    await shown(page, 10);
    assert.equal(await page.locator("#account-form").isVisible(), false);
    await page.getByRole("link", { name: "Other account" }).click();
    await page.locator("#account-form").waitFor();
    assert.equal(fragment(page), "#/account/");
  });

  visit("a text that is not an address is reported without a request", async (page) => {
    const requested = [];
    page.on("request", (request) => requested.push(request.url()));
    await open(page, "#/account/");
    await page.locator("#account-samples a").first().waitFor();
    await page.locator("#account-input").fill("EQnonsense");
    await page.locator("#account-show").click();
    await eventually(() => page.locator("#account-message .code code").textContent(), "address_length");
    assert.equal(await page.locator("#account-input").getAttribute("aria-invalid"), "true");
    assert.equal(await focused(page), "account-input");
    assert.equal(await page.locator("#account-shown").isVisible(), false);
    assert.equal(
      requested.some((url) => url.includes("nonsense")),
      false,
    );
  });

  visit("a domain and a transfer link lead to their account, and an unknown domain says so", async (page) => {
    await open(page, "#/account/");
    const input = page.locator("#account-input");
    await input.fill("alice.ton");
    await page.keyboard.press("Enter");
    await known(page);
    assert.equal(rawOf(await part(page, "title")), who("alice"));
    assert.match(fragment(page), /^#\/account\/0:/);
    await page.goBack();
    await input.fill(`ton://transfer/${who("bob")}?amount=1`);
    await page.keyboard.press("Enter");
    await eventually(async () => rawOf(await part(page, "title")), who("bob"));
    await open(page, "#/account/no-such-domain-here.ton");
    await eventually(
      () => page.locator("#account-message").textContent(),
      "no-such-domain-here.ton is not registered, or names no account.",
    );
    assert.equal(await input.getAttribute("aria-invalid"), "true");
  });

  visit("the samples are accounts of this chain, of several kinds", async (page) => {
    await open(page, "#/account/");
    const samples = page.locator("#account-samples a");
    await samples.first().waitFor();
    const kinds = await samples.locator(".kind").allTextContents();
    assert.ok(kinds.length > 2 && new Set(kinds).size > 1, kinds.join());
    for (const name of await samples.evaluateAll((all) => all.map((one) => /** @type {any} */ (one).title)))
      assert.match(name, /^[EU]Q/);
    await samples.first().click();
    await known(page);
    assert.notEqual(await part(page, "status"), "Not seen yet");
    await eventually(async () => (await hashes(page)).length > 0, true);
  });

  visit("if the samples do not load, an error is shown and a retry works", async (page, expectedMessages) => {
    expectedMessages.push(/status of 500/);
    chain().own.faults.add("status=500", { path: "/api/v3/actions" });
    await open(page, "#/account/");
    await page.locator("#account-samples").getByRole("button", { name: "Retry" }).click();
    await page.locator("#account-samples a").first().waitFor();
    assert.equal(await page.locator("#account-samples [role=alert]").count(), 0);
  });
});

describe("the summary of an account", () => {
  visit("the summary of a wallet has balance, state, contract, domain, last transaction and hashes", async (page) => {
    const account = who("bob");
    const row = stateOf(account);
    await open(page, `#/account/${account}`);
    await known(page);
    assert.equal(await balance(page), ton(row.balance));
    assert.equal(await part(page, "status"), "Active");
    await eventually(async () => /^Wallet v4r2 · seqno \d+$/.test(await part(page, "kind")), true);
    assert.match(await part(page, "domain"), /\.ton/);
    assert.equal(await page.locator("#account-code .mono").getAttribute("title"), row.code_hash);
    assert.equal(await page.locator("#account-data .mono").getAttribute("title"), row.data_hash);
    // A wallet is shown in non-bounceable form, as in the address book.
    const friendly = Address.parse(account).toString({ bounceable: false });
    assert.equal(await part(page, "title"), friendly);
    await shown(page, 10);
    const { now } = chain().own.db.get("SELECT now FROM transactions WHERE hash = ?", [row.last_tx_hash]);
    assert.equal(await page.locator("#account-last time").getAttribute("datetime"), new Date(now * 1000).toISOString());
    await page.locator("#account-address button.copy").click();
    await eventually(() => page.evaluate(() => navigator.clipboard.readText()), friendly);
    await page.getByRole("link", { name: "All forms" }).click();
    await eventually(() => page.locator('.form[data-form="raw"] .value').textContent(), account);
    await page.goBack();
    await page.locator("#account-last a").click();
    await page.locator("#trace-tree").waitFor();
  });

  visit("each account state has its badge and its description", async (page) => {
    const { cast, db } = chain().own;
    const uninit = db.get(
      "SELECT A.account FROM accounts A JOIN account_states S ON S.hash = A.state_hash WHERE S.status = 'uninit'",
    ).account;
    for (const [account, wanted, kind] of [
      [cast.thrower.account, "Active", "not recognised"],
      [cast.frozen.account, "Frozen", "none"],
      [who("erin"), "No account", "none"],
      [uninit, "Not deployed", "none"],
    ]) {
      await open(page, `#/account/${account}`);
      await known(page);
      assert.equal(await part(page, "status"), wanted, account);
      assert.equal(await part(page, "kind"), kind, account);
      assert.equal(await part(page, "balance"), ton(stateOf(account).balance ?? 0), account);
      assert.ok((await part(page, "words")).endsWith("."));
      assert.equal(await page.locator("#account-advice").isVisible(), false);
      await tab(page, "Contract").click();
      const says = /The account has no contract to call/.test(await page.locator("#contract-methods").textContent());
      assert.equal(says, wanted !== "Active", account);
    }
  });

  visit("an account that the chain has never seen is shown with a hint", async (page) => {
    await open(page, `#/account/${EMPTY_ACCOUNT}`);
    await known(page);
    assert.equal(await part(page, "status"), "Not seen yet");
    assert.equal(await part(page, "balance"), "0 TON");
    assert.match(await part(page, "advice"), /check the address and the network of this gateway/);
    assert.deepEqual(await axe(page), []);
  });

  visit("extra currencies are counted beside the balance", async (page) => {
    await open(page, `#/account/${who("treasurer")}`);
    await known(page);
    assert.match(await page.locator("#account-balance .tag").getAttribute("title"), /^[\d,]+ of currency 239$/);
  });

  visit(
    "if the summary's request fails, the history still works, and a retry shows the summary",
    async (page, expectedMessages) => {
      expectedMessages.push(/status of 503/);
      chain().own.faults.add("status=503", { path: "/api/v3/accountStates" });
      await open(page, `#/account/${who("bob")}`);
      await shown(page, 10);
      // The requests are sent in parallel.
      await eventually(async () => (await part(page, "state-why")) !== "", true);
      assert.match(await part(page, "state-why"), /^The upstream service failed to respond\./);
      assert.deepEqual(await axe(page), []);
      await page.locator("#account-state-retry").focus();
      await page.keyboard.press("Enter");
      await known(page);
      assert.equal(await balance(page), ton(stateOf(who("bob")).balance));
      assert.equal(await focused(page), "account-title");
    },
  );

  visit("the summary reports an invalid response and a 429", async (page, expectedMessages) => {
    chain().own.faults.add({ body: "<p>not JSON" }, { path: "/api/v3/accountStates" });
    expectedMessages.push(/status of (429|502)/);
    await open(page, `#/account/${who("bob")}`);
    await eventually(async () => (await part(page, "state-why")) !== "", true);
    chain().own.faults.add("429=1,retry-after=9", { path: "/api/v3/accountStates" });
    await page.locator("#account-state-retry").click();
    await eventually(async () => /Wait 9 seconds, then retry\./.test(await part(page, "state-why")), true);
  });
});

describe("tabs of the account view", () => {
  visit("tabs are chosen by the arrow keys, and the URL has the tab", async (page) => {
    await open(page, `#/account/${who("bob")}`);
    await shown(page, 10);
    await tab(page, "History").focus();
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
      assert.equal(await focused(page), `tab-${id}`);
      assert.equal(fragment(page), `#/account/${who("bob")}${query}`);
      assert.deepEqual(
        await page.locator('[role="tab"][aria-selected="true"]').evaluateAll((all) => all.map((one) => one.id)),
        [`tab-${id}`],
      );
      assert.deepEqual(
        await page
          .locator('#view-account [role="tabpanel"]')
          .evaluateAll((all) => all.filter((one) => one.checkVisibility()).map((one) => one.id)),
        [`panel-${id}`],
      );
    }
    await page.reload();
    await page.locator("#panel-nfts").waitFor();
  });

  visit("links with former tab names lead to the same tabs", async (page) => {
    for (const [older, id] of [
      ["transactions", "history"],
      ["jettons", "tokens"],
      ["constructor", "history"],
    ]) {
      await open(page, `#/account/${who("bob")}?tab=${older}`);
      await page.locator(`#panel-${id}`).waitFor();
    }
  });
});

const STATES = {
  history: (page) => shown(page, 10),
  tokens: (page) => list(page, "ended", "jettons"),
  nfts: (page) => list(page, "ended", "nfts"),
  balance: (page) => page.locator("#chart-canvas canvas").waitFor(),
  contract: (page) => page.locator("#contract-methods button").first().waitFor(),
};

describe("layout of the account view", () => {
  for (const [width, height] of [
    [1440, 900],
    [390, 844],
  ])
    visit(
      `the first screen at ${width} by ${height} has the summary and the first rows`,
      async (page) => {
        await open(page, `#/account/${who("alice")}`);
        await known(page);
        await shown(page, 5);
        const bottom = (await page.locator("#account-list .tail").boundingBox()).y;
        const rows = await page
          .locator("#transactions tr.activity")
          .evaluateAll((all, end) => all.filter((one) => one.getBoundingClientRect().bottom <= end).length, bottom);
        assert.ok(rows >= (width > 1000 ? 8 : 2), `${rows} rows`);
        for (const name of ["balance", "status", "kind", "domain", "last"])
          assert.ok((await page.locator(`#account-${name}`).boundingBox()).y < height / 2, name);
      },
      { viewport: { width, height } },
    );

  visit("every tab is legible and usable, and axe finds nothing", async (page) => {
    for (const [name, ready] of Object.entries(STATES)) {
      chain().own.faults.add({ body: wallets(3, { decimals: "6" }) }, { path: "/api/v3/jetton/wallets" });
      await page.goto("about:blank");
      await open(page, `#/account/${who("bob")}?tab=${name}`);
      await known(page);
      await ready(page);
      await assertLooks(page, name);
    }
    await page.goto("about:blank");
    await open(page, "#/account/");
    await page.locator("#account-samples a").first().waitFor();
    await assertLooks(page, "samples");
  });

  for (const width of full ? WIDTHS : [320])
    for (const name of Object.keys(STATES)) {
      visit(
        `${width} px wide, ${name}: nothing shifts while parts of the account load`,
        async (page) => {
          await page.addInitScript(() => {
            globalThis.moved = [];
            new PerformanceObserver((all) => {
              for (const { value, sources } of /** @type {any[]} */ (all.getEntries()))
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
            chain().own.faults.add("delay=400", { path });
          await open(page, `#/account/${who("dave")}?tab=${name}`);
          const at = () =>
            page.evaluate(() =>
              ["account-summary", "tab-history", "account-panels"].map(
                (id) => document.getElementById(id).getBoundingClientRect().top + scrollY,
              ),
            );
          const early = await at();
          await known(page);
          await STATES[name](page);
          await eventually(async () => / · seqno /.test(await part(page, "kind")), true);
          assert.deepEqual(await at(), early);
          assert.deepEqual(await page.evaluate(() => globalThis.moved), []);
        },
        { viewport: { width, height: 800 } },
      );
    }

  visit(
    "nothing shifts for an account whose rows end on the first screen",
    async (page) => {
      await page.addInitScript(() => {
        globalThis.moved = [];
        new PerformanceObserver((all) =>
          globalThis.moved.push(...all.getEntries().map((one) => JSON.stringify(one))),
        ).observe({
          type: "layout-shift",
          buffered: true,
        });
      });
      await open(page, `#/account/${chain().own.cast.frozen.account}`);
      await known(page);
      await readAll(page);
      assert.deepEqual(await page.evaluate(() => globalThis.moved), []);
    },
    { viewport: { width: 390, height: 844 } },
  );
});
