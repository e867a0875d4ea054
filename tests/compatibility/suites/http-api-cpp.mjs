// The cases of the test suite of TON Center's server in C++, by its source: each request by GET, by POST and by JSON-RPC, with the status and
// the parts of the response that the suite checks. It is not a package, and it names accounts of mainnet: `counterparts` are those of the devnet.
// https://github.com/toncenter/ton-http-api-cpp/tree/492d24f7cee73bc88e09ca603eba707790645e0e/tests (MIT)

const FULL_SHARD = "-9223372036854775808";
const ELECTOR = "Ef8zMzMzMzMzMzMzMzMzMzMzMzMzMzMzMzMzMzMzMzMzM0vF";
const [BOUNCEABLE, NON_BOUNCEABLE, RAW] = [
  "EQCD39VS5jcptHL8vMjEXrzGaRcCVYto7HUn4bpAOg8xqB2N",
  "UQCD39VS5jcptHL8vMjEXrzGaRcCVYto7HUn4bpAOg8xqEBI",
  "0:83DFD552E63729B472FCBCC8C45EBCC6691702558B68EC7527E1BA403A0F31A8",
];
const FORMS = [NON_BOUNCEABLE, BOUNCEABLE, RAW.toLowerCase(), RAW];
const HASH = "CPUE4WXeEJT+Dwz1fY/rkreWvYnsOt3I44i1G5ojJPM=";
const HASH_HEX = "08f504e165de1094fe0f0cf57d8feb92b796bd89ec3addc8e388b51b9a2324f3";
const URL_HASH = HASH.replaceAll("+", "-").replaceAll("/", "_");

/** The accounts of mainnet in the suite. */
const ACCOUNTS = {
  active: "EQDtFpEwcFAEcRe5mLVh2N6C0x-_hJEM7W61_JLnSF74p4q2",
  otherActive: "UQCv3xY8iuGlF2lE2C2tlSR3oIS9jxtqImO1OWvFh6T95Ep1",
  suspended: "0:B81B6A61E804BF983FFE708BF8688626D73E63020096FD34C312BEF6CA05CE3F",
  frozen: "-1:1562A2794314E178AC1D32C9F23A611F67C413E87B02C3115C5C3EA7D6112F3F",
  zero: "-1:0000000000000000000000000000000000000000000000000000000000000000",
  withCurrency: "-1:0000000000000000000000000000000000000000000000000000000000000000",
  burned: "0:0000000000000000000000000000000000000000000000000000000000000000",
  v1R2: "-1:4F530A942F3EBDC0B6023876287FC51007B6AE8546F4692B3A8787653DD41504",
  v1R3: "-1:0054CF3FC1973810531F0F84AC877E5FDBECC9D5B5FF00DB9E415D0D4821347D",
  v2R1: "0:07896EA2330540BCD7AA884D0C354790480F9A0D1AC281CB172001DBFC17BF5E",
  v2R2: "0:02A6E2136A7AA0CF5ECBB770F993B92E53F98D6646C729DD8FAAFBBEE1A8704A",
  v3R1: "0:0001F349F7231BC799458008B5C9F57009EAEA221D0CB2883159D7D767014E58",
  v3R2: "0:615ACC1BBD5735649E061B54658BCDE9B6896160217901C253544AA5716615E6",
  v4R1: "0:1193ECB0CC2F7C5D0AB9C957780A87EB226B74D16EFACE241C556B3B9EB9C493",
  v4R2: "0:399DC3CE613B3B4E701167BC8ADEAE2442DCD1C34CC21BE625C0E4C5936338AB",
  v5Beta: "0:2599F75F0BDC9094DFDDCA8765439E96E451B1300783CF94611995AE94721C95",
  v5R1: "0:000013771810888C156D245DE6CE47B7A91C73E45293475EC8926B979E989670",
  highloadV1: "0:00D11D36E64E5181229D7E18256C5731700BBD383BBCE6876A6346F2A6DED643",
  highloadV2: "0:1B85D5623E2720758476662D461A312475159C32395F27D00C0D5C00F6EC6C57",
  secondHighloadV2: "0:8A18BB6991F4AFD0ADB70C7D0C820B837295A2FAA506A3E468F739EBEC64FE0D",
  thirdHighloadV2: "0:61BB11512CF50F9B8594C0DE7EC04AFB7196677169FCB27385F18E9D4C8543BA",
  manualDns: "0:ACB4C149E8892869181EC98E74FE9711E891A69F9FA909F99A9D9BC16462F302",
  manualDnsOfTheMasterchain: "-1:EAC391A15AD065447024AE74D55EB5E61F8B7FCE48F68EEF5981B07ECC4C094A",
  restrictedWallet: "-1:170A415D4C5D0E93AEF74CC261C3F83A0693A6179B86CF44E17B070E673ACE7E",
  paymentChannel: "0:1748083DA0468FE89CF6C9298B35D355E1FD624DF1EECA826B869CDF2C59D718",
  master: "0:4A011E625131E31728ED1398D92C90C18DE463D0580E123BBF6979DC718C4500",
  masterWithoutAdmin: "0:582A704468CABF8A12021A510A0335202C55052FEAB74569806B4FC7D4F4282E",
  jettonWallet: "EQAmJs8wtwK93thF78iD76RQKf9Z3v2sxM57iwpZZtdQAiVM",
  claimedMintless: "EQAaj04atIJcQn6wsRoz6DMUdOuS3pnN03g62gJIcpQF2Fx8",
  unclaimedMintless: "EQD4Par0nbU69EU5Lv8KVjlYZkAbhaY7DNNvT7E4Pr1HMm2_",
  collection: "0:948C60752383D70D0F87C98FF7DA7510FF9A4C089247784B0CF284FB3DC3FC3E",
  collectionWithoutOwner: "0:B774D95EB20543F186C06B371AB88AD704F7E256130CAF96189368A7D0CB6CCF",
  item: "0:BBE4B240CF509E7FBEEB4AC5925A83C55F4A14EB9A84BA19FD9481BFD4054BA6",
  itemWithoutOwner: "0:B9C23B7ABAA128732093B2180A3C7DE73E9D382CEDECDF6C6EBFAA0417BB9962",
  itemWithoutCollection: "0:3B65BDAAACBC12F327CE75B82ED21CFE73DB8D78190044C056EA5CFF64899130",
  domain: "0:8D87FA315733D2237522F328FDDA503BDB40222492726DAD3BBA277B6CB01E15",
  domainWithWallet: "0:D6AF0A38A2852EA934DC8450CAFCAC273439B4C925D1AA3F64F49BB5575943C0",
};

/** Accounts of these kinds are not in the devnet. */
export const MISSING_FIELDS = [
  "manualDns",
  "manualDnsOfTheMasterchain",
  "restrictedWallet",
  "paymentChannel",
  "masterWithoutAdmin",
  "claimedMintless",
  "unclaimedMintless",
  "itemWithoutCollection",
  "v5Beta",
];

/**
 * The accounts of the devnet that have what the suite checks; those in `MISSING_FIELDS` stay accounts of mainnet.
 * @param {Awaited<ReturnType<typeof import("../../upstream/devnet/server.mjs").startDevnet>>} devnet
 * @param {import("../tokens.mjs").Tokens} tokens
 * @returns {typeof ACCOUNTS}
 */
export function findCounterparts({ cast, db }, tokens) {
  const findWallet = (name) => db.get("SELECT min(account) account FROM accounts WHERE wallet = ?", [name]).account;
  const getDomain = (name) =>
    db.get("SELECT account FROM contracts WHERE kind = 'dns' AND json_extract(details, '$.domain') = ?", [name])
      .account;
  const currencyHolder = db.get(
    "SELECT A.account FROM accounts A JOIN account_states S ON S.hash = A.state_hash WHERE S.extra_currencies IS NOT NULL ORDER BY A.account",
  );
  const highloadV2 = findWallet("wallet highload v2");
  const { account } = cast.wallet("crowd 1");
  return {
    ...ACCOUNTS,
    active: account,
    otherActive: account,
    suspended: cast.suspended.address.toRawString(),
    frozen: cast.frozen.account,
    withCurrency: currencyHolder.account,
    v1R2: findWallet("wallet v1 r2"),
    v1R3: findWallet("wallet v1 r3"),
    v2R1: findWallet("wallet v2 r1"),
    v2R2: findWallet("wallet v2 r2"),
    v3R1: findWallet("wallet v3 r1"),
    v3R2: findWallet("wallet v3 r2"),
    v4R1: findWallet("wallet v4 r1"),
    v4R2: findWallet("wallet v4 r2"),
    v5R1: findWallet("wallet v5 r1"),
    highloadV1: findWallet("wallet highload v1 r1"),
    highloadV2,
    secondHighloadV2: highloadV2,
    thirdHighloadV2: highloadV2,
    master: tokens.edge,
    jettonWallet: tokens.edgeWallet,
    collection: tokens.prints,
    item: tokens.item,
    itemWithoutOwner: getDomain("unclaimed-prize.ton"),
    domain: getDomain("edge-gateway.ton"),
    domainWithWallet: tokens.domainItem,
  };
}

/**
 * @typedef {{ operation: string, name: string, params: Record<string, unknown>, status: number, accepts: (result: any) => boolean, account?: keyof typeof ACCOUNTS }} Case
 *   `account`: the account that `params.address` stands for
 */

/** @param {any} _result */
const acceptAny = (_result) => true;
const isOfType = (type) => (result) => result["@type"] === type;
/** @param {Record<string, unknown> | null} value @param {string[]} names */
const hasNames = (value, ...names) => names.every((name) => value !== null && name in value);

/** A request that is refused. @returns {Case} */
const makeRefusedCase = (operation, name, params, status = 422) => ({
  operation,
  name,
  params,
  status,
  accepts: acceptAny,
});
/** @returns {Case} */
const makeAcceptedCase = (operation, name, params, accepts = acceptAny) => ({
  operation,
  name,
  params,
  status: 200,
  accepts,
});
/** @param {keyof typeof ACCOUNTS} account @returns {Case} */
const makeAccountCase = (operation, account, accepts, overrides = {}) => ({
  ...makeAcceptedCase(operation, [account, ...Object.keys(overrides)].join(", "), overrides, accepts),
  account,
});

/** What the suite checks of each operation that takes an address and, but for getTokenData, a block. */
function listRefusalsOfAccounts(operation, account, lastSeqno, hasBlock = true) {
  const refusals = [
    makeRefusedCase(operation, "no address", {}),
    makeRefusedCase(operation, "an invalid address", { address: "invalid" }),
  ];
  if (!hasBlock) return refusals;
  return [
    ...refusals,
    { ...makeRefusedCase(operation, "an invalid block", { seqno: "invalid" }), account },
    { ...makeRefusedCase(operation, "a block of the future", { seqno: lastSeqno + 10_000 }, 500), account },
  ];
}

/** @param {number} lastSeqno the newest block of the masterchain @returns {Case[]} */
function getAddressInformation(lastSeqno) {
  const name = "getAddressInformation";
  const isState = isOfType("raw.fullAccountState");
  return [
    makeAccountCase(name, "active", isState),
    makeAccountCase(name, "suspended", isState),
    ...listRefusalsOfAccounts(name, "active", lastSeqno),
    makeAccountCase(
      name,
      "suspended",
      (state) =>
        isState(state) && state.sync_utime < 1803189600 && state.state === "uninitialized" && state.suspended === true,
    ),
    makeAccountCase(
      name,
      "frozen",
      (state) => isState(state) && state.state === "frozen" && state.frozen_hash.length > 0,
    ),
    makeAccountCase(
      name,
      "withCurrency",
      ({ extra_currencies }) =>
        extra_currencies[0]["@type"] === "extraCurrency" && extra_currencies.some(({ id }) => id === 239),
    ),
    makeAccountCase(name, "active", (state) => isState(state) && state.block_id.seqno === lastSeqno - 10, {
      seqno: lastSeqno - 10,
    }),
  ];
}

/** @param {number} lastSeqno @returns {Case[]} */
function getExtendedAddressInformation(lastSeqno) {
  const name = "getExtendedAddressInformation";
  const isState = isOfType("fullAccountState");
  /** @param {keyof typeof ACCOUNTS} account @param {string} type @param {(state: any) => boolean} accepts */
  const makeStateCase = (account, type, accepts = acceptAny) =>
    makeAccountCase(
      name,
      account,
      (result) => isState(result) && isOfType(type)(result.account_state) && accepts(result.account_state),
    );
  const isWallet = (wallet) => hasNames(wallet, "wallet_id", "seqno");
  return [
    makeAccountCase(name, "active", isState),
    makeAccountCase(name, "frozen", isState),
    ...listRefusalsOfAccounts(name, "active", lastSeqno),
    makeStateCase("zero", "raw.accountState"),
    makeStateCase("v3R1", "wallet.v3.accountState", isWallet),
    makeStateCase("v3R2", "wallet.v3.accountState", isWallet),
    makeStateCase("v4R2", "wallet.v4.accountState", isWallet),
    makeStateCase("highloadV1", "wallet.highload.v1.accountState", isWallet),
    ...["highloadV2", "secondHighloadV2", "thirdHighloadV2"].map((account) =>
      makeStateCase(
        /** @type {keyof typeof ACCOUNTS} */ (account),
        "wallet.highload.v2.accountState",
        (wallet) => hasNames(wallet, "wallet_id") && !hasNames(wallet, "seqno"),
      ),
    ),
    makeStateCase("manualDns", "dns.accountState", (dns) => hasNames(dns, "wallet_id")),
    makeStateCase("manualDnsOfTheMasterchain", "dns.accountState", (dns) => hasNames(dns, "wallet_id")),
    makeStateCase(
      "restrictedWallet",
      "rwallet.accountState",
      (wallet) =>
        isWallet(wallet) &&
        hasNames(wallet, "unlocked_balance") &&
        wallet.config.limits.every(isOfType("rwallet.limit")),
    ),
    makeStateCase(
      "paymentChannel",
      "pchan.accountState",
      (channel) =>
        hasNames(channel, "description") &&
        isOfType("pchan.config")(channel.config) &&
        ["pchan.stateInit", "pchan.stateClose", "pchan.statePayout"].includes(channel.state["@type"]),
    ),
    makeAccountCase(name, "active", (state) => isState(state) && state.block_id.seqno === lastSeqno - 10, {
      seqno: lastSeqno - 10,
    }),
  ];
}

/** The kinds of wallets by the name that the server gives them, and the fields that each has. @type {[keyof typeof ACCOUNTS, string, ...string[]][]} */
const WALLETS = [
  ["v1R2", "wallet v1 r2"],
  ["v1R3", "wallet v1 r3"],
  ["v2R1", "wallet v2 r1"],
  ["v2R2", "wallet v2 r2"],
  ["v3R1", "wallet v3 r1", "wallet_id"],
  ["v3R2", "wallet v3 r2", "wallet_id"],
  ["v4R1", "wallet v4 r1", "wallet_id"],
  ["v4R2", "wallet v4 r2", "wallet_id"],
  ["v5Beta", "wallet v5 beta", "wallet_id", "is_signature_allowed"],
  ["v5R1", "wallet v5 r1", "wallet_id", "is_signature_allowed"],
];

/** @param {number} lastSeqno @returns {Case[]} */
function getWalletInformation(lastSeqno) {
  const name = "getWalletInformation";
  const isInformation = isOfType("ext.accounts.walletInformation");
  return [
    ...["active", "frozen", "zero"].map((account) =>
      makeAccountCase(name, /** @type {keyof typeof ACCOUNTS} */ (account), isInformation),
    ),
    ...listRefusalsOfAccounts(name, "active", lastSeqno),
    ...WALLETS.map(([account, type, ...fields]) =>
      makeAccountCase(
        name,
        account,
        (wallet) => wallet.wallet === true && wallet.wallet_type === type && hasNames(wallet, "seqno", ...fields),
      ),
    ),
    ...["highloadV1", "highloadV2", "secondHighloadV2", "thirdHighloadV2"].map((account) =>
      makeAccountCase(
        name,
        /** @type {keyof typeof ACCOUNTS} */ (account),
        (wallet) => isInformation(wallet) && wallet.wallet === false,
      ),
    ),
  ];
}

const isText = (value) => typeof value === "string";

/** @param {number} lastSeqno @returns {Case[]} */
const listBalancesAndStates = (lastSeqno) => [
  ...["active", "frozen", "zero"].map((account) =>
    makeAccountCase("getAddressBalance", /** @type {keyof typeof ACCOUNTS} */ (account), isText),
  ),
  ...listRefusalsOfAccounts("getAddressBalance", "active", lastSeqno),
  ...["otherActive", "frozen", "zero"].map((account) =>
    makeAccountCase("getAddressState", /** @type {keyof typeof ACCOUNTS} */ (account), (state) =>
      ["active", "frozen", "uninitialized"].includes(state),
    ),
  ),
  ...listRefusalsOfAccounts("getAddressState", "otherActive", lastSeqno),
  makeAccountCase("getAddressState", "otherActive", (state) => state === "active"),
  makeAccountCase("getAddressState", "frozen", (state) => state === "frozen"),
  makeAccountCase("getAddressState", "burned", (state) => state === "uninitialized"),
];

/** @returns {Case[]} */
function getTokenData() {
  const name = "getTokenData";
  /** @param {keyof typeof ACCOUNTS} account @param {string} kind @param {string} type @param {(token: any) => boolean} accepts */
  const getToken = (account, kind, type, accepts = acceptAny) =>
    makeAccountCase(
      name,
      account,
      (token) => token.contract_type === kind && isOfType(`ext.tokens.${type}Data`)(token) && accepts(token),
    );
  const getMaster = (account, accepts) => getToken(account, "jetton_master", "jettonMaster", accepts);
  const getWallet = (account, accepts) => getToken(account, "jetton_wallet", "jettonWallet", accepts);
  const getCollection = (account, accepts) => getToken(account, "nft_collection", "nftCollection", accepts);
  const getItem = (account, accepts) => getToken(account, "nft_item", "nftItem", accepts);
  const findDomain = (account, record, accepts) =>
    getItem(account, ({ content }) => hasNames(content, "domain") && accepts(content.data[record]));
  return [
    ...["master", "jettonWallet", "collection", "collectionWithoutOwner", "domainWithWallet"].map((account) =>
      makeAccountCase(name, /** @type {keyof typeof ACCOUNTS} */ (account), ({ "@type": type }) =>
        /^ext\.tokens\.(jettonMaster|jettonWallet|nftCollection|nftItem)Data$/.test(type),
      ),
    ),
    ...listRefusalsOfAccounts(name, undefined, 0, false),
    getMaster("master", (token) => hasNames(token, "admin_address")),
    getMaster("masterWithoutAdmin", (token) => !hasNames(token, "admin_address")),
    getWallet("jettonWallet"),
    getWallet("claimedMintless", (token) => token.mintless_is_claimed === true),
    getWallet("unclaimedMintless", (token) => token.mintless_is_claimed === false),
    getCollection("collection", (token) => hasNames(token, "owner_address")),
    getCollection("collectionWithoutOwner", (token) => !hasNames(token, "owner_address")),
    getItem("item", (token) => hasNames(token, "owner_address")),
    getItem("itemWithoutOwner", (token) => !hasNames(token, "owner_address")),
    getItem("itemWithoutCollection", (token) => !hasNames(token, "collection_address")),
    makeAccountCase(
      name,
      "master",
      ({ jetton_content: { type, data } }) => type === "onchain" && typeof data === "object",
    ),
    makeAccountCase(name, "item", ({ content: { type, data } }) => type === "offchain" && isText(data)),
    { ...makeRefusedCase(name, "a wallet", {}, 409), account: "v4R2" },
    findDomain(
      "domain",
      "dns_next_resolver",
      (record) => isOfType("dns_next_resolver")(record) && isOfType("addr_std")(record.resolver),
    ),
    findDomain("domain", "site", (record) => isOfType("dns_adnl_address")(record) && record.adnl_addr.length === 64),
    findDomain("domain", "storage", (record) => isOfType("dns_storage_address")(record) && record.bag_id.length === 64),
    findDomain(
      "domainWithWallet",
      "wallet",
      (record) => isOfType("dns_smc_address")(record) && isOfType("addr_std")(record.smc_addr),
    ),
  ];
}

/** @param {number} lastSeqno @returns {Case[]} */
function listBlocks(lastSeqno) {
  const getProof = (name, params, status) => makeRefusedCase("getShardBlockProof", name, params, status);
  const shard = { workchain: -1, shard: FULL_SHARD };
  const isBlock = (block, seqno) =>
    isOfType("ton.blockIdExt")(block) && block.workchain === -1 && block.shard === FULL_SHARD && block.seqno === seqno;
  const olderSeqno = lastSeqno - 100;
  return [
    makeAcceptedCase(
      "getMasterchainInfo",
      "newest",
      {},
      ({ "@type": type, last, init }) =>
        type === "blocks.masterchainInfo" && isOfType("ton.blockIdExt")(last) && isOfType("ton.blockIdExt")(init),
    ),
    makeAcceptedCase(
      "getMasterchainBlockSignatures",
      "newest",
      { seqno: lastSeqno },
      (block) => isOfType("blocks.blockSignatures")(block) && isOfType("blocks.signature")(block.signatures[0]),
    ),
    makeRefusedCase("getMasterchainBlockSignatures", "an invalid block", { seqno: "invalid" }),
    makeRefusedCase("getMasterchainBlockSignatures", "a block of the future", { seqno: lastSeqno + 10_000 }, 500),
    makeAcceptedCase("getConsensusBlock", "newest", {}, isOfType("ext.blocks.consensusBlock")),
    makeAcceptedCase(
      "getShardBlockProof",
      "from the newest",
      { ...shard, seqno: olderSeqno, from_seqno: lastSeqno },
      (result) =>
        isOfType("blocks.shardBlockProof")(result) &&
        isBlock(result.from, lastSeqno) &&
        isBlock(result.mc_id, olderSeqno) &&
        isOfType("blocks.blockLinkBack")(result.mc_proof[0]) &&
        isBlock(result.mc_proof[0].from, lastSeqno) &&
        isBlock(result.mc_proof[0].to, olderSeqno) &&
        hasNames(result.mc_proof[0], "dest_proof", "proof", "state_proof"),
    ),
    getProof("an invalid workchain", { ...shard, workchain: "invalid", seqno: 1, from_seqno: 1 }),
    getProof("no workchain", { shard: FULL_SHARD, seqno: 1, from_seqno: 1 }),
    getProof("an invalid shard", { workchain: -1, shard: "invalid", seqno: 1 }),
    getProof("no shard", { workchain: -1, seqno: 1 }),
    getProof("an invalid block", { ...shard, seqno: "invalid" }),
    getProof("a block of the future", { ...shard, seqno: lastSeqno + 10_000 }, 500),
    getProof("a negative block", { ...shard, seqno: -1 }),
    makeAcceptedCase("getShardBlockProof", "the first block", { ...shard, seqno: 1 }),
  ];
}

/** @returns {Case[]} */
const listUtilityCases = () => [
  ...[BOUNCEABLE, RAW.toLowerCase(), RAW].map((address) =>
    makeAcceptedCase(
      "detectAddress",
      address,
      { address },
      ({ bounceable, non_bounceable }) => bounceable.b64 === BOUNCEABLE && non_bounceable.b64 === NON_BOUNCEABLE,
    ),
  ),
  ...["not_an_address", ""].map((address) => makeRefusedCase("detectAddress", `"${address}"`, { address })),
  ...[HASH, URL_HASH, URL_HASH.slice(0, -1), HASH_HEX, HASH_HEX.toUpperCase()].map((hash) =>
    makeAcceptedCase("detectHash", hash, { hash }),
  ),
  ...[HASH.slice(0, -1), "not a hash", ""].map((hash) => makeRefusedCase("detectHash", `"${hash}"`, { hash })),
  ...FORMS.map((address) =>
    makeAcceptedCase(
      "packAddress",
      address,
      { address },
      (packedAddress) => packedAddress === NON_BOUNCEABLE || packedAddress === BOUNCEABLE,
    ),
  ),
  ...FORMS.map((address) => makeAcceptedCase("unpackAddress", address, { address }, (unpacked) => unpacked === RAW)),
  ...["packAddress", "unpackAddress"].flatMap((name) => listRefusalsOfAccounts(name, undefined, 0, false)),
];

/** An operation whose responses at the newest block and ten blocks before differ. @typedef {{ operation: string, differ: (older: any, newer: any) => boolean }} Change */
/** @type {Change[]} */
const CHANGES = [
  {
    operation: "getWalletInformation",
    differ: (olderState, newerState) => olderState.last_transaction_id.lt < newerState.last_transaction_id.lt,
  },
  { operation: "getAddressBalance", differ: (olderState, newerState) => olderState !== newerState },
];

/** JSON in which the number of a shard, which JavaScript would round, keeps its digits. @param {unknown} value */
const stringify = (value) => JSON.stringify(value).replaceAll(`"${FULL_SHARD}"`, FULL_SHARD);
const postBody = (target, body) =>
  fetch(target, { method: "POST", headers: { "content-type": "application/json" }, body: stringify(body) });

/** The ways to call an operation. @type {Record<string, (base: string, operation: string, params: Record<string, any>) => Promise<Response>>} */
const MODES = {
  GET: (base, operation, params) => fetch(`${base}${operation}?${new URLSearchParams(params)}`),
  POST: (base, operation, params) => postBody(`${base}${operation}`, params),
  "JSON-RPC": (base, operation, params) =>
    postBody(`${base}jsonRPC`, { jsonrpc: "2.0", method: operation, params, id: 1 }),
};

export const VERSION = "492d24f";

/**
 * Runs the suite with these accounts.
 * @param {string} url of the gateway @param {typeof ACCOUNTS} [accounts]
 * @returns {Promise<{ name: string, account?: keyof typeof ACCOUNTS, error: string | null }[]>}
 */
export async function runSuite(url, accounts = ACCOUNTS) {
  const base = `${url}/api/v2/`;
  const lastSeqno = (await (await MODES.GET(base, "getMasterchainInfo", {})).json()).result.last.seqno;
  const cases = [
    ...getAddressInformation(lastSeqno),
    ...getExtendedAddressInformation(lastSeqno),
    ...getWalletInformation(lastSeqno),
    ...listBalancesAndStates(lastSeqno),
    ...getTokenData(),
    ...listBlocks(lastSeqno),
    ...listUtilityCases(),
  ];
  const results = [];
  for (const [mode, call] of Object.entries(MODES)) {
    const read = async (operation, params, status = 200) => {
      const response = await call(base, operation, params);
      const { ok, result, error } = /** @type {any} */ (await response.json());
      if (response.status !== status || ok !== (status === 200)) throw new Error(`${response.status}: ${error}`);
      return result;
    };
    const recordCase = async (name, account, run) =>
      results.push({
        name: `${name}, ${mode}`,
        account,
        error: await run().then(
          (isPassed) => (isPassed ? null : "another response"),
          (error) => String(error.message),
        ),
      });
    for (const { operation, name, params, status, accepts, account } of cases)
      await recordCase(`${operation}: ${name}`, account, async () =>
        accepts(await read(operation, { ...(account && { address: accounts[account] }), ...params }, status)),
      );
    for (const { operation, differ } of CHANGES)
      await recordCase(`${operation}: ten blocks before`, undefined, async () =>
        differ(
          await read(operation, { address: ELECTOR, seqno: lastSeqno - 10 }),
          await read(operation, { address: ELECTOR, seqno: lastSeqno }),
        ),
      );
    if (mode === "GET") continue;
    const run = { address: `-1:${"3".repeat(64)}`, method: "active_election_id", stack: [] };
    await recordCase("runGetMethod", undefined, async () =>
      ["smc.runResult", "ext.smc.runResult"].includes((await read("runGetMethod", run))["@type"]),
    );
  }
  return results;
}
