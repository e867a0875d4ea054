// The client's reads of contracts on the local chain: get-methods of every kind and all rows of the table, accounts, jettons, NFTs and
// domains, some of which belong to an attacker.
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";

import { Address, beginCell, Cell, Dictionary, internal, toNano } from "@ton/core";
import { createClient } from "ton-edge";
import { GET_METHODS } from "../../pkg/dist/schemas.js";
import { createGateway } from "ton-edge/gateway";
import { decodeStack, parseBoc, Stack } from "ton-edge/message";
import { serve } from "ton-edge/node";

import { UNLIMITED } from "../helpers/unlimited.mjs";
import { catchRejection } from "../message/checks.mjs";
import { writeRawAddress } from "../upstream/devnet/account-name.mjs";
import * as dns from "../upstream/devnet/contracts/dns.mjs";
import * as jetton from "../upstream/devnet/contracts/jetton.mjs";
import * as multisig from "../upstream/devnet/contracts/multisig.mjs";
import * as nft from "../upstream/devnet/contracts/nft.mjs";
import { makeEdgeMinter } from "../upstream/devnet/scenes/jettons.mjs";
import { SUBDOMAINS } from "../upstream/devnet/scenes/dns.mjs";
import { makeMultisigs } from "../upstream/devnet/scenes/multisig.mjs";
import { makeSignedWallets } from "../upstream/devnet/scenes/wallets.mjs";
import { startDevnet } from "../upstream/devnet/server.mjs";
import { makeConstantContract, makeConstantResolver } from "./constant-contract.mjs";
import { sendFrom } from "./devnet-wallet.mjs";

const toRaw = (address) => writeRawAddress(address).toUpperCase();
const getAccount = (name) => devnet.cast.wallet(name).account;
const UNUSED_ADDRESS = `0:${"5E".repeat(32)}`;

/** @type {any} */
let devnet;
let gateway, client, directClient;
before(async () => {
  devnet = await startDevnet({ world: "small" });
  await devnet.ready;
  gateway = await serve(
    createGateway({ limits: UNLIMITED, mainnet: devnet.url, cache: { adapter: "none" }, log() {} }),
    { port: 0 },
  );
  client = createClient({ baseUrl: gateway.url, rateLimit: false });
  directClient = createClient({ baseUrl: devnet.url, rateLimit: false });
});
after(async () => {
  await gateway?.close();
  await devnet?.close();
});

/** Sends messages of a wallet in the next blocks. */
async function send(name, messages) {
  await sendFrom(devnet, name, messages);
  await devnet.clock.settle();
}

/** Deploys contracts, a few at a time. */
async function deploy(...states) {
  for (let index = 0; index < states.length; index += 4)
    await send(
      "faucet",
      states
        .slice(index, index + 4)
        .map(({ address, init }) => internal({ to: address, value: toNano(1), bounce: false, init })),
    );
}

describe("a get-method", () => {
  test("a caller may change its arguments after the call", async () => {
    const bodies = [];
    const ownClient = createClient({
      baseUrl: "https://gateway.example",
      rateLimit: false,
      fetch: async (request) => {
        bodies.push(await request.json());
        return Response.json({ ok: true, result: { "@type": "smc.runResult", gas_used: 1, exit_code: 0, stack: [] } });
      },
    });
    const args = [1n, { list: [2n] }];
    const options = { seqno: 5 };
    const firstCall = ownClient.get(UNUSED_ADDRESS, "method", args, options);
    args[0] = 7n;
    /** @type {any} */ (args[1]).list[0] = 8n;
    args.push(9n);
    options.seqno = 6;
    await firstCall;
    const { address, method, seqno } = bodies[0];
    assert.deepEqual([address, method, seqno], [UNUSED_ADDRESS, "method", 5]);
    assert.deepEqual(decodeStack(bodies[0].stack).values, [1n, { list: [2n] }]);
  });

  test("a get-method of a wallet runs through the gateway and without it", async () => {
    for (const testedClient of [client, directClient]) {
      const { stack, exitCode, gasUsed, block, lastTransaction } = await testedClient.get(getAccount("alice"), "seqno");
      assert.ok(stack instanceof Stack);
      assert.ok(stack.number(0) > 0);
      assert.equal(exitCode, 0);
      assert.ok(gasUsed > 0);
      assert.equal(block.workchain, -1);
      assert.equal(block.seqno, devnet.chain.head.mc.seqno);
      assert.equal(typeof lastTransaction.lt, "bigint");
    }
    const { stack } = await client.get(getAccount("alice"), 85143);
    assert.ok(stack.number(0) > 0);
    assert.equal((await client.get(devnet.cast.wallet("alice").address, "seqno", [])).exitCode, 0);
  });

  test("a get-method runs at an earlier block", async () => {
    const { seqno } = devnet.chain.head.mc;
    const seqnoBefore = await client.read(getAccount("alice"), "seqno");
    await send("alice", [internal({ to: devnet.cast.wallet("bob").address, value: 1n, bounce: false })]);
    assert.equal(await client.read(getAccount("alice"), "seqno"), seqnoBefore + 1);
    assert.equal(await client.read(getAccount("alice"), "seqno", [], { seqno }), seqnoBefore);
  });

  test("get-methods without a contract, with an unknown name or with too few arguments fail", async () => {
    for (const testedAccount of [UNUSED_ADDRESS, devnet.cast.frozen.account]) {
      const error = await catchRejection(() => client.get(testedAccount, "seqno"));
      assert.deepEqual([error.code, error.parameter], ["get_method_failed", "seqno"]);
      assert.match(error.message, /no contract/);
    }
    const unknownMethodError = await catchRejection(() => client.get(getAccount("bob"), "no_such_method"));
    assert.deepEqual([unknownMethodError.code, unknownMethodError.exitCode], ["get_method_failed", 11]);
    assert.match(unknownMethodError.message, /no such method/);
    const minter = makeEdgeMinter(devnet.cast).address;
    const countError = await catchRejection(() => client.get(minter, "get_wallet_address"));
    assert.deepEqual([countError.code, countError.exitCode], ["get_method_failed", 2]);
    const error = await catchRejection(() => client.get(minter, "get_wallet_address", [5n]));
    assert.deepEqual([error.code, error.exitCode], ["get_method_failed", 7]);
    const limitError = await catchRejection(() => client.get(devnet.cast.thrower.account, "any"));
    assert.deepEqual([limitError.code, limitError.exitCode], ["get_method_failed", 42]);
    assert.match(limitError.message, /the contract chose/);
    assert.doesNotMatch(limitError.message, /undefined/);
  });

  test("a get-method gets arguments of every kind unchanged, in v2 and v3", async () => {
    // A contract that returns its arguments: SETCP0 DROP.
    const echo = makeConstantContract([]);
    await deploy(echo);
    const cell = parseBoc(beginCell().storeUint(7, 9).storeRef(Cell.EMPTY).endCell().toBoc());
    const values = [
      0n,
      -1n,
      (1n << 256n) - 1n,
      -(1n << 256n),
      5,
      true,
      null,
      cell,
      cell.beginParse(),
      getAccount("bob"),
      [1n, [2n, cell]],
      { list: [1n, { list: [2n] }] },
    ];
    const { stack } = await client.get(echo.address, "any", values);
    assert.equal(stack.length, values.length);
    assert.deepEqual(stack.values.slice(0, 6), [0n, -1n, (1n << 256n) - 1n, -(1n << 256n), 5n, -1n]);
    assert.ok(stack.isNull(6));
    assert.ok(stack.cell(7).equals(cell));
    assert.ok(stack.cell(8).equals(cell));
    assert.equal(stack.address(9), getAccount("bob"));
    assert.equal(stack.tuple(10).tuple(1).int(0), 2n);
    assert.ok(stack.tuple(10).tuple(1).cell(1).equals(cell));
    assert.equal(stack.list(11).list(1).int(0), 2n);

    const { encodeStack } = await import("ton-edge/message");
    const simpleValues = values.filter(
      (value) => value !== null && !Array.isArray(value) && !Object.hasOwn(Object(value), "list"),
    );
    const callOptions = { address: echo.address, method: "any" };
    const thirdStack = decodeStack(
      (await client.v3.runGetMethod({ ...callOptions, stack: encodeStack(simpleValues, "v3") })).stack,
    );
    const std = decodeStack(
      (await client.v2.runGetMethodStd({ ...callOptions, stack: encodeStack(values, "v2-std") })).stack,
    );
    const secondStack = decodeStack(
      (await client.v2.runGetMethod({ ...callOptions, stack: encodeStack(simpleValues) })).stack,
    );
    for (const [index, value] of secondStack.values.entries()) {
      if (typeof value === "bigint") assert.equal(thirdStack.int(index), value);
      else assert.ok(thirdStack.cell(index).equals(secondStack.cell(index)));
    }
    assert.equal(std.length, values.length);
    assert.equal(std.list(11).list(1).int(0), 2n);
  });

  test("wrong arguments are refused before a request", async () => {
    const testedAccount = getAccount("alice");
    const requestsBefore = devnet.requests.length;
    const calls = {
      "no address": () => client.get(undefined, "seqno"),
      "a wrong address": () => client.get("EQabc", "seqno"),
      "no method": () => client.get(testedAccount, undefined),
      "an object in place of the arguments": () => client.get(testedAccount, "seqno", {}),
      "null in place of the arguments": () => client.get(testedAccount, "seqno", null),
      "a builder": () => client.get(testedAccount, "seqno", [beginCell()]),
      "a number of 2^53": () => client.get(testedAccount, "seqno", [2 ** 53]),
      "an unknown option": () => client.get(testedAccount, "seqno", [], { timeout: 5 }),
      "null in place of the options": () => client.get(testedAccount, "seqno", [], null),
      "a method that is not in the table": () => client.read(testedAccount, "get_nothing"),
      "a method of a prototype": () => client.read(testedAccount, "toString"),
      "too few arguments": () => client.read(testedAccount, "get_wallet_address", []),
      "no arguments": () => client.read(testedAccount, "get_wallet_address"),
      "too many arguments": () => client.read(testedAccount, "seqno", [1n]),
      "an argument of another kind": () => client.read(testedAccount, "get_nft_content", [1n, 5]),
      "options of account": () => client.account(testedAccount, { seqno: 5 }),
      "includeZero that is no flag": () => client.jettons(testedAccount, { includeZero: "no" }),
      "a negative maxItems": () => client.jettons(testedAccount, { maxItems: -1 }),
      "an invalid domain": () => client.resolve("a..ton"),
      "no domain": () => client.resolve(),
      "no address of an account": () => client.account(),
      "no address of an NFT": () => client.nft("x"),
    };
    for (const [title, call] of Object.entries(calls)) {
      const error = await catchRejection(call, title);
      assert.notEqual(error.code, "get_method_failed", title);
    }
    assert.equal(devnet.requests.length, requestsBefore);
    const timeout = await catchRejection(() => client.get(testedAccount, "seqno", [], { timeout: 5 }));
    assert.equal(timeout.suggestion, "timeoutMs");
  });

  test("an abort ends a get-method with the abort's reason", async () => {
    const reason = new Error("enough");
    for (const call of [
      (signal) => client.get(getAccount("alice"), "seqno", [], { signal }),
      (signal) => client.read(getAccount("alice"), "seqno", [], { signal }),
      (signal) => client.account(getAccount("alice"), { signal }),
      (signal) => client.jettons(getAccount("alice"), { signal }),
      (signal) => client.nft(getAccount("alice"), { signal }),
      (signal) => client.resolve("alice.ton", { signal }),
    ]) {
      await assert.rejects(call(AbortSignal.abort(reason)), (error) => error === reason);
      const controller = new AbortController();
      const pendingCall = call(controller.signal);
      controller.abort(reason);
      await assert.rejects(pendingCall, (error) => error === reason);
    }
  });
});

test("each get-method of the table can be read of a contract of its kind", async () => {
  const testedMethods = new Set();
  const read = (address, method, ...rest) => {
    testedMethods.add(method);
    return client.read(address, method, ...rest);
  };
  const { cast } = devnet;
  const [alice, carol, artist] = ["alice", "carol", "artist"].map((name) => cast.wallet(name));
  assert.ok((await read(alice.address, "seqno")) > 0);
  assert.deepEqual(Buffer.from(await read(alice.address, "get_public_key")), alice.keys.publicKey);
  assert.equal(await read(cast.wallet("bob").address, "get_subwallet_id"), 698983191);
  assert.equal(await read(carol.address, "is_signature_allowed"), true);
  const highload = makeSignedWallets(devnet.chain.seed)["highload v3"].state;
  assert.ok((await read(highload.address, "get_timeout")) > 0);

  const minter = makeEdgeMinter(cast).address;
  const edgeData = await read(minter, "get_jetton_data");
  assert.deepEqual([edgeData.content.symbol, edgeData.content.decimals, edgeData.mintable], ["EDGE", 9, true]);
  assert.equal(edgeData.adminAddress, cast.wallet("issuer").account);
  assert.ok(edgeData.totalSupply > 0n);
  const wallet = await read(minter, "get_wallet_address", [alice.address]);
  assert.equal(wallet, writeRawAddress(jetton.buildWallet({ owner: alice.address, minter }).address));
  const data = await read(wallet, "get_wallet_data");
  assert.deepEqual([data.ownerAddress, data.masterAddress], [alice.account, writeRawAddress(minter)]);
  assert.ok(data.balance > 0n && data.walletCode.equals(edgeData.walletCode));

  const { nft_collections: collections } = await client.v3.nft.collections({ owner_address: artist.account });
  const [{ address: collection }] = collections;
  const collectionData = await read(collection, "get_collection_data");
  assert.deepEqual(
    [collectionData.ownerAddress, collectionData.collectionContent.layout],
    [artist.account, "offchain"],
  );
  assert.ok(collectionData.nextItemIndex > 10n);
  const item = await read(collection, "get_nft_address_by_index", [4n]);
  assert.equal(item, writeRawAddress(nft.buildItem({ index: 4, collection: Address.parse(collection) }).address));
  const print = await read(item, "get_nft_data");
  assert.deepEqual([print.initialized, print.index, print.collectionAddress], [true, 4n, collection]);
  const content = await read(collection, "get_nft_content", [4n, print.individualContent]);
  assert.deepEqual([content.layout, content.uri.endsWith("/4.json")], ["offchain", true]);
  assert.deepEqual(await read(collection, "royalty_params"), {
    numerator: 5,
    denominator: 100,
    destination: artist.account,
  });

  const soulbound = makeConstantContract([alice.address]);
  const ownerlessContract = makeConstantContract([null]);
  const revokedContract = makeConstantContract([17]);
  await deploy(soulbound, ownerlessContract, revokedContract);
  assert.equal(await read(soulbound.address, "get_authority_address"), alice.account);
  assert.equal(await read(ownerlessContract.address, "get_authority_address"), null);
  assert.equal(await read(revokedContract.address, "get_revoked_time"), 17);

  const { resolvedBits, value } = await read(dns.ROOT.address, "dnsresolve", [dns.encodeName("alice.ton"), 0n]);
  assert.ok(resolvedBits > 0 && value);

  const { first: firstContract, changed: changedContract } = makeMultisigs(cast);
  const multisigData = await read(firstContract.address, "get_multisig_data");
  assert.deepEqual([multisigData.threshold, multisigData.nextOrderSeqno > 0n], [2, true]);
  assert.deepEqual(multisigData.signers, changedContract.signers.map(writeRawAddress));
  assert.deepEqual(multisigData.proposers, changedContract.proposers.map(writeRawAddress));
  const order = await read(firstContract.address, "get_order_address", [0n]);
  assert.equal(order, writeRawAddress(multisig.buildOrder({ multisig: firstContract.address, seqno: 0 }).address));
  const payment = await read(order, "get_order_data");
  assert.equal(payment.multisigAddress, writeRawAddress(firstContract.address));
  assert.deepEqual([payment.orderSeqno, payment.sentForExecution !== 0n, payment.approvalsNum], [0n, true, 2n]);
  assert.equal(payment.signers.length, 2);
  assert.ok(payment.order);

  assert.deepEqual([...testedMethods].sort(), Object.keys(GET_METHODS).sort());
});

test("a result of another shape than in the table throws an error that names the item", async () => {
  const oddValues = [
    [makeConstantContract([]), "seqno", "seqno"],
    [makeConstantContract([null]), "seqno", "seqno"],
    [makeConstantContract([-5]), "get_public_key", "get_public_key"],
    [makeConstantContract([1, 2, 3, 4]), "get_wallet_data", "get_wallet_data.ownerAddress"],
    [makeConstantContract([1, 1, Cell.EMPTY]), "get_collection_data", "get_collection_data.collectionContent"],
  ];
  await deploy(...oddValues.map(([state]) => /** @type {any} */ (state)));
  for (const [state, method, item] of /** @type {any[]} */ (oddValues)) {
    const error = await catchRejection(() => client.read(state.address, method), method);
    assert.equal(error.code, "stack_invalid");
    assert.match(error.message, new RegExp(method));
    assert.ok([item, method].includes(error.parameter), `${error.parameter} ${error.message}`);
  }
});

describe("accounts, jettons and NFTs", () => {
  test("a wallet, a contract and an unknown account are read", async () => {
    const alice = await client.account(getAccount("alice"));
    assert.deepEqual([alice.address, alice.state, alice.walletType], [getAccount("alice"), "active", "wallet v3 r2"]);
    assert.ok(alice.balance > 0n && alice.seqno > 0 && alice.lastTransaction.lt > 0n);
    assert.deepEqual(alice.interfaces, ["wallet_v3r2"]);
    assert.equal(alice.domains[0].endsWith(".ton"), true);
    assert.equal(new Set(alice.domains).size, alice.domains.length);
    const minter = await client.account(makeEdgeMinter(devnet.cast).address);
    assert.deepEqual([minter.state, minter.walletType, minter.seqno, minter.walletId], ["active", null, null, null]);
    assert.deepEqual(minter.interfaces, ["jetton_master"]);
    const friendlyAddress = Address.parse(UNUSED_ADDRESS).toString();
    assert.deepEqual(await client.account(friendlyAddress), {
      address: UNUSED_ADDRESS,
      balance: 0n,
      extraCurrencies: {},
      state: "nonexist",
      seqno: null,
      walletType: null,
      walletId: null,
      interfaces: [],
      domains: [],
      lastTransaction: null,
    });
    const treasurer = await client.account(getAccount("treasurer"));
    assert.deepEqual(Object.keys(treasurer.extraCurrencies), ["239"]);
    assert.ok(treasurer.extraCurrencies[239] > 0n);
    const frozenAccount = await client.account(devnet.cast.frozen.account);
    assert.equal(frozenAccount.state, "frozen");
  });

  test("the jettons of an owner are read", async () => {
    const jettonWallets = await client.jettons(getAccount("alice"));
    const edgeWallet = jettonWallets.find(({ symbol }) => symbol === "EDGE");
    assert.deepEqual(
      [edgeWallet.master, edgeWallet.decimals, edgeWallet.name],
      [writeRawAddress(makeEdgeMinter(devnet.cast).address), 9, "Edge Coin"],
    );
    assert.equal(edgeWallet.balance, (await client.read(edgeWallet.address, "get_wallet_data")).balance);
    assert.deepEqual(await client.jettons(UNUSED_ADDRESS), []);
    assert.equal((await client.jettons(getAccount("alice"), { maxItems: 1 })).length, 1);
    const balances = await client.jettons(getAccount("alice"), { includeZero: true });
    assert.ok(balances.length >= jettonWallets.length);
    assert.ok(jettonWallets.every(({ balance }) => balance > 0n));
  });

  test("NFTs with and without a collection, domains, and uninitialized NFTs are read", async () => {
    const { nft_items: items } = await client.v3.nft.items({ owner_address: [getAccount("collector")], limit: 100 });
    const singleItem = items.find(({ collection_address: collectionAddress }) => collectionAddress === null);
    const print = items.find(({ collection_address: collectionAddress }) => collectionAddress !== null);
    const item = await client.nft(singleItem.address);
    assert.deepEqual(
      [item.collectionAddress, item.content.name, item.ownerAddress],
      [null, "Edge Original", getAccount("collector")],
    );
    const secondItem = await client.nft(print.address);
    assert.deepEqual([secondItem.collectionAddress, secondItem.content.layout], [print.collection_address, "offchain"]);
    assert.match(secondItem.content.uri, /\.json$/);
    assert.ok(!("individualContent" in secondItem));
    const domain = await client.nft(dns.buildDomain({ name: "alice", collection: dns.TON.address }).address);
    assert.deepEqual([domain.collectionAddress, domain.content.layout], [writeRawAddress(dns.TON.address), "onchain"]);
    assert.equal((await catchRejection(() => client.nft(getAccount("alice")))).code, "get_method_failed");
    assert.equal((await catchRejection(() => client.nft(UNUSED_ADDRESS))).code, "get_method_failed");
    const emptyContract = makeConstantContract([0, 5, devnet.cast.wallet("alice").address, null, null]);
    await deploy(emptyContract);
    assert.deepEqual(await client.nft(emptyContract.address), {
      initialized: false,
      index: 5n,
      collectionAddress: getAccount("alice"),
      ownerAddress: null,
      content: null,
    });
  });
});

describe("the client resolves domains", () => {
  const getItem = (name, collection = dns.TON) => dns.buildDomain({ name, collection: collection.address }).address;

  /** Makes `address` the resolver of names below `edge-gateway.ton`. */
  const getResolver = (address) =>
    send("registrant", [
      internal({
        to: getItem("edge-gateway"),
        value: toNano("0.1"),
        body: dns.buildChangeRecord({ name: "dns_next_resolver", record: dns.record.nextResolver(address) }),
      }),
    ]);

  test("domains of the collection and subdomains are resolved", async () => {
    assert.equal(await client.resolve("alice-of-the-edge.ton"), getAccount("alice"));
    assert.equal(await client.resolve("Alice-Of-The-Edge.TON."), getAccount("alice"));
    assert.equal(await directClient.resolve("foundation.ton"), getAccount("faucet"));
    assert.equal(await client.resolve("wallet-of-edge.edge-gateway.ton"), getAccount("bob"));
    assert.deepEqual(await client.recipient(" Alice-Of-The-Edge.TON. "), {
      address: getAccount("alice"),
      name: "alice-of-the-edge.ton",
      bounceable: null,
    });
    for (const unknownDomain of ["no-such-domain.ton", "a.b.c.no-such-domain.ton"]) {
      assert.equal(await client.resolve(unknownDomain), null);
      const error = await catchRejection(() => client.recipient(unknownDomain));
      assert.deepEqual([error.code, error.parameter], ["domain_not_found", "recipient"]);
    }
    const records = await client.dns("edge-gateway.ton");
    assert.equal(records.wallet, getAccount("registrant"));
    assert.deepEqual([records.site.type, records.site.value.length, records.storage.length], ["adnl", 64, 64]);
    assert.equal(records.resolver, writeRawAddress(SUBDOMAINS.address));
    const [row] = (await client.v3.dns.records({ domain: "edge-gateway.ton" })).records;
    assert.equal(row.dns_wallet, records.wallet);
  });

  test("domains that do not exist, or have no records or contract, resolve to nothing", async () => {
    for (const domain of [
      "nobody-has-this.ton",
      "x.nobody-has-this.ton",
      "no-such-name.edge-gateway.ton",
      "a.b.c.edge-gateway.ton",
      "below.foundation.ton",
      "example.org",
      "alice.no-such-root",
      "durov.t.me",
      "t.me",
      "pay.ton",
      `${"a".repeat(120)}.ton`,
    ])
      assert.equal(await client.dns(domain), null, domain);
    assert.equal(await client.resolve("nobody-has-this.ton"), null);
    // The winner has not claimed the domain, and it has no records.
    assert.equal(await client.resolve("unclaimed-prize.ton"), null);
  });

  test("the root of a zone can be resolved as a name", async () => {
    for (const domain of ["ton", "me"]) {
      const records = await client.dns(domain);
      assert.ok(records === null || records.wallet === null, domain);
    }
  });

  test("a domain is resolved over several resolvers", async () => {
    const records = Dictionary.empty(Dictionary.Keys.BigUint(256), Dictionary.Values.Cell());
    records.set(dns.hashCategory("wallet"), dns.record.wallet(devnet.cast.wallet("carol").address));
    const lastResolver = makeConstantResolver(16, beginCell().storeDictDirect(records).endCell());
    const secondContract = makeConstantResolver(16, dns.record.nextResolver(lastResolver.address));
    const firstContract = makeConstantResolver(16, dns.record.nextResolver(secondContract.address));
    await deploy(firstContract, secondContract, lastResolver);
    await getResolver(firstContract.address);
    assert.equal(await client.resolve("a.b.c.edge-gateway.ton"), getAccount("carol"));
    // The first resolver resolves the whole name, but without records; the last one has records where another resolver should be.
    for (const name of ["a", "b.a", "a.b.c.d"])
      assert.equal(
        (await catchRejection(() => client.resolve(`${name}.edge-gateway.ton`))).code,
        "invalid_response",
        name,
      );
  });

  test("hostile resolvers that return part bytes, too many bits, nothing, loops or junk cause errors", async () => {
    const getNextRecord = (address) => dns.record.nextResolver(address);
    const unknownResolver = getNextRecord(Address.parse(UNUSED_ADDRESS));
    const manyBits = beginCell().storeUint(0b110, 3).storeUint(56, 6).endCell();
    const cases = [
      [makeConstantResolver(3, unknownResolver), "invalid_response"],
      [makeConstantResolver(-8, unknownResolver), "invalid_response"],
      [makeConstantResolver(8 * 200, unknownResolver), "invalid_response"],
      [makeConstantResolver(32767, null), null],
      [makeConstantResolver(0, unknownResolver), null],
      [makeConstantResolver(8, null), null],
      [makeConstantResolver(8, unknownResolver), null],
      [makeConstantResolver(8, Cell.EMPTY), "invalid_response"],
      [makeConstantResolver(8, beginCell().storeUint(0xba93, 16).endCell()), "invalid_response"],
      [
        makeConstantResolver(8, beginCell().storeUint(0xba93, 16).storeUint(1, 2).storeUint(0, 9).endCell()),
        "invalid_response",
      ],
      [makeConstantResolver(8, dns.record.wallet(dns.TON.address)), "invalid_response"],
      [makeConstantResolver(8 * 4, manyBits), "invalid_response"],
      [makeConstantContract([8], 2), "stack_invalid"],
      [makeConstantContract([null, null], 2), "stack_invalid"],
      [makeConstantContract([8, 8], 2), "stack_invalid"],
    ];
    await deploy(...cases.map(([state]) => /** @type {any} */ (state)));
    for (const [index, [state, outcome]] of cases.entries()) {
      await getResolver(/** @type {any} */ (state).address);
      const requestsBefore = devnet.requests.length;
      if (outcome === null) assert.equal(await client.dns("abc.edge-gateway.ton"), null, `case ${index}`);
      else {
        const error = await catchRejection(() => client.dns("abc.edge-gateway.ton"), `case ${index}`);
        assert.equal(error.code, outcome, `case ${index}: ${error.message}`);
      }
      assert.ok(devnet.requests.length - requestsBefore < 10);
    }
  });

  test("a resolver that names itself is followed only as long as the name", async () => {
    // A loop over two resolvers needs each to contain the other's address, so one of them is the domain itself.
    await getResolver(getItem("edge-gateway"));
    const requestsBefore = devnet.requests.length;
    for (const domain of ["a.edge-gateway.ton", `${"a.".repeat(50)}edge-gateway.ton`]) {
      const error = await client.dns(domain).then(
        () => undefined,
        (error) => error,
      );
      assert.ok(error === undefined || error.code === "get_method_failed", error?.stack);
    }
    assert.ok(devnet.requests.length - requestsBefore < 280);
  });
});
