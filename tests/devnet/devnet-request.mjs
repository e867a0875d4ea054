// Sends requests to the devnet over HTTP and checks each response against the published schema of its operation.
import assert from "node:assert/strict";
import { assertConforms } from "../helpers/conforms.mjs";
import { loadCatalogue } from "../upstream/catalogue.mjs";
import { call, query } from "../upstream/upstream-call.mjs";

export const { catalogue } = loadCatalogue();
/** @param {string} path */
export const getOperation = (path) =>
  /** @type {any} */ (catalogue.find((row) => row.generation === "v3" && row.path === path));

/**
 * @param {{ url: string }} devnet @param {string} path @param {Record<string, any>} [params] undefined parameters are not sent
 * @param {{ headers?: Record<string, string> }} [options]
 * @returns {Promise<{ status: number, body: any }>}
 */
export async function request(devnet, path, params = {}, { headers = {} } = {}) {
  const row = getOperation(path);
  const definedParams = Object.fromEntries(Object.entries(params).filter(([, value]) => value !== undefined));
  const response =
    row.verbs.includes("POST") && path !== "/decode"
      ? await call(`/api/v3${path}`, { base: devnet.url, headers, method: "POST", body: JSON.stringify(definedParams) })
      : await call(`/api/v3${path}?${query(definedParams)}`, { base: devnet.url, headers });
  const body = JSON.parse(response.body.toString());
  if (response.status === 200) assertConforms("v3", row.result_type, body);
  else assert.deepEqual(Object.keys(body), ["error"], `${path} ${response.status}`);
  return { status: response.status, body };
}

/** The body of a response, whose status must be 200. @param {{ url: string }} devnet @param {string} path @param {Record<string, any>} [params] @param {any} [options] */
export async function get(devnet, path, params, options) {
  const { status, body } = await request(devnet, path, params, options);
  assert.equal(status, 200, `${path} ${JSON.stringify(params)}: ${JSON.stringify(body).slice(0, 300)}`);
  return body;
}
