// The network provider of @ton/blueprint, unmodified: the one that `blueprint run --custom URL --mnemonic` passes to a script.

import { readFileSync } from "node:fs";

import { ensureProject } from "../../helpers/npm-project.mjs";

const { dependencies } = JSON.parse(readFileSync(new URL("package.json", import.meta.url), "utf8"));

/** Answers the questions of a script to its user; the options must leave no question open. */
const ui = {
  write() {},
  setActionPrompt() {},
  clearActionPrompt() {},
  ...Object.fromEntries(
    ["prompt", "inputAddress", "input", "choose"].map((name) => [
      name,
      (question) => Promise.reject(new Error(`the script asked: ${question}`)),
    ]),
  ),
};

/** Attempts of a wait, and the delay between them in milliseconds; the chain of the suite makes a block every 100 ms. */
const WAIT = [60, 500];

/** @type {import("../packages.mjs").PackageClient} */
export const blueprint = {
  name: "@ton/blueprint",
  version: dependencies["@ton/blueprint"],
  async calls(url, { friendly, lt, hash, pay, tokens }) {
    // The project's own copies of all packages, which differ from those of the tests.
    /** @type {(name: string) => any} */
    const load = await ensureProject("blueprint", "compatibility/blueprint");
    const { createNetworkProvider } = load("@ton/blueprint");
    const { Address, Cell, beginCell, contractAddress, toNano } = load("@ton/core");
    const { mnemonicNew } = load("@ton/crypto");
    const { JettonMaster, JettonWallet } = load("@ton/ton");
    process.env.WALLET_MNEMONIC = (await mnemonicNew(24)).join(" ");
    process.env.WALLET_VERSION = "v4r2";
    const options = { "--custom": `${url}/api/v2/jsonRPC`, "--custom-type": "mainnet", "--mnemonic": true };
    const network = await createNetworkProvider(ui, options);
    const ownAddress = network.sender().address;
    await pay(ownAddress.toString({ bounceable: false }), "5");

    const address = Address.parse(friendly);
    // SETCP0: it accepts every message and does nothing.
    const init = {
      code: beginCell().storeUint(0xff00, 16).endCell(),
      data: beginCell().storeAddress(ownAddress).endCell(),
    };
    const contract = { address: contractAddress(0, init), init };
    const wallet = { address, getSeqno: async (provider) => (await provider.get("seqno", [])).stack.readNumber() };
    return {
      "isContractDeployed, no": async () => {
        if (await network.isContractDeployed(contract.address)) throw new Error("deployed before it was");
      },
      getContractState: () => network.getContractState(address),
      "open, a get-method": () => network.open(wallet).getSeqno(),
      "provider, getTransactions": () =>
        network.provider(address).getTransactions(address, BigInt(lt), Buffer.from(hash, "base64"), 5),
      "api, getMasterchainInfo": () => network.api().getMasterchainInfo(),
      "sender, send": () => network.sender().send({ to: address, value: toNano("0.1"), body: Cell.EMPTY }),
      "waitForDeploy of the wallet": () => network.waitForDeploy(ownAddress, ...WAIT),
      deploy: () => network.deploy(contract, toNano("0.1"), undefined, 0),
      waitForDeploy: () => network.waitForDeploy(contract.address, ...WAIT),
      "open, a jetton wallet": async () => {
        const minter = network.open(JettonMaster.create(Address.parse(tokens.edge)));
        const jettons = network.open(
          JettonWallet.create(await minter.getWalletAddress(Address.parse(tokens.edgeOwner))),
        );
        const balance = await jettons.getBalance();
        if (balance !== BigInt(tokens.edgeBalance)) throw new Error(`the balance is ${balance}`);
      },
      getConfig: async () => {
        const { electorAddress } = await network.getConfig();
        if (electorAddress.toRawString() !== `-1:${"3".repeat(64)}`)
          throw new Error(`the elector is ${electorAddress}`);
      },
    };
  },
};
