// The account view in headless Chromium: its timeline in front of the replay upstream, all of it in front of the local chain.

import assert from "node:assert/strict";
import { after, before, describe } from "node:test";

import { launch } from "../runtimes/chromium.mjs";
import { hashedFile } from "../helpers/hashed-file.mjs";
import { startStack } from "../helpers/stack.mjs";
import { axe } from "./axe.mjs";
import {
  APPEARANCES,
  WIDTHS,
  EMPTY_ACCOUNT,
  alive,
  eventually,
  faint,
  fits,
  focused,
  fragment,
  full,
  hashes,
  list,
  poor,
  shown,
  toTheEnd,
  visitor,
} from "./visit.mjs";

/** A viewport so low that no second page loads by itself. */
const LOW = { width: 800, height: 280 };

let recorded;
let chain;
let browser;
before(
  async () => {
    recorded = await startStack();
    chain = await startStack({ upstream: "devnet", devnet: { world: "small" } });
    await chain.own.ready;
    browser = await launch();
  },
  { timeout: 120_000 },
);
after(async () => {
  await browser?.close();
  await recorded?.close();
  await chain?.close();
});

const opener = (stack) => async (page, fragment) => {
  await page.goto(`${stack().url}/${fragment}`);
  await alive(page);
};

describe("the timeline, recorded", () => {
  const visit = visitor(() => ({ stack: recorded, browser }));
  const open = opener(() => recorded);

  visit(
    "the busiest account, three rows at a time, by the keyboard",
    async (page) => {
      const requested = [];
      page.on("request", (request) => {
        const { pathname, searchParams } = new URL(request.url());
        if (pathname === "/api/v3/transactions")
          requested.push(`${pathname} ${searchParams.get("limit")} ${searchParams.get("offset") ?? 0}`);
      });
      await open(page, `#/account/${recorded.busiest}?rows=3`);
      for (const [count, state] of [
        [3, "more"],
        [6, "more"],
        [9, "more"],
        [10, "ended"],
      ]) {
        await list(page, state);
        await shown(page, count);
        if (state === "ended") break;
        assert.match(
          await page.locator("#account-progress").textContent(),
          new RegExp(`^${count} transactions so far`),
        );
        // The first time the test presses Tab; later the button still has the focus.
        if (count === 3) {
          await page.locator("#account-progress").focus();
          await page.keyboard.press("Tab");
        }
        assert.equal(await focused(page), "account-more");
        await page.keyboard.press("Enter");
      }
      const all = await hashes(page);
      assert.equal(new Set(all).size, 10);
      const { world } = recorded.own;
      const wanted = world.transactions.filter(({ row }) => row.account === recorded.busiest).map(({ row }) => row);
      assert.deepEqual(new Set(all), new Set(wanted.map(({ hash }) => hash)));
      const times = await page.locator("#transactions li.tx").evaluateAll((rows) => rows.map((one) => one.dataset.lt));
      assert.deepEqual(
        times,
        wanted.map(({ lt }) => String(lt)).sort((a, b) => (BigInt(a) < BigInt(b) ? 1 : -1)),
      );
      assert.equal(await page.locator("#account-progress").textContent(), "All 10 transactions shown");
      // The focused button is gone; the focus moves to the message about the outcome.
      assert.equal(await focused(page), "account-progress");
      assert.equal(await page.locator("#account-more").isVisible(), false);
      // Each page begins with the last row of the page before.
      assert.deepEqual(
        requested,
        [3, 4, 4, 4].map((limit) => `/api/v3/transactions ${limit} 0`),
      );
    },
    { viewport: LOW },
  );

  visit(
    "what is scrolled to comes by itself",
    async (page) => {
      await open(page, `#/account/${recorded.busiest}?rows=3`);
      await list(page, "more");
      assert.equal((await hashes(page)).length, 3);
      await toTheEnd(page, "#account-list");
      assert.equal(new Set(await hashes(page)).size, 10);
    },
    { viewport: LOW },
  );

  visit("the form: an account typed in any form, and the number of rows", async (page) => {
    await open(page, "");
    await page.getByRole("link", { name: "Account" }).click();
    await page.getByLabel("Rows per page").selectOption("50");
    await page.getByLabel("Account address").fill("UQCdqXGvONLwOr3zCNX5FjapflorB6ZsOdcdfLrjsDLt3AF4");
    await page.keyboard.press("Enter");
    await shown(page, 10);
    assert.equal(fragment(page), "#/account/UQCdqXGvONLwOr3zCNX5FjapflorB6ZsOdcdfLrjsDLt3AF4?rows=50");
    await page.getByLabel("Rows per page").selectOption("10");
    await eventually(async () => fragment(page), "#/account/UQCdqXGvONLwOr3zCNX5FjapflorB6ZsOdcdfLrjsDLt3AF4");
    await shown(page, 10);
  });

  visit("the sample has transactions, with their facts", async (page) => {
    await open(page, "#/account/");
    await page.locator("#account-sample").click();
    await shown(page, 10);
    const first = page.locator("#transactions li.tx").first();
    const hash = await first.getAttribute("data-hash");
    const { row } = recorded.own.world.transactions.find(({ row }) => row.hash === hash);
    const text = await first.textContent();
    assert.ok(text.includes(String(row.lt)));
    assert.equal(await first.locator("time").getAttribute("datetime"), new Date(row.now * 1000).toISOString());
    const fees = (BigInt(row.total_fees) / 1_000_000_000n).toString();
    assert.match(text, new RegExp(`Fees${fees}(\\.\\d+)? TON`));
    const outgoing = (row.out_msgs ?? []).length;
    assert.equal(await first.locator("li.msg.out").count(), outgoing);
    await first.locator("button.copy").click();
    await eventually(() => first.locator("button.copy").textContent(), "Copied");
    assert.equal(await page.evaluate(() => navigator.clipboard.readText()), hash);
  });

  visit("the sender or receiver of a message links to its account", async (page) => {
    await open(page, `#/account/${recorded.busiest}`);
    await shown(page, 10);
    const link = page.locator(".party a").first();
    const to = await link.getAttribute("href");
    await link.click();
    await eventually(async () => fragment(page), to);
    const wanted = decodeURIComponent(to.slice("#/account/".length));
    // The URL changes at once, the view in a later task.
    await eventually(() => page.locator("#account-input").inputValue(), wanted);
    await list(page, "ended");
    assert.ok((await page.locator("#account-title").textContent()).includes(wanted));
  });

  visit("an account without transactions", async (page) => {
    await open(page, `#/account/${EMPTY_ACCOUNT}`);
    await list(page, "ended");
    assert.equal(await page.locator("#account-progress").textContent(), "This account has no transactions.");
    assert.equal(await page.locator("#account-more").isVisible(), false);
    assert.equal(await page.locator("#account-retry").isVisible(), false);
  });

  visit("a text that is not an address is reported without a request", async (page) => {
    const before = recorded.own.requests.length;
    await open(page, "#/account/");
    await page.locator("#account-input").fill("EQnonsense");
    await page.locator("#account-show").click();
    await eventually(() => page.locator("#account-message .code code").textContent(), "address_length");
    assert.equal(await page.locator("#account-input").getAttribute("aria-invalid"), "true");
    assert.equal(await focused(page), "account-input");
    assert.equal(await page.locator("#account-list").isVisible(), false);
    assert.equal(recorded.own.requests.length, before);
  });

  visit("an error of the upstream, and a retry", async (page, provoked) => {
    recorded.own.faults.add("status=500", { path: "/api/v3/transactions" });
    provoked.push(/status of 500/);
    await open(page, `#/account/${recorded.busiest}`);
    await list(page, "failed");
    const alert = page.getByRole("alert");
    assert.match(await alert.textContent(), /^The upstream service failed to respond\./);
    assert.match(await alert.textContent(), /Code server_error, HTTP status 500$/);
    assert.equal(await page.locator("#account-more").isVisible(), false);
    await page.locator("#account-retry").focus();
    await page.keyboard.press("Enter");
    await shown(page, 10);
    assert.equal(await alert.textContent(), "");
  });

  visit(
    "an error in the middle loses no row and repeats none",
    async (page, provoked) => {
      provoked.push(/status of 502/);
      await open(page, `#/account/${recorded.busiest}?rows=3`);
      await list(page, "more");
      recorded.own.faults.add("html", { path: "/api/v3/transactions" });
      await page.locator("#account-more").click();
      await list(page, "failed");
      assert.match(await page.locator("#account-progress").textContent(), /^Stopped after 3 transactions$/);
      assert.equal((await hashes(page)).length, 3);
      await page.locator("#account-retry").click();
      for (const count of [6, 9, 10]) {
        await shown(page, count);
        if (count < 10) await page.locator("#account-more").click();
      }
      await list(page, "ended");
      assert.equal(new Set(await hashes(page)).size, 10);
    },
    { viewport: LOW },
  );

  visit("too many requests: the message says how long to wait", async (page, provoked) => {
    provoked.push(/status of 429/);
    recorded.own.faults.add("429=1,retry-after=7", { path: "/api/v3/transactions" });
    await open(page, `#/account/${recorded.busiest}`);
    await list(page, "failed");
    assert.match(await page.getByRole("alert").textContent(), /Wait 7 seconds, then retry\./);
  });

  visit("no connection, then a connection", async (page, provoked) => {
    provoked.push(/ERR_INTERNET_DISCONNECTED/);
    // The first account loads the modules of the view.
    await open(page, `#/account/${EMPTY_ACCOUNT}`);
    await list(page, "ended");
    await page.context().setOffline(true);
    await page.locator("#account-sample").click();
    await list(page, "failed");
    // Each part reports it and retries by itself.
    for (const id of ["account-error", "account-state-why"]) {
      await eventually(
        async () =>
          /^The gateway cannot be reached\..*Code connection_failed$/.test(await page.locator(`#${id}`).textContent()),
        true,
      );
    }
    await page.context().setOffline(false);
    await page.locator("#account-retry").click();
    await shown(page, 10);
  });

  visit("a late response is not shown under another account", async (page) => {
    recorded.own.faults.add("delay=1200", { path: "/api/v3/transactions" });
    await open(page, `#/account/${recorded.busiest}`);
    await list(page, "loading");
    await page.locator("#account-input").fill(EMPTY_ACCOUNT);
    await page.locator("#account-show").click();
    await list(page, "ended");
    await page.waitForTimeout(1500);
    assert.equal(await page.locator("#account-progress").textContent(), "This account has no transactions.");
    assert.deepEqual(await hashes(page), []);
  });
});

const part = (page, id) => page.locator(`#account-${id}`).textContent();
const known = (page) => page.locator('#account-summary[data-state="done"]').waitFor();
const who = (name) => chain.own.cast.wallet(name).account;
const stateOf = (account) =>
  chain.own.db.get(
    "SELECT A.*, S.balance, S.status, S.code_hash, S.data_hash FROM accounts A JOIN account_states S ON S.hash = A.state_hash WHERE A.account = ?",
    [account],
  );
/** Nanotons in the format of the web app, computed digit by digit. */
const ton = (nano) => {
  const digits = String(nano).padStart(10, "0");
  const [whole, fraction] = [digits.slice(0, -9).replace(/\B(?=(\d{3})+$)/g, ","), digits.slice(-9).replace(/0+$/, "")];
  return `${whole}${fraction && `.${fraction}`} TON`;
};
const visit = visitor(() => ({ stack: chain, browser }));
const open = opener(() => chain);

describe("the facts of an account", () => {
  visit("a wallet: balance, state, contract, last transaction, hashes", async (page) => {
    const account = who("bob");
    const row = stateOf(account);
    await open(page, `#/account/${account}`);
    await known(page);
    assert.equal(await part(page, "balance"), ton(row.balance));
    assert.equal(await part(page, "status"), "Active");
    await eventually(async () => /^Wallet v4r2 · seqno \d+$/.test(await part(page, "kind")), true);
    assert.equal(await page.locator("#account-code .mono").getAttribute("title"), row.code_hash);
    assert.equal(await page.locator("#account-data .mono").getAttribute("title"), row.data_hash);
    await shown(page, 10);
    const { now } = chain.own.db.get("SELECT now FROM transactions WHERE hash = ?", [row.last_tx_hash]);
    assert.equal(await page.locator("#account-last time").getAttribute("datetime"), new Date(now * 1000).toISOString());
    await page.locator("#account-code button.copy").click();
    await eventually(() => page.evaluate(() => navigator.clipboard.readText()), row.code_hash);
    await page.getByRole("link", { name: "All forms of this address" }).click();
    await eventually(() => page.locator('.form[data-form="raw"] .value').textContent(), account);
    await page.goBack();
    await page.locator("#account-last a").click();
    await page.locator("#trace-tree .branch").first().waitFor();
  });

  visit("each account state has its description", async (page) => {
    const { cast, db } = chain.own;
    for (const [account, wanted, kind] of [
      [cast.thrower.account, "Active", "not recognised"],
      [cast.frozen.account, "Frozen", "none"],
      [who("erin"), "Deleted", "none"],
      [
        db.get(
          "SELECT A.account FROM accounts A JOIN account_states S ON S.hash = A.state_hash WHERE S.status = 'uninit'",
        ).account,
        "Not deployed",
        "none",
      ],
    ]) {
      await open(page, `#/account/${account}`);
      await known(page);
      assert.equal(await part(page, "status"), wanted, account);
      assert.equal(await part(page, "kind"), kind, account);
      assert.equal(await part(page, "balance"), ton(stateOf(account).balance ?? 0), account);
      assert.ok((await part(page, "words")).endsWith("."));
      assert.equal(await page.locator("#account-advice").isVisible(), false);
    }
  });

  visit("an account that the chain has never seen, and its hint", async (page) => {
    await open(page, `#/account/${EMPTY_ACCOUNT}`);
    await known(page);
    assert.equal(await part(page, "status"), "Not used yet");
    assert.equal(await part(page, "balance"), "0 TON");
    assert.match(await part(page, "advice"), /check the address and the network of this gateway/);
    assert.deepEqual(await axe(page), []);
  });

  visit("the sample is an account of this chain", async (page) => {
    await open(page, "#/account/");
    await page.getByRole("button", { name: "Try a sample" }).click();
    await known(page);
    assert.notEqual(await part(page, "status"), "Not used yet");
    await eventually(async () => (await hashes(page)).length > 0, true);
  });

  visit("the account request fails, the timeline still works; a retry shows the account", async (page, provoked) => {
    provoked.push(/status of 503/);
    chain.own.faults.add("status=503", { path: "/api/v3/accountStates" });
    await open(page, `#/account/${who("bob")}`);
    await shown(page, 10);
    // The two requests are sent in parallel.
    await eventually(async () => (await part(page, "state-why")) !== "", true);
    assert.match(await part(page, "state-why"), /^The upstream service failed to respond\./);
    assert.deepEqual(await axe(page), []);
    await page.getByRole("button", { name: "Retry" }).focus();
    await page.keyboard.press("Enter");
    await known(page);
    assert.equal(await part(page, "balance"), ton(stateOf(who("bob")).balance));
    assert.equal(await focused(page), "account-title");
  });

  visit("an invalid response, and too many requests", async (page, provoked) => {
    chain.own.faults.add({ body: "<p>not JSON" }, { path: "/api/v3/accountStates" });
    provoked.push(/status of (429|502)/);
    await open(page, `#/account/${who("bob")}`);
    await eventually(async () => (await part(page, "state-why")) !== "", true);
    chain.own.faults.add("429=1,retry-after=9", { path: "/api/v3/accountStates" });
    await page.getByRole("button", { name: "Retry" }).click();
    await eventually(async () => /Wait 9 seconds, then retry\./.test(await part(page, "state-why")), true);
  });
});

describe("the timeline", () => {
  visit("comments, codes and colours of messages; a link to each trace", async (page) => {
    await open(page, `#/account/${who("alice")}?rows=50`);
    await eventually(async () => {
      const state = await page.locator("#account-list").getAttribute("data-state");
      if (state === "more") await page.locator("#account-more").click();
      return state;
    }, "ended");
    const text = await page.locator("#transactions").textContent();
    assert.match(text, /from alice|welcome, alice/);
    const bounced = chain.own.db.get(
      "SELECT t.hash FROM transactions t JOIN messages m ON m.in_tx = t.hash WHERE t.account = ? AND m.bounced = 1",
      [who("alice")],
    );
    const row = page.locator(`#transactions li.tx[data-hash="${bounced.hash}"]`);
    assert.equal(await row.locator(".tag.bounced").textContent(), "bounced");
    await row.getByRole("link", { name: /^Show trace/ }).click();
    await page.locator(`#trace-tree .branch[data-hash="${bounced.hash}"]`).waitFor();
  });

  visitor(() => ({ stack: recorded, browser }))("rows stand under the days on which they happened", async (page) => {
    await opener(() => recorded)(page, `#/account/${recorded.busiest}?rows=50`);
    await shown(page, 10);
    const days = await page.locator("#transactions .day").evaluateAll((all) =>
      all.map((day) => [
        day.querySelector("h4").textContent,
        [...day.querySelectorAll("li.tx time")].map((time) =>
          new Date(/** @type {HTMLTimeElement} */ (time).dateTime).toLocaleDateString(undefined, {
            dateStyle: "full",
          }),
        ),
      ]),
    );
    assert.ok(days.length > 1);
    assert.equal(days.flatMap(([, times]) => times).length, 10);
    for (const [title, times] of days) assert.deepEqual(new Set(times), new Set([title]));
    assert.equal(new Set(days.map(([title]) => title)).size, days.length);
  });

  visit("leaving the view aborts the requests, coming back sends them again", async (page) => {
    const stopped = [];
    page.on("requestfailed", (request) => stopped.push(new URL(request.url()).pathname));
    chain.own.faults.add("delay=3000", { path: "/api/v3/transactions" });
    chain.own.faults.add("delay=3000", { path: "/api/v3/accountStates" });
    const requested = ["transactions", "accountStates"].map((name) =>
      page.waitForRequest(new RegExp(`/api/v3/${name}`)),
    );
    await open(page, `#/account/${who("bob")}`);
    await Promise.all(requested);
    await page.locator("#nav-address").click();
    await eventually(async () => new Set(stopped).size, 2);
    await page.goBack();
    await shown(page, 10);
    await known(page);
  });
});

const tab = (page, name) => page.getByRole("tab", { name });
const OWNER = "0:D02D314791CB10EF3F964CC7421E4F46348C262444946F7A64C2374700E3ED19";
const MASTER = `0:${"B1".repeat(32)}`;
const HOSTILE = "<img src=x onerror=alert(1)>\u202Egpj";

/** A response in the shape of v3, with texts that anybody may have written on the chain. */
const wallets = (count, extra, balance = "1234567890123456789012345") =>
  JSON.stringify({
    jetton_wallets: Array.from({ length: count }, (_, i) => ({
      address: `0:${String(i + 1).padStart(64, "0")}`,
      balance,
      owner: EMPTY_ACCOUNT,
      jetton: MASTER,
      last_transaction_lt: "1",
      code_hash: null,
      data_hash: null,
    })),
    address_book: {},
    metadata: {
      [MASTER]: {
        is_indexed: true,
        token_info: [
          {
            valid: true,
            type: "jetton_masters",
            name: HOSTILE,
            symbol: "USD₮",
            image: "https://example.org/x.png",
            extra,
          },
        ],
      },
    },
  });

describe("jettons and NFTs", () => {
  visit("an account without them says so, and nothing is requested before its tab opens", async (page) => {
    const before = chain.own.requests.length;
    const countRequests = () => chain.own.requests.slice(before).filter(({ url }) => /jetton|nft/.test(url)).length;
    await open(page, `#/account/${who("grace")}`);
    await shown(page, 10);
    assert.equal(countRequests(), 0);
    await tab(page, "Jettons").click();
    await list(page, "ended", "jettons");
    assert.equal(await page.locator("#jettons-progress").textContent(), "This account has no jettons.");
    await tab(page, "NFTs").click();
    await list(page, "ended", "nfts");
    assert.equal(await page.locator("#nfts-progress").textContent(), "This account has no NFTs.");
    await tab(page, "Jettons").click();
    assert.equal(countRequests(), 2);
  });

  visit("the jetton of the seeded world, with its name and amount", async (page) => {
    await open(page, `#/account/${who("bob")}?tab=jettons`);
    await list(page, "ended", "jettons");
    assert.equal(await page.locator("#jettons-rows li").count(), 2);
    assert.match(await page.locator("#jettons-rows dd").first().textContent(), /^[\d,]+(\.\d+)?EDGE$/);
    assert.equal(await page.locator(".held-name").first().textContent(), "Edge Coin");
  });

  visitor(() => ({ stack: recorded, browser }))("a jetton that was recorded, its decimals unknown", async (page) => {
    await opener(() => recorded)(page, `#/account/${OWNER}?tab=jettons`);
    await list(page, "ended", "jettons");
    assert.equal(await page.locator("#jettons-rows li").count(), 1);
    assert.equal(await page.locator(".held-amount").textContent(), "1,200,000,000,000");
    assert.match(await page.locator("#jettons-rows li").textContent(), /in smallest units: decimals unknown/);
  });

  visit("amounts are exact; names are text, never markup or pictures", async (page) => {
    for (const [extra, amount] of [
      [{ decimals: "6" }, "1,234,567,890,123,456,789.012345 USD₮"],
      [{ decimals: 0 }, "1,234,567,890,123,456,789,012,345 USD₮"],
      [{}, "1,234,567,890,123,456.789012345 USD₮"],
      [{ decimals: "1e9" }, "1,234,567,890,123,456,789,012,345in smallest units: decimals unknown"],
    ]) {
      chain.own.faults.add({ body: wallets(1, extra) }, { path: "/api/v3/jetton/wallets" });
      await page.goto("about:blank");
      await open(page, `#/account/${EMPTY_ACCOUNT}?tab=jettons`);
      await list(page, "ended", "jettons");
      assert.equal((await page.locator("#jettons-rows dd").first().textContent()).replace(/(\d)USD/, "$1 USD"), amount);
      assert.equal(await page.locator(".held-name").textContent(), HOSTILE);
      assert.equal(await page.locator("main img").count(), 0);
    }
  });

  visit("all pages are loaded", async (page) => {
    chain.own.faults.add({ body: wallets(20, { decimals: "6" }) }, { path: "/api/v3/jetton/wallets" });
    await open(page, `#/account/${EMPTY_ACCOUNT}?tab=jettons`);
    await list(page, "more", "jettons");
    // The pager requests from the last row on, which is the last of the list.
    chain.own.faults.add(
      { body: JSON.stringify({ jetton_wallets: JSON.parse(wallets(20, { decimals: "6" })).jetton_wallets.slice(-1) }) },
      { path: "/api/v3/jetton/wallets" },
    );
    assert.equal(await page.locator("#jettons-progress").textContent(), "20 jettons so far");
    await page.locator("#jettons-more").click();
    await list(page, "ended", "jettons");
    assert.equal(await page.locator("#jettons-progress").textContent(), "All 20 jettons shown");
  });

  visit("an NFT with and without a name, and its collection", async (page) => {
    const item = (n, more) => ({
      address: `0:${String(n).padStart(64, "0")}`,
      init: true,
      index: String(n),
      collection_address: MASTER,
      owner_address: EMPTY_ACCOUNT,
      content: null,
      last_transaction_lt: "1",
      code_hash: "",
      data_hash: "",
      collection: null,
      on_sale: false,
      ...more,
    });
    chain.own.faults.add(
      {
        body: JSON.stringify({
          nft_items: [
            item(1),
            item(2, { content: { domain: "alice.ton" }, on_sale: true }),
            item(3, { collection_address: null }),
          ],
          address_book: {},
          metadata: {
            [MASTER]: { is_indexed: true, token_info: [{ valid: true, type: "nft_collections", name: "Things" }] },
            [item(1).address]: {
              is_indexed: true,
              token_info: [{ valid: true, type: "nft_items", name: HOSTILE, is_scam: true }],
            },
          },
        }),
      },
      { path: "/api/v3/nft/items" },
    );
    await open(page, `#/account/${EMPTY_ACCOUNT}?tab=nfts`);
    await list(page, "ended", "nfts");
    assert.deepEqual(await page.locator(".held-name").allTextContents(), [HOSTILE, "alice.ton", "NFT without a name"]);
    const [first, second, third] = await page.locator("#nfts-rows li").allTextContents();
    assert.match(first, /Marked as scam.*CollectionThings/);
    assert.match(second, /Salefor sale/);
    assert.doesNotMatch(third, /Collection/);
    assert.deepEqual(await axe(page), []);
  });

  visit("an upstream without them: an error is shown, and the rest of the view works", async (page, provoked) => {
    provoked.push(/status of 404/);
    chain.own.faults.add("status=404", { path: "/api/v3/jetton/wallets" });
    await open(page, `#/account/${who("bob")}?tab=jettons`);
    await list(page, "failed", "jettons");
    assert.notEqual(await page.locator("#jettons-error .what").textContent(), "");
    assert.deepEqual(await axe(page), []);
    await known(page);
    await page.locator("#jettons-retry").focus();
    await page.keyboard.press("Enter");
    await list(page, "ended", "jettons");
    await tab(page, "Transactions").click();
    await shown(page, 10);
  });
});

describe("the balance over time", () => {
  const table = (page) =>
    page
      .locator("#chart-rows tr")
      .evaluateAll((all) => all.map((row) => [row.cells[1].textContent, row.cells[2].textContent]));
  /** Whether the canvas has more than three different pixel values, so that something is drawn. */
  const painted = (page) =>
    page.locator("#chart-canvas canvas").evaluate((canvas) => {
      const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
      return new Set(new Uint32Array(data.buffer)).size > 3;
    });

  visit("its points are the balances of the rows, and more rows add points", async (page) => {
    const requested = [];
    page.on("request", (request) => requested.push(new URL(request.url()).pathname));
    await open(page, `#/account/${who("alice")}?rows=3`);
    await eventually(async () => (await hashes(page)).length >= 3, true);
    assert.equal(
      requested.some((path) => path.includes("vendor/uplot")),
      false,
    );
    await tab(page, "Balance over time").click();
    await page.locator("#chart-canvas canvas").waitFor();
    assert.equal(requested.filter((path) => path.includes("vendor/uplot")).length, 2);
    await page.locator("#chart-table summary").click();
    await page.locator("#chart-rows tr").first().waitFor();
    const rows = chain.own.db.all(
      "SELECT t.lt, s.balance FROM transactions t JOIN account_states s ON s.hash = t.state_after WHERE t.account = ? ORDER BY t.lt DESC",
      [who("alice")],
    );
    const wanted = rows.map(({ lt, balance }) => [String(lt), ton(balance)]);
    const first = await table(page);
    assert.deepEqual(first, wanted.slice(0, first.length));
    while ((await page.locator("#account-list").getAttribute("data-state")) !== "ended") {
      // It disappears when the last page has arrived, which may be at this moment.
      await page
        .locator("#account-more")
        .click({ timeout: 500 })
        .catch(() => {});
    }
    await eventually(async () => (await table(page)).length, wanted.length);
    assert.deepEqual(await table(page), wanted);
    assert.equal(await painted(page), true);
    const sizes = rows.map(({ balance }) => BigInt(balance)).sort((a, b) => (a < b ? -1 : 1));
    const words = await page.locator("#chart-words").textContent();
    assert.ok(words.includes(`from ${ton(rows.at(-1).balance)} on`) && words.includes(`to ${ton(rows[0].balance)} on`));
    assert.ok(words.endsWith(`Lowest ${ton(sizes[0])}, highest ${ton(sizes.at(-1))}.`));
    // By the keyboard, point by point.
    await page.getByLabel("Point in time").focus();
    await page.keyboard.press("Home");
    assert.ok((await page.locator("#chart-value").textContent()).endsWith(`: ${ton(rows.at(-1).balance)}`));
    await page.keyboard.press("ArrowRight");
    assert.ok(
      (await page.getByLabel("Point in time").getAttribute("aria-valuetext")).endsWith(`: ${ton(rows.at(-2).balance)}`),
    );
  });

  visit("it fills the width, and has the colours of the web app", async (page) => {
    await open(page, `#/account/${who("alice")}?tab=balance`);
    const canvas = page.locator("#chart-canvas canvas");
    await canvas.waitFor();
    const look = () => canvas.evaluate((one) => /** @type {HTMLCanvasElement} */ (one).toDataURL());
    const light = await look();
    await page.emulateMedia({ colorScheme: "dark" });
    await eventually(async () => (await look()) !== light, true);
    await page.setViewportSize({ width: 400, height: 700 });
    await eventually(async () => (await canvas.boundingBox()).width <= 400, true);
    assert.equal(await fits(page), "fits");
    assert.equal(await painted(page), true);
  });

  visit("its script does not load: an error is shown, and a retry works", async (page, provoked) => {
    provoked.push(/ERR_FAILED|Failed to load/);
    await page.route(hashedFile("vendor/uplot.css"), (route) => route.abort(), { times: 1 });
    await open(page, `#/account/${who("alice")}?tab=balance`);
    await eventually(
      async () => /A file of this web app did not load/.test(await page.locator("#chart-why").textContent()),
      true,
    );
    assert.ok((await page.locator("#chart-words").textContent()).startsWith("After"));
    await page.getByRole("button", { name: "Retry" }).click();
    await page.locator("#chart-canvas canvas").waitFor();
    assert.equal(await page.locator("#chart-error").isVisible(), false);
  });

  visit("an account without rows has no chart", async (page) => {
    await open(page, `#/account/${EMPTY_ACCOUNT}?tab=balance`);
    await list(page, "ended");
    assert.equal(await page.locator("#chart-words").textContent(), "No balance to draw yet.");
    assert.equal(await page.locator("#chart-figure").isVisible(), false);
    assert.deepEqual(await axe(page), []);
  });
});

describe("tabs", () => {
  visit("by the arrow keys, and in the URL", async (page) => {
    await open(page, `#/account/${who("bob")}`);
    await shown(page, 10);
    await tab(page, "Transactions").focus();
    for (const [key, id, query] of [
      ["ArrowRight", "balance", "?tab=balance"],
      ["End", "nfts", "?tab=nfts"],
      ["ArrowRight", "transactions", ""],
      ["ArrowLeft", "nfts", "?tab=nfts"],
      ["Home", "transactions", ""],
      ["End", "nfts", "?tab=nfts"],
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
          .locator('[role="tabpanel"]')
          .evaluateAll((all) => all.filter((one) => one.checkVisibility()).map((one) => one.id)),
        [`panel-${id}`],
      );
    }
    await page.reload();
    await alive(page);
    assert.equal(await page.locator("#panel-nfts").isVisible(), true);
  });
});

const STATES = {
  transactions: (page) => shown(page, 10),
  balance: (page) => page.locator("#chart-canvas canvas").waitFor(),
  jettons: (page) => list(page, "ended", "jettons"),
  nfts: (page) => list(page, "ended", "nfts"),
};

describe("looks", () => {
  for (const [colorScheme, width] of APPEARANCES) {
    visit(
      `${colorScheme}, ${width} px wide: every tab can be read, reached and pressed, and axe finds nothing`,
      async (page) => {
        for (const [name, ready] of Object.entries(STATES)) {
          chain.own.faults.add({ body: wallets(3, { decimals: "6" }) }, { path: "/api/v3/jetton/wallets" });
          await page.goto("about:blank");
          await open(page, `#/account/${who("bob")}?tab=${name}`);
          await known(page);
          await ready(page);
          await eventually(() => page.evaluate(faint), []);
          assert.equal(await fits(page), "fits", name);
          assert.deepEqual(await poor(page), [], name);
          assert.deepEqual(await axe(page), [], name);
        }
      },
      { colorScheme, viewport: { width, height: 800 } },
    );
  }

  for (const width of full ? WIDTHS : [320])
    for (const name of Object.keys(STATES)) {
      visit(
        `${width} px wide, ${name}: nothing moves while its parts come in`,
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
            "/api/v3/jetton",
            "/api/v3/nft",
          ])
            chain.own.faults.add("delay=400", { path });
          await open(page, `#/account/${who("dave")}?tab=${name}`);
          const at = () =>
            page.evaluate(() =>
              ["account-summary", "tab-transactions", "account-panels"].map(
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
});
