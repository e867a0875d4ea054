// Behaviour that all views share, in headless Chromium: the web app served by the gateway in workerd, in front of the replay upstream. Each
// view has its own tests in this folder.

import assert from "node:assert/strict";
import { describe } from "node:test";

import { startStack } from "../helpers/stack.mjs";
import { FORMS, forms, HEX, type } from "./address-forms.mjs";
import { VIEWS } from "./views.mjs";
import {
  alive,
  appear,
  EMPTY_ACCOUNT,
  eventually,
  faint,
  fits,
  focused,
  fragment,
  list,
  poor,
  shown,
  standing,
  visitor,
} from "./visit.mjs";

const started = standing(() => startStack());

const visit = visitor(() => started);

/** Opens a view or a URL, and waits until the web app has started. */
const open = async (page, fragment = "#/address/") => {
  await page.goto(fragment.startsWith("http") ? fragment : `${started.stack.url}/${fragment}`);
  await alive(page);
};

describe("URLs of the web app", () => {
  visit("text in a URL is never markup", async (page) => {
    const text = "<img/src=x/onerror=alert(1)><script>alert(2)</script>";
    // The test sends no response: recordings lack the first reads of some views, and the browser would report a 404.
    await page.route("**/api/**", () => {});
    for (const view of VIEWS) {
      await open(page, `#/${view.name}/${encodeURIComponent(text)}`);
      assert.equal(await page.locator("main img, main script").count(), 0, view.name);
    }
  });

  visit("the URL restores what is shown", async (page) => {
    await open(page);
    await type(page, FORMS.raw);
    await eventually(async () => fragment(page), `#/address/${FORMS.raw}`);
    const shared = page.url();
    await page.goto("about:blank");
    await open(page, shared);
    assert.deepEqual(await forms(page), FORMS);
    await page.reload();
    await alive(page);
    assert.deepEqual(await forms(page), FORMS);
  });

  visit("base64 with + and /, a space and a lone % are preserved in the URL", async (page) => {
    await open(page);
    const address = "EQCfJ619tsWMv+JMA741dmIJ3KApK7fkVIL4tZEvoRvzAGpu";
    const odd = ["a b", "100%", "a/b?rows=3#c", "ü💎"];
    const reloaded = async (text) => {
      await type(page, text);
      await page.waitForTimeout(500);
      await page.reload();
      await alive(page);
      return page.locator("#address-input").inputValue();
    };
    for (const text of [FORMS["bounceable b64"], address, ...odd.map((text) => `${address} ${text}`)])
      assert.equal(await reloaded(text), text);
    // A text without an address may be a secret: the URL contains no part of it.
    assert.equal(await reloaded(odd.join(" ")), "");
    // This URL was written by hand.
    await open(page, "#/address/100%");
    assert.equal(await page.locator("#address-input").inputValue(), "100%");
  });

  visit("Back returns to the previous content, not to every keystroke", async (page) => {
    await open(page, "#/address/");
    await page.locator("#address-input").pressSequentially(FORMS["bounceable b64url"]);
    await page.locator("#address-to-account").click();
    await eventually(async () => fragment(page), `#/account/${FORMS["bounceable b64url"]}`);
    await eventually(() => page.locator("#view-address").isVisible(), false);
    await list(page, "ended");
    assert.match(await page.title(), / · Account · ton-edge$/);
    // Opens a link to another account, as in any view.
    await page.evaluate((hash) => {
      location.hash = hash;
    }, `#/account/${started.stack.busiest}`);
    await shown(page, 10);

    await page.goBack();
    await eventually(() => page.locator("#account-input").inputValue(), FORMS["bounceable b64url"]);
    await page.goBack();
    await eventually(() => page.locator("#view-account").isVisible(), false);
    await eventually(() => page.locator("#address-input").inputValue(), FORMS["bounceable b64url"]);
    assert.deepEqual(await forms(page), FORMS);
    await page.goBack();
    assert.equal(page.url(), "about:blank");
    await page.goForward();
    await eventually(() => page.locator("#address-input").inputValue(), FORMS["bounceable b64url"]);
  });

  visit("a URL without a view opens the first view, and a URL with an unknown view says so", async (page) => {
    await page.route("**/api/**", () => {});
    for (const [hash, view] of [
      ["", "home"],
      ["#", "home"],
      ["#/", "home"],
      ["#/testnet/", "home"],
      ["#/nothing/here", "missing"],
      ["#main", "missing"],
      ["#/not-a-view", "missing"],
    ]) {
      await page.goto("about:blank");
      await open(page, hash);
      assert.equal(await page.locator(`#view-${view}`).isVisible(), true, hash);
    }
    assert.equal(await page.locator("#missing-heading").textContent(), "This view does not exist");
    await page.locator("#view-missing a", { hasText: "Address inspector" }).click();
    await eventually(() => page.locator("#view-address").isVisible(), true);
    await page.unroute("**/api/**");
    for (const rows of ["0", "-3", "7", "1e9", "x"]) {
      await open(page, `#/account/${EMPTY_ACCOUNT}?rows=${rows}`);
      await list(page, "ended");
    }
  });

  visit("skipping to the content keeps the view", async (page) => {
    await open(page, "#/account/");
    await page.keyboard.press("Tab");
    assert.equal(await focused(page), "skip");
    await page.keyboard.press("Enter");
    assert.equal(await focused(page), "main");
    assert.equal(fragment(page), "#/account/");
    await page.keyboard.press("Tab");
    assert.equal(await focused(page), "account-input");
  });
});

/** States of the views whose appearance is tested. */
const LOOKS = {
  "an address": async (page) => open(page, `#/address/${FORMS.raw}`),
  "a fault": async (page) => open(page, `#/address/${FORMS.raw.replace("A", "!")}`),
  "a hash": async (page) => open(page, `#/address/${HEX}`),
  async transactions(page) {
    await open(page, `#/account/${started.stack.busiest}`);
    await shown(page, 5);
  },
  "a faulty account": async (page) => open(page, "#/account/EQnonsense"),
  async "a failure"(page, expectedMessages) {
    expectedMessages.push(/status of 500/);
    started.stack.own.faults.add("status=500", { path: "/api/v3/transactions" });
    await open(page, `#/account/${started.stack.busiest}`);
    await list(page, "failed");
  },
};

describe("appearance of the views", () => {
  for (const [name, show] of Object.entries(LOOKS))
    visit(
      `${name}: every text is legible, nothing scrolls sideways, and controls have room for a finger`,
      async (page, expectedMessages) => {
        await show(page, expectedMessages);
        for (const colorScheme of /** @type {const} */ (["light", "dark"])) {
          await appear(page, colorScheme, { width: 1000, height: 800 });
          // Colours take a moment to change where the pointer or the focus was before.
          await eventually(() => page.evaluate(faint), []);
          const back = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
          const [red] = back.match(/\d+/g).map(Number);
          assert.ok(colorScheme === "dark" ? red < 60 : red > 200, `${name}: ${back}`);
        }
        for (const width of [320, 375, 1600]) {
          await appear(page, "light", { width, height: 640 });
          await eventually(() => fits(page), "fits");
          if (width === 320) assert.deepEqual(await poor(page), [], name);
        }
      },
    );
});

describe("the web app without WebAssembly", () => {
  for (const [view, field] of [
    ["address", "#address-message"],
    ["account", "#account-message"],
  ]) {
    visit(`the ${view} view says that WebAssembly is missing`, async (page) => {
      await page.addInitScript(() => delete globalThis.WebAssembly);
      await open(page, `#/${view}/${FORMS.raw}`);
      assert.match(await page.locator(field).textContent(), /^This browser blocks WebAssembly.*Code wasm_unavailable$/);
    });
  }
});
