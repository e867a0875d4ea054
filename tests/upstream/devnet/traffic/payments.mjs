// Payments of the traders to one another and to people.
import { internal } from "@ton/core";

import { PAYERS } from "../cast.mjs";
import { createRandom } from "../chance.mjs";
import { listPeople, makeTransfer } from "./sender.mjs";

/** In two of three blocks one or two traders pay. @type {import("./index.mjs").Family} */
export async function makePaymentTraffic(chain, cast) {
  const nextSeqno = chain.head.mc.seqno + 1;
  const { below, pick } = createRandom(chain.seed, "traffic", nextSeqno);
  if (below(3) === 0) return [];
  const payers = PAYERS.map(cast.wallet);
  const firstIndex = below(payers.length);
  const chosenPayers = below(2) ? [payers[firstIndex]] : [payers[firstIndex], payers[(firstIndex + 1) % payers.length]];
  const sentItems = [];
  for (const from of chosenPayers) {
    const to = pick([...payers, ...listPeople(cast)].filter((w) => w !== from));
    const message = internal({
      to: to.address,
      value: BigInt(5 + below(50)) * 10_000_000n,
      bounce: false,
      body: below(2) ? `block ${nextSeqno}` : undefined,
    });
    sentItems.push(...(await makeTransfer(chain, from, [message])));
  }
  return sentItems;
}
