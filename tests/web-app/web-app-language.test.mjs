// Tests the languages: the catalogue is complete and has no unused entry; translated views have no text outside of it, and no English text
// in Russian; no text is cut or overlaps another; the browser stores the choice.

import assert from "node:assert/strict";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, test } from "node:test";
import { fileURLToPath } from "node:url";

import { VIEWS } from "../../www/app/views.js";
import { BODY_DOCS, METHOD_DOCS } from "../../www/contract/table-docs.js";
import { MESSAGES as CONTRACT_MESSAGES } from "../../www/messages/ru-contract.js";
import { MESSAGES as MAIN_MESSAGES } from "../../www/messages/ru.js";
import { HINTS } from "../../www/shared/error-hints.js";
import { TRANSLATED_VIEWS } from "../../www/shared/messages.js";
import { BODY_EXIT_CODES, GET_METHODS, ROWS } from "../../pkg/dist/schemas.js";
import { EXIT_CODES, RESULT_CODES } from "../../pkg/dist/vm-codes.js";
import { MEANINGS } from "../../pkg/lib/sentences/action-table.js";
import { writeSentence } from "../../pkg/lib/sentences/write-sentence.js";
import { startStack } from "../helpers/stack.mjs";
import { waitForSummary } from "./account-visit.mjs";
import { findFaults } from "./geometry.mjs";
import { findKeys } from "./message-keys.mjs";
import "../helpers/site-imports.mjs";
import {
  waitForApp,
  changeAppearance,
  assertLooks,
  eventually,
  describeFit,
  setUpFixture,
  createPageTest,
} from "./visit.mjs";

const { KINDS } = await import("../../www/activity/kinds.js");
const { BEGINNINGS } = await import("../../www/activity/translate-words.js");
const { listBodies } = await import("../../www/contract/standards.js");
const { toTitle } = await import("../../www/shared/format-title.js");

const MESSAGES = { ...MAIN_MESSAGES, ...CONTRACT_MESSAGES };
const WWW_FOLDER = fileURLToPath(new URL("../../www/", import.meta.url));
const SENTENCES_FOLDER = fileURLToPath(new URL("../../pkg/lib/sentences/", import.meta.url));
const fixture = setUpFixture(() => startStack({ upstream: "devnet", devnet: { world: "small" } }));
const testPage = createPageTest(() => fixture);

/** The sources in a folder, without the catalogues. */
async function readSources(folder) {
  const paths = (await readdir(folder, { recursive: true })).filter(
    (path) => /\.(js|html)$/.test(path) && !path.startsWith("messages/"),
  );
  return Object.fromEntries(
    await Promise.all(paths.map(async (path) => [path, await readFile(join(folder, path), "utf8")])),
  );
}

/** The texts of markup: between tags, and of attributes that visitors see. */
function findMarkupTexts(html) {
  const body = html
    .replace(/<!--.*?-->|<head>.*?<\/head>|<(code|kbd|pre|noscript)\b.*?<\/\1>/gs, "\n<i>\n")
    .replace(/&amp;/g, "&");
  const texts = [...body.matchAll(/>([^<>]+)</g), ...body.matchAll(/\s(?:aria-label|placeholder|title)="([^"]+)"/g)];
  return texts.map(([, text]) => text.trim().replace(/\s+/g, " ")).filter((text) => /\p{L}{2}/u.test(text));
}
/** Names that are the same in every language. */
const UNTRANSLATED_TEXTS = new Set(["ton-edge", "npm", "/api/v2", "/api/v3", "CSV", "JSON"]);

/** The templates of the sentences about actions, in their neutral form. */
function listTemplates() {
  const templates = new Set();
  const translate = (text) => {
    if (/\p{L}/u.test(text)) templates.add(text);
    return text;
  };
  const page = {
    book: {},
    metadata: { "0:AA": { token_info: [{ type: "jetton_masters", is_scam: true }] } },
    translate,
  };
  const amounts = ["", "0:AA", "0:BB", "currency:7", "TON"].map((asset) => ({
    sign: "",
    side: "gives",
    units: "5",
    asset,
  }));
  for (const meaning of [...Object.keys(MEANINGS), "nft_purchase", "new_thing"]) {
    const hasActor = (MEANINGS[meaning]?.actor ?? []).length > 0;
    for (const status of ["done", "failed", "pending", "unknown"])
      for (const [kind, unknown, names] of /** @type {[string, boolean, Record<string, string>?][]} */ ([
        ["domain", false],
        ["nft", true],
        ["nft", false, { other: "several accounts", item: "several NFTs" }],
      ]))
        writeSentence(
          /** @type {any} */ ({
            type: meaning,
            meaning,
            kind,
            status,
            role: 2,
            hasActor,
            from: `0:${"A".repeat(64)}`,
            to: `0:${"A".repeat(64)}`,
            item: unknown ? undefined : `0:${"B".repeat(64)}`,
            words: [],
            amounts: unknown ? amounts.map((amount) => ({ ...amount, units: null })) : amounts,
          }),
          { ...page, names },
        );
  }
  return [...templates].filter((text) => text !== "NFT");
}

/** The messages that are not in the calls, but in tables. */
function listTables() {
  const removeQuotes = (text) => text.replaceAll("`", "");
  const addUnit = (text) =>
    removeQuotes(text)
      .replace(/^Nanocoins for/, "For")
      .replace(/, without (its|the) decimals/, "");
  const { own: ownBodies, others: otherBodies } = listBodies([]);
  return [
    ...KINDS.map(({ label }) => label),
    ...BEGINNINGS.map((text) => `${text} {value}`),
    ...Object.values(MEANINGS).flatMap(({ titles }) => titles),
    ...["to", "from", "by", "on", "refund", "wallet", "site", "next resolver", "storage", "text", "Unknown action"],
    ...HINTS.values(),
    ...Object.values(EXIT_CODES),
    ...Object.values(RESULT_CODES),
    ...Object.values(BODY_EXIT_CODES)
      .flatMap(Object.values)
      .flatMap((text) => [text, text.replace("'", "’")]),
    ...["add_extension", "remove_extension", "set_signature_allowed"].map(toTitle),
    ...ROWS.flatMap(([name, , fields]) => [toTitle(name), ...fields.map(([field]) => toTitle(field))]),
    ...Object.entries(GET_METHODS).flatMap(([method, [names, results]]) => [
      ...names.map(([name]) => toTitle(name)),
      ...results.map(([name]) => toTitle(name === "" ? method.replace(/^get_/, "") : name)),
    ]),
    ...Object.values(METHOD_DOCS).flatMap(([doc, , names, results]) => [
      removeQuotes(doc),
      ...names.map(removeQuotes),
      ...results.flatMap((text) => [
        removeQuotes(text),
        removeQuotes(text).replace(/, without (its|the) decimals/, ""),
      ]),
    ]),
    ...[...ownBodies, ...otherBodies].flatMap((type) => [
      removeQuotes(BODY_DOCS[type][0]),
      ...BODY_DOCS[type][2].map((text) => (/^Nanocoins/.test(text) ? addUnit(text) : removeQuotes(text))),
    ]),
  ];
}

describe("the Russian catalogue", () => {
  test("every message has an entry, and every entry is used", async () => {
    const sources = await readSources(WWW_FOLDER);
    const expectedKeys = new Set([...listTables(), ...listTemplates()]);
    for (const [path, source] of Object.entries(sources)) {
      if (!path.endsWith(".js")) continue;
      for (const key of findKeys(path, source)) expectedKeys.add(key);
      for (const [, noun] of source.matchAll(/\bone: "(\w+)"/g))
        for (const key of [`${noun}s`, `{count} ${noun}s`]) expectedKeys.add(key);
    }
    const folders = VIEWS.filter(({ name }) => TRANSLATED_VIEWS.includes(name)).map(
      ({ name, folder = name }) => folder,
    );
    for (const path of ["index.html", ...folders.map((folder) => `${folder}/view.html`)])
      for (const text of findMarkupTexts(sources[path])) if (!UNTRANSLATED_TEXTS.has(text)) expectedKeys.add(text);
    for (const { name, title, label, nav } of VIEWS) {
      if (TRANSLATED_VIEWS.includes(name)) expectedKeys.add(title);
      if (nav !== false) expectedKeys.add(label);
    }
    assert.deepEqual(
      [...expectedKeys].filter((key) => !Object.hasOwn(MESSAGES, key)),
      [],
      "without an entry",
    );
    const allSources = Object.values({ ...sources, ...(await readSources(SENTENCES_FOLDER)) })
      .join("\n")
      .replace(/\s+/g, " ");
    assert.deepEqual(
      Object.keys(MESSAGES).filter((key) => !expectedKeys.has(key) && !allSources.includes(key)),
      [],
      "unused",
    );
  });

  test("every entry is in one file, and is Russian unless it only has names and placeholders", () => {
    assert.deepEqual(
      Object.keys(CONTRACT_MESSAGES).filter((key) => Object.hasOwn(MAIN_MESSAGES, key)),
      [],
    );
    for (const [key, message] of Object.entries(MESSAGES))
      for (const text of Object.values(typeof message === "object" ? message : { message }))
        assert.ok(
          /\p{Script=Cyrillic}/u.test(text) ||
            text
              .replaceAll(/\{\w+\}/g, "")
              .split(/\P{L}+/u)
              .every((word) => word === "" || NAME_WORDS.has(word)),
          `${key}: ${text}`,
        );
  });

  test("every entry has the placeholders of its key, and all plural forms of Russian", () => {
    const listPlaceholders = (text) => [...text.matchAll(/\{\w+\}/g)].map(String).sort();
    const { pluralCategories } = new Intl.PluralRules("ru").resolvedOptions();
    for (const [key, message] of Object.entries(MESSAGES)) {
      if (typeof message === "object") assert.deepEqual(Object.keys(message).sort(), pluralCategories.toSorted(), key);
      for (const text of Object.values(typeof message === "object" ? message : { message })) {
        assert.deepEqual(listPlaceholders(text), listPlaceholders(key), key);
        assert.notEqual(text.trim(), "", key);
      }
    }
  });
});

/** Words in Latin letters that Russian texts contain: names, units and forms that are the same in every language. */
const NAME_WORDS = new Set(
  (
    "TON NFT API api ton base Base url BoC hex Hex base64 base64url Base64 Base64url SHA XOR UTF CRC QR SVG PNG CSV JSON DNS SBT ID Id VM RUNVM StateInit Seqno seqno " +
    "catchain Edge Coin Connect sendTransaction testnet mainnet Testnet Mainnet English edge npm dedust tonstakers coffee tonco EVAA JVault LayerZero Cocoon " +
    "tgBTC EDGE highload beta uri null wallet get client resolve numerator denominator TEP Enter Get bounceable non UTC HTTP URL WebAssembly " +
    "IndexedDB TypeError Tether USD v2 v3 nft content data individual Ed25519 Unix Center"
  ).split(" "),
);

const chooseLanguage = (page, language) =>
  page.addInitScript((name) => {
    // An empty page has no storage.
    if (location.protocol !== "about:") localStorage.setItem("ton-edge:language", name);
  }, language);

/** The first contract of a kind on the local chain. */
const findContract = (kind) =>
  fixture.stack.own.db.get("SELECT account FROM contracts WHERE kind = ? ORDER BY id LIMIT 1", [kind]).account;
/** A trace of some transactions. */
const findTrace = () =>
  fixture.stack.own.db.get(
    "SELECT trace_id FROM traces WHERE tx_count BETWEEN 3 AND 20 ORDER BY tx_count DESC, trace_id LIMIT 1",
  ).trace_id;
const openPage = async (page, path) => {
  await page.goto("about:blank");
  await page.goto(`${fixture.stack.url}/#/${path}`);
  await waitForApp(page);
};
/** Waits until a list is complete, or has rows. */
const waitForListEnd = (page, name) =>
  page.locator(`#${name}-list:is([data-state="more"], [data-state="ended"])`).waitFor();
const ADDRESS = "EQCD39VS5jcptHL8vMjEXrzGaRcCVYto7HUn4bpAOg8xqB2N";
const HASH = "01acfdcbd0d531a2fc6bc4b3d2ff9bb5a1fc1b6ee54e48234be4bc1c3a2b1a22";

/** @typedef {[name: string, show: (page: import("playwright-core").Page) => Promise<void>]} Scene */
/** Every translated view, in the states with the most texts. @type {Scene[]} */
const VIEW_STATES = [
  [
    "home",
    async (page) => {
      await openPage(page, "");
      await page.locator("#blocks-list a").first().waitFor();
    },
  ],
  ["missing", (page) => openPage(page, "missing/")],
  [
    "account, entry",
    async (page) => {
      await openPage(page, "account/");
      await page.locator("#account-samples a").first().waitFor();
    },
  ],
  [
    "account, not an address",
    async (page) => {
      await openPage(page, "account/");
      await page.locator("#account-input").fill("EQnonsense");
      await page.keyboard.press("Enter");
      await page.locator("#account-message.bad").waitFor();
    },
  ],
  [
    "account, history",
    async (page) => {
      await openPage(page, `account/${fixture.stack.busiest}`);
      await waitForSummary(page);
      await waitForListEnd(page, "account");
      await page.locator("#account-label").click();
    },
  ],
  [
    "account, filtered history",
    async (page) => {
      await openPage(page, `account/${fixture.stack.busiest}?kind=jetton&dir=in&time=days&from=2020-01-01`);
      await waitForSummary(page);
      await page.locator('#account-list[data-state="ended"]').waitFor();
    },
  ],
  ...["tokens", "nfts", "balance"].map(
    (tab) =>
      /** @type {Scene} */ ([
        `account, ${tab}`,
        async (page) => {
          await openPage(page, `account/${fixture.stack.own.cast.wallet("bob").account}?tab=${tab}`);
          await waitForSummary(page);
          await waitForListEnd(page, { tokens: "jettons", nfts: "nfts", balance: "balance" }[tab]);
        },
      ]),
  ),
  [
    "account, unused",
    async (page) => {
      await openPage(page, `account/0:${"0".repeat(63)}1`);
      await waitForSummary(page);
      await waitForListEnd(page, "account");
    },
  ],
  [
    "account, contract",
    async (page) => {
      await openPage(page, `account/${fixture.stack.own.cast.wallet("bob").account}?tab=contract`);
      await page.locator("#contract-methods .chip", { hasText: /^seqno$/ }).click();
      await page.locator("#contract-result [data-result]").first().waitFor();
      await page.locator("#contract-body").selectOption("comment");
      await page.locator("#contract-field-text").fill("5");
      await page.locator("#contract-field-attached").fill("0.5");
      await page.locator("#contract-message button[type=submit]").first().click();
      await page.locator("#contract-link").waitFor();
      await page.locator("#contract-preview-sender").fill(fixture.stack.own.cast.wallet("alice").account);
      await page.locator("#contract-output form button[type=submit]").click();
      await page.locator("#contract-preview-result .changes").waitFor();
    },
  ],
  [
    "account, contract of a jetton",
    async (page) => {
      await openPage(page, `account/${findContract("jetton_master")}?tab=contract`);
      await page.locator("#contract-methods .chip", { hasText: /^get_wallet_address$/ }).click();
      await page.locator("#contract-arguments button[type=submit]").click();
      await page.locator("#contract-body").selectOption("jetton_transfer");
      await page.locator("#contract-field-attached").waitFor();
      await page.locator("#contract-message button[type=submit]").first().click();
    },
  ],
  [
    "yours",
    async (page) => {
      await openPage(page, `account/${fixture.stack.busiest}`);
      await waitForSummary(page);
      if ((await page.locator("#account-watch").getAttribute("aria-pressed")) === "false")
        await page.locator("#account-watch").click();
      await openPage(page, "yours/");
      await eventually(() => page.locator("#yours-watched .sum", { hasText: "TON" }).count(), 1);
    },
  ],
  ["trace, entry", (page) => openPage(page, "trace/")],
  [
    "trace, not a hash",
    async (page) => {
      await openPage(page, "trace/");
      await page.locator("#trace-input").fill("nonsense");
      await page.keyboard.press("Enter");
      await page.locator("#trace-message.bad").waitFor();
    },
  ],
  [
    "trace, unknown",
    async (page) => {
      await openPage(page, `trace/${HASH}`);
      await page.locator("#trace-message.note").waitFor();
    },
  ],
  [
    "trace",
    async (page) => {
      await openPage(page, `trace/${encodeURIComponent(findTrace())}`);
      await page.locator("#trace-tree .branch").first().waitFor();
      await page.keyboard.press("Tab");
      await page.locator("#trace-shown[data-decoded]").waitFor();
      await page.locator("#trace-tree .branch .fees").first().click();
      for (const summary of await page.locator("#trace-detail summary").all()) await summary.click();
      await page.locator("#trace-detail textarea").first().waitFor();
    },
  ],
  [
    "chain",
    async (page) => {
      await openPage(page, "chain/");
      await page.locator("#latest tr[data-hash]").first().waitFor();
    },
  ],
  [
    "chain, comparison",
    async (page) => {
      await openPage(page, `chain/${encodeURIComponent(findTrace())}`);
      await page.locator("#lookup-result [data-v2-hash]").first().waitFor();
    },
  ],
  [
    "block",
    async (page) => {
      await openPage(page, "block/5");
      await page.locator("#block-header").evaluate((element) => {
        /** @type {HTMLDetailsElement} */ (element).open = true;
      });
      await waitForListEnd(page, "block");
    },
  ],
  [
    "block, too high",
    async (page) => {
      await openPage(page, "block/2000000000");
      await page.locator("#block-message.note").waitFor();
    },
  ],
  [
    "block, not one",
    async (page) => {
      await openPage(page, "block/nonsense");
      await page.locator("#block-message.bad").waitFor();
    },
  ],
  ...["jetton", "collection", "nft"].map(
    (view) => /** @type {Scene} */ ([`${view}, entry`, (page) => openPage(page, `${view}/`)]),
  ),
  ...["jetton", "collection", "nft"].map(
    (view) =>
      /** @type {Scene} */ ([
        `${view}, unknown`,
        async (page) => {
          await openPage(page, `${view}/0:${"0".repeat(63)}1`);
          await page.locator(`#${view}-head[data-state="absent"]`).waitFor();
        },
      ]),
  ),
  ...[
    ["jetton", "holders"],
    ["jetton", "transfers"],
    ["jetton", "metadata"],
    ["collection", "items"],
    ["collection", "transfers"],
    ["nft", "transfers"],
    ["nft", "metadata"],
  ].map(
    ([view, tab]) =>
      /** @type {Scene} */ ([
        `${view}, ${tab}`,
        async (page) => {
          const kind = { jetton: "jetton_master", collection: "nft_collection", nft: "nft_item" }[view];
          await openPage(page, `${view}/${findContract(kind)}?tab=${tab}`);
          await page.locator(`#${view}-head[data-state="done"]`).waitFor();
          if (tab !== "metadata") await waitForListEnd(page, `${view}-${tab}`);
        },
      ]),
  ),
  ["address, entry", (page) => openPage(page, "address/")],
  ...[
    ["a valid one", ADDRESS],
    ["raw", `0:${"A".repeat(64)}`],
    ["a hash", HASH],
    ["a wrong checksum", ADDRESS.replace("jcpt", "jcpu")],
    ["a list", [ADDRESS, HASH, `0:${"A".repeat(64)}`, "nonsense", ADDRESS].join("\n")],
  ].map(
    ([name, text]) =>
      /** @type {Scene} */ ([
        `address, ${name}`,
        async (page) => {
          await openPage(page, "address/");
          await page.locator("#address-input").fill(text);
          await page.locator("#address-result > *").first().waitFor();
        },
      ]),
  ),
];

/** Selects data, which is the same in every language, or English with `lang`. */
const DATA_SELECTOR =
  "code, kbd, pre, noscript, bdi, .mono, time, textarea, [lang=en], .tree, .source, #account-kind, #account-interfaces, #language, .chip .kind, .token-fields dt, q, .held-name, [data-fact=requests] dd, #address-live";

describe("translated views", () => {
  /** Replaces the catalogue by one that marks every message. */
  async function usePseudoLocale(page) {
    await chooseLanguage(page, "ru");
    const markedCatalogue = Object.fromEntries(
      Object.entries(MESSAGES).map(([key, message]) => [
        key,
        typeof message === "object" ? { other: `⟦${key}⟧` } : `⟦${key}⟧`,
      ]),
    );
    await page.route(/\/ru-?[\w-]*\.js$/, (route) =>
      route.fulfill({
        contentType: "text/javascript",
        body: `export const MESSAGES = ${JSON.stringify(markedCatalogue)};`,
      }),
    );
  }

  /** The visible texts, and those of attributes, without data. */
  const readTexts = (page) =>
    page.evaluate((data) => {
      const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
      /** Sentences with links in them are one message. */
      const sentences = "#trace-title, #trace-actions li";
      const texts = [...document.querySelectorAll(sentences)]
        .filter((element) => element.checkVisibility())
        .map((element) => {
          const elementCopy = /** @type {Element} */ (element.cloneNode(true));
          for (const part of elementCopy.querySelectorAll(data)) part.remove();
          return elementCopy.textContent;
        });
      while (walker.nextNode()) {
        const parent = walker.currentNode.parentElement;
        if (parent.checkVisibility() && !parent.closest(`${data}, ${sentences}`))
          texts.push(walker.currentNode.textContent);
      }
      for (const element of document.body.querySelectorAll("[aria-label], [placeholder], [title], [aria-valuetext]"))
        if (element.checkVisibility() && !element.closest(data))
          for (const name of ["aria-label", "placeholder", "title", "aria-valuetext"])
            texts.push(element.getAttribute(name) ?? "");
      return texts;
    }, DATA_SELECTOR);

  /** The texts that no message contains. Messages may contain data, and each other. */
  function findForeign(texts) {
    const withoutMessages = (text) => {
      const innerRemoved = text.replaceAll(/⟦[^⟦⟧]*⟧/g, "");
      return innerRemoved === text ? text : withoutMessages(innerRemoved);
    };
    return texts.filter((text) => findWords(withoutMessages(text)).length > 0);
  }
  /** The words that are not names, addresses or hashes. */
  const findWords = (text) =>
    text
      .replaceAll(/“[^”]*”|https?:\/\/\S+|[\w+/=-]{12,}|[\w+/=-]*…[\w+/=-]*|\b\w*\d\w*\b/g, " ")
      .match(/\p{Script=Latin}{3,}/gu)
      ?.filter((word) => !NAME_WORDS.has(word)) ?? [];

  testPage(
    "have no text outside of the catalogue",
    async (page, expectedMessages) => {
      expectedMessages.push(/status of 404/);
      await usePseudoLocale(page);
      const foreignTextsByView = {};
      for (const [name, show] of VIEW_STATES) {
        await show(page);
        const foreignTexts = [...new Set(findForeign(await readTexts(page)))];
        if (foreignTexts.length > 0) foreignTextsByView[name] = foreignTexts;
      }
      assert.deepEqual(foreignTextsByView, {});
    },
    { timeout: 300_000 },
  );

  /** Returns the faults in the geometry of a page at the narrowest and at a usual width. */
  async function findMisfits(page) {
    const misfitTexts = [];
    for (const width of [1280, 320]) {
      await changeAppearance(page, "light", { width, height: 800 });
      await page.evaluate(() => {
        scrollTo(0, 0);
        // On a phone the panel lies over the page by design.
        const panel = document.getElementById("trace-detail");
        if (innerWidth < 1100 && panel) panel.hidden = true;
      });
      const overflowText = await describeFit(page);
      if (overflowText !== "fits") misfitTexts.push(`${width} px: the page scrolls sideways, ${overflowText}`);
      misfitTexts.push(...(await page.evaluate(findFaults)).map((fault) => `${width} px: ${fault}`));
    }
    return misfitTexts;
  }
  /** The same fault has other texts and sizes in another language. */
  const withoutTexts = (fault) => fault.replaceAll(/"[^"]*"|\d+/g, "");

  testPage(
    "no view has English text in Russian, and every text that fits in English fits in Russian",
    async (page, expectedMessages) => {
      expectedMessages.push(/status of 404/);
      const misfits = {};
      for (const [name, show] of VIEW_STATES) {
        await page.setViewportSize({ width: 1280, height: 800 });
        await show(page);
        misfits[name] = (await findMisfits(page)).map(withoutTexts);
      }
      await chooseLanguage(page, "ru");
      const misfitsByView = {};
      for (const [name, show] of VIEW_STATES) {
        await page.setViewportSize({ width: 1280, height: 800 });
        await show(page);
        const words = new Set((await readTexts(page)).flatMap(findWords));
        const faults = [
          ...[...words].map((word) => `"${word}" is English`),
          ...(await findMisfits(page)).filter((fault) => !misfits[name].includes(withoutTexts(fault))),
        ];
        if (faults.length > 0) misfitsByView[name] = faults;
      }
      assert.deepEqual(misfitsByView, {});
    },
    { timeout: 400_000 },
  );

  testPage("Russian is chosen beside the theme, kept, and shown at the same place", async (page) => {
    await page.goto(`${fixture.stack.url}/#/yours/`);
    await waitForApp(page);
    assert.equal(await page.locator("html").getAttribute("lang"), "en");
    await page.getByRole("combobox", { name: "Language" }).selectOption("ru");
    await page.locator("#yours-heading", { hasText: "Моё" }).waitFor();
    assert.equal(await page.locator("html").getAttribute("lang"), "ru");
    assert.equal(await page.title(), "Моё · ton-edge");
    await assertLooks(page, "yours in Russian");
    await page.goto(`${fixture.stack.url}/#/`);
    await page.locator("#blocks-list a").first().waitFor();
    assert.match(await page.locator("#blocks-list a").first().textContent(), /· \d+ транзакц(ия|ии|ий)/);
    await assertLooks(page, "home in Russian");
    await page.locator("#search-input").fill("5");
    await page.locator("#search-list", { hasText: "Блок мастерчейна" }).waitFor();
    // A view without a translation is English as a whole, and says so to screen readers.
    await page.goto(`${fixture.stack.url}/#/gateway/`);
    await page.locator("#gateway-health", { hasText: "Up" }).waitFor();
    assert.equal(await page.locator("#view-gateway").getAttribute("lang"), "en");
    assert.doesNotMatch(await page.locator("#view-gateway").innerText(), /[а-яё]/i);
    await page.getByRole("combobox", { name: "Язык" }).selectOption("en");
    await page.locator("#nav-yours", { hasText: "Yours" }).waitFor();
  });

  testPage(
    "the language of the browser is the default",
    async (page) => {
      await page.goto(`${fixture.stack.url}/#/missing-view/`);
      await page.locator("#missing-heading", { hasText: "Такого раздела нет" }).waitFor();
    },
    { locale: "ru-RU" },
  );
});
