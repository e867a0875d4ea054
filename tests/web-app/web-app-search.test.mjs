// The search in the header: the inputs that it recognises, tested by the visible results; by the keyboard alone, and by touch.

import assert from "node:assert/strict";
import { describe } from "node:test";

import { startStack } from "../helpers/stack.mjs";
import { axe } from "./axe.mjs";
import { alive, eventually, focused, fragment, poor, standing, visitor } from "./visit.mjs";

const started = standing(() => startStack({ upstream: "devnet", devnet: { world: "small" } }));
const visit = visitor(() => started);

const FRIENDLY = "EQCfJ619tsWMv-JMA741dmIJ3KApK7fkVIL4tZEvoRvzAGpu";
const RAW = "0:9F27AD7DB6C58CBFE24C03BE35766209DCA0292BB7E45482F8B5912FA11BF300";
const HEX = "01acfdcbd0d531a2fc6bc4b3d2ff9bb5a1fc1b6ee54e48234be4bc1c3a2b1a22";

const open = async (page, hash = "#/") => {
  await page.goto(`${started.stack.url}/${hash}`);
  await alive(page);
};
/** The titles of the search results. */
const offers = (page) => page.locator("#search-list .search-option .search-words > :first-child").allTextContents();
/** Types a text, and waits for the results. */
async function find(page, text) {
  await page.locator("#search-input").fill(text);
  await page.locator("#search-list").waitFor();
}

describe("kinds of search texts", () => {
  visit("each kind of text is recognised, and the best match comes first", async (page) => {
    await open(page);
    const hash = Buffer.from(HEX, "hex").toString("base64");
    for (const [text, ...titles] of [
      [FRIENDLY, "EQCfJ619ts…EvoRvzAGpu", "Address in all its forms"],
      [FRIENDLY.replace("EQ", "UQ").slice(0, -4) + "ADer", "UQCfJ619ts…EvoRvzADer", "Address in all its forms"],
      [` ${RAW} `, "0:9F27AD7D…2FA11BF300", "Address in all its forms"],
      [HEX, "Transaction or message 01acfd…2b1a22", "Account with this hash", "Hash in all its forms"],
      [
        hash,
        `Transaction or message ${hash.slice(0, 6)}…${hash.slice(-6)}`,
        "Account with this hash",
        "Hash in all its forms",
      ],
      [`ton://transfer/${FRIENDLY}?amount=1000`, "EQCfJ619ts…EvoRvzAGpu", "Transfer link"],
      ["5", "Block 5"],
      ["(-1,8000000000000000,7)", "Block 7"],
      ["(0,a000000000000000,8)", "Block 8"],
      ["Foundation.ton", "foundation.ton"],
      ["4294967296"],
      ["(-1,8000000000000000,x)"],
      ["<b>&"],
    ]) {
      await find(page, text);
      await eventually(() => offers(page), titles);
    }
    await find(page, "jetton wallets");
    await eventually(() => offers(page), ["v3 jetton.wallets"]);
  });

  visit("a link of any explorer is recognised by one rule", async (page) => {
    await open(page);
    // Until the end: a view that opens late still requests what no upstream of the test knows.
    await page.route("**/api/**", () => {});
    const b64 = Buffer.from(HEX, "hex").toString("base64");
    const other = `0:${"6".repeat(64)}`;
    const [account, trace] = ["account", "trace"].map(
      (view) =>
        (text, network = "") =>
          `#/${network}${view}/${encodeURIComponent(text).replaceAll("%3A", ":")}`,
    );
    for (const [text, wanted] of [
      [`https://tonviewer.com/${FRIENDLY}`, account(FRIENDLY)],
      [`tonviewer.com/${FRIENDLY}?section=jettons`, account(FRIENDLY)],
      [`https://testnet.tonviewer.com/transaction/${HEX}`, trace(HEX, "testnet/")],
      [`https://tonscan.org/address/${FRIENDLY}#transactions`, account(FRIENDLY)],
      [`https://tonscan.org/tx/${encodeURIComponent(b64)}`, trace(b64)],
      [`https://tonscan.org/tx/${b64}`, trace(b64)],
      ["https://tonscan.org/block/-1:8000000000000000:7", "#/block/-1:8000000000000000:7"],
      [`https://dton.io/a/${FRIENDLY}`, account(FRIENDLY)],
      [`https://dton.io/tx/${HEX.toUpperCase()}`, trace(HEX.toUpperCase())],
      [`https://ton.cx/tx/28197574000003:${b64}:${FRIENDLY}`, trace(b64)],
      [`https://ton.cx/address/${FRIENDLY}`, account(FRIENDLY)],
      [`https://getgems.io/collection/${other}/${FRIENDLY}`, account(FRIENDLY)],
      [`https://explorer.toncoin.org/transaction?account=${FRIENDLY}&lt=5&hash=${HEX}`, trace(HEX)],
      [`https://explorer.toncoin.org/account?account=${FRIENDLY}`, account(FRIENDLY)],
      [
        "https://explorer.toncoin.org/search?workchain=-1&shard=8000000000000000&seqno=7",
        "#/block/-1:8000000000000000:7",
      ],
      [`https://example.org/testnet/wallet?address=${encodeURIComponent(other)}`, account(other, "testnet/")],
      // The links of this web app, with their query, on any host.
      [`${started.stack.url}/#/account/${FRIENDLY}?dir=in`, `${account(FRIENDLY)}?dir=in`],
      [`https://other.example/app/#/testnet/trace/${HEX}`, trace(HEX, "testnet/")],
      ["#/chain/", "#/chain/"],
      // Requests of the API, without credentials.
      [
        `https://toncenter.com/api/v3/transactions?account=${FRIENDLY}&limit=10&api_key=secret`,
        `#/explorer/v3.transactions?account=${FRIENDLY}&limit=10`,
      ],
      ["/api/v3/jetton/wallets?limit=5", "#/explorer/v3.jetton.wallets?limit=5"],
      [
        `https://testnet.toncenter.com/api/v2/getAddressInformation?address=${FRIENDLY}`,
        `#/testnet/explorer/v2.getAddressInformation?address=${FRIENDLY}`,
      ],
      // What people copy with an address.
      [`"${FRIENDLY}"`, account(FRIENDLY)],
      [`«${FRIENDLY}».`, account(FRIENDLY)],
      [`('${RAW}')`, account(RAW)],
      [`0x${HEX}`, trace(HEX)],
    ]) {
      await find(page, text);
      await eventually(() => offers(page).then((all) => all.length > 0), true);
      await page.keyboard.press("Enter");
      await eventually(async () => fragment(page), wanted);
      if (!wanted.startsWith("#/chain")) await open(page, "#/design/");
    }
    const stored = await page.evaluate(() => localStorage.getItem("ton-edge:searches"));
    assert.doesNotMatch(stored, /secret/);
    for (const text of ["https://example.org/about", "https://tonviewer.com/", "#/nothing/here"]) {
      await find(page, text);
      await eventually(() => offers(page), []);
    }
    await find(page, "https://tonviewer.com/foundation.ton");
    await eventually(() => offers(page), ["foundation.ton"]);
  });

  visit("a text that is nearly an address or a hash says what is wrong", async (page) => {
    await open(page);
    const said = () => page.locator("#search-list").textContent();
    for (const [text, wanted] of /** @type {[string, RegExp][]} */ ([
      [FRIENDLY.replace("MA741", "MA7A1"), /^Not an address\. The checksum does not match/],
      [FRIENDLY.slice(0, 47), /^Not an address\. .*this text has 47\.$/],
      [`${FRIENDLY}A`, /^Not an address\. .*this text has 49\.$/],
      [RAW.slice(0, -2), /^Not an address\. Exactly 64 hexadecimal digits must follow the colon; counted here: 62\.$/],
      [RAW.replace("9F", "zz"), /^Not an address\. Character 3, `z`, is not a hexadecimal digit/],
      [HEX.slice(1), /^Not a hash\. /],
    ])) {
      await find(page, text);
      await eventually(() => said().then((words) => (wanted.test(words) ? "said" : words)), "said");
      assert.deepEqual(await offers(page), []);
    }
    for (const mark of ["\u200B", "\u202E"]) {
      await find(page, FRIENDLY.slice(0, 9) + mark + FRIENDLY.slice(9));
      const code = mark.charCodeAt(0).toString(16).toUpperCase();
      await eventually(
        () => said().then((words) => words.includes(`Without the invisible character U+${code}. Account`)),
        true,
      );
      await page.keyboard.press("Enter");
      await eventually(async () => fragment(page), `#/account/${FRIENDLY}`);
      await open(page, "#/design/");
    }
    // Other texts get the help, not an accusation.
    for (const text of ["zzzz", "hello world", "b".repeat(200)]) {
      await find(page, text);
      await eventually(() => said().then((words) => words.startsWith("Search for an address")), true);
    }
  });

  visit("the fields of the views understand links, too", async (page) => {
    await page.route("**/api/**", () => {});
    await open(page, "#/account/");
    const enter = async (view, text, wanted) => {
      await open(page, `#/${view}/`);
      await page.locator(`#${view}-input`).fill(text);
      await page.keyboard.press("Enter");
      await eventually(async () => fragment(page), wanted);
    };
    await enter("account", `https://tonviewer.com/${FRIENDLY}`, `#/account/${FRIENDLY}`);
    await enter("account", `https://testnet.tonviewer.com/${FRIENDLY}`, `#/testnet/account/${FRIENDLY}`);
    await enter("account", `https://tonviewer.com/transaction/${HEX}`, `#/trace/${HEX}`);
    await enter("trace", `https://tonscan.org/address/${FRIENDLY}`, `#/account/${FRIENDLY}`);
    await open(page, "#/trace/");
    const requested = page.waitForRequest(/\/api\/v3\/traces/);
    await page.locator("#trace-input").fill(`https://tonviewer.com/transaction/${HEX}`);
    await page.keyboard.press("Enter");
    assert.match(
      decodeURIComponent((await requested).url()),
      new RegExp(Buffer.from(HEX, "hex").toString("base64").slice(0, 8)),
    );
    await open(page, "#/address/");
    await page.locator("#address-input").fill(`https://tonviewer.com/transaction/${HEX}`);
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

  visit("a list that is pasted before the search is loaded keeps its lines", async (page) => {
    await open(page);
    /** @type {() => void} */
    let release = () => {};
    const held = new Promise((done) => {
      release = () => done(undefined);
    });
    await page.route(/search-box/, async (route) => {
      await held;
      await route.continue();
    });
    await page.evaluate((text) => navigator.clipboard.writeText(text), `${RAW}\n${FRIENDLY}\n${HEX}`);
    await page.locator("#search-input").focus();
    await page.keyboard.press("Control+V");
    assert.equal(await page.locator("#search-list").isVisible(), false);
    release();
    await eventually(() => offers(page), ["List of 3 lines"]);
    await page.keyboard.press("Enter");
    await eventually(() => page.locator("#address-input").inputValue(), `${RAW}\n${FRIENDLY}\n${HEX}`);
  });

  visit("each offered result opens", async (page) => {
    await open(page);
    for (const [text, at, wanted] of /** @type {[string, number, string][]} */ ([
      [FRIENDLY, 0, `#/account/${FRIENDLY}`],
      [FRIENDLY, 1, `#/address/${FRIENDLY}`],
      [HEX, 0, `#/trace/${HEX}`],
      ["(0,a000000000000000,8)", 0, "#/block/0:A000000000000000:8"],
      ["jetton wallets", 0, "#/explorer/v3.jetton.wallets"],
    ])) {
      await find(page, text);
      await eventually(() => offers(page).then((all) => all.length > at), true);
      await page.locator("#search-list .search-option").nth(at).click();
      await eventually(async () => fragment(page).toLowerCase(), wanted.toLowerCase());
      assert.equal(await page.locator("#search-list").isVisible(), false);
      assert.equal(await page.locator("#search-input").inputValue(), "");
      await page.unroute("**/api/**");
    }
  });

  visit("a pasted list of any length opens in the inspector", async (page) => {
    await open(page);
    const lines = Array.from({ length: 300 }, () => RAW).join("\n");
    await page.evaluate((text) => navigator.clipboard.writeText(text), lines);
    await page.locator("#search-input").focus();
    await page.keyboard.press("Control+V");
    await eventually(() => offers(page), ["List of 300 lines"]);
    await page.keyboard.press("Enter");
    const inserted = () => page.locator("#address-input").inputValue();
    // Before the search module has loaded, a browser turns line breaks into spaces.
    await eventually(() => inserted().then((text) => text.split(/\s/).length), 300);
    assert.match(await page.locator("#address-message").textContent(), /300/);
    // The list is passed on only once: the next visit of the view is empty.
    await page.locator("#address-clear").click();
    assert.equal(await page.locator("#address-input").inputValue(), "");
  });

  visit("a long text does not block the page", async (page) => {
    await open(page);
    await find(page, "5");
    const took = await page.evaluate(() => {
      const input = /** @type {HTMLInputElement} */ (document.querySelector("#search-input"));
      const start = performance.now();
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
      return performance.now() - start;
    });
    assert.ok(took < 2000, `${took} ms`);
  });
});

describe("names in the search", () => {
  visit("a name is resolved, and an unregistered name is reported", async (page) => {
    const { account } = started.stack.own.cast.wallet("bob");
    const { records } = await (await fetch(`${started.stack.url}/api/v3/dns/records?wallet=${account}`)).json();
    const { domain } = records.find(({ domain: name }) => name.endsWith(".ton"));
    await open(page);
    await find(page, "no-such-name-at-all.ton");
    await page.keyboard.press("Enter");
    await eventually(
      () => page.locator("#search-list").textContent(),
      "no-such-name-at-all.ton is not registered, or names no account.",
    );
    await find(page, domain);
    await page.keyboard.press("Enter");
    await eventually(async () => fragment(page).toLowerCase(), `#/account/${account.toLowerCase()}`);
  });

  visit("a failed resolution says what to do", async (page, expectedMessages) => {
    expectedMessages.push(/ERR_INTERNET_DISCONNECTED/);
    await open(page);
    await find(page, "5");
    await page.context().setOffline(true);
    await find(page, "foundation.ton");
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
  visit("keys lead from any view to the search result and back", async (page) => {
    await open(page, "#/address/");
    await page.keyboard.press("Control+k");
    assert.equal(await focused(page), "search-input");
    await page.keyboard.press("Escape");
    await page.locator("#address-input").focus();
    await page.keyboard.type("/");
    assert.equal(await page.locator("#address-input").inputValue(), "/");
    await page.locator("#main").focus();
    await page.keyboard.press("/");
    assert.equal(await focused(page), "search-input");
    await page.keyboard.type(FRIENDLY);
    await eventually(() => offers(page).then((all) => all.length), 2);
    const marked = () => page.locator("#search-input").getAttribute("aria-activedescendant");
    assert.equal(await marked(), "search-option-0");
    await page.keyboard.press("ArrowDown");
    assert.equal(await marked(), "search-option-1");
    assert.equal(await page.locator("#search-option-1").getAttribute("aria-selected"), "true");
    await page.keyboard.press("ArrowDown");
    assert.equal(await marked(), "search-option-0");
    await page.keyboard.press("ArrowUp");
    await page.keyboard.press("Enter");
    await eventually(async () => fragment(page), `#/address/${FRIENDLY}`);
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
    await eventually(async () => fragment(page), "#/address/");
    await eventually(() => page.locator("#address-input").inputValue(), "/");
  });

  visit("text typed before the search module has loaded is not lost", async (page) => {
    let go;
    const held = new Promise((done) => (go = done));
    await page.route(/search-box|shared\/.*\.js/, async (route) => {
      await held;
      await route.continue();
    });
    await page.goto(`${started.stack.url}/#/`, { waitUntil: "commit" });
    await page.locator("#search-input").waitFor();
    go();
    await alive(page);
    await page.keyboard.press("/");
    await page.keyboard.type("5");
    await page.keyboard.press("Enter");
    await eventually(async () => fragment(page), "#/block/5");
  });
});

/** 24 words of the list that are not a phrase, because the checksum is wrong. */
const PHRASE = Array.from({ length: 12 }, (_, at) => ["abandon", "zebra"].map((word) => `${at}. ${word}`)).flat();
const WARNING = /^This looks like a recovery phrase\./;

describe("secrets in the search", () => {
  /** The places where a page could keep the field's text: URL, title, entries of the history, and both stores. */
  const left = (page) =>
    page.evaluate(() => ({
      url: location.href,
      title: document.title,
      stores: JSON.stringify([{ ...localStorage }, { ...sessionStorage }]),
      entries: history.length,
    }));

  visit("a recovery phrase gets a warning instead of results, and is stored nowhere", async (page) => {
    const requests = [];
    page.on("request", (request) => requests.push(`${request.url()} ${request.postData() ?? ""}`));
    await open(page);
    const { entries } = await left(page);
    await page.evaluate((text) => navigator.clipboard.writeText(text), PHRASE.join("\n"));
    await page.locator("#search-input").focus();
    await page.keyboard.press("Control+V");
    const warned = (id) =>
      eventually(
        () =>
          page
            .locator(id)
            .textContent()
            .then((text) => WARNING.test(text)),
        true,
      );
    await warned("#search-list");
    assert.deepEqual(await offers(page), []);
    await page.keyboard.press("Enter");
    await warned("#search-list");
    assert.equal((await left(page)).entries, entries);
    assert.equal(fragment(page), "#/");

    for (const [view, input, message] of [
      ["address", "#address-input", "#address-message"],
      ["account", "#account-input", "#account-message"],
      ["trace", "#trace-input", "#trace-message"],
      ["chain", "#lookup-input", "#lookup-message"],
    ]) {
      await open(page, `#/${view}/`);
      if (view === "chain") await page.evaluate(() => document.querySelector("#lookup").setAttribute("open", ""));
      const before = (await left(page)).entries;
      await page.locator(input).fill(PHRASE.join(" "));
      await page.locator(input).press(view === "address" ? "End" : "Enter");
      await warned(message);
      if (view === "address") await page.locator(input).blur();
      assert.equal(fragment(page), `#/${view}/`);
      assert.equal((await left(page)).entries, before, view);
    }
    // A link from an older version, which contains a phrase.
    await open(page, `#/address/${encodeURIComponent(PHRASE.join(" "))}`);
    await warned("#address-message");
    assert.equal(fragment(page), "#/address/");
    for (const [what, text] of Object.entries({ ...(await left(page)), requests: requests.join(" ") }))
      assert.doesNotMatch(String(text), /abandon|zebra/, what);
  });

  visit("only a hash that is found is remembered", async (page) => {
    const { transactions } = await (await fetch(`${started.stack.url}/api/v3/transactions?limit=1`)).json();
    const known = Buffer.from(transactions[0].hash, "base64").toString("hex");
    await open(page);
    await find(page, HEX);
    await page.keyboard.press("Enter");
    await eventually(
      () =>
        page
          .locator("#trace-message")
          .textContent()
          .then((text) => /with this hash/.test(text)),
      true,
    );
    assert.equal(fragment(page), "#/trace/");
    const { title, stores } = await left(page);
    assert.doesNotMatch(title + stores, new RegExp(HEX.slice(0, 12)));
    // The text stays in the field, for a retry.
    assert.equal(await page.locator("#trace-input").inputValue(), HEX);

    await find(page, HEX);
    await page.locator("#search-list .search-option").nth(1).click();
    await eventually(async () => fragment(page), "#/account/");
    assert.doesNotMatch((await left(page)).stores, new RegExp(HEX.slice(0, 12), "i"));

    await find(page, known);
    await page.keyboard.press("Enter");
    await eventually(async () => (await left(page)).stores.includes(known), true);
    assert.match(fragment(page), /^#\/trace\/./);
  });

  visit("a text without an address stays only in the field", async (page) => {
    await open(page, "#/address/");
    await page.locator("#address-input").fill("hunter2 is my password");
    await page.locator("#address-input").blur();
    assert.equal(fragment(page), "#/address/");
    await page.locator("#address-input").fill(`${FRIENDLY} and more`);
    await page.locator("#address-input").blur();
    await eventually(async () => fragment(page).includes(FRIENDLY), true);
    await open(page, "#/account/");
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
    assert.equal(fragment(page), "#/account/");
  });
});

describe("the last searches", () => {
  visit("the last searches are offered on this device until they are cleared", async (page) => {
    await open(page);
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
    await eventually(async () => fragment(page), "#/block/5");
    await page.reload();
    await page.locator("#search-input").focus();
    await eventually(() => offers(page), ["5"]);
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await eventually(async () => fragment(page), "#/block/5");
    await page.locator("#search-input").focus();
    await page.getByRole("button", { name: "Clear" }).click();
    await eventually(() => offers(page), []);
    assert.equal(await page.evaluate(() => localStorage.getItem("ton-edge:searches")), "[]");
  });

  visit("broken or blocked storage does not hinder the search", async (page) => {
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
    await open(page);
    await page.locator("#search-input").focus();
    await eventually(() => offers(page), ["<img src=x>"]);
    assert.equal(await page.locator("#search-list img").count(), 0);
    await page.evaluate(() => localStorage.setItem("ton-edge:searches", "{nonsense"));
    await page.locator("#main").focus();
    await page.locator("#search-input").focus();
    await eventually(() => offers(page), []);
  });
});

for (const [colorScheme, width] of /** @type {const} */ ([
  ["light", 390],
  ["dark", 1440],
]))
  visit(
    `axe finds nothing in the search, and its controls have room for a finger: ${colorScheme}, ${width} px`,
    async (page) => {
      await open(page);
      await page.locator("#search-input").tap();
      await find(page, FRIENDLY);
      await eventually(() => offers(page).then((all) => all.length), 2);
      assert.deepEqual(await axe(page), []);
      assert.deepEqual(await poor(page), []);
      await page.locator("#search-option-0").tap();
      await eventually(async () => fragment(page), `#/account/${FRIENDLY}`);
    },
    { colorScheme, viewport: { width, height: 844 }, hasTouch: true },
  );
