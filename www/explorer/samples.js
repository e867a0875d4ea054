// Finds sample values through the API, which may be the main network, a local chain, or recordings. Loaded on demand.

/** An empty cell is not a message: the network rejects it, so that the sample does nothing. */
const EMPTY_CELL = "te6cckEBAQEAAgAAAEysuc0=";

/** A name of the TON Foundation on the main network; the local chain has it, too. */
const DOMAIN = "foundation.ton";

/**
 * How many bidders and stakers are looked up: most bidders bid for other things than domains, and the newest stakers have no reward yet.
 */
const MOST_LOOKUPS = 5;

const JETTON_TRANSFER = "0x0f8a7ea5";

/** The first bytes of a library cell: exotic without references, 33 bytes, type 2. Its hash follows. */
const LIBRARY_CELL = [8, 66, 2];

/** The chain has nothing to use as a sample. */
export class NoSample extends Error {
  name = "NoSample";
}

/** A shard for v2: the hex form of v3 as a signed number. */
const decimalShard = (hex) => String(BigInt.asIntN(64, BigInt(`0x${hex}`)));

/**
 * The 32 bytes, in hex, behind the first occurrence of these in a bag of cells; undefined if they are not there.
 * @param {string} boc base64 @param {number[]} before
 */
function bytesBehind(boc, before) {
  const bytes = Uint8Array.from(atob(boc), (char) => char.charCodeAt(0));
  const at = bytes.findIndex((_, index) => index > 4 && before.every((byte, k) => bytes[index + k] === byte));
  const found = at < 0 ? [] : bytes.subarray(at + before.length, at + before.length + 32);
  return found.length < 32 ? undefined : Array.from(found, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Finders of things on the chain; each is requested at most once per sample, and only if needed. */
function createFinder(client) {
  const { v2, v3 } = client;
  const results = new Map();
  const once = (name, load) => () => {
    if (!results.has(name)) results.set(name, load());
    return results.get(name);
  };
  /** The field of the first row that has it, else the fallback. */
  const first = async (response, rows, field, fallback) =>
    (await response)[rows]?.find((row) => row[field])?.[field] ?? fallback();

  const head = once("head", async () => (await v3.masterchainInfo()).last);
  const transactions = once("transactions", async () => (await v3.transactions({ limit: 50 })).transactions);
  /** A transaction caused by another contract's message. */
  const transaction = once("transaction", async () => {
    const rows = await transactions();
    const found =
      rows.find(({ in_msg: message }) => message?.source && message.destination) ?? rows.find((row) => row.in_msg);
    if (!found)
      throw new NoSample("The chain has no transactions yet, so there is no sample. Wait a moment, then retry.");
    return found;
  });
  const message = async () => (await transaction()).in_msg;
  const account = async () => (await message()).destination;
  /** An external message to a wallet. */
  const signed = once(
    "signed",
    async () =>
      (await v3.messages({ only_externals: true, direction: "in", limit: 20 })).messages.find(
        (one) => one.destination && one.message_content?.body,
      ) ?? message(),
  );
  const wallet = async () => (await signed()).destination;
  const block = once("block", async () => {
    const { workchain, shard, seqno } = (await transaction()).block_ref;
    return { workchain, shard: decimalShard(shard), seqno };
  });
  const one = (rows) => ({ limit: 1, ...rows });
  /** The details of the newest actions of these types. */
  const detailsOf = (types) =>
    once(types[0], async () =>
      (await v3.actions({ limit: 50, action_type: types })).actions.map(({ details }) => details),
    );
  /** The newest of them; an empty object if there is none. */
  const action = (types) => {
    const newest = detailsOf(types);
    return async () => (await newest())[0] ?? {};
  };
  const staked = detailsOf(["stake_deposit", "stake_withdrawal"]);
  const stakes = async () => (await staked()).filter((one) => one.pool?.startsWith("-1:"));
  const stake = async () => (await stakes())[0] ?? {};
  const pool = async () => (await stake()).pool ?? account();
  return {
    head,
    transaction,
    message,
    account,
    signed,
    wallet,
    block,
    seqno: async () => (await head()).seqno,
    /** Its address is a parameter of the configuration: one cell of 32 bytes. */
    dnsRoot: once("dnsRoot", async () => {
      const hash = bytesBehind((await v2.getConfigParam({ config_id: 4 })).config.bytes, [0, 64]);
      if (!hash) throw new NoSample("The network's configuration names no DNS root, so there is no sample.");
      return `-1:${hash}`;
    }),
    jetton: once("jetton", () => first(v3.jetton.masters(one()), "jetton_masters", "address", account)),
    nft: once("nft", () => first(v3.nft.items(one()), "nft_items", "address", account)),
    sale: once("sale", () =>
      first(v3.nft.items({ limit: 100, include_on_sale: true }), "nft_items", "sale_contract_address", account),
    ),
    /** A library that wallets of a jetton have as their code. */
    library: once("library", async () => {
      const wallets = (await v3.jetton.wallets({ limit: 100 })).jetton_wallets.map((row) => row.address);
      const { accounts } = wallets.length ? await v3.accountStates({ address: wallets }) : { accounts: [] };
      const hashes = accounts.flatMap(({ code_boc: code }) => (code && bytesBehind(code, LIBRARY_CELL)) || []);
      return hashes[0] ?? (await head()).root_hash;
    }),
    multisig: async () => (await action(["multisig_create_order", "multisig_execute"])()).destination ?? account(),
    vesting: async () => (await action(["vesting_add_whitelist", "vesting_send_message"])()).vesting ?? account(),
    /** The first of the newest bidders with a running domain auction. */
    bidder: once("bidder", async () => {
      const { actions } = await v3.actions({ limit: 50, action_type: ["auction_bid"] });
      const bidders = [...new Set(actions.map(({ details }) => details.bidder))].filter(Boolean);
      for (const bidder of bidders.slice(0, MOST_LOOKUPS))
        if ((await v3.dns.activeAuctions({ bidder, limit: 1 })).auctions.length) return bidder;
      return bidders[0] ?? account();
    }),
    pool,
    nominator: async () => (await stake()).stake_holder ?? account(),
    /** The first of the newest stakers with a reward. */
    rewarded: once("rewarded", async () => {
      const stakers = (await stakes()).map(({ pool: at, stake_holder }) => ({ nominator: stake_holder, pool: at }));
      for (const staker of stakers.slice(0, MOST_LOOKUPS))
        if ((await v3.staking.nominatorPools.nominatorRewards(staker)).rewards.length) return staker;
      return stakers[0] ?? { nominator: await account(), pool: await pool() };
    }),
    validator: once("validator", async () => {
      const info = await v3.staking.nominatorPools.pool({ pool: await pool() }).catch(() => undefined);
      return info?.validator_address ?? account();
    }),
    /** The receiver of a message that no listed transaction received. */
    waiting: async () => {
      const rows = await transactions();
      const received = new Set(rows.map((row) => row.in_msg?.hash));
      const sent = rows.slice(0, 10).flatMap((row) => row.out_msgs);
      return sent.find((one) => one.destination && !received.has(one.hash))?.destination ?? account();
    },
    /** The body of a transfer of a jetton, else of an external message. */
    body: async () => {
      const { messages } = await v3.messages({ opcode: JETTON_TRANSFER, limit: 1 });
      return (messages[0] ?? (await signed())).message_content.body;
    },
  };
}

const address = async ({ account }) => ({ address: await account() });
const wallet = async ({ wallet: one }) => ({ address: await one() });
const seqno = async ({ seqno: newest }) => ({ seqno: await newest() });
const block = ({ block: one }) => one();
const rows =
  (size = 3) =>
  async () => ({ limit: size });
const recent = async ({ account }) => ({ address: await account(), limit: 3 });
const listed =
  (name, find = "account") =>
  async (chain) => ({ [name]: [await chain[find]()] });
const located = async ({ message }) => {
  const { source, destination, created_lt } = await message();
  return { source, destination, created_lt };
};
const fee = async ({ signed }) => {
  const {
    destination,
    message_content: { body },
  } = await signed();
  return { address: destination, body, ignore_chksig: true };
};
const run = async ({ wallet: one }) => ({ address: await one(), method: "seqno", stack: [] });
const body = async ({ body: one }) => ({ opcodes: [JETTON_TRANSFER], bodies: [await one()] });
const nothing = async () => ({ boc: EMPTY_CELL });
/** A value for each parameter, by the name of its finder. @param {Record<string, string>} names */
const found = (names) => async (chain) =>
  Object.fromEntries(
    await Promise.all(Object.entries(names).map(async ([name, finder]) => [name, await chain[finder]()])),
  );

/** @type {Record<string, (chain: ReturnType<typeof createFinder>) => Promise<Record<string, unknown>>>} */
const SAMPLES = {
  "v2.getAddressInformation": address,
  "v2.getExtendedAddressInformation": address,
  "v2.getWalletInformation": wallet,
  "v2.getAddressBalance": address,
  "v2.getAddressState": address,
  "v2.getShardAccountCell": address,
  "v2.dnsResolve": async ({ dnsRoot }) => ({ address: await dnsRoot(), name: DOMAIN, ttl: 2 }),
  "v2.getTokenData": async ({ jetton }) => ({ address: await jetton() }),
  "v2.getMasterchainBlockSignatures": seqno,
  "v2.getShardBlockProof": block,
  "v2.lookupBlock": block,
  "v2.getShards": seqno,
  "v2.getBlockHeader": block,
  "v2.getBlockTransactions": async (chain) => ({ ...(await chain.block()), count: 3 }),
  "v2.getBlockTransactionsExt": async (chain) => ({ ...(await chain.block()), count: 3 }),
  "v2.getTransactions": recent,
  "v2.getTransactionsStd": recent,
  "v2.tryLocateTx": located,
  "v2.tryLocateResultTx": located,
  "v2.tryLocateSourceTx": located,
  "v2.sendBoc": nothing,
  "v2.sendBocReturnHash": nothing,
  "v2.estimateFee": fee,
  "v2.runGetMethod": run,
  "v2.runGetMethodStd": run,
  "v2.detectAddress": address,
  "v2.detectHash": async ({ transaction }) => ({ hash: (await transaction()).hash }),
  "v2.packAddress": address,
  "v2.unpackAddress": address,
  "v2.getConfigParam": async () => ({ config_id: 0 }),
  "v2.getLibraries": listed("libraries", "library"),
  "v2.jsonRPC": async ({ account }) => ({
    jsonrpc: "2.0",
    id: "1",
    method: "getAddressBalance",
    params: { address: await account() },
  }),
  "v3.accountStates": listed("address"),
  "v3.addressBook": listed("address"),
  "v3.metadata": listed("address", "jetton"),
  "v3.walletStates": listed("address", "wallet"),
  "v3.actions": async ({ account }) => ({ account: await account(), limit: 3 }),
  "v3.pendingActions": found({ account: "waiting" }),
  "v3.pendingTraces": found({ account: "waiting" }),
  "v3.traces": async ({ account }) => ({ account: await account(), limit: 1 }),
  "v3.adjacentTransactions": async ({ transaction }) => ({ hash: (await transaction()).hash }),
  "v3.blocks": rows(),
  "v3.masterchainBlockShardState": seqno,
  "v3.masterchainBlockShards": seqno,
  "v3.messages": rows(),
  "v3.pendingTransactions": listed("account", "waiting"),
  "v3.transactions": async ({ account }) => ({ account: [await account()], limit: 3 }),
  "v3.transactionsByMasterchainBlock": async ({ transaction }) => ({
    seqno: (await transaction()).mc_block_seqno,
    limit: 3,
  }),
  "v3.transactionsByMessage": async ({ message }) => ({ msg_hash: [(await message()).hash] }),
  "v3.jetton.burns": rows(),
  "v3.jetton.masters": rows(),
  "v3.jetton.transfers": rows(),
  "v3.jetton.wallets": rows(),
  "v3.nft.collections": rows(),
  "v3.nft.items": rows(),
  "v3.nft.sales": listed("address", "sale"),
  "v3.nft.transfers": rows(),
  "v3.dns.records": async () => ({ domain: DOMAIN, limit: 3 }),
  "v3.dns.activeAuctions": async ({ bidder }) => ({ bidder: await bidder(), limit: 3 }),
  "v3.staking.nominatorPools.pool": found({ pool: "pool" }),
  "v3.staking.nominatorPools.nominator": found({ nominator: "nominator" }),
  "v3.staking.nominatorPools.nominatorEvents": found({ pool: "pool" }),
  "v3.staking.nominatorPools.nominatorRewards": ({ rewarded }) => rewarded(),
  "v3.staking.nominatorPools.validatorEvents": found({ pool: "pool" }),
  "v3.staking.nominatorPools.validatorRewards": found({ validator: "validator", pool: "pool" }),
  "v3.validators.events": rows(),
  "v3.validators.elections": rows(),
  "v3.validators.cycles": rows(),
  "v3.validators.complaints": rows(),
  "v3.multisig.orders": listed("multisig_address", "multisig"),
  "v3.multisig.wallets": listed("address", "multisig"),
  "v3.vesting": listed("contract_address", "vesting"),
  "v3.topAccountsByBalance": rows(),
  "v3.decode": body,
  "v3.decode.post": body,
  "v3.addressInformation": address,
  "v3.estimateFee": fee,
  "v3.message": nothing,
  "v3.runGetMethod": run,
  "v3.walletInformation": wallet,
};

/**
 * Sample values for a form; none for an operation without parameters.
 * @param {string} id as "v3.nft.items" @param {import("ton-edge").Client} client @returns {Promise<Record<string, any>>}
 */
export const findSample = async (id, client) => SAMPLES[id]?.(createFinder(client)) ?? {};
