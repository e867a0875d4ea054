// Tests the search in the header: the inputs that it recognises, by their visible results; by the keyboard alone, and by touch.

import assert from "node:assert/strict";
import { describe } from "node:test";

import { startStack } from "../helpers/stack.mjs";
import { findAxeViolations } from "./axe.mjs";
import {
  waitForApp,
  eventually,
  readFocusedId,
  readFragment,
  findPoorControls,
  setUpFixture,
  createPageTest,
} from "./visit.mjs";

const fixture = setUpFixture(() => startStack({ upstream: "devnet", devnet: { world: "small" } }));
const testPage = createPageTest(() => fixture);

const FRIENDLY_ADDRESS = "EQCfJ619tsWMv-JMA741dmIJ3KApK7fkVIL4tZEvoRvzAGpu";
const RAW = "0:9F27AD7DB6C58CBFE24C03BE35766209DCA0292BB7E45482F8B5912FA11BF300";
const HASH_HEX = "01acfdcbd0d531a2fc6bc4b3d2ff9bb5a1fc1b6ee54e48234be4bc1c3a2b1a22";

const openPage = async (page, hash = "#/") => {
  await page.goto(`${fixture.stack.url}/${hash}`);
  await waitForApp(page);
};
/** The titles of the search results. */
const readSuggestions = (page) =>
  page.locator("#search-list .search-option .search-words > :first-child").allTextContents();
/** Types a text, and waits for the results. */
async function typeSearch(page, text) {
  await page.locator("#search-input").fill(text);
  await page.locator("#search-list").waitFor();
}

describe("kinds of search texts", () => {
  testPage("each kind of text is recognised, and the best match comes first", async (page) => {
    await openPage(page);
    const hash = Buffer.from(HASH_HEX, "hex").toString("base64");
    for (const [text, ...titles] of [
      [FRIENDLY_ADDRESS, "EQCfJ619ts…EvoRvzAGpu", "Address in all its forms"],
      [FRIENDLY_ADDRESS.replace("EQ", "UQ").slice(0, -4) + "ADer", "UQCfJ619ts…EvoRvzADer", "Address in all its forms"],
      [` ${RAW} `, "0:9F27AD7D…2FA11BF300", "Address in all its forms"],
      [HASH_HEX, "Transaction or message 01acfd…2b1a22", "Account with this hash", "Hash in all its forms"],
      [
        hash,
        `Transaction or message ${hash.slice(0, 6)}…${hash.slice(-6)}`,
        "Account with this hash",
        "Hash in all its forms",
      ],
      [`ton://transfer/${FRIENDLY_ADDRESS}?amount=1000`, "EQCfJ619ts…EvoRvzAGpu", "Transfer link"],
      ["5", "Block 5"],
      ["(-1,8000000000000000,7)", "Block 7"],
      ["(0,a000000000000000,8)", "Block 8"],
      ["Foundation.ton", "foundation.ton"],
      ["4294967296"],
      ["(-1,8000000000000000,x)"],
      ["<b>&"],
    ]) {
      await typeSearch(page, text);
      await eventually(() => readSuggestions(page), titles);
    }
    await typeSearch(page, "jetton wallets");
    await eventually(() => readSuggestions(page), ["v3 jetton.wallets"]);
  });

  testPage("a link of any explorer is recognised by one rule", async (page) => {
    await openPage(page);
    // The route stays until the end of the test: a view that opens late still requests data that the test's upstream lacks.
    await page.route("**/api/**", () => {});
    const b64 = Buffer.from(HASH_HEX, "hex").toString("base64");
    const otherAccount = `0:${"6".repeat(64)}`;
    const [account, trace] = ["account", "trace"].map(
      (view) =>
        (text, network = "") =>
          `#/${network}${view}/${encodeURIComponent(text).replaceAll("%3A", ":")}`,
    );
    for (const [text, expected] of [
      [`https://tonviewer.com/${FRIENDLY_ADDRESS}`, account(FRIENDLY_ADDRESS)],
      [`tonviewer.com/${FRIENDLY_ADDRESS}?section=jettons`, account(FRIENDLY_ADDRESS)],
      [`https://testnet.tonviewer.com/transaction/${HASH_HEX}`, trace(HASH_HEX, "testnet/")],
      [`https://tonscan.org/address/${FRIENDLY_ADDRESS}#transactions`, account(FRIENDLY_ADDRESS)],
      [`https://tonscan.org/tx/${encodeURIComponent(b64)}`, trace(b64)],
      [`https://tonscan.org/tx/${b64}`, trace(b64)],
      ["https://tonscan.org/block/-1:8000000000000000:7", "#/block/-1:8000000000000000:7"],
      [`https://dton.io/a/${FRIENDLY_ADDRESS}`, account(FRIENDLY_ADDRESS)],
      [`https://dton.io/tx/${HASH_HEX.toUpperCase()}`, trace(HASH_HEX.toUpperCase())],
      [`https://ton.cx/tx/28197574000003:${b64}:${FRIENDLY_ADDRESS}`, trace(b64)],
      [`https://ton.cx/address/${FRIENDLY_ADDRESS}`, account(FRIENDLY_ADDRESS)],
      [`https://getgems.io/collection/${otherAccount}/${FRIENDLY_ADDRESS}`, `#/nft/${FRIENDLY_ADDRESS}`],
      [`https://test-explorer.toncoin.org/account?account=${FRIENDLY_ADDRESS}`, account(FRIENDLY_ADDRESS, "testnet/")],
      [`https://explorer.toncoin.org/transaction?account=${FRIENDLY_ADDRESS}&lt=5&hash=${HASH_HEX}`, trace(HASH_HEX)],
      [`https://explorer.toncoin.org/account?account=${FRIENDLY_ADDRESS}`, account(FRIENDLY_ADDRESS)],
      [
        `https://explorer.toncoin.org/block?workchain=-1&shard=8000000000000000&seqno=7&roothash=${HASH_HEX}`,
        "#/block/-1:8000000000000000:7",
      ],
      [
        `https://example.org/testnet/wallet?address=${encodeURIComponent(otherAccount)}`,
        account(otherAccount, "testnet/"),
      ],
      // The links of this web app, with their query, on any host.
      [`${fixture.stack.url}/#/account/${FRIENDLY_ADDRESS}?dir=in`, `${account(FRIENDLY_ADDRESS)}?dir=in`],
      [`https://other.example/app/#/testnet/trace/${HASH_HEX}`, trace(HASH_HEX, "testnet/")],
      ["#/chain/", "#/chain/"],
      // Requests of the API, without credentials.
      [
        `https://toncenter.com/api/v3/transactions?account=${FRIENDLY_ADDRESS}&limit=10&api_key=secret`,
        `#/explorer/v3.transactions?account=${FRIENDLY_ADDRESS}&limit=10`,
      ],
      ["/api/v3/jetton/wallets?limit=5", "#/explorer/v3.jetton.wallets?limit=5"],
      [
        `https://testnet.toncenter.com/api/v2/getAddressInformation?address=${FRIENDLY_ADDRESS}`,
        `#/testnet/explorer/v2.getAddressInformation?address=${FRIENDLY_ADDRESS}`,
      ],
      // Characters that people copy together with an address.
      [`"${FRIENDLY_ADDRESS}"`, account(FRIENDLY_ADDRESS)],
      [`«${FRIENDLY_ADDRESS}».`, account(FRIENDLY_ADDRESS)],
      [`('${RAW}')`, account(RAW)],
      [`${FRIENDLY_ADDRESS.slice(0, 20)} ${FRIENDLY_ADDRESS.slice(20)}`, account(FRIENDLY_ADDRESS)],
      [`0x${HASH_HEX}`, trace(HASH_HEX)],
    ]) {
      await typeSearch(page, text);
      await eventually(() => readSuggestions(page).then((suggestions) => suggestions.length > 0), true);
      await page.keyboard.press("Enter");
      await eventually(async () => readFragment(page), expected);
      if (!expected.startsWith("#/chain")) await openPage(page, "#/design/");
    }
    const storedSearches = await page.evaluate(() => localStorage.getItem("ton-edge:searches"));
    assert.doesNotMatch(storedSearches, /secret/);
    for (const text of ["https://example.org/about", "https://tonviewer.com/", "#/nothing/here"]) {
      await typeSearch(page, text);
      await eventually(() => readSuggestions(page), []);
    }
    for (const [text, name] of [
      ["https://tonviewer.com/foundation.ton", "foundation.ton"],
      ["https://fragment.com/username/Durov", "durov.t.me"],
      ["https://t.me/durov", "durov.t.me"],
      // The name of an account does not choose the network.
      ["https://tonviewer.com/testnet-user.ton", "testnet-user.ton"],
    ]) {
      await typeSearch(page, text);
      await eventually(() => readSuggestions(page), [name]);
      assert.doesNotMatch(await page.locator("#search-list").textContent(), /on testnet/);
    }
  });

  testPage("a text that is nearly an address or a hash says what is wrong", async (page) => {
    await openPage(page);
    const readListText = () => page.locator("#search-list").textContent();
    for (const [text, expected] of /** @type {[string, RegExp][]} */ ([
      [FRIENDLY_ADDRESS.replace("MA741", "MA7A1"), /^Not an address\. The checksum does not match/],
      [FRIENDLY_ADDRESS.slice(0, 47), /^Not an address\. .*this text has 47\.$/],
      [`${FRIENDLY_ADDRESS}A`, /^Not an address\. .*this text has 49\.$/],
      ["EQCwrongaddressxyz", /^Not an address\. .*this text has 18\.$/],
      [RAW.slice(0, -2), /^Not an address\. Exactly 64 hexadecimal digits must follow the colon; counted here: 62\.$/],
      [RAW.replace("9F", "zz"), /^Not an address\. Character 3, `z`, is not a hexadecimal digit/],
      [FRIENDLY_ADDRESS.replace("E", "\u0415"), /^Not an address\. /],
      [HASH_HEX.slice(1), /^Not a hash\. /],
      [HASH_HEX.replace("a", "g"), /^Not a hash\. Character 3, `g`, is not a hexadecimal digit\.$/],
      [`0x${HASH_HEX.slice(2)}`, /^Not a hash\. .*this text has 62\.$/],
      [`https://tonviewer.com/${FRIENDLY_ADDRESS.slice(1)}A`, /^This link contains no address/],
      [`https://tonviewer.com/${FRIENDLY_ADDRESS.slice(0, 47)}`, /^Not an address\. .*this text has 47\.$/],
      [`https://tonscan.org/tx/${HASH_HEX.slice(1)}`, /^Not a hash\. .*this text has 63\.$/],
      ["https://tonviewer.com/", /^This link contains no address, hash, name or block\.$/],
    ])) {
      await typeSearch(page, text);
      await eventually(() => readListText().then((words) => (expected.test(words) ? "said" : words)), "said");
      assert.deepEqual(await readSuggestions(page), []);
    }
    for (const hiddenCharacter of ["\u200B", "\u202E"]) {
      await typeSearch(page, FRIENDLY_ADDRESS.slice(0, 9) + hiddenCharacter + FRIENDLY_ADDRESS.slice(9));
      const code = hiddenCharacter.charCodeAt(0).toString(16).toUpperCase();
      await eventually(
        () => readListText().then((words) => words.includes(`Without the invisible character U+${code}. Account`)),
        true,
      );
      await page.keyboard.press("Enter");
      await eventually(async () => readFragment(page), `#/account/${FRIENDLY_ADDRESS}`);
      await openPage(page, "#/design/");
    }
    // Other texts get the help text, not an error.
    for (const text of ["zzzz", "hello world", "b".repeat(200)]) {
      await typeSearch(page, text);
      await eventually(() => readListText().then((words) => words.startsWith("Search for an address")), true);
    }
  });

  testPage("the fields of the views understand links, too", async (page) => {
    await page.route("**/api/**", () => {});
    await openPage(page, "#/account/");
    const submitSearch = async (view, text, expected) => {
      await openPage(page, `#/${view}/`);
      await page.locator(`#${view}-input`).fill(text);
      await page.keyboard.press("Enter");
      await eventually(async () => readFragment(page), expected);
    };
    await submitSearch("account", `https://tonviewer.com/${FRIENDLY_ADDRESS}`, `#/account/${FRIENDLY_ADDRESS}`);
    await submitSearch(
      "account",
      `https://testnet.tonviewer.com/${FRIENDLY_ADDRESS}`,
      `#/testnet/account/${FRIENDLY_ADDRESS}`,
    );
    await submitSearch("account", `https://tonviewer.com/transaction/${HASH_HEX}`, `#/trace/${HASH_HEX}`);
    await submitSearch("trace", `https://tonscan.org/address/${FRIENDLY_ADDRESS}`, `#/account/${FRIENDLY_ADDRESS}`);
    await openPage(page, "#/trace/");
    const tracesRequest = page.waitForRequest(/\/api\/v3\/traces/);
    await page.locator("#trace-input").fill(`https://tonviewer.com/transaction/${HASH_HEX}`);
    await page.keyboard.press("Enter");
    assert.match(
      decodeURIComponent((await tracesRequest).url()),
      new RegExp(Buffer.from(HASH_HEX, "hex").toString("base64").slice(0, 8)),
    );
    await openPage(page, "#/address/");
    await page.locator("#address-input").fill(`https://tonviewer.com/transaction/${HASH_HEX}`);
    await page.getByRole("button", { name: "Extract it from the link" }).click();
    await eventually(
      () =>
        page
          .locator("#address-result .form")
          .count()
          .then((count) => count > 1),
      true,
    );
  });

  testPage("a list that is pasted before the search is loaded keeps its lines", async (page) => {
    await openPage(page);
    /** @type {() => void} */
    let release = () => {};
    const heldResponse = new Promise((resolve) => {
      release = () => resolve(undefined);
    });
    await page.route(/search-box/, async (route) => {
      await heldResponse;
      await route.continue();
    });
    await page.evaluate((text) => navigator.clipboard.writeText(text), `${RAW}\n${FRIENDLY_ADDRESS}\n${HASH_HEX}`);
    await page.locator("#search-input").focus();
    await page.keyboard.press("Control+V");
    assert.equal(await page.locator("#search-list").isVisible(), false);
    release();
    await eventually(() => readSuggestions(page), ["List of 3 lines"]);
    await page.keyboard.press("Enter");
    await eventually(() => page.locator("#address-input").inputValue(), `${RAW}\n${FRIENDLY_ADDRESS}\n${HASH_HEX}`);
  });

  testPage("each offered result opens", async (page) => {
    await openPage(page);
    for (const [text, index, expected] of /** @type {[string, number, string][]} */ ([
      [FRIENDLY_ADDRESS, 0, `#/account/${FRIENDLY_ADDRESS}`],
      [FRIENDLY_ADDRESS, 1, `#/address/${FRIENDLY_ADDRESS}`],
      [HASH_HEX, 0, `#/trace/${HASH_HEX}`],
      ["(0,a000000000000000,8)", 0, "#/block/0:A000000000000000:8"],
      ["jetton wallets", 0, "#/explorer/v3.jetton.wallets"],
    ])) {
      await typeSearch(page, text);
      await eventually(() => readSuggestions(page).then((suggestions) => suggestions.length > index), true);
      await page.locator("#search-list .search-option").nth(index).click();
      await eventually(async () => readFragment(page).toLowerCase(), expected.toLowerCase());
      assert.equal(await page.locator("#search-list").isVisible(), false);
      assert.equal(await page.locator("#search-input").inputValue(), "");
      await page.unroute("**/api/**");
    }
  });

  testPage("a pasted list of any length opens in the inspector", async (page) => {
    await openPage(page);
    const lines = Array.from({ length: 300 }, () => RAW).join("\n");
    await page.evaluate((text) => navigator.clipboard.writeText(text), lines);
    await page.locator("#search-input").focus();
    await page.keyboard.press("Control+V");
    await eventually(() => readSuggestions(page), ["List of 300 lines"]);
    await page.keyboard.press("Enter");
    const readInput = () => page.locator("#address-input").inputValue();
    // Before the search module has loaded, a browser turns line breaks into spaces.
    await eventually(() => readInput().then((text) => text.split(/\s/).length), 300);
    assert.match(await page.locator("#address-message").textContent(), /300/);
    // The list is passed on only once: the next visit of the view is empty.
    await page.locator("#address-clear").click();
    assert.equal(await page.locator("#address-input").inputValue(), "");
  });

  testPage("a long text does not block the page", async (page) => {
    await openPage(page);
    await typeSearch(page, "5");
    const durationMs = await page.evaluate(() => {
      const input = /** @type {HTMLInputElement} */ (document.querySelector("#search-input"));
      const startTime = performance.now();
      for (const text of [
        "a".repeat(1e5),
        `${"a.".repeat(5e4)}ton`,
        "ton://".repeat(2e4),
        "-".repeat(1e5),
        "1,".repeat(5e4),
      ]) {
        input.value = text;
        input.dispatchEvent(new Event("input"));
      }
      return performance.now() - startTime;
    });
    assert.ok(durationMs < 2000, `${durationMs} ms`);
  });
});

describe("names in the search", () => {
  testPage("a name is resolved, and an unregistered name is reported", async (page) => {
    const { account } = fixture.stack.own.cast.wallet("bob");
    const { records } = await (await fetch(`${fixture.stack.url}/api/v3/dns/records?wallet=${account}`)).json();
    const { domain } = records.find(({ domain: name }) => name.endsWith(".ton"));
    await openPage(page);
    await typeSearch(page, "no-such-name-at-all.ton");
    await page.keyboard.press("Enter");
    await eventually(
      () => page.locator("#search-list").textContent(),
      "no-such-name-at-all.ton is not registered, or names no account.",
    );
    await typeSearch(page, domain);
    await page.keyboard.press("Enter");
    await eventually(async () => readFragment(page).toLowerCase(), `#/account/${account.toLowerCase()}`);
  });

  testPage("a failed resolution says what to do", async (page, expectedMessages) => {
    expectedMessages.push(/ERR_INTERNET_DISCONNECTED/);
    await openPage(page);
    await typeSearch(page, "5");
    await page.context().setOffline(true);
    await typeSearch(page, "foundation.ton");
    await page.keyboard.press("Enter");
    await eventually(
      () =>
        page
          .locator("#search-list")
          .textContent()
          .then((text) => /retry( or reload)?\.$/.test(text)),
      true,
    );
    assert.match(await page.locator("#offline").textContent(), /You are offline/);
    await page.context().setOffline(false);
    await eventually(() => page.locator("#offline").isVisible(), false);
  });
});

describe("search by the keyboard alone", () => {
  testPage("keys lead from any view to the search result and back", async (page) => {
    await openPage(page, "#/address/");
    await page.keyboard.press("Control+k");
    assert.equal(await readFocusedId(page), "search-input");
    await page.keyboard.press("Escape");
    await page.locator("#address-input").focus();
    await page.keyboard.type("/");
    assert.equal(await page.locator("#address-input").inputValue(), "/");
    await page.locator("#main").focus();
    await page.keyboard.press("/");
    assert.equal(await readFocusedId(page), "search-input");
    await page.keyboard.type(FRIENDLY_ADDRESS);
    await eventually(() => readSuggestions(page).then((suggestions) => suggestions.length), 2);
    const readActiveOptionId = () => page.locator("#search-input").getAttribute("aria-activedescendant");
    assert.equal(await readActiveOptionId(), "search-option-0");
    await page.keyboard.press("ArrowDown");
    assert.equal(await readActiveOptionId(), "search-option-1");
    assert.equal(await page.locator("#search-option-1").getAttribute("aria-selected"), "true");
    await page.keyboard.press("ArrowDown");
    assert.equal(await readActiveOptionId(), "search-option-0");
    await page.keyboard.press("ArrowUp");
    await page.keyboard.press("Enter");
    await eventually(async () => readFragment(page), `#/address/${FRIENDLY_ADDRESS}`);
    await eventually(
      () =>
        page
          .locator("#address-message")
          .textContent()
          .then((text) => /^Valid address/.test(text)),
      true,
    );
    await page.goBack();
    // A text without an address is not in the URL, but is in the field again.
    await eventually(async () => readFragment(page), "#/address/");
    await eventually(() => page.locator("#address-input").inputValue(), "/");
  });

  testPage("text typed before the search module has loaded is not lost", async (page) => {
    let continueResponse;
    const heldResponse = new Promise((resolve) => (continueResponse = resolve));
    await page.route(/search-box|shared\/.*\.js/, async (route) => {
      await heldResponse;
      await route.continue();
    });
    await page.goto(`${fixture.stack.url}/#/`, { waitUntil: "commit" });
    await page.locator("#search-input").waitFor();
    continueResponse();
    await waitForApp(page);
    await page.keyboard.press("/");
    await page.keyboard.type("5");
    await page.keyboard.press("Enter");
    await eventually(async () => readFragment(page), "#/block/5");
  });
});

/** 24 words of the list that are not a phrase, because the checksum is wrong. */
const RECOVERY_PHRASES = Array.from({ length: 12 }, (_, index) =>
  ["abandon", "zebra"].map((word) => `${index}. ${word}`),
).flat();
const PHRASE_WARNING = /^This looks like a recovery phrase\./;

describe("secrets in the search", () => {
  /** The places where a page could keep the field's text: URL, title, entries of the history, and both stores. */
  const readBrowserState = (page) =>
    page.evaluate(() => ({
      url: location.href,
      title: document.title,
      stores: JSON.stringify([{ ...localStorage }, { ...sessionStorage }]),
      entries: history.length,
    }));

  testPage("a recovery phrase gets a warning instead of results, and is stored nowhere", async (page) => {
    const requests = [];
    page.on("request", (request) => requests.push(`${request.url()} ${request.postData() ?? ""}`));
    await openPage(page);
    const { entries } = await readBrowserState(page);
    await page.evaluate((text) => navigator.clipboard.writeText(text), RECOVERY_PHRASES.join("\n"));
    await page.locator("#search-input").focus();
    await page.keyboard.press("Control+V");
    const countWarnings = (id) =>
      eventually(
        () =>
          page
            .locator(id)
            .textContent()
            .then((text) => PHRASE_WARNING.test(text)),
        true,
      );
    await countWarnings("#search-list");
    assert.deepEqual(await readSuggestions(page), []);
    await page.keyboard.press("Enter");
    await countWarnings("#search-list");
    assert.equal((await readBrowserState(page)).entries, entries);
    assert.equal(readFragment(page), "#/");

    for (const [view, input, message] of [
      ["address", "#address-input", "#address-message"],
      ["account", "#account-input", "#account-message"],
      ["trace", "#trace-input", "#trace-message"],
      ["chain", "#lookup-input", "#lookup-message"],
    ]) {
      await openPage(page, `#/${view}/`);
      if (view === "chain") await page.evaluate(() => document.querySelector("#lookup").setAttribute("open", ""));
      const entriesBefore = (await readBrowserState(page)).entries;
      await page.locator(input).fill(RECOVERY_PHRASES.join(" "));
      await page.locator(input).press(view === "address" ? "End" : "Enter");
      await countWarnings(message);
      if (view === "address") await page.locator(input).blur();
      assert.equal(readFragment(page), `#/${view}/`);
      assert.equal((await readBrowserState(page)).entries, entriesBefore, view);
    }
    // A link from an older version, which contains a phrase.
    await openPage(page, `#/address/${encodeURIComponent(RECOVERY_PHRASES.join(" "))}`);
    await countWarnings("#address-message");
    assert.equal(readFragment(page), "#/address/");
    for (const [what, text] of Object.entries({ ...(await readBrowserState(page)), requests: requests.join(" ") }))
      assert.doesNotMatch(String(text), /abandon|zebra/, what);
  });

  testPage("only a hash that is found is remembered", async (page) => {
    const { transactions } = await (await fetch(`${fixture.stack.url}/api/v3/transactions?limit=1`)).json();
    const knownHash = Buffer.from(transactions[0].hash, "base64").toString("hex");
    await openPage(page);
    await typeSearch(page, HASH_HEX);
    await page.keyboard.press("Enter");
    await eventually(
      () =>
        page
          .locator("#trace-message")
          .textContent()
          .then((text) => /with this hash/.test(text)),
      true,
    );
    assert.equal(readFragment(page), "#/trace/");
    const { title, stores } = await readBrowserState(page);
    assert.doesNotMatch(title + stores, new RegExp(HASH_HEX.slice(0, 12)));
    // The text stays in the field, for a retry.
    assert.equal(await page.locator("#trace-input").inputValue(), HASH_HEX);

    await typeSearch(page, HASH_HEX);
    await page.locator("#search-list .search-option").nth(1).click();
    await eventually(async () => readFragment(page), "#/account/");
    assert.doesNotMatch((await readBrowserState(page)).stores, new RegExp(HASH_HEX.slice(0, 12), "i"));

    await typeSearch(page, knownHash);
    await page.keyboard.press("Enter");
    await eventually(async () => (await readBrowserState(page)).stores.includes(knownHash), true);
    assert.match(readFragment(page), /^#\/trace\/./);
  });

  testPage("a text without an address stays only in the field", async (page) => {
    await openPage(page, "#/address/");
    await page.locator("#address-input").fill("hunter2 is my password");
    await page.locator("#address-input").blur();
    assert.equal(readFragment(page), "#/address/");
    await page.locator("#address-input").fill(`${FRIENDLY_ADDRESS} and more`);
    await page.locator("#address-input").blur();
    await eventually(async () => readFragment(page).includes(FRIENDLY_ADDRESS), true);
    await openPage(page, "#/account/");
    await page.locator("#account-input").fill("hunter2");
    await page.keyboard.press("Enter");
    await eventually(
      () =>
        page
          .locator("#account-message")
          .textContent()
          .then((text) => text.length > 10),
      true,
    );
    assert.equal(readFragment(page), "#/account/");
  });
});

describe("the last searches", () => {
  testPage("the last searches are offered on this device until they are cleared", async (page) => {
    await openPage(page);
    await page.locator("#search-input").focus();
    await eventually(
      () =>
        page
          .locator("#search-list")
          .textContent()
          .then((text) => /^Search for/.test(text)),
      true,
    );
    await page.keyboard.type("5");
    await page.keyboard.press("Enter");
    await eventually(async () => readFragment(page), "#/block/5");
    await page.reload();
    await page.locator("#search-input").focus();
    await eventually(() => readSuggestions(page), ["5"]);
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await eventually(async () => readFragment(page), "#/block/5");
    await page.locator("#search-input").focus();
    await page.getByRole("button", { name: "Clear" }).click();
    await eventually(() => readSuggestions(page), []);
    assert.equal(await page.evaluate(() => localStorage.getItem("ton-edge:searches")), "[]");
  });

  testPage("broken or blocked storage does not hinder the search", async (page) => {
    await page.addInitScript(() => {
      localStorage.setItem(
        "ton-edge:searches",
        JSON.stringify([
          1,
          null,
          { text: "evil", href: "javascript:alert(1)", icon: "block" },
          { text: "x".repeat(1000), href: "#/block/1", icon: "block" },
          { text: "<img src=x>", href: "#/block/6", icon: "constructor" },
        ]),
      );
    });
    await openPage(page);
    await page.locator("#search-input").focus();
    await eventually(() => readSuggestions(page), ["<img src=x>"]);
    assert.equal(await page.locator("#search-list img").count(), 0);
    await page.evaluate(() => localStorage.setItem("ton-edge:searches", "{nonsense"));
    await page.locator("#main").focus();
    await page.locator("#search-input").focus();
    await eventually(() => readSuggestions(page), []);
  });
});

for (const [colorScheme, width] of /** @type {const} */ ([
  ["light", 390],
  ["dark", 1440],
]))
  testPage(
    `axe finds nothing in the search, and its controls have room for a finger: ${colorScheme}, ${width} px`,
    async (page) => {
      await openPage(page);
      await page.locator("#search-input").tap();
      await typeSearch(page, FRIENDLY_ADDRESS);
      await eventually(() => readSuggestions(page).then((suggestions) => suggestions.length), 2);
      assert.deepEqual(await findAxeViolations(page), []);
      assert.deepEqual(await findPoorControls(page), []);
      await page.locator("#search-option-0").tap();
      await eventually(async () => readFragment(page), `#/account/${FRIENDLY_ADDRESS}`);
    },
    { colorScheme, viewport: { width, height: 844 }, hasTouch: true },
  );
