// Looks up the caller's API key, if the verdict depends on it.

import { sha256Hex } from "../../util/crypto.js";
import { isPromise } from "../../util/maybe-promise.js";
import { runTraced } from "../ops/run-traced.js";
import { setVerdict } from "./decide-request.js";

/** @typedef {import("../request-context.js").RequestContext} RequestContext */
/** @typedef {import("../create-gateway.js").Next} Next */

/** @param {RequestContext} context @param {Next} next */
export function authenticateCaller(context, next) {
  const { earlierVerdict } = context;
  if (!earlierVerdict) return context.verdict.do === "key" ? authenticateKey(context, next) : next(context);
  const lookupResult = lookUpKey(context, earlierVerdict.hash);
  return isPromise(lookupResult)
    ? lookupResult.then((result) => useEarlierVerdict(context, next, result))
    : useEarlierVerdict(context, next, lookupResult);
}

/** Uses a cached verdict for the same request if the record of its API key is unchanged. */
function useEarlierVerdict(context, next, lookup) {
  const { earlierVerdict } = context;
  if (extractRecord(lookup) !== earlierVerdict.record) {
    setVerdict(context);
    return decideWithKey(context, next, { hash: earlierVerdict.hash, lookup });
  }
  context.record.about = earlierVerdict.about;
  context.verdict = earlierVerdict.verdict;
  return next(context);
}

async function authenticateKey(context, next) {
  const hash = await sha256Hex(context.verdict.key);
  return decideWithKey(context, next, { hash, lookup: await lookUpKey(context, hash) });
}

/**
 * @param {RequestContext} context @param {Next} next @param {{ hash: string, lookup: string }} keyLookup the result of looking up the API key
 */
function decideWithKey(context, next, { hash, lookup }) {
  const { gateway, description, record } = context;
  const { text, bytes } = description;
  const isInHeader = context.verdict.key === description.key;
  context.lookup = lookup;
  setVerdict(context, { lookup });
  const { verdict } = context;
  // Also records the caller if the gateway responds itself.
  if (verdict.do !== "forward") record.noteCaller(JSON.parse(lookup).record);
  if (isInHeader)
    gateway.verdicts.setByKey(text, bytes, { hash, record: extractRecord(lookup), verdict, about: record.about });
  return next(context);
}

const lookUpKey = (context, hash) =>
  runTraced(context.record, "API key", () => context.gateway.lookUpKey(hash, context));

/** Returns the record of the key as JSON; undefined if the key was not found. @param {string} lookup */
const extractRecord = (lookup) =>
  lookup.startsWith('{"state":"found"') ? lookup.slice(lookup.indexOf('"hash"')) : undefined;
