// The tab Contract of the account view in headless Chromium, in front of the local chain: reading by get-methods, writing and previewing messages.

import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { describe } from "node:test";

import { Address, beginCell, Cell, internal, toNano } from "@ton/core";

import { startStack } from "../helpers/stack.mjs";
import { createOpenPage } from "./account-visit.mjs";
import { signTransfer, fetchUpstreamJson } from "./signed-transfer.mjs";
import { assertLooks, eventually, readFragment, setUpFixture, THREE_APPEARANCES, createPageTest } from "./visit.mjs";

// The chain makes blocks, since it executes a message that the page made.
const fixture = setUpFixture(() =>
  startStack({ upstream: "devnet", devnet: { world: "small", clock: 1000, traffic: false } }),
);
const testPage = createPageTest(() => fixture);
const openFragment = createOpenPage(() => fixture.stack);
const fetchApi = (path) => fetchUpstreamJson({ upstream: fixture.stack.upstream }, path);
const findWallet = (name) => fixture.stack.own.cast.wallet(name);

/** Find contracts of the local chain. */
const findJettonWallet = async (name) => {
  const { jetton_wallets: wallets } = await fetchApi(`v3/jetton/wallets?owner_address=${findWallet(name).account}`);
  return wallets.find((wallet) => BigInt(wallet.balance) > 0n);
};
const findNft = async () => {
  const { nft_items: items } = await fetchApi("v3/nft/items?limit=200");
  return items.find((item) => item.collection_address !== null);
};
const findDomain = async () => (await fetchApi("v3/dns/records?domain=alice.ton")).records[0];

async function openContract(page, account) {
  await page.goto("about:blank");
  await openFragment(page, `#/account/${account}?tab=contract`);
  await page.locator("#contract-body").waitFor();
}
const readStatus = (page) => page.locator("#contract-status").textContent();

/** Runs a get-method by its button, with arguments, and returns the values by their names. */
async function runGetMethod(page, method, values = {}) {
  await page.locator("#contract-methods .chip", { hasText: new RegExp(`^${method}$`) }).click();
  for (const [name, text] of Object.entries(values)) await page.locator(`#contract-argument-${name}`).fill(text);
  if (Object.keys(values).length > 0) await page.locator("#contract-arguments button[type=submit]").click();
  await eventually(async () => new RegExp(`^${method}: Done in `).test(await readStatus(page)), true);
  return Object.fromEntries(
    await page.locator("#contract-result [data-result]").evaluateAll((elements) =>
      elements.map((element) => [
        /** @type {HTMLElement} */ (element).dataset.result,
        [...(element.querySelector("dd")?.children ?? [])]
          .filter((child) => !child.matches(".about, button"))
          .map((child) => (child instanceof HTMLAnchorElement ? child.title : child.textContent))
          .join(" "),
      ]),
    ),
  );
}
/** The stack that the server returns, of v3. */
async function fetchStack(account, method, stack = []) {
  const response = await fetch(`${fixture.stack.upstream}/api/v3/runGetMethod`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ address: account, method, stack }),
  });
  return (await response.json()).stack;
}
const readAddress = (entry) => {
  const slice = Cell.fromBase64(entry.value).beginParse();
  return slice.loadMaybeAddress();
};
const assertAddress = (text, address) => assert.ok(Address.parse(text).equals(address), `${text} is not ${address}`);

/** Chooses a message, fills its fields, and makes it. */
async function writeMessage(page, type, values) {
  await page.locator("#contract-body").selectOption(type);
  await page.locator("#contract-field-attached").waitFor();
  for (const [name, text] of Object.entries(values)) {
    const field = page.locator(`#contract-field-${name}`);
    if ((await field.evaluate((element) => element.tagName)) === "SELECT") await field.selectOption(text);
    else await field.fill(text);
  }
  await page.getByRole("button", { name: "Make the message" }).click();
}
const openOutputTab = (page, name) => page.locator("#contract-output").getByRole("tab", { name }).click();
async function readRequest(page) {
  await openOutputTab(page, "TON Connect");
  return JSON.parse(await page.locator("#contract-request").textContent());
}
const readFault = (page, name) => page.locator(`#contract-field-${name}-fault`).textContent();

describe("reading a contract", () => {
  testPage("a wallet: by name, computed in the page, equal to the server's", async (page) => {
    const requestCount = fixture.stack.own.requests.length;
    const { account } = findWallet("bob");
    await openContract(page, account);
    const seqno = await runGetMethod(page, "seqno");
    assert.match(await readStatus(page), /computed in this page\.$/);
    assert.equal(
      fixture.stack.own.requests.slice(requestCount).some(({ url }) => /runGetMethod/.test(url)),
      false,
    );
    assert.equal(BigInt(seqno.seqno), BigInt((await fetchStack(account, "seqno"))[0].value));
    await page.locator(".contract-run > summary").click();
    assert.match(await page.locator("#contract-result [data-fact=block]").textContent(), /masterchain block \d+/);
    assert.equal(
      BigInt(`0x${(await runGetMethod(page, "get_public_key")).get_public_key}`),
      BigInt((await fetchStack(account, "get_public_key"))[0].value),
    );
  });

  testPage(
    "a jetton master and a jetton wallet: amounts with their unit, and a get-method with an argument",
    async (page) => {
      const { address, jetton } = await findJettonWallet("bob");
      await openContract(page, jetton);
      const data = await runGetMethod(page, "get_jetton_data");
      const [supplyEntry, , adminEntry] = await fetchStack(jetton, "get_jetton_data");
      assert.match(data.totalSupply, / EDGE$/);
      assert.equal(toNano(data.totalSupply.replace(/[, EDG]/g, "")), BigInt(supplyEntry.value));
      assertAddress(data.adminAddress, readAddress(adminEntry));
      // A wrong address gets its error at the field, and nothing runs.
      await page.locator("#contract-methods .chip", { hasText: "get_wallet_address" }).click();
      await page.locator("#contract-argument-ownerAddress").fill("EQnonsense");
      await page.keyboard.press("Enter");
      assert.match(await page.locator("#contract-argument-ownerAddress-fault").textContent(), /\S/);
      assert.equal(await page.locator("#contract-argument-ownerAddress").getAttribute("aria-invalid"), "true");
      const wallet = await runGetMethod(page, "get_wallet_address", { ownerAddress: findWallet("bob").account });
      assertAddress(wallet.get_wallet_address, Address.parse(address));
      await openContract(page, address);
      const walletData = await runGetMethod(page, "get_wallet_data");
      assert.equal(
        toNano(walletData.balance.replace(/[, EDG]/g, "")),
        BigInt((await fetchStack(address, "get_wallet_data"))[0].value),
      );
      assertAddress(walletData.ownerAddress, findWallet("bob").address);
      assertAddress(walletData.masterAddress, Address.parse(jetton));
    },
  );

  testPage("an NFT, its collection and a domain", async (page) => {
    const nft = await findNft();
    await openContract(page, nft.address);
    const data = await runGetMethod(page, "get_nft_data");
    assert.equal(data.index, nft.index);
    assert.equal(data.initialized, "yes");
    assertAddress(data.ownerAddress, Address.parse(nft.owner_address));
    await openContract(page, nft.collection_address);
    const collection = await runGetMethod(page, "get_collection_data");
    assert.equal(
      BigInt(collection.nextItemIndex),
      BigInt((await fetchStack(nft.collection_address, "get_collection_data"))[0].value),
    );
    const item = await runGetMethod(page, "get_nft_address_by_index", { index: nft.index });
    assertAddress(item.get_nft_address_by_index, Address.parse(nft.address));
    const domain = await findDomain();
    await openContract(page, domain.nft_item_address);
    const name = await runGetMethod(page, "get_domain");
    assert.deepEqual(name, {});
    assert.match(await page.locator("#contract-result").textContent(), /\S/);
    const { value } = await runGetMethod(page, "dnsresolve", { subdomain: ".", category: "wallet" });
    assert.match(value, /^a cell of 275 bits and 0 references$|^a cell of \d+ bits/);
  });
});

describe("writing to a contract", () => {
  testPage(
    "a jetton transfer: link, request and body say the same, and the chain does what the preview said",
    async (page) => {
      const { address, jetton } = await findJettonWallet("carol");
      await openContract(page, address);
      const fragmentBefore = readFragment(page);
      const receiver = findWallet("dave");
      // Amounts and receivers have no default.
      await writeMessage(page, "jetton_transfer", {});
      for (const name of ["amount", "destination", "forwardTonAmount", "attached"])
        assert.match(await readFault(page, name), /^Enter /, name);
      assert.equal(await readFault(page, "queryId"), "");
      await eventually(() => page.evaluate(() => document.activeElement?.id), "contract-field-amount");
      const kind = { forwardPayload: "comment" };
      await writeMessage(page, "jetton_transfer", {
        amount: "1.5",
        destination: receiver.account,
        responseDestination: findWallet("carol").account,
        forwardTonAmount: "0.01",
        ...kind,
      });
      assert.equal(await readFault(page, "forwardPayload"), "Enter a comment, or choose None.");
      await page.locator("#contract-field-forwardPayload-value").fill("from a form");
      await page.locator("#contract-usual").click();
      assert.equal(await page.locator("#contract-field-attached").inputValue(), "0.06");
      await page.getByRole("button", { name: "Make the message" }).click();
      await page.locator("#contract-statement").waitFor();
      assert.match(
        await page.locator("#contract-statement").innerText(),
        /^Sends 0\.06 TON in total to .*from a form/s,
      );
      const link = await page.locator("#contract-link").textContent();
      assert.match(link, /^ton:\/\/transfer\/EQ[\w-]{46}\?amount=60000000&bin=/);
      await page.locator("#contract-output .qr-picture svg").waitFor();
      const request = await readRequest(page);
      assert.equal(request.messages.length, 1);
      const [message] = request.messages;
      assert.equal(message.amount, "60000000");
      assert.ok(Address.parse(message.address).equals(Address.parse(address)));
      assert.equal(new URLSearchParams(link.split("?")[1]).get("bin"), message.payload);
      await openOutputTab(page, "Body");
      assert.equal(await page.locator("#contract-body-base64").textContent(), message.payload);
      const hex = await page.locator("#contract-body-hexadecimal").textContent();
      assert.ok(Cell.fromHex(hex).equals(Cell.fromBase64(message.payload)));
      // Another implementation reads the body.
      const slice = Cell.fromBase64(message.payload).beginParse();
      assert.deepEqual([slice.loadUint(32), slice.loadUint(64), slice.loadCoins()], [0x0f8a7ea5, 0, 1_500_000_000n]);
      assert.ok(slice.loadAddress().equals(receiver.address));
      assert.ok(slice.loadAddress().equals(findWallet("carol").address));
      assert.deepEqual([slice.loadMaybeRef(), slice.loadCoins()], [null, 10_000_000n]);
      const comment = slice.loadBit() ? slice.loadRef().beginParse() : slice;
      assert.deepEqual([comment.loadUint(32), comment.loadStringTail()], [0, "from a form"]);
      // The preview: of the owner it succeeds, of a stranger it fails with an explained exit code.
      const showPreview = async (sender) => {
        await page.locator("#contract-preview-sender").fill(sender);
        await page.getByRole("button", { name: "Preview" }).click();
        await eventually(
          async () => /Nothing was sent\.$/.test(await page.locator("#contract-preview-status").textContent()),
          true,
        );
        return page.locator("#explorer-verdict").innerText();
      };
      assert.match(await showPreview(findWallet("bob").account), /^It would fail in part/);
      assert.match(await page.locator("#contract-preview-result").innerText(), /Exit code \d+/);
      assert.match(await showPreview(findWallet("carol").account), /^It would succeed: \d transactions\.$/);
      assert.match(
        await page.locator("#contract-preview-result").innerText(),
        /First 0\.06 TON and the fee of its wallet/,
      );
      const readChanges = (account) =>
        page.locator(`.changes > li[data-account="${account}"] .amounts > li strong`).allInnerTexts();
      assert.ok((await readChanges(receiver.account)).includes("+1.5 EDGE"));
      const [tonChange] = await readChanges(receiver.account);
      assert.equal(readFragment(page), fragmentBefore);
      // The wallet of the sender signs the request, and the chain executes it.
      const fetchJettons = async () => {
        const { jetton_wallets: wallets } = await fetchApi(
          `v3/jetton/wallets?owner_address=${receiver.account}&jetton_address=${jetton}`,
        );
        return BigInt(wallets[0]?.balance ?? 0);
      };
      const fetchBalance = async () =>
        BigInt((await fetchApi(`v2/getAddressBalance?address=${receiver.account}`)).result);
      const [jettonsBefore, balanceBefore] = [await fetchJettons(), await fetchBalance()];
      const boc = await signTransfer(fixture.stack, "carol", [
        internal({
          to: Address.parse(message.address),
          value: BigInt(message.amount),
          bounce: Address.parseFriendly(message.address).isBounceable,
          body: Cell.fromBase64(message.payload),
        }),
      ]);
      await fetch(`${fixture.stack.upstream}/api/v2/sendBoc`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ boc }),
      });
      await eventually(async () => String((await fetchJettons()) - jettonsBefore), "1500000000");
      const previewedAmount = toNano(tonChange.replace(/[+, TON]/g, ""));
      await eventually(async () => (await fetchBalance()) !== balanceBefore, true);
      // The storage fee grows by some nanotons between preview and execution.
      const difference = previewedAmount - ((await fetchBalance()) - balanceBefore);
      assert.ok(difference >= 0n && difference < 1000n, `${difference} nanotons less than previewed`);
    },
  );
});

describe("messages of other standards", () => {
  testPage("an NFT transfer, a domain's record, a comment and a body of one's own", async (page) => {
    const nft = await findNft();
    await openContract(page, nft.address);
    await writeMessage(page, "nft_transfer", {
      newOwner: findWallet("dave").account,
      forwardAmount: "0",
      attached: "0.05",
    });
    const transfer = Cell.fromBase64((await readRequest(page)).messages[0].payload).beginParse();
    assert.deepEqual([transfer.loadUint(32), transfer.loadUint(64)], [0x5fcc3d14, 0]);
    assert.ok(transfer.loadAddress().equals(findWallet("dave").address));

    const domain = await findDomain();
    await openContract(page, domain.nft_item_address);
    await writeMessage(page, "change_dns_record", { key: "wallet", value: "wallet", attached: "0.02" });
    assert.equal(await readFault(page, "value"), "Enter a value.");
    await page.locator("#contract-field-value-value").fill(findWallet("bob").account);
    await page.getByRole("button", { name: "Make the message" }).click();
    const record = Cell.fromBase64((await readRequest(page)).messages[0].payload).beginParse();
    const key = BigInt(`0x${createHash("sha256").update("wallet").digest("hex")}`);
    assert.deepEqual([record.loadUint(32), record.loadUint(64), record.loadUintBig(256)], [0x4eb1f0f9, 0, key]);
    const value = record.loadRef().beginParse();
    assert.equal(value.loadUint(16), 0x9fd3);
    assert.ok(value.loadAddress().equals(findWallet("bob").address));

    await openContract(page, findWallet("bob").account);
    await writeMessage(page, "comment", { text: "for lunch", attached: "1,000.5" });
    assert.match(await page.locator("#contract-statement").innerText(), /^Sends 1,000\.5 TON in total to .*for lunch/s);
    const link = await page.locator("#contract-link").textContent();
    assert.match(link, /\?amount=1000500000000&text=for%20lunch$/);
    const body = beginCell().storeUint(7, 32).endCell();
    await writeMessage(page, "boc", { body: body.toBoc().toString("base64"), attached: "0" });
    assert.ok(Cell.fromBase64((await readRequest(page)).messages[0].payload).equals(body));
    // What was made can be read again, and a link to another account is named.
    await page.locator("#contract-pasted").fill(link);
    await page.locator("#contract-decode ~ .contract-part button[type=submit]").first().click();
    assert.match(
      await page.locator("#contract-read-message").innerText(),
      /^Sends 1,000\.5 TON in total to .*for lunch/s,
    );
    await page.locator("#contract-pasted").fill("ton://transfer/nobody");
    await page.locator("#contract-decode ~ .contract-part button[type=submit]").first().click();
    assert.match(await page.locator("#contract-pasted-fault").textContent(), /\S/);
  });

  testPage("a link that is too long for a QR code says so", async (page) => {
    await openContract(page, findWallet("bob").account);
    await writeMessage(page, "comment", { text: "x".repeat(3000), attached: "1" });
    assert.match(await page.locator("#contract-output .qr-picture").innerText(), /too many for a QR code: copy it\.$/);
  });

  testPage("wrong inputs are explained at their fields, and a recovery phrase goes nowhere", async (page) => {
    const { address } = await findJettonWallet("carol");
    await openContract(page, address);
    const testnet = findWallet("dave").address.toString({ testOnly: true });
    await writeMessage(page, "jetton_transfer", {
      queryId: "-1",
      amount: "0.0000000001",
      destination: "EQabc",
      customPayload: "zzz",
      forwardTonAmount: "1e3",
      attached: "all",
    });
    assert.equal(await readFault(page, "queryId"), "The number cannot be negative.");
    for (const name of ["amount", "destination", "customPayload", "forwardTonAmount", "attached"])
      assert.match(await readFault(page, name), /\S{3}/, name);
    assert.equal(await page.locator("#contract-output").textContent(), "");
    // An address for testnet is refused on mainnet.
    await writeMessage(page, "jetton_transfer", {
      amount: "1",
      destination: testnet,
      forwardTonAmount: "0",
      attached: "0.1",
    });
    assert.match(await readFault(page, "destination"), /test/);
    await openContract(page, findWallet("bob").account);
    const phrase = Array(24).fill("abandon").join(" ");
    const fragmentBefore = readFragment(page);
    await writeMessage(page, "comment", { text: phrase, attached: "1" });
    assert.match(await readFault(page, "text"), /^This looks like a recovery phrase/);
    assert.equal(await page.locator("#contract-output").textContent(), "");
    assert.equal(readFragment(page), fragmentBefore);
    assert.equal(await page.evaluate(() => JSON.stringify({ ...localStorage }).includes("abandon")), false);
  });
});

describe("the tab Contract in use", () => {
  testPage("the keyboard alone makes and previews a message", async (page) => {
    await openContract(page, findWallet("bob").account);
    await page.locator("#contract-body").focus();
    await page.keyboard.type("Comment");
    await page.locator("#contract-field-text").waitFor();
    const pressTabKey = () => page.keyboard.press("Tab");
    await pressTabKey();
    await page.keyboard.type("by keyboard");
    await pressTabKey();
    await page.keyboard.type("0.1");
    await page.keyboard.press("Enter");
    await page.locator("#contract-statement").waitFor();
    await page.locator("#contract-preview-sender").focus();
    await page.keyboard.type(findWallet("alice").account);
    await page.keyboard.press("Enter");
    await eventually(
      () =>
        page
          .locator("#explorer-verdict")
          .innerText()
          .catch(() => ""),
      "It would succeed: 1 transaction.",
    );
  });

  testPage("it fits every screen, in both themes, and passes axe", async (page) => {
    const { address, jetton } = await findJettonWallet("carol");
    await openContract(page, jetton);
    await runGetMethod(page, "get_jetton_data");
    await page.locator(".contract-run > summary").click();
    await assertLooks(page, "", { appearances: THREE_APPEARANCES });
    await openContract(page, address);
    await writeMessage(page, "jetton_transfer", {
      amount: "1.5",
      destination: findWallet("dave").account,
      forwardTonAmount: "0",
      attached: "0.1",
    });
    await page.locator("#contract-preview-sender").fill(findWallet("carol").account);
    await page.getByRole("button", { name: "Preview" }).click();
    await page.locator("#explorer-verdict").waitFor();
    await assertLooks(page, "", { appearances: THREE_APPEARANCES });
  });
});
