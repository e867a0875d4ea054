// The service behind the gateway: the request to it, and what becomes of its reply.

import { checkKey } from "../key.js";
import { core } from "../load/gateway.js";
import { discard, isEmpty, reply } from "./reply.js";

/** workerd hands compressed bodies through as they are; the other runtimes have decoded them. */
const DECODES = globalThis.navigator?.userAgent !== "Cloudflare-Workers";

export async function forward(ready, verdict, request, env, id) {
  const { network, generation, head, problem } = verdict;
  const headers = new Headers(verdict.headers);
  const key = await currentKey(ready, network, env);
  if (key !== undefined) headers.set("x-api-key", key);

  const timeout = AbortSignal.timeout(ready.timeout);
  const signal = request.signal ? AbortSignal.any([timeout, request.signal]) : timeout;
  const send = ready.fetch ?? globalThis.fetch;
  let response;
  let reason;
  try {
    response = await send(verdict.url, { method: verdict.verb, headers, body: verdict.body, redirect: "manual", signal });
  } catch (error) {
    // Nobody is there to answer, and the service is not to blame.
    if (request.signal?.aborted) return reply(499, null, [], id);
    reason = timeout.aborted ? "timeout" : `${error?.name ?? "Error"}: ${error?.cause?.code ?? "the connection failed"}`;
  }
  const finish = core.call(
    "finish", generation === "v3", network === "testnet", problem, response?.status ?? 0, reason,
  );
  if (finish.alert) ready.log(JSON.stringify({ level: "error", id, alert: finish.alert }));
  const all = [...verdict.answerHeaders, ...finish.headers];
  if (finish.body !== null && finish.body !== undefined) {
    discard(response?.body);
    return reply(finish.status, head ? null : finish.body, all, id);
  }
  const encoded = DECODES && response.headers.has("content-encoding");
  for (const name of ready.kept) {
    const value = response.headers.get(name);
    if (value === null || (encoded && (name === "content-encoding" || name === "content-length"))) continue;
    all.push([name, value]);
  }
  if (head || isEmpty(finish.status)) {
    discard(response.body);
    return reply(finish.status, null, all, id);
  }
  return reply(finish.status, response.body, all, id);
}

async function currentKey(ready, network, env) {
  const key = await ready.upstream[network].key(env);
  return key === undefined || key === "" ? undefined : checkKey(key);
}
