// Makes a response from a cache entry: the caller's format and id, and the headers for its age (RFC 9110, 9111, 9211).

import { generationalMap } from "../../util/bounded-maps.js";
import { allowOrigin } from "../http/reply.js";
import { spliceId } from "../http/splice-id.js";
import { ageOf } from "./freshness.js";

/** The name of this cache in `Cache-Status`. */
const NAME = "ton-edge";

/** Most entries whose headers are remembered: responses within the same second have the same headers. */
const MOST_RECENT = 256;

/**
 * @typedef {{ control: string, age: number | undefined, how: string, tag: string | undefined }} Facts
 * @typedef {{ of: [string, string][], facts: Facts, headers: [string, string][], times: number, whole: Headers | undefined }} Recent
 */

/** The headers of recent responses, without their bodies. */
export const recentHeaders = () => generationalMap(MOST_RECENT);

/**
 * The reply to a caller of an entry; `how` is the rest of `Cache-Status`, or a hit.
 *
 * @param {import("../request-context.js").RequestContext} context @param {any} entry @param {number} now @param {string} [how]
 * @returns {import("../http/reply.js").Reply}
 */
export function replyFromEntry(context, entry, now, how) {
  const { verdict, request, record } = context;
  const { origin, tail, head, cacheUse } = verdict;
  const age = ageOf(entry, now);
  const isTagged = tail === undefined && verdict.verb === "GET" && request.method !== "POST" && entry.status === 200;
  const isSame = isTagged && isKnown(request.headers.get("if-none-match"), entry.tag);
  const status = isSame ? 304 : entry.status;
  const facts = {
    control: cacheControl(cacheUse, entry.control),
    age: /^fwd=[mr]/.test(how) ? undefined : Math.floor(age / 1000),
    how: how ?? `hit; ttl=${Math.floor((entry.fresh - age) / 1000)}`,
    tag: isTagged ? entry.tag : undefined,
  };
  if (tail !== undefined)
    return { status, headers: headersOf(entry, origin, status, facts), body: spliceId(entry.body, tail) };
  if (!isSame) record.bytesOut = entry.size;
  const body = isSame || head ? null : entry.body;
  if (how !== undefined) return { status, headers: headersOf(entry, origin, status, facts), body };
  const name = `${cacheUse.key}\n${origin}\n${status}`;
  const { recent: remembered } = context.gateway.cache;
  let recent = remembered.get(name);
  // The list, not the entry: that one's body must not outlive its place in the cache.
  if (recent?.of !== entry.headers || !isAlike(recent.facts, facts)) {
    recent = { of: entry.headers, facts, headers: headersOf(entry, origin, status, facts), times: 0, whole: undefined };
    remembered.set(name, recent);
  }
  return { status, headers: recent.headers, body, recent };
}

const isAlike = (one, other) =>
  one.control === other.control && one.age === other.age && one.how === other.how && one.tag === other.tag;

function headersOf(entry, origin, status, { control, age, how, tag }) {
  const headers = allowOrigin(
    origin,
    status === 304 ? entry.headers.filter(([name]) => name !== "content-type") : [...entry.headers],
  );
  headers.push(["cache-control", control]);
  if (age !== undefined) headers.push(["age", String(age)]);
  headers.push(["cache-status", `${NAME}; ${how}`]);
  if (tag !== undefined) headers.push(["etag", `W/"${tag}"`]);
  return headers;
}

/**
 * Headers that say why a response did not come from the cache.
 *
 * @param {string} how @returns {[string, string][]}
 */
export const missHeaders = (how) => [
  ["cache-control", "no-store"],
  ["cache-status", `${NAME}; ${how}`],
];

/** Where callers have API keys, a response is private: no shared cache on its way may store it. */
const cacheControl = (cacheUse, control) =>
  control === "no-store" ? control : `${cacheUse.private ? "private" : "public"}, ${control}`;

/** Tags are compared weakly: for tags of the gateway, by the text in the quotes. */
const isKnown = (header, tag) =>
  header !== null && header !== undefined && (header.trim() === "*" || header.includes(`"${tag}"`));
