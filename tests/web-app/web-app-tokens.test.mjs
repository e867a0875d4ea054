// The views of jettons, NFT collections and NFTs, and the search by name, in headless Chromium in front of the local chain. The values on the
// page are compared with the records of the chain.

import assert from "node:assert/strict";
import { describe } from "node:test";

import { startStack } from "../helpers/stack.mjs";
import { HOSTILE_NAME, JETTON_MASTER, createOpenPage, loadAllPages, ESCAPED_NAME } from "./account-visit.mjs";
import {
  assertLooks,
  EMPTY_ACCOUNT,
  eventually,
  describeFit,
  readFocusedId,
  readFragment,
  waitForList,
  setUpFixture,
  createPageTest,
} from "./visit.mjs";

const fixture = setUpFixture(() => startStack({ upstream: "devnet", devnet: { world: "small" } }));
const testPage = createPageTest(() => fixture);
const openPage = createOpenPage(() => fixture.stack);

/** The known jetton with the symbol USD₮. */
const KNOWN_USDT_MASTER = "EQCxE6mUtQJKFnGfaROTKOt1lZbDiiX1kCixRv7Nw2Id_sDs";

const queryRows = (sql, values = []) => fixture.stack.own.db.all(sql, values);
/** The contracts of a kind in the chain's database, with the results of their get-methods. */
const listContracts = (kind, parent) =>
  queryRows(`SELECT account, details FROM contracts WHERE kind = ? ${parent ? "AND parent = ?" : ""} ORDER BY id`, [
    kind,
    ...(parent ? [parent] : []),
  ]).map(({ account, details }) => ({ account, ...JSON.parse(details) }));
const countTransfers = (kind, column, account) =>
  queryRows(`SELECT count(*) AS count FROM token_events WHERE kind = ? AND ${column} = ? AND aborted = 0`, [
    kind,
    account,
  ])[0].count;
/** An amount of EDGE, which has 9 decimals, in the format of the web app. */
const formatEdge = (units) => {
  const digits = String(units).padStart(10, "0");
  const fraction = digits.slice(-9).replace(/0+$/, "");
  return `${digits.slice(0, -9).replace(/\B(?=(\d{3})+$)/g, ",")}${fraction && `.${fraction}`} EDGE`;
};
const findFact = (page, view, index) => page.locator(`#${view}-fact-${index}`);
const waitForToken = (page, view) => page.locator(`#${view}-head[data-state="done"]`).waitFor();
const readTexts = (page, selector) => page.locator(selector).allTextContents();
const countShownRows = (page, name, rowNoun) =>
  eventually(
    () =>
      page
        .locator(`#${name}-progress`)
        .textContent()
        .then((text) => /^All (\d+) (\w+?)s? shown$/.exec(text)?.[2]),
    rowNoun,
  )
    .then(() => page.locator(`#${name}-progress`).textContent())
    .then((text) => Number(/\d+/.exec(text)[0]));

/** Responds with one jetton instead of the API. */
const serveJetton = (page, { row = {}, token: tokenFields = {}, wallets = [] } = {}) =>
  page.route(/\/api\/v3\/jetton\//, (route) => {
    const [name] = /(?<=jetton\/)\w+/.exec(route.request().url());
    const metadata = {
      [JETTON_MASTER]: {
        is_indexed: true,
        token_info: [{ valid: true, type: "jetton_masters", extra: {}, ...tokenFields }],
      },
    };
    const master = {
      address: JETTON_MASTER,
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
const makeWalletRow = (n, balance) => ({
  address: `0:${String(n).padStart(64, "0")}`,
  owner: `0:${String(n).padStart(64, "F")}`,
  jetton: JETTON_MASTER,
  balance: String(balance),
});

describe("the view of a jetton", () => {
  testPage("supply, admin, holders and their sum are those of the chain", async (page) => {
    const [jetton] = listContracts("jetton_master");
    await openPage(page, `#/jetton/${jetton.account}`);
    await waitForToken(page, "jetton");
    assert.equal(await page.locator("#jetton-title").textContent(), "Edge Coin");
    assert.equal(await page.locator("#jetton-marks").textContent(), "EDGE");
    assert.equal(await findFact(page, "jetton", 0).textContent(), formatEdge(jetton.total_supply));
    assert.equal(await findFact(page, "jetton", 1).textContent(), jetton.mintable ? "yes" : "no");
    assert.match(await findFact(page, "jetton", 2).locator("a").getAttribute("href"), /^#\/account\//);
    assert.equal(await findFact(page, "jetton", 3).textContent(), "9");
    assert.equal(
      await findFact(page, "jetton", 4).locator("span").first().getAttribute("title"),
      jetton.jetton_wallet_code_hash,
    );
    assert.match(await page.title(), / · Jetton · ton-edge$/);

    const heldBalances = listContracts("jetton_wallet", jetton.account)
      .map(({ account, balance }) => ({ account, balance: BigInt(balance) }))
      .filter(({ balance }) => balance > 0n)
      .sort((a, b) => (a.balance > b.balance ? -1 : 1));
    assert.equal(await countShownRows(page, "jetton-holders", "holder"), heldBalances.length);
    assert.deepEqual(
      await readTexts(page, "#jetton-holders-rows .holder-sum"),
      heldBalances.map(({ balance }) => formatEdge(balance)),
    );
    const sum = heldBalances.reduce((total, { balance }) => total + balance, 0n);
    assert.equal(String(sum), jetton.total_supply);
    assert.equal(
      await page.locator(".holders-summary").textContent(),
      `All ${heldBalances.length} holders hold 100.00% of the supply.`,
    );
    const [largestShare] = await readTexts(page, "#jetton-holders-rows .holder-share");
    assert.equal(largestShare, `${(Number((heldBalances[0].balance * 10_000n) / sum) / 100).toFixed(2)}%`);
    await assertLooks(page, "holders");
  });

  testPage("transfers and metadata are those of the chain, and Refresh reads all of it again", async (page) => {
    const [jetton] = listContracts("jetton_master");
    await openPage(page, `#/jetton/${jetton.account}?tab=transfers`);
    await loadAllPages(page, "jetton-transfers");
    assert.equal(
      await countShownRows(page, "jetton-transfers", "transfer"),
      countTransfers("jetton_transfer", "parent", jetton.account),
    );
    const firstTransfer = page.locator("#jetton-transfers-rows .activity").first();
    const [newestTransfer] = queryRows(
      "SELECT tx_hash, details FROM token_events WHERE kind = 'jetton_transfer' AND parent = ? AND aborted = 0 ORDER BY lt DESC, tx_hash DESC LIMIT 1",
      [jetton.account],
    );
    assert.equal(await firstTransfer.getAttribute("data-hash"), newestTransfer.tx_hash);
    assert.equal(
      await firstTransfer.locator(".sum").textContent(),
      formatEdge(JSON.parse(newestTransfer.details).amount),
    );
    await page.getByRole("tab", { name: "Metadata" }).click();
    assert.match(readFragment(page), /tab=metadata$/);
    assert.deepEqual(
      new Set(await readTexts(page, "#jetton-metadata .token-fields > div")),
      new Set(Object.entries(jetton.jetton_content).map(([name, value]) => `${name}${value}from the Contract`)),
    );
    const requestCount = fixture.stack.own.requests.length;
    await page.locator("#jetton-refresh").click();
    await page.getByRole("tab", { name: "Holders" }).click();
    await waitForList(page, "ended", "jetton-holders");
    await waitForToken(page, "jetton");
    const requests = fixture.stack.own.requests.slice(requestCount).map(({ url }) => url);
    assert.ok(
      requests.some((url) => /jetton\/masters/.test(url)) || requests.some((url) => /jetton\/wallets/.test(url)),
    );
    await assertLooks(page, "metadata");
  });

  testPage("hostile texts are only text, and what the response lacks is not known", async (page) => {
    await serveJetton(page, {
      row: { total_supply: "1234567890123456789012345", admin_address: undefined, mintable: undefined },
      token: {
        name: HOSTILE_NAME,
        symbol: HOSTILE_NAME,
        description: HOSTILE_NAME,
        image: "https://example.org/x.png",
      },
      wallets: [makeWalletRow(1, 5), makeWalletRow(2, 7)],
    });
    await openPage(page, `#/jetton/${JETTON_MASTER}`);
    await waitForToken(page, "jetton");
    assert.equal(await page.locator("#jetton-title").textContent(), ESCAPED_NAME);
    assert.equal(await page.locator("#jetton-description").textContent(), ESCAPED_NAME);
    assert.equal(await page.locator("main img").count(), 0);
    assert.equal(
      await findFact(page, "jetton", 0).textContent(),
      "1,234,567,890,123,456,789,012,345 units, decimals unknown",
    );
    for (const index of [1, 2, 3, 4]) assert.equal(await findFact(page, "jetton", index).textContent(), "not known");
    // The API has not sorted these holders, so none of them is called the largest.
    await waitForList(page, "ended", "jetton-holders");
    assert.doesNotMatch(await page.locator(".holders-summary").textContent(), /largest/);
    assert.equal(await page.locator("#jetton-holders-rows .holder").count(), 2);
    await page.setViewportSize({ width: 320, height: 700 });
    await eventually(() => describeFit(page), "fits");
  });

  testPage(
    "a jetton that imitates the coin or a known jetton gets a warning, the known one gets none",
    async (page) => {
      for (const [tokenFields, warning] of [
        [{ name: "Toncoin", symbol: "TON" }, "This is a jetton, not the coin TON."],
        [{ name: "Tether USD", symbol: "USD\u0422" }, "This is not the known USD₮, which has another address."],
        [{ name: "Bob's coin", symbol: "BOB" }, ""],
      ]) {
        await page.unrouteAll();
        await serveJetton(page, { token: tokenFields });
        await page.goto("about:blank");
        await openPage(page, `#/jetton/${JETTON_MASTER}`);
        await waitForToken(page, "jetton");
        await eventually(() => page.locator("#jetton-warnings").textContent(), warning);
      }
      assert.equal(await findFact(page, "jetton", 2).textContent(), "no admin");
    },
  );

  testPage("an address without a jetton is not called one, and leads to its account", async (page) => {
    await openPage(page, `#/jetton/${EMPTY_ACCOUNT}`);
    await page.locator("#jetton-absent").waitFor();
    assert.equal(await page.locator("#jetton-tabs").isVisible(), false);
    assert.match(await page.locator("#jetton-absent a").getAttribute("href"), /^#\/account\//);
    await openPage(page, "#/jetton/");
    await page.locator("#jetton-input").fill("abandon");
    await page.keyboard.press("Enter");
    await page.locator("#jetton-message.bad").waitFor();
    assert.equal(readFragment(page), "#/jetton/");
    await page.locator("#jetton-input").fill(`https://tonscan.org/jetton/${KNOWN_USDT_MASTER}`);
    await page.keyboard.press("Enter");
    await page.locator("#jetton-absent").waitFor();
  });
});

describe("the views of NFTs", () => {
  testPage("a collection has the items, owner and transfers of the chain", async (page) => {
    const [collection] = listContracts("nft_collection");
    const items = listContracts("nft_item", collection.account);
    await openPage(page, `#/collection/${collection.account}`);
    await waitForToken(page, "collection");
    assert.equal(await page.locator("#collection-title").textContent(), "Edge Prints");
    assert.equal(await findFact(page, "collection", 0).textContent(), String(collection.next_item_index));
    await loadAllPages(page, "collection-items");
    assert.equal(await countShownRows(page, "collection-items", "item"), items.length);
    await assertLooks(page, "items");
    await page.getByRole("tab", { name: "Transfers" }).click();
    await loadAllPages(page, "collection-transfers");
    const [{ count }] = queryRows(
      "SELECT count(*) AS count FROM token_events WHERE kind = 'nft_transfer' AND parent = ?",
      [collection.account],
    );
    assert.equal(await countShownRows(page, "collection-transfers", "transfer"), count);
    // A card leads to its item, the item to its collection, and both to their accounts.
    await page.getByRole("tab", { name: "Items" }).click();
    await page.locator("#collection-items-rows .nft .face").first().click();
    await waitForToken(page, "nft");
    assert.equal(await findFact(page, "nft", 1).textContent(), "Edge Prints");
    assert.match(await page.locator("#nft-address a").first().getAttribute("href"), /^#\/account\//);
    await assertLooks(page, "item");
    await findFact(page, "nft", 1).locator("a").click();
    await waitForToken(page, "collection");
    await page.locator("#collection-address a").first().click();
    await eventually(() => page.locator("#account-token").textContent(), "Edge Prints, show as collection");
    await page.locator("#account-token").click();
    await waitForToken(page, "collection");
  });

  testPage("the holdings of an account lead to the jetton", async (page) => {
    await openPage(page, `#/account/${fixture.stack.own.cast.wallet("bob").account}?tab=tokens`);
    await waitForList(page, "ended", "jettons");
    await page.locator("#jettons-rows a.held-name").first().click();
    await waitForToken(page, "jetton");
    assert.equal(await page.locator("#jetton-title").textContent(), "Edge Coin");
  });
});

describe("the search by name", () => {
  const readOptions = (page) =>
    page
      .locator("#search-list .search-option")
      .evaluateAll((elements) =>
        elements.map((option) => [...option.querySelectorAll(".search-words > *")].map((part) => part.textContent)),
      );
  const searchToken = async (page, text) => {
    await page.locator("#search-input").fill(text);
    await page.locator(".search-foot").waitFor();
  };

  testPage("known tokens are found without a request, also by a look-alike of their symbol", async (page) => {
    await openPage(page, "#/design/");
    const requests = [];
    page.on("request", (request) => requests.push(new URL(request.url()).pathname));
    for (const text of ["USDT", "usd\u0442", "tether usd"]) {
      await searchToken(page, text);
      await eventually(
        () => readOptions(page).then((options) => options.find(([title]) => title === "USD₮ · Tether USD")?.[1]),
        "Jetton EQCxE6…Id_sDs, from the list of known contracts",
      );
    }
    assert.deepEqual(
      requests.filter((path) => path.startsWith("/api/")),
      [],
    );
  });

  testPage(
    "a token that a response has shown is found later, with a warning if it imitates another one",
    async (page) => {
      await serveJetton(page, { token: { name: "Tether USD", symbol: "USD\u0422" } });
      await openPage(page, `#/jetton/${JETTON_MASTER}`);
      await waitForToken(page, "jetton");
      await eventually(() => page.evaluate(() => localStorage.getItem("ton-edge:tokens")?.includes("Tether")), true);
      await openPage(page, "#/design/");
      await page.reload();
      await searchToken(page, "usdt");
      const findSeenOption = () =>
        readOptions(page).then((shownOptions) =>
          shownOptions.find(([, detail]) => detail.endsWith("seen on this device")),
        );
      await eventually(
        () => findSeenOption().then((words) => words?.[2]),
        "This is not the known USD₮, which has another address.",
      );
      // The known jetton comes first.
      assert.equal((await readOptions(page))[0][0], "USD₮ · Tether USD");
      await page.locator("#search-list .search-option", { hasText: "seen on this device" }).click();
      await waitForToken(page, "jetton");
      assert.match(readFragment(page), /^#\/jetton\/EQ/);
      // The browser stores the name of the token, but not the typed text.
      const storedSearches = await page.evaluate(() => localStorage.getItem("ton-edge:searches"));
      assert.match(storedSearches, /Tether USD/);
      assert.doesNotMatch(storedSearches, /usdt/);
      await searchToken(page, "usdt");
      await page.getByRole("button", { name: "Forget seen tokens" }).click();
      await eventually(findSeenOption, undefined);
      assert.equal(await page.evaluate(() => localStorage.getItem("ton-edge:tokens")), "[]");
    },
  );

  testPage("names that look like a recovery phrase are not stored", async (page) => {
    const recoveryPhrase = "abandon ability able about above absent absorb abstract absurd abuse access accident";
    await serveJetton(page, { token: { name: recoveryPhrase.slice(0, 79), symbol: "PHRASE" } });
    await openPage(page, `#/jetton/${JETTON_MASTER}`);
    await waitForToken(page, "jetton");
    await eventually(() => page.evaluate(() => localStorage.getItem("ton-edge:tokens")?.includes("PHRASE")), true);
    assert.equal(await page.evaluate(() => localStorage.getItem("ton-edge:tokens")?.includes("abandon")), false);
  });

  testPage("the index is read on a press only, by the keyboard, and then the token is found", async (page) => {
    await openPage(page, "#/design/");
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
    await eventually(() => readOptions(page).then((shownOptions) => shownOptions[0]?.[0]), "EDGE · Edge Coin");
    assert.equal(await readFocusedId(page), "search-input");
    assert.ok(requests.every((url) => !/edge.coin/i.test(new URL(url).search)));
    assert.match(
      await page.locator(".search-foot").textContent(),
      /^Read from the index: \d+ jettons?, \d+ collections?/,
    );
    await assertLooks(page, "search");
    await page.locator("#search-input").focus();
    await eventually(() => readOptions(page).then((shownOptions) => shownOptions[0]?.[0]), "EDGE · Edge Coin");
    await page.keyboard.press("Enter");
    await waitForToken(page, "jetton");
    assert.equal(await page.locator("#jetton-title").textContent(), "Edge Coin");
  });

  testPage("links to jettons and collections open their views, those of this web app, too", async (page) => {
    await openPage(page, "#/design/");
    for (const [text, expected] of [
      [`https://tonscan.org/jetton/${KNOWN_USDT_MASTER}`, `#/jetton/${KNOWN_USDT_MASTER}`],
      [`https://getgems.io/collection/${KNOWN_USDT_MASTER}`, `#/collection/${KNOWN_USDT_MASTER}`],
      [`https://tonscan.org/nft/${KNOWN_USDT_MASTER}`, `#/nft/${KNOWN_USDT_MASTER}`],
      [`https://tonviewer.com/${KNOWN_USDT_MASTER}`, `#/account/${KNOWN_USDT_MASTER}`],
      [
        `https://example.org/#/jetton/${KNOWN_USDT_MASTER}?tab=transfers`,
        `#/jetton/${KNOWN_USDT_MASTER}?tab=transfers`,
      ],
    ]) {
      await page.locator("#search-input").fill(text);
      await page.locator("#search-option-0").waitFor();
      await page.keyboard.press("Enter");
      await eventually(async () => readFragment(page), expected);
    }
  });
});
