// Messages in the trace view, in headless Chromium: bodies that the page itself decodes, and hostile texts of a sender.

import assert from "node:assert/strict";
import { describe } from "node:test";

import { beginCell, encodeBody, internalMessage } from "ton-edge/message";

import { startStack } from "../helpers/stack.mjs";
import { findAxeViolations } from "./axe.mjs";
import {
  waitForApp,
  APPEARANCES,
  eventually,
  findLowContrastTexts,
  describeFit,
  findPoorControls,
  serveSources,
  setUpFixture,
  createPageTest,
} from "./visit.mjs";

const fixture = setUpFixture(() => startStack({ upstream: "devnet", devnet: { world: "small" } }));
const testPage = createPageTest(() => fixture);

const A = `0:${"A1".repeat(32)}`;
const B = `0:${"B2".repeat(32)}`;
const openPage = async (page, hash) => {
  await page.goto(`${fixture.stack.url}/#/${hash}`);
  await waitForApp(page);
};

/** Opens a trace whose only transaction received a message with the given body, and shows the transaction. */
async function openMessage(page, body, extraFields = {}, isDecoded = true) {
  const { account } = fixture.stack.own.cast.wallet("bob");
  const url = `${fixture.stack.url}/api/v3/transactions?limit=1&account=${account}`;
  const { transactions } = await (await fetch(url)).json();
  const message = {
    ...transactions[0].in_msg,
    source: A,
    destination: B,
    opcode: null,
    decoded_opcode: null,
    bounced: false,
    message_content: { hash: null, body: body?.toBase64() ?? null, decoded: null },
    ...extraFields,
  };
  const { hash } = transactions[0];
  const trace = {
    trace_id: hash,
    start_utime: transactions[0].now,
    end_utime: transactions[0].now,
    trace_info: { trace_state: "complete", transactions: 1, messages: 1, pending_messages: 0 },
    is_incomplete: false,
    actions: [],
    trace: { tx_hash: hash, in_msg_hash: message.hash, children: [] },
    transactions: { [hash]: { ...transactions[0], in_msg: message, out_msgs: [] } },
  };
  fixture.stack.own.faults.add(
    {
      body: JSON.stringify({
        traces: [trace],
        address_book: {},
        ...(extraFields.metadata && { metadata: extraFields.metadata }),
      }),
    },
    { path: "/api/v3/traces" },
  );
  await openPage(page, `trace/${encodeURIComponent(hash)}`);
  await page.locator("#trace-tree .branch .fees").first().click();
  await page.locator("#trace-detail .msg").first().waitFor();
  if (isDecoded) await page.locator("#trace-shown[data-decoded]").waitFor();
}
const readParty = (page) => page.locator(".msg .party").innerText();
const readOpenFields = async (page) => {
  await page.locator("details.body > summary").first().click();
  await page.locator(".fields dt").first().waitFor();
  return Object.fromEntries(
    await page
      .locator(".msg > details > .fields > div")
      .evaluateAll((elements) =>
        elements.map((element) => [element.querySelector("dt").textContent, element.querySelector("dd").innerText]),
      ),
  );
};
const JETTON_METADATA = {
  [A]: { is_indexed: true, token_info: [{ valid: true, type: "jetton_wallets", extra: { jetton: B } }] },
  [B]: {
    is_indexed: true,
    token_info: [{ valid: true, type: "jetton_masters", symbol: "US\u202ED", extra: { decimals: "6" } }],
  },
};

describe("bodies in the trace view", () => {
  testPage(
    "a jetton transfer shows names, amounts, the comment in the payload and the wallet's actions",
    async (page) => {
      const { trace_id: id } = fixture.stack.own.db.get(
        "SELECT t.trace_id FROM transactions t JOIN messages m ON m.in_tx = t.hash WHERE m.opcode = '0x7362d09c' ORDER BY t.lt LIMIT 1",
      );
      await page.addInitScript(() => {
        globalThis.shift = 0;
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries()) globalThis.shift += /** @type {any} */ (entry).value;
        }).observe({ type: "layout-shift", buffered: true });
      });
      await openPage(page, `trace/${encodeURIComponent(id)}`);
      await page.locator("#trace-tree .branch").first().waitFor();
      // At first the page shows the API's data. A moment later it shows the decoded bodies, although the visitor did nothing.
      await page.locator("#trace-shown[data-decoded]").waitFor();
      assert.equal(await page.evaluate(() => globalThis.shift), 0);
      const text = await page.locator("#trace-tree").innerText();
      assert.match(text, /Wallet v4 signed\s+1 action/);
      assert.match(text, /Jetton internal transfer\s+10,000 EDGE\s+for \w+/);
      assert.match(text, /Jetton notification\s+10,000 EDGE/);
      assert.match(text, /Excesses/);
      await page.locator(".branch .fees").first().click();
      await page.locator("#trace-detail details.body > summary").first().click();
      const action = page.locator("#trace-detail .actions-list li").first();
      assert.match(await action.innerText(), /^0\.2 TON to/);
      assert.match(await page.locator("#trace-detail .fields").first().innerText(), /Seqno\s+\d+/);
      assert.deepEqual(await findAxeViolations(page), []);
    },
  );

  testPage("all fields of a transfer are shown, with and without metadata", async (page) => {
    const body = encodeBody({
      type: "jetton_notification",
      queryId: 77n,
      amount: 12_500_000n,
      sender: B,
      forwardPayload: encodeBody({ type: "comment", text: "thanks" }),
    });
    await openMessage(page, body, { metadata: JETTON_METADATA });
    assert.match(await readParty(page), /Jetton notification\s+12\.5 US\[U\+202E\]D\s+thanks/);
    const fields = await readOpenFields(page);
    assert.equal(fields["Query ID"], "77");
    assert.match(fields.Sender, /^EQ|^UQ/);
    assert.match(fields["Forward payload"], /thanks/);
    await page.goto("about:blank");
    await openMessage(page, body);
    assert.match(await readParty(page), /12,500,000 units/);
    // Metadata of the receiver says nothing about a notification: anyone may send one to a jetton wallet.
    await page.goto("about:blank");
    await openMessage(page, body, { metadata: JETTON_METADATA, source: B, destination: A });
    assert.match(await readParty(page), /12,500,000 units/);
  });

  testPage("known operations have names, and unknown ones show their opcode", async (page) => {
    for (const [body, extraFields, expected] of /** @type {any[]} */ ([
      [beginCell().storeUint(0xdeadbeef, 32).endCell(), { opcode: "0xdeadbeef" }, /0xdeadbeef$/],
      [beginCell().storeUint(0x25938561, 32).endCell(), { decoded_opcode: "dex_swap" }, /dex swap\s+0x25938561$/],
      [encodeBody({ type: "excesses", queryId: 1n }), { decoded_opcode: "jetton_transfer" }, /Excesses$/],
      [encodeBody({ type: "encrypted_comment", data: new Uint8Array(80) }), {}, /Encrypted comment$/],
      [
        beginCell().storeUint(0xffffffff, 32).storeUint(0x0f8a7ea5, 32).storeUint(0, 64).endCell(),
        { bounced: true, opcode: "0xffffffff" },
        /Jetton transfer\s+bounced$/,
      ],
      [beginCell().storeUint(0xffffffff, 32).storeUint(0, 32).endCell(), { bounced: true }, /Comment\s+bounced$/],
      [beginCell().endCell(), {}, /^from\s+\S+$/],
      [encodeBody({ type: "change_dns_record", key: 1n }), {}, /Change DNS record$/],
    ])) {
      await page.goto("about:blank");
      await openMessage(page, body, extraFields);
      assert.match(await readParty(page), expected);
    }
  });

  testPage("a wallet request lists its actions, and a body of another kind is not shown as a request", async (page) => {
    const makeMessage = (text) => internalMessage({ to: B, value: 1n, body: text });
    const writeRequest = (opcode) => {
      const bodyHead = beginCell()
        .storeBits(new Uint8Array(64).fill(0x55))
        .storeUint(698_983_191, 32)
        .storeUint(1_700_000_000, 32);
      bodyHead.storeUint(5, 32);
      if (opcode !== undefined) bodyHead.storeUint(opcode, 8);
      return bodyHead
        .storeUint(3, 8)
        .storeRef(makeMessage("one"))
        .storeUint(3, 8)
        .storeRef(makeMessage("two"))
        .endCell();
    };
    for (const [opcode, title] of /** @type {any[]} */ ([
      [undefined, "Wallet v3 signed"],
      [0, "Wallet v4 signed"],
    ])) {
      await page.goto("about:blank");
      await openMessage(page, writeRequest(opcode), { source: null, value: null });
      assert.match(await readParty(page), new RegExp(`${title}\\s+2 actions$`));
      const fields = await readOpenFields(page);
      assert.match(fields.Actions, /0\.000000001 TON to[^]*one[^]*0\.000000001 TON to[^]*two/);
      assert.match(fields["Valid until"], /2023/);
    }
    await page.goto("about:blank");
    await openMessage(page, writeRequest(9), { source: null, value: null, opcode: "0x00000009" });
    assert.match(await readParty(page), /0x00000009$/);
  });

  testPage("for a body that is not a bag of cells, the API's data is shown", async (page) => {
    await openMessage(page, undefined, {
      opcode: "0x00000000",
      message_content: { hash: null, body: "te6c", decoded: { "@type": "text_comment", comment: "hello" } },
    });
    assert.match(await readParty(page), /hello/);
  });

  testPage("if the decoding module does not load, rows show the API's data", async (page, expectedMessages) => {
    expectedMessages.push(/ERR_FAILED|Failed to load resource/);
    let refusedCount = 0;
    await page.route("**/shared/body-reader-*.js", async (route) => {
      refusedCount++;
      return route.abort();
    });
    await openMessage(
      page,
      encodeBody({ type: "excesses", queryId: 1n }),
      {
        opcode: "0xd53276db",
        decoded_opcode: "excess",
      },
      false,
    );
    await eventually(async () => refusedCount > 0, true);
    assert.match(await readParty(page), /excess\s+0xd53276db$/);
    assert.equal(await page.locator("details.body").count(), 0);
    assert.ok(refusedCount > 0);
  });
});

describe("comments in the trace view", () => {
  const LINK_COMMENT = "Win 1000 TON at https://example.org/claim <a href=https://example.org>now</a>";

  testPage("comments are text without markup, links or hidden characters", async (page) => {
    await openMessage(page, encodeBody({ type: "comment", text: `${LINK_COMMENT}\u202Egpj\u0007\u200B` }));
    assert.match(await readParty(page), /now<\/a>\[U\+202E\]gpj\[U\+0007\]\[U\+200B\]/);
    assert.equal(await page.locator(".comment a, main img").count(), 0);
  });

  testPage("long comments are shortened, and shown in full on request", async (page) => {
    await openMessage(page, encodeBody({ type: "comment", text: "0123456789".repeat(2000) }));
    const comment = page.locator(".msg .comment");
    assert.ok((await comment.textContent()).length < 130);
    await page.getByRole("button", { name: "Show more" }).click();
    assert.match(await comment.textContent(), /^.{10000}… \(10,000 more characters are not shown\)$/);
    assert.deepEqual(await findAxeViolations(page), []);
    await page.getByRole("button", { name: "Show less" }).click();
    assert.ok((await comment.textContent()).length < 130);
  });

  testPage("invisible characters in comments become visible", async (page) => {
    await serveSources(page);
    await openPage(page, "address/");
    const run = (text) =>
      page.evaluate(async (text) => {
        const { cutText, visibleText } = await import("/sources/ton-edge/lib/sentences/visible-text.js");
        return [visibleText(text), cutText(text, 4)];
      }, text);
    assert.deepEqual(await run("a\r\nb\tc"), ["a\nb\tc", "a\r\nb…"]);
    assert.deepEqual(await run("abc\u{1F600}d"), ["abc\u{1F600}d", "abc…"]);
    assert.equal((await run("\u0000\u2066x\u2069\uFEFF\u{E0041}"))[0], "[U+0000][U+2066]x[U+2069][U+FEFF][U+E0041]");
    assert.equal((await run("\u{1F468}\u200D\u{1F469}"))[0], "\u{1F468}\u200D\u{1F469}");
    assert.equal((await run(`z${"\u0300".repeat(50)}`))[0], `z${"\u0300".repeat(4)}`);
  });
});

describe("layout of messages", () => {
  for (const [colorScheme, width] of APPEARANCES) {
    testPage(
      `${colorScheme}, ${width} px wide, a message with all fields is legible and usable`,
      async (page) => {
        const { trace_id: id } = fixture.stack.own.db.get(
          "SELECT t.trace_id FROM transactions t JOIN messages m ON m.in_tx = t.hash WHERE m.opcode = '0x7362d09c' ORDER BY t.lt LIMIT 1",
        );
        await openPage(page, `trace/${encodeURIComponent(id)}`);
        await page.locator("#trace-tree .branch .fees").first().click();
        for (let pageNumber = 1; pageNumber < 3; pageNumber++)
          await page.getByRole("button", { name: "Next transaction" }).click();
        await page.locator("details.body > summary").first().waitFor();
        for (const summary of await page.locator("details.body > summary").all()) await summary.click();
        await eventually(() => page.evaluate(findLowContrastTexts), []);
        assert.equal(await describeFit(page), "fits");
        assert.deepEqual(await findPoorControls(page), []);
        assert.deepEqual(await findAxeViolations(page), []);
      },
      { colorScheme, viewport: { width, height: 800 } },
    );
  }

  testPage(
    "a domain that arrives late shifts nothing",
    async (page) => {
      const readHeight = () => page.locator("#account-summary").evaluate((element) => element.clientHeight);
      fixture.stack.own.faults.add("delay=600", { path: "/api/v3/accountStates" });
      await openPage(page, `account/${fixture.stack.own.cast.wallet("bob").account}`);
      await page.locator('#account-summary[data-state="loading"]').waitFor();
      const heightBefore = await readHeight();
      await eventually(async () => /\.ton/.test(await page.locator("#account-domain").textContent()), true);
      await eventually(async () => /seqno/.test(await page.locator("#account-kind").textContent()), true);
      assert.equal(await readHeight(), heightBefore);
    },
    { viewport: { width: 320, height: 800 } },
  );
});
