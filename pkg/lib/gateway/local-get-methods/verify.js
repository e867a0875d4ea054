// Compares a computed result with the upstream's for the same block, after the caller has received the response.

import { decodeBag, areBagsEqual, readBag } from "./bag.js";

/** Maximum concurrent comparisons. */
const MAX_CONCURRENT = 8;

/** The v2 tag of each argument type of v3. */
const TAGS = { num: "num", cell: "tvm.Cell", slice: "tvm.Slice" };

/** Makes the v2 request for the same call at a block. v2 serves for v3, too: v3 has no parameter for the block, and forwards its calls to v2. */
function createRequest(verdict, seqno) {
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

/** Maximum bytes of the upstream's response. */
const MAX_BYTES = 4 * 1024 * 1024;

/** Whether two JSON values are equal, with bags compared by their cells; undefined if that cannot be decided. */
function compareValues(a, b) {
  if (a === b) return true;
  if (typeof a === "string" && typeof b === "string") {
    const [leftBag, rightBag] = [a, b].map((text) => {
      const bytes = decodeBag(text);
      return bytes && readBag(bytes);
    });
    return leftBag && rightBag ? areBagsEqual(leftBag, rightBag) : false;
  }
  if (typeof a !== "object" || typeof b !== "object" || a === null || b === null) return false;
  const names = Object.keys(a).filter((name) => name !== "object");
  if (Array.isArray(a) && a.length !== b.length) return false;
  let areAllEqual = true;
  for (const name of names) {
    const isEqual = compareValues(a[name], b[name]);
    if (isEqual === false) return false;
    areAllEqual &&= isEqual ?? false;
  }
  return areAllEqual || undefined;
}

/** @param {import("./load.js").Tools} tools */
export function createVerifier({ readStream }) {
  let runningCount = 0;
  /**
   * Returns `"equal"`, `"different"`, or why the comparison failed: `"busy"`, `"failed"`, `"unknown"`.
   *
   * @param {{ seqno: number, lt: string, gasUsed: number, exitCode: number, stack: string | undefined }} computedCall the stack in the format of v2,
   *   or of v2 Std for a v2 Std call
   * @param {import("./reads.js").Call} call
   */
  return async function verifyCall(computedCall, { context, upstream }) {
    if (runningCount >= MAX_CONCURRENT) return "busy";
    runningCount += 1;
    try {
      const verdict = createRequest(context.verdict, computedCall.seqno);
      const changes = { verdict, request: { signal: undefined }, record: context.record.detach(), flight: undefined };
      const reply = await upstream.forward(context.derive({ ...changes, staleEntry: undefined }));
      const { body } = reply;
      const text = body && typeof body === "object" ? await readStream(body, MAX_BYTES) : body;
      if (reply.status !== 200 || !text) return "failed";
      const { result } = JSON.parse(/** @type {string} */ (text));
      // The state differs: the upstream ignored the block of the request.
      if (result.last_transaction_id && result.last_transaction_id.lt !== computedCall.lt) return "unknown";
      if (result.gas_used !== computedCall.gasUsed || result.exit_code !== computedCall.exitCode) return "different";
      // A stack that can be written for v3 may be too large in the format of v2.
      if (computedCall.stack === undefined) return "unknown";
      const isEqual = compareValues(JSON.parse(computedCall.stack), result.stack);
      return isEqual === undefined ? "unknown" : isEqual ? "equal" : "different";
    } catch {
      return "failed";
    } finally {
      runningCount -= 1;
    }
  };
}
