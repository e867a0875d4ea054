// The calls of npm clients, unmodified: every method that asks the service.

import { createRequire } from "node:module";

import { Address, beginCell } from "@ton/core";
import { TonClient } from "@ton/ton";

import { loadTonweb, VERSION as TONWEB } from "../helpers/tonweb.mjs";

const SHARD = "-9223372036854775808";

/**
 * A client, and its calls by name for what the chain has.
 * @typedef {{ friendly: string, lt: string, hash: string, seqno: number, mcSeqno: number, source: string, destination: string,
 *   createdLt: string, bocs: string[], pay: (address: string, ton: string) => Promise<unknown> }} Found `pay`: from the faucet, until it arrived
 * @typedef {{ name: string, version: string, calls: (url: string, found: Found) => Promise<Record<string, () => Promise<unknown>>> }} PackageClient
 */

const versionOf = (name) => createRequire(import.meta.url)(`${name}/package.json`).version;

/** @type {PackageClient} */
const tonTon = {
  name: "@ton/ton",
  version: versionOf("@ton/ton"),
  async calls(url, { friendly, lt, hash, seqno, mcSeqno, source, destination, createdLt, bocs: [boc] }) {
    const client = new TonClient({ endpoint: `${url}/api/v2/jsonRPC` });
    const address = Address.parse(friendly);
    const [from, to] = [source, destination].map((one) => Address.parse(one));
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
    };
  },
};

/** @type {PackageClient} */
const tonweb = {
  name: "tonweb",
  version: TONWEB,
  async calls(url, { friendly, lt, hash, seqno, mcSeqno, bocs: [, boc] }) {
    const TonWeb = await loadTonweb();
    const provider = new TonWeb.HttpProvider(`${url}/api/v2/jsonRPC`);
    return {
      getAddressInfo: () => provider.getAddressInfo(friendly),
      getExtendedAddressInfo: () => provider.getExtendedAddressInfo(friendly),
      getWalletInfo: () => provider.getWalletInfo(friendly),
      getTransactions: () => provider.getTransactions(friendly, 5),
      "getTransactions from a position": () => provider.getTransactions(friendly, 5, lt, hash),
      getBalance: () => provider.getBalance(friendly),
      getConfigParam: () => provider.getConfigParam(18),
      call: () => provider.call(friendly, "seqno"),
      call2: () => provider.call2(friendly, "seqno"),
      getMasterchainInfo: () => provider.getMasterchainInfo(),
      getBlockShards: () => provider.getBlockShards(mcSeqno),
      getBlockTransactions: () => provider.getBlockTransactions(0, SHARD, seqno),
      getMasterchainBlockTransactions: () => provider.getMasterchainBlockTransactions(mcSeqno),
      getBlockHeader: () => provider.getBlockHeader(0, SHARD, seqno),
      getMasterchainBlockHeader: () => provider.getMasterchainBlockHeader(mcSeqno),
      getEstimateFee: () =>
        provider.getEstimateFee({ address: friendly, body: "te6cckEBAQEAAgAAAEysuc0=", init_code: "", init_data: "" }),
      sendBoc: () => provider.sendBoc(boc),
    };
  },
};

export const PACKAGES = [tonTon, tonweb];
