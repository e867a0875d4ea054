// Jettons, TEP-74: https://github.com/ton-blockchain/TEPs/blob/master/text/0074-jettons-standard.md
import { makeAddressArgument } from "./contract.mjs";
import { readContent } from "./content.mjs";

/** The results of `get_jetton_data`. @param {import("./contract.mjs").Answer} answer */
export const makeMaster = (answer) => ({
  supply: answer.integer(),
  mintable: answer.flag(),
  admin: answer.address(),
  content: answer.cell(),
  walletCode: answer.cell(),
});

/**
 * The results of `get_wallet_data` except the last one, which is the code of the wallet.
 * @param {import("./contract.mjs").Answer} answer
 */
export const findWallet = (answer) => ({
  amount: answer.integer(),
  owner: answer.address(),
  jetton: answer.address(),
});

/** Wallets that their masters have confirmed: neither the owner nor the master of a wallet can change. */
const confirmedWallets = new Set();
const MOST_CONFIRMED = 100_000;

/** Anyone can deploy a contract that claims to hold a million, but only the master knows its wallets. */
async function isWalletOf(contract, jetton, owner) {
  const claimKey = `${contract.account} ${owner} ${jetton}`;
  if (confirmedWallets.has(claimKey)) return true;
  const ownWallet = await contract.askOther(jetton, "get_wallet_address", [makeAddressArgument(owner)]);
  if (ownWallet.address() !== contract.account) return false;
  if (confirmedWallets.size >= MOST_CONFIRMED) confirmedWallets.clear();
  confirmedWallets.add(claimKey);
  return true;
}

/** The event of a wallet, by the message that it received. @type {import("./index.mjs").FindEvent} */
function getEvent({ details: { owner, jetton } }, name, values) {
  if (name === "jetton_transfer") {
    const { destination, ...details } = values;
    return { kind: name, parent: jetton, source: owner, destination, details };
  }
  if (name === "jetton_burn") return { kind: name, parent: jetton, source: owner, destination: null, details: values };
  return undefined;
}

/** @type {Record<string, import("./index.mjs").Kind>} */
export const KINDS = {
  jetton_master: {
    probe: "get_jetton_data",
    results: 5,
    async read(contract) {
      const { supply, mintable, admin, content, walletCode } = makeMaster(await contract.ask("get_jetton_data"));
      return {
        owner: admin,
        details: {
          total_supply: String(supply),
          mintable,
          admin_address: admin,
          jetton_content: readContent(content),
          jetton_wallet_code_hash: walletCode.hash().toString("base64"),
        },
      };
    },
  },
  jetton_wallet: {
    probe: "get_wallet_data",
    results: 4,
    findEvent: getEvent,
    async read(contract) {
      const { amount, owner, jetton } = findWallet(await contract.ask("get_wallet_data"));
      if (!owner || !jetton) return undefined;
      if (!(await isWalletOf(contract, jetton, owner))) return undefined;
      return { owner, parent: jetton, amount, details: { balance: String(amount), owner, jetton } };
    },
  },
};
