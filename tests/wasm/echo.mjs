// An upstream that responds with the URL of each request, and the client and the gateway in front of it.

import assert from "node:assert/strict";

import { UNLIMITED } from "../helpers/unlimited.mjs";

export const RAW = "0:83DFD552E63729B472FCBCC8C45EBCC6691702558B68EC7527E1BA403A0F31A8";

export const makeJsonResponse = (body) =>
  new Response(JSON.stringify(body), { headers: { "content-type": "application/json" } });

/** A client of that upstream; `createClient` comes from the entry under test. */
export const makeClient = ({ createClient }, options = {}) =>
  createClient({
    rateLimit: false,
    retry: false,
    timeoutMs: 5000,
    ...options,
    fetch: async ({ url }) => makeJsonResponse({ ok: true, result: { url, transactions: [] }, url, transactions: [] }),
  });

/** The options of a gateway without limits and without a cache. @param {object} [options] */
export const makeGatewayOptions = (options) => ({
  log() {},
  limits: UNLIMITED,
  cache: { adapter: /** @type {const} */ ("none") },
  fetch: async (url) => makeJsonResponse({ ok: true, result: String(url) }),
  ...options,
});

/** @param {string} path @param {RequestInit} [init] */
export const request = (gateway, path, init) => gateway.fetch(new Request(`http://localhost${path}`, init));

/** Checks that a thousand requests that the gateway computes with its module have the right response. */
export async function expectRightResponses(gateway) {
  for (let n = 0; n < 1000; n += 1) {
    const response = await request(gateway, `/api/v2/unpackAddress?address=${RAW}`);
    assert.equal(response.status, 200);
    assert.equal((await response.json()).result.toUpperCase(), RAW);
  }
}
