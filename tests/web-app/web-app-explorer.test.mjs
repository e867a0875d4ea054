// The endpoint explorer in headless Chromium, in front of the local chain: all operations by search and by URL, their forms by
// the endpoint table, and a sample of each operation that really runs.

import assert from "node:assert/strict";
import { describe } from "node:test";

import { internal, toNano } from "@ton/core";

import { BEYOND, SPECIFIED } from "../golden/operations.mjs";
import { emptyLists, REFUSED_OPERATIONS } from "../helpers/empty-lists.mjs";
import { eventually } from "./visit.mjs";
import { IDS, TABLE } from "./explorer-table.mjs";
import { payment, signedTransfer } from "./signed-transfer.mjs";
import {
  responded,
  explorer,
  field,
  focused,
  fragment,
  go,
  press,
  pressReally,
  text,
  unfold,
} from "./explorer-visit.mjs";

/** Reads of pending things, which may not exist at the moment. */
const PENDING = ["v3.pendingActions", "v3.pendingTraces", "v3.pendingTransactions"];
/** An empty cell, which the network rejects as a message. */
const EMPTY_CELL = "te6cckEBAQEAAgAAAEysuc0=";
const SENDS = ["v2.sendBoc", "v2.sendBocReturnHash", "v2.sendBocReturnHashNoError", "v3.message"];

/** The text of the list while the search is empty. */
const ALL = `${SPECIFIED.length} operations of the specification, and ${BEYOND.length} beyond it`;

/** Milliseconds for a test that opens every operation, on a busy machine. */
const LONG = 240_000;

const { visit, open, stack, seenSince } = explorer();
const visible = (page) =>
  page.locator("#explorer-groups a:visible").evaluateAll((all) => all.map((one) => one.dataset.operation));

describe("the list of operations", () => {
  visit("the list has all operations of the endpoint table, in its groups and order, each with a URL", async (page) => {
    await open(page);
    assert.deepEqual(await visible(page), IDS);
    assert.equal(new Set(IDS).size, SPECIFIED.length + BEYOND.length);
    const wanted = [...new Set(TABLE.map(({ generation, category }) => `${generation} · ${category}`))];
    assert.deepEqual(await page.locator("#explorer-groups h3").allTextContents(), wanted);
    assert.equal(await text(page, "count"), ALL);
  });

  visit("the search finds operations by name, path, title, parameter and alias", async (page) => {
    await open(page);
    const search = page.getByLabel("Search operations");
    for (const [query, best] of [
      ["adjacent", "v3.adjacentTransactions"],
      ["/jetton/wallets", "v3.jetton.wallets"],
      ["api/v2/getshards", "v2.getShards"],
      ["ext_msg_hash", "v3.pendingActions"],
      ["get-method", "v2.runGetMethod"],
      ["TRANSACTIONS", "v3.transactions"],
      ["decode post", "v3.decode.post"],
    ]) {
      await search.fill(query);
      const found = await visible(page);
      assert.ok(found.length > 0 && found.length < 40, `${query}: ${found}`);
      assert.equal(await page.locator("#explorer-groups a.best").getAttribute("data-operation"), best, query);
      assert.equal(
        await text(page, "count"),
        `${found.length} operation${found.length === 1 ? "" : "s"} found. Enter opens ${best}.`,
      );
    }
    for (const { generation, path, aliases = [] } of TABLE.filter((row) => row.aliases)) {
      await search.fill(aliases[0]);
      assert.ok((await visible(page)).includes(`${generation}.${path.slice(1).replaceAll("/", ".")}`), aliases[0]);
    }
    await search.fill("nothing has this name");
    assert.match(await text(page, "count"), /^No operation found\./);
    await page.keyboard.press("Escape");
    assert.equal(await text(page, "count"), ALL);
  });

  visit("by the keyboard alone, a visitor gets from the search to the response", async (page) => {
    await open(page);
    await page.locator("#explorer-search").focus();
    await page.keyboard.type("topAccounts");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("ArrowUp");
    assert.equal(await focused(page), "explorer-search");
    await page.keyboard.press("Enter");
    await page.locator('#explorer-title[data-id="v3.topAccountsByBalance"]').waitFor();
    assert.equal(await focused(page), "explorer-title");
    const tabTo = async (id) => {
      for (let i = 0; i < 12 && (await focused(page)) !== id; i++) await page.keyboard.press("Tab");
      assert.equal(await focused(page), id);
    };
    await tabTo("explorer-field-limit");
    await page.keyboard.type("2");
    await page.keyboard.press("Enter");
    await responded(page);
    assert.equal(fragment(page), "#/explorer/v3.topAccountsByBalance?limit=2");
    await tabTo("explorer-as-tab-0");
    assert.match(await page.locator("#explorer-as-panel-0").textContent(), /^curl -sS '/);
    await page.keyboard.press("ArrowRight");
    assert.equal(await focused(page), "explorer-as-tab-1");
    await page.keyboard.press("End");
    assert.equal(await page.locator("#explorer-as-tab-6").getAttribute("aria-selected"), "true");
  });

  visit(
    "on a phone, the list leads to the operation and back",
    async (page) => {
      await open(page);
      await page.locator('[data-operation="v3.blocks"]').click();
      await page.locator("#explorer-title").waitFor();
      assert.equal(await page.locator("#explorer-search").isVisible(), false);
      assert.equal(await focused(page), "explorer-title");
      await page.getByRole("link", { name: "All operations" }).click();
      await eventually(() => page.locator("#explorer-search").isVisible(), true);
      assert.equal(await page.locator("#explorer-operation").isVisible(), false);
    },
    { viewport: { width: 375, height: 700 } },
  );

  visit("a URL that names no operation says so", async (page) => {
    await open(page, "#/explorer/v3.nonsense");
    assert.match(await page.locator("#explorer-operation").textContent(), /^Unknown operation\./);
    await open(page, "#/explorer/V3/jetton/WALLETS?owner=1");
    await page.locator('#explorer-title[data-id="v3.jetton.wallets"]').waitFor();
    assert.match(await text(page, "notice"), /this operation lacks: owner/);
  });
});

describe("forms of operations", () => {
  visit(
    "the form of each operation has the right control for each parameter",
    async (page) => {
      await open(page);
      for (const [at, { params = [], rules = [], title }] of TABLE.entries()) {
        await go(page, IDS[at]);
        assert.equal(await text(page, "title"), title);
        const drawn = await page.locator(".param").evaluateAll((all) =>
          all.map((one) => {
            /** @type {any} */
            const control = one.querySelector("input, select, textarea");
            const options = [...(control.options ?? [])].map(({ value }) => value).filter(Boolean);
            return {
              name: one.dataset.param,
              labelled: control.labels[0].textContent.startsWith(one.dataset.param),
              required: control.getAttribute("aria-required") === "true",
              options,
              offered: control.tagName === "SELECT" ? control.options[0].text : control.placeholder,
              about: document.getElementById(control.getAttribute("aria-describedby").split(" ")[0]).textContent,
            };
          }),
        );
        const names = drawn.map(({ name }) => name);
        assert.deepEqual([...names].sort(), params.map(({ name }) => name).sort(), IDS[at]);
        const required = params.filter((one) => one.required).length;
        assert.ok(
          drawn.slice(0, required).every((one) => one.required),
          IDS[at],
        );
        for (const one of drawn)
          likeTable(
            one,
            params.find(({ name }) => name === one.name),
            `${IDS[at]} ${one.name}`,
          );
        assert.equal(await page.locator(".rules li").count(), rules.length);
      }
    },
    { timeout: LONG },
  );

  function likeTable({ labelled, required, options, offered, about }, param, where) {
    assert.ok(labelled, where);
    assert.equal(required, param.required === true, where);
    assert.deepEqual(options, param.choices ?? (param.kind === "bool" ? ["true", "false"] : []), where);
    const value = param.default ?? param.serverDefault;
    if (value !== undefined && value !== "" && !param.required) {
      const shown = Array.isArray(value) ? value.join(", ") : typeof value === "object" ? "{}" : String(value);
      assert.ok(offered.includes(shown), `${where}: ${offered}`);
      assert.ok(about.includes(`default ${shown}`), `${where}: ${about}`);
    }
    for (const bound of [param.min, param.max])
      if (bound !== undefined) assert.ok(about.includes(String(bound)), `${where}: ${about}`);
    if (param.doc) assert.ok(about.includes(param.doc), where);
    assert.equal(about.includes("The API ignores this parameter."), param.implemented !== true, where);
  }

  visit("a wrong value of each kind of parameter is reported beside its field, without a request", async (page) => {
    await open(page);
    for (const [id, texts, faults] of /** @type {any[][]} */ ([
      ["v3.transactions", { limit: "0" }, { limit: /whole number from 1 to 1000/ }],
      [
        "v3.transactions",
        { limit: "x", shard: "zz", start_utime: "-1", lt: "1.5", hash: "ab", account: "EQ", opcode: "zz" },
        {
          limit: /whole number/,
          shard: /hexadecimal/,
          start_utime: /0 to 4294967295/,
          lt: /^Must be a whole number/,
          hash: /not a hash/,
          account: /not an address/,
          opcode: /opcode/,
        },
      ],
      [
        "v2.getBlockHeader",
        { workchain: "0", shard: "8000000000000000x" },
        { shard: /signed 64-bit/, seqno: /required/ },
      ],
      [
        "v2.getBlockTransactions",
        { workchain: "0", shard: "0", seqno: "1", after_hash: "q", after_lt: "1" },
        { after_hash: /hash/ },
      ],
      ["v3.messages", { source: "nil" }, { source: /address/ }],
      ["v3.nft.items", { index: "x" }, { index: /decimal digits/ }],
      ["v2.sendBoc", { boc: "not a boc" }, { boc: /bag of cells/ }],
      ["v3.decode", { bodies: "zz" }, { bodies: /bag of cells|hex/ }],
      [
        "v2.runGetMethod",
        { address: "EQ", method: "seqno", stack: "[" },
        { address: /not an address/, stack: /^This is not JSON/ },
      ],
      ["v2.jsonRPC", { method: "getShards", params: "[]" }, { params: /object/ }],
      ["v3.adjacentTransactions", {}, { hash: /required/ }],
      ["v3.dns.records", {}, { wallet: /^Exactly one of/ }],
      ["v3.transactions", { direction: "in" }, { direction: /msg_hash|opcode/ }],
    ])) {
      await go(page, id);
      await press(page, "reset");
      await unfold(page);
      for (const [name, value] of Object.entries(texts)) {
        if (await field(page, name).evaluate((one) => one.tagName === "SELECT"))
          await field(page, name).selectOption(value);
        else await field(page, name).fill(value);
      }
      const before = stack().own.requests.length;
      await press(page, "send");
      const reported = () =>
        page.locator(".param:has([aria-invalid])").evaluateAll((all) => all.map((one) => one.dataset.param).sort());
      await eventually(reported, Object.keys(faults).sort());
      for (const [name, pattern] of Object.entries(faults)) {
        assert.match(await page.locator(`#explorer-field-${name}-fault`).textContent(), pattern, `${id} ${name}`);
        assert.ok((await field(page, name).getAttribute("aria-describedby")).includes(`explorer-field-${name}-fault`));
      }
      const first = await page.locator("[aria-invalid]").first().getAttribute("id");
      assert.equal(await focused(page), first, id);
      // The error disappears when the value changes.
      if (await page.locator(`#${first}`).evaluate((one) => one.tagName !== "SELECT")) {
        await page.locator(`#${first}`).fill("1");
        assert.equal(await page.locator(`#${first}`).getAttribute("aria-invalid"), null);
      }
      assert.deepEqual(
        seenSince(before).filter((one) => !one.includes("masterchainInfo")),
        [],
        id,
      );
    }
  });
});

describe("samples of operations", () => {
  /** Tests the samples of all operations of a generation. */
  const all = (generation, refusals) =>
    visit(
      `each operation of ${generation} has a sample; reads run, and sends are only filled in`,
      async (page, expectedMessages) => {
        expectedMessages.push(...refusals);
        let received = [];
        page.on("response", (response) => received.push(response));
        await open(page);
        for (const [at, id] of IDS.entries()) {
          if (!id.startsWith(generation)) continue;
          await go(page, id);
          const before = stack().own.requests.length;
          received = [];
          await press(page, "sample");
          if (SENDS.includes(id)) {
            await eventually(async () => /^Filled in, not sent\./.test(await text(page, "status")), true);
            assert.notEqual(await field(page, "boc").inputValue(), "");
            assert.deepEqual(
              seenSince(before).filter((one) => one.startsWith("POST")),
              [],
            );
            continue;
          }
          await eventually(
            async () => /^Status/.test(await text(page, "status")) || (await text(page, "status")),
            true,
          );
          const status = Number(/Status (\d+)/.exec(await text(page, "status"))[1]);
          // Only this read responds with an error when nothing is pending; the browser logs that.
          if (id === "v3.pendingTransactions" && status === 404) expectedMessages.push(/status of 404/);
          else assert.equal(status, REFUSED_OPERATIONS[id] ?? 200, id);
          if (status === 200 && !PENDING.includes(id)) {
            // The search for a sample may use the same operation, so the sample's own request is the last one.
            const path = `/api/${TABLE[at].generation}${TABLE[at].path}`;
            const answer = received.findLast((response) => new URL(response.url()).pathname === path);
            assert.deepEqual(emptyLists(id, await answer.json()), []);
          }
          assert.equal(await page.locator("#explorer-response .message.bad").count(), status === 200 ? 0 : 1, id);
          assert.equal(await page.locator("#explorer-response .tree").count(), 1, id);
          const sent = await page.locator('#explorer-request [role="tabpanel"]:visible').textContent();
          assert.ok(sent.includes(`/api/${TABLE[at].generation}${TABLE[at].path}`), `${id}: ${sent}`);
        }
      },
      { timeout: LONG },
    );
  all("v2", [/status of 500/]);
  all("v3", []);

  visit("a send needs a second, explicit press", async (page, expectedMessages) => {
    expectedMessages.push(/status of 500/);
    const before = stack().own.requests.length;
    await open(page, `#/explorer/v2.sendBoc?boc=${encodeURIComponent("te6cckEBAQEAAgAAAEysuc0=")}`);
    const sent = () => seenSince(before).filter((one) => one.startsWith("POST"));
    assert.equal(await field(page, "boc").inputValue(), "te6cckEBAQEAAgAAAEysuc0=");
    await press(page, "send");
    await eventually(() => focused(page), "explorer-question");
    assert.match(await text(page, "notice"), /This sends a real message\./);
    await press(page, "rather-not");
    assert.equal(await focused(page), "explorer-send");
    assert.deepEqual(sent(), []);
    await press(page, "send");
    await pressReally(page);
    await responded(page, 500);
    assert.match(await text(page, "response"), /cannot unpack external message/);
    assert.equal(sent().length, 1);

    // This message is accepted by the chain.
    const [from, to] = ["faucet", "bob"].map((name) => stack().own.cast.wallet(name));
    const at = await fetch(`${stack().url}/api/v2/getWalletInformation?address=${from.address}`).then((response) =>
      response.json(),
    );
    const messages = [internal({ to: to.address, value: toNano("0.01"), bounce: false, body: "from the explorer" })];
    const boc = from
      .transfer({ seqno: at.result.seqno ?? 0, messages, validUntil: Math.floor(Date.now() / 1000) + 120 })
      .toBoc()
      .toString("base64");
    await go(page, "v2.sendBocReturnHash");
    await field(page, "boc").fill(boc);
    await press(page, "send");
    await pressReally(page);
    await eventually(async () => /^Status/.test(await text(page, "status")), true);
    assert.match(await text(page, "response"), /"?hash"?: /);
    await responded(page);
  });

  visit("JSON-RPC needs a second press for a send, but not for a read", async (page) => {
    await open(page, "#/explorer/v2.jsonRPC");
    await field(page, "method").fill("getMasterchainInfo");
    await field(page, "id").fill("7");
    await field(page, "jsonrpc").selectOption("2.0");
    await field(page, "params").fill("{}");
    await press(page, "send");
    await responded(page);
    await field(page, "method").fill("sendBoc");
    await field(page, "params").fill('{"boc":"te6cckEBAQEAAgAAAEysuc0="}');
    await press(page, "send");
    await page.locator("#explorer-really").waitFor();
  });
});

describe("a message is not sent by accident", () => {
  visit("a double press, a key held down or a double click sends no message", async (page, expectedMessages) => {
    expectedMessages.push(/status of 500/);
    const before = stack().own.requests.length;
    const sent = () => seenSince(before).filter((one) => one.startsWith("POST")).length;
    await page.clock.install();
    await open(page, "#/explorer/v2.sendBoc");
    await field(page, "boc").fill(EMPTY_CELL);
    // From here on, the clock stands still.
    await page.clock.pauseAt(Date.now() + 60_000);
    await page.locator("#explorer-send").focus();
    await page.keyboard.press("Enter");
    await eventually(() => focused(page), "explorer-question");
    await page.keyboard.press("Enter");
    await page.keyboard.press("Space");
    await page.keyboard.press("Tab");
    assert.equal(await focused(page), "explorer-really");
    await page.keyboard.press("Enter");
    await page.locator("#explorer-really").dblclick();
    await page.clock.fastForward(690);
    await page.keyboard.press("Enter");
    await page.waitForTimeout(300);
    assert.equal(sent(), 0);
    assert.equal(await page.locator("#explorer-question").count(), 1);
    // The key was held down before the button got the focus.
    await page.clock.fastForward(1000);
    await page.locator("#explorer-question").focus();
    await page.keyboard.down("Enter");
    await page.locator("#explorer-really").focus();
    await page.keyboard.down("Enter");
    await page.keyboard.up("Enter");
    await page.waitForTimeout(300);
    assert.equal(sent(), 0);
    await page.keyboard.press("Enter");
    await responded(page, 500);
    assert.equal(sent(), 1);
  });
});

describe("the outcome of a sent message", () => {
  const stored = (page) => page.evaluate(() => JSON.parse(localStorage.getItem("ton-edge:calls") ?? "[]"));
  const posts = (from) => seenSince(from).filter((one) => one.startsWith("POST"));
  /** Fills in a message and sends it. */
  async function send(page, boc, id = "v2.sendBocReturnHash") {
    await open(page, `#/explorer/${id}`);
    await field(page, "boc").fill(boc);
    await press(page, "send");
    await pressReally(page);
  }

  visit("the outcome of a message is still shown after a visit to another view", async (page) => {
    const boc = await signedTransfer(stack(), "dave", [payment(stack(), "bob", "0.01")]);
    await send(page, boc);
    await responded(page);
    const said = await text(page, "response");
    assert.match(said, /hash/);
    await page.locator("#nav-address").click();
    await page.locator("#view-address").waitFor();
    await page.goBack();
    await page.locator("#explorer-title").waitFor();
    await page.waitForTimeout(300);
    assert.match(await text(page, "status"), /^Status 200/);
    assert.equal(await text(page, "response"), said);
    assert.equal(await field(page, "boc").inputValue(), boc);
  });

  for (const [name, leave] of /** @type {const} */ ([
    ["another view", (page) => page.locator("#nav-address").click()],
    ["another operation", (page) => go(page, "v3.blocks", "?limit=1")],
  ]))
    visit(
      `a message is followed while ${name} is shown, and its outcome is recorded`,
      async (page, expectedMessages) => {
        expectedMessages.push(/status of 500/);
        const aborted = [];
        page.on("requestfailed", (request) => aborted.push(request.method()));
        const from = stack().own.requests.length;
        stack().own.faults.add("delay=1500", { path: "/api/v2/sendBocReturnHash" });
        await send(page, EMPTY_CELL);
        await eventually(() => posts(from).length, 1);
        await leave(page);
        await eventually(
          async () =>
            (await stored(page)).filter(({ id }) => id === "v2.sendBocReturnHash").map(({ status }) => status),
          [500],
        );
        await page.goBack();
        await responded(page, 500);
        assert.match(await text(page, "response"), /cannot unpack external message/);
        assert.equal(await field(page, "boc").inputValue(), EMPTY_CELL);
        assert.equal(posts(from).length, 1);
        assert.ok(!aborted.includes("POST"));
        // Clear works only by an explicit press.
        await press(page, "reset");
        await eventually(() => text(page, "status"), "");
        assert.equal(await field(page, "boc").inputValue(), "");
        await leave(page);
        await page.goBack();
        await page.locator('#explorer-title[data-id="v2.sendBocReturnHash"]').waitFor();
        await page.waitForTimeout(300);
        assert.equal(await text(page, "status"), "");
      },
    );

  visit(
    "following a message can be cancelled after a visit elsewhere, and the page says what that means",
    async (page) => {
      stack().own.faults.add("delay=4000", { path: "/api/v2/sendBoc" });
      await send(page, EMPTY_CELL, "v2.sendBoc");
      await eventually(() => text(page, "status"), "Waiting for the response…");
      await page.locator("#nav-address").click();
      await page.locator("#view-address").waitFor();
      await page.goBack();
      await page.locator("#explorer-cancel").click();
      await eventually(
        async () =>
          /^Cancelled after .*\. The network may still have accepted the message\.$/.test(await text(page, "status")),
        true,
      );
      assert.deepEqual(
        (await stored(page)).map(({ id }) => id),
        ["v2.sendBoc"],
      );
    },
  );
});

describe("a link with unknown parameters", () => {
  visit(
    "unknown parameters of a link are shown few, shortened, and with invisible characters visible",
    async (page) => {
      const long = "Your wallet is blocked. Send all to the address below".padEnd(300, "!");
      const names = ["a\u202Eb", long, "c", "d", "e", "f", "g"];
      await open(
        page,
        `#/explorer/v3.blocks?${names.map((name) => `${encodeURIComponent(name)}=1`).join("&")}&limit=1`,
      );
      await responded(page);
      assert.equal(
        await text(page, "notice"),
        `The URL has parameters that this operation lacks: a[U+202E]b, ${long.slice(0, 40)}…, c, d, e, and 2 more. They are ignored.`,
      );
      assert.equal(await page.locator("#explorer-notice code").count(), 5);
    },
  );
});
