// getTokenData: what a token says of itself, at any block.
import { Refusal } from "../../refusal.mjs";
import { Answer } from "../kinds/contract.mjs";
import { contentOf } from "../kinds/content.mjs";
import { masterOf, walletOf } from "../kinds/jettons.mjs";
import { runGetMethod } from "../view.mjs";
import { masterchainBlock } from "./block-lookup.mjs";
import { boc, friendly, tagged } from "./shapes.mjs";

/** Content as v2 has it: off-chain the URI alone. @param {import("@ton/core").Cell} cell */
function tokenContent(cell) {
  const isOffchain = cell.beginParse().loadUint(8) === 1;
  const fields = contentOf(cell) ?? {};
  return isOffchain ? { type: "offchain", data: fields.uri ?? "" } : { type: "onchain", data: fields };
}

/** Results, tag, kind and reader by the get-method. @type {Record<string, [number, string, string, (answer: Answer) => object]>} */
const READERS = {
  get_jetton_data: [
    5,
    "ext.tokens.jettonMasterData",
    "jetton_master",
    (answer) => {
      const { supply, mintable, admin, content, walletCode } = masterOf(answer);
      return {
        total_supply: String(supply),
        mintable,
        admin_address: friendly(admin),
        jetton_content: tokenContent(content),
        jetton_wallet_code: boc(walletCode),
      };
    },
  ],
  get_wallet_data: [
    4,
    "ext.tokens.jettonWalletData",
    "jetton_wallet",
    (answer) => {
      const { amount, owner, jetton } = walletOf(answer);
      return {
        balance: String(amount),
        owner: friendly(owner),
        jetton: friendly(jetton),
        jetton_wallet_code: boc(answer.cell()),
      };
    },
  ],
};

/** NFTs that a developer deployed are recognized, but not read yet. */
const UNREAD = { get_collection_data: 3, get_nft_data: 5 };

export async function getTokenData({ address, seqno }, ctx) {
  masterchainBlock(ctx, seqno);
  const ask = async (method, results) => {
    const { exit_code: exit, stack } = await runGetMethod(ctx.chain, {
      account: address,
      method,
      stack: [],
      mcSeqno: seqno,
    });
    return (exit === 0 || exit === 1) && stack.length === results ? new Answer(stack) : undefined;
  };
  for (const [method, [results, tag, kind, read]] of Object.entries(READERS)) {
    const answer = await ask(method, results);
    if (answer) return tagged(ctx, tag, { address: friendly(address), contract_type: kind, ...read(answer) });
  }
  for (const [method, results] of Object.entries(UNREAD)) {
    if (await ask(method, results))
      throw new Refusal(500, `the devnet does not read token data yet: ${method} answered`);
  }
  const which = ctx.variant === "python" ? "" : ` ${friendly(address)}`;
  throw new Refusal(409, `Smart contract${which} is not Jetton or NFT`);
}
