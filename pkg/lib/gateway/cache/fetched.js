// Asking the service for an answer that may be kept: read whole, judged by the core, and put into its place.

import { count } from "../log.js";
import { consult } from "../policy.js";
import { ask, brokenOff, GONE } from "../upstream.js";
import { take, takeAll } from "./take.js";

/** An answer is fetched for all who ask the same: without what is one caller's. */
const APART = { tail: undefined, origin: undefined, head: false };

/**
 * @returns {Promise<{ shared?: object, answer?: object, lost?: boolean, reason?: string }>} `shared`: plain data, an entry or a
 *   failure, for all who ask the same. Else `answer`, for this request alone, and the reason; `lost` when its caller left.
 */
export async function fetched(ready, verdict, request, env, ctx, seen) {
  const { place, maxEntryBytes, stored } = ready.cache;
  const answer = await ask(ready, { ...verdict, ...APART }, request, env, seen);
  const { status } = answer;
  const now = Date.now();
  if (answer === GONE) return { lost: true, answer };
  const length = lengthOf(answer.headers);
  if (length > maxEntryBytes) return { answer, reason: "too-large" };

  let taken;
  try {
    taken = await (length > 0 && isPlain(answer.response) ? takeAll(answer.response) : take(answer.body, maxEntryBytes));
  } catch {
    if (request.signal?.aborted) return { lost: true, answer: GONE };
    const { status, headers, body } = brokenOff(ready, { ...verdict, ...APART }, answer.made, seen);
    return { shared: { status, headers, text: body } };
  }
  // What was read is no longer packed.
  const headers = answer.headers.filter(([name]) => name !== "content-encoding" && name !== "content-length");
  if (taken.stream) return { answer: { ...answer, headers, body: taken.stream }, reason: taken.reason };

  const { text, size } = taken;
  const forbidden = answer.response?.headers.get("cache-control") ?? undefined;
  const kept = consult(ready, "keep", verdict.keep.key, status, forbidden, text);
  if (kept) {
    const entry = { status, headers: headers.filter(([name]) => stored.includes(name)), body: text, size, stored: now, ...kept };
    place.keep(verdict.keep.key, entry, env, ctx, seen);
    return { shared: { entry } };
  }
  if (status >= 400) return { shared: { status, headers, text, made: answer.made } };
  return { answer: { ...answer, headers, body: text }, reason: "not-kept" };
}

/** As long as it says; Deno's responses are taken apart before they get here. */
const isPlain = (response) => typeof response?.arrayBuffer === "function" && !response.headers.has("content-encoding");

/** Bytes as they travel; of a packed body more come out. */
const lengthOf = (headers) => count(headers.find(([name]) => name === "content-length")?.[1]) ?? 0;
