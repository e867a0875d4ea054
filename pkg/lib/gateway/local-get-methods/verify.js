// Compares a computed response with the upstream's for the same block, after the caller has it.

import { decodeBag, isSameBag, readBag } from "./bag.js";

/** Most comparisons at once. */
const MOST_AT_ONCE = 8;

/** The tags of arguments of v3 in v2. */
const TAGS = { num: "num", cell: "tvm.Cell", slice: "tvm.Slice" };

/** The request of v2 for the same call at a block. v3 has no blocks, and passes its calls on to v2. */
function requestAt(verdict, seqno) {
  const { address, method, stack = [] } = JSON.parse(verdict.body);
  const isV3 = verdict.generation === "v3";
  const entries = isV3 ? stack.map(({ type, value }) => [TAGS[type], value]) : stack;
  return {
    ...verdict,
    generation: "v2",
    url: verdict.url.replace("/api/v3/", "/api/v2/"),
    body: JSON.stringify({ address, method, stack: entries, seqno }),
    cacheUse: undefined,
    tail: undefined,
    origin: undefined,
    head: false,
    caller: undefined,
  };
}

/** Most bytes of the upstream's response. */
const MOST_BYTES = 4 * 1024 * 1024;

/** Whether two values of JSON are equal, bags by their cells; undefined if that cannot be decided. */
function isSame(one, other) {
  if (one === other) return true;
  if (typeof one === "string" && typeof other === "string") {
    const [left, right] = [one, other].map((text) => {
      const bytes = decodeBag(text);
      return bytes && readBag(bytes);
    });
    return left && right ? isSameBag(left, right) : false;
  }
  if (typeof one !== "object" || typeof other !== "object" || one === null || other === null) return false;
  const names = Object.keys(one).filter((name) => name !== "object");
  if (Array.isArray(one) && one.length !== other.length) return false;
  let all = true;
  for (const name of names) {
    const same = isSame(one[name], other[name]);
    if (same === false) return false;
    all &&= same ?? false;
  }
  return all || undefined;
}

/** @param {import("./load.js").Tools} tools */
export function createVerifier({ readStream }) {
  let running = 0;
  /**
   * `"equal"`, `"different"`, or why neither is known: `"busy"`, `"failed"`, `"unknown"`.
   *
   * @param {{ seqno: number, lt: string, gasUsed: number, exitCode: number, stack: string | undefined }} ours the stack in the form of v2, or of
   *   v2 Std for a call of that
   * @param {import("./reads.js").Call} call
   */
  return async function verify(ours, { context, upstream }) {
    if (running >= MOST_AT_ONCE) return "busy";
    running += 1;
    try {
      const verdict = requestAt(context.verdict, ours.seqno);
      const changes = { verdict, request: { signal: undefined }, record: context.record.detach(), flight: undefined };
      const reply = await upstream.forward(context.derive({ ...changes, staleEntry: undefined }));
      const { body } = reply;
      const text = body && typeof body === "object" ? await readStream(body, MOST_BYTES) : body;
      if (reply.status !== 200 || !text) return "failed";
      const { result } = JSON.parse(/** @type {string} */ (text));
      // Another state: an upstream that does not read at a block.
      if (result.last_transaction_id && result.last_transaction_id.lt !== ours.lt) return "unknown";
      if (result.gas_used !== ours.gasUsed || result.exit_code !== ours.exitCode) return "different";
      // A stack that fits in the form of v3 may be too large in the form of v2.
      if (ours.stack === undefined) return "unknown";
      const same = isSame(JSON.parse(ours.stack), result.stack);
      return same === undefined ? "unknown" : same ? "equal" : "different";
    } catch {
      return "failed";
    } finally {
      running -= 1;
    }
  };
}
