// Previews of messages in the endpoint explorer, in headless Chromium in front of the local chain: the preview of a signed message of a
// wallet agrees with the chain's later result, and no preview sends the message.

import assert from "node:assert/strict";
import { describe } from "node:test";

import { Address, beginCell, external, internal, SendMode, storeMessage, storeMessageRelaxed, toNano } from "@ton/core";

import { findAxeViolations } from "./axe.mjs";
import { assertLooks, eventually, describeFit, readFragment, THREE_APPEARANCES } from "./visit.mjs";
import {
  setUpExplorer,
  findField,
  readFocusedId,
  goToOperation,
  pressButton,
  confirmSending,
  readText,
} from "./explorer-visit.mjs";
import { makeJettonPayment, makePayment, signTransfer, fetchUpstreamJson } from "./signed-transfer.mjs";

const { testPage, openPage, stack, seenSince } = setUpExplorer();

const callApi = (path) => fetchUpstreamJson(stack(), path);
const findWallet = (name) => stack().own.cast.wallet(name);
const sign = (name, messages, options = {}) => signTransfer(stack(), name, messages, options);
const makePaymentTo = (to, value) => makePayment(stack(), to, value);

async function showPreview(page, boc, id = "v2.sendBoc") {
  await page.goto("about:blank");
  await openPage(page, `#/explorer/${id}`);
  await findField(page, "boc").fill(boc);
  await pressButton(page, "preview");
  await waitForPreview(page);
}
/** Presses a button, and waits until the earlier outcome has disappeared. */
async function pressAndWait(page, name) {
  await page.locator("#explorer-response > *").evaluateAll((elements) => {
    for (const element of elements) element.dataset.old = "";
  });
  await pressButton(page, name);
  await eventually(() => page.locator("#explorer-response > [data-old]").count(), 0);
}
const waitForPreview = (page) =>
  eventually(async () => /^Done in .* Nothing was sent\. \S/.test(await readText(page, "status")), true);

const readVerdict = (page) => page.locator("#explorer-verdict").innerText();
const readFact = (page, name) => page.locator(`#explorer-response [data-fact="${name}"] dd`).first().textContent();
/** The nanotons of a text such as "−0.5 TON". */
const parseNanotons = (amountText) => {
  const [, minusSign, digits] = /(\u2212?)([\d,.]+) TON/.exec(amountText);
  const units = toNano(digits.replaceAll(",", ""));
  return minusSign ? -units : units;
};
/** The text about an account. */
const readChanges = (page, account) =>
  page.locator(`.changes > li[data-account="${account}"] .amounts > li strong`).allInnerTexts();
const readSteps = (page) => page.locator(".preview-tree .step").allInnerTexts();
/** The requests to the upstream that send a message. */
const listSends = (from) => seenSince(from).filter((request) => /sendBoc|\/message/.test(request));

describe("a preview of a message", () => {
  for (const id of ["v2.sendBoc", "v2.sendBocReturnHash", "v3.message"])
    testPage(
      `a preview of a transfer, ${id}, shows amounts, fees and transactions, and sends nothing`,
      async (page) => {
        const from = stack().own.requests.length;
        const boc = await sign("alice", [makePaymentTo("bob", "0.5")]);
        await showPreview(page, boc, id);
        assert.equal(await readVerdict(page), "It would succeed: 2 transactions.");
        assert.equal(await readFact(page, "complete"), "yes");
        const [aliceChange] = await readChanges(page, findWallet("alice").account);
        const [bobChange] = await readChanges(page, findWallet("bob").account);
        const fees = parseNanotons(await readFact(page, "total-fees"));
        assert.equal(parseNanotons(aliceChange) + parseNanotons(bobChange), -fees);
        assert.ok(parseNanotons(bobChange) > toNano("0.49") && parseNanotons(bobChange) < toNano("0.5"), bobChange);
        assert.ok(fees > 0n && fees < toNano("0.01"));
        const [firstStep, secondStep] = await readSteps(page);
        assert.match(
          firstStep,
          /from outside the chain\s+Wallet v3 signed\s+1 action\s+to\s+alice\.ton\s+Success\s+fees 0\.\d+ TON/,
        );
        assert.match(secondStep, /^0\.5 TON\s+for lunch\s+to\s+\S+\s+Success/);
        // The field keeps the message, but the URL does not contain it.
        assert.equal(await findField(page, "boc").inputValue(), boc);
        assert.equal(readFragment(page), `#/explorer/${id}`);
        assert.deepEqual(listSends(from), []);
        assert.ok(!seenSince(from).some((requestLine) => /runGetMethod/.test(requestLine)));
      },
    );

  testPage("a preview agrees with what the chain then does", async (page) => {
    // Uses receivers that no other wallet pays.
    const receivers = ["71", "72"].map((byte) => Address.parseRaw(`0:${byte.repeat(32)}`));
    const payments = receivers.map((to, index) =>
      internal({ to, value: toNano("1.25") + BigInt(index), bounce: false, body: "rent" }),
    );
    const boc = await sign("carol", payments);
    await showPreview(page, boc);
    const verdicts = [];
    for (const to of receivers) verdicts.push(...(await readChanges(page, to.toRawString().toUpperCase())));
    assert.equal(verdicts.length, 2);
    await pressButton(page, "send");
    await confirmSending(page);
    await eventually(async () => /^Status 200/.test(await readText(page, "status")), true);
    assert.equal(await page.locator("#explorer-outcome").textContent(), "Response");
    const readBalances = () =>
      Promise.all(receivers.map(async (to) => (await callApi(`v2/getAddressBalance?address=${to}`)).result));
    await eventually(
      readBalances,
      verdicts.map((verdict) => String(parseNanotons(verdict))),
    );
    // The message was executed, so a second one would be refused.
    await eventually(async () => {
      await pressAndWait(page, "preview");
      await waitForPreview(page);
      return /^The account would refuse this message\.\s+Exit code 133: its seqno is not/.test(await readVerdict(page));
    }, true);
  });

  testPage("previews of jetton and NFT transfers show what changes owner, by the API's names", async (page) => {
    await showPreview(page, await sign("carol", [await makeJettonPayment(stack(), "carol", "bob")]));
    assert.equal(await readVerdict(page), "It would succeed: 5 transactions.");
    assert.equal((await readChanges(page, findWallet("carol").account))[1], "\u221225 EDGE");
    assert.equal((await readChanges(page, findWallet("bob").account))[1], "+25 EDGE");
    assert.match((await readSteps(page))[1], /^0\.2 TON\s+Jetton transfer\s+25 EDGE\s+thank you/);
    assert.deepEqual(await page.locator(".changes .tag").allInnerTexts(), ["jetton wallet", "jetton wallet"]);
    assert.match(await readFact(page, "requests"), /getShardAccountCell/);

    const walletNames = ["alice", "bob", "carol", "dave"];
    const { nft_items } = await callApi("v3/nft/items?limit=100");
    const nft = nft_items.find((nftItem) =>
      walletNames.some((name) => findWallet(name).account === nftItem.owner_address),
    );
    const name = walletNames.find((personName) => findWallet(personName).account === nft.owner_address);
    const receiver = walletNames.find((personName) => personName !== name);
    const body = beginCell()
      .storeUint(0x5fcc3d14, 32)
      .storeUint(1, 64)
      .storeAddress(findWallet(receiver).address)
      .storeAddress(findWallet(name).address)
      .storeBit(0)
      .storeCoins(0)
      .storeBit(0)
      .endCell();
    const item = Address.parseRaw(nft.address);
    await showPreview(page, await sign(name, [internal({ to: item, value: toNano("0.1"), bounce: true, body })]));
    assert.match(await readVerdict(page), /^It would succeed/);
    assert.ok((await readChanges(page, findWallet(name).account)).includes("\u22121 NFT"));
    assert.ok((await readChanges(page, findWallet(receiver).account)).includes("+1 NFT"));
  });

  testPage("a preview of a failing transfer shows the exit code with its meaning, and what bounces", async (page) => {
    const [master] = (await callApi("v3/jetton/masters?limit=1")).jetton_masters;
    const body = beginCell().storeUint(0x12345678, 32).endCell();
    const to = Address.parseRaw(master.address);
    await showPreview(page, await sign("alice", [internal({ to, value: toNano("0.3"), bounce: true, body })]));
    assert.equal(await readVerdict(page), "It would fail in part: 1 of 3 transactions.");
    const [, failedStep, returnedStep] = await readSteps(page);
    assert.match(failedStep, /0x12345678.*Failed\s+bounces.*Exit code \d+.*its value went back/s);
    assert.match(returnedStep, /bounced/);
    // The wallet has less than this value, and ignores the failure.
    await showPreview(page, await sign("alice", [makePaymentTo("bob", "900000000")]));
    assert.match(
      await readVerdict(page),
      /^It would be accepted, but skip some of its actions\.\s+The first contract skips 1 action/,
    );
    assert.match((await readSteps(page))[0], /1 action could not be done and was left out/);
    const sendMode = SendMode.PAY_GAS_SEPARATELY;
    await showPreview(page, await sign("alice", [makePaymentTo("bob", "900000000")], { sendMode }));
    assert.match(await readVerdict(page), /^It would fail\.$/);
    assert.match(
      (await readSteps(page))[0],
      /Failed.*The actions failed with result code 37: not enough TON for a message/s,
    );
  });

  testPage("an incomplete preview says where and why it stops", async (page) => {
    // A contract that is deployed by the message and reads the last masterchain blocks: PREVMCBLOCKS DROP.
    const code = beginCell().storeUint(0xf83400, 24).storeUint(0x30, 8).endCell();
    const stateInit = { code, data: beginCell().endCell() };
    const hash = beginCell().storeUint(0b00110, 5).storeRef(stateInit.code).storeRef(stateInit.data).endCell().hash();
    const to = new Address(0, hash);
    await showPreview(
      page,
      await sign("alice", [
        internal({ to, value: toNano("0.1"), bounce: false, init: stateInit }),
        makePaymentTo("bob", "0.01"),
      ]),
    );
    assert.match(await readVerdict(page), /^It would be accepted\. Its later effects are only partly known/);
    assert.equal(await readFact(page, "complete"), "no: see the transactions");
    assert.ok((await readSteps(page)).some((step) => /Unknown\s+Not followed: it reads previous blocks\./.test(step)));
    assert.equal((await readSteps(page)).length, 3);
    assert.deepEqual(await findAxeViolations(page), []);

    // The same contract as the receiver of the message itself, once the contract can pay.
    const fundingTransfer = await sign("dave", [internal({ to, value: toNano("1"), bounce: false })]);
    await fetch(`${stack().upstream}/api/v2/sendBoc`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ boc: fundingTransfer }),
    });
    await eventually(async () => (await callApi(`v2/getAddressBalance?address=${to}`)).result !== "0", true);
    const message = beginCell()
      .store(storeMessage(external({ to, init: stateInit, body: beginCell().endCell() })))
      .endCell();
    await showPreview(page, message.toBoc().toString("base64"));
    assert.equal(
      (await readVerdict(page)).replace(/\s+/g, " "),
      "The effect of this message cannot be computed here. Its contract cannot be run here: it reads previous blocks.",
    );
  });
});

describe("a large preview", () => {
  testPage("a preview follows 64 transactions, and says that it leaves out the others", async (page) => {
    const receivers = Array.from({ length: 80 }, (_, index) => new Address(0, Buffer.alloc(32, index + 1)));
    const messages = receivers.map((to) => internal({ to, value: 1_000_000n, bounce: false }));
    await showPreview(page, await sign("carol", messages));
    assert.match(
      await readVerdict(page),
      /^It would be accepted\. Its later effects are only partly known: 64 transactions succeeded/,
    );
    assert.equal((await readSteps(page)).length, 81);
    const cutNote = page.locator(".preview-tree .why", { hasText: "a preview follows at most 64 transactions" });
    assert.equal(await cutNote.count(), 17);
    assert.equal(await page.locator(".changes > li").count(), 64);
    assert.equal(await describeFit(page), "fits");
    assert.deepEqual(await findAxeViolations(page), []);
  });
});

describe("a message that would be refused", () => {
  for (const [name, codes] of /** @type {const} */ ([
    ["alice", { seqno: 33, expired: 35, signature: 35 }],
    ["bob", { seqno: 33, expired: 36, signature: 35 }],
    ["carol", { seqno: 133, expired: 136, signature: 135 }],
  ]))
    testPage(`${name}: a wrong seqno, an expired message and a wrong signature are explained`, async (page) => {
      const { result } = await callApi(`v2/getWalletInformation?address=${findWallet(name).account}`);
      await showPreview(page, await sign(name, [makePaymentTo("bob", "0.1")], { seqno: result.seqno + 5 }));
      assert.match(
        await readVerdict(page),
        new RegExp(
          `^The account would refuse this message\\.\\s+Exit code ${codes.seqno}: its seqno is not the wallet’s next one\\.\\s+The message has seqno ${result.seqno + 5}, and the wallet’s next one is ${result.seqno}\\.$`,
        ),
      );
      assert.match(await page.locator("#explorer-response .fields").first().innerText(), /Seqno\s+\d+/);
      await showPreview(page, await sign(name, [makePaymentTo("bob", "0.1")], { lifetime: -60 }));
      assert.match(await readVerdict(page), new RegExp(`Exit code ${codes.expired}: it has expired\\.$`));
      // This message was signed with another key.
      const wallet = findWallet(name);
      const { secretKey } = findWallet("dave").keys;
      const ownKeys = wallet.keys;
      wallet.keys = { ...ownKeys, secretKey };
      try {
        await showPreview(page, await sign(name, [makePaymentTo("bob", "0.1")]));
      } finally {
        wallet.keys = ownKeys;
      }
      assert.match(await readVerdict(page), new RegExp(`Exit code ${codes.signature}: its signature is wrong\\.$`));
    });

  testPage("an account without a contract, and texts that are not messages, are reported", async (page) => {
    const from = stack().own.requests.length;
    const unroutedMessage = beginCell()
      .storeUint(0b1000, 4)
      .storeAddress(new Address(0, Buffer.alloc(32, 0x5e)))
      .storeCoins(0)
      .storeUint(0, 2)
      .endCell();
    await showPreview(page, unroutedMessage.toBoc().toString("base64"));
    assert.match(await readVerdict(page), /Its balance is too small to pay for the message, or there is no account\./);
    for (const [boc, pattern] of /** @type {const} */ ([
      ["te6cckEBAQEAAgAAAEysuc0=", /^This is not a message: /],
      [beginCell().storeUint(1, 8).endCell().toBoc().toString("base64"), /^This is not a message: /],
    ])) {
      await findField(page, "boc").fill(boc);
      await pressButton(page, "preview");
      await eventually(() => readFocusedId(page), "explorer-field-boc");
      assert.match(await page.locator("#explorer-field-boc-fault").textContent(), pattern);
      assert.equal(await readText(page, "status"), "");
    }
    const innerMessage = beginCell()
      .store(storeMessageRelaxed(makePaymentTo("bob", "1")))
      .endCell();
    await findField(page, "boc").fill(innerMessage.toBoc().toString("base64"));
    await pressButton(page, "preview");
    await eventually(
      () => page.locator("#explorer-field-boc-fault").textContent(),
      "This is not an external message, and only external messages can be sent.",
    );
    await findField(page, "boc").fill("nonsense!");
    await pressButton(page, "preview");
    await eventually(
      async () => /bag of cells/.test(await page.locator("#explorer-field-boc-fault").textContent()),
      true,
    );
    assert.deepEqual(listSends(from), []);
  });
});

describe("previews before sending", () => {
  testPage("the question before sending offers a preview, also for JSON-RPC", async (page) => {
    const from = stack().own.requests.length;
    const boc = await sign("alice", [makePaymentTo("bob", "0.5")]);
    await openPage(page, "#/explorer/v2.sendBoc");
    await findField(page, "boc").fill(boc);
    await pressButton(page, "send");
    await eventually(() => readFocusedId(page), "explorer-question");
    for (const id of ["explorer-really", "explorer-preview-first"]) {
      await page.keyboard.press("Tab");
      assert.equal(await readFocusedId(page), id);
    }
    await page.keyboard.press("Enter");
    await waitForPreview(page);
    assert.equal(await readFocusedId(page), "explorer-status");
    await goToOperation(page, "v2.jsonRPC");
    await findField(page, "method").fill("sendBoc");
    await findField(page, "id").fill("1");
    await findField(page, "jsonrpc").selectOption("2.0");
    await findField(page, "params").fill(JSON.stringify({ boc }));
    await pressButton(page, "send");
    await pressButton(page, "preview-first");
    await waitForPreview(page);
    assert.match(await readVerdict(page), /^It would succeed/);
    await page.waitForTimeout(200);
    await findField(page, "params").fill('{"boc": 7}');
    await pressButton(page, "send");
    await pressButton(page, "preview-first");
    await eventually(async () => (await page.locator("#explorer-field-params-fault").textContent()) !== "", true);
    assert.deepEqual(listSends(from), []);
  });

  testPage(
    "a preview reports an emulator that does not load and unreadable accounts, and can be cancelled",
    async (page, expectedMessages) => {
      expectedMessages.push(/net::ERR/, /status of 500/);
      const boc = await sign("alice", [makePaymentTo("bob", "0.5")]);
      await openPage(page, "#/explorer/v3.message");
      await findField(page, "boc").fill(boc);
      await page.waitForTimeout(300);
      await page.route("**/shared/*.js", (route) => route.abort("connectionfailed"));
      await pressAndWait(page, "preview");
      await eventually(() => readText(page, "status"), "Failed.");
      assert.match(await readText(page, "response"), /Code app_incomplete/);
      await page.unroute("**/shared/*.js");
      await pressAndWait(page, "retry");
      await waitForPreview(page);
      await page.route("**/getShardAccountCell*", (route) => route.fulfill({ status: 500, json: { ok: false } }));
      await pressAndWait(page, "preview");
      await eventually(() => readText(page, "status"), "Failed.");
      assert.match(await readText(page, "response"), /HTTP status 500/);
      await page.unroute("**/getShardAccountCell*");
      await pressAndWait(page, "retry");
      await waitForPreview(page);
      // The preview also works without names of jettons.
      await page.route("**/addressBook*", (route) => route.fulfill({ status: 500, json: { error: "no" } }));
      await pressAndWait(page, "preview");
      await waitForPreview(page);
      assert.match(await readVerdict(page), /^It would succeed/);
      await page.route("**/getConfigAll*", () => {});
      await pressAndWait(page, "preview");
      await eventually(async () => /^Following the message/.test(await readText(page, "status")), true);
      await pressButton(page, "cancel");
      await eventually(async () => /^Cancelled after/.test(await readText(page, "status")), true);
    },
  );
});

describe("layout of previews", () => {
  testPage("previews and refused messages are legible and usable", async (page) => {
    for (const boc of [
      await sign("alice", [makePaymentTo("bob", "0.5")]),
      await sign("bob", [makePaymentTo("alice", "0.5")], { lifetime: -60 }),
    ]) {
      await page.goto("about:blank");
      await showPreview(page, boc);
      for (const summaryElement of await page.locator("#explorer-response details > summary").all())
        await summaryElement.click();
      await assertLooks(page, "", { appearances: THREE_APPEARANCES });
    }
  });
});
