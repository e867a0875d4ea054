// The scene of multisigs: orders at each stage, from one without approvals to those that were executed, refused or forgotten.
import { beginCell, internal, toNano } from "@ton/core";

import { buildComment } from "../contracts/code.mjs";
import * as jetton from "../contracts/jetton.mjs";
import * as multisig from "../contracts/multisig.mjs";
import { makeMessage } from "../director.mjs";

const YEARS = 20 * 365 * 86_400;
/** Seconds until the order that nobody approves in time expires: the two blocks that create it come before that. */
const SHORT = 150;
const MANY = { small: 0, full: 10 };
/** Most messages in one transfer of a wallet v4. */
const MAX_MESSAGES = 4;

/** The multisigs of a world. @param {import("../cast.mjs").Cast} cast */
export function makeMultisigs(cast) {
  const [mia, noah, olga, paul] = ["mia", "noah", "olga", "paul"].map((name) => cast.wallet(name).address);
  return {
    first: multisig.buildMultisig({ threshold: 2, signers: [mia, noah], proposers: [paul] }),
    /** The signers and proposers after the third order of the first multisig. */
    changed: { threshold: 2, signers: [mia, noah, olga], proposers: [paul] },
    many: multisig.buildMultisig({ threshold: 1, signers: [mia] }),
  };
}

/** @param {import("../director.mjs").Director} d @param {"small" | "full"} size */
export async function createMultisigs(d, size) {
  const { cast } = d;
  const [mia, noah, olga, paul] = ["mia", "noah", "olga", "paul"].map((name) => cast.wallet(name));
  const [alice, bob] = ["alice", "bob"].map((name) => cast.wallet(name));
  const { first, changed, many } = makeMultisigs(cast);
  const call = (to, body, init = undefined) => internal({ to, value: toNano("0.2"), bounce: true, body, init });
  const findOrder = (seqno) => multisig.buildOrder({ multisig: first.address, seqno }).address;
  const payAction = (to, value, body) =>
    multisig.buildSendMessage({ message: internal({ to, value: toNano(value), body }) });
  /** Sends a new order to the first multisig. */
  const create = (wallet, order, lifetime = YEARS) =>
    d.round(d.send(wallet, [call(first.address, multisig.buildNewOrder({ expiration: d.now + lifetime, ...order }))]));
  const sendApproval = (wallet, seqno, body) => d.round(d.send(wallet, [call(findOrder(seqno), body)]));

  await d.round(
    d.send(
      cast.faucet,
      [mia, noah, olga, paul].map(({ address }) => makeMessage(address, "500")),
    ),
  );
  await d.settle();
  await d.round(d.send(mia, [makeMessage(first.address, "50", { bounce: true, init: first.init })]));
  await d.settle();

  // 0: a payment, with all approvals. 1: made before the signers change, so it can no longer be executed. 2: the change.
  await create(mia, { actions: [payAction(bob.address, "1.5", "from the multisig")], index: 0, queryId: 1 });
  await create(mia, { actions: [payAction(bob.address, "2", "too late")], index: 0, queryId: 2 });
  await create(noah, { actions: [multisig.buildUpdateParams(changed)], index: 1, queryId: 3 });
  await d.settle();
  await sendApproval(noah, 0, multisig.buildApprove({ index: 1, queryId: 4 }));
  await sendApproval(mia, 2, multisig.buildApproveByComment());
  await d.settle();
  await sendApproval(noah, 1, multisig.buildApprove({ index: 1, queryId: 5 }));

  // Order 3: a proposal without approvals, with actions of several kinds. 4: one approval of two. 5: expires.
  const [body, payload] = [jetton.buildTransfer, buildComment("invoice 7")];
  const actions = [
    payAction(
      bob.address,
      "0.1",
      body({ to: alice.address, amount: 5n, responseTo: first.address, forwardPayload: payload }),
    ),
    payAction(alice.address, "0.3", buildComment("a proposal")),
    payAction(alice.address, "0.2"),
    payAction(bob.address, "0.1", beginCell().storeUint(0xfeed, 32).storeUint(7, 64).endCell()),
    beginCell().storeUint(0xbad, 32).endCell(),
  ];
  await create(paul, { actions, index: 0, bySigner: false, queryId: 6 });
  await create(olga, { actions: [payAction(alice.address, "3", "half of the approvals")], index: 2, queryId: 7 });
  await create(noah, { actions: [payAction(alice.address, "4", "never")], index: 1, queryId: 8 }, SHORT);
  await d.settle();
  // Approvals that an order rejects, and an order of an account that is not a signer.
  await sendApproval(olga, 4, multisig.buildApprove({ index: 2, queryId: 9 }));
  d.now += 4 * SHORT;
  await sendApproval(olga, 5, multisig.buildApprove({ index: 2, queryId: 10 }));
  await create(paul, { actions: [payAction(paul.address, "40")], index: 0, queryId: 11 });
  await d.settle();

  if (!MANY[size]) return;
  await d.round(d.send(mia, [makeMessage(many.address, "20", { bounce: true, init: many.init })]));
  for (let i = 0; i < MANY[size]; i += 1) {
    const orders = Array.from({ length: MAX_MESSAGES }, (_, k) => {
      const payActions = [
        payAction(d.chance.pick(cast.people).address, `0.0${1 + d.chance.below(9)}`, `order ${i * MAX_MESSAGES + k}`),
      ];
      return call(
        many.address,
        multisig.buildNewOrder({ actions: payActions, index: 0, expiration: d.now + YEARS, queryId: i }),
      );
    });
    await d.round(d.send(mia, orders));
  }
  await d.settle();
}
