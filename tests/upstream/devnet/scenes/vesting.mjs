// The scene of vesting wallets: one whose locked coins may only go to a whitelist, and one whose coins are all free.
import { beginCell, external, internal, storeMessage, toNano } from "@ton/core";

import * as vesting from "../contracts/vesting.mjs";
import { GENESIS_UTIME } from "../cast.mjs";
import { makeMessage } from "../director.mjs";

const MONTH = 30 * 86_400;
/** Time until all coins are unlocked, 120 months: the clock of a running chain is far before its end. */
const TOTAL = 120 * MONTH;

/** The vesting wallets of a world; quinn owns both, rosa is the sender of their coins. @param {import("../cast.mjs").Cast} cast */
export function makeVestings(cast) {
  const [quinn, rosa] = [cast.wallet("quinn"), cast.wallet("rosa")];
  const parties = { publicKey: quinn.keys.publicKey, owner: quinn.address, sender: rosa.address };
  return {
    locked: vesting.buildVestingWallet({
      ...parties,
      amount: toNano(1000),
      startTime: GENESIS_UTIME,
      totalDuration: TOTAL,
      unlockPeriod: MONTH,
      cliffDuration: 12 * MONTH,
    }),
    free: vesting.buildVestingWallet({
      ...parties,
      amount: toNano(100),
      startTime: GENESIS_UTIME - 24 * MONTH,
      totalDuration: 12 * MONTH,
      unlockPeriod: MONTH,
    }),
  };
}

/** @param {import("../director.mjs").Director} d */
export async function createVestings(d) {
  const { cast } = d;
  const [quinn, rosa] = [cast.wallet("quinn"), cast.wallet("rosa")];
  const [alice, bob, carol] = ["alice", "bob", "carol"].map((name) => cast.wallet(name).address);
  const { locked, free } = makeVestings(cast);
  const call = (to, body) => internal({ to: to.address, value: toNano("0.1"), bounce: true, body });
  // Locked coins may only be sent in bounceable messages.
  const payMessage = (to, value, body) => internal({ to, value: toNano(value), bounce: true, body });

  await d.round(d.send(cast.faucet, [makeMessage(quinn.address, "100"), makeMessage(rosa.address, "2000")]));
  await d.settle();
  await d.round(
    d.send(rosa, [
      makeMessage(locked.address, "1000", { bounce: true, init: locked.init }),
      makeMessage(free.address, "100", { bounce: true, init: free.init }),
    ]),
  );
  await d.settle();
  await d.round(d.send(rosa, [call(locked, vesting.buildAddWhitelist({ addresses: [alice, bob], queryId: 1 }))]));
  await d.settle();
  // Sent to an address of the whitelist; to another one, which the wallet refuses; and an addition that the wallet ignores.
  await d.round(
    d.send(quinn, [
      call(locked, vesting.buildSendOrder({ message: payMessage(alice, "50", "whitelisted"), queryId: 2 })),
    ]),
  );
  await d.round(
    d.send(quinn, [call(locked, vesting.buildSendOrder({ message: payMessage(carol, "60", "refused"), queryId: 3 }))]),
  );
  await d.round(d.send(quinn, [call(locked, vesting.buildAddWhitelist({ addresses: [carol], queryId: 4 }))]));
  // Free coins may go anywhere, also by an external message that the owner signs.
  await d.round(
    d.send(quinn, [call(free, vesting.buildSendOrder({ message: payMessage(carol, "5", "unlocked"), queryId: 5 }))]),
  );
  const body = vesting.buildTransfer({
    secretKey: quinn.keys.secretKey,
    seqno: 0,
    message: payMessage(bob, "7", "unlocked"),
    validUntil: d.now + 3600,
  });
  await d.round(
    beginCell()
      .store(storeMessage(external({ to: free.address, body })))
      .endCell(),
  );
  await d.settle();
}
