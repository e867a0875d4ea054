// Behaviour that all views share, in headless Chromium: the web app served by the gateway in workerd, in front of the replay upstream. Each
// view has its own tests in this folder.

import assert from "node:assert/strict";
import { describe } from "node:test";

import { startStack } from "../helpers/stack.mjs";
import { ADDRESS_FORMS, readForms, ACCOUNT_HEX, type } from "./address-forms.mjs";
import { VIEWS } from "./views.mjs";
import {
  waitForApp,
  changeAppearance,
  EMPTY_ACCOUNT,
  eventually,
  findLowContrastTexts,
  describeFit,
  readFocusedId,
  readFragment,
  waitForList,
  findPoorControls,
  waitForRows,
  setUpFixture,
  createPageTest,
} from "./visit.mjs";

const fixture = setUpFixture(() => startStack());

const testPage = createPageTest(() => fixture);

/** Opens a view or a URL, and waits until the web app has started. */
const openPage = async (page, fragment = "#/address/") => {
  await page.goto(fragment.startsWith("http") ? fragment : `${fixture.stack.url}/${fragment}`);
  await waitForApp(page);
};

describe("URLs of the web app", () => {
  testPage("text in a URL is never markup", async (page) => {
    const text = "<img/src=x/onerror=alert(1)><script>alert(2)</script>";
    // The test sends no response: recordings lack the first reads of some views, and the browser would report a 404.
    await page.route("**/api/**", () => {});
    for (const view of VIEWS) {
      await openPage(page, `#/${view.name}/${encodeURIComponent(text)}`);
      assert.equal(await page.locator("main img, main script").count(), 0, view.name);
    }
  });

  testPage("the URL restores what is shown", async (page) => {
    await openPage(page);
    await type(page, ADDRESS_FORMS.raw);
    await eventually(async () => readFragment(page), `#/address/${ADDRESS_FORMS.raw}`);
    const sharedUrl = page.url();
    await page.goto("about:blank");
    await openPage(page, sharedUrl);
    assert.deepEqual(await readForms(page), ADDRESS_FORMS);
    await page.reload();
    await waitForApp(page);
    assert.deepEqual(await readForms(page), ADDRESS_FORMS);
  });

  testPage("base64 with + and /, a space and a lone % are preserved in the URL", async (page) => {
    await openPage(page);
    const address = "EQCfJ619tsWMv+JMA741dmIJ3KApK7fkVIL4tZEvoRvzAGpu";
    const oddTexts = ["a b", "100%", "a/b?rows=3#c", "ü💎"];
    const readAfterReload = async (text) => {
      await type(page, text);
      await page.waitForTimeout(500);
      await page.reload();
      await waitForApp(page);
      return page.locator("#address-input").inputValue();
    };
    for (const text of [ADDRESS_FORMS["bounceable b64"], address, ...oddTexts.map((text) => `${address} ${text}`)])
      assert.equal(await readAfterReload(text), text);
    // A text without an address may be a secret: the URL contains no part of it.
    assert.equal(await readAfterReload(oddTexts.join(" ")), "");
    // A person could have written this URL.
    await openPage(page, "#/address/100%");
    assert.equal(await page.locator("#address-input").inputValue(), "100%");
  });

  testPage("Back returns to the previous content, not to every keystroke", async (page) => {
    await openPage(page, "#/address/");
    await page.locator("#address-input").pressSequentially(ADDRESS_FORMS["bounceable b64url"]);
    await page.locator("#address-to-account").click();
    await eventually(async () => readFragment(page), `#/account/${ADDRESS_FORMS["bounceable b64url"]}`);
    await eventually(() => page.locator("#view-address").isVisible(), false);
    await waitForList(page, "ended");
    assert.match(await page.title(), / · Account · ton-edge$/);
    // Opens a link to another account, as in any view.
    await page.evaluate((hash) => {
      location.hash = hash;
    }, `#/account/${fixture.stack.busiest}`);
    await waitForRows(page, 10);

    await page.goBack();
    await eventually(() => page.locator("#account-input").inputValue(), ADDRESS_FORMS["bounceable b64url"]);
    await page.goBack();
    await eventually(() => page.locator("#view-account").isVisible(), false);
    await eventually(() => page.locator("#address-input").inputValue(), ADDRESS_FORMS["bounceable b64url"]);
    assert.deepEqual(await readForms(page), ADDRESS_FORMS);
    await page.goBack();
    assert.equal(page.url(), "about:blank");
    await page.goForward();
    await eventually(() => page.locator("#address-input").inputValue(), ADDRESS_FORMS["bounceable b64url"]);
  });

  testPage("a URL without a view opens the first view, and a URL with an unknown view says so", async (page) => {
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
      await openPage(page, hash);
      assert.equal(await page.locator(`#view-${view}`).isVisible(), true, hash);
    }
    assert.equal(await page.locator("#missing-heading").textContent(), "This view does not exist");
    await page.locator("#view-missing a", { hasText: "Address inspector" }).click();
    await eventually(() => page.locator("#view-address").isVisible(), true);
    await page.unroute("**/api/**");
    for (const rows of ["0", "-3", "7", "1e9", "x"]) {
      await openPage(page, `#/account/${EMPTY_ACCOUNT}?rows=${rows}`);
      await waitForList(page, "ended");
    }
  });

  testPage("skipping to the content keeps the view", async (page) => {
    await openPage(page, "#/account/");
    await page.keyboard.press("Tab");
    assert.equal(await readFocusedId(page), "skip");
    await page.keyboard.press("Enter");
    assert.equal(await readFocusedId(page), "main");
    assert.equal(readFragment(page), "#/account/");
    await page.keyboard.press("Tab");
    assert.equal(await readFocusedId(page), "account-input");
  });
});

/** States of the views whose appearance is tested. */
const VIEW_STATES = {
  "an address": async (page) => openPage(page, `#/address/${ADDRESS_FORMS.raw}`),
  "a fault": async (page) => openPage(page, `#/address/${ADDRESS_FORMS.raw.replace("A", "!")}`),
  "a hash": async (page) => openPage(page, `#/address/${ACCOUNT_HEX}`),
  async transactions(page) {
    await openPage(page, `#/account/${fixture.stack.busiest}`);
    await waitForRows(page, 5);
  },
  "a faulty account": async (page) => openPage(page, "#/account/EQnonsense"),
  async "a failure"(page, expectedMessages) {
    expectedMessages.push(/status of 500/);
    fixture.stack.own.faults.add("status=500", { path: "/api/v3/transactions" });
    await openPage(page, `#/account/${fixture.stack.busiest}`);
    await waitForList(page, "failed");
  },
};

describe("appearance of the views", () => {
  for (const [name, show] of Object.entries(VIEW_STATES))
    testPage(
      `${name}: every text is legible, nothing scrolls sideways, and controls have room for a finger`,
      async (page, expectedMessages) => {
        await show(page, expectedMessages);
        for (const colorScheme of /** @type {const} */ (["light", "dark"])) {
          await changeAppearance(page, colorScheme, { width: 1000, height: 800 });
          // Colours take a moment to change where the pointer or the focus was before.
          await eventually(() => page.evaluate(findLowContrastTexts), []);
          const backgroundColour = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
          const [redValue] = backgroundColour.match(/\d+/g).map(Number);
          assert.ok(colorScheme === "dark" ? redValue < 60 : redValue > 200, `${name}: ${backgroundColour}`);
        }
        for (const width of [320, 375, 1600]) {
          await changeAppearance(page, "light", { width, height: 640 });
          await eventually(() => describeFit(page), "fits");
          if (width === 320) assert.deepEqual(await findPoorControls(page), [], name);
        }
      },
    );
});

describe("the web app without WebAssembly", () => {
  for (const [view, field] of [
    ["address", "#address-message"],
    ["account", "#account-message"],
  ]) {
    testPage(`the ${view} view says that WebAssembly is missing`, async (page) => {
      await page.addInitScript(() => delete globalThis.WebAssembly);
      await openPage(page, `#/${view}/${ADDRESS_FORMS.raw}`);
      assert.match(await page.locator(field).textContent(), /^This browser blocks WebAssembly.*Code wasm_unavailable$/);
    });
  }
});
