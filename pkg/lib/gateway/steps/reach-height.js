// Sends a read that requires a masterchain block (`X-Ton-Edge-Min-Seqno`) only to an upstream that has reached this block, and waits until there is
// one. Repeats a read that requires a transaction (`X-Ton-Edge-Min-Lt`) until a response shows it.

import { sleepUnlessAborted } from "../../util/timers.js";
import { readLogicalTime } from "../cache/logical-time.js";
import { describeUpstreamBehind, describeBehindAccount } from "../core/gateway-core.js";
import { discardBody, CLIENT_GONE_REPLY, replyFromCore } from "../http/reply.js";
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
  const { minSeqno, minLt, verdict } = context;
  if (!verdict.reads || (minSeqno === undefined && minLt === undefined)) return next(context);
  return readAtHeight(context, next);
}

/** @param {RequestContext} context @param {Next} next */
async function readAtHeight(context, next) {
  const { gateway, verdict, request, record, minSeqno, minLt, flight } = context;
  const { generation } = verdict;
  const { heads } = gateway.networks[verdict.network];
  const deadline = Math.min(performance.now() + gateway.behindWaitMs, record.start + gateway.deadlineMs);
  let shownLt;
  for (let round = 0; ; round += 1) {
    const upstream = minSeqno === undefined ? takeTurn(context, round) : await findUpstream(context);
    if (upstream !== undefined || minSeqno === undefined) {
      const earlierAttempts = flight?.attempts;
      const reply = await next(context.derive({ fixedUpstream: upstream }));
      if (reply === CLIENT_GONE_REPLY) return CLIENT_GONE_REPLY;
      const shownSeqno = reply.read?.seqno;
      const isAtBlock = minSeqno === undefined || shownSeqno === undefined || shownSeqno >= minSeqno;
      const shownHeight = readShownHeight(context, reply);
      if (isAtBlock && (shownHeight === undefined || shownHeight.lt >= minLt)) return reply;
      if (shownHeight) shownLt = shownHeight.lt > (shownLt ?? -1n) ? shownHeight.lt : shownLt;
      // The response came from a replica of the upstream that is further behind. Its block has been recorded, so the upstream is probed again.
      reply.read?.release?.();
      discardBody(reply.body);
      // The attempt got a response, so it did not fail. It does not count among the attempts of the flight.
      if (flight) flight.attempts = earlierAttempts;
    }
    const leftMs = deadline - performance.now();
    if (leftMs <= 0 || !record.mayAttempt(gateway.maxAttempts)) break;
    // Without a block, only the read itself shows how far an upstream is, so it is sent less often than the upstream is probed.
    const pauseMs = minSeqno === undefined ? PROBE_INTERVAL_MS : POLL_MS;
    if (!(await sleepUnlessAborted(Math.min(pauseMs, leftMs), request.signal))) return CLIENT_GONE_REPLY;
  }
  const description =
    shownLt === undefined && minSeqno !== undefined
      ? describeUpstreamBehind(verdict, minSeqno, findBestHead(heads, generation))
      : describeBehindAccount(verdict, minLt, shownLt);
  return replyFromCore(description, verdict);
}

/**
 * Returns the last transaction of the account that a response shows, -1 for none; undefined if the caller does not require one, and for an error
 * response or a final one, which are passed on.
 *
 * @param {RequestContext} context @param {import("../upstream/deliver-response.js").UpstreamReply} reply
 */
function readShownHeight({ verdict, minLt }, { status, body, read }) {
  if (minLt === undefined || status !== 200 || read?.entry?.isFinal) return undefined;
  return { lt: readLogicalTime(verdict, read?.text ?? body) ?? -1n };
}

/**
 * Returns the upstream of a round: the preferred one first, and then each in turn, since another one may show the transaction. Undefined for the usual
 * order.
 *
 * @param {RequestContext} context @param {number} round
 */
function takeTurn({ gateway, verdict }, round) {
  const { breakers, upstreams } = gateway.networks[verdict.network];
  if (round === 0 || verdict.callerKey !== undefined) return undefined;
  const upstream = round % upstreams.length;
  return getOpenUntil(breakers, upstream) > Date.now() ? undefined : upstream;
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
