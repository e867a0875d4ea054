// The trace view in headless Chromium: trees in front of the local chain, which has the expected data, and traces that grow while the
// view is open.

import assert from "node:assert/strict";
import { describe } from "node:test";

import { internal, toNano } from "@ton/core";

import { startStack } from "../helpers/stack.mjs";
import { axe } from "./axe.mjs";
import {
  APPEARANCES,
  alive,
  eventually,
  faint,
  fits,
  focused,
  fragment,
  full,
  poor,
  standing,
  visitor,
} from "./visit.mjs";

const started = standing(() => startStack({ upstream: "devnet", devnet: { world: "small" } }));

const visit = visitor(() => started);
const open = async (page, hash) => {
  await page.goto(`${started.stack.url}/#/trace/${encodeURIComponent(hash)}`);
  await alive(page);
};
const text = (page, id) => page.locator(`#trace-${id}`).textContent();
const lines = (page) =>
  page.locator("#trace-tree .branch").evaluateAll((all) =>
    all.map(({ dataset, ariaLevel, ariaExpanded }) => ({
      ...dataset,
      level: Number(ariaLevel),
      expanded: ariaExpanded,
    })),
  );
const drawn = (page, count) => eventually(() => page.locator("#trace-tree .branch").count(), count);
/** Waits until the given trace is drawn; the previous one may have had as many lines. */
const whole = async (page, id) => {
  await eventually(async () => (await lines(page))[0]?.hash, id);
  await drawn(page, messages(id).length);
};
const selected = (page) =>
  page.locator('.branch[aria-selected="true"]').evaluateAll((all) => all.map(({ dataset }) => dataset.hash));
const detailed = (page) =>
  page.locator("#trace-detail-row[data-hash]").evaluateAll((all) => all.map(({ dataset }) => dataset.hash));
/** Shows another hash, as the search in the header does. */
const show = (page, hash) =>
  page.evaluate((text) => {
    location.hash = `#/trace/${encodeURIComponent(text)}`;
  }, hash);
/** The hash of the transaction whose line has the focus. */
const at = (page) => page.evaluate(() => /** @type {HTMLElement} */ (document.activeElement).dataset.hash);

const rows = (trace) => started.stack.own.db.all("SELECT * FROM transactions WHERE trace_id = ? ORDER BY lt", [trace]);
/** Messages of a trace in the chain's database, with sender and receiver. */
const messages = (trace) =>
  started.stack.own.db.all(
    "SELECT m.* FROM messages m WHERE m.in_tx IN (SELECT hash FROM transactions WHERE trace_id = ?1) OR m.out_tx IN (SELECT hash FROM transactions WHERE trace_id = ?1)",
    [trace],
  );
const traces = (condition = "1") =>
  started.stack.own.db.all(`SELECT e.* FROM traces e WHERE ${condition} ORDER BY e.tx_count DESC, e.trace_id`);
const some = (condition, most = 8) => traces(condition).slice(0, most);
const CASES = {
  largest: () => some("1"),
  bounced: () =>
    some(
      "e.trace_id IN (SELECT t.trace_id FROM transactions t JOIN messages m ON m.in_tx = t.hash WHERE m.bounced = 1)",
    ),
  failed: () => some("e.trace_id IN (SELECT trace_id FROM transactions WHERE description LIKE '%\"aborted\":true%')"),
  logs: () =>
    some(
      "e.trace_id IN (SELECT t.trace_id FROM transactions t JOIN messages m ON m.out_tx = t.hash WHERE m.type = 'ext_out')",
    ),
};

describe("the tree of a trace", () => {
  for (const [name, find] of Object.entries(CASES)) {
    visit(`${name}: the drawn edges equal the chain's`, async (page) => {
      const found = find();
      assert.ok(found.length > 0);
      for (const { trace_id: id, tx_count: count } of found) {
        await open(page, id);
        const edges = messages(id);
        await whole(page, id);
        const wanted = edges.map((m) => [m.out_tx ?? "", m.hash, m.in_tx ?? ""].join(" ")).sort();
        const shown = await lines(page);
        assert.deepEqual(shown.map(({ parent, message, hash }) => [parent, message, hash].join(" ")).sort(), wanted);
        // A line is below its parent's line, one level deeper.
        const levels = new Map();
        shown.forEach(({ hash, parent, level }, index) => {
          assert.equal(level, parent === "" ? 1 : levels.get(parent).level + 1);
          if (parent !== "")
            assert.ok(shown.slice(levels.get(parent).index + 1, index).every((one) => one.level >= level));
          if (hash !== "") levels.set(hash, { level, index });
        });
        assert.match(await text(page, "facts"), new RegExp(`Transactions${count}Accounts`));
      }
    });
  }

  visit("a message shows value, code and bounce, and a transaction its failure and reason", async (page) => {
    const thrown = started.stack.own.db.get(
      "SELECT t.* FROM transactions t WHERE t.account = ? AND t.description LIKE '%\"exit_code\":42%'",
      [started.stack.own.cast.thrower.account],
    );
    await open(page, thrown.hash);
    const line = page.locator(`#trace-tree .branch[data-hash="${thrown.hash}"]`);
    await line.waitFor();
    assert.match(await line.locator(".edge").textContent(), /^0\.3 TON0xdeadbeef$/);
    assert.match(await line.locator(".node").textContent(), /Failed: exit code 42fees 0\.\d+ TON/);
    const back = started.stack.own.db.get("SELECT m.* FROM messages m WHERE m.out_tx = ? AND m.bounced = 1", [
      thrown.hash,
    ]);
    const returned = page.locator(`#trace-tree .branch[data-message="${back.hash}"]`);
    assert.equal(await returned.locator(".tag.bounced").textContent(), "bounced");
    assert.equal(await returned.getAttribute("data-parent"), thrown.hash);
    assert.equal(await text(page, "state"), `1 of ${rows(thrown.trace_id).length} transactions failed`);
    const total = rows(thrown.trace_id).reduce((sum, { total_fees: fees }) => sum + BigInt(fees), 0n);
    assert.ok(
      (await text(page, "facts")).includes(`Total fees0.${String(total).padStart(9, "0").replace(/0+$/, "")} TON`),
    );
  });

  visit("a trace is found by every form of its hash, and of a transaction's or message's hash", async (page) => {
    const [{ trace_id: id, external_hash: external }] = traces();
    const hashes = [id, external, rows(id).at(-1).hash, messages(id).at(-1).hash];
    for (const hash of hashes)
      for (const form of /** @type {const} */ (["base64", "hex", "base64url"])) {
        await page.goto("about:blank");
        await open(page, Buffer.from(hash, "base64").toString(form));
        await whole(page, id);
        assert.equal((await lines(page))[0].hash, id);
      }
  });

  visit("the tree is used by the keyboard alone", async (page) => {
    const [{ trace_id: id }] = some(
      "e.trace_id IN (SELECT trace_id FROM transactions GROUP BY trace_id HAVING count(DISTINCT account) > 3)",
    );
    await page.goto(`${started.stack.url}/#/trace/`);
    await alive(page);
    await page.getByLabel("Hash of a trace, transaction or message").focus();
    await page.keyboard.type(id);
    await page.keyboard.press("Enter");
    const all = messages(id).length;
    await drawn(page, all);
    assert.equal(fragment(page), `#/trace/${encodeURIComponent(id)}`);
    await page.locator("#trace-close").focus();
    await page.keyboard.press("Tab");
    const shown = await lines(page);
    assert.equal(await at(page), shown[0].hash);
    await page.keyboard.press("ArrowDown");
    assert.equal(await at(page), shown[1].hash);
    await page.keyboard.press("End");
    assert.equal(await at(page), shown.at(-1).hash);
    // Enter shows the transaction and moves the focus there; Escape moves it back.
    await page.keyboard.press("Enter");
    assert.deepEqual(await detailed(page), [shown.at(-1).hash]);
    assert.deepEqual(await selected(page), [shown.at(-1).hash]);
    assert.equal(await focused(page), "trace-detail-title");
    // The link for sharing names the transaction.
    assert.equal(fragment(page), `#/trace/${encodeURIComponent(shown.at(-1).hash)}`);
    assert.deepEqual(await axe(page), []);
    await page.keyboard.press("Escape");
    assert.equal(await page.locator("#trace-detail").isVisible(), false);
    assert.equal(await at(page), shown.at(-1).hash);
    await page.keyboard.press("ArrowLeft");
    assert.equal(await at(page), shown.at(-1).parent);
    await page.keyboard.press("Home");
    await page.keyboard.press("ArrowLeft");
    await drawn(page, 1);
    assert.equal(await text(page, "count"), `1 of ${all} messages shown`);
    await page.keyboard.press("ArrowRight");
    await eventually(async () => (await lines(page)).length > 1, true);
    await page.keyboard.press("ArrowRight");
    assert.equal(await at(page), shown[1].hash);
    // Tab reaches the link of the focused line, then the controls after the tree.
    await page.keyboard.press("Tab");
    assert.match(await page.evaluate(() => document.activeElement.getAttribute("href")), /^#\/account\//);
    await page.keyboard.press("Tab");
    assert.equal(await page.evaluate(() => document.activeElement.closest("#trace-tree")), null);
  });

  visit("the pointer opens details, branches and the account", async (page) => {
    const [{ trace_id: id }] = traces();
    await open(page, id);
    const all = messages(id).length;
    await drawn(page, all);
    await page.getByRole("button", { name: "Collapse all" }).click();
    await drawn(page, 1);
    await page.locator(".branch .toggle").first().click();
    await eventually(async () => (await lines(page)).length > 1, true);
    await page.getByRole("button", { name: "Expand all" }).click();
    await drawn(page, all);
    for (const n of [1, 3]) {
      await page.locator(".branch .fees").nth(n).click();
      assert.deepEqual(await detailed(page), [(await lines(page))[n].hash]);
      assert.deepEqual(await selected(page), [(await lines(page))[n].hash]);
    }
    await page.locator("#trace-detail-close").click();
    assert.equal(await page.locator("#trace-detail").isVisible(), false);
    const link = page.locator(".branch .node a").nth(1);
    const href = await link.getAttribute("href");
    await link.click();
    await eventually(async () => fragment(page), href);
    await page.goBack();
    await drawn(page, all);
  });

  visit("the sample, and links from an account and from the chain view's search, open the trace", async (page) => {
    await page.goto(`${started.stack.url}/#/trace/`);
    await alive(page);
    await page.getByRole("button", { name: "Try a sample" }).click();
    await eventually(async () => (await lines(page)).length > 1, true);
    const [{ trace_id: id }] = traces();
    await page.goto(`${started.stack.url}/#/chain/${encodeURIComponent(id)}`);
    await page
      .locator(".found")
      .getByRole("link", { name: /^Show trace/ })
      .click();
    await whole(page, id);
  });
});

/** The boxes of the picture, by the hash of their transaction. */
const boxes = (page) =>
  page.locator("#trace-flow .flow-box").evaluateAll((all) =>
    all.map(({ dataset, className, ariaPressed, textContent }) => ({
      ...dataset,
      className,
      ariaPressed,
      textContent,
    })),
  );
const exitCodeTrace = () =>
  started.stack.own.db.get(
    "SELECT t.* FROM transactions t WHERE t.account = ? AND t.description LIKE '%\"exit_code\":42%'",
    [started.stack.own.cast.thrower.account],
  );
/** The nanotons of a text such as "0.02 TON". */
const nanoOf = (words) => {
  const [, whole, fraction = ""] = /([\d,]+)(?:\.(\d+))? TON/.exec(words);
  return BigInt(whole.replaceAll(",", "") + fraction.padEnd(9, "0"));
};

describe("the flow picture of a trace", () => {
  for (const [name, find] of Object.entries(CASES)) {
    visit(
      `${name}: the picture has a box for each message of the tree, and a line for each but the first`,
      async (page) => {
        const [{ trace_id: id }] = find();
        await open(page, id);
        await whole(page, id);
        const shown = await lines(page);
        // Boxes outside of the visible part are drawn when the region is scrolled.
        const seen = new Map();
        const region = page.locator("#trace-flow");
        const { width, height, w, h } = await region.evaluate((box) => ({
          width: box.scrollWidth,
          height: box.scrollHeight,
          w: box.clientWidth,
          h: box.clientHeight,
        }));
        for (let top = 0; top < height; top += h)
          for (let left = 0; left < width; left += w) {
            await region.evaluate((box, to) => box.scrollTo(to), { left, top });
            await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
            for (const box of await boxes(page)) seen.set(box.key, box);
          }
        assert.deepEqual(new Set(seen.keys()), new Set(shown.map(({ key }) => key)));
        for (const { key, hash } of shown) assert.equal(seen.get(key).hash, hash);
      },
    );
  }

  visit(
    "where the picture does not fit, a text says that it scrolls, and the edges beyond which it goes on fade",
    async (page) => {
      const { trace_id: id } = started.stack.own.db.get("SELECT trace_id FROM traces ORDER BY tx_count DESC LIMIT 1");
      const region = page.locator("#trace-flow");
      const hint = page.locator("#trace-flow-hint");
      const measure = () =>
        region.evaluate((box) => ({
          scrolls: box.scrollWidth > box.clientWidth + 1 || box.scrollHeight > box.clientHeight + 1,
          more: box.dataset.more,
          fades: getComputedStyle(box).maskImage !== "none",
        }));
      await page.setViewportSize({ width: 1280, height: 800 });
      await open(page, id);
      await whole(page, id);
      const atBegin = await measure();
      assert.ok(atBegin.scrolls && atBegin.fades && atBegin.more !== "", JSON.stringify(atBegin));
      assert.equal(await hint.isVisible(), true);
      await region.evaluate((box) => box.scrollTo({ left: box.scrollWidth, top: box.scrollHeight }));
      await eventually(() => region.evaluate((box) => /right|bottom/.test(box.dataset.more)), false);
      assert.match((await measure()).more, /left|top/);
      // A picture that fits has no marks.
      const { trace_id: small } = started.stack.own.db.get("SELECT trace_id FROM traces WHERE tx_count = 2 LIMIT 1");
      await open(page, small);
      await whole(page, small);
      assert.deepEqual(await measure(), { scrolls: false, more: "", fades: false });
      assert.equal(await hint.isVisible(), false);
    },
  );

  visit("failures are red, bounces are dashed, and a line's width grows with its value", async (page) => {
    const thrown = exitCodeTrace();
    await open(page, thrown.hash);
    await whole(page, thrown.trace_id);
    const failed = (await boxes(page)).filter(({ className }) => className.includes("failed"));
    assert.deepEqual(
      failed.map(({ hash }) => hash),
      [thrown.hash],
    );
    assert.match(failed[0].textContent, /exit code 42.*failed/);
    assert.equal(await page.locator("#trace-flow .flow-line.failed").count(), 1);
    assert.equal(await page.locator("#trace-flow .flow-line.bounced").count(), 1);
    const dash = await page
      .locator("#trace-flow .flow-line.bounced path")
      .first()
      .evaluate((path) => getComputedStyle(path).strokeDasharray);
    assert.notEqual(dash, "none");
    const { lineWidth } = await import("../../www/trace/flow-layout.js");
    const widths = ["0", "1000000", "100000000", "10000000000", "1000000000000"].map((one) =>
      lineWidth(one, 10n ** 12n),
    );
    assert.deepEqual(
      widths,
      widths.toSorted((a, b) => a - b),
    );
    assert.equal(new Set(widths).size, widths.length);
    assert.ok(widths.at(-1) <= 8);
  });

  visit("the keyboard alone moves between boxes, opens a transaction, and returns to its box", async (page) => {
    const [{ trace_id: id }] = some(
      "e.trace_id IN (SELECT trace_id FROM transactions GROUP BY trace_id HAVING count(DISTINCT account) > 3)",
    );
    await open(page, id);
    await whole(page, id);
    const shown = await lines(page);
    await page.locator("#trace-flow .flow-box").first().focus();
    await page.keyboard.press("End");
    assert.equal(await at(page), shown.at(-1).hash);
    await page.keyboard.press("ArrowLeft");
    assert.equal(await at(page), shown.at(-1).parent);
    await page.keyboard.press("ArrowRight");
    assert.equal(await page.evaluate(() => document.activeElement.matches(".flow-box")), true);
    const here = await at(page);
    await page.keyboard.press("Enter");
    assert.equal(await focused(page), "trace-detail-title");
    assert.deepEqual(await detailed(page), [here]);
    assert.deepEqual(
      (await boxes(page)).filter(({ ariaPressed }) => ariaPressed === "true").map(({ hash }) => hash),
      [here],
    );
    await page.keyboard.press("Escape");
    assert.equal(await at(page), here);
    // Exactly one box is in the Tab order.
    assert.equal(await page.locator('#trace-flow [tabindex="0"]').count(), 1);
  });

  visit(
    "on a phone, a tap on a box shows the transaction at the lower edge",
    async (page) => {
      const [{ trace_id: id }] = traces();
      await open(page, id);
      await whole(page, id);
      assert.equal(await page.locator("#trace-flow.list").count(), 1);
      // The sentence, the numbers and the beginning of the picture are visible without scrolling.
      const { y } = await page.locator("#trace-flow .flow-box").nth(1).boundingBox();
      assert.ok(y < 844, `the second box begins at ${y}`);
      const box = page.locator("#trace-flow .flow-box").nth(1);
      await box.tap();
      assert.deepEqual(await detailed(page), [(await lines(page))[1].hash]);
      assert.equal(await fits(page), "fits");
      await page.locator("#trace-next").tap();
      assert.notEqual((await detailed(page))[0], (await lines(page))[1].hash);
      await page.locator("#trace-detail-close").tap();
      assert.equal(await page.locator("#trace-detail").isVisible(), false);
      await page.locator("#trace-close").tap();
      await drawn(page, 1);
      await page.locator("#trace-flow .flow-more").tap();
      await eventually(async () => (await lines(page)).length > 1, true);
    },
    { viewport: { width: 390, height: 844 }, hasTouch: true },
  );
});

describe("the description of a trace and of its transactions", () => {
  visit("a transfer is described in a sentence, with fees and value", async (page) => {
    const { trace_id: id, details } = started.stack.own.db.get(
      "SELECT * FROM actions WHERE type = 'ton_transfer' AND trace_id IN (SELECT trace_id FROM actions GROUP BY trace_id HAVING count(*) = 1) LIMIT 1",
    );
    await open(page, id);
    await whole(page, id);
    const { value } = JSON.parse(details);
    assert.match(await text(page, "title"), / sent [\d.,]+ TON to /);
    assert.equal(nanoOf(await text(page, "title")), BigInt(value));
    const links = await page.locator("#trace-title a").evaluateAll((all) => all.map((one) => one.getAttribute("href")));
    assert.equal(links.length, 2);
    assert.equal(nanoOf(/Value moved([^T]+TON)/.exec(await text(page, "facts"))[1]), BigInt(value));
    assert.equal(await page.locator("#trace-when .block-link").count(), 1);
  });

  visit("a swap is described in a sentence with the sums given and received", async (page) => {
    const [{ trace_id: id }] = traces();
    const body = await grown(id, 1, true);
    const source = Object.values(body.traces[0].transactions)[0].account;
    const swap = (given, got) => ({
      action_id: `swap ${given}`,
      trace_id: id,
      type: "jetton_swap",
      success: true,
      transactions: [],
      details: {
        sender: source,
        dex: "dedust",
        dex_incoming_transfer: { amount: given, asset: null },
        dex_outgoing_transfer: { amount: got, asset: null },
        peer_swaps: [],
      },
    });
    const shows = async (actions, pattern) => {
      body.traces[0].actions = actions;
      await page.goto("about:blank");
      await open(page, id);
      await eventually(async () => pattern.test(await text(page, "title")), true);
    };
    await page.route("**/api/v3/traces?*", (route) => route.fulfill({ json: body }));
    await shows([swap("100000000000", "105000000000")], / swapped 100 TON for 105 TON on dedust$/);
    await shows(
      [swap("100000000000", "105000000000"), swap("1000000000", "2500000000")],
      / swapped 101 TON for 107\.5 TON, 2 times$/,
    );
  });

  visit(
    "on a wide screen, the URL's transaction is beside the picture, with fees that add up and its exit code explained",
    async (page) => {
      const thrown = exitCodeTrace();
      await open(page, thrown.hash);
      await whole(page, thrown.trace_id);
      assert.deepEqual(await detailed(page), [thrown.hash]);
      const detail = await text(page, "detail-row");
      assert.match(
        detail,
        /Exit code 42: a code of the contract itself\. The rest of the value went back to the sender\./,
      );
      for (const name of ["Storage", "Credit", "Compute", "Bounce"]) assert.ok(detail.includes(name), name);
      for (const { hash, total_fees: total } of rows(thrown.trace_id)) {
        await page.locator(`#trace-tree .branch[data-hash="${hash}"] .fees`).click();
        assert.deepEqual(await detailed(page), [hash]);
        const fees = await page
          .locator("#trace-detail .phase-fee")
          .evaluateAll((all) => all.map((one) => one.textContent).filter((one) => one !== "" && !one.startsWith("+")));
        assert.equal(
          fees.reduce((sum, one) => sum + nanoOf(one), 0n),
          BigInt(total),
          hash,
        );
      }
      // Compares in the order of the tree, and along one message.
      const shown = (await lines(page)).filter(({ hash }) => hash !== "");
      await page.locator("#trace-tree .branch").first().locator(".fees").click();
      await page.getByRole("button", { name: "Next transaction" }).click();
      assert.deepEqual(await detailed(page), [shown[1].hash]);
      await page.getByRole("button", { name: "Previous transaction" }).click();
      assert.deepEqual(await detailed(page), [shown[0].hash]);
      await page.locator("#trace-detail .follow").first().click();
      assert.deepEqual(await detailed(page), [shown[1].hash]);
      assert.equal(await focused(page), "trace-detail-title");
      assert.deepEqual(await axe(page), []);
    },
    { viewport: { width: 1440, height: 900 } },
  );

  visit(
    "raw data is shown on request, can be copied, and has both forms",
    async (page) => {
      const thrown = exitCodeTrace();
      await open(page, thrown.hash);
      await whole(page, thrown.trace_id);
      assert.equal(await page.locator("#trace-detail .raw textarea").count(), 0);
      await page.getByText("Body of the message received").click();
      const row = await (
        await fetch(`${started.stack.url}/api/v3/transactions?hash=${encodeURIComponent(thrown.hash)}`)
      ).json();
      const area = page.locator("#trace-detail .raw textarea").first();
      assert.equal(await area.inputValue(), row.transactions[0].in_msg.message_content.body);
      await page.getByRole("button", { name: "Hex" }).first().click();
      assert.equal(
        await area.inputValue(),
        Buffer.from(row.transactions[0].in_msg.message_content.body, "base64").toString("hex"),
      );
      await page.locator(".raw").last().locator("summary").click();
      await page.locator("#trace-detail .raw textarea").nth(1).waitFor();
      const [{ data }] = (
        await (
          await fetch(
            `${started.stack.url}/api/v2/getTransactions?address=${thrown.account}&lt=${thrown.lt}&hash=${encodeURIComponent(thrown.hash)}&limit=1&archival=true`,
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
async function grown(id, size, wide, parentOf = (n) => (wide ? 0 : n - 1)) {
  const {
    traces: [trace],
  } = await (await fetch(`${started.stack.url}/api/v3/traces?trace_id=${encodeURIComponent(id)}`)).json();
  const first = trace.transactions[trace.trace.tx_hash];
  const name = (n, what) => Buffer.from(`${what} ${n}`.padEnd(32, ".")).toString("base64");
  const transactions = {};
  const nodes = Array.from({ length: size }, (_, n) => {
    const message = { ...first.in_msg, hash: name(n, "message"), value: String(n), source: first.account };
    transactions[name(n, "tx")] = { ...first, hash: name(n, "tx"), in_msg: message, out_msgs: [] };
    return { tx_hash: name(n, "tx"), in_msg_hash: message.hash, children: [] };
  });
  nodes.forEach((node, n) => n > 0 && nodes[parentOf(n)].children.push(node));
  const info = { ...trace.trace_info, transactions: size, messages: size };
  return { traces: [{ ...trace, trace: nodes[0], transactions, trace_info: info }], address_book: {}, metadata: {} };
}

describe("large traces", () => {
  for (const [name, size, wide] of /** @type {any[][]} */ ([
    ["600 deep", 600, false],
    ["500 side by side", 500, true],
  ]))
    for (const width of full ? [320, 1280] : [320]) {
      visit(
        `${name}, ${width} px wide: the view shows a part at first, then all, and how many`,
        async (page) => {
          const [{ trace_id: id }] = traces();
          started.stack.own.faults.add(
            { body: JSON.stringify(await grown(id, size, wide)) },
            { path: "/api/v3/traces" },
          );
          await open(page, id);
          await page.locator("#trace-tree .branch").first().waitFor();
          const first = (await lines(page)).length;
          assert.ok(wide ? first === size : first <= 120, String(first));
          assert.equal(
            await text(page, "count"),
            wide ? `All ${size} messages shown` : `${first} of ${size} messages shown`,
          );
          assert.equal(await fits(page), "fits");
          // The picture contains only boxes near its visible part.
          const pieces = await page.locator("#trace-flow *").count();
          assert.ok(pieces < 2500, `${pieces} elements`);
          if (!wide) assert.equal(await page.locator(".toggle").last().textContent(), `+${size - first}`);
          await page.getByRole("button", { name: "Expand all" }).click();
          await drawn(page, size);
          assert.equal((await lines(page)).at(-1).level, wide ? 2 : size);
          await page.locator(".branch").first().focus();
          await page.keyboard.press("End");
          assert.equal(await page.evaluate(() => document.activeElement.matches(".branch:last-child")), true);
          assert.equal(await fits(page), "fits");
          const box = await page.locator(".branch-box").last().boundingBox();
          assert.ok(box.width > 150, String(box.width));
          assert.deepEqual(await axe(page), []);
        },
        { viewport: { width, height: 800 } },
      );
    }

  visit('"Expand all" is bounded, and says what to do for more', async (page) => {
    const [{ trace_id: id }] = traces();
    const body = await grown(id, 3000, true, (n) => Math.floor((n - 1) / 9));
    await page.route("**/api/v3/traces?*", (route) => route.fulfill({ json: body }));
    await open(page, id);
    await eventually(() => text(page, "count"), "118 of 3,000 messages shown");
    await page.getByRole("button", { name: "Expand all" }).click();
    await eventually(() => text(page, "count"), "1,000 of 3,000 messages shown: expand a branch for more");
    await drawn(page, 1000);
    await page.locator('.branch[aria-expanded="false"]').first().focus();
    await page.keyboard.press("ArrowRight");
    await eventually(() => text(page, "count"), "1,009 of 3,000 messages shown: expand a branch for more");
    // The button adds to the lines that the visitor has expanded.
    await page.getByRole("button", { name: "Expand all" }).click();
    await drawn(page, 1009);
    await page.getByRole("button", { name: "Collapse all" }).click();
    assert.equal(await text(page, "count"), "1 of 3,000 messages shown");
    await page.getByRole("button", { name: "Expand all" }).click();
    await drawn(page, 1000);
    // Exactly one line is in the Tab order, with its link.
    const stops = () =>
      page.locator("#trace-tree").evaluate((tree) => {
        const all = [.../** @type {NodeListOf<HTMLElement>} */ (tree.querySelectorAll("li, a, button"))];
        const found = all.filter(({ tabIndex }) => tabIndex === 0).map((one) => one.closest("li"));
        return [
          new Set(found).size,
          found.length,
          found[0]?.getAttribute("data-key") === tree.firstElementChild?.getAttribute("data-key"),
        ];
      });
    assert.deepEqual(await stops(), [1, 2, true]);
    await page.locator(".branch").first().focus();
    await page.keyboard.press("End");
    assert.deepEqual(await stops(), [1, 2, false]);
  });

  visit("a trace that the upstream sends without its tree is shown", async (page) => {
    const [{ trace_id: id }] = traces();
    const body = await grown(id, 2, true);
    const [{ trace: _tree, transactions: _rows, ...bare }] = body.traces;
    started.stack.own.faults.add(
      {
        body: JSON.stringify({ ...body, traces: [{ ...bare, is_incomplete: true, warning: "trace is too large" }] }),
      },
      { path: "/api/v3/traces" },
    );
    await open(page, id);
    await eventually(() => text(page, "state"), "The API sent no tree for this trace: it is too large.");
    assert.equal(await page.locator("#trace-tree").isVisible(), false);
    assert.deepEqual(await axe(page), []);
  });
});

describe("errors of the trace view", () => {
  visit("an unknown hash, and a text that is not a hash, are reported in the trace view", async (page) => {
    await open(page, "ab".repeat(32));
    await eventually(
      async () => /^The API shows no transaction or message with this hash/.test(await text(page, "message")),
      true,
    );
    assert.deepEqual(await axe(page), []);
    await page.getByLabel("Hash of a trace, transaction or message").fill("nonsense");
    await page.getByRole("button", { name: "Show trace" }).click();
    await eventually(() => page.locator("#trace-message .code code").textContent(), "hash_length");
    assert.equal(await page.locator("#trace-input").getAttribute("aria-invalid"), "true");
    assert.equal(await focused(page), "trace-input");
    assert.equal(await page.locator("#trace-retry").isVisible(), false);
    assert.deepEqual(await axe(page), []);
  });

  for (const [name, fault, message, complaint] of /** @type {any[][]} */ ([
    ["the service is down", "status=503", /^The upstream service failed to respond\./, /status of 503/],
    ["too many requests", "429=1,retry-after=7", /Wait 7 seconds, then retry\./, /status of 429/],
    ["an invalid response", { body: '{"traces": [' }, /^The response is not from a gateway.*Code invalid_response/],
  ])) {
    visit(`${name}: an error is shown, and a retry works`, async (page, expectedMessages) => {
      if (complaint) expectedMessages.push(complaint);
      const [{ trace_id: id }] = traces();
      started.stack.own.faults.add(fault, { path: "/api/v3/traces" });
      await open(page, id);
      await eventually(async () => message.test(await text(page, "message")), true);
      assert.deepEqual(await axe(page), []);
      // The gateway caches a failure for half a second: docs/operate/caching.md.
      await page.waitForTimeout(600);
      await page.locator("#trace-retry").focus();
      await page.keyboard.press("Enter");
      await whole(page, id);
      assert.equal(await text(page, "message"), "");
      assert.equal(await focused(page), "trace-heading");
    });
  }

  visit("the trace view reports a missing connection", async (page, expectedMessages) => {
    expectedMessages.push(/ERR_INTERNET_DISCONNECTED/);
    const [{ trace_id: id }, { trace_id: other }] = traces();
    await open(page, id);
    await whole(page, id);
    await page.context().setOffline(true);
    await show(page, other);
    await eventually(async () => /^The gateway cannot be reached\./.test(await text(page, "message")), true);
    assert.equal(await page.locator("#trace-shown").isVisible(), false);
    await page.context().setOffline(false);
    // The view loads again by itself.
    await whole(page, other);
  });

  visit(
    "a late response is not shown under another hash, and leaving the trace view aborts the request",
    async (page) => {
      const stopped = [];
      page.on("requestfailed", (request) => stopped.push(new URL(request.url()).pathname));
      const [{ trace_id: id }, { trace_id: other }] = some("e.tx_count = 3").concat(traces()).slice(0, 2);
      const nextRequest = () => page.waitForRequest(/\/api\/v3\/traces/);
      started.stack.own.faults.add("delay=1500", { path: "/api/v3/traces" });
      await Promise.all([nextRequest(), open(page, id)]);
      await show(page, other);
      await whole(page, other);
      await page.waitForTimeout(1600);
      assert.equal((await lines(page))[0].hash, other);
      assert.equal(stopped.length, 1);
      started.stack.own.faults.add("delay=1500", { path: "/api/v3/traces" });
      await Promise.all([nextRequest(), show(page, id)]);
      await page.locator("#nav-chain").click();
      await eventually(async () => stopped.length, 2);
      await page.goBack();
      await whole(page, id);
    },
  );
});

/** Sends a transfer to the masterchain through the gateway; the chain makes no block yet. @returns {Promise<string>} the hash of the message */
async function send() {
  const { cast, chain } = started.stack.own;
  const [from, to] = [cast.wallet("carol"), cast.wallet("grace")];
  const call = async (method, params) =>
    (
      await (
        await fetch(`${started.stack.url}/api/v2/jsonRPC`, {
          method: "POST",
          headers: { "content-type": "application/json" },
          body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }),
        })
      ).json()
    ).result;
  const {
    stack: [[, seqno]],
  } = await call("runGetMethod", { address: from.account, method: "seqno", stack: [] });
  const messages = [internal({ to: to.address, value: toNano("0.05"), bounce: false, body: "on its way" })];
  const boc = from
    .transfer({ seqno: Number(seqno), messages, validUntil: chain.head.mc.gen_utime + 86_400 })
    .toBoc()
    .toString("base64");
  return (await call("sendBocReturnHash", { boc })).hash;
}

describe("a pending trace", () => {
  visit(
    "a pending trace is shown with emulated transactions, and followed until it is complete",
    async (page, expectedMessages) => {
      const hash = await send();
      await open(page, hash);
      await eventually(async () => /^On its way: \d+ messages? not received yet/.test(await text(page, "state")), true);
      await eventually(async () => (await page.locator(".branch .badge.plain").count()) > 0, true);
      assert.deepEqual(await axe(page), []);
      assert.deepEqual(await page.evaluate(faint), []);
      await page.locator(".branch").first().focus();
      const live = (state) => page.locator(`#trace-live[data-live="${state}"]`).waitFor({ state: "attached" });
      await live("live");
      const { faults } = started.stack.own;
      expectedMessages.push(/status of 503/);
      faults.add("status=503", { times: Infinity });
      await live("offline");
      assert.equal(await text(page, "message"), "");
      assert.equal(await page.evaluate(() => document.activeElement?.matches(".branch")), true);
      faults.clear();
      await live("live");
      await started.stack.own.clock.step();
      await eventually(async () => (await page.locator(".branch .badge.good").count()) > 0, true);
      await started.stack.own.clock.settle();
      await eventually(() => text(page, "state"), "Success");
      const { trace_id: id } = started.stack.own.db.get("SELECT trace_id FROM traces WHERE external_hash = ?", [hash]);
      const edges = messages(id)
        .map((m) => [m.out_tx ?? "", m.hash, m.in_tx ?? ""].join(" "))
        .sort();
      assert.deepEqual(
        (await lines(page)).map(({ parent, message, hash: tx }) => [parent, message, tx].join(" ")).sort(),
        edges,
      );
      assert.equal(await page.locator(".branch .badge.plain").count(), 0);
      assert.equal(await at(page), id);
      // A complete trace does not change.
      await live("idle");
      let requests = 0;
      page.on("request", (request) => {
        if (new URL(request.url()).pathname.startsWith("/api/")) requests += 1;
      });
      await page.waitForTimeout(3000);
      assert.equal(requests, 0);
    },
  );
});

describe("layout of the trace view", () => {
  for (const [colorScheme, width] of APPEARANCES) {
    visit(
      `${colorScheme}, ${width} px wide: the trace view is legible and usable, and axe finds nothing`,
      async (page) => {
        for (const find of Object.values(CASES)) {
          const [{ trace_id: id }] = find();
          await open(page, id);
          await whole(page, id);
          await page.locator(".branch .fees").first().click();
          await eventually(() => page.evaluate(faint), []);
          assert.equal(await fits(page), "fits");
          assert.deepEqual(await poor(page), []);
          assert.deepEqual(await axe(page), []);
        }
      },
      { colorScheme, viewport: { width, height: 800 } },
    );
  }
});
