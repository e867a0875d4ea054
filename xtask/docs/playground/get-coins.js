// Sends 10 TON and 100 EDGE to the wallet of the mnemonic, from wallets of the local chain, whose private keys are public.
import { createClient } from "ton-edge";
import { encodeBody, keyPairFromSeed, mnemonicToKeyPair, toNano, walletV5R1 } from "ton-edge/message";

const EDGE = "0:AF56B4919D5BECB7F2ADC197963308B0E1180F5CCEE5008F4B7C849D2100EE51";
const client = createClient({ baseUrl: "https://gateway.example", rateLimit: false });
const { publicKey: ownerKey } = await mnemonicToKeyPair(process.env.MNEMONIC);
const { address: to } = walletV5R1({ publicKey: ownerKey });

/** Sends messages of a wallet of the local chain. */
async function sendFrom(name, createMessages) {
  const seed = new TextEncoder().encode(`ton-edge devnet key\nton-edge\n${name}`);
  const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", seed));
  const { publicKey, privateKey } = await keyPairFromSeed(hash);
  const wallet = walletV5R1({ publicKey });
  const { balance, seqno } = await client.account(wallet.address);
  if (balance < toNano("11"))
    throw new Error(
      "this gateway does not have the local chain of `cargo xtask serve`: only there are coins for everyone",
    );
  const message = await wallet.transfer(await createMessages(wallet), { seqno: seqno ?? 0 }, privateKey);
  return client.send(message, { wait: "trace" });
}

const coins = await sendFrom("faucet", async () => [{ to, value: toNano("10"), bounce: false }]);
const edge = await sendFrom("carol", async (wallet) => {
  const body = encodeBody({
    type: "jetton_transfer",
    amount: 100_000_000_000n,
    destination: to,
    responseDestination: wallet.address,
    forwardTonAmount: 0n,
  });
  return [{ to: await client.read(EDGE, "get_wallet_address", [wallet.address]), value: toNano("0.1"), body }];
});
console.log(
  coins.success && edge.success
    ? "10 TON and 100 EDGE have arrived"
    : (coins.reason ?? edge.reason ?? "not known yet: read the balance"),
);
