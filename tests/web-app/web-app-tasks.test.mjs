// Ten tasks of a new visitor, starting at the first view: each takes at most four clicks. A press of Enter in the search counts as a click,
// typing does not. docs/web-app.md has the table; `TESTS_GENERATE=1` writes it.

import assert from "node:assert/strict";
import { after, describe } from "node:test";
import { readFile, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";

import { startStack } from "../helpers/stack.mjs";
import { waitForApp, eventually, setUpFixture, createPageTest } from "./visit.mjs";

const DOCUMENT_PATH = fileURLToPath(new URL("../../docs/web-app.md", import.meta.url));
const MAX_CLICKS = 4;

const fixture = setUpFixture(() =>
  startStack({
    upstream: "devnet",
    devnet: { world: "small" },
    bindings: { TON_EDGE_LIMITS_KEYLESS: "20", TON_EDGE_CACHE_ADAPTER: "memory" },
  }),
);
const testPage = createPageTest(() => fixture);

/** A visitor whose clicks are counted. */
function createHand(page) {
  let clickCount = 0;
  return {
    clicks: () => clickCount,
    async click(locator) {
      clickCount += 1;
      await locator.click();
    },
    /** Opens the first search result. */
    async search(text, index = 0) {
      await page.keyboard.press("/");
      await page.keyboard.type(text);
      await page.locator(`#search-option-${index}`).waitFor();
      clickCount += 1;
      if (index === 0) await page.keyboard.press("Enter");
      else await page.locator(`#search-option-${index}`).click();
    },
    says: (selector, pattern) =>
      eventually(
        () =>
          page
            .locator(selector)
            .first()
            .textContent({ timeout: 1000 })
            .then(
              (text) => pattern.test(text),
              () => false,
            ),
        true,
      ),
  };
}

const fetchV3 = async (path) => (await fetch(`${fixture.stack.url}/api/v3/${path}`)).json();
const findAccount = (name) => fixture.stack.own.cast.wallet(name).account;
/** A TON transfer that one of the wallets received. */
async function findTransfer() {
  const { actions } = await fetchV3("actions?limit=200&action_type=ton_transfer");
  return actions.find(({ details, success }) => success && Number(details.value) > 1e8);
}

/** The tasks, each with its steps. @type {Record<string, (countingHand: ReturnType<typeof createHand>, page: any) => Promise<void>>} */
const TASKS = {
  async "Who sent this account TON?"(countingHand, page) {
    const { details } = await findTransfer();
    await countingHand.search(details.destination);
    await countingHand.click(page.getByRole("button", { name: "Received" }));
    await countingHand.says("#transactions tr.activity .who", /from/);
  },
  async "Is this address valid, and whose is it?"(countingHand, page) {
    await countingHand.search(findAccount("bob"), 1);
    await countingHand.says("#address-message", /^Valid address/);
    await countingHand.click(page.locator("#address-to-account"));
    await countingHand.says("#account-domain", /\.ton/);
  },
  async "What did this transaction cost?"(countingHand) {
    const { transactions } = await fetchV3("transactions?limit=20");
    await countingHand.search(transactions.find(({ in_msg: incoming }) => incoming).hash);
    await countingHand.says("#trace-facts", /fees.*TON/is);
  },
  async "How do I call jetton/wallets from my code?"(countingHand, page) {
    await countingHand.search("jetton wallets");
    await page.locator("#explorer-operation").waitFor();
    await countingHand.click(page.getByRole("tab", { name: "TypeScript" }));
    await countingHand.click(page.getByRole("button", { name: /^Copy.*(code|request|TypeScript)/i }).first());
    await eventually(
      () => page.evaluate(() => navigator.clipboard.readText()).then((text) => /jetton\.wallets/.test(text)),
      true,
    );
  },
  async "How many requests may I send, and why was I limited?"(countingHand, page) {
    await countingHand.click(page.locator("#nav-gateway"));
    await countingHand.says("#view-gateway", /20 per second|of 20/);
  },
  async "What is in this block?"(countingHand) {
    const { last: lastBlock } = await fetchV3("masterchainInfo");
    await countingHand.search(String(lastBlock.seqno));
    await countingHand.says("#block-shown", /Transactions/);
  },
  async "Which jettons does this account have?"(countingHand, page) {
    const { jetton_wallets: wallets } = await fetchV3("jetton/wallets?limit=1&exclude_zero_balance=true");
    await countingHand.search(wallets[0].owner);
    await countingHand.click(page.getByRole("tab", { name: "Tokens" }));
    await countingHand.says("#jettons-rows", /\d/);
  },
  async "Whose account is this name?"(countingHand) {
    const { records } = await fetchV3(`dns/records?wallet=${findAccount("bob")}`);
    await countingHand.search(records.find(({ domain }) => domain.endsWith(".ton")).domain);
    await countingHand.says("#account-balance", /TON/);
  },
  async "What does the seqno of this wallet say now?"(countingHand, page) {
    await countingHand.search(findAccount("alice"));
    await countingHand.click(page.getByRole("tab", { name: "Contract" }));
    await page.locator("#contract-methods").waitFor();
    await countingHand.click(page.locator("#contract-methods").getByRole("button", { name: /seqno/ }).first());
    await countingHand.says("#contract-methods", /\d/);
  },
  async "I need this history as a table."(countingHand, page) {
    await countingHand.search(findAccount("alice"));
    await page.locator("#transactions tr.activity").first().waitFor();
    const downloadEvent = page.waitForEvent("download");
    await countingHand.click(page.locator("#history-csv"));
    const file = await readFile(await (await downloadEvent).path(), "utf8");
    assert.ok(file.split("\n").length > 5);
  },
};

const finishedTasks = [];
describe("ten tasks", () => {
  for (const [name, work] of Object.entries(TASKS))
    testPage(
      name,
      async (page) => {
        await page.goto(`${fixture.stack.url}/`);
        await waitForApp(page);
        const countingHand = createHand(page);
        const startTime = performance.now();
        await work(countingHand, page);
        finishedTasks.push({ name, clicks: countingHand.clicks(), seconds: (performance.now() - startTime) / 1000 });
        assert.ok(countingHand.clicks() > 0 && countingHand.clicks() <= MAX_CLICKS, `${countingHand.clicks()} clicks`);
      },
      { viewport: { width: 1440, height: 900 }, acceptDownloads: true },
    );
});

after(async () => {
  assert.equal(Object.keys(TASKS).length, 10);
  if (process.env.TESTS_GENERATE !== "1" || finishedTasks.length !== 10) return;
  const table = ["| task | clicks | seconds |", "|---|---:|---:|"].concat(
    finishedTasks.map(({ name, clicks, seconds }) => `| ${name} | ${clicks} | ${seconds.toFixed(1)} |`),
  );
  const text = await readFile(DOCUMENT_PATH, "utf8");
  const [beginMark, endMark] = ["<!-- tasks -->", "<!-- end of tasks -->"];
  assert.ok(text.includes(beginMark) && text.includes(endMark));
  const tablePattern = new RegExp(`${beginMark}[^]*${endMark}`);
  await writeFile(
    DOCUMENT_PATH,
    text.replace(tablePattern, () => [beginMark, "", ...table, "", endMark].join("\n")),
  );
});
