// Helpers of the explorer's tests: the stack in front of the local chain, and steps through the view.

import { startStack } from "../helpers/stack.mjs";
import { alive, eventually, standing, visitor } from "./visit.mjs";

/**
 * Starts everything that a file's tests need; call it once at the top level. The gateway caches and sends rate limit headers, as in
 * production.
 */
export function explorer() {
  const started = standing(() =>
    startStack({
      upstream: "devnet",
      devnet: { world: "small", clock: 1000 },
      bindings: { TON_EDGE_CACHE_ADAPTER: "memory", TON_EDGE_LIMITS_KEYLESS: "1000" },
    }),
  );
  return {
    visit: visitor(() => started),
    stack: () => started.stack,
    async open(page, fragment = "#/explorer/") {
      await page.goto(`${started.stack.url}/${fragment}`);
      await alive(page);
    },
    /** Requests that the upstream received after the first `from` ones. */
    seenSince: (from) => started.stack.own.requests.slice(from).map(({ method, url }) => `${method} ${url}`),
  };
}

/** Shows another operation in the open view. */
export async function go(page, id, query = "") {
  await page.evaluate((hash) => {
    location.hash = hash;
  }, `#/explorer/${id}${query}`);
  await page.locator(`#explorer-title[data-id="${id}"]`).waitFor();
}

export const fragment = (page) => new URL(page.url()).hash;
export const text = (page, id) => page.locator(`#explorer-${id}`).textContent();
export const field = (page, name) => page.locator(`#explorer-field-${name}`);
/** Opens the folded parameters if there are any. */
export const unfold = (page) =>
  page.locator("#explorer-form").evaluate((form) => {
    const folded = form.querySelector("details");
    if (folded) folded.open = true;
  });
export const press = (page, name) => page.locator(`#explorer-${name}`).click();
/** Sends the message after the page's question. The page ignores presses right after the question appears: confirmation.js. */
export async function pressReally(page) {
  await page.locator("#explorer-really").waitFor();
  await page.waitForTimeout(750);
  await press(page, "really");
}
export const focused = (page) => page.evaluate(() => document.activeElement.id);
export const responded = (page, status = 200) =>
  eventually(async () => (await text(page, "status")).slice(0, 10), `Status ${status}`);
export const leaves = (page) => page.locator("#explorer-response .tree").textContent();
export const tab = (page, name) => page.getByRole("tab", { name, exact: true }).click();
/** A value that tries to break out of literals, queries and elements. */
export const HOSTILE = `it's "$HOME" \`id\` \\ \\n <img src=x onerror=alert(1)> é💎 %41 ${"\u2028"}!`;
