// The endpoint explorer in headless Chromium, in front of the local chain: all operations by search and by URL, their forms by
// the endpoint table, and a sample of each operation that really runs.

import assert from "node:assert/strict";
import { describe } from "node:test";

import { internal, toNano } from "@ton/core";

import { BEYOND, SPECIFIED } from "../golden/operations.mjs";
import { findEmptyLists, REFUSED_OPERATIONS } from "../helpers/empty-lists.mjs";
import { eventually } from "./visit.mjs";
import { OPERATION_IDS, OPERATION_TABLE } from "./explorer-table.mjs";
import { makePayment, signTransfer } from "./signed-transfer.mjs";
import {
  waitForStatus,
  setUpExplorer,
  findField,
  readFocusedId,
  readFragment,
  goToOperation,
  pressButton,
  confirmSending,
  readText,
  openFoldedParameters,
} from "./explorer-visit.mjs";

/** Reads of pending data, which may not exist at the moment. */
const PENDING_OPERATIONS = ["v3.pendingActions", "v3.pendingTraces", "v3.pendingTransactions"];
/** An empty cell, which the network rejects as a message. */
const EMPTY_CELL = "te6cckEBAQEAAgAAAEysuc0=";
const SENDING_OPERATIONS = ["v2.sendBoc", "v2.sendBocReturnHash", "v2.sendBocReturnHashNoError", "v3.message"];

/** The text of the list while the search is empty. */
const ALL_COUNT_TEXT = `${SPECIFIED.length} operations of the specification, and ${BEYOND.length} beyond it`;

/** Milliseconds for a test that opens every operation, on a busy machine. */
const LONG_TEXT_CHARS = 240_000;

const { testPage, openPage, stack, seenSince } = setUpExplorer();
const listVisibleOperations = (page) =>
  page
    .locator("#explorer-groups a:visible")
    .evaluateAll((elements) => elements.map((element) => element.dataset.operation));

describe("the list of operations", () => {
  testPage(
    "the list has all operations of the endpoint table, in its groups and order, each with a URL",
    async (page) => {
      await openPage(page);
      assert.deepEqual(await listVisibleOperations(page), OPERATION_IDS);
      assert.equal(new Set(OPERATION_IDS).size, SPECIFIED.length + BEYOND.length);
      const expectedGroups = [
        ...new Set(OPERATION_TABLE.map(({ generation, category }) => `${generation} · ${category}`)),
      ];
      assert.deepEqual(await page.locator("#explorer-groups h3").allTextContents(), expectedGroups);
      assert.equal(await readText(page, "count"), ALL_COUNT_TEXT);
    },
  );

  testPage("the search finds operations by name, path, title, parameter and alias", async (page) => {
    await openPage(page);
    const searchField = page.getByLabel("Search operations");
    for (const [query, best] of [
      ["adjacent", "v3.adjacentTransactions"],
      ["/jetton/wallets", "v3.jetton.wallets"],
      ["api/v2/getshards", "v2.getShards"],
      ["ext_msg_hash", "v3.pendingActions"],
      ["get-method", "v2.runGetMethod"],
      ["TRANSACTIONS", "v3.transactions"],
      ["decode post", "v3.decode.post"],
    ]) {
      await searchField.fill(query);
      const visibleOperations = await listVisibleOperations(page);
      assert.ok(visibleOperations.length > 0 && visibleOperations.length < 40, `${query}: ${visibleOperations}`);
      assert.equal(await page.locator("#explorer-groups a.best").getAttribute("data-operation"), best, query);
      assert.equal(
        await readText(page, "count"),
        `${visibleOperations.length} operation${visibleOperations.length === 1 ? "" : "s"} found. Enter opens ${best}.`,
      );
    }
    for (const { generation, path, aliases = [] } of OPERATION_TABLE.filter((row) => row.aliases)) {
      await searchField.fill(aliases[0]);
      assert.ok(
        (await listVisibleOperations(page)).includes(`${generation}.${path.slice(1).replaceAll("/", ".")}`),
        aliases[0],
      );
    }
    await searchField.fill("nothing has this name");
    assert.match(await readText(page, "count"), /^No operation found\./);
    await page.keyboard.press("Escape");
    assert.equal(await readText(page, "count"), ALL_COUNT_TEXT);
  });

  testPage("by the keyboard alone, a visitor gets from the search to the response", async (page) => {
    await openPage(page);
    await page.locator("#explorer-search").focus();
    await page.keyboard.type("topAccounts");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("ArrowUp");
    assert.equal(await readFocusedId(page), "explorer-search");
    await page.keyboard.press("Enter");
    await page.locator('#explorer-title[data-id="v3.topAccountsByBalance"]').waitFor();
    assert.equal(await readFocusedId(page), "explorer-title");
    const pressTabUntil = async (id) => {
      for (let i = 0; i < 12 && (await readFocusedId(page)) !== id; i++) await page.keyboard.press("Tab");
      assert.equal(await readFocusedId(page), id);
    };
    await pressTabUntil("explorer-field-limit");
    await page.keyboard.type("2");
    await page.keyboard.press("Enter");
    await waitForStatus(page);
    assert.equal(readFragment(page), "#/explorer/v3.topAccountsByBalance?limit=2");
    await pressTabUntil("explorer-as-tab-0");
    assert.match(await page.locator("#explorer-as-panel-0").textContent(), /^curl -sS '/);
    await page.keyboard.press("ArrowRight");
    assert.equal(await readFocusedId(page), "explorer-as-tab-1");
    await page.keyboard.press("End");
    assert.equal(await page.locator("#explorer-as-tab-6").getAttribute("aria-selected"), "true");
  });

  testPage(
    "on a phone, the list leads to the operation and back",
    async (page) => {
      await openPage(page);
      await page.locator('[data-operation="v3.blocks"]').click();
      await page.locator("#explorer-title").waitFor();
      assert.equal(await page.locator("#explorer-search").isVisible(), false);
      assert.equal(await readFocusedId(page), "explorer-title");
      await page.getByRole("link", { name: "All operations" }).click();
      await eventually(() => page.locator("#explorer-search").isVisible(), true);
      assert.equal(await page.locator("#explorer-operation").isVisible(), false);
    },
    { viewport: { width: 375, height: 700 } },
  );

  testPage("a URL that names no operation says so", async (page) => {
    await openPage(page, "#/explorer/v3.nonsense");
    assert.match(await page.locator("#explorer-operation").textContent(), /^Unknown operation\./);
    await openPage(page, "#/explorer/V3/jetton/WALLETS?owner=1");
    await page.locator('#explorer-title[data-id="v3.jetton.wallets"]').waitFor();
    assert.match(await readText(page, "notice"), /this operation lacks: owner/);
  });
});

describe("forms of operations", () => {
  testPage(
    "the form of each operation has the right control for each parameter",
    async (page) => {
      await openPage(page);
      for (const [index, { params = [], rules = [], title }] of OPERATION_TABLE.entries()) {
        await goToOperation(page, OPERATION_IDS[index]);
        assert.equal(await readText(page, "title"), title);
        const shownParameters = await page.locator(".param").evaluateAll((elements) =>
          elements.map((element) => {
            /** @type {any} */
            const control = element.querySelector("input, select, textarea");
            const options = [...(control.options ?? [])].map(({ value }) => value).filter(Boolean);
            return {
              name: element.dataset.param,
              labelled: control.labels[0].textContent.startsWith(element.dataset.param),
              required: control.getAttribute("aria-required") === "true",
              options,
              offered: control.tagName === "SELECT" ? control.options[0].text : control.placeholder,
              about: document.getElementById(control.getAttribute("aria-describedby").split(" ")[0]).textContent,
            };
          }),
        );
        const names = shownParameters.map(({ name }) => name);
        assert.deepEqual([...names].sort(), params.map(({ name }) => name).sort(), OPERATION_IDS[index]);
        const requiredCount = params.filter((parameter) => parameter.required).length;
        assert.ok(
          shownParameters.slice(0, requiredCount).every((shownParameter) => shownParameter.required),
          OPERATION_IDS[index],
        );
        for (const shownParameter of shownParameters)
          assertLikeTable(
            shownParameter,
            params.find(({ name }) => name === shownParameter.name),
            `${OPERATION_IDS[index]} ${shownParameter.name}`,
          );
        assert.equal(await page.locator(".rules li").count(), rules.length);
      }
    },
    { timeout: LONG_TEXT_CHARS },
  );

  function assertLikeTable({ labelled, required: isRequired, options, offered, about }, param, place) {
    assert.ok(labelled, place);
    assert.equal(isRequired, param.required === true, place);
    assert.deepEqual(options, param.choices ?? (param.kind === "bool" ? ["true", "false"] : []), place);
    const value = param.default ?? param.serverDefault;
    if (value !== undefined && value !== "" && !param.required) {
      const defaultText = Array.isArray(value) ? value.join(", ") : typeof value === "object" ? "{}" : String(value);
      assert.ok(offered.includes(defaultText), `${place}: ${offered}`);
      assert.ok(about.includes(`default ${defaultText}`), `${place}: ${about}`);
    }
    for (const limit of [param.min, param.max])
      if (limit !== undefined) assert.ok(about.includes(String(limit)), `${place}: ${about}`);
    if (param.doc) assert.ok(about.includes(param.doc), place);
    assert.equal(about.includes("The API ignores this parameter."), param.implemented !== true, place);
  }

  testPage("a wrong value of each kind of parameter is reported beside its field, without a request", async (page) => {
    await openPage(page);
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
      await goToOperation(page, id);
      await pressButton(page, "reset");
      await openFoldedParameters(page);
      for (const [name, value] of Object.entries(texts)) {
        if (await findField(page, name).evaluate((element) => element.tagName === "SELECT"))
          await findField(page, name).selectOption(value);
        else await findField(page, name).fill(value);
      }
      const requestCount = stack().own.requests.length;
      await pressButton(page, "send");
      const readErrors = () =>
        page
          .locator(".param:has([aria-invalid])")
          .evaluateAll((elements) => elements.map((element) => element.dataset.param).sort());
      await eventually(readErrors, Object.keys(faults).sort());
      for (const [name, pattern] of Object.entries(faults)) {
        assert.match(await page.locator(`#explorer-field-${name}-fault`).textContent(), pattern, `${id} ${name}`);
        assert.ok(
          (await findField(page, name).getAttribute("aria-describedby")).includes(`explorer-field-${name}-fault`),
        );
      }
      const firstInvalidId = await page.locator("[aria-invalid]").first().getAttribute("id");
      assert.equal(await readFocusedId(page), firstInvalidId, id);
      // The error disappears when the value changes.
      if (await page.locator(`#${firstInvalidId}`).evaluate((element) => element.tagName !== "SELECT")) {
        await page.locator(`#${firstInvalidId}`).fill("1");
        assert.equal(await page.locator(`#${firstInvalidId}`).getAttribute("aria-invalid"), null);
      }
      assert.deepEqual(
        seenSince(requestCount).filter((requestLine) => !requestLine.includes("masterchainInfo")),
        [],
        id,
      );
    }
  });
});

describe("samples of operations", () => {
  /** Tests the samples of all operations of a generation. */
  const listAllOperations = (generation, expectedRefusals) =>
    testPage(
      `each operation of ${generation} has a sample; reads run, and sends are only filled in`,
      async (page, expectedMessages) => {
        expectedMessages.push(...expectedRefusals);
        let responses = [];
        page.on("response", (response) => responses.push(response));
        await openPage(page);
        for (const [index, id] of OPERATION_IDS.entries()) {
          if (!id.startsWith(generation)) continue;
          await goToOperation(page, id);
          const requestCount = stack().own.requests.length;
          responses = [];
          await pressButton(page, "sample");
          if (SENDING_OPERATIONS.includes(id)) {
            await eventually(async () => /^Filled in, not sent\./.test(await readText(page, "status")), true);
            assert.notEqual(await findField(page, "boc").inputValue(), "");
            assert.deepEqual(
              seenSince(requestCount).filter((requestLine) => requestLine.startsWith("POST")),
              [],
            );
            continue;
          }
          await eventually(
            async () => /^Status/.test(await readText(page, "status")) || (await readText(page, "status")),
            true,
          );
          const status = Number(/Status (\d+)/.exec(await readText(page, "status"))[1]);
          // Only this read responds with an error when nothing is pending; the browser logs that.
          if (id === "v3.pendingTransactions" && status === 404) expectedMessages.push(/status of 404/);
          else assert.equal(status, REFUSED_OPERATIONS[id] ?? 200, id);
          if (status === 200 && !PENDING_OPERATIONS.includes(id)) {
            // The search for a sample may use the same operation, so the sample's own request is the last one.
            const path = `/api/${OPERATION_TABLE[index].generation}${OPERATION_TABLE[index].path}`;
            const response = responses.findLast((response) => new URL(response.url()).pathname === path);
            assert.deepEqual(findEmptyLists(id, await response.json()), []);
          }
          assert.equal(await page.locator("#explorer-response .message.bad").count(), status === 200 ? 0 : 1, id);
          assert.equal(await page.locator("#explorer-response .tree").count(), 1, id);
          const requestText = await page.locator('#explorer-request [role="tabpanel"]:visible').textContent();
          assert.ok(
            requestText.includes(`/api/${OPERATION_TABLE[index].generation}${OPERATION_TABLE[index].path}`),
            `${id}: ${requestText}`,
          );
        }
      },
      { timeout: LONG_TEXT_CHARS },
    );
  listAllOperations("v2", [/status of 500/]);
  listAllOperations("v3", []);

  testPage("a send needs a second, explicit press", async (page, expectedMessages) => {
    expectedMessages.push(/status of 500/);
    const requestCount = stack().own.requests.length;
    await openPage(page, `#/explorer/v2.sendBoc?boc=${encodeURIComponent("te6cckEBAQEAAgAAAEysuc0=")}`);
    const listSentRequests = () => seenSince(requestCount).filter((requestLine) => requestLine.startsWith("POST"));
    assert.equal(await findField(page, "boc").inputValue(), "te6cckEBAQEAAgAAAEysuc0=");
    await pressButton(page, "send");
    await eventually(() => readFocusedId(page), "explorer-question");
    assert.match(await readText(page, "notice"), /This sends a real message\./);
    await pressButton(page, "rather-not");
    assert.equal(await readFocusedId(page), "explorer-send");
    assert.deepEqual(listSentRequests(), []);
    await pressButton(page, "send");
    await confirmSending(page);
    await waitForStatus(page, 500);
    assert.match(await readText(page, "response"), /cannot unpack external message/);
    assert.equal(listSentRequests().length, 1);

    // This message is accepted by the chain.
    const [senderWallet, receiverWallet] = ["faucet", "bob"].map((name) => stack().own.cast.wallet(name));
    const walletInformation = await fetch(
      `${stack().url}/api/v2/getWalletInformation?address=${senderWallet.address}`,
    ).then((response) => response.json());
    const messages = [
      internal({ to: receiverWallet.address, value: toNano("0.01"), bounce: false, body: "from the explorer" }),
    ];
    const boc = senderWallet
      .transfer({
        seqno: walletInformation.result.seqno ?? 0,
        messages,
        validUntil: Math.floor(Date.now() / 1000) + 120,
      })
      .toBoc()
      .toString("base64");
    await goToOperation(page, "v2.sendBocReturnHash");
    await findField(page, "boc").fill(boc);
    await pressButton(page, "send");
    await confirmSending(page);
    await eventually(async () => /^Status/.test(await readText(page, "status")), true);
    assert.match(await readText(page, "response"), /"?hash"?: /);
    await waitForStatus(page);
  });

  testPage("JSON-RPC needs a second press for a send, but not for a read", async (page) => {
    await openPage(page, "#/explorer/v2.jsonRPC");
    await findField(page, "method").fill("getMasterchainInfo");
    await findField(page, "id").fill("7");
    await findField(page, "jsonrpc").selectOption("2.0");
    await findField(page, "params").fill("{}");
    await pressButton(page, "send");
    await waitForStatus(page);
    await findField(page, "method").fill("sendBoc");
    await findField(page, "params").fill('{"boc":"te6cckEBAQEAAgAAAEysuc0="}');
    await pressButton(page, "send");
    await page.locator("#explorer-really").waitFor();
  });
});

describe("a message is not sent by accident", () => {
  testPage("a double press, a key held down or a double click sends no message", async (page, expectedMessages) => {
    expectedMessages.push(/status of 500/);
    const requestCount = stack().own.requests.length;
    const countSentRequests = () =>
      seenSince(requestCount).filter((requestLine) => requestLine.startsWith("POST")).length;
    await page.clock.install();
    await openPage(page, "#/explorer/v2.sendBoc");
    await findField(page, "boc").fill(EMPTY_CELL);
    // From here on, the clock does not advance.
    await page.clock.pauseAt(Date.now() + 60_000);
    await page.locator("#explorer-send").focus();
    await page.keyboard.press("Enter");
    await eventually(() => readFocusedId(page), "explorer-question");
    await page.keyboard.press("Enter");
    await page.keyboard.press("Space");
    await page.keyboard.press("Tab");
    assert.equal(await readFocusedId(page), "explorer-really");
    await page.keyboard.press("Enter");
    await page.locator("#explorer-really").dblclick();
    await page.clock.fastForward(690);
    await page.keyboard.press("Enter");
    await page.waitForTimeout(300);
    assert.equal(countSentRequests(), 0);
    assert.equal(await page.locator("#explorer-question").count(), 1);
    // The key was held down before the button got the focus.
    await page.clock.fastForward(1000);
    await page.locator("#explorer-question").focus();
    await page.keyboard.down("Enter");
    await page.locator("#explorer-really").focus();
    await page.keyboard.down("Enter");
    await page.keyboard.up("Enter");
    await page.waitForTimeout(300);
    assert.equal(countSentRequests(), 0);
    await page.keyboard.press("Enter");
    await waitForStatus(page, 500);
    assert.equal(countSentRequests(), 1);
  });
});

describe("the outcome of a sent message", () => {
  const readStoredCalls = (page) => page.evaluate(() => JSON.parse(localStorage.getItem("ton-edge:calls") ?? "[]"));
  const listPosts = (requestIndex) => seenSince(requestIndex).filter((request) => request.startsWith("POST"));
  /** Fills in a message and sends it. */
  async function send(page, boc, id = "v2.sendBocReturnHash") {
    await openPage(page, `#/explorer/${id}`);
    await findField(page, "boc").fill(boc);
    await pressButton(page, "send");
    await confirmSending(page);
  }

  testPage("the outcome of a message is still shown after a visit to another view", async (page) => {
    const boc = await signTransfer(stack(), "dave", [makePayment(stack(), "bob", "0.01")]);
    await send(page, boc);
    await waitForStatus(page);
    const responseText = await readText(page, "response");
    assert.match(responseText, /hash/);
    await page.locator("#nav-address").click();
    await page.locator("#view-address").waitFor();
    await page.goBack();
    await page.locator("#explorer-title").waitFor();
    await page.waitForTimeout(300);
    assert.match(await readText(page, "status"), /^Status 200/);
    assert.equal(await readText(page, "response"), responseText);
    assert.equal(await findField(page, "boc").inputValue(), boc);
  });

  for (const [name, leave] of /** @type {const} */ ([
    ["another view", (page) => page.locator("#nav-address").click()],
    ["another operation", (page) => goToOperation(page, "v3.blocks", "?limit=1")],
  ]))
    testPage(
      `a message is followed while ${name} is shown, and its outcome is recorded`,
      async (page, expectedMessages) => {
        expectedMessages.push(/status of 500/);
        const abortedUrls = [];
        page.on("requestfailed", (request) => abortedUrls.push(request.method()));
        const requestIndex = stack().own.requests.length;
        stack().own.faults.add("delay=1500", { path: "/api/v2/sendBocReturnHash" });
        await send(page, EMPTY_CELL);
        await eventually(() => listPosts(requestIndex).length, 1);
        await leave(page);
        await eventually(
          async () =>
            (await readStoredCalls(page)).filter(({ id }) => id === "v2.sendBocReturnHash").map(({ status }) => status),
          [500],
        );
        await page.goBack();
        await waitForStatus(page, 500);
        assert.match(await readText(page, "response"), /cannot unpack external message/);
        assert.equal(await findField(page, "boc").inputValue(), EMPTY_CELL);
        assert.equal(listPosts(requestIndex).length, 1);
        assert.ok(!abortedUrls.includes("POST"));
        // Clear works only by an explicit press.
        await pressButton(page, "reset");
        await eventually(() => readText(page, "status"), "");
        assert.equal(await findField(page, "boc").inputValue(), "");
        await leave(page);
        await page.goBack();
        await page.locator('#explorer-title[data-id="v2.sendBocReturnHash"]').waitFor();
        await page.waitForTimeout(300);
        assert.equal(await readText(page, "status"), "");
      },
    );

  testPage(
    "following a message can be cancelled after a visit elsewhere, and the page says what that means",
    async (page) => {
      stack().own.faults.add("delay=4000", { path: "/api/v2/sendBoc" });
      await send(page, EMPTY_CELL, "v2.sendBoc");
      await eventually(() => readText(page, "status"), "Waiting for the response…");
      await page.locator("#nav-address").click();
      await page.locator("#view-address").waitFor();
      await page.goBack();
      await page.locator("#explorer-cancel").click();
      await eventually(
        async () =>
          /^Cancelled after .*\. The network may still have accepted the message\.$/.test(
            await readText(page, "status"),
          ),
        true,
      );
      assert.deepEqual(
        (await readStoredCalls(page)).map(({ id }) => id),
        ["v2.sendBoc"],
      );
    },
  );
});

describe("a link with unknown parameters", () => {
  testPage(
    "unknown parameters of a link are shown few, shortened, and with invisible characters visible",
    async (page) => {
      const longText = "Your wallet is blocked. Send all to the address below".padEnd(300, "!");
      const names = ["a\u202Eb", longText, "c", "d", "e", "f", "g"];
      await openPage(
        page,
        `#/explorer/v3.blocks?${names.map((name) => `${encodeURIComponent(name)}=1`).join("&")}&limit=1`,
      );
      await waitForStatus(page);
      assert.equal(
        await readText(page, "notice"),
        `The URL has parameters that this operation lacks: a[U+202E]b, ${longText.slice(0, 40)}…, c, d, e, and 2 more. They are ignored.`,
      );
      assert.equal(await page.locator("#explorer-notice code").count(), 5);
    },
  );
});
