// Finds sample values through the API, which may serve the main network, a local chain, or recordings. Loaded on demand.

/** An empty cell is not a message: the network rejects it, so the sample has no effect. */
const EMPTY_CELL = "te6cckEBAQEAAgAAAEysuc0=";

/** A name of the TON Foundation on the main network; the local chain has it, too. */
const SAMPLE_DOMAIN = "foundation.ton";

/**
 * Maximum number of bidders and stakers that are looked up. More than one is needed: most bidders do not bid for domains, and the newest
 * stakers have no reward yet.
 */
const MAX_LOOKUPS = 5;

const JETTON_TRANSFER = "0x0f8a7ea5";

/** The first bytes of a library cell: exotic without references, 33 bytes, type 2. Its hash follows. */
const LIBRARY_CELL_PREFIX = [8, 66, 2];

/** Thrown if the chain has no suitable sample. */
export class NoSample extends Error {
  name = "NoSample";
}

/** Converts a shard from v3's hexadecimal form to the signed number of v2. */
const toDecimalShard = (hex) => String(BigInt.asIntN(64, BigInt(`0x${hex}`)));

/**
 * Returns the 32 bytes, in hex, after the first occurrence of `precedingBytes` in a bag of cells; undefined if they do not occur.
 * @param {string} boc base64 @param {number[]} precedingBytes
 */
function findBytesBehind(boc, precedingBytes) {
  const bytes = Uint8Array.from(atob(boc), (char) => char.charCodeAt(0));
  const index = bytes.findIndex(
    (_, index) => index > 4 && precedingBytes.every((byte, k) => bytes[index + k] === byte),
  );
  const followingBytes =
    index < 0 ? [] : bytes.subarray(index + precedingBytes.length, index + precedingBytes.length + 32);
  return followingBytes.length < 32
    ? undefined
    : Array.from(followingBytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/**
 * Creates the finders of sample objects on the chain. Each finder sends its request only if it is needed, and at most once per sample.
 */
function createFinder(client) {
  const { v2, v3 } = client;
  const results = new Map();
  const loadOnce = (name, load) => () => {
    if (!results.has(name)) results.set(name, load());
    return results.get(name);
  };
  /** Returns the field of the first row that has it, else the fallback. */
  const findFirstField = async (response, rows, field, fallback) =>
    (await response)[rows]?.find((row) => row[field])?.[field] ?? fallback();

  const findHead = loadOnce("head", async () => (await v3.masterchainInfo()).last);
  const findTransactions = loadOnce("transactions", async () => (await v3.transactions({ limit: 50 })).transactions);
  /** Finds a transaction caused by another contract's message. */
  const findTransaction = loadOnce("transaction", async () => {
    const rows = await findTransactions();
    const matchingRow =
      rows.find(({ in_msg: incoming }) => incoming?.source && incoming.destination) ?? rows.find((row) => row.in_msg);
    if (!matchingRow)
      throw new NoSample("The chain has no transactions yet, so there is no sample. Wait a moment, then retry.");
    return matchingRow;
  });
  const findMessage = async () => (await findTransaction()).in_msg;
  const findAccount = async () => (await findMessage()).destination;
  /** Finds an external message to a wallet. */
  const findSignedMessage = loadOnce(
    "signed",
    async () =>
      (await v3.messages({ only_externals: true, direction: "in", limit: 20 })).messages.find(
        (transaction) => transaction.destination && transaction.message_content?.body,
      ) ?? findMessage(),
  );
  const findWallet = async () => (await findSignedMessage()).destination;
  const findBlock = loadOnce("block", async () => {
    const { workchain, shard, seqno } = (await findTransaction()).block_ref;
    return { workchain, shard: toDecimalShard(shard), seqno };
  });
  const addLimitOfOne = (rows) => ({ limit: 1, ...rows });
  /** Makes a finder of the details of the newest actions of these types. */
  const makeDetailsFinder = (types) =>
    loadOnce(types[0], async () =>
      (await v3.actions({ limit: 50, action_type: types })).actions.map(({ details }) => details),
    );
  /** Makes a finder of the newest action of these types; it returns an empty object if there is none. */
  const makeActionFinder = (types) => {
    const findNewest = makeDetailsFinder(types);
    return async () => (await findNewest())[0] ?? {};
  };
  const findStakeActions = makeDetailsFinder(["stake_deposit", "stake_withdrawal"]);
  const findStakes = async () =>
    (await findStakeActions()).filter((stakeAction) => stakeAction.pool?.startsWith("-1:"));
  const findStake = async () => (await findStakes())[0] ?? {};
  const findPool = async () => (await findStake()).pool ?? findAccount();
  return {
    head: findHead,
    transaction: findTransaction,
    message: findMessage,
    account: findAccount,
    signed: findSignedMessage,
    wallet: findWallet,
    block: findBlock,
    seqno: async () => (await findHead()).seqno,
    /** Finds the account whose address is a parameter of the configuration: one cell of 32 bytes. */
    dnsRoot: loadOnce("dnsRoot", async () => {
      const hash = findBytesBehind((await v2.getConfigParam({ config_id: 4 })).config.bytes, [0, 64]);
      if (!hash) throw new NoSample("The network's configuration has no DNS root, so there is no sample.");
      return `-1:${hash}`;
    }),
    jetton: loadOnce("jetton", () =>
      findFirstField(v3.jetton.masters(addLimitOfOne()), "jetton_masters", "address", findAccount),
    ),
    nft: loadOnce("nft", () => findFirstField(v3.nft.items(addLimitOfOne()), "nft_items", "address", findAccount)),
    sale: loadOnce("sale", () =>
      findFirstField(
        v3.nft.items({ limit: 100, include_on_sale: true }),
        "nft_items",
        "sale_contract_address",
        findAccount,
      ),
    ),
    /** Finds a library that wallets of a jetton have as their code. */
    library: loadOnce("library", async () => {
      const wallets = (await v3.jetton.wallets({ limit: 100 })).jetton_wallets.map((row) => row.address);
      const { accounts } = wallets.length ? await v3.accountStates({ address: wallets }) : { accounts: [] };
      const hashes = accounts.flatMap(
        ({ code_boc: code }) => (code && findBytesBehind(code, LIBRARY_CELL_PREFIX)) || [],
      );
      return hashes[0] ?? (await findHead()).root_hash;
    }),
    multisig: async () =>
      (await makeActionFinder(["multisig_create_order", "multisig_execute"])()).destination ?? findAccount(),
    vesting: async () =>
      (await makeActionFinder(["vesting_add_whitelist", "vesting_send_message"])()).vesting ?? findAccount(),
    /** Finds the first of the newest bidders with a running domain auction. */
    bidder: loadOnce("bidder", async () => {
      const { actions } = await v3.actions({ limit: 50, action_type: ["auction_bid"] });
      const bidders = [...new Set(actions.map(({ details }) => details.bidder))].filter(Boolean);
      for (const bidder of bidders.slice(0, MAX_LOOKUPS))
        if ((await v3.dns.activeAuctions({ bidder, limit: 1 })).auctions.length) return bidder;
      return bidders[0] ?? findAccount();
    }),
    pool: findPool,
    nominator: async () => (await findStake()).stake_holder ?? findAccount(),
    /** Finds the first of the newest stakers with a reward. */
    rewarded: loadOnce("rewarded", async () => {
      const stakers = (await findStakes()).map(({ pool: index, stake_holder }) => ({
        nominator: stake_holder,
        pool: index,
      }));
      for (const staker of stakers.slice(0, MAX_LOOKUPS))
        if ((await v3.staking.nominatorPools.nominatorRewards(staker)).rewards.length) return staker;
      return stakers[0] ?? { nominator: await findAccount(), pool: await findPool() };
    }),
    validator: loadOnce("validator", async () => {
      const info = await v3.staking.nominatorPools.pool({ pool: await findPool() }).catch(() => undefined);
      return info?.validator_address ?? findAccount();
    }),
    /** Finds the receiver of a message that no listed transaction received. */
    waiting: async () => {
      const rows = await findTransactions();
      const receivedHashes = new Set(rows.map((row) => row.in_msg?.hash));
      const sentMessages = rows.slice(0, 10).flatMap((row) => row.out_msgs);
      return (
        sentMessages.find((message) => message.destination && !receivedHashes.has(message.hash))?.destination ??
        findAccount()
      );
    },
    /** Finds the body of a transfer of a jetton, else of an external message. */
    body: async () => {
      const { messages } = await v3.messages({ opcode: JETTON_TRANSFER, limit: 1 });
      return (messages[0] ?? (await findSignedMessage())).message_content.body;
    },
  };
}

const sampleAddress = async ({ account: findAccount }) => ({ address: await findAccount() });
const sampleWallet = async ({ wallet: find }) => ({ address: await find() });
const sampleSeqno = async ({ seqno: findNewest }) => ({ seqno: await findNewest() });
const sampleBlock = ({ block: find }) => find();
const sampleRows =
  (size = 3) =>
  async () => ({ limit: size });
const findRecentSample = async ({ account: findAccount }) => ({ address: await findAccount(), limit: 3 });
const sampleList =
  (name, find = "account") =>
  async (chain) => ({ [name]: [await chain[find]()] });
const findLocatedSample = async ({ message: findMessage }) => {
  const { source, destination, created_lt } = await findMessage();
  return { source, destination, created_lt };
};
const sampleFee = async ({ signed: findSignedMessage }) => {
  const {
    destination,
    message_content: { body },
  } = await findSignedMessage();
  return { address: destination, body, ignore_chksig: true };
};
const sampleRun = async ({ wallet: find }) => ({ address: await find(), method: "seqno", stack: [] });
const sampleBody = async ({ body: find }) => ({ opcodes: [JETTON_TRANSFER], bodies: [await find()] });
const sampleEmptyCell = async () => ({ boc: EMPTY_CELL });
/** Returns a value for each parameter, by the name of its finder. @param {Record<string, string>} names */
const sampleFoundNames = (names) => async (chain) =>
  Object.fromEntries(
    await Promise.all(Object.entries(names).map(async ([name, finder]) => [name, await chain[finder]()])),
  );

/** @type {Record<string, (chain: ReturnType<typeof createFinder>) => Promise<Record<string, unknown>>>} */
const FINDERS_BY_OPERATION = {
  "v2.getAddressInformation": sampleAddress,
  "v2.getExtendedAddressInformation": sampleAddress,
  "v2.getWalletInformation": sampleWallet,
  "v2.getAddressBalance": sampleAddress,
  "v2.getAddressState": sampleAddress,
  "v2.getShardAccountCell": sampleAddress,
  "v2.dnsResolve": async ({ dnsRoot }) => ({ address: await dnsRoot(), name: SAMPLE_DOMAIN, ttl: 2 }),
  "v2.getTokenData": async ({ jetton }) => ({ address: await jetton() }),
  "v2.getMasterchainBlockSignatures": sampleSeqno,
  "v2.getShardBlockProof": sampleBlock,
  "v2.lookupBlock": sampleBlock,
  "v2.getShards": sampleSeqno,
  "v2.getBlockHeader": sampleBlock,
  "v2.getBlockTransactions": async (chain) => ({ ...(await chain.block()), count: 3 }),
  "v2.getBlockTransactionsExt": async (chain) => ({ ...(await chain.block()), count: 3 }),
  "v2.getTransactions": findRecentSample,
  "v2.getTransactionsStd": findRecentSample,
  "v2.tryLocateTx": findLocatedSample,
  "v2.tryLocateResultTx": findLocatedSample,
  "v2.tryLocateSourceTx": findLocatedSample,
  "v2.sendBoc": sampleEmptyCell,
  "v2.sendBocReturnHash": sampleEmptyCell,
  "v2.sendBocReturnHashNoError": sampleEmptyCell,
  "v2.estimateFee": sampleFee,
  "v2.runGetMethod": sampleRun,
  "v2.runGetMethodStd": sampleRun,
  "v2.detectAddress": sampleAddress,
  "v2.detectHash": async ({ transaction: findTransaction }) => ({ hash: (await findTransaction()).hash }),
  "v2.packAddress": sampleAddress,
  "v2.unpackAddress": sampleAddress,
  "v2.getConfigParam": async () => ({ config_id: 0 }),
  "v2.getLibraries": sampleList("libraries", "library"),
  "v2.jsonRPC": async ({ account: findAccount }) => ({
    jsonrpc: "2.0",
    id: "1",
    method: "getAddressBalance",
    params: { address: await findAccount() },
  }),
  "v3.accountStates": sampleList("address"),
  "v3.addressBook": sampleList("address"),
  "v3.metadata": sampleList("address", "jetton"),
  "v3.walletStates": sampleList("address", "wallet"),
  "v3.actions": async ({ account: findAccount }) => ({ account: await findAccount(), limit: 3 }),
  "v3.pendingActions": sampleFoundNames({ account: "waiting" }),
  "v3.pendingTraces": sampleFoundNames({ account: "waiting" }),
  "v3.traces": async ({ account: findAccount }) => ({ account: await findAccount(), limit: 1 }),
  "v3.events": async ({ account: findAccount }) => ({ account: await findAccount(), limit: 1 }),
  "v3.balanceChanges": async ({ transaction: findTransaction }) => ({ trace_id: (await findTransaction()).trace_id }),
  "v3.adjacentTransactions": async ({ transaction: findTransaction }) => ({ hash: (await findTransaction()).hash }),
  "v3.blocks": sampleRows(),
  "v3.masterchainBlockShardState": sampleSeqno,
  "v3.masterchainBlockShards": sampleSeqno,
  "v3.messages": sampleRows(),
  "v3.pendingTransactions": sampleList("account", "waiting"),
  "v3.transactions": async ({ account: findAccount }) => ({ account: [await findAccount()], limit: 3 }),
  "v3.transactionsByMasterchainBlock": async ({ transaction: findTransaction }) => ({
    seqno: (await findTransaction()).mc_block_seqno,
    limit: 3,
  }),
  "v3.transactionsByMessage": async ({ message: findMessage }) => ({ msg_hash: [(await findMessage()).hash] }),
  "v3.jetton.burns": sampleRows(),
  "v3.jetton.masters": sampleRows(),
  "v3.jetton.transfers": sampleRows(),
  "v3.jetton.wallets": sampleRows(),
  "v3.nft.collections": sampleRows(),
  "v3.nft.items": sampleRows(),
  "v3.nft.sales": sampleList("address", "sale"),
  "v3.nft.transfers": sampleRows(),
  "v3.dns.records": async () => ({ domain: SAMPLE_DOMAIN, limit: 3 }),
  "v3.dns.activeAuctions": async ({ bidder }) => ({ bidder: await bidder(), limit: 3 }),
  "v3.staking.nominatorPools.pool": sampleFoundNames({ pool: "pool" }),
  "v3.staking.nominatorPools.nominator": sampleFoundNames({ nominator: "nominator" }),
  "v3.staking.nominatorPools.nominatorEvents": sampleFoundNames({ pool: "pool" }),
  "v3.staking.nominatorPools.nominatorRewards": ({ rewarded }) => rewarded(),
  "v3.staking.nominatorPools.validatorEvents": sampleFoundNames({ pool: "pool" }),
  "v3.staking.nominatorPools.validatorRewards": sampleFoundNames({ validator: "validator", pool: "pool" }),
  "v3.validators.events": sampleRows(),
  "v3.validators.elections": sampleRows(),
  "v3.validators.cycles": sampleRows(),
  "v3.validators.complaints": sampleRows(),
  "v3.multisig.orders": sampleList("multisig_address", "multisig"),
  "v3.multisig.wallets": sampleList("address", "multisig"),
  "v3.vesting": sampleList("contract_address", "vesting"),
  "v3.topAccountsByBalance": sampleRows(),
  "v3.decode": sampleBody,
  "v3.decode.post": sampleBody,
  "v3.addressInformation": sampleAddress,
  "v3.estimateFee": sampleFee,
  "v3.message": sampleEmptyCell,
  "v3.runGetMethod": sampleRun,
  "v3.walletInformation": sampleWallet,
};

/**
 * Returns sample values for a form; an empty object for an operation without parameters.
 * @param {string} id as "v3.nft.items" @param {import("ton-edge").Client} client @returns {Promise<Record<string, any>>}
 */
export const findSample = async (id, client) => FINDERS_BY_OPERATION[id]?.(createFinder(client)) ?? {};
