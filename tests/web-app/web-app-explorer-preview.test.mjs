// Previews of messages in the endpoint explorer, in headless Chromium in front of the local chain: the preview of a signed message of a
// wallet agrees with the chain's later result, and no preview sends the message.

import assert from "node:assert/strict";
import { describe } from "node:test";

import { Address, beginCell, external, internal, SendMode, storeMessage, storeMessageRelaxed, toNano } from "@ton/core";

import { axe } from "./axe.mjs";
import { assertLooks, eventually, fits, fragment, THREE } from "./visit.mjs";
import { explorer, field, focused, go, press, pressReally, text } from "./explorer-visit.mjs";
import { jettonPayment, payment, signedTransfer, upstreamJson } from "./signed-transfer.mjs";

const { visit, open, stack, seenSince } = explorer();

const api = (path) => upstreamJson(stack(), path);
const cast = (name) => stack().own.cast.wallet(name);
const signed = (name, messages, options = {}) => signedTransfer(stack(), name, messages, options);
const pay = (to, value) => payment(stack(), to, value);

async function preview(page, boc, id = "v2.sendBoc") {
  await page.goto("about:blank");
  await open(page, `#/explorer/${id}`);
  await field(page, "boc").fill(boc);
  await press(page, "preview");
  await previewed(page);
}
/** Presses a button, and waits until the earlier outcome has disappeared. */
async function pressAgain(page, name) {
  await page.locator("#explorer-response > *").evaluateAll((all) => {
    for (const one of all) one.dataset.old = "";
  });
  await press(page, name);
  await eventually(() => page.locator("#explorer-response > [data-old]").count(), 0);
}
const previewed = (page) =>
  eventually(async () => /^Done in .* Nothing was sent\. \S/.test(await text(page, "status")), true);

const verdict = (page) => page.locator("#explorer-verdict").innerText();
const fact = (page, name) => page.locator(`#explorer-response [data-fact="${name}"] dd`).first().textContent();
/** The nanotons of a text such as "−0.5 TON". */
const nano = (written) => {
  const [, minus, digits] = /(\u2212?)([\d,.]+) TON/.exec(written);
  const units = toNano(digits.replaceAll(",", ""));
  return minus ? -units : units;
};
/** The text about an account. */
const changes = (page, account) =>
  page.locator(`.changes > li[data-account="${account}"] .amounts > li strong`).allInnerTexts();
const steps = (page) => page.locator(".preview-tree .step").allInnerTexts();
/** The requests to the upstream that send a message. */
const sends = (from) => seenSince(from).filter((one) => /sendBoc|\/message/.test(one));

describe("a preview of a message", () => {
  for (const id of ["v2.sendBoc", "v2.sendBocReturnHash", "v3.message"])
    visit(`a preview of a transfer, ${id}, shows amounts, fees and transactions, and sends nothing`, async (page) => {
      const from = stack().own.requests.length;
      const boc = await signed("alice", [pay("bob", "0.5")]);
      await preview(page, boc, id);
      assert.equal(await verdict(page), "It would succeed: 2 transactions.");
      assert.equal(await fact(page, "complete"), "yes");
      const [alice] = await changes(page, cast("alice").account);
      const [bob] = await changes(page, cast("bob").account);
      const fees = nano(await fact(page, "total-fees"));
      assert.equal(nano(alice) + nano(bob), -fees);
      assert.ok(nano(bob) > toNano("0.49") && nano(bob) < toNano("0.5"), bob);
      assert.ok(fees > 0n && fees < toNano("0.01"));
      const [first, second] = await steps(page);
      assert.match(
        first,
        /from outside the chain\s+Wallet v3 signed\s+1 action\s+to\s+alice\.ton\s+Success\s+fees 0\.\d+ TON/,
      );
      assert.match(second, /^0\.5 TON\s+for lunch\s+to\s+\S+\s+Success/);
      // The field keeps the message, but the URL does not contain it.
      assert.equal(await field(page, "boc").inputValue(), boc);
      assert.equal(fragment(page), `#/explorer/${id}`);
      assert.deepEqual(sends(from), []);
      assert.ok(!seenSince(from).some((one) => /runGetMethod/.test(one)));
    });

  visit("a preview agrees with what the chain then does", async (page) => {
    // Uses receivers that no other wallet pays.
    const receivers = ["71", "72"].map((byte) => Address.parseRaw(`0:${byte.repeat(32)}`));
    const pays = receivers.map((to, at) =>
      internal({ to, value: toNano("1.25") + BigInt(at), bounce: false, body: "rent" }),
    );
    const boc = await signed("carol", pays);
    await preview(page, boc);
    const said = [];
    for (const to of receivers) said.push(...(await changes(page, to.toRawString().toUpperCase())));
    assert.equal(said.length, 2);
    await press(page, "send");
    await pressReally(page);
    await eventually(async () => /^Status 200/.test(await text(page, "status")), true);
    assert.equal(await page.locator("#explorer-outcome").textContent(), "Response");
    const balances = () =>
      Promise.all(receivers.map(async (to) => (await api(`v2/getAddressBalance?address=${to}`)).result));
    await eventually(
      balances,
      said.map((one) => String(nano(one))),
    );
    // The message was executed, so a second one would be refused.
    await eventually(async () => {
      await pressAgain(page, "preview");
      await previewed(page);
      return /^The account would refuse this message\.\s+Exit code 133: its seqno is not/.test(await verdict(page));
    }, true);
  });

  visit("previews of jetton and NFT transfers show what changes owner, by the API's names", async (page) => {
    await preview(page, await signed("carol", [await jettonPayment(stack(), "carol", "bob")]));
    assert.equal(await verdict(page), "It would succeed: 5 transactions.");
    assert.equal((await changes(page, cast("carol").account))[1], "\u221225 EDGE");
    assert.equal((await changes(page, cast("bob").account))[1], "+25 EDGE");
    assert.match((await steps(page))[1], /^0\.2 TON\s+Jetton transfer\s+25 EDGE\s+thank you/);
    assert.deepEqual(await page.locator(".changes .tag").allInnerTexts(), ["jetton wallet", "jetton wallet"]);
    assert.match(await fact(page, "requests"), /getShardAccountCell/);

    const people = ["alice", "bob", "carol", "dave"];
    const { nft_items } = await api("v3/nft/items?limit=100");
    const nft = nft_items.find((one) => people.some((name) => cast(name).account === one.owner_address));
    const name = people.find((each) => cast(each).account === nft.owner_address);
    const receiver = people.find((each) => each !== name);
    const body = beginCell()
      .storeUint(0x5fcc3d14, 32)
      .storeUint(1, 64)
      .storeAddress(cast(receiver).address)
      .storeAddress(cast(name).address)
      .storeBit(0)
      .storeCoins(0)
      .storeBit(0)
      .endCell();
    const item = Address.parseRaw(nft.address);
    await preview(page, await signed(name, [internal({ to: item, value: toNano("0.1"), bounce: true, body })]));
    assert.match(await verdict(page), /^It would succeed/);
    assert.ok((await changes(page, cast(name).account)).includes("\u22121 NFT"));
    assert.ok((await changes(page, cast(receiver).account)).includes("+1 NFT"));
  });

  visit("a preview of a failing transfer shows the exit code with its meaning, and what bounces", async (page) => {
    const [master] = (await api("v3/jetton/masters?limit=1")).jetton_masters;
    const body = beginCell().storeUint(0x12345678, 32).endCell();
    const to = Address.parseRaw(master.address);
    await preview(page, await signed("alice", [internal({ to, value: toNano("0.3"), bounce: true, body })]));
    assert.equal(await verdict(page), "It would fail in part: 1 of 3 transactions.");
    const [, failed, returned] = await steps(page);
    assert.match(failed, /0x12345678.*Failed\s+bounces.*Exit code \d+.*its value went back/s);
    assert.match(returned, /bounced/);
    // The wallet has less than this value, and ignores the failure.
    await preview(page, await signed("alice", [pay("bob", "900000000")]));
    assert.match(
      await verdict(page),
      /^It would be accepted, but skip some of its actions\.\s+The first contract skips 1 action/,
    );
    assert.match((await steps(page))[0], /1 action could not be done and was left out/);
    const sendMode = SendMode.PAY_GAS_SEPARATELY;
    await preview(page, await signed("alice", [pay("bob", "900000000")], { sendMode }));
    assert.match(await verdict(page), /^It would fail\.$/);
    assert.match(
      (await steps(page))[0],
      /Failed.*The actions failed with result code 37: not enough TON for a message/s,
    );
  });

  visit("an incomplete preview says where and why it stops", async (page) => {
    // A contract that is deployed by the message and reads the last masterchain blocks: PREVMCBLOCKS DROP.
    const code = beginCell().storeUint(0xf83400, 24).storeUint(0x30, 8).endCell();
    const init = { code, data: beginCell().endCell() };
    const hash = beginCell().storeUint(0b00110, 5).storeRef(init.code).storeRef(init.data).endCell().hash();
    const to = new Address(0, hash);
    await preview(
      page,
      await signed("alice", [internal({ to, value: toNano("0.1"), bounce: false, init }), pay("bob", "0.01")]),
    );
    assert.match(await verdict(page), /^It would be accepted\. Its later effects are only partly known/);
    assert.equal(await fact(page, "complete"), "no: see the transactions");
    assert.ok((await steps(page)).some((one) => /Unknown\s+Not followed: it reads previous blocks\./.test(one)));
    assert.equal((await steps(page)).length, 3);
    assert.deepEqual(await axe(page), []);

    // The same contract as the receiver of the message itself, once the contract can pay.
    const funds = await signed("dave", [internal({ to, value: toNano("1"), bounce: false })]);
    await fetch(`${stack().upstream}/api/v2/sendBoc`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ boc: funds }),
    });
    await eventually(async () => (await api(`v2/getAddressBalance?address=${to}`)).result !== "0", true);
    const message = beginCell()
      .store(storeMessage(external({ to, init, body: beginCell().endCell() })))
      .endCell();
    await preview(page, message.toBoc().toString("base64"));
    assert.equal(
      (await verdict(page)).replace(/\s+/g, " "),
      "The effect of this message cannot be computed here. Its contract cannot be run here: it reads previous blocks.",
    );
  });
});

describe("a large preview", () => {
  visit("a preview follows 64 transactions, and says that it leaves out the others", async (page) => {
    const receivers = Array.from({ length: 80 }, (_, at) => new Address(0, Buffer.alloc(32, at + 1)));
    const messages = receivers.map((to) => internal({ to, value: 1_000_000n, bounce: false }));
    await preview(page, await signed("carol", messages));
    assert.match(
      await verdict(page),
      /^It would be accepted\. Its later effects are only partly known: 64 transactions succeeded/,
    );
    assert.equal((await steps(page)).length, 81);
    const cut = page.locator(".preview-tree .why", { hasText: "a preview follows at most 64 transactions" });
    assert.equal(await cut.count(), 17);
    assert.equal(await page.locator(".changes > li").count(), 64);
    assert.equal(await fits(page), "fits");
    assert.deepEqual(await axe(page), []);
  });
});

describe("a message that would be refused", () => {
  for (const [name, codes] of /** @type {const} */ ([
    ["alice", { seqno: 33, expired: 35, signature: 35 }],
    ["bob", { seqno: 33, expired: 36, signature: 35 }],
    ["carol", { seqno: 133, expired: 136, signature: 135 }],
  ]))
    visit(`${name}: a wrong seqno, an expired message and a wrong signature are explained`, async (page) => {
      const { result } = await api(`v2/getWalletInformation?address=${cast(name).account}`);
      await preview(page, await signed(name, [pay("bob", "0.1")], { seqno: result.seqno + 5 }));
      assert.match(
        await verdict(page),
        new RegExp(
          `^The account would refuse this message\\.\\s+Exit code ${codes.seqno}: its seqno is not the wallet’s next one\\.\\s+The message has seqno ${result.seqno + 5}, and the wallet’s next one is ${result.seqno}\\.$`,
        ),
      );
      assert.match(await page.locator("#explorer-response .fields").first().innerText(), /Seqno\s+\d+/);
      await preview(page, await signed(name, [pay("bob", "0.1")], { lifetime: -60 }));
      assert.match(await verdict(page), new RegExp(`Exit code ${codes.expired}: it has expired\\.$`));
      // This message was signed with another key.
      const wallet = cast(name);
      const { secretKey } = cast("dave").keys;
      const own = wallet.keys;
      wallet.keys = { ...own, secretKey };
      try {
        await preview(page, await signed(name, [pay("bob", "0.1")]));
      } finally {
        wallet.keys = own;
      }
      assert.match(await verdict(page), new RegExp(`Exit code ${codes.signature}: its signature is wrong\\.$`));
    });

  visit("an account without a contract, and texts that are not messages, are reported", async (page) => {
    const from = stack().own.requests.length;
    const nowhere = beginCell()
      .storeUint(0b1000, 4)
      .storeAddress(new Address(0, Buffer.alloc(32, 0x5e)))
      .storeCoins(0)
      .storeUint(0, 2)
      .endCell();
    await preview(page, nowhere.toBoc().toString("base64"));
    assert.match(await verdict(page), /Its balance is too small to pay for the message, or there is no account\./);
    for (const [boc, pattern] of /** @type {const} */ ([
      ["te6cckEBAQEAAgAAAEysuc0=", /^This is not a message: /],
      [beginCell().storeUint(1, 8).endCell().toBoc().toString("base64"), /^This is not a message: /],
    ])) {
      await field(page, "boc").fill(boc);
      await press(page, "preview");
      await eventually(() => focused(page), "explorer-field-boc");
      assert.match(await page.locator("#explorer-field-boc-fault").textContent(), pattern);
      assert.equal(await text(page, "status"), "");
    }
    const inner = beginCell()
      .store(storeMessageRelaxed(pay("bob", "1")))
      .endCell();
    await field(page, "boc").fill(inner.toBoc().toString("base64"));
    await press(page, "preview");
    await eventually(
      () => page.locator("#explorer-field-boc-fault").textContent(),
      "This is not an external message, and only external messages can be sent.",
    );
    await field(page, "boc").fill("nonsense!");
    await press(page, "preview");
    await eventually(
      async () => /bag of cells/.test(await page.locator("#explorer-field-boc-fault").textContent()),
      true,
    );
    assert.deepEqual(sends(from), []);
  });
});

describe("previews before sending", () => {
  visit("the question before sending offers a preview, also for JSON-RPC", async (page) => {
    const from = stack().own.requests.length;
    const boc = await signed("alice", [pay("bob", "0.5")]);
    await open(page, "#/explorer/v2.sendBoc");
    await field(page, "boc").fill(boc);
    await press(page, "send");
    await eventually(() => focused(page), "explorer-question");
    for (const id of ["explorer-really", "explorer-preview-first"]) {
      await page.keyboard.press("Tab");
      assert.equal(await focused(page), id);
    }
    await page.keyboard.press("Enter");
    await previewed(page);
    assert.equal(await focused(page), "explorer-status");
    await go(page, "v2.jsonRPC");
    await field(page, "method").fill("sendBoc");
    await field(page, "id").fill("1");
    await field(page, "jsonrpc").selectOption("2.0");
    await field(page, "params").fill(JSON.stringify({ boc }));
    await press(page, "send");
    await press(page, "preview-first");
    await previewed(page);
    assert.match(await verdict(page), /^It would succeed/);
    await page.waitForTimeout(200);
    await field(page, "params").fill('{"boc": 7}');
    await press(page, "send");
    await press(page, "preview-first");
    await eventually(async () => (await page.locator("#explorer-field-params-fault").textContent()) !== "", true);
    assert.deepEqual(sends(from), []);
  });

  visit(
    "a preview reports an emulator that does not load and unreadable accounts, and can be cancelled",
    async (page, expectedMessages) => {
      expectedMessages.push(/net::ERR/, /status of 500/);
      const boc = await signed("alice", [pay("bob", "0.5")]);
      await open(page, "#/explorer/v3.message");
      await field(page, "boc").fill(boc);
      await page.waitForTimeout(300);
      await page.route("**/shared/*.js", (route) => route.abort("connectionfailed"));
      await pressAgain(page, "preview");
      await eventually(() => text(page, "status"), "Failed.");
      assert.match(await text(page, "response"), /Code app_incomplete/);
      await page.unroute("**/shared/*.js");
      await pressAgain(page, "retry");
      await previewed(page);
      await page.route("**/getShardAccountCell*", (route) => route.fulfill({ status: 500, json: { ok: false } }));
      await pressAgain(page, "preview");
      await eventually(() => text(page, "status"), "Failed.");
      assert.match(await text(page, "response"), /HTTP status 500/);
      await page.unroute("**/getShardAccountCell*");
      await pressAgain(page, "retry");
      await previewed(page);
      // The preview also works without names of jettons.
      await page.route("**/addressBook*", (route) => route.fulfill({ status: 500, json: { error: "no" } }));
      await pressAgain(page, "preview");
      await previewed(page);
      assert.match(await verdict(page), /^It would succeed/);
      await page.route("**/getConfigAll*", () => {});
      await pressAgain(page, "preview");
      await eventually(async () => /^Following the message/.test(await text(page, "status")), true);
      await press(page, "cancel");
      await eventually(async () => /^Cancelled after/.test(await text(page, "status")), true);
    },
  );
});

describe("layout of previews", () => {
  visit("previews and refused messages are legible and usable", async (page) => {
    for (const boc of [
      await signed("alice", [pay("bob", "0.5")]),
      await signed("bob", [pay("alice", "0.5")], { lifetime: -60 }),
    ]) {
      await page.goto("about:blank");
      await preview(page, boc);
      for (const one of await page.locator("#explorer-response details > summary").all()) await one.click();
      await assertLooks(page, "", { appearances: THREE });
    }
  });
});
