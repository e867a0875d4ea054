// Sends a read that requires a masterchain block (`X-Ton-Edge-Min-Seqno`) only to an upstream that has reached this block, and waits until there is
// one.

import { sleepUnlessAborted } from "../../util/timers.js";
import { describeBehind } from "../core/gateway-core.js";
import { discardBody, GONE, replyFromCore } from "../http/reply.js";
import { getOpenUntil } from "../upstream/breakers.js";
import { beginProbe, findBestHead, getHead } from "../upstream/heads.js";
import { probeHead } from "../upstream/refresh-heads.js";

/** Minimum number of milliseconds between two probes, which are requests for the newest block of an upstream. */
const PROBE_INTERVAL_MS = 200;
/** Milliseconds after which the next upstream is also probed, so that an upstream that does not respond delays a read only this long. */
const NEXT_PROBE_MS = 300;
/** Milliseconds between two checks of whether an upstream has reached the block. */
const POLL_MS = 50;

/** @typedef {import("../request-context.js").RequestContext} RequestContext */
/** @typedef {import("../create-gateway.js").Next} Next */

/** @param {RequestContext} context @param {Next} next */
export function reachHeight(context, next) {
  return context.minSeqno === undefined || !context.verdict.reads ? next(context) : readAtHeight(context, next);
}

/** @param {RequestContext} context @param {Next} next */
async function readAtHeight(context, next) {
  const { gateway, verdict, request, record, minSeqno, flight } = context;
  const { generation } = verdict;
  const { heads } = gateway.networks[verdict.network];
  const deadline = Math.min(performance.now() + gateway.behindWaitMs, record.start + gateway.deadlineMs);
  for (;;) {
    const upstream = await findUpstream(context);
    if (upstream !== undefined) {
      const earlierAttempts = flight?.attempts;
      const reply = await next(context.derive({ fixedUpstream: upstream }));
      const shownSeqno = reply.read?.seqno;
      if (shownSeqno === undefined || shownSeqno >= minSeqno) return reply;
      // The response came from a replica of the upstream that is further behind. Its block has been recorded, so the upstream is probed again.
      reply.read.release?.();
      discardBody(reply.body);
      // The attempt got a response, so it did not fail and does not count: the flight has as many attempts left as before.
      if (flight) flight.attempts = earlierAttempts;
    }
    const leftMs = deadline - performance.now();
    if (leftMs <= 0 || !record.mayAttempt(gateway.maxAttempts)) break;
    if (!(await sleepUnlessAborted(Math.min(POLL_MS, leftMs), request.signal))) return GONE;
  }
  return replyFromCore(describeBehind(verdict, minSeqno, findBestHead(heads, generation)), verdict);
}

/**
 * Returns the first upstream, in order, that has reached the block. Probes upstreams that have not reached it as far as is known. @param
 * {RequestContext} context
 */
async function findUpstream(context) {
  const { gateway, verdict, minSeqno } = context;
  const { generation } = verdict;
  const { heads, breakers, upstreams } = gateway.networks[verdict.network];
  // A caller's own upstream API key is sent only to the first upstream.
  const count = verdict.callerKey === undefined ? upstreams.length : 1;
  for (let upstream = 0; upstream < count; upstream += 1) {
    if (getOpenUntil(breakers, upstream) > Date.now()) continue;
    const isReached = () => getHead(heads, { upstream, generation }) >= minSeqno;
    const timing = { now: performance.now(), intervalMs: PROBE_INTERVAL_MS };
    if (!isReached() && beginProbe(heads, { upstream, generation }, timing))
      await Promise.race([probeHead(context, upstream), sleepUnlessAborted(NEXT_PROBE_MS, context.request.signal)]);
    if (isReached()) return upstream;
  }
  return undefined;
}
