// JSON-RPC batches: in as few requests as the server allows, side by side under the same pace, or call by call where it knows none.

import { fail, isList, isTonEdgeError, kindOf } from "./error.js";
import { core } from "./load/client.js";
import { only } from "./options.js";
import { readOptions, send } from "./send.js";

/**
 * Most calls that a server takes in one list, by base URL; 1 where it reads one object only. Forgotten all at once: it costs each one
 * request to be told again.
 */
const known = /* @__PURE__ */ new Map();
const MOST_KNOWN = 256;
/** Until a server says otherwise. The gateway of this package takes so many. */
const MOST_CALLS = 20;
/** How a server that knows no lists answers one: it is no request to it. C++ does it by an empty 500. */
const NOT_READ = [400, 404, 405, 415, 422, 500, 501];

function learn(baseUrl, most) {
  if (known.size >= MOST_KNOWN) known.clear();
  known.set(baseUrl, Math.min(most, known.get(baseUrl) ?? most));
}

export async function batch(settings, calls, written, rpc) {
  if (!isList(calls)) throw fail("invalid_parameter", `the calls of a batch must be an array, not ${kindOf(calls)}`);
  let list;
  try {
    list = [...calls];
  } catch (cause) {
    throw fail("invalid_parameter", "the calls of the batch cannot be read: reading them throws", { cause });
  }
  const options = readOptions(written);
  // All are read and checked before the first is sent.
  const jobs = list.map((call, at) => {
    const { method, params = {} } = only(call, ["method", "params"], `call ${at} of the batch`);
    const job = rpc(method, params, String(at + 1));
    return { ...job, planned: core.plan(job.generation, job.path, options.verb, job.params, options.extra) };
  });
  const outcome = (work) => work.then((value) => ({ ok: true, value }), (error) => {
    // An abort is the caller's own: it ends everything.
    if (!isTonEdgeError(error)) throw error;
    return { ok: false, error };
  });
  const one = (job) => outcome(send(settings, job, options));
  const reads = jobs.filter(({ read }) => read);
  // A send goes alone: of a list that failed nobody knows what was taken.
  const found = new Map(jobs.filter(({ read }) => !read).map((job) => [job, one(job)]));
  const together = async (list) => {
    const most = known.get(settings.baseUrl) ?? MOST_CALLS;
    // What has no outcome here is asked for alone.
    if (most < 2 || list.length < 2) return;
    const isNew = !known.has(settings.baseUrl);
    if (list.length > most) {
      // Of a server that has taken no list yet, one at a time finds out how many calls it takes.
      if (isNew) await together(list.splice(0, most));
      const size = known.get(settings.baseUrl) ?? most;
      const parts = [];
      while (list.length > 0) parts.push(together(list.splice(0, size)));
      await Promise.all(parts);
      return;
    }
    const { ok, value, error } = await outcome(send(settings, listOf(list), options));
    if (ok && value) {
      learn(settings.baseUrl, most);
      for (const [at, job] of list.entries()) {
        const item = value(at, job.params.id);
        // One of them may be beyond the limit.
        if (item.error?.status !== 429) found.set(job, item);
      }
    } else if (ok || NOT_READ.includes(error.status)) {
      learn(settings.baseUrl, 1);
    } else if (error.status === 413) {
      const half = list.length >> 1;
      learn(settings.baseUrl, half);
      await together(list.splice(0, half));
      await together(list);
    } else {
      for (const job of list) found.set(job, { ok, error });
    }
  };
  await together([...reads]);
  return Promise.all(jobs.map((job) => found.get(job) ?? one(job)));
}

/** The calls as one. Its result finds the outcome of each by place and id; undefined: the answer is no list. */
function listOf(jobs) {
  return {
    ...jobs[0],
    weight: jobs.length,
    body: `[${jobs.map(({ planned }) => planned.body)}]`,
    judge(status, shape, value, clean, shown) {
      if (status >= 300 || status < 200) return core.settle("v2", status, shape, value, clean);
      if (shape !== 2 || !isList(value)) return undefined;
      const byId = new Map(value.flatMap((item) => (item?.id == null ? [] : [[String(item.id), item]])));
      // Without ids the order tells.
      const ordered = byId.size === 0 && value.length === jobs.length;
      return (at, id) => {
        const item = ordered ? value[at] : byId.get(id);
        if (item === undefined) return { ok: false, error: fail("invalid_response", "the answer to the batch lacks this call") };
        try {
          return { ok: true, value: core.settle("v2", status, 2, item, clean) };
        } catch (error) {
          return { ok: false, error: shown(error) };
        }
      };
    },
  };
}
