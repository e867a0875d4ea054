// JSON-RPC batches: as few requests as the server allows, side by side at one pace; single calls where it accepts no batch.

import { setBounded } from "../util/bounded-maps.js";
import { fail, isList, isTonEdgeError, kindOf } from "../util/error.js";
import { pickOptions } from "../util/options.js";
import { core } from "../wasm/client.js";
import { readCallOptions } from "./call.js";
import { checked, send } from "./send.js";

/**
 * Most calls that a server takes in one list, by base URL; 1 where it reads one object only. A forgotten one costs a
 * request to find out again.
 */
const known = /* @__PURE__ */ new Map();
/** The limit until a server reports another one; the gateway of this package accepts this many. */
const MOST_CALLS = 20;
/** Statuses of servers that accept no batch and do not read a list as a request. The C++ server sends an empty 500. */
const NOT_READ = [400, 404, 405, 415, 422, 500, 501];

function rememberListLimit(baseUrl, most) {
  setBounded(known, baseUrl, Math.min(most, known.get(baseUrl) ?? most));
}

export async function sendBatch(settings, calls, written, rpc) {
  if (!isList(calls)) throw fail("invalid_parameter", `the calls of a batch must be an array, not ${kindOf(calls)}`);
  let list;
  try {
    list = [...calls];
  } catch (cause) {
    throw fail("invalid_parameter", "the calls of the batch cannot be read: reading them throws", { cause });
  }
  const options = readCallOptions(written);
  // All are read and checked before the first is sent.
  const items = list.map((call, at) => {
    const { method, params = {} } = pickOptions(call, ["method", "params"], `call ${at} of the batch`);
    const endpoint = rpc(method, params, String(at + 1));
    const { generation, path } = endpoint;
    return { ...endpoint, plan: core.plan(generation, path, options.method, endpoint.params, options.extra) };
  });
  const outcome = (work) =>
    work.then(
      (value) => ({ ok: true, value }),
      (error) => {
        // An abort is the caller's own: it ends everything.
        if (!isTonEdgeError(error)) throw error;
        return { ok: false, error };
      },
    );
  const one = (item) => outcome(send(settings, item, options));
  const reads = items.filter((item) => item.reads);
  // A send goes alone: after a failed batch it is unknown what was accepted.
  const found = new Map(items.filter((item) => !item.reads).map((item) => [item, one(item)]));
  const together = async (list) => {
    const most = known.get(settings.baseUrl) ?? MOST_CALLS;
    // A call without an outcome here is sent alone.
    if (most < 2 || list.length < 2) return;
    const isNew = !known.has(settings.baseUrl);
    if (list.length > most) {
      // Until a server has accepted a list, batches are sent one at a time to learn how many calls it accepts.
      if (isNew) await together(list.splice(0, most));
      const size = known.get(settings.baseUrl) ?? most;
      const parts = [];
      while (list.length > 0) parts.push(together(list.splice(0, size)));
      await Promise.all(parts);
      return;
    }
    const { ok, value, error } = await outcome(send(settings, listOf(list), options));
    if (ok && value) {
      rememberListLimit(settings.baseUrl, most);
      for (const [at, item] of list.entries()) {
        const own = value(at, item.params.id);
        // One of the calls may be beyond the limit.
        if (own.error?.status !== 429)
          found.set(item, own.ok ? await outcome(checked(settings, item.plan, Promise.resolve(own.value))) : own);
      }
    } else if (ok || NOT_READ.includes(error.status)) {
      rememberListLimit(settings.baseUrl, 1);
    } else if (error.status === 413) {
      const half = list.length >> 1;
      rememberListLimit(settings.baseUrl, half);
      await together(list.splice(0, half));
      await together(list);
    } else {
      for (const item of list) found.set(item, { ok, error });
    }
  };
  await together([...reads]);
  return Promise.all(items.map((item) => found.get(item) ?? one(item)));
}

/** The calls as one batch. Its result finds the outcome of each by index and id; undefined: the response is not a list. */
function listOf(items) {
  return {
    ...items[0],
    weight: items.length,
    body: `[${items.map(({ plan }) => plan.body)}]`,
    judge(status, shape, value, clean, withoutSecrets) {
      if (status >= 300 || status < 200) return core.settle("v2", { status, shape, body: value }, clean);
      if (shape !== 2 || !isList(value)) return undefined;
      const byId = new Map(value.flatMap((item) => (item?.id == null ? [] : [[String(item.id), item]])));
      // Without ids the order decides.
      const ordered = byId.size === 0 && value.length === items.length;
      return (at, id) => {
        const own = ordered ? value[at] : byId.get(id);
        if (own === undefined)
          return { ok: false, error: fail("invalid_response", "the batch response lacks this call") };
        try {
          return { ok: true, value: core.settle("v2", { status, shape: 2, body: own, list: items[at].list }, clean) };
        } catch (error) {
          return { ok: false, error: withoutSecrets(error) };
        }
      };
    },
  };
}
