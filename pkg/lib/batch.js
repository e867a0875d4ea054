// JSON-RPC batches: one request where the server knows them, else one call after the other under the same pace.

import { fail, isList, isTonEdgeError, kindOf } from "./error.js";
import { core } from "./load/client.js";
import { only } from "./options.js";
import { send } from "./send.js";

/** Base URLs of servers that read one object only. Forgotten all at once: it costs each one request to be told again. */
const single = /* @__PURE__ */ new Set();
const MOST = 256;
/** How such a server answers a list: it is no request to it. C++ does it by an empty 500. */
const NOT_READ = [400, 404, 405, 415, 422, 500, 501];

export async function batch(settings, calls, options, rpc) {
  if (!isList(calls)) throw fail("invalid_parameter", `the calls of a batch must be an array, not ${kindOf(calls)}`);
  let list;
  try {
    list = [...calls];
  } catch (cause) {
    throw fail("invalid_parameter", "the calls of the batch cannot be read: reading them throws", { cause });
  }
  // All are checked before the first is sent.
  const jobs = list.map((call, at) => {
    const { method, params = {} } = only(call, ["method", "params"], `call ${at} of the batch`);
    return rpc(method, params, String(at + 1));
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
  if (reads.length > 1 && !single.has(settings.baseUrl)) {
    const { ok, value, error } = await outcome(send(settings, listOf(settings, reads), options));
    if (ok && value) {
      for (const [at, job] of reads.entries()) {
        const item = value(at, job.params.id);
        // One of them may be beyond the limit.
        if (item.error?.status !== 429) found.set(job, item);
      }
    } else if (ok || NOT_READ.includes(error.status)) {
      if (single.size >= MOST) single.clear();
      single.add(settings.baseUrl);
    } else {
      for (const job of reads) found.set(job, { ok, error });
    }
  }
  return Promise.all(jobs.map((job) => found.get(job) ?? one(job)));
}

/** The calls as one. Its result finds the outcome of each by place and id; undefined: the answer is no list. */
function listOf({ baseUrl }, jobs) {
  const bodyOf = ({ params }) => core.request("v2", "jsonRPC", undefined, params, undefined, baseUrl).body;
  return {
    ...jobs[0],
    weight: jobs.length,
    body: `[${jobs.map(bodyOf)}]`,
    judge(status, shape, value, shown) {
      if (status >= 300 || status < 200) return core.settle("v2", status, shape, value);
      if (shape !== 2 || !isList(value)) return undefined;
      const byId = new Map(value.flatMap((item) => (item?.id == null ? [] : [[String(item.id), item]])));
      // Without ids the order tells.
      const ordered = byId.size === 0 && value.length === jobs.length;
      return (at, id) => {
        const item = ordered ? value[at] : byId.get(id);
        if (item === undefined) return { ok: false, error: fail("invalid_response", "the answer to the batch lacks this call") };
        try {
          return { ok: true, value: core.settle("v2", status, 2, item) };
        } catch (error) {
          return { ok: false, error: shown(error) };
        }
      };
    },
  };
}
