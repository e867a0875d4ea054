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

/** What was decided for the same request holds as long as the record of its key is the same. */
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

/** @param {RequestContext} context @param {Next} next @param {{ hash: string, lookup: string }} found what is known of the API key */
function decideWithKey(context, next, { hash, lookup }) {
  const { gateway, description, record } = context;
  const { text, bytes } = description;
  const isInHeader = context.verdict.key === description.key;
  context.lookup = lookup;
  setVerdict(context, { lookup });
  const { verdict } = context;
  // A request that goes upstream names its caller; what the gateway responds itself is the caller's too.
  if (verdict.do !== "forward") record.noteCaller(JSON.parse(lookup).record);
  if (isInHeader)
    gateway.verdicts.setOfKey(text, bytes, { hash, record: recordIn(lookup), verdict, about: record.about });
  return next(context);
}

const lookUp = (context, hash) => runTraced(context.record, "API key", () => context.gateway.lookUpKey(hash, context));

/** The record of a key that was found, as JSON. @param {string} lookup */
const recordIn = (lookup) =>
  lookup.startsWith('{"state":"found"') ? lookup.slice(lookup.indexOf('"hash"')) : undefined;
