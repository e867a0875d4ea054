// TON DNS of the local chain: v2, v3 and the get-methods agree on each domain and with its transactions; only domains that the
// collection of `.ton` knows are listed; and a client that resolves names by itself finds them.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import { Address, Cell, Dictionary, beginCell, contractAddress, internal, toNano } from "@ton/core";
import { createGateway } from "ton-edge/gateway";
import { serve } from "ton-edge/node";

import { loadTonweb } from "../helpers/tonweb.mjs";
import { UNLIMITED } from "../helpers/unlimited.mjs";
import { writeRawAddress } from "../upstream/devnet/account-name.mjs";
import { buildOffchainContent } from "../upstream/devnet/contracts/code.mjs";
import * as dns from "../upstream/devnet/contracts/dns.mjs";
import * as nft from "../upstream/devnet/contracts/nft.mjs";
import { SUBDOMAINS } from "../upstream/devnet/scenes/dns.mjs";
import { SELF } from "../upstream/devnet/kinds/dns.mjs";
import { readRecords } from "../upstream/devnet/kinds/dns-records.mjs";
import { startDevnet } from "../upstream/devnet/server.mjs";
import { makeAuctionTraffic as auctionsOfTraffic } from "../upstream/devnet/traffic/dns.mjs";
import { runGetMethod } from "../upstream/devnet/view.mjs";
import { query } from "../upstream/upstream-call.mjs";
import { get, request } from "./devnet-request.mjs";
import { sendFrom } from "./devnet-wallet.mjs";

/** @type {any} */
let devnet;
/** @type {any} */
let gateway;

const OWNED_DOMAINS = ["alice", "alice-of-the-edge", "edge-gateway", "storage-of-bob", "foundation"];
const AUCTIONED_DOMAINS = ["unclaimed-prize", "running-auction"];
const TON = writeRawAddress(dns.TON.address);
const ROOT = writeRawAddress(dns.ROOT.address);
const getItem = (name) => dns.buildDomain({ name, collection: dns.TON.address }).address;
const getAccount = (name) => devnet.cast.wallet(name).account;
const call = (to, value, body) => internal({ to, value: toNano(value), bounce: true, body });
const toHex = (text) => Buffer.from(text, "base64").toString("hex");

/** @param {Omit<Parameters<typeof runGetMethod>[1], "stack"> & { stack?: import("@ton/core").TupleItem[] }} method @returns {Promise<{ exit_code: number, stack: any[] }>} */
const runMethod = ({ stack = [], ...method }, targetDevnet = devnet) =>
  runGetMethod(targetDevnet.chain, { ...method, stack });

async function v2(path, params) {
  const response = await fetch(`${devnet.url}/api/v2${path}?${query(params)}`);
  return { status: response.status, ...(await response.json()) };
}

const list = async (path, params = {}) => {
  const body = await get(devnet, path, { limit: 1000, ...params });
  return Object.values(body).find(Array.isArray);
};
const readRecord = async (domain) => (await list("/dns/records", { domain }))[0];
const listActions = (...types) => list("/actions", { action_type: types, sort: "asc" });

/** Sends messages of a wallet of the cast in the next block. */
const submit = (name, messages, targetDevnet = devnet) => sendFrom(targetDevnet, name, messages);
async function send(name, messages, targetDevnet = devnet) {
  const hash = await submit(name, messages, targetDevnet);
  await targetDevnet.clock.settle();
  return hash;
}

before(async () => {
  devnet = await startDevnet({ world: "small" });
  await devnet.ready;
  const settings = {
    limits: UNLIMITED,
    mainnet: devnet.url,
    cache: /** @type {const} */ ({ adapter: "none" }),
    log() {},
  };
  gateway = await serve(createGateway(settings), { port: 0 });
});
after(async () => {
  await gateway?.close();
  await devnet?.close();
});

const FIELDS = {
  dns_next_resolver: "dns_next_resolver",
  wallet: "dns_wallet",
  site: "dns_site_adnl",
  storage: "dns_storage_bag_id",
};
const getCategory = (name) =>
  Buffer.from(dns.hashCategory(name).toString(16).padStart(64, "0"), "hex").toString("base64");
const toRaw = (friendly) => writeRawAddress(Address.parse(friendly));

/** The entries of dnsResolve in the form of v3. */
function writeRecords(entries) {
  const records = { dns_next_resolver: null, dns_wallet: null, dns_site_adnl: null, dns_storage_bag_id: null };
  for (const { category, entry } of entries) {
    const [name] = Object.keys(FIELDS).filter((item) => getCategory(item) === category);
    assert.ok(name, category);
    records[FIELDS[name]] =
      name === "wallet"
        ? toRaw(entry.smc_address.account_address)
        : name === "dns_next_resolver"
          ? toRaw(entry.resolver.account_address)
          : name === "storage"
            ? Buffer.from(entry.bag_id, "hex").toString("base64")
            : entry.adnl_address.adnl_address;
  }
  return records;
}

test("the records of v3, of both forms of dnsResolve and of the get-methods are the same", async () => {
  for (const name of [...OWNED_DOMAINS, ...AUCTIONED_DOMAINS]) {
    const domain = `${name}.ton`;
    const { nft_item_address, nft_item_owner, domain: domainName, ...records } = await readRecord(domain);
    assert.deepEqual([nft_item_address, domainName], [writeRawAddress(getItem(name)), domain]);
    const fullRecords = await v2("/dnsResolve", { domain });
    const hopResult = await v2("/dnsResolve", { address: ROOT, name: domain, ttl: 2 });
    const site = fullRecords.result.entries.find(({ category }) => category === getCategory("site"));
    assert.equal(Boolean(site), records.dns_site_adnl !== null);
    const expected = { ...records, dns_site_adnl: site?.entry.adnl_address.adnl_address ?? null };
    for (const { result } of [fullRecords, hopResult]) assert.deepEqual(writeRecords(result.entries), expected, domain);
    assert.ok(fullRecords.result.entries.every((entry) => entry.name === domain));
    const { stack } = await runMethod({
      account: nft_item_address,
      method: "get_nft_data",
    });
    const owner = stack[3].cell.beginParse().loadMaybeAddress();
    assert.equal(owner && writeRawAddress(owner), nft_item_owner);
  }
});

test("a name is found through the resolver that a domain names, and an unknown name is not found", async () => {
  const hops = [];
  const domain = "wallet-of-edge.edge-gateway.ton";
  for (const ttl of [0, 1, 2, 3]) {
    const [onlyEntry, ...otherEntries] = (await v2("/dnsResolve", { address: ROOT, name: domain, ttl })).result.entries;
    assert.deepEqual(otherEntries, []);
    hops.push(toRaw(onlyEntry.entry.resolver.account_address));
  }
  const subdomain = dns.buildDomain({ name: "wallet-of-edge", collection: SUBDOMAINS.address });
  assert.deepEqual(hops, [
    TON,
    ...[getItem("edge-gateway"), SUBDOMAINS.address, subdomain.address].map(writeRawAddress),
  ]);
  for (const params of [{ domain }, { address: ROOT, name: domain, ttl: 4 }]) {
    const [entry] = (await v2("/dnsResolve", params)).result.entries;
    assert.equal(toRaw(entry.entry.smc_address.account_address), getAccount("bob"));
  }
  assert.deepEqual((await v2("/dnsResolve", { domain: "ton" })).result.entries, []);
  for (const name of ["nobody-has-this.ton", "someone.t.me", "sub.alice.ton", "com"]) {
    const { status, result } = await v2("/dnsResolve", { domain: name });
    if (status === 200) assert.deepEqual(result.entries, [], name);
    else assert.equal(status, 502, name);
  }
  assert.deepEqual(await list("/dns/records", { domain }), []);
});

test("the configuration names the DNS root, and root, collection and items resolve names", async () => {
  const config = (await v2("/getConfigParam", { config_id: 4 })).result.config.bytes;
  assert.equal(Cell.fromBase64(config).beginParse().loadBuffer(32).toString("hex"), ROOT.slice(3).toLowerCase());
  const accounts = [ROOT, TON, writeRawAddress(SUBDOMAINS.address), writeRawAddress(getItem("alice"))];
  const addressBook = await get(devnet, "/addressBook", { address: accounts });
  for (const account of accounts) assert.ok(addressBook[account].interfaces.includes("dns"), account);
  const { accounts: states } = await get(devnet, "/accountStates", { address: [ROOT] });
  assert.deepEqual(states[0].interfaces, ["dns"]);
});

test("records and owners follow from the transactions of the domains", async () => {
  const names = new Map(
    Object.keys(FIELDS).map((name) => [dns.hashCategory(name).toString(16).padStart(64, "0"), name]),
  );
  const state = new Map();
  for (const { type, success, details } of await listActions("change_dns", "delete_dns", "dns_purchase")) {
    const key = details.asset ?? details.nft_item;
    if (!success || details.nft_collection !== TON) continue;
    if (!state.has(key)) state.set(key, {});
    const entry = state.get(key);
    if (type === "dns_purchase") entry.owner = details.new_owner;
    else if (type === "delete_dns") delete entry[FIELDS[names.get(details.hash)]];
    else {
      const { sum_type, flags, ...values } = details.value;
      const [value, ...otherValues] = Object.values(values).filter((item) => item !== null);
      assert.deepEqual(otherValues, []);
      entry[FIELDS[names.get(details.key)]] = /^[0-9a-f]{64}$/.test(value)
        ? Buffer.from(value, "hex").toString("base64")
        : value;
    }
  }
  assert.equal(state.size, OWNED_DOMAINS.length);
  const ownersByDomain = { alice: "alice", "alice-of-the-edge": "alice", "storage-of-bob": "bob" };
  for (const name of OWNED_DOMAINS) {
    const { nft_item_address, nft_item_owner, domain, ...records } = await readRecord(`${name}.ton`);
    const { owner, ...expected } = state.get(nft_item_address);
    assert.deepEqual(
      Object.fromEntries(Object.entries(records).filter(([, value]) => value !== null)),
      expected,
      domain,
    );
    assert.equal(nft_item_owner, ownersByDomain[name] ? getAccount(ownersByDomain[name]) : owner);
  }
});

test("v3 lists records by wallet with the shortest name first, by exact domain, and in pages", async () => {
  const recordsOfAlice = await list("/dns/records", { wallet: getAccount("alice") });
  assert.deepEqual(
    recordsOfAlice.map(({ domain }) => domain),
    ["alice.ton", "alice-of-the-edge.ton"],
  );
  const friendly = Address.parseRaw(getAccount("alice").toLowerCase()).toString({ bounceable: false });
  assert.deepEqual(await list("/dns/records", { wallet: friendly }), recordsOfAlice);
  assert.deepEqual(await list("/dns/records", { wallet: getAccount("alice"), limit: 1 }), recordsOfAlice.slice(0, 1));
  assert.deepEqual(
    await list("/dns/records", { wallet: getAccount("alice"), limit: 1, offset: 1 }),
    recordsOfAlice.slice(1),
  );
  assert.deepEqual(await list("/dns/records", { wallet: getAccount("alice"), offset: 2 }), []);
  assert.deepEqual(await list("/dns/records", { wallet: getAccount("carol") }), []);
  for (const domain of ["alice", "ALICE.ton", "alice.ton.", "lice.ton", "%.ton", ""]) {
    const { status, body } = await request(devnet, "/dns/records", { domain });
    if (status === 200) assert.deepEqual(body.records, [], domain);
    else assert.equal(status, 422, domain);
  }
  const { address_book } = await get(devnet, "/dns/records", { domain: "edge-gateway.ton" });
  assert.deepEqual(
    Object.keys(address_book).sort(),
    [writeRawAddress(getItem("edge-gateway")), getAccount("registrant")].sort(),
  );
  const refusal = await request(devnet, "/dns/records", { domain: "alice.ton", limit: 1001 });
  assert.deepEqual(refusal, { status: 422, body: { error: "limit is not allowed: 1001 > 1000" } });
});

test("the address book has the shortest domain that the account owns and that points to it", async () => {
  const names = ["alice", "bob", "registrant", "bidder", "carol"];
  const addressBook = await get(devnet, "/addressBook", { address: names.map(getAccount) });
  assert.deepEqual(
    names.map((name) => addressBook[getAccount(name)].domain),
    ["alice.ton", "storage-of-bob.ton", "edge-gateway.ton", null, null],
  );
  const { address_book } = await get(devnet, "/transactions", { account: getAccount("alice"), limit: 1 });
  assert.equal(address_book[getAccount("alice")].domain, "alice.ton");
});

test("the queries for records and names use indexes", () => {
  const explainQuery = (sql, ...values) =>
    devnet.db
      .all(`EXPLAIN QUERY PLAN ${sql}`, values)
      .map(({ detail }) => detail)
      .join("\n");
  for (const field of ["domain", "dns_wallet", "max_bid_address"]) {
    const sql = `SELECT account FROM contracts C WHERE C.kind = 'dns' AND json_extract(C.details, '$.${field}') = ?`;
    assert.match(explainQuery(sql, "x"), /SEARCH C USING (COVERING )?INDEX dns_/, field);
  }
});

test("a lower bid is paid back, and the price is paid to the collection", async () => {
  const transactions = new Map((await list("/transactions")).map((tx) => [tx.hash, tx]));
  const collections = [TON, writeRawAddress(SUBDOMAINS.address)];
  const actions = (await list("/actions", { supported_action_types: ["dns", "nft.v3"], sort: "asc" })).filter(
    ({ details }) => collections.includes(details.nft_collection),
  );
  const types = [
    "auction_bid",
    "auction_outbid",
    "change_dns",
    "delete_dns",
    "dns_purchase",
    "dns_release",
    "renew_dns",
  ];
  for (const type of types)
    assert.ok(
      actions.some((action) => action.type === type),
      type,
    );
  for (const action of actions) for (const hash of action.transactions) assert.ok(transactions.has(hash), hash);
  const bids = actions.filter(({ type }) => type === "auction_bid");
  assert.equal(bids.length, 4);
  for (const { details, transactions: transactionHashes, trace_id } of bids) {
    const receivedRow = transactions.get(transactionHashes.at(-1));
    assert.deepEqual(
      [receivedRow.in_msg.value, receivedRow.in_msg.source, receivedRow.account],
      [details.amount, details.bidder, details.auction],
    );
    const [outbidAction] = actions.filter(
      (auction) =>
        auction.type === "auction_outbid" &&
        auction.trace_id === trace_id &&
        auction.details.auction_address === details.auction,
    );
    const [{ value, destination, decoded_opcode }] = receivedRow.out_msgs;
    assert.deepEqual(
      [outbidAction.details.amount, outbidAction.details.bidder, decoded_opcode],
      [value, destination, "outbid_notification"],
    );
    assert.equal(outbidAction.details.new_bidder, details.bidder);
  }
  const purchases = actions.filter(({ type }) => type === "dns_purchase");
  assert.equal(purchases.length, OWNED_DOMAINS.length + 1, "the purchases include one of the other collection");
  for (const { details, transactions: transactionHashes } of purchases) {
    const tx = transactions.get(transactionHashes.at(-1));
    assert.deepEqual(
      [tx.account, tx.in_msg.source, tx.in_msg.value, tx.in_msg.decoded_opcode],
      [details.nft_collection, details.nft_item, details.price, "auction_fill_up"],
    );
  }
  const failedActions = actions.filter(({ success }) => !success).map(({ type, details }) => [type, details.source]);
  assert.deepEqual(failedActions, [
    ["change_dns", getAccount("bidder")],
    ["dns_release", getAccount("bidder")],
  ]);
  const dnsActions = await list("/actions", { supported_action_types: ["dns"] });
  assert.ok(dnsActions.length && dnsActions.every(({ type }) => type !== "auction_bid"));
});

test("DNS bodies have the service's names and fields", async () => {
  const changes = await listActions("change_dns", "delete_dns", "renew_dns", "dns_release");
  const transactions = new Map((await list("/transactions")).map((tx) => [tx.hash, tx]));
  for (const { type, details, transactions: transactionHashes } of changes) {
    const { in_msg: message } = transactions.get(transactionHashes.at(-1));
    const { decoded, body } = message.message_content;
    const opcode = type === "dns_release" ? "dns_balance_release" : "change_dns_record";
    assert.equal(message.decoded_opcode, opcode);
    assert.deepEqual((await get(devnet, "/decode", { bodies: [body] })).bodies, [decoded]);
    if (type === "change_dns") {
      assert.deepEqual([decoded["@type"], decoded.key.toLowerCase()], ["change_dns_record", details.key]);
      const { sum_type, dns_smc_address: wallet, flags } = details.value;
      if (sum_type !== "DNSSmcAddress") continue;
      const [workchain_id, digits] = wallet.split(":");
      assert.deepEqual(decoded.value, {
        "@type": "dns_smc_address",
        smc_addr: { "@type": "addr_std", anycast: { "@type": "nothing_from_maybe" }, workchain_id, address: digits },
        flags: String(flags),
      });
    } else if (type !== "dns_release") {
      const key = details.hash ?? "0".repeat(64);
      assert.deepEqual(decoded, { "@type": "delete_dns_record", query_id: "0", key: key.toUpperCase() });
    }
  }
});

test("active auctions are listed by state, in pages by cursor and offset, with their items", async () => {
  const bidder = getAccount("bidder");
  const bids = await list("/dns/activeAuctions", { bidder });
  assert.deepEqual(
    bids.map(({ domain, finished }) => [domain, finished]),
    [
      ["unclaimed-prize.ton", true],
      ["running-auction.ton", false],
    ],
  );
  assert.deepEqual(await list("/dns/activeAuctions", { bidder, state: "won" }), bids.slice(0, 1));
  assert.deepEqual(await list("/dns/activeAuctions", { bidder, state: "bidding" }), bids.slice(1));
  assert.deepEqual(await list("/dns/activeAuctions", { bidder, state: "all" }), bids);
  assert.deepEqual(await list("/dns/activeAuctions", { bidder: getAccount("registrant") }), []);
  for (const row of bids) {
    const { stack } = await runMethod({
      account: row.nft_item_address,
      method: "get_auction_info",
    });
    assert.deepEqual(
      [writeRawAddress(stack[0].cell.beginParse().loadAddress()), String(stack[1].value), String(stack[2].value)],
      [row.max_bid_address, row.max_bid_amount, row.auction_end_time],
    );
  }
  const pages = [];
  for (let nextCursor; nextCursor !== null; ) {
    const page = await get(devnet, "/dns/activeAuctions", {
      bidder,
      limit: 1,
      ...(nextCursor ? { after: nextCursor } : {}),
    });
    pages.push(...page.auctions);
    nextCursor = page.next_cursor;
    assert.ok(pages.length <= bids.length);
  }
  assert.deepEqual(pages, bids);
  assert.equal((await get(devnet, "/dns/activeAuctions", { bidder, limit: 3 })).next_cursor, null);
  assert.deepEqual(await list("/dns/activeAuctions", { bidder, offset: 1 }), bids.slice(1));
  const { auctions, metadata } = await get(devnet, "/dns/activeAuctions", { bidder, include_nft_items: true });
  assert.deepEqual(
    auctions.map(({ nft_item }) => [nft_item.address, nft_item.owner_address, nft_item.content.domain]),
    bids.map(({ nft_item_address, domain }) => [nft_item_address, null, domain]),
  );
  assert.equal(typeof metadata, "object");
  for (const [{ nft_item, ...row }, i] of auctions.map((auction, n) => [auction, n])) assert.deepEqual(row, bids[i]);
});

test("active auctions refuse wrong parameters", async () => {
  const bidder = getAccount("bidder");
  const encodeCursor = (text) => Buffer.from(text).toString("base64url");
  const expectRefusal = async (params, status, error) =>
    assert.deepEqual(await request(devnet, "/dns/activeAuctions", { bidder, ...params }), { status, body: { error } });
  const badValues = [
    "x",
    encodeCursor("1:0:AB"),
    encodeCursor(`${"9".repeat(20)}:${TON}`),
    encodeCursor(`${"x".repeat(20)}:${TON}`),
    `${encodeCursor(`${"0".repeat(20)}:${TON}`)}==`,
  ];
  for (const badCursor of badValues) await expectRefusal({ after: badCursor }, 422, "invalid after cursor");
  await expectRefusal(
    { after: encodeCursor(`${"0".repeat(20)}:${TON}`), offset: 1 },
    422,
    "use either after or offset, not both",
  );
  await expectRefusal({ limit: 1001 }, 500, "limit is not allowed: 1001 > 1000");
  await expectRefusal({ state: "lost" }, 422, "state must be one of: all, won, bidding");
  assert.equal((await list("/dns/activeAuctions", { bidder, after: encodeCursor(`${"0".repeat(20)}:`) })).length, 2);
});

test("getTokenData of a domain has its name and its records", async () => {
  const readData = async (address) => (await v2("/getTokenData", { address })).result;
  const getDomain = (name) => readData(writeRawAddress(getItem(name)));
  const record = await readRecord("edge-gateway.ton");
  const { dns_wallet, dns_site_adnl, dns_storage_bag_id, dns_next_resolver } = record;
  const makeAddress = (text) => {
    const [workchain, digits] = text.split(":");
    return { "@type": "addr_std", workchain_id: Number(workchain), address: digits.toLowerCase() };
  };
  const token = await getDomain("edge-gateway");
  assert.deepEqual(
    [token["@type"], token.contract_type, token.init, token.index, toRaw(token.collection_address)],
    ["ext.tokens.nftItemData", "nft_item", true, String(dns.computeDomainIndex("edge-gateway")), TON],
  );
  assert.equal(toRaw(token.owner_address), record.nft_item_owner);
  assert.deepEqual(token.content, {
    domain: "edge-gateway.ton",
    data: {
      wallet: { "@type": "dns_smc_address", smc_addr: makeAddress(dns_wallet) },
      site: { "@type": "dns_adnl_address", adnl_addr: toHex(dns_site_adnl) },
      storage: { "@type": "dns_storage_address", bag_id: toHex(dns_storage_bag_id) },
      dns_next_resolver: { "@type": "dns_next_resolver", resolver: makeAddress(dns_next_resolver) },
    },
  });
  // Without records, the content of a domain has the same form as the content of other NFT items.
  const auctionedDomain = await getDomain("running-auction");
  assert.deepEqual(
    [auctionedDomain.content, "owner_address" in auctionedDomain],
    [{ type: "onchain", data: {} }, false],
  );
  const subdomain = dns.buildDomain({ name: "wallet-of-edge", collection: SUBDOMAINS.address });
  const { content } = await readData(writeRawAddress(subdomain.address));
  // As in the service, every name ends in .ton, also that of a subdomain.
  assert.deepEqual([content.domain, Object.keys(content.data)], ["wallet-of-edge.ton", ["wallet"]]);
  const fullRecords = await readData(TON);
  assert.deepEqual(
    [
      fullRecords.contract_type,
      fullRecords.next_item_index,
      fullRecords.collection_content.type,
      "owner_address" in fullRecords,
    ],
    ["nft_collection", "-1", "offchain", false],
  );
});

test("a domain is listed as an item of its collection, with its name in content and metadata", async () => {
  const body = await get(devnet, "/nft/items", { collection_address: [TON], limit: 1000 });
  const domains = [...OWNED_DOMAINS, ...AUCTIONED_DOMAINS];
  assert.deepEqual(
    body.nft_items.map(({ content }) => content.domain).sort(),
    domains.map((name) => `${name}.ton`).sort(),
  );
  for (const { address, index, content, owner_address, collection, ...row } of body.nft_items) {
    assert.deepEqual(content, { domain: content.domain });
    const record = await readRecord(content.domain);
    assert.deepEqual([record.nft_item_address, record.nft_item_owner], [address, owner_address]);
    assert.equal(index, String(dns.computeDomainIndex(content.domain.replace(/\.ton$/, ""))));
    assert.deepEqual([row.init, collection.address], [true, TON]);
    const [info, ...otherTokens] = body.metadata[address].token_info;
    assert.deepEqual(otherTokens, []);
    assert.deepEqual(info, {
      valid: true,
      type: "nft_items",
      nft_index: index,
      extra: { domain: content.domain },
    });
    assert.deepEqual(body.address_book[address].interfaces, ["dns", "nft_item"]);
  }
  // The index knows only names of `.ton`.
  const [otherItem] = await list("/nft/items", { collection_address: [writeRawAddress(SUBDOMAINS.address)] });
  assert.equal(otherItem.content?.domain, undefined);
  const { auctions } = await get(devnet, "/dns/activeAuctions", {
    bidder: getAccount("bidder"),
    include_nft_items: true,
  });
  for (const { nft_item } of auctions)
    assert.deepEqual(
      nft_item,
      body.nft_items.find(({ address }) => address === nft_item.address),
    );
});

test("tonweb resolves names through the gateway", async () => {
  const TonWeb = await loadTonweb();
  const { dns: names } = new TonWeb(new TonWeb.HttpProvider(`${gateway.url}/api/v2/jsonRPC`));
  assert.equal(toRaw((await names.getWalletAddress("alice.ton")).toString(true, true, true)), getAccount("alice"));
  const walletAddress = await names.getWalletAddress("wallet-of-edge.edge-gateway.ton");
  assert.equal(toRaw(walletAddress.toString(true, true, true)), getAccount("bob"));
  const record = await readRecord("edge-gateway.ton");
  assert.equal((await names.getSiteAddress("edge-gateway.ton")).toHex(), toHex(record.dns_site_adnl));
  assert.equal(await names.getSiteAddress("alice.ton"), null);
});

test("a record change in flight is a pending action, and changes the records once it is executed", async () => {
  const carol = devnet.cast.wallet("carol");
  const body = dns.buildChangeRecord({ name: "wallet", record: dns.record.wallet(carol.address) });
  const recordsBefore = await readRecord("edge-gateway.ton");
  const hash = await submit("registrant", [call(getItem("edge-gateway"), "0.1", body)]);
  const pendingActions = (await get(devnet, "/pendingActions", { ext_msg_hash: [hash] })).actions;
  assert.deepEqual(
    pendingActions
      .filter(({ type }) => type === "change_dns")
      .map((item) => [item.finality, item.details.value.dns_smc_address]),
    [["pending", carol.account]],
  );
  assert.deepEqual(await readRecord("edge-gateway.ton"), recordsBefore);
  await devnet.clock.settle();
  const [action] = await list("/actions", { msg_hash: [hash], action_type: ["change_dns"] });
  assert.deepEqual([action.success, action.details.asset], [true, recordsBefore.nft_item_address]);
  const now = await readRecord("edge-gateway.ton");
  assert.deepEqual(now, { ...recordsBefore, dns_wallet: carol.account });
  assert.deepEqual(await list("/dns/records", { wallet: carol.account }), [now]);
  assert.deepEqual(await list("/dns/records", { wallet: getAccount("registrant") }), []);
  // A domain of another owner does not name an account.
  const addressBook = await get(devnet, "/addressBook", { address: ["carol", "registrant"].map(getAccount) });
  assert.deepEqual(
    Object.values(addressBook).map(({ domain }) => domain),
    [null, null],
  );
});

test("records of a wrong form or an unknown category are not listed", async () => {
  const recordsBefore = await readRecord("edge-gateway.ton");
  const wrongContent = beginCell().storeUint(0x1234, 16).endCell();
  const flags = beginCell().storeUint(0x9fd3, 16).storeAddress(devnet.cast.faucet.address).storeUint(7, 8).endCell();
  const to = getItem("edge-gateway");
  const hash = await send("registrant", [
    call(to, "0.1", dns.buildChangeRecord({ name: "site", record: wrongContent })),
    call(to, "0.1", dns.buildChangeRecord({ name: "wallet", record: flags })),
    call(to, "0.1", dns.buildChangeRecord({ name: "a category of our own", record: wrongContent })),
  ]);
  const actions = await list("/actions", { msg_hash: [hash], action_type: ["change_dns"] });
  assert.deepEqual(actions.map(({ success, details: { value } }) => `${success} ${value.sum_type}`).sort(), [
    "true DNSSmcAddress",
    "true Unknown",
    "true Unknown",
  ]);
  assert.deepEqual(await readRecord("edge-gateway.ton"), { ...recordsBefore, dns_wallet: null, dns_site_adnl: null });
  const { result } = await v2("/dnsResolve", { domain: "edge-gateway.ton" });
  const unknownEntries = result.entries.filter(({ entry }) => entry["@type"] === "dns.entryDataUnknown");
  assert.equal(unknownEntries.length, 2);
});

/** A dictionary in which both sides of every fork are the same cell: 2^200 records in 200 cells; the rest of each key is one label of zeros. */
function makeManyRecords() {
  let root = beginCell().storeUint(0b110, 3).storeUint(56, 6).storeRef(dns.record.wallet(dns.TON.address)).endCell();
  for (let i = 0; i < 200; i += 1) root = beginCell().storeUint(0, 2).storeRef(root).storeRef(root).endCell();
  return root;
}

test("records are found in their dictionary, and cells of another form are refused", () => {
  const [wallet, site] = [dns.record.wallet(dns.TON.address), dns.record.site(Buffer.alloc(32, 5))];
  const keys = ["wallet", "site"].map((name) => Buffer.from(getCategory(name), "base64"));
  const dictionary = Dictionary.empty(Dictionary.Keys.Buffer(32), Dictionary.Values.Cell());
  const values = [wallet, site];
  for (const [i, key] of keys.entries()) dictionary.set(key, values[i]);
  for (let i = 0; i < 60; i += 1) dictionary.set(Buffer.alloc(32, 4 * i), Cell.EMPTY);
  const root = beginCell().storeDictDirect(dictionary).endCell();
  const read = (...categories) =>
    readRecords(root, categories).map(([key, value]) => [key.toString("hex"), value.hash().toString("hex")]);
  assert.equal(readRecords(root).length, 62);
  assert.deepEqual(read(keys[0]), [[keys[0].toString("hex"), wallet.hash().toString("hex")]]);
  assert.equal(read(...keys).length, 2);
  assert.deepEqual(read(Buffer.alloc(32, 1)), []);
  assert.throws(() => readRecords(Cell.EMPTY));
  assert.throws(() => readRecords(makeManyRecords()), /more than/);
});

test("a domain whose records share cells 2^200 times does not stop other requests", async () => {
  const content = beginCell().storeUint(0, 8).storeMaybeRef(makeManyRecords()).endCell();
  const editMessage = beginCell().storeUint(nft.OP.editContent, 32).storeUint(0, 64).storeRef(content).endCell();
  const recordsBefore = await readRecord("edge-gateway.ton");
  await send("registrant", [call(getItem("edge-gateway"), "1", editMessage)]);
  const { stack } = await runMethod({
    account: writeRawAddress(getItem("edge-gateway")),
    method: "dnsresolve",
    stack: SELF,
  });
  assert.ok(stack[1].cell.equals(makeManyRecords()));
  const { nft_item_address, nft_item_owner, domain, ...records } = await readRecord("edge-gateway.ton");
  assert.deepEqual(
    [nft_item_address, nft_item_owner, domain],
    [recordsBefore.nft_item_address, recordsBefore.nft_item_owner, "edge-gateway.ton"],
  );
  assert.deepEqual(Object.values(records), [null, null, null, null]);
  const refusal = await v2("/dnsResolve", { domain });
  assert.deepEqual([refusal.status, refusal.error], [502, "Invalid DNS category dictionary"]);
  const token = await v2("/getTokenData", { address: nft_item_address });
  assert.deepEqual([token.status, token.error], [500, "Invalid DNS category dictionary"]);
});

test("an item that claims to be a domain, but that the collection does not know, is not listed", async () => {
  const mallory = devnet.cast.wallet("bidder");
  const records = Dictionary.empty(Dictionary.Keys.BigUint(256), Dictionary.Values.Cell());
  records.set(dns.hashCategory("wallet"), dns.record.wallet(mallory.address));
  const data = beginCell()
    .storeUint(dns.computeDomainIndex("alice"), 256)
    .storeAddress(dns.TON.address)
    .storeAddress(mallory.address)
    .storeRef(beginCell().storeUint(0, 8).storeDict(records).endCell())
    .storeRef(beginCell().storeStringTail("alice").endCell())
    .storeMaybeRef(null)
    .storeUint(devnet.chain.time(), 64)
    .endCell();
  const init = { code: dns.buildDomain({ name: "alice", collection: dns.TON.address }).init.code, data };
  const forgedAddress = contractAddress(0, init);
  await send("bidder", [internal({ to: forgedAddress, value: toNano("1"), bounce: false, init })]);
  const callForged = (name) => runMethod({ account: writeRawAddress(forgedAddress), method: name });
  const { exit_code: exitCode, stack } = await callForged("get_nft_data");
  assert.equal(exitCode, 0);
  assert.equal(writeRawAddress(stack[3].cell.beginParse().loadAddress()), mallory.account);
  assert.deepEqual(await list("/dns/records", { wallet: mallory.account }), []);
  assert.deepEqual(
    (await list("/dns/records", { domain: "alice.ton" })).map(({ nft_item_address }) => nft_item_address),
    [writeRawAddress(getItem("alice"))],
  );
  const addressBook = await get(devnet, "/addressBook", { address: [mallory.account, writeRawAddress(forgedAddress)] });
  assert.equal(addressBook[mallory.account].domain, null);
  assert.ok(addressBook[writeRawAddress(forgedAddress)].interfaces.includes("dns"));
});

test("a developer buys a domain, lets it lapse and loses it; domains of another collection are not listed", async () => {
  const ownDevnet = await startDevnet({ world: "none" });
  try {
    const { faucet } = ownDevnet.cast;
    const name = "a-domain-of-a-developer";
    const otherCollection = dns.buildCollection(buildOffchainContent("https://example.com/others.json"));
    const recordNow = async () => (await get(ownDevnet, "/dns/records", { domain: `${name}.ton`, limit: 10 })).records;
    assert.deepEqual(await recordNow(), []);
    await send(
      "faucet",
      [
        internal({
          to: otherCollection.address,
          value: toNano("1"),
          bounce: false,
          init: otherCollection.init,
          body: dns.buildFillUp(),
        }),
      ],
      ownDevnet,
    );
    await send(
      "faucet",
      [
        call(otherCollection.address, "5", dns.buildStartAuction(name)),
        call(dns.TON.address, "5", dns.buildStartAuction(name)),
      ],
      ownDevnet,
    );
    assert.deepEqual(
      (await recordNow()).map((row) => [row.nft_item_address, row.nft_item_owner]),
      [[writeRawAddress(getItem(name)), null]],
    );
    const fetchAuctionNow = async () =>
      (await get(ownDevnet, "/dns/activeAuctions", { bidder: faucet.account, limit: 10 })).auctions;
    assert.deepEqual(
      (await fetchAuctionNow()).map(({ finished }) => finished),
      [false],
    );
    await ownDevnet.clock.step({ seconds: 3601 });
    assert.deepEqual(
      (await fetchAuctionNow()).map(({ finished }) => finished),
      [true],
    );
    // A transfer by the winner does not claim the domain: the auction remains.
    await send("faucet", [call(getItem(name), "0.1")], ownDevnet);
    assert.equal((await fetchAuctionNow()).length, 1);
    const wallet = dns.buildChangeRecord({ name: "wallet", record: dns.record.wallet(faucet.address) });
    await send("faucet", [call(getItem(name), "0.1", wallet)], ownDevnet);
    assert.deepEqual(await fetchAuctionNow(), []);
    assert.equal((await recordNow())[0].nft_item_owner, faucet.account);
    const readDomain = async () =>
      (await get(ownDevnet, "/addressBook", { address: [faucet.account] }))[faucet.account].domain;
    assert.equal(await readDomain(), `${name}.ton`);

    await ownDevnet.clock.step({ seconds: 366 * 86_400 });
    await send("faucet", [call(getItem(name), "20", dns.buildRelease(7))], ownDevnet);
    const { actions } = await get(ownDevnet, "/actions", { action_type: ["dns_release"], limit: 10 });
    assert.deepEqual(
      actions.map(({ success, details }) => [success, details.query_id, details.value, details.nft_item_index]),
      [[true, "7", String(toNano("20")), String(dns.computeDomainIndex(name))]],
    );
    const [auction] = await fetchAuctionNow();
    assert.deepEqual([auction.max_bid_address, auction.finished], [faucet.account, false]);
    assert.equal((await recordNow())[0].nft_item_owner, null);
    assert.equal(await readDomain(), null);

    for (let i = 0; i < 32; i += 1) {
      assert.deepEqual(await auctionsOfTraffic(ownDevnet.chain, ownDevnet.cast), []);
      await ownDevnet.clock.step();
    }
  } finally {
    await ownDevnet.close();
  }
});

test("a transferred domain is listed only under its new owner", async () => {
  const [alice, carol] = ["alice", "carol"].map((name) => devnet.cast.wallet(name));
  const body = nft.buildTransfer({ to: carol.address, responseTo: alice.address });
  await send("alice", [call(getItem("alice"), "0.2", body)]);
  const row = await readRecord("alice.ton");
  assert.deepEqual([row.nft_item_owner, row.dns_wallet], [carol.account, alice.account]);
  const addressBook = await get(devnet, "/addressBook", { address: [alice.account, carol.account] });
  assert.deepEqual(
    [addressBook[alice.account].domain, addressBook[carol.account].domain],
    ["alice-of-the-edge.ton", null],
  );
});

test("the traffic starts an auction and bids, and the winner claims the domain", async () => {
  const { chain, cast } = devnet;
  const listRows = async () =>
    (
      await Promise.all(
        ["registrant", "bidder"].map(async (name) => list("/dns/activeAuctions", { bidder: getAccount(name) })),
      )
    ).flat();
  const runAuctions = async (blocks, seconds) => {
    for (let i = 0; i < blocks; i += 1) {
      const externals = await auctionsOfTraffic(chain, cast);
      const { dropped: droppedMessages } = await chain.step({ now: chain.time() + seconds, externals });
      assert.deepEqual(droppedMessages, []);
    }
  };
  const readBids = async () => (await listActions("auction_bid")).length;
  const bidsBefore = await readBids();
  // Long after the seeded world, all auctions have ended.
  await chain.step({ now: chain.time() + 86_400 });
  assert.ok((await listRows()).every(({ finished }) => finished));
  await runAuctions(160, 1);
  const states = (await listRows()).map(({ finished }) => finished);
  assert.deepEqual(states.sort(), [false, true]);
  await runAuctions(480, 1);
  assert.ok((await readBids()) > bidsBefore);
  // A new auction follows the ended one, and its domain is claimed.
  await runAuctions(17, 300);
  await runAuctions(64, 1);
  const [wonAuction, runningAuction, ...otherAuctions] = (await listRows()).toSorted(
    (a, b) => Number(b.finished) - Number(a.finished),
  );
  assert.deepEqual([wonAuction.finished, runningAuction.finished, otherAuctions.length], [true, false, 0]);
});
