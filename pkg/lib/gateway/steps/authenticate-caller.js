// Finds out whose API key a request has, where the verdict depends on that.

import { sha256Hex } from "../../util/crypto.js";
import { isPromise } from "../../util/maybe-promise.js";
import { runTraced } from "../ops/run-traced.js";
import { setVerdict } from "./decide-request.js";

/** @typedef {import("../request-context.js").RequestContext} RequestContext */
/** @typedef {import("../create-gateway.js").Next} Next */

/** @param {RequestContext} context @param {Next} next */
export function authenticateCaller(context, next) {
  const { earlier } = context;
  if (!earlier) return context.verdict.do === "key" ? authenticate(context, next) : next(context);
  const lookup = lookUp(context, earlier.hash);
  return isPromise(lookup) ? lookup.then((late) => useEarlier(context, next, late)) : useEarlier(context, next, lookup);
}

/** A cached verdict for the same request stays valid while the record of its API key is unchanged. */
function useEarlier(context, next, lookup) {
  const { earlier } = context;
  if (recordIn(lookup) !== earlier.record) {
    setVerdict(context);
    return decideWithKey(context, next, { hash: earlier.hash, lookup });
  }
  context.record.about = earlier.about;
  context.verdict = earlier.verdict;
  return next(context);
}

async function authenticate(context, next) {
  const hash = await sha256Hex(context.verdict.key);
  return decideWithKey(context, next, { hash, lookup: await lookUp(context, hash) });
}

/**
 * @param {RequestContext} context @param {Next} next @param {{ hash: string, lookup: string }} found the result of looking up the API key
 */
function decideWithKey(context, next, { hash, lookup }) {
  const { gateway, description, record } = context;
  const { text, bytes } = description;
  const isInHeader = context.verdict.key === description.key;
  context.lookup = lookup;
  setVerdict(context, { lookup });
  const { verdict } = context;
  // The record names the caller of a request, whether it goes upstream or the gateway responds itself.
  if (verdict.do !== "forward") record.noteCaller(JSON.parse(lookup).record);
  if (isInHeader)
    gateway.verdicts.setOfKey(text, bytes, { hash, record: recordIn(lookup), verdict, about: record.about });
  return next(context);
}

const lookUp = (context, hash) => runTraced(context.record, "API key", () => context.gateway.lookUpKey(hash, context));

/** The record of a key that was found, as JSON. @param {string} lookup */
const recordIn = (lookup) =>
  lookup.startsWith('{"state":"found"') ? lookup.slice(lookup.indexOf('"hash"')) : undefined;
