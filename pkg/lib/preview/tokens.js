// Finds jettons and NFTs that would change owners. A contract's own claim is not trusted: the jetton master or the collection must confirm
// its address.

import { readGetMethod } from "../message/get-methods.js";
import { openContract } from "../tvm/contract.js";
import { isTonEdgeError } from "../util/error.js";

/** Marks a result that cannot be computed locally. */
const NOT_COMPUTED = /* @__PURE__ */ Symbol("unread");

/** Calls get-methods of accounts in the preview. */
class Reader {
  #run;

  constructor(run) {
    this.#run = run;
  }

  /**
   * Returns the result of a get-method on a state; null if the contract lacks the get-method or returns something else; `NOT_COMPUTED` if
   * it cannot be computed locally.
   */
  async call(account, method, args = []) {
    const { code, data } = account?.state.state ?? {};
    if (!code || !data) return null;
    const { reader, config, now, watch } = this.#run;
    for (;;) {
      await watch.check();
      const contract = openContract({
        code,
        data,
        address: account.addr,
        balance: account.balance.coins,
        libraries: reader.libraries,
        config,
        now,
        allowNewerVersion: this.#run.options.allowNewer,
      });
      const result = contract.get(method, args);
      if (result.status === "done") return tryReadGetMethod(method, result.stack);
      // An exit code means that the contract lacks the get-method, as most do.
      if (result.reason === "exit_code") return null;
      if (result.reason !== "library" || !(await reader.loadLibrary(result.library))) return NOT_COMPUTED;
    }
  }

  /** Returns the newest state of an account: the one after the preview if the account is part of it, otherwise the current one. */
  async state(address) {
    const runAccount = this.#run.accounts.get(address);
    return (runAccount?.after ?? (await this.#run.reader.state(address))).account;
  }

  /** Returns the state of the master or collection that an account names. That contract may not exist. */
  async #readParentState(address) {
    try {
      return await this.state(address);
    } catch (error) {
      await this.#run.watch.check();
      if (isTonEdgeError(error)) return NOT_COMPUTED;
      throw error;
    }
  }

  /** Whether the jetton master or the collection confirms this address. */
  async isConfirmed(parent, method, args, address) {
    const account = await this.#readParentState(parent);
    const namedAddress = account === NOT_COMPUTED ? NOT_COMPUTED : await this.call(account, method, args);
    return namedAddress === NOT_COMPUTED ? NOT_COMPUTED : namedAddress === address;
  }
}

function tryReadGetMethod(method, stack) {
  try {
    return readGetMethod(method, stack);
  } catch (error) {
    if (isTonEdgeError(error)) return null;
    throw error;
  }
}

/** Returns the data of a jetton wallet, if its jetton master confirms its address. */
async function verifyJettonWallet(reader, data, address) {
  if (data === null || data === NOT_COMPUTED) return data;
  if (data.ownerAddress === null || data.masterAddress === null) return null;
  const isConfirmed = await reader.isConfirmed(data.masterAddress, "get_wallet_address", [data.ownerAddress], address);
  return isConfirmed === true ? data : isConfirmed === NOT_COMPUTED ? NOT_COMPUTED : null;
}

/** Returns the change of an account's balance of a jetton. */
async function readJettonChange(reader, { before, after }, address) {
  const oldWallet = await verifyJettonWallet(reader, await reader.call(before.account, "get_wallet_data"), address);
  const newWallet = await verifyJettonWallet(reader, await reader.call(after.account, "get_wallet_data"), address);
  if (oldWallet === NOT_COMPUTED || newWallet === NOT_COMPUTED) return NOT_COMPUTED;
  const wallet = newWallet ?? oldWallet;
  if (wallet === null) return null;
  const isSameWallet = (data) =>
    data !== null && data.ownerAddress === wallet.ownerAddress && data.masterAddress === wallet.masterAddress;
  const balances = [oldWallet, newWallet].map((data) => (isSameWallet(data) ? data.balance : 0n));
  return {
    owner: wallet.ownerAddress,
    master: wallet.masterAddress,
    wallet: address,
    before: balances[0],
    after: balances[1],
    change: balances[1] - balances[0],
  };
}

/** Returns the data of an NFT, if it has no collection or its collection confirms its address. */
async function verifyNftItem(reader, data, address) {
  if (data === null || data === NOT_COMPUTED || data.collectionAddress === null) return data;
  const isConfirmed = await reader.isConfirmed(
    data.collectionAddress,
    "get_nft_address_by_index",
    [data.index],
    address,
  );
  return isConfirmed === true ? data : isConfirmed === NOT_COMPUTED ? NOT_COMPUTED : null;
}

/** Returns the new and the previous owner of an NFT. */
async function readNftChange(reader, { before, after }, address) {
  const oldItem = await verifyNftItem(reader, await reader.call(before.account, "get_nft_data"), address);
  const newItem = await verifyNftItem(reader, await reader.call(after.account, "get_nft_data"), address);
  if (oldItem === NOT_COMPUTED || newItem === NOT_COMPUTED) return NOT_COMPUTED;
  const item = newItem ?? oldItem;
  if (item === null) return null;
  return {
    nft: address,
    collection: item.collectionAddress,
    index: item.index,
    from: oldItem?.ownerAddress ?? null,
    to: newItem?.ownerAddress ?? null,
  };
}

/** @param {any} run */
export async function readTokens(run) {
  const reader = new Reader(run);
  const [jettons, nfts, uncheckedAccounts] = [[], [], []];
  for (const [address, account] of run.accounts) {
    if (account.transactions.length === 0) continue;
    const jetton = await readJettonChange(reader, account, address);
    const nft = jetton === null ? await readNftChange(reader, account, address) : null;
    if (jetton === NOT_COMPUTED || nft === NOT_COMPUTED) uncheckedAccounts.push(address);
    else if (jetton?.change) jettons.push(jetton);
    else if (nft !== null && nft.from !== nft.to) nfts.push(nft);
  }
  return { jettons, nfts, unread: uncheckedAccounts };
}
