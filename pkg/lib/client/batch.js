// JSON-RPC batches: as few requests as the server allows, sent in parallel within the rate limit; single calls if the server
// accepts no batch.

import { setBounded } from "../util/bounded-maps.js";
import { fail, isList, isTonEdgeError, kindOf } from "../util/error.js";
import { pickOptions } from "../util/options.js";
import { core } from "../wasm/client.js";
import { readCallOptions } from "./call.js";
import { checkIntegrity, send } from "./send.js";

/**
 * Maximum number of calls that a server accepts in one batch, by base URL; 1 if it accepts no batch. After a limit is evicted,
 * one request is needed to learn it again.
 */
const listLimits = /* @__PURE__ */ new Map();
/** The limit until a server reports another one; this package's gateway accepts this many. */
const DEFAULT_MAX_CALLS = 20;
/** Statuses of servers that accept no batch and do not read a list as a request. The C++ server sends an empty 500. */
const NO_BATCH_STATUSES = [400, 404, 405, 415, 422, 500, 501];

function rememberListLimit(baseUrl, maxCalls) {
  setBounded(listLimits, baseUrl, Math.min(maxCalls, listLimits.get(baseUrl) ?? maxCalls));
}

export async function sendBatch(settings, calls, rawOptions, makeRpcEndpoint) {
  if (!isList(calls)) throw fail("invalid_parameter", `the calls of a batch must be an array, not ${kindOf(calls)}`);
  let callList;
  try {
    callList = [...calls];
  } catch (cause) {
    throw fail("invalid_parameter", "the calls of the batch cannot be read: reading them throws", { cause });
  }
  const options = readCallOptions(rawOptions);
  // All calls are read and checked before the first one is sent.
  const items = callList.map((call, index) => {
    const { method, params = {} } = pickOptions(call, ["method", "params"], `call ${index} of the batch`);
    const endpoint = makeRpcEndpoint(method, params, String(index + 1));
    const { generation, path } = endpoint;
    return {
      ...endpoint,
      plan: core.plan({ method: options.method, generation, path }, endpoint.params, options.extra),
    };
  });
  const settleWork = (pendingResult) =>
    pendingResult.then(
      (value) => ({ ok: true, value }),
      (error) => {
        // An abort comes from the caller, so it ends everything.
        if (!isTonEdgeError(error)) throw error;
        return { ok: false, error };
      },
    );
  const sendAlone = (item) => settleWork(send(settings, item, options));
  const readItems = items.filter((item) => item.reads);
  // Sends are not batched, since after a failed batch it would be unknown which of them were accepted.
  const outcomeByItem = new Map(items.filter((item) => !item.reads).map((item) => [item, sendAlone(item)]));
  const sendTogether = async (list) => {
    const maxCalls = listLimits.get(settings.baseUrl) ?? DEFAULT_MAX_CALLS;
    // Calls that get no outcome here are sent alone.
    if (maxCalls < 2 || list.length < 2) return;
    const isNew = !listLimits.has(settings.baseUrl);
    if (list.length > maxCalls) {
      // Until a server has accepted a list, batches are sent one at a time to learn how many calls it accepts.
      if (isNew) await sendTogether(list.splice(0, maxCalls));
      const size = listLimits.get(settings.baseUrl) ?? maxCalls;
      const parts = [];
      while (list.length > 0) parts.push(sendTogether(list.splice(0, size)));
      await Promise.all(parts);
      return;
    }
    const { ok, value, error } = await settleWork(send(settings, makeListEndpoint(list), options));
    if (ok && value) {
      rememberListLimit(settings.baseUrl, maxCalls);
      for (const [index, item] of list.entries()) {
        const ownOutcome = value(index, item.params.id);
        const isOlder =
          ownOutcome.ok &&
          settings.session?.isOlder({ endpoint: item, plan: item.plan }, settings.baseUrl, ownOutcome.value);
        // A call that got 429, or a result that shows less than the client has seen, has no outcome here: it is sent alone, within the
        // rate limit.
        if (ownOutcome.error?.status !== 429 && !isOlder)
          outcomeByItem.set(
            item,
            ownOutcome.ok
              ? await settleWork(checkIntegrity(settings, item.plan, Promise.resolve(ownOutcome.value)))
              : ownOutcome,
          );
      }
    } else if (ok || NO_BATCH_STATUSES.includes(error.status)) {
      rememberListLimit(settings.baseUrl, 1);
    } else if (error.status === 413) {
      const half = list.length >> 1;
      rememberListLimit(settings.baseUrl, half);
      await sendTogether(list.splice(0, half));
      await sendTogether(list);
    } else {
      for (const item of list) outcomeByItem.set(item, { ok, error });
    }
  };
  await sendTogether([...readItems]);
  return Promise.all(items.map((item) => outcomeByItem.get(item) ?? sendAlone(item)));
}

/**
 * Sends the calls as one batch. The result is a function that returns the outcome of a call by its index and id; undefined if the
 * response is not a list.
 */
function makeListEndpoint(items) {
  return {
    ...items[0],
    weight: items.length,
    body: `[${items.map(({ plan }) => plan.body)}]`,
    judge(status, shape, value, redactSecrets, withoutSecrets) {
      if (status >= 300 || status < 200) return core.judge("v2", { status, shape, body: value }, redactSecrets);
      if (shape !== 2 || !isList(value)) return undefined;
      const itemsById = new Map(value.flatMap((item) => (item?.id == null ? [] : [[String(item.id), item]])));
      // Without ids the order decides.
      const isOrdered = itemsById.size === 0 && value.length === items.length;
      return (index, id) => {
        const ownResponse = isOrdered ? value[index] : itemsById.get(id);
        if (ownResponse === undefined)
          return { ok: false, error: fail("invalid_response", "the batch response has no entry for this call") };
        try {
          return {
            ok: true,
            value: core.judge("v2", { status, shape: 2, body: ownResponse, list: items[index].list }, redactSecrets),
          };
        } catch (error) {
          return { ok: false, error: withoutSecrets(error) };
        }
      };
    },
  };
}
