// The service behind the gateway: the request to it, and what becomes of its reply.

import { gather } from "../body.js";
import { checkKey } from "../key.js";
import { core } from "../load/gateway.js";
import { discard, isEmpty } from "./reply.js";

/** workerd hands compressed bodies through as they are; the other runtimes have decoded them. */
const DECODES = globalThis.navigator?.userAgent !== "Cloudflare-Workers";
/** Most bytes of a reply that is not streamed through but read, to put the caller's id into it. */
const MAX_READ_BYTES = 32 * 1024 * 1024;

/**
 * Asks the service what a verdict says.
 *
 * @returns {Promise<{ status: number, headers: [string, string][], body: ReadableStream | string | null }>}
 */
export async function ask(ready, verdict, request, env, id) {
  const { response, failure } = await attempt(ready, verdict, request, env);
  // Nobody is there to answer, and the service is not to blame.
  if (failure === "gone") return { status: 499, headers: [], body: null };
  const judged = judge(ready, verdict, id, response?.status ?? 0, failure);
  if (typeof judged.body === "string") {
    discard(response?.body);
    return judged;
  }
  if (verdict.head || isEmpty(judged.status)) {
    discard(response.body);
    return { ...judged, headers: [...judged.headers, ...kept(ready, response, false)] };
  }
  if (verdict.tail === null) {
    return { ...judged, headers: [...judged.headers, ...kept(ready, response, false)], body: response.body };
  }
  const text = await gather(response.body, MAX_READ_BYTES).catch(() => undefined);
  const body = text && withTail(text, verdict.tail);
  if (body === undefined) return judge(ready, verdict, id, 0, "the reply is no JSON object, too long, or broken off");
  return { ...judged, headers: [...judged.headers, ...kept(ready, response, true)], body };
}

/** One request: a response, or why there is none. */
async function attempt(ready, verdict, request, env) {
  const headers = new Headers(verdict.headers);
  const key = await currentKey(ready, verdict.network, env);
  if (key !== undefined) headers.set("x-api-key", key);

  const timeout = AbortSignal.timeout(ready.timeout);
  const signal = request.signal ? AbortSignal.any([timeout, request.signal]) : timeout;
  const send = ready.fetch ?? globalThis.fetch;
  try {
    const { verb: method, body } = verdict;
    return { response: await send(verdict.url, { method, headers, body, redirect: "manual", signal }) };
  } catch (error) {
    if (request.signal?.aborted) return { failure: "gone" };
    return { failure: timeout.aborted ? "timeout" : `${error?.name ?? "Error"}: ${error?.cause?.code ?? "the connection failed"}` };
  }
}

/** What the core makes of a status, or of there being none. */
function judge(ready, verdict, id, status, failure) {
  const { generation, network, problem, tail } = verdict;
  const finish = core.call("finish", generation === "v3", network === "testnet", problem, status, failure);
  if (finish.alert) ready.log(JSON.stringify({ level: "error", id, alert: finish.alert }));
  const body = finish.body ?? null;
  return {
    status: finish.status,
    headers: [...verdict.answerHeaders, ...finish.headers],
    body: body !== null && tail !== null ? withTail(body, tail) : body,
  };
}

/** The service's headers that go on; of a body that was `read`, not those about its bytes. */
function kept(ready, response, read) {
  const all = [];
  const encoded = read || (DECODES && response.headers.has("content-encoding"));
  for (const name of ready.kept) {
    const value = response.headers.get(name);
    if (value === null || (encoded && (name === "content-encoding" || name === "content-length"))) continue;
    all.push([name, value]);
  }
  return all;
}

/** A JSON object with more members at its end; undefined when the text is none. */
function withTail(text, tail) {
  const end = text.lastIndexOf("}");
  if (end < 0 || !/^\s*\{/.test(text) || text.slice(end + 1).trim() !== "") return undefined;
  const head = text.slice(0, end);
  return `${head}${/\{\s*$/.test(head) ? tail.slice(1) : tail}}`;
}

async function currentKey(ready, network, env) {
  const key = await ready.upstream[network].key(env);
  return key === undefined || key === "" ? undefined : checkKey(key);
}
