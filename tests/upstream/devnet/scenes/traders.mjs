// The scene of the traders who keep the chain moving later: they get the money and the jettons that traffic spends.
import { internal, toNano } from "@ton/core";

import { COURIER, JETTON_TRADERS, PAYERS } from "../cast.mjs";
import { buildMint } from "../contracts/jetton.mjs";
import { makeEdgeMinter } from "./jettons.mjs";

/** At one block per second this lasts for a year or more. */
const TRADER_BALANCE = toNano(5_000_000);
/** EDGE has the decimals of TON. */
const TRADER_JETTONS = toNano(1_000_000);

/** @param {import("../director.mjs").Director} d */
export async function fundTraders(d) {
  const { faucet, wallet } = d.cast;
  const issuer = wallet("issuer");
  const payments = [...PAYERS, ...JETTON_TRADERS, COURIER]
    .map(wallet)
    .map(({ address: to, init }) => internal({ to, value: TRADER_BALANCE, bounce: false, init }));
  const minted = JETTON_TRADERS.map(wallet).map(({ address: to }) =>
    internal({
      to: makeEdgeMinter(d.cast).address,
      value: toNano("0.2"),
      bounce: true,
      body: buildMint({ to, amount: TRADER_JETTONS, value: toNano("0.1"), responseTo: issuer.address }),
    }),
  );
  await d.round(d.send(faucet, payments), d.send(issuer, minted));
  await d.settle();
}
