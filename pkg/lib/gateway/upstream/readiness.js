// `/readyz`: probes every upstream and reports whether the gateway is ready.

import { READINESS_TTL_MS } from "../../settings/numbers.js";
import { recordHead } from "./heads.js";
import { NOT_PROBED, probeUpstream } from "./probe.js";

/** @typedef {import("../request-context.js").RequestContext} RequestContext */

/** The cached readiness of a gateway. @param {number | null} [ttlMs] as configured */
export const createReadiness = (ttlMs) => ({
  ttlMs: ttlMs ?? READINESS_TTL_MS,
  /** The last report, and its time. @type {{ checkedAt: number, report: any } | undefined} */
  last: undefined,
  /** The time at which the upstreams were last probed. */
  probedAt: -Infinity,
});

/**
 * Returns the report as `{ status, body }`. Cached as plain data, since in workerd requests must not share a promise.
 *
 * @param {RequestContext} context
 */
export async function checkReadiness(context) {
  const { readiness, networks, core } = context.gateway;
  const { last } = readiness;
  const now = Date.now();
  readiness.probedAt = now;
  if (last && now >= last.checkedAt && now - last.checkedAt < readiness.ttlMs) return last.report;
  const [mainnet, testnet] = await Promise.all(
    [networks.mainnet, networks.testnet].map(({ name, upstreams }) =>
      Promise.all(upstreams.map((_, upstream) => checkUpstream(context, name, upstream))),
    ),
  );
  for (const [network, results] of Object.entries({ mainnet, testnet }))
    for (const [index, result] of results.entries())
      if (result !== NOT_PROBED) recordHealth(networks[network].upstreams[index], result, now);
  // The budget is used up, so callers are being served: the last report is still valid.
  if (last && [...mainnet, ...testnet].includes(NOT_PROBED)) return last.report;
  const report = core.reportReadiness({ mainnet, testnet });
  readiness.last = { checkedAt: now, report };
  return report;
}

/** Records the readiness metrics of an upstream. While it does not respond, the age of its last known block grows. */
function recordHealth(upstream, { ready, seqno, headAge }, now) {
  upstream.health = {
    ready,
    seqno: seqno ?? upstream.health?.seqno,
    blockTime: headAge === undefined ? upstream.health?.blockTime : now - headAge * 1000,
  };
}

/** Minimum milliseconds between two checks that scrapes of `/metrics` start. */
const MIN_CHECK_INTERVAL_MS = 1000;

/**
 * Starts a check of the upstreams of networks that requests have used, unless they were checked recently. The scrape does not wait for the
 * result; the next one shows it.
 *
 * @param {RequestContext} context
 */
export function refreshHealth(context) {
  const { readiness, networks } = context.gateway;
  const now = Date.now();
  const usedNetworks = Object.values(networks).filter(({ upstreams }) =>
    upstreams.some(({ counts }) => counts.attempts.some((count) => count > 0)),
  );
  if (usedNetworks.length === 0 || now - readiness.probedAt < Math.max(readiness.ttlMs, MIN_CHECK_INTERVAL_MS)) return;
  readiness.probedAt = now;
  // Not bound to the scrape's request, which ends earlier.
  const backgroundContext = context.derive({ request: {} });
  const refreshUpstream = async (network, upstream, index) => {
    const result = await checkUpstream(backgroundContext, network, index);
    if (result !== NOT_PROBED) recordHealth(upstream, result, now);
  };
  const promises = usedNetworks.flatMap(({ name, upstreams }) =>
    upstreams.map((upstream, index) => refreshUpstream(name, upstream, index).catch(() => {})),
  );
  context.ctx?.waitUntil?.(Promise.all(promises));
}

/**
 * Checks one upstream with the requests that the core names.
 *
 * @param {RequestContext} context @param {string} network @param {number} upstream
 */
async function checkUpstream(context, network, upstream) {
  const { core, readiness } = context.gateway;
  // The requests do not count among the attempts of the operator's request, nor are they in its trace.
  const probeContext = context.derive({ record: context.record.detach() });
  const responses = [];
  const start = performance.now();
  for (;;) {
    const step = core.stepReadiness(network, responses);
    if (step.known) {
      const { seqno } = step.known;
      // The first request is one of v3; further ones of v2 follow if the upstream does not have v3.
      const generation = responses.length > 1 ? "v2" : "v3";
      if (seqno > 0) recordHead(context.gateway.networks[network].heads, { upstream, generation }, seqno, start);
      return step.known;
    }
    const response = await probeUpstream(probeContext, { network, upstream, path: step.request });
    if (response === NOT_PROBED && readiness.last) return NOT_PROBED;
    responses.push(response);
  }
}
