// The scene of libraries: the masterchain publishes the code that the wallets of a stablecoin refer to; people receive the stablecoin, also
// in transfers with encrypted comments; its issuer locks a wallet and takes jettons back. The same issuer holds an extra currency since the
// zero state, and sends some.
import { internal, toNano } from "@ton/core";

import { buildComment } from "../contracts/code.mjs";
import { buildEncryptedComment } from "../contracts/encrypted-comment.mjs";
import * as jetton from "../contracts/jetton.mjs";
import * as libraries from "../contracts/libraries.mjs";
import * as stablecoin from "../contracts/stablecoin.mjs";
import { EXTRA_CURRENCY } from "../cast.mjs";

const ROUNDS = { small: 4, full: 20 };
const DECIMALS = 6;
const toUnits = (/** @type {number} */ amount) => BigInt(amount) * 10n ** BigInt(DECIMALS);
const URI = "https://stablecoin.example/jetton.json";

const call = (to, value, body, init) => internal({ to, value: toNano(value), bounce: true, body, init });

/** Two libraries: of the stablecoin, and of jettons of version 2, which a developer may deploy. @param {import("../director.mjs").Director} d */
async function publishLibraries(d) {
  const treasurerWallet = d.cast.wallet("treasurer");
  const publisher = libraries.buildPublisher(treasurerWallet.address);
  await d.round(
    d.send(treasurerWallet, [
      internal({ to: publisher.address, value: toNano(100), bounce: false, init: publisher.init }),
    ]),
  );
  await d.settle();
  const codes = [stablecoin.getWalletLibrary(), jetton.getWallet2Library()];
  await d.round(
    d.send(
      treasurerWallet,
      codes.map((code) => call(publisher.address, "0.5", libraries.buildPublish(code))),
    ),
  );
  await d.settle();
}

/** @param {import("../director.mjs").Director} d @param {"small" | "full"} size */
async function circulateStablecoins(d, size) {
  const treasurer = d.cast.wallet("treasurer");
  const [alice, bob, carol, dave] = ["alice", "bob", "carol", "dave"].map((name) => d.cast.wallet(name));
  const minter = stablecoin.buildMinter({ admin: treasurer.address, uri: URI });
  const findWallet = (owner) => stablecoin.buildWallet({ owner: owner.address, minter: minter.address }).address;
  const sendOrder = (...bodies) =>
    d.send(
      treasurer,
      bodies.map((body) => call(minter.address, "0.3", body)),
    );
  const transferCoins = (to, amount, forwardPayload) =>
    d.send(treasurer, [
      call(
        findWallet(treasurer),
        "0.2",
        jetton.buildTransfer({
          to: to.address,
          amount: toUnits(amount),
          responseTo: treasurer.address,
          forwardAmount: toNano("0.01"),
          forwardPayload,
          queryId: 40 + amount,
        }),
      ),
    ]);
  await d.round(d.send(treasurer, [call(minter.address, "1", stablecoin.buildTopUp(), minter.init)]));
  await d.settle();
  const mintMessages = /** @type {const} */ ([
    [treasurer, 1_000_000],
    [alice, 500],
    [carol, 700],
  ]).map(([to, amount]) =>
    jetton.buildMint({
      op: jetton.OP.mint,
      to: to.address,
      amount: toUnits(amount),
      value: toNano("0.1"),
      responseTo: treasurer.address,
      forwardAmount: 1n,
      queryId: amount,
    }),
  );
  await d.round(sendOrder(...mintMessages));
  await d.settle();
  for (let i = 0; i < ROUNDS[size]; i += 1)
    await d.round(
      transferCoins(
        d.chance.pick([alice, bob, carol, dave]),
        1 + d.chance.below(90),
        d.chance.below(2) ? buildComment(`salary ${i}`) : undefined,
      ),
    );
  await d.round(
    transferCoins(bob, 99, buildEncryptedComment("Your salary of June, and a bonus.", { from: treasurer, to: bob })),
  );
  await d.settle();
  // The issuer moves jettons from alice to dave, and burns some of carol's and some of its own jettons.
  const value = toNano("0.15");
  await d.round(
    sendOrder(
      stablecoin.buildForceTransfer({
        owner: alice.address,
        to: dave.address,
        amount: toUnits(120),
        value,
        responseTo: treasurer.address,
        queryId: 81,
      }),
    ),
  );
  await d.round(
    sendOrder(
      stablecoin.buildForceBurn({
        owner: carol.address,
        amount: toUnits(200),
        value,
        responseTo: treasurer.address,
        queryId: 82,
      }),
    ),
  );
  const burn = jetton.buildBurn({ amount: toUnits(1000), responseTo: treasurer.address, queryId: 83 });
  await d.round(d.send(treasurer, [call(findWallet(treasurer), "0.1", burn)]));
  await d.settle();
  await playLocks(d, { order: sendOrder, pay: transferCoins, treasurer, bob });
}

/** A wallet that is locked for incoming jettons refuses them, so they go back; a wallet that may not send refuses its owner. Bob's wallet stays locked. */
async function playLocks(d, { order, pay, treasurer, bob }) {
  const value = toNano("0.05");
  const makeStatus = (owner, status) => stablecoin.buildSetStatus({ owner: owner.address, status, value });
  await d.round(order(makeStatus(bob, stablecoin.STATUS.locked), makeStatus(treasurer, stablecoin.STATUS.lockedOut)));
  await d.settle();
  await d.round(pay(bob, 7));
  await d.settle();
  await d.round(order(makeStatus(treasurer, stablecoin.STATUS.unlocked)));
  await d.settle();
  await d.round(pay(bob, 8));
  await d.settle();
}

/**
 * A transfer of an extra currency with a comment, one with only the TON for its fees, a call with some of the currency, and an encrypted
 * comment.
 */
async function sendCurrencies(d) {
  const treasurer = d.cast.wallet("treasurer");
  const [alice, bob, grace] = ["alice", "bob", "grace"].map((name) => d.cast.wallet(name));
  const sendCurrency = (to, value, amount, body) =>
    internal({
      to: to.address,
      value: toNano(value),
      bounce: false,
      extracurrency: { [EXTRA_CURRENCY.id]: amount },
      body,
    });
  await d.round(d.send(treasurer, [sendCurrency(bob, "0.1", 5_000_000n, "some of another coin")]));
  await d.round(
    d.send(treasurer, [sendCurrency(grace, "0.2", 70_000n), sendCurrency(alice, "0.1", 1n, jetton.buildClaimAdmin(6))]),
  );
  // If a contract refuses the message, the currency goes back with it.
  const refusedMessage = sendCurrency(d.cast.thrower, "0.3", 300n, "not wanted");
  await d.round(d.send(treasurer, [makeBounceable(refusedMessage)]));
  await d.round(
    d.send(treasurer, [
      makeBounceable(sendCurrency(d.cast.thrower, "0.4", 400n, "all of it comes back"), FLAG.newBounce | FLAG.fullBody),
    ]),
  );
  await d.round(
    d.send(treasurer, [
      internal({
        to: bob.address,
        value: toNano("0.5"),
        bounce: false,
        body: buildEncryptedComment("Only you can read this: the tea is in the second cupboard. ".repeat(4), {
          from: treasurer,
          to: bob,
        }),
      }),
    ]),
  );
  await d.settle();
}

/** Flags of a message, in the field that had the fee of instant routing: a bounce of the new format, with all of the body. */
const FLAG = { newBounce: 1n, fullBody: 2n };

/** @param {any} message @param {bigint} [flags] of how it bounces */
const makeBounceable = (message, flags = 0n) => ({
  ...message,
  info: { ...message.info, bounce: true, ihrFee: flags },
});

/** @param {import("../director.mjs").Director} d @param {"small" | "full"} size */
export async function createStablecoins(d, size) {
  await publishLibraries(d);
  await circulateStablecoins(d, size);
  await sendCurrencies(d);
}
