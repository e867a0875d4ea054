// The scene of a jetton that people mint, send and burn.
import { internal, toNano } from "@ton/core";

import { buildComment, buildOnchainContent } from "../contracts/code.mjs";
import * as jetton from "../contracts/jetton.mjs";

const ROUNDS = { small: 12, full: 48 };
const DECIMALS = 9;
const toUnits = (/** @type {number} */ amount) => BigInt(amount) * 10n ** BigInt(DECIMALS);

const CONTENT = buildOnchainContent({
  name: "Edge Coin",
  symbol: "EDGE",
  description: "The jetton of the local chain. It is worth nothing.",
  decimals: String(DECIMALS),
});

const call = (to, value, body, init) => internal({ to, value: toNano(value), bounce: true, body, init });

/** The minter of EDGE. @param {import("../cast.mjs").Cast} cast */
export const makeEdgeMinter = (cast) => jetton.buildMinter({ admin: cast.wallet("issuer").address, content: CONTENT });

/**
 * A jetton: its minter is deployed, people get some of it, send it to one another with and without comments, and burn some.
 * @param {import("../director.mjs").Director} d @param {"small" | "full"} size
 */
export async function createJettons(d, size) {
  const { people, crowd } = d.cast;
  const issuer = d.cast.wallet("issuer");
  // Wallets of this jetton are on the basechain; erin's account is deleted.
  const holders = people.filter((w) => w.workchain === 0 && w.name !== "erin");
  const receivers = [...holders, ...crowd];
  const minter = makeEdgeMinter(d.cast);
  const findWallet = (person) => jetton.buildWallet({ owner: person.address, minter: minter.address }).address;
  await d.round(d.send(d.cast.faucet, [internal({ to: issuer.address, value: toNano(1000), bounce: false })]));
  await d.settle();
  await d.round(d.send(issuer, [call(minter.address, "1", undefined, minter.init)]));
  await d.settle();
  for (const person of holders) {
    const body = jetton.buildMint({
      to: person.address,
      amount: toUnits(10_000),
      value: toNano("0.1"),
      responseTo: issuer.address,
      forwardAmount: toNano("0.01"),
      forwardPayload: buildComment(`for ${person.name}`),
    });
    await d.round(d.send(issuer, [call(minter.address, "0.2", body)]));
  }
  await d.settle();
  for (let i = 0; i < ROUNDS[size]; i += 1) {
    const senders = holders.filter(() => d.chance.below(4) > 0);
    const transfers = senders.map((from) => {
      const to = d.chance.pick(receivers.filter((w) => w !== from));
      const body = jetton.buildTransfer({
        to: to.address,
        amount: toUnits(1 + d.chance.below(90)),
        responseTo: from.address,
        forwardAmount: d.chance.below(2) ? 1n : 0n,
        forwardPayload: d.chance.below(2) ? buildComment(`invoice ${i}`) : undefined,
        queryId: 1000 + i,
      });
      return d.send(from, [call(findWallet(from), "0.1", body)]);
    });
    await d.round(...transfers);
  }
  await d.settle();
  for (const from of holders.slice(0, 3)) {
    const body = jetton.buildBurn({ amount: toUnits(5 + d.chance.below(20)), responseTo: from.address, queryId: 7 });
    await d.round(d.send(from, [call(findWallet(from), "0.1", body)]));
  }
  // More than the balance: the wallet refuses, and nothing moves.
  const [poorHolder, otherHolder] = holders;
  const tooMuch = jetton.buildTransfer({
    to: otherHolder.address,
    amount: toUnits(10_000_000),
    responseTo: poorHolder.address,
  });
  await d.round(d.send(poorHolder, [call(findWallet(poorHolder), "0.1", tooMuch)]));
  await d.settle();
}
