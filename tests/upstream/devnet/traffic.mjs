// Transfers among the seeded wallets, so that the chain moves while a developer watches. The messages of a block follow
// from the seed and the block number alone.
import { internal } from "@ton/core";

import { chance } from "./chance.mjs";
import { runGetMethod } from "./view.mjs";

const LIFETIME = 600;

/**
 * The external messages for the next block: none in most blocks, otherwise one or two.
 * @param {import("./chain.mjs").Chain} chain @param {import("./cast.mjs").Cast} cast @returns {Promise<import("@ton/core").Cell[]>}
 */
export async function trafficOf(chain, cast) {
  const { below, pick } = chance(chain.seed, "traffic", chain.head.mc.seqno + 1);
  if (below(3)) return [];
  const senders = cast.people.filter((w) => w.version !== "v2r2");
  const first = below(senders.length);
  const chosen = below(2) ? [senders[first]] : [senders[first], senders[(first + 1) % senders.length]];
  const out = [];
  for (const from of chosen) {
    const { exit_code, stack } = await runGetMethod(chain, { account: from.account, method: "seqno", stack: [] });
    const [seqno] = stack;
    if (exit_code !== 0 || seqno?.type !== "int" || seqno.value === 0n) continue; // not deployed: this world has no wallets
    const to = pick(cast.people.filter((w) => w !== from));
    const message = internal({
      to: to.address,
      value: BigInt(1 + below(50)) * 1_000_000n,
      bounce: false,
      body: below(2) ? `block ${chain.head.mc.seqno + 1}` : undefined,
    });
    out.push(from.transfer({ seqno: Number(seqno.value), messages: [message], validUntil: chain.time() + LIFETIME }));
  }
  return out;
}
