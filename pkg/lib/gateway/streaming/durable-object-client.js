// Opens streams in the Durable Objects of a network, which read from the upstreams once for the streams of all isolates.

import { fail } from "../../util/error.js";
import { withTimeout } from "../../util/timers.js";
import { nameError } from "../ops/error-name.js";

/** The binding to the objects. */
const BINDING = "STREAM_HUB";
/** Timeout of an object in milliseconds. An object begins its response without an upstream request. */
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
 * Opens a stream, or returns the refusal.
 *
 * @param {import("../request-context.js").RequestContext} context @param {number} shards objects of the network
 * @returns {Promise<{ body: ReadableStream<Uint8Array> } | Refusal>}
 */
export async function openInDurableObject(context, shards) {
  const { verdict, record } = context;
  const { network, subscription, caller } = verdict;
  /** @type {StreamRequest} */
  const streamRequest = { network, subscription, keyId: caller?.id, client: record.client?.name, requestId: record.id };
  return callObject(context, chooseShard(subscription, shards), async (send) => {
    const response = await send("https://stream-hub/", { method: "POST", body: JSON.stringify(streamRequest) });
    return response.status === 200 ? { body: response.body } : response.json();
  });
}

/**
 * Opens a WebSocket, whose handshake the gateway has checked; the object checks it, too. Its accounts are not known yet, so the caller's
 * name chooses the object. Returns the response that switches protocols, or the refusal.
 *
 * @param {import("../request-context.js").RequestContext} context @param {number} shards objects of the network
 * @returns {Promise<Response | Refusal>}
 */
export async function openSocketInDurableObject(context, shards) {
  const { request, verdict, record } = context;
  const name = verdict.caller?.id ?? record.client?.name ?? "";
  return callObject(context, chooseShard({ accounts: [name] }, shards), async (send) => {
    const { url, headers, cf } = request;
    const response = await send(url, { headers, cf });
    if (response.status === 101) return response;
    const { error } = await response.json();
    return { code: response.headers.get("x-ton-edge-error") ?? "bad_request", status: response.status, message: error };
  });
}

/**
 * Sends a request to an object of the network of a request.
 *
 * @template T @param {import("../request-context.js").RequestContext} context @param {number} shard
 * @param {(send: (url: string, init: any) => Promise<any>) => Promise<T>} sendRequest @returns {Promise<T | Refusal>}
 */
async function callObject({ gateway, verdict, record, env }, shard, sendRequest) {
  const namespace = env?.[BINDING];
  if (!namespace)
    throw fail("config_invalid", `\`streaming.scope\` is "durable-object", but the Worker has no binding ${BINDING}`);
  const objectName = `${verdict.network}:${shard}`;
  try {
    return await sendRequest((url, init) => send(namespace, objectName, url, init));
  } catch (error) {
    const message = `the Durable Object ${objectName} of ${BINDING} does not respond: ${nameError(error)}`;
    gateway.log.alert({ level: "error", code: "overloaded", message }, record);
    return { code: "overloaded", status: 503, message: "the hub of streams does not respond; try again later" };
  }
}

/** @param {any} namespace @param {string} objectName @param {string} url @param {any} init @returns {Promise<any>} */
async function send(namespace, objectName, url, init) {
  for (let attempt = 1; ; attempt += 1) {
    const controller = new AbortController();
    try {
      // A stub is unusable after a failure, so each attempt creates one.
      const object = namespace.get(namespace.idFromName(objectName));
      const response = object.fetch(url, { ...init, signal: controller.signal });
      return await withTimeout(TIMEOUT_MS, response, () => {
        controller.abort();
        throw fail("timeout", `no response within ${TIMEOUT_MS} ms`);
      });
    } catch (error) {
      if (attempt === MAX_ATTEMPTS || error?.retryable !== true || error?.overloaded === true) throw error;
    }
  }
}

/**
 * Chooses the object of a stream by its lowest address, so that the same accounts are always in the same object; a stream without
 * addresses is placed by the messages whose traces it reports.
 *
 * @param {{ accounts: string[], traces?: string[] }} subscription @param {number} shards
 */
export function chooseShard({ accounts, traces = [] }, shards) {
  const [lowestSubject] = (accounts.length > 0 ? accounts : traces).toSorted();
  return (
    Array.from(lowestSubject).reduce((sum, character) => (31 * sum + character.charCodeAt(0)) % MODULUS, 0) % shards
  );
}
/** A prime below 2^31: products with it stay whole numbers. */
const MODULUS = 2_147_483_647;
