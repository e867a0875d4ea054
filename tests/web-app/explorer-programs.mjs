// Calls whose snippets the tests run as programs, and the requests that these programs must have sent.

import assert from "node:assert/strict";

import {
  findField,
  HOSTILE_TEXT,
  pressButton,
  waitForStatus,
  clickTab,
  openFoldedParameters,
} from "./explorer-visit.mjs";
import { OPERATION_IDS, OPERATION_TABLE } from "./explorer-table.mjs";

const HOSTILE_HEADER = 'it\'s "$HOME" \\ v1';

/** @typedef {{ id: string, texts: Record<string, string> }} Call `texts` of the form; the name of an account of the cast is its address */

/** @type {Call[]} */
export const CALLS = [
  { id: "v3.transactions", texts: { limit: "2", sort: "asc" } },
  { id: "v3.dns.records", texts: { domain: HOSTILE_TEXT } },
  { id: "v3.actions", texts: { limit: "1", "X-Actions-Version": HOSTILE_HEADER } },
  {
    id: "v2.jsonRPC",
    texts: { jsonrpc: "2.0", id: HOSTILE_TEXT, method: "getConfigParam", params: '{"config_id":0}' },
  },
  {
    id: "v2.runGetMethod",
    texts: { address: "alice", method: "seqno", stack: '[["num",123456789012345678901234567890]]' },
  },
  { id: "v3.decode.post", texts: { opcodes: "0x0f8a7ea5\n0x00000000" } },
];

/** Compares only the names of the fields, because the newest block changes between two requests. */
export const listFieldNames = (body) => Object.keys(JSON.parse(body)).sort();

/** Fills the form, sends it, and returns the kind of the response. @param {import("playwright-core").Page} page @param {Call} call @param {any} stack */
export async function sendAndRead(page, { texts }, stack) {
  await openFoldedParameters(page);
  for (const [name, value] of Object.entries(texts)) {
    if (await findField(page, name).evaluate((element) => element.tagName === "SELECT"))
      await findField(page, name).selectOption(value);
    else await findField(page, name).fill(stack.own.cast.wallet(value)?.account ?? value);
  }
  await pressButton(page, "send");
  await waitForStatus(page);
  await clickTab(page, "Text");
  return listFieldNames(await page.locator("#explorer-response pre.raw").textContent());
}

/** The code in a language, read from one page. */
export async function readSnippet(page, name) {
  await clickTab(page, name);
  return page.locator('#explorer-request [role="tabpanel"]:visible code').textContent();
}

/** The web app and all libraries must encode the same values in the URL. @param {Call} call @param {any} stack */
export function assertReceived({ id, texts }, stack) {
  const { path } = OPERATION_TABLE[OPERATION_IDS.indexOf(id)];
  // The gateway requests the method that the JSON-RPC call names by its own path.
  const receivedRequests = stack.own.requests.filter(({ url }) =>
    [path, `/${texts.method}`].some((pathEnd) => url.split("?")[0].endsWith(pathEnd)),
  );
  assert.ok(receivedRequests.length > 0);
  if (texts.domain)
    assert.ok(
      receivedRequests.every(({ url }) => new URL(url, "http://x").searchParams.get("domain") === HOSTILE_TEXT),
    );
  if (texts["X-Actions-Version"])
    assert.ok(receivedRequests.every(({ headers }) => headers["x-actions-version"] === HOSTILE_HEADER));
}
