// The languages: the catalogue is complete and has nothing unused; translated views have no text outside of it; the choice is kept.

import assert from "node:assert/strict";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, test } from "node:test";
import { fileURLToPath } from "node:url";

import { MESSAGES } from "../../www/messages/ru.js";
import { TRANSLATED_VIEWS } from "../../www/shared/messages.js";
import { VIEWS } from "../../www/app/views.js";
import { startStack } from "../helpers/stack.mjs";
import { known } from "./account-visit.mjs";
import { alive, assertLooks, eventually, standing, visitor } from "./visit.mjs";

const WWW = fileURLToPath(new URL("../../www/", import.meta.url));
const started = standing(() => startStack({ upstream: "devnet", devnet: { world: "small" } }));
const visit = visitor(() => started);

/** The sources of the web app, without the catalogues and the libraries. */
async function readSources() {
  const paths = (await readdir(WWW, { recursive: true })).filter(
    (path) => /\.(js|html)$/.test(path) && !path.startsWith("messages/"),
  );
  return Object.fromEntries(
    await Promise.all(paths.map(async (path) => [path, await readFile(join(WWW, path), "utf8")])),
  );
}

/** The keys of the calls in the sources: `t("…")`, `tFrame("…")`, and the last text of a call with a count. */
const findKeys = (source) => [
  ...[...source.matchAll(/\bt(?:Frame)?\(\s*"((?:[^"\\]|\\.)+)"/g)].map(([, key]) => JSON.parse(`"${key}"`)),
  ...[...source.matchAll(/\btCount(?:Frame)?\([^"]*"[^"]+",\s*"([^"]+)"/g)].map(([, key]) => key),
];

/** The texts of markup: between tags, and of attributes that visitors see. */
function findMarkupTexts(html) {
  const body = html
    .replace(/<!--.*?-->|<head>.*?<\/head>|<(code|kbd|pre|noscript)\b.*?<\/\1>/gs, "\n<i>\n")
    .replace(/&amp;/g, "&");
  const texts = [...body.matchAll(/>([^<>]+)</g), ...body.matchAll(/\s(?:aria-label|placeholder|title)="([^"]+)"/g)];
  return texts.map(([, text]) => text.trim().replace(/\s+/g, " ")).filter((text) => /\p{L}{2}/u.test(text));
}
/** Names that are the same in every language. */
const SAME = new Set(["ton-edge", "npm", "/api/v2", "/api/v3"]);

describe("the Russian catalogue", () => {
  test("every message has an entry, and every entry is used", async () => {
    const sources = await readSources();
    const wanted = new Set(Object.values(sources).flatMap(findKeys));
    for (const path of ["index.html", ...TRANSLATED_VIEWS.map((name) => `${name}/view.html`)])
      for (const text of findMarkupTexts(sources[path])) if (!SAME.has(text)) wanted.add(text);
    for (const { name, title, label, nav } of VIEWS) {
      if (TRANSLATED_VIEWS.includes(name)) wanted.add(title);
      if (nav !== false) wanted.add(label);
    }
    assert.deepEqual(
      [...wanted].filter((key) => !Object.hasOwn(MESSAGES, key)),
      [],
      "without an entry",
    );
    const all = Object.values(sources).join("\n").replace(/\s+/g, " ");
    assert.deepEqual(
      Object.keys(MESSAGES).filter((key) => !wanted.has(key) && !all.includes(key)),
      [],
      "unused",
    );
  });

  test("every entry has the placeholders of its key, and all plural forms of Russian", () => {
    const placeholders = (text) => [...text.matchAll(/\{\w+\}/g)].map(String).sort();
    const { pluralCategories } = new Intl.PluralRules("ru").resolvedOptions();
    for (const [key, message] of Object.entries(MESSAGES)) {
      if (typeof message === "object") assert.deepEqual(Object.keys(message).sort(), pluralCategories.toSorted(), key);
      for (const text of Object.values(typeof message === "object" ? message : { message })) {
        assert.deepEqual(placeholders(text), placeholders(key), key);
        assert.notEqual(text.trim(), "", key);
      }
    }
  });
});

const choose = (page, language) =>
  page.addInitScript((name) => localStorage.setItem("ton-edge:language", name), language);

describe("translated views", () => {
  /** Replaces the catalogue by one that marks every message. */
  async function usePseudoLocale(page) {
    await choose(page, "ru");
    const marked = Object.fromEntries(
      Object.entries(MESSAGES).map(([key, message]) => [
        key,
        typeof message === "object" ? { other: `⟦${key}⟧` } : `⟦${key}⟧`,
      ]),
    );
    await page.route(/\/ru-?[\w-]*\.js$/, (route) =>
      route.fulfill({ contentType: "text/javascript", body: `export const MESSAGES = ${JSON.stringify(marked)};` }),
    );
  }

  /** The visible texts, and those of attributes, that no message contains. Data has no words: addresses, numbers, code, names of networks. */
  const findForeign = (page) =>
    page.evaluate(
      (languages) => {
        const isData = (text) =>
          !/\p{L}{3}/u.test(text.replaceAll(/⟦[^⟧]*⟧/g, "")) ||
          /^([\d.,]+ TON|TON|ton-edge|npm|[EUk0][Qf][\w-]+…?[\w-]*|\/api\/v\d)$/.test(text.trim()) ||
          languages.includes(text.trim());
        const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
        const texts = [];
        while (walker.nextNode()) {
          const parent = walker.currentNode.parentElement;
          if (parent.checkVisibility() && !parent.closest("code, kbd, pre, noscript, bdi, .mono, time"))
            texts.push(walker.currentNode.textContent);
        }
        for (const element of document.body.querySelectorAll("[aria-label], [placeholder]"))
          if (element.checkVisibility())
            for (const name of ["aria-label", "placeholder"]) texts.push(element.getAttribute(name) ?? "");
        return texts.filter((text) => !isData(text));
      },
      ["English", "Русский"],
    );

  visit("have no text outside of the catalogue", async (page) => {
    await usePseudoLocale(page);
    await page.goto(`${started.stack.url}/#/account/${started.stack.busiest}`);
    await known(page);
    await page.locator("#account-watch").click();
    for (const name of TRANSLATED_VIEWS) {
      await page.goto(`${started.stack.url}/#/${name}/`);
      await page.locator(`#view-${name}`).waitFor();
      if (name === "home") await page.locator("#blocks-list a").first().waitFor();
      if (name === "yours") await eventually(() => page.locator("#yours-watched .sum", { hasText: "TON" }).count(), 1);
      assert.deepEqual(await findForeign(page), [], name);
    }
  });

  visit("Russian is chosen beside the theme, kept, and shown at the same place", async (page) => {
    await page.goto(`${started.stack.url}/#/yours/`);
    await alive(page);
    assert.equal(await page.locator("html").getAttribute("lang"), "en");
    await page.getByRole("combobox", { name: "Language" }).selectOption("ru");
    await page.locator("#yours-heading", { hasText: "Моё" }).waitFor();
    assert.equal(await page.locator("html").getAttribute("lang"), "ru");
    assert.equal(await page.title(), "Моё · ton-edge");
    await assertLooks(page, "yours in Russian");
    await page.goto(`${started.stack.url}/#/`);
    await page.locator("#blocks-list a").first().waitFor();
    assert.match(await page.locator("#blocks-list a").first().textContent(), /· \d+ транзакц(ия|ии|ий)/);
    await assertLooks(page, "home in Russian");
    await page.locator("#search-input").fill("5");
    await page.locator("#search-list", { hasText: "Блок мастерчейна" }).waitFor();
    // A view without a translation is English as a whole, and says so to screen readers.
    await page.goto(`${started.stack.url}/#/gateway/`);
    await page.locator("#gateway-health", { hasText: "Up" }).waitFor();
    assert.equal(await page.locator("#view-gateway").getAttribute("lang"), "en");
    assert.doesNotMatch(await page.locator("#view-gateway").innerText(), /[а-яё]/i);
    await page.getByRole("combobox", { name: "Язык" }).selectOption("en");
    await page.locator("#nav-yours", { hasText: "Yours" }).waitFor();
  });

  visit(
    "the language of the browser is the default",
    async (page) => {
      await page.goto(`${started.stack.url}/#/missing-view/`);
      await page.locator("#missing-heading", { hasText: "Такого раздела нет" }).waitFor();
    },
    { locale: "ru-RU" },
  );
});
