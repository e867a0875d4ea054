// Makes a response from a cache entry: the caller's format and id, and the headers for its age (RFC 9110, 9111, 9211).

import { createGenerationalMap } from "../../util/bounded-maps.js";
import { allowOrigin } from "../http/reply.js";
import { spliceId } from "../http/splice-id.js";
import { computeAge } from "./freshness.js";

/** The name of this cache in `Cache-Status`. */
const CACHE_NAME = "ton-edge";

/** Maximum entries whose headers are remembered. Reuse pays because responses within the same second have equal headers. */
const MAX_RECENT = 256;

/**
 * @typedef {{ control: string, age: number | undefined, cacheStatus: string, tag: string | undefined }} Facts
 * @typedef {{ source: [string, string][], facts: Facts, headers: [string, string][], times: number, allHeaders: Headers | undefined }} Recent
 */

/** The headers of recent responses, without their bodies. */
export const createRecentHeaders = () => createGenerationalMap(MAX_RECENT);

/**
 * Returns the reply that serves an entry. `cacheStatus`: the parameters of `Cache-Status`, by default those of a hit.
 *
 * @param {import("../request-context.js").RequestContext} context @param {any} entry @param {number} now @param {string} [cacheStatus]
 * @returns {import("../http/reply.js").Reply}
 */
export function replyFromEntry(context, entry, now, cacheStatus) {
  const { verdict, request, record } = context;
  const { origin, tail, head, cacheUse } = verdict;
  context.gateway.cache.writes.noteResponse(verdict, entry.body, entry);
  const age = computeAge(entry, now);
  const isTagged = tail === undefined && verdict.verb === "GET" && request.method !== "POST" && entry.status === 200;
  const isNotModified = isTagged && matchesTag(request.headers.get("if-none-match"), entry.tag);
  const status = isNotModified ? 304 : entry.status;
  const facts = {
    control: writeCacheControl(cacheUse, entry.control),
    age: /^fwd=[mr]/.test(cacheStatus) ? undefined : Math.floor(age / 1000),
    cacheStatus: cacheStatus ?? `hit; ttl=${Math.floor((entry.fresh - age) / 1000)}`,
    tag: isTagged ? entry.tag : undefined,
  };
  if (tail !== undefined)
    return { status, headers: createHeaders(entry, origin, status, facts), body: spliceId(entry.body, tail, entry) };
  if (!isNotModified) record.bytesOut = entry.size;
  const body = isNotModified || head ? null : entry.body;
  const { recent: headersByEntry, store } = context.gateway.cache;
  const forms = body === null ? undefined : store.formsOf(cacheUse.key, entry);
  if (cacheStatus !== undefined)
    return { status, headers: createHeaders(entry, origin, status, facts), body, entry, forms };
  const name = `${cacheUse.key}\n${origin}\n${status}`;
  let recentHeaders = headersByEntry.get(name);
  // Refers to the list of headers, not to the entry: its body must not stay in memory after the cache evicts it.
  if (recentHeaders?.source !== entry.headers || !areFactsEqual(recentHeaders.facts, facts)) {
    recentHeaders = {
      source: entry.headers,
      facts,
      headers: createHeaders(entry, origin, status, facts),
      times: 0,
      allHeaders: undefined,
    };
    headersByEntry.set(name, recentHeaders);
  }
  return { status, headers: recentHeaders.headers, body, recent: recentHeaders, entry, forms };
}

const areFactsEqual = (a, b) =>
  a.control === b.control && a.age === b.age && a.cacheStatus === b.cacheStatus && a.tag === b.tag;

function createHeaders(entry, origin, status, { control, age, cacheStatus, tag }) {
  const headers = allowOrigin(
    origin,
    status === 304 ? entry.headers.filter(([name]) => name !== "content-type") : [...entry.headers],
  );
  headers.push(["cache-control", control]);
  if (age !== undefined) headers.push(["age", String(age)]);
  headers.push(["cache-status", `${CACHE_NAME}; ${cacheStatus}`]);
  if (entry.seqno !== undefined) headers.push(["x-ton-edge-seqno", String(entry.seqno)]);
  if (entry.behind !== undefined) headers.push(["x-ton-edge-behind", String(entry.behind)]);
  if (tag !== undefined) headers.push(["etag", `W/"${tag}"`]);
  return headers;
}

/**
 * Returns the headers of a response that did not come from the cache; `Cache-Status` says why.
 *
 * @param {string} cacheStatus @returns {[string, string][]}
 */
export const createMissHeaders = (cacheStatus) => [
  ["cache-control", "no-store"],
  ["cache-status", `${CACHE_NAME}; ${cacheStatus}`],
];

/** If callers have API keys, a response is private, so that shared caches between gateway and caller do not store it. */
const writeCacheControl = (cacheUse, control) =>
  control === "no-store" ? control : `${cacheUse.private ? "private" : "public"}, ${control}`;

/** Compares entity tags weakly, by the text in the quotes. Correct for all tags of the gateway. */
const matchesTag = (header, tag) =>
  header !== null && header !== undefined && (header.trim() === "*" || header.includes(`"${tag}"`));
