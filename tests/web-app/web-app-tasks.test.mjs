// Ten tasks of a visitor and ten of a developer, each with a mouse, with the keyboard alone, and with fingers on a phone. Each starts at the
// first view, and takes at most four steps (hands.mjs says what a step is). docs/web-app.md has the table; `TESTS_GENERATE=1` writes it.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { readFile, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";

import { packAddress } from "ton-edge/address";
import { parseTransferLink } from "ton-edge/message";

import { startStack } from "../helpers/stack.mjs";
import { readDownload, readHandedOut, recordHandedOut, shows, WAYS } from "./hands.mjs";
import { createPageTest, describeFit, eventually, setUpFixture } from "./visit.mjs";
import { makePayment, signTransfer } from "./signed-transfer.mjs";

const DOCUMENT_PATH = fileURLToPath(new URL("../../docs/web-app.md", import.meta.url));
const MAX_STEPS = 4;
const ADMIN_TOKEN = "a-token-of-the-operators";

const fixture = setUpFixture(() =>
  startStack({
    upstream: "devnet",
    devnet: { world: "small" },
    bindings: {
      TON_EDGE_LIMITS_KEYLESS: "500",
      TON_EDGE_CACHE_ADAPTER: "memory",
      TON_EDGE_ADMIN_TOKEN: ADMIN_TOKEN,
    },
  }),
);
const testPage = createPageTest(() => fixture);

const fetchV3 = async (path) => (await fetch(`${fixture.stack.url}/api/v3/${path}`)).json();
const findAccount = (name) => fixture.stack.own.cast.wallet(name).account;
const writeFriendly = (account) => packAddress(account);
/** A failed call of a contract that an account with a short history has sent. */
async function findFailedCall() {
  const { actions } = await fetchV3("actions?limit=1000&action_type=call_contract");
  return actions.find(({ success }) => !success);
}
/** A transaction that ended with the exit code 42. */
const findFailedTransaction = () =>
  fixture.stack.own.db.get(
    "SELECT hash FROM transactions WHERE account = ? AND description LIKE '%\"exit_code\":42%'",
    [fixture.stack.own.cast.thrower.account],
  );
const getTab = (page, name) => page.getByRole("tab", { name, exact: true });
const listHistoryLinks = (page, selector = "") => page.locator(`#transactions tr.activity${selector} .when a`);

/** @typedef {(hand: import("./hands.mjs").Hand, page: import("playwright-core").Page, expectedMessages: RegExp[]) => Promise<void>} Task */

/** @type {Record<string, Task>} */
const VISITOR_TASKS = {
  async "Who paid me, and how much?"(hand, page) {
    await hand.search(findAccount("bob"));
    await hand.press(page.getByRole("button", { name: "Received" }));
    await shows(page.locator("#transactions tr[data-direction=in]"), /^Received\s+from\s+\S.*\+[\d.,]+ \S/s);
  },
  async "Why did my payment fail?"(hand, page) {
    await hand.search((await findFailedCall()).details.source);
    await hand.press(listHistoryLinks(page, "[data-state=failed]").first());
    await shows(page.locator("#trace-state"), /1 of 2 transactions failed: not enough TON for a message/);
  },
  async "Whose name is alice.ton?"(hand, page) {
    await hand.search("alice.ton");
    await shows(page.locator("#account-title"), /^UQC_w4rHb21NNOu91raeXAL3zekFa02hHRFBHc-JxVCjQIRP$/);
    await shows(page.locator("#account-balance"), /[\d.,]+ TON/);
  },
  async "Is this address right, and what is wrong with it?"(hand, page) {
    const address = writeFriendly(findAccount("bob"));
    const wrongAddress = address.slice(0, 20) + (address[20] === "A" ? "B" : "A") + address.slice(21);
    await hand.press(page.locator("#nav-address"));
    await hand.write(page.locator("#address-input"), wrongAddress);
    await shows(page.locator("#address-message"), /checksum/i);
  },
  async "Who holds most of a token that I have?"(hand, page) {
    await hand.search(findAccount("alice"));
    await hand.press(getTab(page, "Tokens"));
    await hand.press(page.locator("#jettons-rows .held-name", { hasText: "Edge Coin" }));
    await shows(page.locator("#jetton-holders-rows .holder"), /\d%/);
  },
  async "Which NFTs do I have?"(hand, page) {
    await hand.search(findAccount("alice"));
    await hand.press(getTab(page, "NFTs"));
    await eventually(() => page.locator("#nfts-rows .nft").count(), 5);
  },
  async "Save my history as a table"(hand, page) {
    await hand.search(findAccount("alice"));
    const text = await readDownload(page, () => hand.press(page.locator("#history-csv")));
    assert.match(text, /^\ufeff?time/i);
    assert.ok(text.split("\n").length > 20);
  },
  async "Watch an account, and see its balance the next day"(hand, page) {
    await hand.search(findAccount("alice"));
    await hand.press(page.locator("#account-watch"));
    await shows(page.locator("#account-watch"), /Watched/);
    await hand.open(fixture.stack.url);
    await hand.press(page.locator("#nav-yours"));
    await shows(page.locator("#yours-watched li"), /CjQNmK.*[\d.,]+ TON/s);
  },
  async "Show a friend a payment of mine"(hand, page) {
    await hand.search(findAccount("bob"));
    await hand.press(listHistoryLinks(page, "[data-kind=ton]").first());
    await hand.press(page.locator("#trace-share button"));
    const { text, title, url = text } = await readHandedOut(page);
    assert.match(url, /#\/trace\/./);
    await eventually(() => page.title().then((name) => / sent [\d.,]+ TON to .* · Trace/.test(name)), true);
    if (title !== undefined) assert.equal(title, await page.title());
  },
  async "Read it in Russian and in dark colours"(hand, page) {
    await hand.choose(page.locator("#language-select"), "Русский");
    await shows(page.locator("#home-heading"), /TON/);
    await eventually(() => page.evaluate(() => document.documentElement.lang), "ru");
    await hand.press(page.locator("#theme"));
    await hand.press(page.locator("#theme"));
    await eventually(() => page.evaluate(() => getComputedStyle(document.body).colorScheme), "dark");
  },
};

/** @type {Record<string, Task>} */
const DEVELOPER_TASKS = {
  async "Install the package, and copy a first program"(hand, page) {
    await hand.press(page.locator("#home-install-copy button"));
    assert.equal((await readHandedOut(page)).text, "npm install ton-edge");
    await hand.press(page.locator("#home-program-copy button"));
    await eventually(() => readHandedOut(page).then(({ text }) => /import .* from "ton-edge"/.test(text)), true);
  },
  async "Find the operation for the holders of a jetton, and copy it in Python"(hand, page) {
    await hand.search("jetton holders");
    await shows(page.locator("#explorer-title"), /jetton/i);
    await hand.press(getTab(page, "Python"));
    await hand.press(page.getByRole("button", { name: "Copy the request as Python" }));
    assert.match((await readHandedOut(page)).text, /jetton\/wallets/);
  },
  async "See what the API responds about a transaction"(hand, page) {
    await hand.search("v3 transactions");
    await hand.write(page.locator("#explorer-field-hash"), findFailedTransaction().hash);
    await hand.press(page.locator("#explorer-send"));
    await shows(page.locator("#explorer-response"), /200 OK.*transactions: \[1 item\].*mc_block_seqno: \d/s);
  },
  async "Run a get-method in the page"(hand, page) {
    await hand.search(findAccount("alice"));
    await hand.press(getTab(page, "Contract"));
    await hand.press(page.locator("#contract-methods").getByRole("button", { name: "seqno", exact: true }));
    await shows(page.locator("#contract-status"), /computed in this page/);
    await shows(page.locator("#contract-result"), /\d/);
  },
  async "Preview what a signed message would do"(hand, page) {
    const boc = await signTransfer(fixture.stack, "carol", [makePayment(fixture.stack, "bob", "0.5")]);
    await hand.search("sendBoc");
    await hand.write(page.locator("#explorer-field-boc"), boc);
    await hand.press(page.locator("#explorer-preview"));
    await shows(page.locator("#explorer-verdict"), /It would succeed: 2 transactions/);
  },
  async "Decode the body of a message"(hand, page) {
    const { messages } = await fetchV3("messages?limit=1&opcode=0x0f8a7ea5");
    const [message] = messages;
    await hand.search(message.destination);
    await hand.press(getTab(page, "Contract"));
    await hand.write(page.locator("#contract-pasted"), message.message_content.body);
    await shows(page.locator("#contract-read-message"), /Jetton transfer.*Query ID\s*\d+.*Destination/s);
  },
  async "Make a link that pays a contract an amount"(hand, page) {
    await hand.search(findAccount("bob"));
    await hand.press(getTab(page, "Contract"));
    await hand.write(page.locator("#contract-field-attached"), "1.5");
    await shows(page.locator("#contract-link"), /^ton:/);
    const link = /** @type {any} */ (parseTransferLink(await page.locator("#contract-link").innerText()));
    assert.deepEqual([link.to.toUpperCase(), link.value], [findAccount("bob"), 1_500_000_000n]);
  },
  async "Convert a hundred addresses, as a table"(hand, page) {
    const list = Array.from({ length: 100 }, (_, index) => writeFriendly(`0:${String(index).padStart(64, "0")}`)).join(
      "\n",
    );
    await hand.press(page.locator("#nav-address"));
    await hand.write(page.locator("#address-input"), list);
    await shows(page.locator("#address-totals"), /All 100 valid/);
    const text = await readDownload(page, () => hand.press(page.locator("#address-csv")));
    assert.equal(text.trim().split("\n").length, 101);
    assert.ok(text.includes(`0:${"99".padStart(64, "0")}`));
  },
  async "What does this exit code mean, and where did it happen?"(hand, page) {
    const { hash } = findFailedTransaction();
    await hand.search(hash);
    await hand.press(page.locator(`#trace-flow .flow-box[data-hash="${hash}"]`));
    await shows(page.locator("#trace-detail-row"), /Exit code 42: a code of the contract itself/);
  },
  async "My rate limit, and the load of my gateway"(hand, page, expectedMessages) {
    // The local chain makes no blocks, so the gateway is not ready.
    expectedMessages.push(/503/);
    await hand.press(page.locator("#nav-gateway"));
    await shows(page.locator("#gateway-read-limit"), /500/);
    await hand.write(page.locator("#gateway-token"), ADMIN_TOKEN);
    await hand.press(page.locator("#gateway-show"));
    await shows(page.locator("#gateway-requests"), /\d/);
  },
};

const PEOPLE = { visitor: VISITOR_TASKS, developer: DEVELOPER_TASKS };
/** The finished tasks: steps by the way, and presses of Tab and of the arrow keys. @type {Map<string, Record<string, number>>} */
const finishedTasks = new Map();

describe("each task takes at most four steps", { concurrency: WAYS.length }, () => {
  for (const [person, tasks] of Object.entries(PEOPLE))
    for (const [name, work] of Object.entries(tasks)) {
      const counts = {};
      finishedTasks.set(name, counts);
      for (const { name: way, options, createHand } of WAYS)
        testPage(
          `${person}, ${way}: ${name}`,
          async (page, expectedMessages) => {
            await recordHandedOut(page, way === "touch");
            const hand = createHand(page);
            await hand.open(fixture.stack.url);
            await work(hand, page, expectedMessages);
            await eventually(() => describeFit(page), "fits");
            assert.ok(hand.steps() > 0 && hand.steps() <= MAX_STEPS, `${hand.steps()} steps`);
            counts[way] = hand.steps();
            if (way === "keyboard") counts.moves = hand.moves();
          },
          { ...options, acceptDownloads: true },
        );
    }
});

test("docs/web-app.md has the steps of each task", async (context) => {
  for (const tasks of Object.values(PEOPLE)) assert.equal(Object.keys(tasks).length, 10);
  for (const [name, counts] of finishedTasks)
    assert.equal(Object.keys(counts).length, WAYS.length + 1, `${name} did not finish in every way`);
  const lines = Object.entries(PEOPLE).flatMap(([person, tasks]) => [
    "",
    `| task of a ${person} | mouse | touch | keyboard |`,
    "|---|---:|---:|---:|",
    ...Object.keys(tasks).map((name) => {
      const { mouse, touch, keyboard, moves } = finishedTasks.get(name);
      // The presses of Tab depend on what the page has loaded, so their number is only reported.
      context.diagnostic(`${name}: ${moves} presses of Tab and of the arrow keys`);
      return `| ${name} | ${mouse} | ${touch} | ${keyboard} |`;
    }),
  ]);
  const tables = `${lines.join("\n")}\n\n`;
  const text = await readFile(DOCUMENT_PATH, "utf8");
  const tablesPattern = /(?<=<!-- tasks -->\n)[^]*(?=<!-- end of tasks -->)/;
  if (process.env.TESTS_GENERATE === "1")
    return writeFile(
      DOCUMENT_PATH,
      text.replace(tablesPattern, () => tables),
    );
  assert.equal(tablesPattern.exec(text)?.[0], tables);
});
