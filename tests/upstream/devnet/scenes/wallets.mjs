// The scene of wallets: each version that the service knows is deployed and pays once.
import { internal, toNano } from "@ton/core";

import * as signed from "../contracts/signed-wallets.mjs";
import { makeMessage } from "../director.mjs";
import { listKeys } from "../wallet.mjs";

/** The wallets of the cast, by the names of their versions. */
const VERSIONS = ["v1r1", "v1r2", "v1r3", "v2r1", "v2r2"];
/** Seconds for which a query may be valid; highload wallets store queries for this time. */
const VALID = 3600;

/**
 * The wallets that @ton/ton does not have: the state of each, and the body that makes it pay.
 * @param {string} seed of the world
 * @returns {Record<string, { state: import("../contracts/signed-wallets.mjs").State, pay: (payment: { messages: any[], now: number }) => any }>}
 */
export function makeSignedWallets(seed) {
  const owners = ["v4r1", "highload v1r1", "highload v1r2", "highload v2", "highload v3"];
  const [v4r1, firstHighload, secondHighload, highload2, highload3] = owners.map((name) => listKeys(seed, name));
  const makeOrder = ({ secretKey }, { messages, now }) => ({ secretKey, messages, validUntil: now + VALID });
  const thirdWallet = signed.buildHighload3(highload3);
  return {
    v4r1: {
      state: signed.buildWalletV4R1(v4r1),
      pay: (payment) => signed.buildTransferV4R1({ ...makeOrder(v4r1, payment), seqno: 0 }),
    },
    "highload v1r1": {
      state: signed.buildHighload1({ ...firstHighload, revision: 1 }),
      pay: (payment) => signed.buildTransferHighload1({ ...makeOrder(firstHighload, payment), seqno: 0 }),
    },
    "highload v1r2": {
      state: signed.buildHighload1(secondHighload),
      pay: (payment) => signed.buildTransferHighload1({ ...makeOrder(secondHighload, payment), seqno: 0 }),
    },
    "highload v2": {
      state: signed.buildHighload2(highload2),
      pay: (payment) => signed.buildTransferHighload2({ ...makeOrder(highload2, payment), queryNumber: 1 }),
    },
    "highload v3": {
      state: thirdWallet,
      pay: ({ messages, now }) =>
        signed.buildTransferHighload3({
          secretKey: highload3.secretKey,
          queryId: 1,
          message: signed.buildBatchHighload3(thirdWallet, messages, { value: toNano("0.5"), queryId: 1 }),
          createdAt: now - 60,
        }),
    },
  };
}

/** @param {import("../director.mjs").Director} d */
export async function useWallets(d) {
  const ownWallets = VERSIONS.map((name) => d.cast.wallet(name));
  const otherWallets = Object.entries(makeSignedWallets(d.chain.seed));
  const addresses = [...ownWallets.map((w) => w.address), ...otherWallets.map(([, { state }]) => state.address)];
  await d.round(
    d.send(
      d.cast.faucet,
      addresses.map((address) => makeMessage(address, "10")),
    ),
  );
  await d.settle();
  // The scene leaves out erin, whose account stays deleted.
  const people = d.cast.people.filter(({ name }) => name !== "erin");
  const makePayments = (name, count) =>
    Array.from({ length: count }, (_, i) =>
      internal({
        to: people[i % people.length].address,
        value: toNano("0.1"),
        bounce: false,
        body: `from a wallet ${name}`,
      }),
    );
  await d.round(
    ...ownWallets.map((wallet) => d.send(wallet, makePayments(wallet.version, 1))),
    ...otherWallets.map(([name, { state, pay }]) =>
      signed.buildExternal(
        state,
        pay({ messages: makePayments(name, name.startsWith("highload") ? 6 : 2), now: d.now }),
        {
          deploy: true,
        },
      ),
    ),
  );
  await d.settle();
}
