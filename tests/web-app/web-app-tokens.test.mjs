// The views of jettons, NFT collections and NFTs, and the search by name, in headless Chromium in front of the local chain. The values on the
// page are compared with the records of the chain.

import assert from "node:assert/strict";
import { describe } from "node:test";

import { startStack } from "../helpers/stack.mjs";
import { HOSTILE, MASTER, opener, readAll, SHOWN } from "./account-visit.mjs";
import { assertLooks, EMPTY_ACCOUNT, eventually, fits, focused, fragment, list, standing, visitor } from "./visit.mjs";

const started = standing(() => startStack({ upstream: "devnet", devnet: { world: "small" } }));
const visit = visitor(() => started);
const open = opener(() => started.stack);

/** The known jetton with the symbol USD₮. */
const KNOWN_USDT = "EQCxE6mUtQJKFnGfaROTKOt1lZbDiiX1kCixRv7Nw2Id_sDs";

const rows = (sql, values = []) => started.stack.own.db.all(sql, values);
/** The contracts of a kind in the records of the chain, with what their get-methods say. */
const contracts = (kind, parent) =>
  rows(`SELECT account, details FROM contracts WHERE kind = ? ${parent ? "AND parent = ?" : ""} ORDER BY id`, [
    kind,
    ...(parent ? [parent] : []),
  ]).map(({ account, details }) => ({ account, ...JSON.parse(details) }));
const countTransfers = (kind, column, account) =>
  rows(`SELECT count(*) AS count FROM token_events WHERE kind = ? AND ${column} = ? AND aborted = 0`, [
    kind,
    account,
  ])[0].count;
/** An amount of EDGE, which has 9 decimals, in the format of the web app. */
const edge = (units) => {
  const digits = String(units).padStart(10, "0");
  const fraction = digits.slice(-9).replace(/0+$/, "");
  return `${digits.slice(0, -9).replace(/\B(?=(\d{3})+$)/g, ",")}${fraction && `.${fraction}`} EDGE`;
};
const fact = (page, view, index) => page.locator(`#${view}-fact-${index}`);
const read = (page, view) => page.locator(`#${view}-head[data-state="done"]`).waitFor();
const texts = (page, selector) => page.locator(selector).allTextContents();
const countRows = (page, name, noun) =>
  eventually(
    () =>
      page
        .locator(`#${name}-progress`)
        .textContent()
        .then((text) => /^All (\d+) (\w+?)s? shown$/.exec(text)?.[2]),
    noun,
  )
    .then(() => page.locator(`#${name}-progress`).textContent())
    .then((text) => Number(/\d+/.exec(text)[0]));

/** Responds with one jetton instead of the API. */
const serveJetton = (page, { row = {}, token = {}, wallets = [] } = {}) =>
  page.route(/\/api\/v3\/jetton\//, (route) => {
    const [name] = /(?<=jetton\/)\w+/.exec(route.request().url());
    const metadata = {
      [MASTER]: { is_indexed: true, token_info: [{ valid: true, type: "jetton_masters", extra: {}, ...token }] },
    };
    const master = {
      address: MASTER,
      total_supply: "1000",
      mintable: false,
      admin_address: null,
      jetton_content: null,
      jetton_wallet_code_hash: "",
      ...row,
    };
    const fields = { masters: { jetton_masters: [master] }, wallets: { jetton_wallets: wallets } };
    return route.fulfill({ json: { jetton_transfers: [], ...fields[name], address_book: {}, metadata } });
  });
const walletRow = (n, balance) => ({
  address: `0:${String(n).padStart(64, "0")}`,
  owner: `0:${String(n).padStart(64, "F")}`,
  jetton: MASTER,
  balance: String(balance),
});

describe("the view of a jetton", () => {
  visit("supply, admin, holders and their sum are those of the chain", async (page) => {
    const [jetton] = contracts("jetton_master");
    await open(page, `#/jetton/${jetton.account}`);
    await read(page, "jetton");
    assert.equal(await page.locator("#jetton-title").textContent(), "Edge Coin");
    assert.equal(await page.locator("#jetton-marks").textContent(), "EDGE");
    assert.equal(await fact(page, "jetton", 0).textContent(), edge(jetton.total_supply));
    assert.equal(await fact(page, "jetton", 1).textContent(), jetton.mintable ? "yes" : "no");
    assert.match(await fact(page, "jetton", 2).locator("a").getAttribute("href"), /^#\/account\//);
    assert.equal(await fact(page, "jetton", 3).textContent(), "9");
    assert.equal(
      await fact(page, "jetton", 4).locator("span").first().getAttribute("title"),
      jetton.jetton_wallet_code_hash,
    );
    assert.match(await page.title(), / · Jetton · ton-edge$/);

    const held = contracts("jetton_wallet", jetton.account)
      .map(({ account, balance }) => ({ account, balance: BigInt(balance) }))
      .filter(({ balance }) => balance > 0n)
      .sort((a, b) => (a.balance > b.balance ? -1 : 1));
    assert.equal(await countRows(page, "jetton-holders", "holder"), held.length);
    assert.deepEqual(
      await texts(page, "#jetton-holders-rows .holder-sum"),
      held.map(({ balance }) => edge(balance)),
    );
    const sum = held.reduce((all, { balance }) => all + balance, 0n);
    assert.equal(String(sum), jetton.total_supply);
    assert.equal(
      await page.locator(".holders-summary").textContent(),
      `All ${held.length} holders hold 100.00% of the supply.`,
    );
    const [largest] = await texts(page, "#jetton-holders-rows .holder-share");
    assert.equal(largest, `${(Number((held[0].balance * 10_000n) / sum) / 100).toFixed(2)}%`);
    await assertLooks(page, "holders");
  });

  visit("transfers and metadata are those of the chain, and Refresh reads all of it again", async (page) => {
    const [jetton] = contracts("jetton_master");
    await open(page, `#/jetton/${jetton.account}?tab=transfers`);
    await readAll(page, "jetton-transfers");
    assert.equal(
      await countRows(page, "jetton-transfers", "transfer"),
      countTransfers("jetton_transfer", "parent", jetton.account),
    );
    const first = page.locator("#jetton-transfers-rows .activity").first();
    const [newest] = rows(
      "SELECT tx_hash, details FROM token_events WHERE kind = 'jetton_transfer' AND parent = ? AND aborted = 0 ORDER BY lt DESC, tx_hash DESC LIMIT 1",
      [jetton.account],
    );
    assert.equal(await first.getAttribute("data-hash"), newest.tx_hash);
    assert.equal(await first.locator(".sum").textContent(), edge(JSON.parse(newest.details).amount));
    await page.getByRole("tab", { name: "Metadata" }).click();
    assert.match(fragment(page), /tab=metadata$/);
    assert.deepEqual(
      new Set(await texts(page, "#jetton-metadata .token-fields > div")),
      new Set(Object.entries(jetton.jetton_content).map(([name, value]) => `${name}${value}from the Contract`)),
    );
    const before = started.stack.own.requests.length;
    await page.locator("#jetton-refresh").click();
    await page.getByRole("tab", { name: "Holders" }).click();
    await list(page, "ended", "jetton-holders");
    await read(page, "jetton");
    const requests = started.stack.own.requests.slice(before).map(({ url }) => url);
    assert.ok(
      requests.some((url) => /jetton\/masters/.test(url)) || requests.some((url) => /jetton\/wallets/.test(url)),
    );
    await assertLooks(page, "metadata");
  });

  visit("hostile texts are only text, and what the response lacks is not known", async (page) => {
    await serveJetton(page, {
      row: { total_supply: "1234567890123456789012345", admin_address: undefined, mintable: undefined },
      token: { name: HOSTILE, symbol: HOSTILE, description: HOSTILE, image: "https://example.org/x.png" },
      wallets: [walletRow(1, 5), walletRow(2, 7)],
    });
    await open(page, `#/jetton/${MASTER}`);
    await read(page, "jetton");
    assert.equal(await page.locator("#jetton-title").textContent(), SHOWN);
    assert.equal(await page.locator("#jetton-description").textContent(), SHOWN);
    assert.equal(await page.locator("main img").count(), 0);
    assert.equal(
      await fact(page, "jetton", 0).textContent(),
      "1,234,567,890,123,456,789,012,345 units, decimals unknown",
    );
    for (const index of [1, 2, 3, 4]) assert.equal(await fact(page, "jetton", index).textContent(), "not known");
    // The API has not sorted these holders, so none of them is called the largest.
    await list(page, "ended", "jetton-holders");
    assert.doesNotMatch(await page.locator(".holders-summary").textContent(), /largest/);
    assert.equal(await page.locator("#jetton-holders-rows .holder").count(), 2);
    await page.setViewportSize({ width: 320, height: 700 });
    await eventually(() => fits(page), "fits");
  });

  visit("a jetton that imitates the coin or a known jetton gets a warning, the known one gets none", async (page) => {
    for (const [token, warning] of [
      [{ name: "Toncoin", symbol: "TON" }, "This is a jetton, not the coin TON."],
      [{ name: "Tether USD", symbol: "USD\u0422" }, "This is not the known USD₮, which has another address."],
      [{ name: "Bob's coin", symbol: "BOB" }, ""],
    ]) {
      await page.unrouteAll();
      await serveJetton(page, { token });
      await page.goto("about:blank");
      await open(page, `#/jetton/${MASTER}`);
      await read(page, "jetton");
      await eventually(() => page.locator("#jetton-warnings").textContent(), warning);
    }
    assert.equal(await fact(page, "jetton", 2).textContent(), "no admin");
  });

  visit("an address without a jetton is not called one, and leads to its account", async (page) => {
    await open(page, `#/jetton/${EMPTY_ACCOUNT}`);
    await page.locator("#jetton-absent").waitFor();
    assert.equal(await page.locator("#jetton-tabs").isVisible(), false);
    assert.match(await page.locator("#jetton-absent a").getAttribute("href"), /^#\/account\//);
    await open(page, "#/jetton/");
    await page.locator("#jetton-input").fill("abandon");
    await page.keyboard.press("Enter");
    await page.locator("#jetton-message.bad").waitFor();
    assert.equal(fragment(page), "#/jetton/");
    await page.locator("#jetton-input").fill(`https://tonscan.org/jetton/${KNOWN_USDT}`);
    await page.keyboard.press("Enter");
    await page.locator("#jetton-absent").waitFor();
  });
});

describe("the views of NFTs", () => {
  visit("a collection has the items, owner and transfers of the chain", async (page) => {
    const [collection] = contracts("nft_collection");
    const items = contracts("nft_item", collection.account);
    await open(page, `#/collection/${collection.account}`);
    await read(page, "collection");
    assert.equal(await page.locator("#collection-title").textContent(), "Edge Prints");
    assert.equal(await fact(page, "collection", 0).textContent(), String(collection.next_item_index));
    await readAll(page, "collection-items");
    assert.equal(await countRows(page, "collection-items", "item"), items.length);
    await assertLooks(page, "items");
    await page.getByRole("tab", { name: "Transfers" }).click();
    await readAll(page, "collection-transfers");
    const [{ count }] = rows("SELECT count(*) AS count FROM token_events WHERE kind = 'nft_transfer' AND parent = ?", [
      collection.account,
    ]);
    assert.equal(await countRows(page, "collection-transfers", "transfer"), count);
    // A card leads to its item, the item to its collection, and both to their accounts.
    await page.getByRole("tab", { name: "Items" }).click();
    await page.locator("#collection-items-rows .nft .face").first().click();
    await read(page, "nft");
    assert.equal(await fact(page, "nft", 1).textContent(), "Edge Prints");
    assert.match(await page.locator("#nft-address a").first().getAttribute("href"), /^#\/account\//);
    await assertLooks(page, "item");
    await fact(page, "nft", 1).locator("a").click();
    await read(page, "collection");
    await page.locator("#collection-address a").first().click();
    await eventually(() => page.locator("#account-token").textContent(), "Edge Prints, show as collection");
    await page.locator("#account-token").click();
    await read(page, "collection");
  });

  visit("the holdings of an account lead to the jetton", async (page) => {
    await open(page, `#/account/${started.stack.own.cast.wallet("bob").account}?tab=tokens`);
    await list(page, "ended", "jettons");
    await page.locator("#jettons-rows a.held-name").first().click();
    await read(page, "jetton");
    assert.equal(await page.locator("#jetton-title").textContent(), "Edge Coin");
  });
});

describe("the search by name", () => {
  const options = (page) =>
    page
      .locator("#search-list .search-option")
      .evaluateAll((all) =>
        all.map((option) => [...option.querySelectorAll(".search-words > *")].map((part) => part.textContent)),
      );
  const find = async (page, text) => {
    await page.locator("#search-input").fill(text);
    await page.locator(".search-foot").waitFor();
  };

  visit("known tokens are found without a request, also by a look-alike of their symbol", async (page) => {
    await open(page, "#/design/");
    const requests = [];
    page.on("request", (request) => requests.push(new URL(request.url()).pathname));
    for (const text of ["USDT", "usd\u0442", "tether usd"]) {
      await find(page, text);
      await eventually(
        () => options(page).then((all) => all.find(([title]) => title === "USD₮ · Tether USD")?.[1]),
        "Jetton EQCxE6…Id_sDs, from the list of known contracts",
      );
    }
    assert.deepEqual(
      requests.filter((path) => path.startsWith("/api/")),
      [],
    );
  });

  visit("a token that a response has shown is found later, with a warning if it imitates another one", async (page) => {
    await serveJetton(page, { token: { name: "Tether USD", symbol: "USD\u0422" } });
    await open(page, `#/jetton/${MASTER}`);
    await read(page, "jetton");
    await eventually(() => page.evaluate(() => localStorage.getItem("ton-edge:tokens")?.includes("Tether")), true);
    await open(page, "#/design/");
    await page.reload();
    await find(page, "usdt");
    const seen = () => options(page).then((all) => all.find(([, detail]) => detail.endsWith("seen on this device")));
    await eventually(
      () => seen().then((words) => words?.[2]),
      "This is not the known USD₮, which has another address.",
    );
    // The known one comes first.
    assert.equal((await options(page))[0][0], "USD₮ · Tether USD");
    await page.locator("#search-list .search-option", { hasText: "seen on this device" }).click();
    await read(page, "jetton");
    assert.match(fragment(page), /^#\/jetton\/EQ/);
    // What was typed is not stored, only the name.
    const stored = await page.evaluate(() => localStorage.getItem("ton-edge:searches"));
    assert.match(stored, /Tether USD/);
    assert.doesNotMatch(stored, /usdt/);
    await find(page, "usdt");
    await page.getByRole("button", { name: "Forget seen tokens" }).click();
    await eventually(seen, undefined);
    assert.equal(await page.evaluate(() => localStorage.getItem("ton-edge:tokens")), "[]");
  });

  visit("names that look like a recovery phrase are not stored", async (page) => {
    const phrase = "abandon ability able about above absent absorb abstract absurd abuse access accident";
    await serveJetton(page, { token: { name: phrase.slice(0, 79), symbol: "PHRASE" } });
    await open(page, `#/jetton/${MASTER}`);
    await read(page, "jetton");
    await eventually(() => page.evaluate(() => localStorage.getItem("ton-edge:tokens")?.includes("PHRASE")), true);
    assert.equal(await page.evaluate(() => localStorage.getItem("ton-edge:tokens")?.includes("abandon")), false);
  });

  visit("the index is read on a press only, by the keyboard, and then the token is found", async (page) => {
    await open(page, "#/design/");
    const requests = [];
    page.on("request", (request) => requests.push(request.url()));
    await page.keyboard.press("/");
    await page.keyboard.type("edge coin");
    await page.locator(".search-foot").waitFor();
    assert.deepEqual(
      requests.filter((url) => url.includes("/api/")),
      [],
    );
    await page.keyboard.press("Tab");
    assert.equal(await page.evaluate(() => document.activeElement.textContent), "Search the first tokens of the index");
    await page.keyboard.press("Enter");
    await eventually(() => options(page).then((all) => all[0]?.[0]), "EDGE · Edge Coin");
    assert.equal(await focused(page), "search-input");
    assert.ok(requests.every((url) => !/edge.coin/i.test(new URL(url).search)));
    assert.match(
      await page.locator(".search-foot").textContent(),
      /^Read of the index: \d+ jettons?, \d+ collections?/,
    );
    await assertLooks(page, "search");
    await page.locator("#search-input").focus();
    await eventually(() => options(page).then((all) => all[0]?.[0]), "EDGE · Edge Coin");
    await page.keyboard.press("Enter");
    await read(page, "jetton");
    assert.equal(await page.locator("#jetton-title").textContent(), "Edge Coin");
  });

  visit("links to jettons and collections open their views, those of this web app, too", async (page) => {
    await open(page, "#/design/");
    for (const [text, wanted] of [
      [`https://tonscan.org/jetton/${KNOWN_USDT}`, `#/jetton/${KNOWN_USDT}`],
      [`https://getgems.io/collection/${KNOWN_USDT}`, `#/collection/${KNOWN_USDT}`],
      [`https://tonscan.org/nft/${KNOWN_USDT}`, `#/nft/${KNOWN_USDT}`],
      [`https://tonviewer.com/${KNOWN_USDT}`, `#/account/${KNOWN_USDT}`],
      [`https://example.org/#/jetton/${KNOWN_USDT}?tab=transfers`, `#/jetton/${KNOWN_USDT}?tab=transfers`],
    ]) {
      await page.locator("#search-input").fill(text);
      await page.locator("#search-option-0").waitFor();
      await page.keyboard.press("Enter");
      await eventually(async () => fragment(page), wanted);
    }
  });
});
