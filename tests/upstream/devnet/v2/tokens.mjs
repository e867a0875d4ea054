// getTokenData: the data that a token reports about itself, at any block.
import { Refusal } from "../../refusal.mjs";
import { Answer } from "../kinds/contract.mjs";
import { readContent } from "../kinds/content.mjs";
import { makeMaster, findWallet } from "../kinds/jettons.mjs";
import { makeCollection, isItemOf, readItemContent, makeItem } from "../kinds/nfts.mjs";
import { runGetMethod } from "../view.mjs";
import { findMasterchainBlock } from "./block-lookup.mjs";
import { readDomainContent } from "./domain-content.mjs";
import { toBoc, writeFriendlyAddress, addTag } from "./shapes.mjs";

/** Content in the form of v2: only the URI if it is off-chain. @param {import("@ton/core").Cell | null} cell */
function makeTokenContent(cell) {
  const isOffchain = cell !== null && cell.bits.length >= 8 && cell.beginParse().loadUint(8) === 1;
  const fields = readContent(cell) ?? {};
  return isOffchain ? { type: "offchain", data: fields.uri ?? "" } : { type: "onchain", data: fields };
}

/**
 * @param {string} account @param {import("../kinds/nfts.mjs").AskOther} ask
 * @param {Parameters<typeof readDomainContent>[0]} run a get-method of the item
 */
async function readItem(answer, account, ask, run) {
  const item = makeItem(answer);
  const { init, index, collection, owner } = item;
  if (collection !== null && !(await isItemOf(account, item, ask)))
    throw new Refusal(409, "Verification with collection failed");
  return {
    init,
    index: String(index),
    ...(collection === null ? {} : { collection_address: writeFriendlyAddress(collection) }),
    ...(owner === null ? {} : { owner_address: writeFriendlyAddress(owner) }),
    content: (await readDomainContent(run)) ?? makeTokenContent(await readItemContent(item, ask)),
  };
}

/**
 * Results, tag, kind and reader by the get-method.
 * @type {Record<string, [number, string, string, (answer: Answer, account: string, ask: import("../kinds/nfts.mjs").AskOther, run: any) => object | Promise<object>]>}
 */
const READERS = {
  get_jetton_data: [
    5,
    "ext.tokens.jettonMasterData",
    "jetton_master",
    (answer) => {
      const { supply, mintable, admin, content, walletCode } = makeMaster(answer);
      return {
        total_supply: String(supply),
        mintable,
        admin_address: writeFriendlyAddress(admin),
        jetton_content: makeTokenContent(content),
        jetton_wallet_code: toBoc(walletCode),
      };
    },
  ],
  get_wallet_data: [
    4,
    "ext.tokens.jettonWalletData",
    "jetton_wallet",
    (answer) => {
      const { amount, owner, jetton } = findWallet(answer);
      return {
        balance: String(amount),
        owner: writeFriendlyAddress(owner),
        jetton: writeFriendlyAddress(jetton),
        jetton_wallet_code: toBoc(answer.cell()),
      };
    },
  ],
  get_collection_data: [
    3,
    "ext.tokens.nftCollectionData",
    "nft_collection",
    (answer) => {
      const { nextIndex, content, owner } = makeCollection(answer);
      return {
        next_item_index: String(nextIndex),
        ...(owner === null ? {} : { owner_address: writeFriendlyAddress(owner) }),
        collection_content: makeTokenContent(content),
      };
    },
  ],
  get_nft_data: [5, "ext.tokens.nftItemData", "nft_item", readItem],
};

export async function getTokenData({ address, seqno }, context) {
  findMasterchainBlock(context, seqno);
  const call = (account, method, stack) => runGetMethod(context.chain, { account, method, stack, mcSeqno: seqno });
  const run = async (account, method, stack) => {
    const { exit_code: exitCode, stack: results } = await call(account, method, stack);
    return exitCode === 0 || exitCode === 1 ? results : undefined;
  };
  const runOwn = (method, stack) => call(address, method, stack);
  /** @type {import("../kinds/nfts.mjs").AskOther} */
  const askOther = async (account, method, stack) => {
    const results = await run(account, method, stack);
    if (!results) throw new Refusal(500, `get-method ${method} of ${writeFriendlyAddress(account)} failed`);
    return new Answer(results);
  };
  for (const [method, [results, tag, kind, read]] of Object.entries(READERS)) {
    const stack = await run(address, method, []);
    if (stack?.length !== results) continue;
    const data = await read(new Answer(stack), address, askOther, runOwn);
    return addTag(context, tag, { address: writeFriendlyAddress(address), contract_type: kind, ...data });
  }
  const addressText = context.variant === "python" ? "" : ` ${writeFriendlyAddress(address)}`;
  throw new Refusal(409, `Smart contract${addressText} is not Jetton or NFT`);
}
