// Every view in headless Firefox, in front of the local chain: each shows the content of its URL, logs nothing to the console, and violates
// no policy.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import { launch } from "../runtimes/firefox.mjs";
import { startStack } from "../helpers/stack.mjs";
import { makePayment, signTransfer } from "./signed-transfer.mjs";
import { openView, VIEWS } from "./views.mjs";
import { eventually } from "./visit.mjs";

const ADDRESS = "EQCD39VS5jcptHL8vMjEXrzGaRcCVYto7HUn4bpAOg8xqB2N";
const RAW = "0:83DFD552E63729B472FCBCC8C45EBCC6691702558B68EC7527E1BA403A0F31A8";
const TOKEN = "a-token-of-the-operators";

let stack;
let browser;
before(
  async () => {
    stack = await startStack({
      upstream: "devnet",
      devnet: { world: "small", clock: 400 },
      bindings: { TON_EDGE_ADMIN_TOKEN: TOKEN },
    });
    await stack.own.ready;
    browser = await launch();
  },
  { timeout: 180_000 },
);
after(async () => {
  await browser?.close();
  await stack?.close();
});

/** Defines a test with its own page, which fails on console messages. */
const testFirefoxPage = (title, work, expected = []) =>
  test(title, { timeout: 60_000 }, async () => {
    const problems = [];
    const page = await browser.newPage();
    page.on("pageerror", (error) => problems.push(`uncaught ${error}`));
    page.on("console", (message) => ["error", "warn"].includes(message.type()) && problems.push(message.text()));
    page.on("request", (request) => {
      const { protocol, origin } = new URL(request.url());
      // Firefox also reports its own font for the marker of `details`, which the page never loads.
      if (protocol !== "data:" && origin !== stack.url) problems.push(`to another origin: ${request.url()}`);
    });
    await page.evaluateOnNewDocument(() => {
      addEventListener("securitypolicyviolation", ({ violatedDirective, blockedURI }) =>
        console.error(`content policy: ${violatedDirective} ${blockedURI}`),
      );
    });
    try {
      await work(page);
      assert.deepEqual(
        problems.filter((text) => !expected.some((pattern) => pattern.test(text))),
        [],
      );
    } finally {
      await page.close();
    }
  });
const readText = (page, selector) => page.$eval(selector, (element) => element.textContent);

for (const view of VIEWS) {
  testFirefoxPage(`the view ${view.name} shows the content of its URL`, async (page) => {
    await openView(page, view, stack);
    // Some views are not in the navigation.
    const links = await page.$$eval(`#nav-${view.name}`, (elements) =>
      elements.map((link) => link.getAttribute("aria-current")),
    );
    assert.ok(
      links.every((value) => value === "page"),
      view.name,
    );
    assert.equal(await page.$eval("#boot", (element) => element.checkVisibility()), false);
  });
}

testFirefoxPage("the inspector shows the forms of the typed address", async (page) => {
  await openView(page, { name: "address", text: "", shown: "#address-input" }, stack);
  await page.type("#address-input", ADDRESS);
  await eventually(
    () => page.evaluate(() => document.querySelector('#address-result .form[data-form="raw"] .value')?.textContent),
    RAW,
  );
});

testFirefoxPage("a trace names the opcodes of its messages, with all fields", async (page) => {
  const { trace_id: id } = stack.own.db.get(
    "SELECT t.trace_id FROM transactions t JOIN messages m ON m.in_tx = t.hash WHERE m.opcode = '0x7362d09c' ORDER BY t.lt LIMIT 1",
  );
  await openView(page, { name: "trace", text: id, shown: "#trace-tree .branch" }, stack);
  // The code that decodes bodies loads when the visitor first does something.
  await page.mouse.move(20, 20);
  await page.mouse.move(90, 90);
  await eventually(async () => /Jetton notification\s*10,000 EDGE/.test(await readText(page, "#trace-tree")), true);
  await page.click(".branch .fees");
  await page.click("#trace-detail details.body > summary");
  await eventually(async () => /Seqno\d+/.test(await readText(page, "#trace-detail .fields")), true);
});

testFirefoxPage("a get-method and a preview are computed in the page", async (page) => {
  const { account } = stack.own.cast.wallet("alice");
  const query = `?address=${account}&method=seqno&stack=[]&here=1`;
  const view = { name: "explorer", text: "v2.runGetMethod", query, shown: "#explorer-response .tree" };
  await openView(page, view, stack);
  assert.match(await readText(page, "#explorer-status"), /No get-method request was sent\.$/);
  await openView(page, { name: "explorer", text: "v2.sendBoc", shown: "#explorer-preview" }, stack);
  const boc = await signTransfer(stack, "alice", [makePayment(stack, "bob", "0.5")]);
  await page.$eval(
    "#explorer-field-boc",
    (field, value) => {
      /** @type {HTMLTextAreaElement} */ (field).value = value;
    },
    boc,
  );
  await page.click("#explorer-preview");
  await eventually(
    () => page.evaluate(() => document.querySelector("#explorer-verdict")?.textContent),
    "It would succeed: 2 transactions.",
  );
});

testFirefoxPage("Back and a reload return to the place in a list", async (page) => {
  await openView(page, { name: "account", text: stack.busiest, shown: "#transactions .activity" }, stack);
  // On a wide screen the navigation stays in the window.
  await page.setViewport({ width: 1000, height: 300 });
  const scrollTop = () => page.evaluate(() => scrollY);
  await eventually(() => page.evaluate(() => document.documentElement.scrollHeight - innerHeight >= 300), true);
  await page.evaluate(() => scrollTo(0, 300));
  await eventually(scrollTop, 300);
  await page.click("#nav-gateway");
  await eventually(() => readText(page, "#gateway-health").then((healthText) => /^Up/.test(healthText)), true);
  await eventually(scrollTop, 0);
  await page.goBack();
  await eventually(scrollTop, 300);
  await page.reload();
  await eventually(scrollTop, 300);
});

testFirefoxPage("the newest block changes in the chain view", async (page) => {
  await openView(
    page,
    VIEWS.find(({ name }) => name === "chain"),
    stack,
  );
  const firstSeqno = Number(await readText(page, "#chain-seqno"));
  await eventually(async () => Number(await readText(page, "#chain-seqno")) > firstSeqno, true);
});

testFirefoxPage("an operator sees numbers and charts in the gateway view", async (page) => {
  await openView(
    page,
    VIEWS.find(({ name }) => name === "gateway"),
    stack,
  );
  await page.type("#gateway-token", TOKEN);
  await page.keyboard.press("Enter");
  await eventually(
    () => page.evaluate(() => document.querySelector("#gateway-chart-requests svg")?.checkVisibility() ?? false),
    true,
  );
  await eventually(async () => Number(await readText(page, "#gateway-requests")) >= 0, true);
});
