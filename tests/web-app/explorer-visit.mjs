// Helpers of the explorer's tests: the stack in front of the local chain, and steps through the view.

import { startStack } from "../helpers/stack.mjs";
import { waitForApp, eventually, setUpFixture, createPageTest } from "./visit.mjs";

/**
 * Starts everything that a file's tests need; call it once at the top level. The gateway caches and sends rate limit headers, as in
 * production.
 */
export function setUpExplorer() {
  const fixture = setUpFixture(() =>
    startStack({
      upstream: "devnet",
      devnet: { world: "small", clock: 1000 },
      bindings: { TON_EDGE_CACHE_ADAPTER: "memory", TON_EDGE_LIMITS_KEYLESS: "1000" },
    }),
  );
  return {
    testPage: createPageTest(() => fixture),
    stack: () => fixture.stack,
    async openPage(page, fragment = "#/explorer/") {
      await page.goto(`${fixture.stack.url}/${fragment}`);
      await waitForApp(page);
    },
    /** Requests that the upstream received after the first `from` ones. */
    seenSince: (from) => fixture.stack.own.requests.slice(from).map(({ method, url }) => `${method} ${url}`),
  };
}

/** Shows another operation in the open view. */
export async function goToOperation(page, id, query = "") {
  await page.evaluate((hash) => {
    location.hash = hash;
  }, `#/explorer/${id}${query}`);
  await page.locator(`#explorer-title[data-id="${id}"]`).waitFor();
}

export const readFragment = (page) => new URL(page.url()).hash;
export const readText = (page, id) => page.locator(`#explorer-${id}`).textContent();
export const findField = (page, name) => page.locator(`#explorer-field-${name}`);
/** Opens the folded parameters if there are any. */
export const openFoldedParameters = (page) =>
  page.locator("#explorer-form").evaluate((form) => {
    const foldedParameters = form.querySelector("details");
    if (foldedParameters) foldedParameters.open = true;
  });
export const pressButton = (page, name) => page.locator(`#explorer-${name}`).click();
/** Sends the message after the page's question. The page ignores presses right after the question appears: confirmation.js. */
export async function confirmSending(page) {
  await page.locator("#explorer-really").waitFor();
  await page.waitForTimeout(750);
  await pressButton(page, "really");
}
export const readFocusedId = (page) => page.evaluate(() => document.activeElement.id);
export const waitForStatus = (page, status = 200) =>
  eventually(async () => (await readText(page, "status")).slice(0, 10), `Status ${status}`);
export const readTree = (page) => page.locator("#explorer-response .tree").textContent();
export const clickTab = (page, name) => page.getByRole("tab", { name, exact: true }).click();
/** A value that tries to break out of literals, queries and elements. */
export const HOSTILE_TEXT = `it's "$HOME" \`id\` \\ \\n <img src=x onerror=alert(1)> é💎 %41 ${"\u2028"}!`;
