// Generates load: a number of requests over a number of persistent connections, one at a time on each.

import { performance } from "node:perf_hooks";
import { Pool } from "undici";

import { makeKey } from "./policy.mjs";

/** The headers of a browser's request from a web page. */
const HEADERS = {
  accept: "*/*",
  "accept-encoding": "identity",
  "accept-language": "en-GB,en;q=0.9",
  origin: "https://app.example",
  referer: "https://app.example/",
  "sec-fetch-dest": "empty",
  "sec-fetch-mode": "cors",
  "sec-fetch-site": "cross-site",
  "user-agent": "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36",
};

/** A different IPv4 address for every number below 2 ^ 24. */
const makeAddress = (at) => `10.${at >> 16}.${(at >> 8) & 255}.${at & 255}`;

/**
 * Sends numbered requests: the number can determine the path, the client IP or the API key. Returns requests per second, and the median and
 * 99th percentile of their latency in microseconds.
 *
 * @param {string} origin
 * @param {string | ((at: number) => string)} path
 * @param {{ connections: number, requests: number, timeoutMs: number, callers?: (at: number) => number, keys?: (at: number) => number,
 *   bodies?: (at: number) => string, headers?: Record<string, string> }} how `bodies`: JSON, sent by POST; `headers`: of every request
 */
export async function load(origin, path, { connections, requests, timeoutMs, callers, keys, bodies, headers: more }) {
  const pool = new Pool(origin, { connections, pipelining: 1, headersTimeout: timeoutMs, bodyTimeout: timeoutMs });
  const times = [];
  const getPath = typeof path === "function" ? path : () => path;
  const commonHeaders = { ...HEADERS, ...more };
  const getHeaders = callers
    ? (at) => ({ ...commonHeaders, "cf-connecting-ip": makeAddress(callers(at)) })
    : keys
      ? (at) => ({ ...commonHeaders, "x-api-key": makeKey(keys(at)) })
      : bodies
        ? () => ({ ...commonHeaders, "content-type": "application/json" })
        : () => commonHeaders;
  let requestsLeft = requests;
  const method = bodies ? "POST" : "GET";
  const sendOne = (path, headers, body) =>
    new Promise((done, fail) => {
      const start = performance.now();
      let status;
      pool.dispatch(
        { path, method, headers, body },
        {
          onRequestStart() {},
          onResponseStart(_, code) {
            status = code;
          },
          onResponseData() {},
          onResponseEnd() {
            times.push((performance.now() - start) * 1000);
            if (status === 200) done();
            else fail(new Error(`${path}: ${status}`));
          },
          onResponseError: (_, error) => fail(error),
        },
      );
    });
  const readWorker = async () => {
    while (requestsLeft > 0) {
      requestsLeft -= 1;
      await sendOne(getPath(requestsLeft), getHeaders(requestsLeft), bodies?.(requestsLeft));
    }
  };
  const start = performance.now();
  try {
    await Promise.all(Array.from({ length: connections }, readWorker));
  } finally {
    await pool.destroy();
  }
  const seconds = (performance.now() - start) / 1000;
  times.sort((a, b) => a - b);
  const computePercentile = (share) => times[Math.min(times.length - 1, Math.floor(times.length * share))];
  return { rps: times.length / seconds, p50: computePercentile(0.5), p99: computePercentile(0.99) };
}
