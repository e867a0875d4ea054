// Ten tasks of a new visitor, starting at the first view: each takes at most four clicks. A press of Enter in the search counts as a click,
// typing does not. docs/web-app.md has the table; `TESTS_GENERATE=1` writes it.

import assert from "node:assert/strict";
import { after, describe } from "node:test";
import { readFile, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";

import { startStack } from "../helpers/stack.mjs";
import { alive, eventually, standing, visitor } from "./visit.mjs";

const DOCUMENT = fileURLToPath(new URL("../../docs/web-app.md", import.meta.url));
const MOST_CLICKS = 4;

const started = standing(() =>
  startStack({
    upstream: "devnet",
    devnet: { world: "small" },
    bindings: { TON_EDGE_LIMITS_KEYLESS: "20", TON_EDGE_CACHE_ADAPTER: "memory" },
  }),
);
const visit = visitor(() => started);

/** A visitor whose clicks are counted. */
function handOf(page) {
  let clicks = 0;
  return {
    clicks: () => clicks,
    async click(locator) {
      clicks += 1;
      await locator.click();
    },
    /** Opens the first search result. */
    async search(text, at = 0) {
      await page.keyboard.press("/");
      await page.keyboard.type(text);
      await page.locator(`#search-option-${at}`).waitFor();
      clicks += 1;
      if (at === 0) await page.keyboard.press("Enter");
      else await page.locator(`#search-option-${at}`).click();
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

const ask = async (path) => (await fetch(`${started.stack.url}/api/v3/${path}`)).json();
const who = (name) => started.stack.own.cast.wallet(name).account;
/** A TON transfer that one of the wallets received. */
async function transfer() {
  const { actions } = await ask("actions?limit=200&action_type=ton_transfer");
  return actions.find(({ details, success }) => success && Number(details.value) > 1e8);
}

/** The tasks, each with its steps. @type {Record<string, (hand: ReturnType<typeof handOf>, page: any) => Promise<void>>} */
const TASKS = {
  async "Who sent this account TON?"(hand, page) {
    const { details } = await transfer();
    await hand.search(details.destination);
    await hand.click(page.getByRole("button", { name: "Received" }));
    await hand.says("#transactions tr.activity .who", /from/);
  },
  async "Is this address valid, and whose is it?"(hand, page) {
    await hand.search(who("bob"), 1);
    await hand.says("#address-message", /^Valid address/);
    await hand.click(page.locator("#address-to-account"));
    await hand.says("#account-domain", /\.ton/);
  },
  async "What did this transaction cost?"(hand) {
    const { transactions } = await ask("transactions?limit=20");
    await hand.search(transactions.find(({ in_msg: incoming }) => incoming).hash);
    await hand.says("#trace-facts", /fees.*TON/is);
  },
  async "How do I call jetton/wallets from my code?"(hand, page) {
    await hand.search("jetton wallets");
    await page.locator("#explorer-operation").waitFor();
    await hand.click(page.getByRole("tab", { name: "TypeScript" }));
    await hand.click(page.getByRole("button", { name: /^Copy.*(code|request|TypeScript)/i }).first());
    await eventually(
      () => page.evaluate(() => navigator.clipboard.readText()).then((text) => /jetton\.wallets/.test(text)),
      true,
    );
  },
  async "How many requests may I send, and why was I limited?"(hand, page) {
    await hand.click(page.locator("#nav-gateway"));
    await hand.says("#view-gateway", /20 per second|of 20/);
  },
  async "What is in this block?"(hand) {
    const { last } = await ask("masterchainInfo");
    await hand.search(String(last.seqno));
    await hand.says("#block-shown", /Transactions/);
  },
  async "Which jettons does this account have?"(hand, page) {
    const { jetton_wallets: wallets } = await ask("jetton/wallets?limit=1&exclude_zero_balance=true");
    await hand.search(wallets[0].owner);
    await hand.click(page.getByRole("tab", { name: "Tokens" }));
    await hand.says("#jettons-rows", /\d/);
  },
  async "Whose account is this name?"(hand) {
    const { records } = await ask(`dns/records?wallet=${who("bob")}`);
    await hand.search(records.find(({ domain }) => domain.endsWith(".ton")).domain);
    await hand.says("#account-balance", /TON/);
  },
  async "What does the seqno of this wallet say now?"(hand, page) {
    await hand.search(who("alice"));
    await hand.click(page.getByRole("tab", { name: "Contract" }));
    await page.locator("#contract-methods").waitFor();
    await hand.click(page.locator("#contract-methods").getByRole("button", { name: /seqno/ }).first());
    await hand.says("#contract-methods", /\d/);
  },
  async "I need this history as a table."(hand, page) {
    await hand.search(who("alice"));
    await page.locator("#transactions tr.activity").first().waitFor();
    const saved = page.waitForEvent("download");
    await hand.click(page.locator("#history-csv"));
    const file = await readFile(await (await saved).path(), "utf8");
    assert.ok(file.split("\n").length > 5);
  },
};

const done = [];
describe("ten tasks", () => {
  for (const [name, work] of Object.entries(TASKS))
    visit(
      name,
      async (page) => {
        await page.goto(`${started.stack.url}/`);
        await alive(page);
        const hand = handOf(page);
        const start = performance.now();
        await work(hand, page);
        done.push({ name, clicks: hand.clicks(), seconds: (performance.now() - start) / 1000 });
        assert.ok(hand.clicks() > 0 && hand.clicks() <= MOST_CLICKS, `${hand.clicks()} clicks`);
      },
      { viewport: { width: 1440, height: 900 }, acceptDownloads: true },
    );
});

after(async () => {
  assert.equal(Object.keys(TASKS).length, 10);
  if (process.env.TESTS_GENERATE !== "1" || done.length !== 10) return;
  const table = ["| task | clicks | seconds |", "|---|---:|---:|"].concat(
    done.map(({ name, clicks, seconds }) => `| ${name} | ${clicks} | ${seconds.toFixed(1)} |`),
  );
  const text = await readFile(DOCUMENT, "utf8");
  const [begin, end] = ["<!-- tasks -->", "<!-- end of tasks -->"];
  assert.ok(text.includes(begin) && text.includes(end));
  const place = new RegExp(`${begin}[^]*${end}`);
  await writeFile(
    DOCUMENT,
    text.replace(place, () => [begin, "", ...table, "", end].join("\n")),
  );
});
