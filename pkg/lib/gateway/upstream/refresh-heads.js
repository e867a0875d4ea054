// Requests the newest blocks of upstreams, so that the gateway can prefer one that does not lag.

import { sleepUnlessAborted, withTimeout } from "../../util/timers.js";
import { runTraced } from "../ops/run-traced.js";
import { getOpenUntil } from "./breakers.js";
import { beginProbe, endProbe, findBestHead, isHeadRecent, isProbed, recordHead, wasLagging } from "./heads.js";
import { probeUpstream } from "./probe.js";

/** A block that was shown less than this many milliseconds ago is recent: the upstream is not probed, and never more often than this. */
const RECENT_MS = 1000;
/** Milliseconds for which a request waits for the probes. Then it is sent although the block of an upstream is not known. */
const WAIT_MS = 300;
/** Milliseconds between two checks of whether the probes of other requests have ended. */
const POLL_MS = 10;
/** The timeout of a probe, in milliseconds. */
const PROBE_TIMEOUT_MS = 1000;

/** @typedef {import("../request-context.js").RequestContext} RequestContext */

/**
 * Requests the newest block of each upstream that has not shown one recently and whose breaker is closed. Resolves as soon as all blocks are
 * known, or after 300 ms. However many requests wait, each upstream gets one probe per second. Returns undefined if there is nothing to wait for.
 *
 * @param {RequestContext} context @param {{ except?: number, only?: number, onlyLagging?: boolean }} selection `except`: an upstream that is not
 *   probed, since a request to it is in flight or has failed; `only`: the upstream that alone is probed; `onlyLagging`: probes only upstreams that lagged
 * @returns {Promise<undefined> | undefined}
 */
export function refreshHeads(context, { except, only, onlyLagging = false }) {
  const { gateway, verdict, record } = context;
  const { breakers, heads, urls } = gateway.networks[verdict.network];
  const { generation } = verdict;
  const candidates = [];
  for (let upstream = 0; upstream < urls.length; upstream += 1)
    if (
      upstream !== except &&
      (only === undefined || upstream === only) &&
      getOpenUntil(breakers, upstream) <= Date.now() &&
      !(onlyLagging && !wasLagging(heads, { upstream, generation }))
    )
      candidates.push({ upstream, generation });
  // The block of a single upstream is of no use without another one to compare it with.
  if (candidates.length === 0 || (candidates.length === 1 && findBestHead(heads, generation) === undefined))
    return undefined;
  if (gateway.deadlineMs - record.elapsedMs() < 2 * WAIT_MS) return undefined;
  const timing = { now: performance.now(), intervalMs: RECENT_MS };
  const probes = [];
  for (const source of candidates)
    if (
      !isHeadRecent(heads, source, RECENT_MS) &&
      record.mayAttempt(gateway.maxAttempts - 1) &&
      beginProbe(heads, source, timing)
    )
      probes.push(probeHead(context.derive({ record: forkUntraced(record) }), source.upstream).catch(() => {}));
  if (probes.length > 0) context.ctx?.waitUntil?.(Promise.all(probes));
  const isAnyProbed = () => candidates.some((source) => isProbed(heads, source, WAIT_MS));
  return probes.length > 0 || isAnyProbed()
    ? runTraced(record, "heights", () => awaitProbes(context, probes, isAnyProbed))
    : undefined;
}

/**
 * Waits up to 300 ms for the probes of this request, and for those of others, whose promises it cannot have: in workerd, requests must not share
 * them. Others may begin a new probe each time one ends, so the limit is about the whole wait.
 *
 * @param {RequestContext} context @param {Promise<void>[]} probes @param {() => boolean} isAnyProbed @returns {Promise<undefined>}
 */
async function awaitProbes({ request }, probes, isAnyProbed) {
  const end = performance.now() + WAIT_MS;
  await withTimeout(WAIT_MS, Promise.all(probes));
  while (performance.now() < end && isAnyProbed()) if (!(await sleepUnlessAborted(POLL_MS, request.signal))) return;
}

/** Returns a record for probes: they count as attempts of the request, but its trace has only the wait for them. */
function forkUntraced(/** @type {import("../request-record.js").RequestRecord} */ record) {
  const probeRecord = record.fork();
  probeRecord.span = undefined;
  return probeRecord;
}

/** Requests the newest block of an upstream, and records its seqno. @param {RequestContext} context @param {number} upstream */
export async function probeHead(context, upstream) {
  const { network, generation } = context.verdict;
  const { heads } = context.gateway.networks[network];
  const source = { upstream, generation };
  const path = generation === "v3" ? "/api/v3/masterchainInfo" : "/api/v2/getMasterchainInfo";
  const start = performance.now();
  try {
    const { status, body } = await probeUpstream(context, { network, upstream, path, timeoutMs: PROBE_TIMEOUT_MS });
    const seqno = status === 200 ? readSeqno(body, generation) : undefined;
    if (seqno !== undefined) recordHead(heads, source, seqno, start);
  } finally {
    endProbe(heads, source);
  }
}

/** The greatest seqno that a block can have. */
const MAX_SEQNO = 2 ** 32 - 1;

/** Returns the seqno of the newest block in a response; undefined if it has none. @param {string} body @param {string} generation */
function readSeqno(body, generation) {
  try {
    const info = JSON.parse(body);
    const seqno = (generation === "v3" ? info : info?.result)?.last?.seqno;
    return Number.isInteger(seqno) && seqno > 0 && seqno <= MAX_SEQNO ? seqno : undefined;
  } catch {
    return undefined;
  }
}
