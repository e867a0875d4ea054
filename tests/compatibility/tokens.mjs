// Tokens for the clients: those of the seeded world, and a jetton and a collection of the tests, of which every wallet can get some. The devnet
// knows the latter only from the chain, like tokens of any developer.

import { internal, toNano } from "@ton/core";

import { buildOffchainContent, buildOnchainContent } from "../upstream/devnet/contracts/code.mjs";
import * as jetton from "../upstream/devnet/contracts/jetton.mjs";
import * as nft from "../upstream/devnet/contracts/nft.mjs";

/** The amount of the jetton that each wallet gets, and the amount of its transfer, in the smallest unit. */
export const SENT_JETTONS = 1000n;
export const SENT_AMOUNT = 7n;

const call = (to, value, body, init) => internal({ to, value: toNano(value), bounce: true, body, init });

/**
 * @typedef {{ minter: string, collection: string, edge: string, edgeSupply: string, edgeOwner: string, edgeWallet: string, edgeBalance: string, prints: string, item: string, itemOwner: string,
 *   sale: string, soldItem: string, domain: string, domainWallet: string, domainItem: string, auctioned: string, multisig: string, order: string, vesting: string, vestingOwner: string }} Tokens
 *   `minter`, `collection`: of the tests; the others are of the seeded world
 */

/** @param {Awaited<ReturnType<typeof import("../upstream/devnet/server.mjs").startDevnet>>} devnet @returns {Promise<Tokens>} */
async function seedDevnet(devnet) {
  const list = async (path) =>
    Object.values(await (await fetch(`${devnet.url}/api/v3/${path}`)).json()).find(Array.isArray);
  // The owner is a wallet of the crowd, because traffic pays random other wallets and would change their balances.
  const owner = devnet.cast.wallet("crowd 1").account;
  const edgeJetton = (await list("jetton/masters?limit=1000")).find(
    ({ jetton_content }) => jetton_content.symbol === "EDGE",
  );
  const [wallet] = await list(`jetton/wallets?owner_address=${owner}&jetton_address=${edgeJetton.address}`);
  const items = await list("nft/items?limit=1000&sort_by_last_transaction_lt=true");
  const isPrint = ({ collection, on_sale }) =>
    collection?.collection_content.uri?.endsWith("/edge/collection.json") && !on_sale;
  const item = items.find(isPrint);
  const itemOnSale = items.find(({ sale_contract_address }) => sale_contract_address);
  const findContract = (kind) =>
    devnet.db.get("SELECT account FROM contracts WHERE kind = ? ORDER BY id", [kind]).account;
  const [order] = await list(`multisig/orders?address=${findContract("multisig_order_v2")}`);
  const [vesting] = await list(`vesting?contract_address=${findContract("wallet_vesting")}`);
  const [record] = await list("dns/records?domain=foundation.ton");
  const auction = devnet.db.get(
    "SELECT account FROM contracts WHERE kind = 'dns' AND json_extract(details, '$.max_bid_address') IS NOT NULL ORDER BY id",
  );
  return {
    minter: "",
    collection: "",
    edge: edgeJetton.address,
    edgeSupply: edgeJetton.total_supply,
    edgeOwner: owner,
    edgeWallet: wallet.address,
    edgeBalance: wallet.balance,
    prints: item.collection_address,
    item: item.address,
    itemOwner: item.owner_address,
    sale: itemOnSale.sale_contract_address,
    soldItem: itemOnSale.address,
    domain: record.domain,
    domainWallet: record.dns_wallet,
    domainItem: record.nft_item_address,
    auctioned: auction.account,
    multisig: order.multisig_address,
    order: order.address,
    vesting: vesting.address,
    vestingOwner: vesting.owner_address,
  };
}

/**
 * Creates the jetton and the collection. While the clock is stopped, `give` funds wallets: each gets 10 TON, `GIVEN_JETTONS` jettons and an item.
 * @param {Awaited<ReturnType<typeof import("../upstream/devnet/server.mjs").startDevnet>>} devnet
 */
export async function mintTokens(devnet) {
  const { faucet } = devnet.cast;
  const documents = `${devnet.url}/documents/nft.example/edge/`;
  const minter = jetton.buildMinter({
    admin: faucet.address,
    content: buildOnchainContent({
      name: "Compatibility Coin",
      symbol: "COMPAT",
      description: "A jetton for the clients of others.",
      image: `${documents}single.svg`,
      decimals: "0",
    }),
  });
  const collection = nft.buildCollection({
    owner: faucet.address,
    content: buildOffchainContent(`${documents}collection.json`),
    itemsUri: documents,
    royalty: { factor: 5, base: 100, to: faucet.address },
  });
  let items = 0;

  async function send(messages) {
    const response = await fetch(`${devnet.url}/api/v3/walletInformation?address=${faucet.account}`);
    const { seqno } = /** @type {{ seqno: number }} */ (await response.json());
    await devnet.chain.submit(faucet.transfer({ seqno, messages, validUntil: devnet.chain.time() + 3600 }));
    await devnet.clock.settle();
  }

  await send([
    call(minter.address, "1", undefined, minter.init),
    call(collection.address, "1", undefined, collection.init),
  ]);
  return {
    tokens: {
      ...(await seedDevnet(devnet)),
      minter: minter.address.toString(),
      collection: collection.address.toString(),
    },
    /** @param {import("@ton/core").Address[]} wallets @returns {Promise<string[]>} the item of each */
    async give(...wallets) {
      const mintedItems = wallets.map((owner, i) => ({ index: items + i, owner, uri: `${items + i}.json` }));
      items += wallets.length;
      const mintJettons = (to) =>
        jetton.buildMint({ to, amount: SENT_JETTONS, value: toNano("0.1"), responseTo: faucet.address });
      await send([
        ...wallets.map((to) => internal({ to, value: toNano(10), bounce: false })),
        ...wallets.map((to) => call(minter.address, "0.2", mintJettons(to))),
        call(
          collection.address,
          String(1 + wallets.length),
          nft.buildDeployItems({ items: mintedItems, value: toNano("0.2") }),
        ),
      ]);
      return mintedItems.map(({ index }) =>
        nft.buildItem({ index, collection: collection.address }).address.toString(),
      );
    },
  };
}
