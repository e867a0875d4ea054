// The calls of unmodified npm clients: every method that sends a request to the service.

import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { createRequire } from "node:module";

import { Address, Cell, SendMode, beginCell, internal, toNano } from "@ton/core";
import { keyPairFromSeed } from "@ton/crypto";
import {
  configParseMasterAddress,
  ElectorContract,
  JettonMaster,
  JettonWallet,
  loadConfigParamsAsSlice,
  parseFullConfig,
  TonClient,
  WalletContractV3R2,
  WalletContractV4,
  WalletContractV5R1,
} from "@ton/ton";

import { loadTonweb, VERSION as TONWEB } from "../helpers/tonweb.mjs";
import { SENT_JETTONS, SENT_AMOUNT } from "./tokens.mjs";

const SHARD = "-9223372036854775808";

/**
 * A client, and its calls by name, with data that the chain has.
 * @typedef {{ friendly: string, lt: string, hash: string, seqno: number, mcSeqno: number, source: string, destination: string,
 *   createdLt: string, bocs: string[], pay: (address: string, ton: string) => Promise<unknown>, tokens: import("./tokens.mjs").Tokens,
 *   give: (...wallets: Address[]) => Promise<string[]>, settle: () => Promise<unknown> }} Found `pay`: from the faucet, until it arrived;
 *   `give`: see `mintTokens`; `settle`: makes blocks until no message is pending
 * @typedef {{ name: string, version: string, calls: (url: string, found: Found) => Promise<Record<string, () => Promise<unknown>>> }} PackageClient
 */

/** The key of a wallet that only these tests use. @param {string} name */
export const makeKey = (name) => keyPairFromSeed(createHash("sha256").update(`compatibility\n${name}`).digest());

/** A wallet that does not exist on any chain, as the receiver of a client's messages. @param {string} name */
export const getReceiver = (name) =>
  WalletContractV4.create({ workchain: 0, publicKey: makeKey(`${name}, receiver`).publicKey }).address;

const readVersion = (name) => createRequire(import.meta.url)(`${name}/package.json`).version;

/** The body of a transfer as programs build it with @ton/core (TEP-74, TEP-62). @param {Address} to @param {Address} from */
const makeJettonBody = (to, from) =>
  beginCell()
    .storeUint(0xf8a7ea5, 32)
    .storeUint(0, 64)
    .storeCoins(SENT_AMOUNT)
    .storeAddress(to)
    .storeAddress(from)
    .storeBit(false)
    .storeCoins(1n)
    .storeBit(false)
    .endCell();
const makeNftBody = (to, from) =>
  beginCell()
    .storeUint(0x5fcc3d14, 32)
    .storeUint(0, 64)
    .storeAddress(to)
    .storeAddress(from)
    .storeBit(false)
    .storeCoins(1n)
    .storeBit(false)
    .endCell();

const CONFIG = Address.parse(`-1:${"5".repeat(64)}`);
const ELECTOR = Address.parse(`-1:${"3".repeat(64)}`);

/**
 * The bytes that `dnsresolve` takes: labels from the last to the first, each with a zero byte.
 * @param {string} domain
 */
const makeDnsBytes = (domain) => Buffer.from(`${domain.split(".").reverse().join("\0")}\0`);

/** The wallet record of a domain, as programs on @ton/ton resolve it. @param {TonClient} client @param {string} domain */
async function resolveWallet(client, domain) {
  const category = BigInt(`0x${createHash("sha256").update("wallet").digest("hex")}`);
  const configuration = await client.getContractState(CONFIG);
  const params = loadConfigParamsAsSlice(listParams(configuration));
  let resolver = /** @type {Address} */ (configParseMasterAddress(params.get(4)));
  for (let rest = makeDnsBytes(domain); ; ) {
    const { stack } = await client.runMethod(resolver, "dnsresolve", [
      { type: "slice", cell: beginCell().storeBuffer(rest).endCell() },
      { type: "int", value: category },
    ]);
    const resolvedBytes = stack.readNumber() / 8;
    const record = stack.readCell().beginParse();
    rest = rest.subarray(resolvedBytes);
    record.skip(16);
    if (rest.length === 0) return record.loadAddress();
    resolver = record.loadAddress();
  }
}

/** The parameters in the state of the configuration contract, as a BoC in base64. @param {{ data: Buffer | null }} state */
const listParams = ({ data }) =>
  Cell.fromBoc(/** @type {Buffer} */ (data))[0]
    .refs[0].toBoc()
    .toString("base64");

/** Tokens: get-methods of contracts, and transfers that three versions of wallets sign. @param {TonClient} client @param {Found} found */
async function fetchTonTonTokens(client, { tokens, give: payTokens, settle }) {
  const minter = client.open(JettonMaster.create(Address.parse(tokens.minter)));
  const edgeJetton = client.open(JettonMaster.create(Address.parse(tokens.edge)));
  const elector = client.open(ElectorContract.create());
  const readBalance = async (owner) =>
    client.open(JettonWallet.create(await minter.getWalletAddress(owner))).getBalance();
  const readOwner = async (item) => {
    const { stack } = await client.runMethod(Address.parse(item), "get_nft_data");
    stack.skip(3);
    return stack.readAddress();
  };
  const { publicKey, secretKey } = makeKey("@ton/ton");
  const wallets = {
    v3R2: WalletContractV3R2.create({ workchain: 0, publicKey }),
    v4: WalletContractV4.create({ workchain: 0, publicKey }),
    v5R1: WalletContractV5R1.create({ publicKey }),
  };
  const sendMode = SendMode.PAY_GAS_SEPARATELY + SendMode.IGNORE_ERRORS;
  const items = await payTokens(...Object.values(wallets).map(({ address }) => address));
  const transfers = Object.entries(wallets).flatMap(([version, contract], i) => {
    const wallet = client.open(/** @type {WalletContractV4} */ (contract));
    const send = async (to, body) => {
      const messages = [internal({ to, value: toNano("0.1"), body })];
      await wallet.sendTransfer({ seqno: await wallet.getSeqno(), secretKey, messages, sendMode });
      await settle();
    };
    const ownAddress = contract.address;
    const to = getReceiver(`@ton/ton ${version}`);
    return /** @type {const} */ ([
      [
        `wallet ${version}, jetton transfer`,
        async () => {
          await send(await minter.getWalletAddress(ownAddress), makeJettonBody(to, ownAddress));
          assert.deepEqual(
            [await readBalance(ownAddress), await readBalance(to)],
            [SENT_JETTONS - SENT_AMOUNT, SENT_AMOUNT],
          );
        },
      ],
      [
        `wallet ${version}, NFT transfer`,
        async () => {
          await send(Address.parse(items[i]), makeNftBody(to, ownAddress));
          assert.ok((await readOwner(items[i])).equals(to));
        },
      ],
    ]);
  });
  return {
    "JettonMaster, getJettonData": async () => {
      const { totalSupply, mintable: isMintable, content } = await edgeJetton.getJettonData();
      assert.ok(totalSupply > 0n && isMintable && content.bits.length > 0);
    },
    "JettonMaster, getWalletAddress": async () =>
      assert.equal(
        (await edgeJetton.getWalletAddress(Address.parse(tokens.edgeOwner))).toRawString().toUpperCase(),
        tokens.edgeWallet,
      ),
    "JettonWallet, getBalance": async () =>
      assert.ok((await client.open(JettonWallet.create(Address.parse(tokens.edgeWallet))).getBalance()) > 0n),
    "JettonWallet, getBalance without a wallet": async () => assert.equal(await readBalance(ELECTOR), 0n),
    "runMethod, get_nft_data": async () =>
      assert.ok((await readOwner(tokens.item)).equals(Address.parse(tokens.itemOwner))),
    ...Object.fromEntries(transfers),
    "parseFullConfig of the configuration contract": async () => {
      const config = parseFullConfig(loadConfigParamsAsSlice(listParams(await client.getContractState(CONFIG))));
      assert.ok(config.electorAddress.equals(ELECTOR));
    },
    "runMethod, dnsresolve": async () => assert.ok(await resolveWallet(client, tokens.domain)),
    "ElectorContract, getActiveElectionId": () => elector.getActiveElectionId(),
    "ElectorContract, getElectionEntities": () => elector.getElectionEntities(),
    "ElectorContract, getPastElections": () => elector.getPastElections(),
    "ElectorContract, getComplaints": () => elector.getComplaints(0),
  };
}

/** @type {PackageClient} */
const tonTon = {
  name: "@ton/ton",
  version: readVersion("@ton/ton"),
  async calls(url, chainValues) {
    const { friendly: friendlyAddress, lt, hash, seqno, mcSeqno, source, destination, createdLt } = chainValues;
    const [boc] = chainValues.bocs;
    const client = new TonClient({ endpoint: `${url}/api/v2/jsonRPC` });
    const address = Address.parse(friendlyAddress);
    const [from, to] = [source, destination].map((item) => Address.parse(item));
    const body = /** @type {any} */ (beginCell().endCell());
    return {
      getBalance: () => client.getBalance(address),
      runMethod: () => client.runMethod(address, "seqno"),
      runMethodWithError: () => client.runMethodWithError(address, "no_such_method"),
      callGetMethod: () => client.callGetMethod(address, "seqno"),
      getTransactions: () => client.getTransactions(address, { limit: 5 }),
      "getTransactions from a position": () => client.getTransactions(address, { limit: 5, lt, hash, inclusive: true }),
      "getTransactions, archival": () => client.getTransactions(address, { limit: 5, archival: true }),
      getTransaction: () => client.getTransaction(address, lt, hash),
      tryLocateResultTx: () => client.tryLocateResultTx(from, to, createdLt),
      tryLocateSourceTx: () => client.tryLocateSourceTx(from, to, createdLt),
      getMasterchainInfo: () => client.getMasterchainInfo(),
      getWorkchainShards: () => client.getWorkchainShards(mcSeqno),
      getShardTransactions: () => client.getShardTransactions(0, seqno, SHARD),
      isContractDeployed: () => client.isContractDeployed(address),
      getContractState: () => client.getContractState(address),
      estimateExternalMessageFee: () =>
        client.estimateExternalMessageFee(address, { body, initCode: null, initData: null, ignoreSignature: true }),
      sendFile: () => client.sendFile(Buffer.from(boc, "base64")),
      ...(await fetchTonTonTokens(client, chainValues)),
    };
  },
};

/** Tokens and domains by the classes of tonweb. @param {any} TonWeb @param {any} provider @param {Found} found */
async function readTonwebTokens(TonWeb, provider, { tokens, give: payTokens, settle }) {
  const { JettonMinter, JettonWallet: Wallet } = TonWeb.token.jetton;
  const { NftCollection, NftItem } = TonWeb.token.nft;
  const { DnsCollection, DnsItem, DNS_CATEGORY_WALLET } = TonWeb.dns;
  const openContract = (Contract, address) => new Contract(provider, { address });
  const toRaw = (/** @type {any} */ address) => address.toString(false).toUpperCase();
  const edgeJetton = openContract(JettonMinter, tokens.edge);
  const minter = openContract(JettonMinter, tokens.minter);
  const fullTonweb = new TonWeb(provider);
  const { publicKey, secretKey } = makeKey("tonweb");
  const wallets = ["v3R2", "v4R2"].map((version) => new fullTonweb.wallet.all[version](provider, { publicKey, wc: 0 }));
  const owners = await Promise.all(
    wallets.map(async (wallet) => Address.parse((await wallet.getAddress()).toString(true))),
  );
  const items = await payTokens(...owners);
  const listJettons = async (owner) =>
    BigInt(
      (await openContract(Wallet, await minter.getJettonWalletAddress(new TonWeb.Address(owner.toString()))).getData())
        .balance,
    );
  const transfers = wallets.flatMap((wallet, i) => {
    const [ownAddress, to] = [owners[i], getReceiver(`tonweb ${i}`)].map(
      (address) => new TonWeb.Address(address.toString()),
    );
    const send = async (toAddress, payload) => {
      const seqno = (await wallet.methods.seqno().call()) ?? 0;
      const amount = TonWeb.utils.toNano("0.1");
      await wallet.methods.transfer({ secretKey, toAddress, amount, seqno, payload, sendMode: 3 }).send();
      await settle();
    };
    const moreOptions = { responseAddress: ownAddress, forwardAmount: new TonWeb.utils.BN(1) };
    return [
      [
        `wallet ${wallet.getName()}, deploy`,
        async () => {
          await wallet.deploy(secretKey).send();
          await settle();
        },
      ],
      [
        `wallet ${wallet.getName()}, jetton transfer`,
        async () => {
          const jettonAmount = new TonWeb.utils.BN(String(SENT_AMOUNT));
          const from = await minter.getJettonWalletAddress(ownAddress);
          await send(
            from,
            await openContract(Wallet, from).createTransferBody({ jettonAmount, toAddress: to, ...moreOptions }),
          );
          assert.deepEqual(
            [await listJettons(owners[i]), await listJettons(getReceiver(`tonweb ${i}`))],
            [SENT_JETTONS - SENT_AMOUNT, SENT_AMOUNT],
          );
        },
      ],
      [
        `wallet ${wallet.getName()}, NFT transfer`,
        async () => {
          const item = openContract(NftItem, items[i]);
          await send(items[i], await item.createTransferBody({ newOwnerAddress: to, ...moreOptions }));
          assert.equal(toRaw((await item.getData()).ownerAddress), toRaw(to));
        },
      ],
    ];
  });
  return {
    "JettonMinter, getJettonData": async () => assert.ok((await edgeJetton.getJettonData()).totalSupply.gtn(0)),
    "JettonMinter, getJettonWalletAddress": async () =>
      assert.equal(
        toRaw(await edgeJetton.getJettonWalletAddress(new TonWeb.Address(tokens.edgeOwner))),
        tokens.edgeWallet,
      ),
    "JettonWallet, getData": async () =>
      assert.equal(toRaw((await openContract(Wallet, tokens.edgeWallet).getData()).jettonMinterAddress), tokens.edge),
    "NftCollection, getCollectionData": async () =>
      assert.match(
        (await openContract(NftCollection, tokens.prints).getCollectionData()).collectionContentUri,
        /collection\.json$/,
      ),
    "NftCollection, getNftItemAddressByIndex": async () => {
      const { itemIndex } = await openContract(NftItem, tokens.item).getData();
      assert.equal(
        toRaw(await openContract(NftCollection, tokens.prints).getNftItemAddressByIndex(itemIndex)),
        tokens.item,
      );
    },
    "NftCollection, getNftItemContent": async () =>
      assert.match(
        (await openContract(NftCollection, tokens.prints).getNftItemContent(openContract(NftItem, tokens.item)))
          .contentUri,
        /\.json$/,
      ),
    "NftCollection, getRoyaltyParams": () => openContract(NftCollection, tokens.prints).getRoyaltyParams(),
    "NftItem, getData": async () =>
      assert.equal(toRaw((await openContract(NftItem, tokens.item).getData()).ownerAddress), tokens.itemOwner),
    ...Object.fromEntries(transfers),
    "dns, getRootDnsAddress": () => fullTonweb.dns.getRootDnsAddress(),
    "dns, getWalletAddress": async () => assert.ok(await fullTonweb.dns.getWalletAddress(tokens.domain)),
    "dns, getSiteAddress": async () => assert.ok(await fullTonweb.dns.getSiteAddress("edge-gateway.ton")),
    "DnsCollection, resolve": async () =>
      assert.ok(
        await openContract(
          DnsCollection,
          (await openContract(DnsItem, tokens.domainItem).getData()).collectionAddress,
        ).resolve(tokens.domain.replace(/\.ton$/, ""), DNS_CATEGORY_WALLET),
      ),
    "DnsItem, getDomain": async () =>
      assert.equal(`${await openContract(DnsItem, tokens.domainItem).getDomain()}.ton`, tokens.domain),
    "DnsItem, getAuctionInfo": async () =>
      assert.ok((await openContract(DnsItem, tokens.auctioned).getAuctionInfo()).maxBidAmount.gtn(0)),
    "DnsItem, getLastFillUpTime": async () =>
      assert.ok(await openContract(DnsItem, tokens.domainItem).getLastFillUpTime()),
    "DnsItem, resolve": async () =>
      assert.ok(await openContract(DnsItem, tokens.domainItem).resolve(".", DNS_CATEGORY_WALLET)),
  };
}

/** @type {PackageClient} */
const tonweb = {
  name: "tonweb",
  version: TONWEB,
  async calls(url, chainValues) {
    const { friendly: friendlyAddress, lt, hash, seqno, mcSeqno } = chainValues;
    const [, boc] = chainValues.bocs;
    const TonWeb = await loadTonweb();
    const provider = new TonWeb.HttpProvider(`${url}/api/v2/jsonRPC`);
    return {
      getAddressInfo: () => provider.getAddressInfo(friendlyAddress),
      getExtendedAddressInfo: () => provider.getExtendedAddressInfo(friendlyAddress),
      getWalletInfo: () => provider.getWalletInfo(friendlyAddress),
      getTransactions: () => provider.getTransactions(friendlyAddress, 5),
      "getTransactions from a position": () => provider.getTransactions(friendlyAddress, 5, lt, hash),
      getBalance: () => provider.getBalance(friendlyAddress),
      getConfigParam: () => provider.getConfigParam(18),
      call: () => provider.call(friendlyAddress, "seqno"),
      call2: () => provider.call2(friendlyAddress, "seqno"),
      getMasterchainInfo: () => provider.getMasterchainInfo(),
      getBlockShards: () => provider.getBlockShards(mcSeqno),
      getBlockTransactions: () => provider.getBlockTransactions(0, SHARD, seqno),
      getMasterchainBlockTransactions: () => provider.getMasterchainBlockTransactions(mcSeqno),
      getBlockHeader: () => provider.getBlockHeader(0, SHARD, seqno),
      getMasterchainBlockHeader: () => provider.getMasterchainBlockHeader(mcSeqno),
      getEstimateFee: () =>
        provider.getEstimateFee({
          address: friendlyAddress,
          body: "te6cckEBAQEAAgAAAEysuc0=",
          init_code: "",
          init_data: "",
        }),
      ...(await readTonwebTokens(TonWeb, provider, chainValues)),
      // This call comes last: it leaves a pending message, which the requests of wallets find.
      sendBoc: () => provider.sendBoc(boc),
    };
  },
};

export const PACKAGES = [tonTon, tonweb];
