// Wallets of the local chain: each version is deployed and has paid once; v2 and v3 name each version as the service does, and report no
// more about it than the service. The service's node library parses the codes that it knows, and no others.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import { Address, beginCell, internal, toNano } from "@ton/core";
import { keyPairFromSeed } from "@ton/crypto";

import { writeRawAddress } from "../upstream/devnet/account-name.mjs";
import { readCode } from "../upstream/devnet/contracts/code.mjs";
import * as signed from "../upstream/devnet/contracts/signed-wallets.mjs";
import { makeSignedWallets } from "../upstream/devnet/scenes/wallets.mjs";
import { startDevnet } from "../upstream/devnet/server.mjs";
import { makeLibraryState } from "../upstream/devnet/v2/wallets.mjs";
import { query } from "../upstream/upstream-call.mjs";
import { get, request } from "./devnet-request.mjs";

/** @type {any} */
let devnet;
/** @type {any} */
let python;
/** The wallets of the scene: account, interface, name in v2 and v3 (undefined: not a wallet there), kind in the node library. @type {any[]} */
let events;

const v2 = async (path, params, targetDevnet = devnet) => {
  const response = await fetch(`${targetDevnet.url}/api/v2${path}?${query(params)}`);
  const { ok, result } = await response.json();
  assert.ok(ok, path);
  return result;
};

before(async () => {
  const options = /** @type {const} */ ({ world: "small", clock: "manual" });
  devnet = await startDevnet(options);
  await devnet.ready;
  python = await startDevnet({ ...options, variant: "python" });
  await python.ready;
  const { cast, chain } = devnet;
  const otherWallets = Object.fromEntries(
    Object.entries(makeSignedWallets(chain.seed)).map(([name, { state }]) => [name, writeRawAddress(state.address)]),
  );
  const getAccount = (name) => cast.wallet(name).account;
  events = [
    [getAccount("v1r1"), "wallet_v1r1", "wallet v1 r1", "raw", 0],
    [getAccount("v1r2"), "wallet_v1r2", "wallet v1 r2", "raw", 0],
    [getAccount("v1r3"), "wallet_v1r3", "wallet v1 r3", "raw", 0],
    [getAccount("v2r1"), "wallet_v2r1", "wallet v2 r1", "raw", 0],
    [getAccount("v2r2"), "wallet_v2r2", "wallet v2 r2", "raw", 0],
    [getAccount("dave"), "wallet_v3r1", "wallet v3 r1", "wallet.v3", 1],
    [getAccount("alice"), "wallet_v3r2", "wallet v3 r2", "wallet.v3", 2],
    [otherWallets.v4r1, "wallet_v4r1", "wallet v4 r1", "raw", 0],
    [getAccount("bob"), "wallet_v4r2", "wallet v4 r2", "wallet.v4", 2],
    [getAccount("carol"), "wallet_v5r1", "wallet v5 r1", "raw", 0],
    [otherWallets["highload v1r1"], "wallet_highload_v1r1", undefined, "wallet.highload.v1", 1],
    [otherWallets["highload v1r2"], "wallet_highload_v1r2", undefined, "raw", 0],
    [otherWallets["highload v2"], "wallet_highload_v2", undefined, "wallet.highload.v2", -1],
    [otherWallets["highload v3"], "wallet_highload_v3r1", undefined, "raw", 0],
  ].map(([account, name, type, kind, revision]) => ({ account, name, type, kind, revision }));
});
after(async () => {
  await devnet?.close();
  await python?.close();
});

test("every wallet version is active and has paid", async () => {
  for (const { account, name } of events) {
    const { messages } = await get(devnet, "/messages", { source: account, limit: 100 });
    const paidMessages = messages.filter((m) => m.destination !== account && m.value !== "0");
    assert.ok(paidMessages.length >= 1, name);
    if (name.includes("highload")) assert.equal(paidMessages.length, 6, name);
    const { accounts } = await get(devnet, "/accountStates", { address: [account] });
    assert.deepEqual([accounts[0].status, accounts[0].interfaces], ["active", [name]]);
  }
});

test("the address book names each version; only highload wallets are bounceable", async () => {
  const addressBook = await get(devnet, "/addressBook", { address: events.map(({ account }) => account) });
  for (const { account, name, type } of events) {
    const { user_friendly: text, interfaces } = addressBook[account];
    assert.deepEqual(interfaces, [name]);
    assert.equal(Address.parseFriendly(text).isBounceable, type === undefined, name);
  }
});

test("walletStates, walletInformation and getWalletInformation know wallets v1 to v5 and no highload wallet", async () => {
  const { wallets } = await get(devnet, "/walletStates", { address: events.map(({ account }) => account) });
  for (const [i, { account, name, type }] of events.entries()) {
    const state = wallets[i];
    assert.deepEqual([state.address, state.is_wallet, state.wallet_type], [account, type !== undefined, type], name);
    for (const targetDevnet of [devnet, python]) {
      const info = await v2("/getWalletInformation", { address: account }, targetDevnet);
      assert.deepEqual(
        [info.wallet, info.wallet_type, info.seqno, info.wallet_id, info.is_signature_allowed],
        [state.is_wallet, type, state.seqno, state.wallet_id, state.is_signature_allowed],
        name,
      );
    }
    const { status, body } = await request(devnet, "/walletInformation", { address: account });
    if (type === undefined) assert.deepEqual([status, body], [409, { error: "not a wallet" }], name);
    else assert.deepEqual([body.wallet_type, body.seqno, body.wallet_id], [type, state.seqno, state.wallet_id], name);
    if (type !== undefined) assert.ok(state.seqno >= 1, name);
    assert.equal(state.wallet_id !== undefined, /v[345] /.test(type ?? ""), name);
  }
});

test("getExtendedAddressInformation parses exactly the codes that the node library knows", async () => {
  for (const { account, name, kind, revision } of events) {
    const extendedInfo = await v2("/getExtendedAddressInformation", { address: account });
    const state = extendedInfo.account_state;
    assert.deepEqual([state["@type"], extendedInfo.revision], [`${kind}.accountState`, revision], name);
    const fields = {
      raw: ["code", "data", "frozen_hash"],
      "wallet.v3": ["wallet_id", "seqno"],
      "wallet.v4": ["wallet_id", "seqno"],
      "wallet.highload.v1": ["wallet_id", "seqno"],
      "wallet.highload.v2": ["wallet_id"],
    }[kind];
    assert.deepEqual(Object.keys(state).sort(), ["@type", ...fields].sort(), name);
    if (kind === "raw") continue;
    assert.equal(state.wallet_id, signed.WALLET_ID, name);
    const otherResult = await v2("/getExtendedAddressInformation", { address: account }, python);
    assert.deepEqual(otherResult.account_state, { ...state, wallet_id: String(state.wallet_id) }, name);
  }
});

test("a manual DNS contract is dns.accountState by its code, and contracts of TON DNS are raw", () => {
  const data = beginCell().storeUint(0xffff_fff0, 32).storeUint(0, 64).endCell();
  const parse = (code_hash) => makeLibraryState({ variant: "cpp" }, { code_hash, data });
  assert.deepEqual(parse("oNZ9LeiRn+e3yndlLM1P3FbGid56aRYeRfsNzF5HwVU="), {
    account_state: { "@type": "dns.accountState", wallet_id: 0xffff_fff0 },
    revision: 1,
  });
  assert.equal(parse("c1Ot4+H3y+3FJbPnvDIm/lrIJ2+lJ5rDf7bvvIj0Irc=")?.revision, -1);
  for (const name of ["dns-root", "dns-collection", "dns-item"])
    assert.equal(parse(readCode(name).hash().toString("base64")), undefined, name);
  assert.equal(parse(null), undefined);
});

test("a developer's new wallet v4 r1 is known, and missing at an earlier block", async () => {
  const keys = keyPairFromSeed(Buffer.alloc(32, 9));
  const state = signed.buildWalletV4R1(keys);
  const alice = devnet.cast.wallet("alice");
  const { seqno } = await v2("/getWalletInformation", { address: alice.account });
  const seqnoBefore = devnet.chain.head.mc.seqno;
  const validUntil = devnet.chain.time() + 3600;
  const transfer = internal({ to: state.address, value: toNano(1), bounce: false });
  await devnet.chain.submit(alice.transfer({ seqno, messages: [transfer], validUntil }));
  await devnet.clock.settle();
  const returnMessage = internal({ to: alice.address, value: toNano("0.1"), bounce: false });
  const body = signed.buildTransferV4R1({ secretKey: keys.secretKey, seqno: 0, messages: [returnMessage], validUntil });
  await devnet.chain.submit(signed.buildExternal(state, body, { deploy: true }));
  await devnet.clock.settle();
  const address = writeRawAddress(state.address);
  const now = await v2("/getWalletInformation", { address });
  assert.deepEqual([now.wallet_type, now.seqno, now.wallet_id], ["wallet v4 r1", 1, signed.WALLET_ID]);
  const pastInfo = await v2("/getExtendedAddressInformation", { address, seqno: seqnoBefore });
  assert.deepEqual([pastInfo.account_state["@type"], pastInfo.revision], ["uninited.accountState", 0]);
});
