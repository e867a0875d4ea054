// The trace view in headless Chromium: trees in front of the local chain, which has the expected data, and traces that grow while the
// view is open.

import assert from "node:assert/strict";
import { describe } from "node:test";

import { internal, toNano } from "@ton/core";

import { startStack } from "../helpers/stack.mjs";
import { findAxeViolations } from "./axe.mjs";
import {
  APPEARANCES,
  waitForApp,
  eventually,
  findLowContrastTexts,
  describeFit,
  readFocusedId,
  readFragment,
  isFull,
  findPoorControls,
  setUpFixture,
  createPageTest,
} from "./visit.mjs";

const fixture = setUpFixture(() => startStack({ upstream: "devnet", devnet: { world: "small" } }));

const testPage = createPageTest(() => fixture);
const openPage = async (page, hash) => {
  await page.goto(`${fixture.stack.url}/#/trace/${encodeURIComponent(hash)}`);
  await waitForApp(page);
};
const readText = (page, id) => page.locator(`#trace-${id}`).textContent();
const readLines = (page) =>
  page.locator("#trace-tree .branch").evaluateAll((elements) =>
    elements.map(({ dataset, ariaLevel, ariaExpanded }) => ({
      ...dataset,
      level: Number(ariaLevel),
      expanded: ariaExpanded,
    })),
  );
const waitForBranches = (page, count) => eventually(() => page.locator("#trace-tree .branch").count(), count);
/** Waits until the given trace is drawn; the previous one may have had as many lines. */
const waitForWholeTrace = async (page, id) => {
  await eventually(async () => (await readLines(page))[0]?.hash, id);
  await waitForBranches(page, queryMessages(id).length);
};
const readSelectedHashes = (page) =>
  page.locator('.branch[aria-selected="true"]').evaluateAll((elements) => elements.map(({ dataset }) => dataset.hash));
const readDetailedHashes = (page) =>
  page.locator("#trace-detail-row[data-hash]").evaluateAll((elements) => elements.map(({ dataset }) => dataset.hash));
/** Shows another hash, as the search in the header does. */
const openTransaction = (page, hash) =>
  page.evaluate((text) => {
    location.hash = `#/trace/${encodeURIComponent(text)}`;
  }, hash);
/** The hash of the transaction whose line has the focus. */
const readFocusedHash = (page) => page.evaluate(() => /** @type {HTMLElement} */ (document.activeElement).dataset.hash);

const queryRows = (trace) =>
  fixture.stack.own.db.all("SELECT * FROM transactions WHERE trace_id = ? ORDER BY lt", [trace]);
/** Messages of a trace in the chain's database, with sender and receiver. */
const queryMessages = (trace) =>
  fixture.stack.own.db.all(
    "SELECT m.* FROM messages m WHERE m.in_tx IN (SELECT hash FROM transactions WHERE trace_id = ?1) OR m.out_tx IN (SELECT hash FROM transactions WHERE trace_id = ?1)",
    [trace],
  );
const queryTraces = (condition = "1") =>
  fixture.stack.own.db.all(`SELECT e.* FROM traces e WHERE ${condition} ORDER BY e.tx_count DESC, e.trace_id`);
const queryFirstTraces = (condition, maxCount = 8) => queryTraces(condition).slice(0, maxCount);
const TRACE_CASES = {
  largest: () => queryFirstTraces("1"),
  bounced: () =>
    queryFirstTraces(
      "e.trace_id IN (SELECT t.trace_id FROM transactions t JOIN messages m ON m.in_tx = t.hash WHERE m.bounced = 1)",
    ),
  failed: () =>
    queryFirstTraces("e.trace_id IN (SELECT trace_id FROM transactions WHERE description LIKE '%\"aborted\":true%')"),
  logs: () =>
    queryFirstTraces(
      "e.trace_id IN (SELECT t.trace_id FROM transactions t JOIN messages m ON m.out_tx = t.hash WHERE m.type = 'ext_out')",
    ),
};

describe("the tree of a trace", () => {
  for (const [name, find] of Object.entries(TRACE_CASES)) {
    testPage(`${name}: the drawn edges equal the chain's`, async (page) => {
      const traceRow = find();
      assert.ok(traceRow.length > 0);
      for (const { trace_id: id, tx_count: count } of traceRow) {
        await openPage(page, id);
        const traceMessages = queryMessages(id);
        await waitForWholeTrace(page, id);
        const expectedLines = traceMessages.map((m) => [m.out_tx ?? "", m.hash, m.in_tx ?? ""].join(" ")).sort();
        const shownLines = await readLines(page);
        assert.deepEqual(
          shownLines.map(({ parent, message, hash }) => [parent, message, hash].join(" ")).sort(),
          expectedLines,
        );
        // A line is below its parent's line, one level deeper.
        const levels = new Map();
        shownLines.forEach(({ hash, parent, level }, index) => {
          assert.equal(level, parent === "" ? 1 : levels.get(parent).level + 1);
          if (parent !== "")
            assert.ok(shownLines.slice(levels.get(parent).index + 1, index).every((line) => line.level >= level));
          if (hash !== "") levels.set(hash, { level, index });
        });
        assert.match(await readText(page, "facts"), new RegExp(`Transactions${count}Accounts`));
      }
    });
  }

  testPage("a message shows value, code and bounce, and a transaction its failure and reason", async (page) => {
    const failedTransaction = fixture.stack.own.db.get(
      "SELECT t.* FROM transactions t WHERE t.account = ? AND t.description LIKE '%\"exit_code\":42%'",
      [fixture.stack.own.cast.thrower.account],
    );
    await openPage(page, failedTransaction.hash);
    const line = page.locator(`#trace-tree .branch[data-hash="${failedTransaction.hash}"]`);
    await line.waitFor();
    assert.match(await line.locator(".edge").textContent(), /^0\.3 TON0xdeadbeef$/);
    assert.match(await line.locator(".node").textContent(), /Failed: exit code 42fees 0\.\d+ TON/);
    const bouncedMessage = fixture.stack.own.db.get("SELECT m.* FROM messages m WHERE m.out_tx = ? AND m.bounced = 1", [
      failedTransaction.hash,
    ]);
    const bouncedBranch = page.locator(`#trace-tree .branch[data-message="${bouncedMessage.hash}"]`);
    assert.equal(await bouncedBranch.locator(".tag.bounced").textContent(), "bounced");
    assert.equal(await bouncedBranch.getAttribute("data-parent"), failedTransaction.hash);
    assert.equal(
      await readText(page, "state"),
      `1 of ${queryRows(failedTransaction.trace_id).length} transactions failed: exit code 42`,
    );
    const total = queryRows(failedTransaction.trace_id).reduce((sum, { total_fees: fees }) => sum + BigInt(fees), 0n);
    assert.ok(
      (await readText(page, "facts")).includes(`Total fees0.${String(total).padStart(9, "0").replace(/0+$/, "")} TON`),
    );
  });

  testPage("a trace is found by every form of its hash, and of a transaction's or message's hash", async (page) => {
    const [{ trace_id: id, external_hash: external }] = queryTraces();
    const hashes = [id, external, queryRows(id).at(-1).hash, queryMessages(id).at(-1).hash];
    for (const hash of hashes)
      for (const form of /** @type {const} */ (["base64", "hex", "base64url"])) {
        await page.goto("about:blank");
        await openPage(page, Buffer.from(hash, "base64").toString(form));
        await waitForWholeTrace(page, id);
        assert.equal((await readLines(page))[0].hash, id);
      }
  });

  testPage("the tree is used by the keyboard alone", async (page) => {
    const [{ trace_id: id }] = queryFirstTraces(
      "e.trace_id IN (SELECT trace_id FROM transactions GROUP BY trace_id HAVING count(DISTINCT account) > 3)",
    );
    await page.goto(`${fixture.stack.url}/#/trace/`);
    await waitForApp(page);
    await page.getByLabel("Hash of a trace, transaction or message").focus();
    await page.keyboard.type(id);
    await page.keyboard.press("Enter");
    const messageCount = queryMessages(id).length;
    await waitForBranches(page, messageCount);
    assert.equal(readFragment(page), `#/trace/${encodeURIComponent(id)}`);
    await page.locator("#trace-close").focus();
    await page.keyboard.press("Tab");
    const shownLines = await readLines(page);
    assert.equal(await readFocusedHash(page), shownLines[0].hash);
    await page.keyboard.press("ArrowDown");
    assert.equal(await readFocusedHash(page), shownLines[1].hash);
    await page.keyboard.press("End");
    assert.equal(await readFocusedHash(page), shownLines.at(-1).hash);
    // Enter shows the transaction and moves the focus there; Escape moves it back.
    await page.keyboard.press("Enter");
    assert.deepEqual(await readDetailedHashes(page), [shownLines.at(-1).hash]);
    assert.deepEqual(await readSelectedHashes(page), [shownLines.at(-1).hash]);
    assert.equal(await readFocusedId(page), "trace-detail-title");
    // The link for sharing names the transaction.
    assert.equal(readFragment(page), `#/trace/${encodeURIComponent(shownLines.at(-1).hash)}`);
    assert.deepEqual(await findAxeViolations(page), []);
    await page.keyboard.press("Escape");
    assert.equal(await page.locator("#trace-detail").isVisible(), false);
    assert.equal(await readFocusedHash(page), shownLines.at(-1).hash);
    await page.keyboard.press("ArrowLeft");
    assert.equal(await readFocusedHash(page), shownLines.at(-1).parent);
    await page.keyboard.press("Home");
    await page.keyboard.press("ArrowLeft");
    await waitForBranches(page, 1);
    assert.equal(await readText(page, "count"), `1 of ${messageCount} messages shown`);
    await page.keyboard.press("ArrowRight");
    await eventually(async () => (await readLines(page)).length > 1, true);
    await page.keyboard.press("ArrowRight");
    assert.equal(await readFocusedHash(page), shownLines[1].hash);
    // Tab reaches the link of the focused line, then the controls after the tree.
    await page.keyboard.press("Tab");
    assert.match(await page.evaluate(() => document.activeElement.getAttribute("href")), /^#\/account\//);
    await page.keyboard.press("Tab");
    assert.equal(await page.evaluate(() => document.activeElement.closest("#trace-tree")), null);
  });

  testPage("the pointer opens details, branches and the account", async (page) => {
    const [{ trace_id: id }] = queryTraces();
    await openPage(page, id);
    const messageCount = queryMessages(id).length;
    await waitForBranches(page, messageCount);
    await page.getByRole("button", { name: "Collapse all" }).click();
    await waitForBranches(page, 1);
    await page.locator(".branch .toggle").first().click();
    await eventually(async () => (await readLines(page)).length > 1, true);
    await page.getByRole("button", { name: "Expand all" }).click();
    await waitForBranches(page, messageCount);
    for (const n of [1, 3]) {
      await page.locator(".branch .fees").nth(n).click();
      assert.deepEqual(await readDetailedHashes(page), [(await readLines(page))[n].hash]);
      assert.deepEqual(await readSelectedHashes(page), [(await readLines(page))[n].hash]);
    }
    await page.locator("#trace-detail-close").click();
    assert.equal(await page.locator("#trace-detail").isVisible(), false);
    const link = page.locator(".branch .node a").nth(1);
    const href = await link.getAttribute("href");
    await link.click();
    await eventually(async () => readFragment(page), href);
    await page.goBack();
    await waitForBranches(page, messageCount);
  });

  testPage("the sample, and links from an account and from the chain view's search, open the trace", async (page) => {
    await page.goto(`${fixture.stack.url}/#/trace/`);
    await waitForApp(page);
    await page.getByRole("button", { name: "Try a sample" }).click();
    await eventually(async () => (await readLines(page)).length > 1, true);
    const [{ trace_id: id }] = queryTraces();
    await page.goto(`${fixture.stack.url}/#/chain/${encodeURIComponent(id)}`);
    await page
      .locator(".found")
      .getByRole("link", { name: /^Show trace/ })
      .click();
    await waitForWholeTrace(page, id);
  });
});

/** The boxes of the picture, by the hash of their transaction. */
const readBoxes = (page) =>
  page.locator("#trace-flow .flow-box").evaluateAll((elements) =>
    elements.map(({ dataset, className, ariaPressed, textContent }) => ({
      ...dataset,
      className,
      ariaPressed,
      textContent,
    })),
  );
const findExitCodeTrace = () =>
  fixture.stack.own.db.get(
    "SELECT t.* FROM transactions t WHERE t.account = ? AND t.description LIKE '%\"exit_code\":42%'",
    [fixture.stack.own.cast.thrower.account],
  );
/** The nanotons of a text such as "0.02 TON". */
const parseNanotons = (amountText) => {
  const [, whole, fraction = ""] = /([\d,]+)(?:\.(\d+))? TON/.exec(amountText);
  return BigInt(whole.replaceAll(",", "") + fraction.padEnd(9, "0"));
};

describe("the flow picture of a trace", () => {
  for (const [name, find] of Object.entries(TRACE_CASES)) {
    testPage(
      `${name}: the picture has a box for each message of the tree, and a line for each but the first`,
      async (page) => {
        const [{ trace_id: id }] = find();
        await openPage(page, id);
        await waitForWholeTrace(page, id);
        const shownLines = await readLines(page);
        // Boxes outside of the visible part are drawn when the region is scrolled.
        const seenBoxes = new Map();
        const flowElement = page.locator("#trace-flow");
        const { width, height, w, h } = await flowElement.evaluate((box) => ({
          width: box.scrollWidth,
          height: box.scrollHeight,
          w: box.clientWidth,
          h: box.clientHeight,
        }));
        for (let top = 0; top < height; top += h)
          for (let left = 0; left < width; left += w) {
            await flowElement.evaluate((box, to) => box.scrollTo(to), { left, top });
            await page.evaluate(
              () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
            );
            for (const box of await readBoxes(page)) seenBoxes.set(box.key, box);
          }
        assert.deepEqual(new Set(seenBoxes.keys()), new Set(shownLines.map(({ key }) => key)));
        for (const { key, hash } of shownLines) assert.equal(seenBoxes.get(key).hash, hash);
      },
    );
  }

  testPage(
    "where the picture does not fit, a text says that it scrolls, and the edges beyond which it goes on fade",
    async (page) => {
      const { trace_id: id } = fixture.stack.own.db.get("SELECT trace_id FROM traces ORDER BY tx_count DESC LIMIT 1");
      const flowElement = page.locator("#trace-flow");
      const hint = page.locator("#trace-flow-hint");
      const measureScroll = () =>
        flowElement.evaluate((box) => ({
          scrolls: box.scrollWidth > box.clientWidth + 1 || box.scrollHeight > box.clientHeight + 1,
          more: box.dataset.more,
          fades: getComputedStyle(box).maskImage !== "none",
        }));
      await page.setViewportSize({ width: 1280, height: 800 });
      await openPage(page, id);
      await waitForWholeTrace(page, id);
      const scrollAtBegin = await measureScroll();
      assert.ok(
        scrollAtBegin.scrolls && scrollAtBegin.fades && scrollAtBegin.more !== "",
        JSON.stringify(scrollAtBegin),
      );
      assert.equal(await hint.isVisible(), true);
      await flowElement.evaluate((box) => box.scrollTo({ left: box.scrollWidth, top: box.scrollHeight }));
      await eventually(() => flowElement.evaluate((box) => /right|bottom/.test(box.dataset.more)), false);
      assert.match((await measureScroll()).more, /left|top/);
      // A picture that fits has no marks.
      const { trace_id: smallTraceId } = fixture.stack.own.db.get(
        "SELECT trace_id FROM traces WHERE tx_count = 2 LIMIT 1",
      );
      await openPage(page, smallTraceId);
      await waitForWholeTrace(page, smallTraceId);
      assert.deepEqual(await measureScroll(), { scrolls: false, more: "", fades: false });
      assert.equal(await hint.isVisible(), false);
    },
  );

  testPage("failures are red, bounces are dashed, and a line's width grows with its value", async (page) => {
    const failedTransaction = findExitCodeTrace();
    await openPage(page, failedTransaction.hash);
    await waitForWholeTrace(page, failedTransaction.trace_id);
    const failedBoxes = (await readBoxes(page)).filter(({ className }) => className.includes("failed"));
    assert.deepEqual(
      failedBoxes.map(({ hash }) => hash),
      [failedTransaction.hash],
    );
    assert.match(failedBoxes[0].textContent, /exit code 42.*failed/);
    assert.equal(await page.locator("#trace-flow .flow-line.failed").count(), 1);
    assert.equal(await page.locator("#trace-flow .flow-line.bounced").count(), 1);
    const dashPattern = await page
      .locator("#trace-flow .flow-line.bounced path")
      .first()
      .evaluate((path) => getComputedStyle(path).strokeDasharray);
    assert.notEqual(dashPattern, "none");
    const { lineWidth } = await import("../../www/trace/flow-layout.js");
    const widths = ["0", "1000000", "100000000", "10000000000", "1000000000000"].map((amount) =>
      lineWidth(amount, 10n ** 12n),
    );
    assert.deepEqual(
      widths,
      widths.toSorted((a, b) => a - b),
    );
    assert.equal(new Set(widths).size, widths.length);
    assert.ok(widths.at(-1) <= 8);
  });

  testPage("the keyboard alone moves between boxes, opens a transaction, and returns to its box", async (page) => {
    const [{ trace_id: id }] = queryFirstTraces(
      "e.trace_id IN (SELECT trace_id FROM transactions GROUP BY trace_id HAVING count(DISTINCT account) > 3)",
    );
    await openPage(page, id);
    await waitForWholeTrace(page, id);
    const shownLines = await readLines(page);
    await page.locator("#trace-flow .flow-box").first().focus();
    await page.keyboard.press("End");
    assert.equal(await readFocusedHash(page), shownLines.at(-1).hash);
    await page.keyboard.press("ArrowLeft");
    assert.equal(await readFocusedHash(page), shownLines.at(-1).parent);
    await page.keyboard.press("ArrowRight");
    assert.equal(await page.evaluate(() => document.activeElement.matches(".flow-box")), true);
    const focusedHash = await readFocusedHash(page);
    await page.keyboard.press("Enter");
    assert.equal(await readFocusedId(page), "trace-detail-title");
    assert.deepEqual(await readDetailedHashes(page), [focusedHash]);
    assert.deepEqual(
      (await readBoxes(page)).filter(({ ariaPressed }) => ariaPressed === "true").map(({ hash }) => hash),
      [focusedHash],
    );
    await page.keyboard.press("Escape");
    assert.equal(await readFocusedHash(page), focusedHash);
    // Exactly one box is in the Tab order.
    assert.equal(await page.locator('#trace-flow [tabindex="0"]').count(), 1);
  });

  testPage(
    "on a phone, a tap on a box shows the transaction at the lower edge",
    async (page) => {
      const [{ trace_id: id }] = queryTraces();
      await openPage(page, id);
      await waitForWholeTrace(page, id);
      assert.equal(await page.locator("#trace-flow.list").count(), 1);
      // The sentence, the numbers and the beginning of the picture are visible without scrolling.
      const { y } = await page.locator("#trace-flow .flow-box").nth(1).boundingBox();
      assert.ok(y < 844, `the second box begins at ${y}`);
      const box = page.locator("#trace-flow .flow-box").nth(1);
      await box.tap();
      assert.deepEqual(await readDetailedHashes(page), [(await readLines(page))[1].hash]);
      assert.equal(await describeFit(page), "fits");
      await page.locator("#trace-next").tap();
      assert.notEqual((await readDetailedHashes(page))[0], (await readLines(page))[1].hash);
      await page.locator("#trace-detail-close").tap();
      assert.equal(await page.locator("#trace-detail").isVisible(), false);
      await page.locator("#trace-close").tap();
      await waitForBranches(page, 1);
      await page.locator("#trace-flow .flow-more").tap();
      await eventually(async () => (await readLines(page)).length > 1, true);
    },
    { viewport: { width: 390, height: 844 }, hasTouch: true },
  );
});

describe("the description of a trace and of its transactions", () => {
  testPage("a transfer is described in a sentence, with fees and value", async (page) => {
    const { trace_id: id, details } = fixture.stack.own.db.get(
      "SELECT * FROM actions WHERE type = 'ton_transfer' AND trace_id IN (SELECT trace_id FROM actions GROUP BY trace_id HAVING count(*) = 1) LIMIT 1",
    );
    await openPage(page, id);
    await waitForWholeTrace(page, id);
    const { value } = JSON.parse(details);
    assert.match(await readText(page, "title"), / sent [\d.,]+ TON to /);
    assert.equal(parseNanotons(await readText(page, "title")), BigInt(value));
    const links = await page
      .locator("#trace-title a")
      .evaluateAll((elements) => elements.map((link) => link.getAttribute("href")));
    assert.equal(links.length, 2);
    assert.equal(parseNanotons(/Value moved([^T]+TON)/.exec(await readText(page, "facts"))[1]), BigInt(value));
    assert.equal(await page.locator("#trace-when .block-link").count(), 1);
  });

  testPage("an NFT without a name has its user-friendly address in the title", async (page) => {
    const { trace_id: id } = fixture.stack.own.db.get(
      "SELECT t.trace_id FROM transactions t JOIN messages m ON m.in_tx = t.hash WHERE m.opcode = '0x5fcc3d14' ORDER BY t.lt LIMIT 1",
    );
    // The response has no names and no address book.
    await page.route(/\/api\/v3\/traces\?/, async (route) => {
      const json = await (await route.fetch()).json();
      await route.fulfill({ json: { ...json, address_book: {}, metadata: {} } });
    });
    await openPage(page, id);
    await waitForWholeTrace(page, id);
    await eventually(async () => /NFT [EU]Q/.test(await page.title()), true);
  });

  testPage("a swap is described in a sentence with the sums given and received", async (page) => {
    const [{ trace_id: id }] = queryTraces();
    const body = await makeLargeTrace(id, 1, true);
    const source = Object.values(body.traces[0].transactions)[0].account;
    const makeSwap = (amountIn, amountOut) => ({
      action_id: `swap ${amountIn}`,
      trace_id: id,
      type: "jetton_swap",
      success: true,
      transactions: [],
      details: {
        sender: source,
        dex: "dedust",
        dex_incoming_transfer: { amount: amountIn, asset: null },
        dex_outgoing_transfer: { amount: amountOut, asset: null },
        peer_swaps: [],
      },
    });
    const assertTitle = async (actions, pattern) => {
      body.traces[0].actions = actions;
      await page.goto("about:blank");
      await openPage(page, id);
      await eventually(async () => pattern.test(await readText(page, "title")), true);
    };
    await page.route("**/api/v3/traces?*", (route) => route.fulfill({ json: body }));
    await assertTitle([makeSwap("100000000000", "105000000000")], / swapped 100 TON for 105 TON on dedust$/);
    await assertTitle(
      [makeSwap("100000000000", "105000000000"), makeSwap("1000000000", "2500000000")],
      / swapped 101 TON for 107\.5 TON, 2 times$/,
    );
  });

  testPage(
    "on a wide screen, the URL's transaction is beside the picture, with fees that add up and its exit code explained",
    async (page) => {
      const failedTransaction = findExitCodeTrace();
      // The hash of the whole trace shows where the trace failed.
      for (const hash of [failedTransaction.trace_id, failedTransaction.hash]) {
        await openPage(page, hash);
        await waitForWholeTrace(page, failedTransaction.trace_id);
        assert.deepEqual(await readDetailedHashes(page), [failedTransaction.hash]);
      }
      const detailText = await readText(page, "detail-row");
      assert.match(
        detailText,
        /Exit code 42: a code of the contract itself\. The rest of the value went back to the sender\./,
      );
      for (const name of ["Storage", "Credit", "Compute", "Bounce"]) assert.ok(detailText.includes(name), name);
      for (const { hash, total_fees: total } of queryRows(failedTransaction.trace_id)) {
        await page.locator(`#trace-tree .branch[data-hash="${hash}"] .fees`).click();
        assert.deepEqual(await readDetailedHashes(page), [hash]);
        const fees = await page
          .locator("#trace-detail .phase-fee")
          .evaluateAll((elements) =>
            elements
              .map((element) => element.textContent)
              .filter((element) => element !== "" && !element.startsWith("+")),
          );
        assert.equal(
          fees.reduce((sum, fee) => sum + parseNanotons(fee), 0n),
          BigInt(total),
          hash,
        );
      }
      // Compares in the order of the tree, and along one message.
      const shownLines = (await readLines(page)).filter(({ hash }) => hash !== "");
      await page.locator("#trace-tree .branch").first().locator(".fees").click();
      await page.getByRole("button", { name: "Next transaction" }).click();
      assert.deepEqual(await readDetailedHashes(page), [shownLines[1].hash]);
      await page.getByRole("button", { name: "Previous transaction" }).click();
      assert.deepEqual(await readDetailedHashes(page), [shownLines[0].hash]);
      await page.locator("#trace-detail .follow").first().click();
      assert.deepEqual(await readDetailedHashes(page), [shownLines[1].hash]);
      assert.equal(await readFocusedId(page), "trace-detail-title");
      assert.deepEqual(await findAxeViolations(page), []);
    },
    { viewport: { width: 1440, height: 900 } },
  );

  testPage(
    "raw data is shown on request, can be copied, and has both forms",
    async (page) => {
      const failedTransaction = findExitCodeTrace();
      await openPage(page, failedTransaction.hash);
      await waitForWholeTrace(page, failedTransaction.trace_id);
      assert.equal(await page.locator("#trace-detail .raw textarea").count(), 0);
      await page.getByText("Body of the message received").click();
      const row = await (
        await fetch(`${fixture.stack.url}/api/v3/transactions?hash=${encodeURIComponent(failedTransaction.hash)}`)
      ).json();
      const textArea = page.locator("#trace-detail .raw textarea").first();
      assert.equal(await textArea.inputValue(), row.transactions[0].in_msg.message_content.body);
      await page.getByRole("button", { name: "Hex" }).first().click();
      assert.equal(
        await textArea.inputValue(),
        Buffer.from(row.transactions[0].in_msg.message_content.body, "base64").toString("hex"),
      );
      await page.locator(".raw").last().locator("summary").click();
      await page.locator("#trace-detail .raw textarea").nth(1).waitFor();
      const [{ data }] = (
        await (
          await fetch(
            `${fixture.stack.url}/api/v2/getTransactions?address=${failedTransaction.account}&lt=${failedTransaction.lt}&hash=${encodeURIComponent(failedTransaction.hash)}&limit=1&archival=true`,
          )
        ).json()
      ).result;
      assert.equal(await page.locator("#trace-detail .raw textarea").nth(1).inputValue(), data);
      await page.locator(".raw").last().getByRole("button", { name: /^Copy/ }).click();
      await eventually(() => page.evaluate(() => navigator.clipboard.readText()), data);
    },
    { viewport: { width: 1440, height: 900 } },
  );
});

/** A trace in the shape of v3: copies of one real transaction, nested, side by side, or below the one that `parentOf` gives. */
async function makeLargeTrace(id, transactionCount, isWide, parentOf = (n) => (isWide ? 0 : n - 1)) {
  const {
    traces: [trace],
  } = await (await fetch(`${fixture.stack.url}/api/v3/traces?trace_id=${encodeURIComponent(id)}`)).json();
  const firstTransaction = trace.transactions[trace.trace.tx_hash];
  const makeHash = (n, kind) => Buffer.from(`${kind} ${n}`.padEnd(32, ".")).toString("base64");
  const transactions = {};
  const nodes = Array.from({ length: transactionCount }, (_, n) => {
    const message = {
      ...firstTransaction.in_msg,
      hash: makeHash(n, "message"),
      value: String(n),
      source: firstTransaction.account,
    };
    transactions[makeHash(n, "tx")] = { ...firstTransaction, hash: makeHash(n, "tx"), in_msg: message, out_msgs: [] };
    return { tx_hash: makeHash(n, "tx"), in_msg_hash: message.hash, children: [] };
  });
  nodes.forEach((node, n) => n > 0 && nodes[parentOf(n)].children.push(node));
  const info = { ...trace.trace_info, transactions: transactionCount, messages: transactionCount };
  return { traces: [{ ...trace, trace: nodes[0], transactions, trace_info: info }], address_book: {}, metadata: {} };
}

describe("large traces", () => {
  for (const [name, size, isWide] of /** @type {any[][]} */ ([
    ["600 deep", 600, false],
    ["500 side by side", 500, true],
  ]))
    for (const width of isFull ? [320, 1280] : [320]) {
      testPage(
        `${name}, ${width} px wide: the view shows a part at first, then all, and how many`,
        async (page) => {
          const [{ trace_id: id }] = queryTraces();
          fixture.stack.own.faults.add(
            { body: JSON.stringify(await makeLargeTrace(id, size, isWide)) },
            { path: "/api/v3/traces" },
          );
          await openPage(page, id);
          await page.locator("#trace-tree .branch").first().waitFor();
          const firstLineCount = (await readLines(page)).length;
          assert.ok(isWide ? firstLineCount === size : firstLineCount <= 120, String(firstLineCount));
          assert.equal(
            await readText(page, "count"),
            isWide ? `All ${size} messages shown` : `${firstLineCount} of ${size} messages shown`,
          );
          assert.equal(await describeFit(page), "fits");
          // The picture contains only boxes near its visible part.
          const elementCount = await page.locator("#trace-flow *").count();
          assert.ok(elementCount < 2500, `${elementCount} elements`);
          if (!isWide) assert.equal(await page.locator(".toggle").last().textContent(), `+${size - firstLineCount}`);
          await page.getByRole("button", { name: "Expand all" }).click();
          await waitForBranches(page, size);
          assert.equal((await readLines(page)).at(-1).level, isWide ? 2 : size);
          await page.locator(".branch").first().focus();
          await page.keyboard.press("End");
          assert.equal(await page.evaluate(() => document.activeElement.matches(".branch:last-child")), true);
          assert.equal(await describeFit(page), "fits");
          const box = await page.locator(".branch-box").last().boundingBox();
          assert.ok(box.width > 150, String(box.width));
          assert.deepEqual(await findAxeViolations(page), []);
        },
        { viewport: { width, height: 800 } },
      );
    }

  testPage('"Expand all" is bounded, and says what to do for more', async (page) => {
    const [{ trace_id: id }] = queryTraces();
    const body = await makeLargeTrace(id, 3000, true, (n) => Math.floor((n - 1) / 9));
    await page.route("**/api/v3/traces?*", (route) => route.fulfill({ json: body }));
    await openPage(page, id);
    await eventually(() => readText(page, "count"), "118 of 3,000 messages shown");
    await page.getByRole("button", { name: "Expand all" }).click();
    await eventually(() => readText(page, "count"), "1,000 of 3,000 messages shown: expand a branch for more");
    await waitForBranches(page, 1000);
    await page.locator('.branch[aria-expanded="false"]').first().focus();
    await page.keyboard.press("ArrowRight");
    await eventually(() => readText(page, "count"), "1,009 of 3,000 messages shown: expand a branch for more");
    // The button adds to the lines that the visitor has expanded.
    await page.getByRole("button", { name: "Expand all" }).click();
    await waitForBranches(page, 1009);
    await page.getByRole("button", { name: "Collapse all" }).click();
    assert.equal(await readText(page, "count"), "1 of 3,000 messages shown");
    await page.getByRole("button", { name: "Expand all" }).click();
    await waitForBranches(page, 1000);
    // Exactly one line is in the Tab order, with its link.
    const countTabStops = () =>
      page.locator("#trace-tree").evaluate((tree) => {
        const treeElements = [.../** @type {NodeListOf<HTMLElement>} */ (tree.querySelectorAll("li, a, button"))];
        const focusableItems = treeElements
          .filter(({ tabIndex }) => tabIndex === 0)
          .map((button) => button.closest("li"));
        return [
          new Set(focusableItems).size,
          focusableItems.length,
          focusableItems[0]?.getAttribute("data-key") === tree.firstElementChild?.getAttribute("data-key"),
        ];
      });
    assert.deepEqual(await countTabStops(), [1, 2, true]);
    await page.locator(".branch").first().focus();
    await page.keyboard.press("End");
    assert.deepEqual(await countTabStops(), [1, 2, false]);
  });

  testPage("a trace that the upstream sends without its tree is shown", async (page) => {
    const [{ trace_id: id }] = queryTraces();
    const body = await makeLargeTrace(id, 2, true);
    const [{ trace: _tree, transactions: _rows, ...bare }] = body.traces;
    fixture.stack.own.faults.add(
      {
        body: JSON.stringify({ ...body, traces: [{ ...bare, is_incomplete: true, warning: "trace is too large" }] }),
      },
      { path: "/api/v3/traces" },
    );
    await openPage(page, id);
    await eventually(() => readText(page, "state"), "The API sent no tree for this trace: it is too large.");
    assert.equal(await page.locator("#trace-tree").isVisible(), false);
    assert.deepEqual(await findAxeViolations(page), []);
  });
});

describe("errors of the trace view", () => {
  testPage("an unknown hash, and a text that is not a hash, are reported in the trace view", async (page) => {
    await openPage(page, "ab".repeat(32));
    await eventually(
      async () => /^The API shows no transaction or message with this hash/.test(await readText(page, "message")),
      true,
    );
    assert.deepEqual(await findAxeViolations(page), []);
    await page.getByLabel("Hash of a trace, transaction or message").fill("nonsense");
    await page.getByRole("button", { name: "Show trace" }).click();
    await eventually(() => page.locator("#trace-message .code code").textContent(), "hash_length");
    assert.equal(await page.locator("#trace-input").getAttribute("aria-invalid"), "true");
    assert.equal(await readFocusedId(page), "trace-input");
    assert.equal(await page.locator("#trace-retry").isVisible(), false);
    assert.deepEqual(await findAxeViolations(page), []);
  });

  for (const [name, fault, message, complaint] of /** @type {any[][]} */ ([
    ["the service is down", "status=503", /^The upstream service failed to respond\./, /status of 503/],
    ["too many requests", "429=1,retry-after=7", /Wait 7 seconds, then retry\./, /status of 429/],
    ["an invalid response", { body: '{"traces": [' }, /^The response is not from a gateway.*Code invalid_response/],
  ])) {
    testPage(`${name}: an error is shown, and a retry works`, async (page, expectedMessages) => {
      if (complaint) expectedMessages.push(complaint);
      const [{ trace_id: id }] = queryTraces();
      fixture.stack.own.faults.add(fault, { path: "/api/v3/traces" });
      await openPage(page, id);
      await eventually(async () => message.test(await readText(page, "message")), true);
      assert.deepEqual(await findAxeViolations(page), []);
      // The gateway caches a failure for half a second: docs/operate/caching.md.
      await page.waitForTimeout(600);
      await page.locator("#trace-retry").focus();
      await page.keyboard.press("Enter");
      await waitForWholeTrace(page, id);
      assert.equal(await readText(page, "message"), "");
      assert.equal(await readFocusedId(page), "trace-heading");
    });
  }

  testPage("the trace view reports a missing connection", async (page, expectedMessages) => {
    expectedMessages.push(/ERR_INTERNET_DISCONNECTED/);
    const [{ trace_id: id }, { trace_id: other }] = queryTraces();
    await openPage(page, id);
    await waitForWholeTrace(page, id);
    await page.context().setOffline(true);
    await openTransaction(page, other);
    await eventually(async () => /^The gateway cannot be reached\./.test(await readText(page, "message")), true);
    assert.equal(await page.locator("#trace-shown").isVisible(), false);
    await page.context().setOffline(false);
    // The view loads again by itself.
    await waitForWholeTrace(page, other);
  });

  testPage(
    "a late response is not shown under another hash, and leaving the trace view aborts the request",
    async (page) => {
      const abortedUrls = [];
      page.on("requestfailed", (request) => abortedUrls.push(new URL(request.url()).pathname));
      const [{ trace_id: id }, { trace_id: other }] = queryFirstTraces("e.tx_count = 3")
        .concat(queryTraces())
        .slice(0, 2);
      const waitForRequest = () => page.waitForRequest(/\/api\/v3\/traces/);
      fixture.stack.own.faults.add("delay=1500", { path: "/api/v3/traces" });
      await Promise.all([waitForRequest(), openPage(page, id)]);
      await openTransaction(page, other);
      await waitForWholeTrace(page, other);
      await page.waitForTimeout(1600);
      assert.equal((await readLines(page))[0].hash, other);
      assert.equal(abortedUrls.length, 1);
      fixture.stack.own.faults.add("delay=1500", { path: "/api/v3/traces" });
      await Promise.all([waitForRequest(), openTransaction(page, id)]);
      await page.locator("#nav-chain").click();
      await eventually(async () => abortedUrls.length, 2);
      await page.goBack();
      await waitForWholeTrace(page, id);
    },
  );
});

/** Sends a transfer to the masterchain through the gateway; the chain makes no block yet. @returns {Promise<string>} the hash of the message */
async function send() {
  const { cast, chain } = fixture.stack.own;
  const [senderWallet, receiverWallet] = [cast.wallet("carol"), cast.wallet("grace")];
  const callUpstream = async (method, params) =>
    (
      await (
        await fetch(`${fixture.stack.url}/api/v2/jsonRPC`, {
          method: "POST",
          headers: { "content-type": "application/json" },
          body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }),
        })
      ).json()
    ).result;
  const {
    stack: [[, seqno]],
  } = await callUpstream("runGetMethod", { address: senderWallet.account, method: "seqno", stack: [] });
  const messages = [internal({ to: receiverWallet.address, value: toNano("0.05"), bounce: false, body: "on its way" })];
  const boc = senderWallet
    .transfer({ seqno: Number(seqno), messages, validUntil: chain.head.mc.gen_utime + 86_400 })
    .toBoc()
    .toString("base64");
  return (await callUpstream("sendBocReturnHash", { boc })).hash;
}

describe("a pending trace", () => {
  testPage(
    "a pending trace is shown with emulated transactions, and followed until it is complete",
    async (page, expectedMessages) => {
      const hash = await send();
      await openPage(page, hash);
      await eventually(
        async () => /^On its way: \d+ messages? not received yet/.test(await readText(page, "state")),
        true,
      );
      await eventually(async () => (await page.locator(".branch .badge.plain").count()) > 0, true);
      assert.deepEqual(await findAxeViolations(page), []);
      assert.deepEqual(await page.evaluate(findLowContrastTexts), []);
      await page.locator(".branch").first().focus();
      const waitForLive = (state) => page.locator(`#trace-live[data-live="${state}"]`).waitFor({ state: "attached" });
      await waitForLive("live");
      const { faults } = fixture.stack.own;
      expectedMessages.push(/status of 503/);
      faults.add("status=503", { times: Infinity });
      await waitForLive("offline");
      assert.equal(await readText(page, "message"), "");
      assert.equal(await page.evaluate(() => document.activeElement?.matches(".branch")), true);
      faults.clear();
      await waitForLive("live");
      await fixture.stack.own.clock.step();
      await eventually(async () => (await page.locator(".branch .badge.good").count()) > 0, true);
      await fixture.stack.own.clock.settle();
      await eventually(() => readText(page, "state"), "Success");
      const { trace_id: id } = fixture.stack.own.db.get("SELECT trace_id FROM traces WHERE external_hash = ?", [hash]);
      const expectedMessageRows = queryMessages(id)
        .map((m) => [m.out_tx ?? "", m.hash, m.in_tx ?? ""].join(" "))
        .sort();
      assert.deepEqual(
        (await readLines(page)).map(({ parent, message, hash: tx }) => [parent, message, tx].join(" ")).sort(),
        expectedMessageRows,
      );
      assert.equal(await page.locator(".branch .badge.plain").count(), 0);
      assert.equal(await readFocusedHash(page), id);
      // A complete trace does not change.
      await waitForLive("idle");
      let requestCount = 0;
      page.on("request", (request) => {
        if (new URL(request.url()).pathname.startsWith("/api/")) requestCount += 1;
      });
      await page.waitForTimeout(3000);
      assert.equal(requestCount, 0);
    },
  );
});

describe("layout of the trace view", () => {
  for (const [colorScheme, width] of APPEARANCES) {
    testPage(
      `${colorScheme}, ${width} px wide: the trace view is legible and usable, and axe finds nothing`,
      async (page) => {
        for (const findTransaction of Object.values(TRACE_CASES)) {
          const [{ trace_id: id }] = findTransaction();
          await openPage(page, id);
          await waitForWholeTrace(page, id);
          await page.locator(".branch .fees").first().click();
          await eventually(() => page.evaluate(findLowContrastTexts), []);
          assert.equal(await describeFit(page), "fits");
          assert.deepEqual(await findPoorControls(page), []);
          assert.deepEqual(await findAxeViolations(page), []);
        }
      },
      { colorScheme, viewport: { width, height: 800 } },
    );
  }
});
