// Long traces: at almost any moment a message is in flight, so that the lists of pending actions, traces and transactions have rows.
import { COURIER } from "../cast.mjs";
import { makeMessage } from "../director.mjs";
import { makeRelayBody } from "../scenes/money.mjs";
import { makeTransfer } from "./sender.mjs";

/** Blocks from one trace to the next; a trace of four messages takes as many blocks. */
const BLOCK_INTERVAL = 4;

/** A message through all relays and back. @type {import("./index.mjs").Family} */
export async function makeRelayTraffic(chain, cast) {
  const nextSeqno = chain.head.mc.seqno + 1;
  if (nextSeqno % BLOCK_INTERVAL) return [];
  const lastMessage = makeMessage(cast.wallet(COURIER).address, "0.01", {
    body: `through ${cast.relays.length} relays`,
  });
  const firstMessage = cast.relays.reduce(
    (inner, { address }, level) =>
      makeMessage(address, `0.${1 + level}`, { bounce: true, body: makeRelayBody([inner]) }),
    lastMessage,
  );
  return makeTransfer(chain, cast.wallet(COURIER), [firstMessage]);
}
