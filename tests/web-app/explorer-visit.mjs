// What the tests of the explorer share: the stack before the local chain, and the ways about the view.

import { startStack } from "../helpers/stack.mjs";
import { alive, eventually, standing, visitor } from "./visit.mjs";

/** Starts what the tests of a file need; call it once, at the top. The gateway keeps answers and tells of limits, as in production. */
export function explorer() {
  const place = standing(() =>
    startStack({
      upstream: "devnet",
      devnet: { world: "small", clock: 1000 },
      bindings: { CACHE: "memory", LIMIT_KEYLESS: "1000" },
    }),
  );
  return {
    visit: visitor(() => place),
    stack: () => place.stack,
    async open(page, fragment = "#/explorer/") {
      await page.goto(`${place.stack.url}/${fragment}`);
      await alive(page);
    },
    /** Requests that the service has seen since it had seen `from`. */
    seenSince: (from) => place.stack.own.requests.slice(from).map(({ method, url }) => `${method} ${url}`),
  };
}

/** Another operation of the open page. */
export async function go(page, id, query = "") {
  await page.evaluate((hash) => {
    location.hash = hash;
  }, `#/explorer/${id}${query}`);
  await page.locator(`#explorer-title[data-id="${id}"]`).waitFor();
}

export const fragment = (page) => new URL(page.url()).hash;
export const text = (page, id) => page.locator(`#explorer-${id}`).textContent();
export const field = (page, name) => page.locator(`#explorer-field-${name}`);
export const press = (page, name) => page.locator(`#explorer-${name}`).click();
export const focused = (page) => page.evaluate(() => document.activeElement.id);
export const answered = (page, status = 200) =>
  eventually(async () => (await text(page, "status")).slice(0, 10), `Status ${status}`);
export const leaves = (page) => page.locator("#explorer-answer .tree").textContent();
export const tab = (page, name) => page.getByRole("tab", { name, exact: true }).click();
/** What no literal, query or element may take for its own. */
export const HOSTILE = `it's "$HOME" \`id\` \\ \\n <img src=x onerror=alert(1)> é💎 %41 ${"\u2028"}!`;
