// Metrics of a gateway in a test, as third-party parsers read them.

import { createGateway } from "ton-edge/gateway";

import { runPython } from "../helpers/prometheus.mjs";

export const TOKEN = "token-of-the-operators";
const READER = (module) => `
import json, sys
from prometheus_client.${module} import text_string_to_metric_families
print(json.dumps([[f.name, f.type, f.unit, f.documentation,
  [[s.name, s.labels, s.value, s.exemplar and [s.exemplar.labels, s.exemplar.value]] for s in f.samples]]
  for f in text_string_to_metric_families(sys.stdin.read())]))
`;
/** The families of a response: name, type, unit, help, and samples with name, labels, value and exemplar. @param {string} text */
export const parseText = (text) => runPython(READER("parser"), text);
/** @param {string} text */
export const parseOpenMetrics = (text) => runPython(READER("openmetrics.parser"), text);

/** Settings of a gateway whose upstreams cannot be reached. */
export const UNREACHABLE_CONFIG = {
  adminToken: TOKEN,
  mainnet: "http://127.0.0.1:1",
  testnet: "http://127.0.0.1:1",
  retries: 0,
  log() {},
};
/** Responds to every request as a healthy upstream does. */
export const fetchOk = async () => Response.json({ ok: true, result: {} });

/** Sends requests to a gateway. @param {ReturnType<typeof createGateway>} gateway */
export const makeClient =
  (gateway) =>
  (/** @type {string} */ path, headers = {}, init = {}) =>
    gateway.fetch(new Request(`http://localhost${path}`, { headers, ...init }), {});

/** @param {ReturnType<typeof createGateway>} gateway @param {string} [accept] */
export async function scrape(gateway, accept = "") {
  const response = await makeClient(gateway)("/metrics", { authorization: `Bearer ${TOKEN}`, accept });
  return { type: response.headers.get("content-type"), text: await response.text() };
}

/** Sums samples of a name. @param {any[]} families @param {string} name @param {(labels: any) => boolean} [matchesLabels] */
export const computeSum = (families, name, matchesLabels = () => true) =>
  families
    .flatMap(([, , , , samples]) => samples)
    .filter(([metric, labels]) => metric === name && matchesLabels(labels))
    .reduce((total, [, , value]) => total + value, 0);

/** Sums up the counts that gateways send, as the Durable Object does. */
export function createCountSum() {
  const sums = new Map();
  return (counts) => {
    for (const [name, count] of Object.entries(counts)) sums.set(name, (sums.get(name) ?? 0) + count);
    return Object.fromEntries(sums);
  };
}

/** A limiter that refuses nothing, with the given `tally`. */
export const openLimiter = (tally) => ({
  take: (rules) => rules.map(() => ({ allowed: true, remaining: 1, nextMs: 0, resetMs: 0, waitMs: 0 })),
  lease: ({ want }) => ({ count: want, waitMs: 0 }),
  tally,
});
