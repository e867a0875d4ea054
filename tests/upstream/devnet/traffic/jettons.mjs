// Occasional transfers of EDGE, the jetton of the seeded world.
import { internal, toNano } from "@ton/core";

import { JETTON_TRADERS } from "../cast.mjs";
import { writeRawAddress } from "../account-name.mjs";
import { createRandom } from "../chance.mjs";
import { buildComment } from "../contracts/code.mjs";
import { buildTransfer, buildWallet } from "../contracts/jetton.mjs";
import { makeEdgeMinter } from "../scenes/jettons.mjs";
import { findState } from "../view.mjs";
import { listPeople, makeTransfer } from "./sender.mjs";

const BLOCK_INTERVAL = 12;
/** A hundredth of an EDGE in the smallest units. */
const CENT = 10_000_000n;

/** In one of twelve blocks a trader sends up to 1 EDGE to another one or to a person on the basechain. @type {import("./index.mjs").Family} */
export async function makeJettonTraffic(chain, cast) {
  const nextSeqno = chain.head.mc.seqno + 1;
  const { below, pick } = createRandom(chain.seed, "traffic of jettons", nextSeqno);
  if (below(BLOCK_INTERVAL)) return [];
  const traders = JETTON_TRADERS.map(cast.wallet);
  const from = pick(traders);
  const ownAddress = buildWallet({ owner: from.address, minter: makeEdgeMinter(cast).address }).address;
  if (findState(chain, writeRawAddress(ownAddress)).status !== "active") return [];
  const people = listPeople(cast).filter((w) => w.workchain === 0);
  const body = buildTransfer({
    to: pick([...traders, ...people].filter((w) => w !== from)).address,
    amount: BigInt(1 + below(100)) * CENT,
    responseTo: from.address,
    forwardAmount: toNano("0.01"),
    forwardPayload: below(2) ? buildComment(`block ${nextSeqno}`) : undefined,
    queryId: nextSeqno,
  });
  return makeTransfer(chain, from, [internal({ to: ownAddress, value: toNano("0.15"), bounce: true, body })]);
}
