// Scenes of plain money: wallets are paid and pay one another, messages fail in each way, traces branch, one account is busy.
import { beginCell, contractAddress, internal, storeMessageRelaxed } from "@ton/core";

import { makeMessage } from "../director.mjs";

/** @typedef {import("../director.mjs").Director} Director */

const ROUNDS = { small: 8, full: 40 };
const BUSY_ROUNDS = 14,
  BUSY_EACH = 25;

/** Every wallet gets money. Most deploy themselves with their first message; those on the masterchain by the message that pays them. */
export async function fundWallets(d) {
  const { faucet, people, busy, crowd, relays } = d.cast;
  const wallets = [...people, busy];
  await d.round(
    d.send(
      faucet,
      wallets.map((w) =>
        makeMessage(w.address, "1000", { init: w.workchain === -1 ? w.init : undefined, body: `welcome, ${w.name}` }),
      ),
    ),
  );
  await d.round(
    d.send(faucet, [
      ...crowd.map((w) => makeMessage(w.address, "100000")),
      ...relays.map((r) => makeMessage(r.address, "100", { init: r.init })),
    ]),
  );
  await d.settle();
  for (const from of wallets) {
    const to = d.chance.pick(people.filter((w) => w !== from));
    await d.round(d.send(from, [makeMessage(to.address, "1.5", { bounce: true, body: `from ${from.name}` })]));
  }
  await d.round(...crowd.map((w) => d.send(w, [makeMessage(faucet.address, "1")])));
  await d.settle();
}

/** Every wallet pays every other one, across both workchains; several pay at once, so that blocks have several transactions. */
export async function sendTransfers(d, size) {
  const { people } = d.cast;
  for (let i = 0; i < ROUNDS[size]; i++) {
    const senders = people.filter(() => d.chance.below(3) === 0);
    await d.round(
      ...senders.map((from) => {
        const to = d.chance.pick(people.filter((w) => w !== from));
        return d.send(from, [
          makeMessage(to.address, `0.${1 + d.chance.below(99)}`, {
            bounce: true,
            body: d.chance.below(2) ? `payment ${i}` : undefined,
          }),
        ]);
      }),
    );
  }
  await d.settle();
}

/** An account without a key: it has this code from its first message on. @param {Director} d @param {string} name @param {import("@ton/core").Cell} [code] */
function makeContractWithoutKey(d, name, code = d.cast.thrower.init.code) {
  const init = { code, data: beginCell().storeStringTail(`${d.chain.seed} ${name}`).endCell() };
  return { address: contractAddress(0, init), init };
}

/** Bounces, and a failure in each phase. */
export async function causeFailures(d) {
  const { cast } = d;
  const alice = cast.wallet("alice"),
    bob = cast.wallet("bob"),
    dave = cast.wallet("dave");
  const { address } = makeContractWithoutKey(d, "nobody");
  const quietAccount = makeContractWithoutKey(d, "quiet");
  // To an account without state: the message bounces if its flag is set, and is credited otherwise. To a frozen account. With the StateInit
  // of another account.
  await d.round(d.send(alice, [makeMessage(address, "0.5", { bounce: true })]));
  await d.round(
    d.send(alice, [makeMessage(quietAccount.address, "0.25")]),
    d.send(bob, [makeMessage(cast.frozen.address, "0.1", { bounce: true })]),
  );
  await d.round(
    d.send(dave, [
      makeMessage(makeContractWithoutKey(d, "wrong key").address, "0.2", { bounce: true, init: cast.relays[0].init }),
    ]),
  );
  // Four failures: too little for gas; an exit code; and, by a wallet and by a contract, sending more than the balance.
  await d.round(d.send(alice, [internal({ to: bob.address, value: 1n, bounce: true })]));
  await d.round(
    d.send(bob, [
      makeMessage(cast.thrower.address, "0.3", {
        bounce: true,
        body: beginCell().storeUint(0xdeadbeef, 32).storeUint(7, 64).endCell(),
      }),
    ]),
  );
  await d.round(d.send(alice, [makeMessage(bob.address, "1000000")], { sendMode: 1, lost: true }));
  await d.round(
    d.send(bob, [
      makeMessage(cast.relays[0].address, "0.3", {
        bounce: true,
        body: makeRelayBody([makeMessage(bob.address, "1000000")]),
      }),
    ]),
  );
  await d.settle();
  // An account that sends its whole balance away and is deleted.
  await d.round(d.send(cast.wallet("erin"), [makeMessage(alice.address, "0")], { sendMode: 128 + 32 }));
  await d.settle();
}

/** The body that a relay reads: one message in each reference. */
export const makeRelayBody = (messages) =>
  messages
    .reduce(
      (b, m) => b.storeRef(beginCell().store(storeMessageRelaxed(m)).endCell()),
      beginCell().storeUint(0x7e1a, 32),
    )
    .endCell();

/** Messages through relays, `depth` levels, two from each relay; the last ones go to a wallet. */
function makeBranches(d, depth, level = 0) {
  const { relays, people } = d.cast;
  if (level === depth) return [makeMessage(people[level % people.length].address, "0.01", { body: `level ${level}` })];
  const value = (0.06 * 2 ** (depth - level)).toFixed(3);
  const children = [...makeBranches(d, depth, level + 1), ...(level % 2 ? makeBranches(d, depth, level + 1) : [])];
  return [makeMessage(relays[level % relays.length].address, value, { bounce: true, body: makeRelayBody(children) })];
}

/** Traces several levels deep, one of them across both workchains, and a log: an external message out. */
export async function causeTraces(d) {
  const { cast } = d;
  const carol = cast.wallet("carol");
  for (const depth of [2, 3, 5]) await d.round(d.send(carol, makeBranches(d, depth)));
  await d.settle();
  const logMessage = beginCell()
    .storeUint(3, 2)
    .storeUint(0, 2)
    .storeUint(0, 2)
    .storeUint(0, 64 + 32)
    .storeBit(false)
    .storeBit(false)
    .storeUint(0xfeed, 32)
    .endCell();
  const body = beginCell()
    .storeUint(0x7e1a, 32)
    .storeRef(logMessage)
    .storeRef(
      beginCell()
        .store(storeMessageRelaxed(makeMessage(cast.wallet("grace").address, "0.05")))
        .endCell(),
    )
    .endCell();
  await d.round(d.send(carol, [makeMessage(cast.relays[1].address, "0.2", { bounce: true, body })]));
  await d.settle();
}

/** One account with thousands of transactions: the crowd pays it in turns, and the account pays some back. */
export async function fillBusyAccount(d, size) {
  if (size !== "full") return;
  const { crowd, busy } = d.cast;
  for (let i = 0; i < BUSY_ROUNDS; i++) {
    const payments = crowd.map((w, k) =>
      d.send(
        w,
        Array.from({ length: BUSY_EACH }, (_, n) =>
          makeMessage(busy.address, "0.001", { body: n % 5 ? undefined : `${i}.${k}.${n}` }),
        ),
      ),
    );
    const repayments = i % 3 ? [] : [d.send(busy, [makeMessage(crowd[i % crowd.length].address, "0.01")])];
    await d.round(...payments, ...repayments);
    d.progress(i + 1, BUSY_ROUNDS);
  }
  await d.settle();
}
