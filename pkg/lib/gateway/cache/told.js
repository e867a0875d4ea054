// A kept answer as one caller gets it: in the style that was asked, with what HTTP says of its age (RFC 9110, 9111, 9211).

import { withTail } from "../tail.js";
import { allowing } from "../upstream.js";
import { ageOf } from "./age.js";

/** Our name in `Cache-Status`. */
const NAME = "ton-edge";

/** Status, headers and body of an entry for the caller; `how` is the rest of `Cache-Status`, or a hit. */
export function told(entry, { verdict, request, seen }, now, how) {
  const { origin, tail, head, keep } = verdict;
  const age = ageOf(entry, now);
  const headers = allowing(origin, [...entry.headers]);
  headers.push(["cache-control", scoped(keep, entry.control)]);
  if (how === undefined || how.startsWith("fwd=stale")) headers.push(["age", String(Math.floor(age / 1000))]);
  headers.push(["cache-status", `${NAME}; ${how ?? `hit; ttl=${Math.floor((entry.fresh - age) / 1000)}`}`]);
  if (tail !== undefined) return { status: entry.status, headers, body: withTail(entry.body, tail) };
  if (verdict.verb === "GET" && request.method !== "POST" && entry.status === 200) {
    headers.push(["etag", `W/"${entry.tag}"`]);
    if (isKnown(request.headers.get("if-none-match"), entry.tag)) {
      return { status: 304, headers: headers.filter(([name]) => name !== "content-type"), body: null, isKept: true };
    }
  }
  seen.bytesOut = entry.size;
  return { status: entry.status, headers, body: head ? null : entry.body, isKept: true };
}

/** Headers that say why an answer was not kept. */
export const untold = (how) => [["cache-control", "no-store"], ["cache-status", `${NAME}; ${how}`]];

/** Where callers have keys, an answer is for who showed one: no cache on its way may hand it to others. */
const scoped = (keep, control) => (control === "no-store" ? control : `${keep.private ? "private" : "public"}, ${control}`);

/** Tags are compared weakly, which for ours is by what stands in the quotes. */
const isKnown = (given, tag) => given !== null && given !== undefined && (given.trim() === "*" || given.includes(`"${tag}"`));
