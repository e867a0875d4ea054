// Opens streams in the Durable Objects of a network, which ask the upstreams once for all streams of all isolates.

import { fail } from "../../util/error.js";
import { withTimeout } from "../../util/timers.js";
import { nameError } from "../ops/error-name.js";

/** The binding to the objects. */
const BINDING = "STREAM_HUB";
/** Milliseconds until an object must respond. It begins its response without asking the upstreams. */
const TIMEOUT_MS = 5000;
/** Attempts to open a stream: an object that restarts, as it does for a new version of the Worker, fails the requests that reach it meanwhile. */
const MAX_ATTEMPTS = 2;

/**
 * @typedef {import("./streams.js").Refusal} Refusal
 * @typedef {object} StreamRequest what an object gets of a request that the gateway has checked
 * @property {string} network @property {any} subscription
 * @property {string} [keyId] of the caller's API key @property {string} [client] the name of the client, whose streams are counted without a key
 * @property {string} requestId
 */

/**
 * Opens a stream, or returns why not.
 *
 * @param {import("../request-context.js").RequestContext} context @param {number} shards objects of the network
 * @returns {Promise<{ body: ReadableStream<Uint8Array> } | Refusal>}
 */
export async function openInDurableObject(context, shards) {
  const { gateway, verdict, record, env } = context;
  const { network, subscription, caller } = verdict;
  const namespace = env?.[BINDING];
  if (!namespace)
    throw fail("config_invalid", `\`streaming.scope\` is "durable-object", but the Worker has no binding ${BINDING}`);
  /** @type {StreamRequest} */
  const streamRequest = { network, subscription, keyId: caller?.id, client: record.client?.name, requestId: record.id };
  const objectName = `${network}:${chooseShard(subscription, shards)}`;
  try {
    const response = await send(namespace, objectName, JSON.stringify(streamRequest));
    if (response.status === 200) return { body: response.body };
    return await response.json();
  } catch (error) {
    const message = `the Durable Object ${objectName} of ${BINDING} does not respond: ${nameError(error)}`;
    gateway.log.alert({ level: "error", code: "overloaded", message }, record);
    return { code: "overloaded", status: 503, message: "the hub of streams does not respond; try again later" };
  }
}

/** @param {any} namespace @param {string} objectName @param {string} body @returns {Promise<any>} */
async function send(namespace, objectName, body) {
  for (let attempt = 1; ; attempt += 1) {
    const stop = new AbortController();
    try {
      // A stub does not work any more after a failure.
      const object = namespace.get(namespace.idFromName(objectName));
      const response = object.fetch("https://stream-hub/", { method: "POST", body, signal: stop.signal });
      return await withTimeout(TIMEOUT_MS, response, () => {
        stop.abort();
        throw fail("timeout", `no response within ${TIMEOUT_MS} ms`);
      });
    } catch (error) {
      if (attempt === MAX_ATTEMPTS || error?.retryable !== true || error?.overloaded === true) throw error;
    }
  }
}

/**
 * The object of a stream, by its lowest address, so that the same accounts are always in the same object; a stream without addresses has the traces of
 * messages.
 *
 * @param {{ accounts: string[], traces?: string[] }} subscription @param {number} shards
 */
export function chooseShard({ accounts, traces = [] }, shards) {
  const [lowest] = (accounts.length > 0 ? accounts : traces).toSorted();
  return Array.from(lowest).reduce((sum, character) => (31 * sum + character.charCodeAt(0)) % MODULUS, 0) % shards;
}
/** A prime below 2^31: products with it stay whole numbers. */
const MODULUS = 2_147_483_647;
