// The page before the app runs: index.html alone has the styles, the theme and the files of the view.

import assert from "node:assert/strict";

import { matchHashedFile } from "../helpers/hashed-file.mjs";
import { startStack } from "../helpers/stack.mjs";
import { createPageTest, setUpFixture } from "./visit.mjs";

const fixture = setUpFixture(() => startStack());
const testPage = createPageTest(() => fixture);

/** Opens a view whose app does not load until the returned function is called. */
async function openWithoutApp(page, fragment) {
  let continueApp;
  const appIsWanted = new Promise((resolve) => {
    continueApp = resolve;
  });
  await page.route(matchHashedFile("app/app.js"), async (route) => {
    await appIsWanted;
    await route.continue();
  });
  await page.goto(`${fixture.stack.url}/${fragment}`, { waitUntil: "commit" });
  await page.locator("footer").waitFor({ state: "attached" });
  return continueApp;
}

testPage("the first paint has the chosen theme and styles, and needs no other file", async (page) => {
  await page.addInitScript(() => localStorage.setItem("ton-edge:theme", "dark"));
  const continueApp = await openWithoutApp(page, "#/address/");
  const [red, sheets] = await page.evaluate(() => [
    Number(/\d+/.exec(getComputedStyle(document.body).backgroundColor)?.[0]),
    document.querySelectorAll("link[rel=stylesheet]").length,
  ]);
  assert.ok(red > 0 && red < 40, `${red} of red in the background`);
  assert.equal(sheets, 0);
  assert.ok(await page.locator("#nav-address").isVisible());
  continueApp();
  await page.locator("#address-input").waitFor();
});

testPage(
  "a Russian visitor sees no English text before the translation",
  async (page) => {
    const continueApp = await openWithoutApp(page, "#/address/");
    for (const selector of ["#nav-address", "#search-input", "#boot", "footer"])
      assert.equal(await page.locator(selector).isVisible(), false, selector);
    assert.ok(await page.locator(".brand").isVisible());
    continueApp();
    await page.locator("#nav-address", { hasText: "Адрес" }).waitFor();
  },
  { locale: "ru-RU" },
);

testPage("the files of the view that the URL names are requested before the app runs", async (page) => {
  const requestedPaths = [];
  page.on("request", (request) => requestedPaths.push(new URL(request.url()).pathname));
  const continueApp = await openWithoutApp(page, "#/testnet/chain/");
  for (const source of ["chain/view.js", "chain/chain.css", "ton-edge/client.js"])
    await page.waitForFunction(
      (pattern) => performance.getEntriesByType("resource").some(({ name }) => new RegExp(pattern).test(name)),
      matchHashedFile(source).source,
    );
  assert.ok(!requestedPaths.some((path) => matchHashedFile("home/view.js").test(path)));
  continueApp();
  await page.locator("#chain-heading").waitFor();
});
