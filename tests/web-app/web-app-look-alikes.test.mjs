// Imitations as a visitor sees them in headless Chromium: jettons called TON, addresses with the same ends, invisible names.

import assert from "node:assert/strict";
import { describe } from "node:test";

import { startStack } from "../helpers/stack.mjs";
import { createOpenPage, readRows } from "./account-visit.mjs";
import { eventually, describeFit, waitForRows, setUpFixture, createPageTest } from "./visit.mjs";

const fixture = setUpFixture(() => startStack({ upstream: "devnet", devnet: { world: "small" } }));
const findAccount = (name) => fixture.stack.own.cast.wallet(name).account;
const testPage = createPageTest(() => fixture);
const openPage = createOpenPage(() => fixture.stack);

const ACCOUNT = `0:${"5".repeat(64)}`;
const PEER_ACCOUNT = `0:${"6".repeat(64)}`;
const findTrace = () =>
  fixture.stack.own.db.get(
    "SELECT trace_id FROM traces WHERE tx_count BETWEEN 3 AND 20 ORDER BY tx_count DESC, trace_id LIMIT 1",
  ).trace_id;
const makeJettonAddress = (/** @type {string} */ byte) => `0:${byte.repeat(32)}`;

/** Serves the history of an account that received jettons and finally the coin. @param {import("playwright-core").Page} page */
async function serveJettons(page, jettons, addressBook = {}) {
  const makeTransfer = (type, lt, details) => ({
    trace_id: `trace${lt}`,
    action_id: `action${lt}`,
    start_lt: String(100 - lt),
    end_lt: String(100 - lt),
    trace_end_lt: String(100 - lt),
    start_utime: 1_800_000_000 - lt,
    end_utime: 1_800_000_000 - lt,
    trace_end_utime: 1_800_000_000 - lt,
    transactions: [`hash${lt}`],
    success: true,
    type,
    details,
  });
  const actions = jettons.map(({ address }, index) =>
    makeTransfer("jetton_transfer", index, {
      asset: address,
      sender: PEER_ACCOUNT,
      receiver: ACCOUNT,
      amount: "5000000000",
    }),
  );
  actions.push(
    makeTransfer("ton_transfer", jettons.length, {
      source: PEER_ACCOUNT,
      destination: ACCOUNT,
      value: "5000000000",
      encrypted: false,
    }),
  );
  const metadata = Object.fromEntries(
    jettons.map(({ address, tokens }) => [address, { is_indexed: true, token_info: tokens }]),
  );
  await page.route(/\/api\/v3\/(actions|transactions)\?/, (route) =>
    route.fulfill({
      json: /transactions\?/.test(route.request().url())
        ? { transactions: [], address_book: {} }
        : { actions, address_book: addressBook, metadata },
    }),
  );
}
const makeMaster = (symbol, more = {}) => ({
  valid: true,
  type: "jetton_masters",
  symbol,
  name: symbol,
  extra: { decimals: "9" },
  ...more,
});

describe("a jetton that imitates TON in the browser", () => {
  testPage("a jetton called TON is not shown as TON in the rows, in the filter or among the tokens", async (page) => {
    const [fakeJetton, digitsJetton, nftCollection, firstJetton, secondJetton] = ["A1", "A2", "A3", "A4", "A5"].map(
      makeJettonAddress,
    );
    await serveJettons(page, [
      { address: fakeJetton, tokens: [makeMaster("TON")] },
      { address: digitsJetton, tokens: [makeMaster("000 TON")] },
      // A token that is first listed as an NFT, which has no decimals, so no default applies to it.
      {
        address: nftCollection,
        tokens: [{ valid: true, type: "nft_items", name: "TON" }, makeMaster("T\u041EN", { extra: { decimals: "6" } })],
      },
      { address: firstJetton, tokens: [makeMaster("USDT")] },
      { address: secondJetton, tokens: [makeMaster("USD\u0422")] },
    ]);
    await openPage(page, `#/account/${ACCOUNT}`);
    await waitForRows(page, 6);
    const collapseSpaces = (text) => text.replace(/\s+/g, " ");
    assert.deepEqual(
      (await readRows(page)).map(({ sum }) => collapseSpaces(sum)),
      [
        "+5 jetton “TON” 0:A1A1A1…A1A1A1A1",
        "+5 jetton “000 TON” 0:A2A2A2…A2A2A2A2",
        "+5,000 jetton “T\u041EN” 0:A3A3A3…A3A3A3A3",
        "+5 USDT",
        "+5 USD\u0422",
        "+5 TON",
      ],
    );
    const options = await page.locator("#history-token option").allTextContents();
    assert.deepEqual(options.slice(0, 2), ["Any token", "TON"]);
    assert.deepEqual(
      new Set(options.slice(2)),
      new Set([
        "jetton “TON” 0:A1A1A1…A1A1A1A1",
        "jetton “000 TON” 0:A2A2A2…A2A2A2A2",
        "jetton “T\u041EN” 0:A3A3A3…A3A3A3A3",
        "USDT 0:A4A4A4…A4A4A4A4",
        "USD\u0422 0:A5A5A5…A5A5A5A5",
      ]),
    );
    await page.route(/\/api\/v3\/jetton\/wallets\?/, (route) =>
      route.fulfill({
        json: {
          jetton_wallets: [{ address: PEER_ACCOUNT, balance: "5000000000000", owner: ACCOUNT, jetton: fakeJetton }],
          address_book: {},
          metadata: { [fakeJetton]: { is_indexed: true, token_info: [makeMaster("TON")] } },
        },
      }),
    );
    await page.getByRole("tab", { name: "Tokens" }).click();
    await eventually(
      () => page.locator("#jettons-rows .sum").allTextContents(),
      ["5,000jetton “TON” 0:A1A1A1…A1A1A1A1"],
    );
    assert.equal(await describeFit(page), "fits");
  });

  testPage(
    "a jetton called TON is not shown as TON on a phone",
    async (page) => {
      await serveJettons(page, [{ address: makeJettonAddress("A1"), tokens: [makeMaster("TON")] }]);
      await openPage(page, `#/account/${ACCOUNT}`);
      await waitForRows(page, 2);
      const amount = page.locator("#transactions .amount").first();
      assert.match(await amount.textContent(), /^\+5 jetton/);
      assert.equal(await describeFit(page), "fits");
    },
    { viewport: { width: 320, height: 800 } },
  );
});

describe("shortened addresses", () => {
  testPage("addresses in rows and samples have six characters at each end", async (page) => {
    await openPage(page, "#/account/");
    await page.locator("#account-samples a").first().waitFor();
    const shortAddressPattern = /^.{6}….{6}$/;
    for (const text of await page.locator("#account-samples .mono").allTextContents())
      assert.match(text, shortAddressPattern);
    await openPage(page, `#/account/${findAccount("alice")}`);
    await waitForRows(page, 5);
    const partyElements = page.locator("#transactions .who .mono");
    assert.ok((await partyElements.count()) > 0);
    for (const text of await partyElements.allTextContents()) assert.match(text, shortAddressPattern);
    // No column cuts off these characters, unless two share it.
    assert.deepEqual(
      await partyElements.evaluateAll((elements) =>
        elements
          .filter(
            (element) =>
              element.closest(".who")?.querySelectorAll("a").length === 1 &&
              element.scrollWidth > element.clientWidth + 1,
          )
          .map((element) => element.textContent),
      ),
      [],
    );
  });

  for (const width of [320, 390, 700, 1000, 1440])
    testPage(
      `the picture of a trace, ${width} px wide, shows four and eight characters of each address, not cut off`,
      async (page) => {
        await openPage(page, `#/trace/${encodeURIComponent(findTrace())}`);
        const accounts = page.locator("#trace-flow .flow-account");
        await accounts.first().waitFor();
        const accountTexts = await accounts.evaluateAll((elements) =>
          elements
            .filter((element) => element.textContent?.includes("…"))
            .map((element) => [element.textContent, element.scrollWidth <= element.clientWidth + 1]),
        );
        assert.ok(accountTexts.length > 0);
        for (const [text, whole] of accountTexts) {
          assert.match(String(text), /^.{4}….{8}$/);
          assert.equal(whole, true, `${text} at ${width}`);
        }
        assert.equal(await describeFit(page), "fits");
      },
      { viewport: { width, height: 800 } },
    );
});

describe("misleading domains", () => {
  /** Opens a trace in which all accounts have this domain. */
  async function openNamed(page, domain) {
    await page.route(/\/api\/v3\/traces\?/, async (route) => {
      const json = await (await route.fetch()).json();
      for (const entry of Object.values(json.address_book ?? {})) /** @type {any} */ (entry).domain = domain;
      await route.fulfill({ json });
    });
    await page.goto("about:blank");
    await openPage(page, `#/trace/${encodeURIComponent(findTrace())}`);
    await page.locator("#trace-tree .node a").first().waitFor();
  }

  testPage("domains in a trace are visible, isolated and shortened", async (page) => {
    await openNamed(page, `\u202Enot.live\u3164${"x".repeat(100)}.ton`);
    const link = page.locator("#trace-tree .node a").first();
    const expectedName = `[U+202E]not.live[U+3164]${"x".repeat(60 - 10)}…`;
    assert.equal(await link.textContent(), expectedName);
    assert.equal(await link.locator("bdi").count(), 1);
    assert.equal(await page.locator("#trace-flow .flow-account").first().textContent(), expectedName);
    for (const width of [1000, 320]) {
      await page.setViewportSize({ width, height: 800 });
      await eventually(() => describeFit(page), "fits");
    }
  });

  testPage("an invisible domain is ignored, and the address is shown", async (page) => {
    for (const domain of ["\u3164", " \u2800\u200D", ""]) {
      await openNamed(page, domain);
      for (const text of await page.locator("#trace-tree .node a").allTextContents())
        assert.match(text, /^[\w-]{6}…[\w-]{6}$/, JSON.stringify(domain));
      assert.match(await page.locator("#trace-flow .flow-account").first().textContent(), /…/);
    }
  });
});
